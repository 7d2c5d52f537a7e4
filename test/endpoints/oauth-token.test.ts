import { beforeAll, describe, expect, test, vi } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { makeToken } from '../../src/base/tokens.ts'
import { asOwner, call, type Caller, person } from '../kit/client.ts'
import {
  approved,
  authorize,
  callback,
  challengeFor,
  client,
  connected,
  decide,
  encoded,
  type Params,
  locationOf,
  me,
  post,
  redeem,
  refresh,
  oauthRefusal,
  verifier,
} from '../kit/oauth.ts'

const form = 'application/x-www-form-urlencoded'
const complete = { grant_type: 'authorization_code', redirect_uri: callback, code_verifier: verifier }

describe('redeeming a code', () => {
  let ada: Caller
  let id: string
  beforeAll(async () => {
    ada = await person()
    id = await client({ redirect_uris: [callback, `${callback}/2`] })
  })

  test('returns both tokens, uncached, in one round trip', async () => {
    const reply = await redeem(id, await approved(ada, id))
    expect([reply.status, reply.roundTrips]).toEqual([200, 1])
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(reply.headers.get('pragma')).toBe('no-cache')
    expect(reply.headers.get('content-type')).toMatch(/^application\/json/)
    expect(reply.body).toEqual({
      access_token: expect.stringMatching(/^svc_oat_\w{37}$/),
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^svc_ort_\w{37}$/),
      scope: 'service',
    })
  })

  test('the access token is valid for an hour, the refresh token for thirty days', async () => {
    const grant = await connected(ada)
    const rows = await asOwner(
      `select kind, round(extract(epoch from expires_at - created_at))::int as life
      from oauth_tokens where authorization_id = $1 order by kind`,
      [grant.id],
    )
    expect(rows).toEqual([
      { kind: 'access', life: 3600 },
      { kind: 'refresh', life: 30 * 24 * 3600 },
    ])
  })

  test.each<[string, Params, number, string, number]>([
    ['no code', { code: undefined }, 400, 'invalid_request', 0],
    ['no redirect URI', { redirect_uri: undefined }, 400, 'invalid_request', 0],
    ['no client', { client_id: undefined }, 400, 'invalid_request', 0],
    ['no verifier', { code_verifier: undefined }, 400, 'invalid_request', 0],
    ['no grant type', { grant_type: undefined }, 400, 'invalid_request', 0],
    ['an empty verifier', { code_verifier: '' }, 400, 'invalid_request', 0],
    ['the grant type password', { grant_type: 'password' }, 400, 'unsupported_grant_type', 0],
    [
      'the grant type client_credentials',
      { grant_type: 'client_credentials' },
      400,
      'unsupported_grant_type',
      0,
    ],
    ['an unknown client', { client_id: uuidv7() }, 401, 'invalid_client', 1],
    ['a client that is no uuid', { client_id: 'me' }, 401, 'invalid_client', 0],
    ['a wrong verifier', { code_verifier: verifier.replace('d', 'e') }, 400, 'invalid_grant', 1],
    ['the challenge as verifier', { code_verifier: challengeFor(verifier) }, 400, 'invalid_grant', 1],
    ['a verifier that is too short', { code_verifier: 'abc' }, 400, 'invalid_grant', 1],
    ['a verifier that is too long', { code_verifier: 'a'.repeat(129) }, 400, 'invalid_grant', 1],
    ['another redirect URI of the client', { redirect_uri: `${callback}/2` }, 400, 'invalid_grant', 1],
    ['an unregistered redirect URI', { redirect_uri: 'https://evil.example/' }, 400, 'invalid_grant', 1],
    ['a redirect URI with NUL', { redirect_uri: '\0' }, 400, 'invalid_request', 0],
    ['the code twice', { code: ['x', 'x'] }, 400, 'invalid_request', 0],
    ['the client twice', { client_id: ['x', 'y'] }, 400, 'invalid_request', 0],
    [
      'the grant type twice',
      { grant_type: ['authorization_code', 'refresh_token'] },
      400,
      'invalid_request',
      0,
    ],
    ['an unknown parameter twice', { x: ['1', '2'] }, 400, 'invalid_request', 0],
  ])('fails with %s and does not burn the code', async (_, overrides, status, error, trips) => {
    const code = await approved(ada, id)
    const refused = await redeem(id, code, overrides)
    expect([...oauthRefusal(refused), refused.roundTrips]).toEqual([status, error, trips])
    expect(refused.headers.get('cache-control')).toBe('no-store')
    expect(Object.keys(refused.body)).toEqual(['error', 'error_description'])
    expect((await redeem(id, code)).status).toBe(200)
  })

  test('fails for another client, with the client’s own verifier or the right one, and does not burn the code', async () => {
    const code = await approved(ada, id)
    const other = await client()
    expect(oauthRefusal(await redeem(other, code))).toEqual([400, 'invalid_grant'])
    expect((await redeem(id, code)).status).toBe(200)
  })

  test('another client that presents a spent code does not end the grant', async () => {
    const grant = await connected(ada)
    expect(oauthRefusal(await redeem(await client(), grant.code))).toEqual([400, 'invalid_grant'])
    expect((await me(grant.access)).status).toBe(200)
  })

  test.each([
    ['that was never issued', makeToken('svc_code_', 'a')],
    ['of another kind', makeToken('svc_oat_', 'a')],
    ['that is malformed', 'abc'],
  ])('fails for a code %s, unless the client is unknown too', async (_, code) => {
    const reply = await redeem(id, code)
    expect([...oauthRefusal(reply), reply.roundTrips]).toEqual([400, 'invalid_grant', 1])
    expect(oauthRefusal(await redeem(uuidv7(), code))).toEqual([401, 'invalid_client'])
  })

  test('fails after ten minutes', async () => {
    const code = await approved(ada, id)
    const [{ minutes }] = await asOwner(
      `select round(extract(epoch from max(code_expires_at) - now()) / 60)::int as minutes
      from oauth_requests where client_id = $1`,
      [id],
    )
    expect(minutes).toBe(10)
    await asOwner(
      `update oauth_requests set code_expires_at = now() - interval '1 second' where client_id = $1`,
      [id],
    )
    expect(oauthRefusal(await redeem(id, code))).toEqual([400, 'invalid_grant'])
  })

  test('fails if the person was locked, or revoked the authorization, before it', async () => {
    const grace = await person('Grace')
    const [locked, revoked] = [await approved(grace, id), await approved(grace, id)]
    for (const one of await grace.ok('GET', '/api/v1/oauth/authorizations')) {
      await grace.ok('DELETE', `/api/v1/oauth/authorizations/${one.id}`)
    }
    expect(oauthRefusal(await redeem(id, revoked))).toEqual([400, 'invalid_grant'])
    await asOwner(`update oauth_authorizations set revoked_at = null where user_id = $1`, [grace.id])
    await asOwner(`update users set status = 'locked' where id = $1`, [grace.id])
    expect(oauthRefusal(await redeem(id, locked))).toEqual([400, 'invalid_grant'])
  })

  test('a second time is rejected, ends what the first one issued, and is logged with the client', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const grant = await connected(ada)
    const replay = await redeem(grant.client, grant.code)
    expect([...oauthRefusal(replay), replay.roundTrips]).toEqual([400, 'invalid_grant', 1])
    expect((await me(grant.access)).status).toBe(401)
    expect(oauthRefusal(await refresh(grant.client, grant.refresh))).toEqual([400, 'invalid_grant'])
    expect(warn.mock.calls.map(([line]) => JSON.parse(String(line)))).toEqual([
      { event: 'oauth_code_replayed', client: grant.client, authorization: grant.id },
    ])
    warn.mockRestore()
    const [entry] = await asOwner(
      `select * from audit_log where entity_id = $1 and action = 'oauth.revoked'`,
      [grant.id],
    )
    expect(entry).toMatchObject({ actor_type: 'system', request_id: replay.headers.get('x-request-id') })
    expect(entry.changes.revoked_by).toEqual({ to: 'replay' })
  })

  test('a second time with a wrong verifier ends it as well', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const grant = await connected(ada)
    expect(oauthRefusal(await redeem(grant.client, grant.code, { code_verifier: 'x'.repeat(43) }))).toEqual([
      400,
      'invalid_grant',
    ])
    expect((await me(grant.access)).status).toBe(401)
    warn.mockRestore()
  })

  test('works for a loopback port that was chosen late, and only with that port', async () => {
    const native = await client({ redirect_uris: ['http://127.0.0.1:8000/cb'] })
    const redirect_uri = 'http://127.0.0.1:54321/cb'
    const authorization = await authorize(native, { redirect_uri })
    const { body } = await decide(ada, locationOf(authorization).searchParams.get('rid')!)
    const response = new URL(body.redirect_to)
    expect(response.origin).toBe('http://127.0.0.1:54321')
    const code = response.searchParams.get('code')!
    expect(oauthRefusal(await redeem(native, code, { redirect_uri: 'http://127.0.0.1:8000/cb' }))).toEqual([
      400,
      'invalid_grant',
    ])
    expect((await redeem(native, code, { redirect_uri })).status).toBe(200)
  })
})

