import { beforeAll, describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { hashOf, makeToken } from '../../src/base/tokens.ts'
import { asOwner, call, type Caller, person } from '../kit/client.ts'
import { workspace } from '../kit/makers.ts'
import { paramsOf, callback, client, connected, decide, issuer, request } from '../kit/oauth.ts'

const consent = (rid: string) => `/api/v1/oauth/consent/${rid}`
const notThere = { status: 404, body: { error: { code: 'not_found', message: 'consent request not found' } } }
const expire = (rid: string) =>
  asOwner(`update oauth_requests set expires_at = now() - interval '1 second' where id = $1`, [rid])

describe('the consent request', () => {
  let ada: Caller
  beforeAll(async () => {
    ada = await person()
  })

  test('returns who requests what and until when, in one round trip', async () => {
    const rid = await request(await client({ client_name: 'Helper' }))
    const reply = await ada.call('GET', consent(rid))
    expect([reply.status, reply.roundTrips, reply.headers.get('cache-control')]).toEqual([200, 1, 'no-store'])
    expect(reply.body).toEqual({
      request_id: rid,
      client_name: 'Helper',
      client_url: null,
      organizations: [],
      redirect_host: 'client.example',
      scope: 'service',
      resource: null,
      expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    })
  })

  test.each([
    ['http://127.0.0.1:8123/cb', '127.0.0.1:8123'],
    ['HTTPS://Client.example', 'Client.example'],
    ['https://client.example?x=1', 'client.example'],
  ])('has the host of %s if the client gave no name', async (uri, host) => {
    const rid = await request(await client({ redirect_uris: [uri] }), { redirect_uri: uri })
    expect(await ada.ok('GET', consent(rid))).toMatchObject({ client_name: host, redirect_host: host })
  })

  test('requires a session: no credential is 401', async () => {
    const rid = await request(await client())
    const replies = await Promise.all([
      call('GET', consent(rid)),
      call('POST', consent(rid), { body: { approve: true } }),
    ])
    expect(replies.map(({ status, body, roundTrips }) => [status, body.error.code, roundTrips])).toEqual([
      [401, 'unauthorized', 0],
      [401, 'unauthorized', 0],
    ])
  })

  test('is closed to API keys and connected applications, which cannot approve', async () => {
    const ws = await workspace()
    const key = makeToken('svc_live_', 'a')
    await asOwner(
      `insert into api_keys (id, org_id, user_id, name, token_hash, hint) values ($1, $2, $3, 'k', $4, 'h')`,
      [uuidv7(), ws.org.id, ws.owner.id, Buffer.from(hashOf(key), 'hex')],
    )
    const { access } = await connected(ws.owner)
    const rid = await request(await client())
    for (const token of [key, access]) {
      const headers = { authorization: `Bearer ${token}` }
      expect((await call('GET', consent(rid), { headers })).body.error.code).toBe('forbidden')
      const tried = await call('POST', consent(rid), { headers, body: { approve: true } })
      expect([tried.status, tried.body.error.code]).toEqual([403, 'forbidden'])
    }
    expect((await ada.call('GET', consent(rid))).status).toBe(200)
  })

  test.each(['https://evil.example', 'null', 'https://service.test.evil.example', 'http://service.test'])(
    'cannot be decided by a page of %s',
    async (origin) => {
      const rid = await request(await client())
      const reply = await ada.call('POST', consent(rid), { approve: true }, { origin })
      expect([reply.status, reply.body.error.code, reply.roundTrips]).toEqual([403, 'forbidden', 0])
      expect((await ada.call('POST', consent(rid), { approve: true }, { origin: issuer })).status).toBe(200)
    },
  )

  test('cannot be decided by a cross-site request without an origin', async () => {
    const rid = await request(await client())
    expect(
      (await ada.call('POST', consent(rid), { approve: true }, { 'sec-fetch-site': 'cross-site' })).status,
    ).toBe(403)
  })

  test.each([{}, { approve: 'yes' }, { approve: 1 }, { approve: null }, { approve: true, scope: 'x' }])(
    'cannot be decided by %j',
    async (body) => {
      const rid = await request(await client())
      expect((await ada.call('POST', consent(rid), body)).status).toBe(422)
      expect((await ada.call('GET', consent(rid))).status).toBe(200)
    },
  )

  test('is bound to nobody until it is decided: any signed-in user can see and decide it', async () => {
    const grace = await person('Grace')
    const id = await client()
    const rid = await request(id)
    expect([
      (await ada.call('GET', consent(rid))).status,
      (await grace.call('GET', consent(rid))).status,
    ]).toEqual([200, 200])
    expect((await decide(grace, rid)).status).toBe(200)
    const connectedBy = await asOwner('select user_id from oauth_authorizations where client_id = $1', [id])
    expect(connectedBy).toEqual([{ user_id: grace.id }])
  })
})

describe('the decision', () => {
  let ada: Caller
  beforeAll(async () => {
    ada = await person()
  })

  test('to approve returns a code, the state and the issuer, in one round trip', async () => {
    const reply = await decide(ada, await request(await client(), { state: 'abc' }))
    expect([reply.status, reply.roundTrips, Object.keys(reply.body)]).toEqual([200, 1, ['redirect_to']])
    expect(reply.body.redirect_to.startsWith(`${callback}?`)).toBe(true)
    expect(paramsOf(reply.body.redirect_to)).toEqual({
      code: expect.stringMatching(/^svc_code_\w{37}$/),
      state: 'abc',
      iss: issuer,
    })
  })

  test('to deny returns access_denied with state and issuer, no code, and is audited', async () => {
    const id = await client()
    const rid = await request(id, { state: 'abc' })
    const reply = await decide(ada, rid, false)
    expect(paramsOf(reply.body.redirect_to)).toEqual({ error: 'access_denied', state: 'abc', iss: issuer })
    expect(await asOwner('select 1 from oauth_authorizations where client_id = $1', [id])).toEqual([])
    const [entry] = await asOwner('select * from audit_log where entity_id = $1', [rid])
    expect(entry).toMatchObject({ action: 'oauth.denied', actor_user_id: ada.id, actor_type: 'user' })
  })

  test('without a state returns none', async () => {
    for (const approve of [true, false]) {
      const { body } = await decide(ada, await request(await client(), { state: undefined }), approve)
      expect('state' in paramsOf(body.redirect_to)).toBe(false)
    }
  })

  test.each([
    [true, true],
    [true, false],
    [false, true],
    [false, false],
  ])('is final: after approve=%s another with approve=%s is 404', async (first, second) => {
    const rid = await request(await client())
    expect((await decide(ada, rid, first)).status).toBe(200)
    expect(await decide(ada, rid, second)).toMatchObject(notThere)
    expect(await ada.call('GET', consent(rid))).toMatchObject(notThere)
  })

  test('is too late after ten minutes', async () => {
    const rid = await request(await client())
    await expire(rid)
    expect(await ada.call('GET', consent(rid))).toMatchObject(notThere)
    expect(await decide(ada, rid)).toMatchObject(notThere)
    expect(await decide(ada, rid, false)).toMatchObject(notThere)
  })

  test('on an unknown request is also 404', async () => {
    expect(await ada.call('GET', consent(uuidv7()))).toMatchObject(notThere)
    expect(await decide(ada, uuidv7())).toMatchObject(notThere)
  })

  test.each([
    ['every special character', ' &=+%20/?#\'"<>\\{}|^`~!*();,:@$[]'],
    ['line ends', 'a\r\nb\tc'],
    ['letters beyond ASCII', 'ü€😀日本'],
    ['a lone percent', '100%'],
    ['2000 characters', 'é'.repeat(2000)],
    ['something that looks like a parameter', 'x&code=stolen&iss=https://evil.example'],
  ])('returns a state of %s as it was sent', async (_, state) => {
    const id = await client()
    for (const approve of [true, false]) {
      const { body } = await decide(ada, await request(id, { state }), approve)
      const returned = new URL(body.redirect_to).searchParams
      expect(returned.getAll('state')).toEqual([state])
      expect([
        returned.getAll('code').length + returned.getAll('error').length,
        returned.getAll('iss'),
      ]).toEqual([1, [issuer]])
    }
  })

  test.each([
    `${callback}?tenant=a%20b&x=~1`,
    `${callback}?state=own&code=own`,
    'http://localhost:8000/cb?a',
  ])('preserves the query of %s byte for byte', async (uri) => {
    const id = await client({ redirect_uris: [uri] })
    for (const approve of [true, false]) {
      const { body } = await decide(ada, await request(id, { redirect_uri: uri }), approve)
      expect(body.redirect_to.startsWith(`${uri}&`)).toBe(true)
      expect(new URL(body.redirect_to).searchParams.getAll('state').at(-1)).toBe('xyz')
    }
  })

  test('approved twice creates two independent authorizations', async () => {
    const id = await client()
    for (let n = 0; n < 2; n++) await decide(ada, await request(id))
    const authorizations = await ada.ok('GET', '/api/v1/oauth/authorizations')
    expect(authorizations.filter((one: { client_id: string }) => one.client_id === id).length).toBe(2)
  })

  test('leaves an audit entry of the person who approved', async () => {
    const { id, who } = await connected()
    const [entry] = await asOwner('select * from audit_log where entity_id = $1', [id])
    expect(entry).toMatchObject({
      action: 'oauth.authorized',
      entity_type: 'oauth_authorizations',
      actor_type: 'user',
      actor_user_id: who.id,
    })
  })
})
