import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { makeToken } from '../../src/base/tokens.ts'
import { asOwner } from '../kit/client.ts'
import {
  client,
  connected,
  type Params,
  type Grant,
  me,
  refresh,
  oauthRefusal,
  revoke,
} from '../kit/oauth.ts'

const grace = { OAUTH_REFRESH_GRACE_SECONDS: '30' }
let warn: MockInstance<typeof console.warn>
beforeEach(() => {
  warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => warn.mockRestore())
const events = () => warn.mock.calls.map(([line]) => JSON.parse(String(line)))

/** All tokens of a family fail. */
async function expectEnded({ client: id }: Grant, ...tokens: string[]) {
  for (const token of tokens) {
    if (token.startsWith('svc_oat_')) expect((await me(token)).status).toBe(401)
    else expect(oauthRefusal(await refresh(id, token, {}, grace))).toEqual([400, 'invalid_grant'])
  }
}

describe('refreshing', () => {
  test('rotates: new tokens, uncached, in one round trip, and the old access token remains valid', async () => {
    const grant = await connected()
    const reply = await refresh(grant.client, grant.refresh)
    expect([reply.status, reply.roundTrips, reply.headers.get('cache-control')]).toEqual([200, 1, 'no-store'])
    expect(reply.body).toEqual({
      access_token: expect.stringMatching(/^svc_oat_\w{37}$/),
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^svc_ort_\w{37}$/),
      scope: 'service',
    })
    const { access_token, refresh_token } = reply.body
    expect(new Set([access_token, grant.access]).size + new Set([refresh_token, grant.refresh]).size).toBe(4)
    expect([(await me(access_token)).status, (await me(grant.access)).status]).toEqual([200, 200])
    expect((await refresh(grant.client, refresh_token)).status).toBe(200)
  })

  test('the successor is valid for another thirty days', async () => {
    const grant = await connected()
    await asOwner(
      `update oauth_tokens set expires_at = now() + interval '1 day' where authorization_id = $1`,
      [grant.id],
    )
    await refresh(grant.client, grant.refresh)
    const [{ days }] = await asOwner(
      `select round(extract(epoch from expires_at - now()) / 86400)::int as days
      from oauth_tokens where authorization_id = $1 and kind = 'refresh' and used_at is null`,
      [grant.id],
    )
    expect(days).toBe(30)
  })

  test.each<[string, (grant: Grant) => Params, number, string, number]>([
    ['no token', () => ({ refresh_token: undefined }), 400, 'invalid_request', 0],
    ['no client', () => ({ client_id: undefined }), 400, 'invalid_request', 0],
    ['an unknown client', () => ({ client_id: uuidv7() }), 401, 'invalid_client', 1],
    ['a client that is no uuid', () => ({ client_id: 'x' }), 401, 'invalid_client', 0],
    ['an unknown token', () => ({ refresh_token: makeToken('svc_ort_', 'a') }), 400, 'invalid_grant', 1],
    ['a malformed token', () => ({ refresh_token: 'svc_ort_x' }), 400, 'invalid_grant', 1],
    [
      'a malformed token of an unknown client',
      () => ({ refresh_token: 'svc_ort_x', client_id: uuidv7() }),
      401,
      'invalid_client',
      1,
    ],
    [
      'a token whose checksum is wrong',
      (grant) => ({ refresh_token: `${grant.refresh.slice(0, -1)}_` }),
      400,
      'invalid_grant',
      1,
    ],
    ['the access token', (grant) => ({ refresh_token: grant.access }), 400, 'invalid_grant', 1],
    ['the code', (grant) => ({ refresh_token: grant.code }), 400, 'invalid_grant', 1],
    [
      'the token twice',
      (grant) => ({ refresh_token: [grant.refresh, grant.refresh] }),
      400,
      'invalid_request',
      0,
    ],
    ['a wider scope', () => ({ scope: 'service admin' }), 400, 'invalid_scope', 1],
    ['another scope', () => ({ scope: 'openid' }), 400, 'invalid_scope', 1],
  ])('with %s fails and consumes nothing', async (_, overrides, status, error, roundTrips) => {
    const grant = await connected()
    const refused = await refresh(grant.client, grant.refresh, overrides(grant))
    expect([...oauthRefusal(refused), refused.roundTrips]).toEqual([status, error, roundTrips])
    expect((await refresh(grant.client, grant.refresh, { scope: 'service' })).status).toBe(200)
  })

  test('for another client fails and consumes nothing', async () => {
    const grant = await connected()
    expect(oauthRefusal(await refresh(await client(), grant.refresh))).toEqual([400, 'invalid_grant'])
    expect((await refresh(grant.client, grant.refresh)).status).toBe(200)
  })

  test('another client that presents a rotated token does not end the family', async () => {
    const grant = await connected()
    const { body } = await refresh(grant.client, grant.refresh)
    expect(oauthRefusal(await refresh(await client(), grant.refresh))).toEqual([400, 'invalid_grant'])
    expect((await me(body.access_token)).status).toBe(200)
  })

  test('after thirty days fails', async () => {
    const grant = await connected()
    await asOwner(
      `update oauth_tokens set expires_at = now() - interval '1 second' where authorization_id = $1`,
      [grant.id],
    )
    expect(oauthRefusal(await refresh(grant.client, grant.refresh))).toEqual([400, 'invalid_grant'])
  })

  test('for a locked person fails, and works again once unlocked', async () => {
    const grant = await connected()
    await asOwner(`update users set status = 'locked' where id = $1`, [grant.who.id])
    expect(oauthRefusal(await refresh(grant.client, grant.refresh))).toEqual([400, 'invalid_grant'])
    await asOwner(`update users set status = 'active' where id = $1`, [grant.who.id])
    expect((await refresh(grant.client, grant.refresh)).status).toBe(200)
  })
})