describe('the form', () => {
  let id: string
  let code: string
  beforeAll(async () => {
    id = await client()
    code = await approved(await person(), id)
  })
  const send = (raw: string, headers: Record<string, string>) =>
    call('POST', '/api/v1/oauth/token', { raw, headers })

  test.each([
    'application/json',
    'text/plain',
    'multipart/form-data; boundary=x',
    `${form}x`,
    'application/json; a=application/x-www-form-urlencoded',
  ])('is not parsed as %s', async (type) => {
    const json = JSON.stringify({ ...complete, code, client_id: id })
    for (const raw of [json, encoded({ ...complete, code, client_id: id })]) {
      const reply = await send(raw, { 'content-type': type })
      expect([...oauthRefusal(reply), reply.roundTrips]).toEqual([400, 'invalid_request', 0])
    }
  })

  test('is at most 16 KiB', async () => {
    const reply = await post('token', { ...complete, code, client_id: id, x: 'x'.repeat(16_384) })
    expect([...oauthRefusal(reply), reply.roundTrips]).toEqual([400, 'invalid_request', 0])
  })

  test('is not read from the query', async () => {
    const reply = await call('POST', `/api/v1/oauth/token?${encoded({ ...complete, code, client_id: id })}`, {
      raw: '',
      headers: { 'content-type': form },
    })
    expect(oauthRefusal(reply)).toEqual([400, 'invalid_request'])
  })

  test('is from public clients: authentication by a header is rejected in that scheme', async () => {
    const reply = await post('token', { ...complete, code }, {}, { authorization: `Basic ${btoa(`${id}:`)}` })
    expect([...oauthRefusal(reply), reply.headers.get('www-authenticate')]).toEqual([
      401,
      'invalid_client',
      'Basic realm="oauth"',
    ])
  })

  test('may name its charset, and have parameters without a value or unknown ones', async () => {
    const raw = encoded({
      ...complete,
      code,
      client_id: id,
      resource: 'https://service.test/mcp',
      scope: '',
      constructor: 'x',
    })
    expect((await send(raw, { 'content-type': `${form}; charset=UTF-8` })).status).toBe(200)
  })
})