describe('a refresh token that was rotated', () => {
  test('ends its whole family when it is reused, and that is logged with the client', async () => {
    const grant = await connected()
    const { body: next } = await refresh(grant.client, grant.refresh)
    const reuse = await refresh(grant.client, grant.refresh)
    expect([...oauthRefusal(reuse), reuse.roundTrips]).toEqual([400, 'invalid_grant', 1])
    expect(events()).toEqual([
      { event: 'oauth_refresh_reused', client: grant.client, authorization: grant.id },
    ])
    await expectEnded(grant, grant.access, next.access_token, next.refresh_token)
    const [entry] = await asOwner(
      `select * from audit_log where entity_id = $1 and action = 'oauth.revoked'`,
      [grant.id],
    )
    expect(entry).toMatchObject({ actor_type: 'system', request_id: reuse.headers.get('x-request-id') })
    expect(entry.changes.revoked_by).toEqual({ to: 'reuse' })
  })

  test('ends no other family of the same person and client', async () => {
    const grant = await connected()
    const other = await connected(grant.who)
    await refresh(grant.client, grant.refresh)
    await refresh(grant.client, grant.refresh)
    expect([(await me(grant.access)).status, (await me(other.access)).status]).toEqual([401, 200])
  })

  test.each(['0', '', '-5', 'soon', '1e9'])(
    'ends its family even with the grace set to %j',
    async (OAUTH_REFRESH_GRACE_SECONDS) => {
      const grant = await connected()
      const changes = { OAUTH_REFRESH_GRACE_SECONDS }
      const { body: next } = await refresh(grant.client, grant.refresh, {}, changes)
      expect(oauthRefusal(await refresh(grant.client, grant.refresh, {}, changes))).toEqual([
        400,
        'invalid_grant',
      ])
      await expectEnded(grant, next.access_token, next.refresh_token)
    },
  )
})

describe('within the grace', () => {
  test('the predecessor gets the same response again, as often as it is used, and that is logged with the client', async () => {
    const grant = await connected()
    const first = await refresh(grant.client, grant.refresh, {}, grace)
    const repeated = [
      await refresh(grant.client, grant.refresh, {}, grace),
      await refresh(grant.client, grant.refresh, {}, grace),
    ]
    expect(repeated.map(({ status, text, roundTrips }) => [status, text, roundTrips])).toEqual([
      [200, first.text, 1],
      [200, first.text, 1],
    ])
    expect(events()).toEqual(
      Array.from({ length: 2 }, () => ({
        event: 'oauth_refresh_grace',
        client: grant.client,
        authorization: grant.id,
      })),
    )
    expect((await me(first.body.access_token)).status).toBe(200)
    expect((await refresh(grant.client, first.body.refresh_token, {}, grace)).status).toBe(200)
  })

  test('the predecessor ends the family once its successor was used', async () => {
    const grant = await connected()
    const { body: second } = await refresh(grant.client, grant.refresh, {}, grace)
    const { body: third } = await refresh(grant.client, second.refresh_token, {}, grace)
    expect(oauthRefusal(await refresh(grant.client, grant.refresh, {}, grace))).toEqual([
      400,
      'invalid_grant',
    ])
    await expectEnded(grant, second.access_token, third.access_token, third.refresh_token)
  })

  test('an older ancestor ends the family', async () => {
    const grant = await connected()
    const { body: second } = await refresh(grant.client, grant.refresh, {}, grace)
    const { body: third } = await refresh(grant.client, second.refresh_token, {}, grace)
    expect((await refresh(grant.client, second.refresh_token, {}, grace)).body).toEqual(third)
    expect(oauthRefusal(await refresh(grant.client, grant.refresh, {}, grace))).toEqual([
      400,
      'invalid_grant',
    ])
    await expectEnded(grant, third.access_token)
  })

  test('but past the window the predecessor ends the family', async () => {
    const grant = await connected()
    const { body: next } = await refresh(grant.client, grant.refresh, {}, grace)
    await asOwner(
      `update oauth_tokens set used_at = now() - interval '31 seconds' where authorization_id = $1
      and used_at is not null`,
      [grant.id],
    )
    expect(oauthRefusal(await refresh(grant.client, grant.refresh, {}, grace))).toEqual([
      400,
      'invalid_grant',
    ])
    await expectEnded(grant, next.access_token, next.refresh_token)
  })

  test('a revoked family issues nothing again', async () => {
    const grant = await connected()
    const { body: next } = await refresh(grant.client, grant.refresh, {}, grace)
    await revoke(next.refresh_token, grant.client)
    await expectEnded(grant, grant.refresh, next.access_token, next.refresh_token)
  })
})
