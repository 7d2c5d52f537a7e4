import { describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { hashOf, makeToken } from '../../src/base/tokens.ts'
import { asOwner, call, type Json, person } from '../kit/client.ts'
import { workspace } from '../kit/makers.ts'
import {
  approved,
  bearer,
  client,
  connected,
  decide,
  me,
  redeem,
  refresh,
  oauthRefusal,
  request,
  revoke,
} from '../kit/oauth.ts'

const list = '/api/v1/oauth/authorizations'
const at = (id: string) => `${list}/${id}`

describe('revoking a token under RFC 7009', () => {
  test('a refresh token ends its family at once, with an empty 200 in one round trip', async () => {
    const grant = await connected()
    const reply = await revoke(grant.refresh, grant.client)
    expect([reply.status, reply.text, reply.roundTrips, reply.headers.get('cache-control')]).toEqual([
      200,
      '',
      1,
      'no-store',
    ])
    expect((await me(grant.access)).status).toBe(401)
    expect(oauthRefusal(await refresh(grant.client, grant.refresh))).toEqual([400, 'invalid_grant'])
    const [entry] = await asOwner(
      `select * from audit_log where entity_id = $1 and action = 'oauth.revoked'`,
      [grant.id],
    )
    expect([entry.request_id, entry.changes.revoked_by]).toEqual([
      reply.headers.get('x-request-id'),
      { to: 'client' },
    ])
  })

  test('a refresh token that was rotated ends its family too', async () => {
    const grant = await connected()
    const { body } = await refresh(grant.client, grant.refresh)
    expect((await revoke(grant.refresh, grant.client)).status).toBe(200)
    expect((await me(body.access_token)).status).toBe(401)
  })

  test('an access token ends alone: the refresh token remains valid', async () => {
    const grant = await connected()
    expect((await revoke(grant.access, grant.client)).status).toBe(200)
    expect((await me(grant.access)).status).toBe(401)
    expect((await refresh(grant.client, grant.refresh)).status).toBe(200)
  })

  test.each([['refresh_token'], ['access_token'], ['nonsense']])(
    'is not misled by the hint %s',
    async (token_type_hint) => {
      const grant = await connected()
      expect((await revoke(grant.access, grant.client, { token_type_hint })).status).toBe(200)
      expect([(await me(grant.access)).status, (await refresh(grant.client, grant.refresh)).status]).toEqual([
        401, 200,
      ])
    },
  )

  test('holding a token is enough to revoke it: the client may be left out', async () => {
    const grant = await connected()
    expect((await revoke(grant.refresh)).status).toBe(200)
    expect((await me(grant.access)).status).toBe(401)
  })

  test('is a silent 200 for what is unknown, malformed or already revoked', async () => {
    const grant = await connected()
    for (const token of [
      makeToken('svc_ort_', 'a'),
      makeToken('svc_oat_', 'a'),
      'nonsense',
      grant.refresh,
      grant.refresh,
      grant.code,
    ]) {
      const reply = await revoke(token, grant.client)
      expect([reply.status, reply.text]).toEqual([200, ''])
    }
  })

  test('of another client’s token is a silent 200 that ends nothing', async () => {
    const grant = await connected()
    const other = await client()
    for (const token of [grant.refresh, grant.access]) expect((await revoke(token, other)).status).toBe(200)
    expect([(await me(grant.access)).status, (await refresh(grant.client, grant.refresh)).status]).toEqual([
      200, 200,
    ])
  })

  test('is rejected for an unknown client, and ends nothing', async () => {
    const grant = await connected()
    for (const id of [uuidv7(), 'me'])
      expect(oauthRefusal(await revoke(grant.refresh, id))).toEqual([401, 'invalid_client'])
    expect((await me(grant.access)).status).toBe(200)
  })

  test('is rejected without a token, with two, and as JSON', async () => {
    const grant = await connected()
    expect(oauthRefusal(await revoke('', grant.client))).toEqual([400, 'invalid_request'])
    expect(oauthRefusal(await revoke(grant.refresh, grant.client, { token: [grant.refresh, 'x'] }))).toEqual([
      400,
      'invalid_request',
    ])
    expect(
      oauthRefusal(await call('POST', '/api/v1/oauth/revoke', { body: { token: grant.refresh } })),
    ).toEqual([400, 'invalid_request'])
    expect((await me(grant.access)).status).toBe(200)
  })
})

describe('the list of connected applications', () => {
  test('is empty for people who connected none', async () => {
    const reply = await (await person()).call('GET', list)
    expect([reply.status, reply.body, reply.roundTrips]).toEqual([200, [], 1])
  })

  test('has all one’s own, newest first, and nobody else’s', async () => {
    const ada = await person()
    const [first, second] = [await connected(ada, { client_name: 'Helper' }), await connected(ada)]
    await connected()
    expect(await ada.ok('GET', list)).toEqual([
      {
        id: second.id,
        client_id: second.client,
        client_name: null,
        client_url: null,
        read_only: false,
        organizations: null,
        redirect_host: 'client.example',
        user_agent: null,
        scope: 'service',
        authorized_at: expect.stringMatching(/Z$/),
        last_used_at: null,
      },
      {
        id: first.id,
        client_id: first.client,
        client_name: 'Helper',
        client_url: null,
        read_only: false,
        organizations: null,
        redirect_host: 'client.example',
        user_agent: null,
        scope: 'service',
        authorized_at: expect.stringMatching(/Z$/),
        last_used_at: null,
      },
    ])
  })

  test('has an approved one whose code is not redeemed, until the code expires', async () => {
    const ada = await person()
    const id = await client()
    await approved(ada, id)
    expect((await ada.ok('GET', list)).length).toBe(1)
    await asOwner(
      `update oauth_requests set code_expires_at = now() - interval '1 second' where client_id = $1`,
      [id],
    )
    expect(await ada.ok('GET', list)).toEqual([])
  })

  test('leaves out what was revoked or has expired, and never has what was denied', async () => {
    const ada = await person()
    const [revoked, expired] = [await connected(ada), await connected(ada)]
    await decide(ada, await request(await client()), false)
    await revoke(revoked.refresh)
    await asOwner(
      `update oauth_tokens set expires_at = now() - interval '1 second' where authorization_id = $1`,
      [expired.id],
    )
    expect(await ada.ok('GET', list)).toEqual([])
  })

  test('is available to the application itself, not to an API key', async () => {
    const ws = await workspace()
    const grant = await connected(ws.owner)
    expect((await grant.app.ok('GET', list)).map(({ id }: Json) => id)).toEqual([grant.id])
    const key = makeToken('svc_live_', 'a')
    await asOwner(
      `insert into api_keys (id, org_id, user_id, name, token_hash, hint) values ($1, $2, $3, 'k', $4, 'h')`,
      [uuidv7(), ws.org.id, ws.owner.id, Buffer.from(hashOf(key), 'hex')],
    )
    expect((await bearer(key, ws.owner).call('GET', list)).status).toBe(403)
    expect((await bearer(key, ws.owner).call('DELETE', at(grant.id))).status).toBe(403)
  })
})

describe('disconnecting an application', () => {
  test('ends all its valid tokens at once, in one round trip', async () => {
    const grant = await connected()
    const { body: next } = await refresh(grant.client, grant.refresh)
    const reply = await grant.who.call('DELETE', at(grant.id))
    expect([reply.status, reply.text, reply.roundTrips]).toEqual([204, '', 1])
    expect([(await me(grant.access)).status, (await me(next.access_token)).status]).toEqual([401, 401])
    expect(oauthRefusal(await refresh(grant.client, next.refresh_token))).toEqual([400, 'invalid_grant'])
    expect(await grant.who.ok('GET', list)).toEqual([])
  })

  test('ends the API keys that it created, and no others', async () => {
    const ws = await workspace()
    const grant = await connected(ws.owner)
    const created = await grant.app.ok('POST', `${ws.base}/api-keys`, { name: 'By the application' })
    const ownKey = await ws.owner.ok('POST', `${ws.base}/api-keys`, { name: 'By hand' })
    expect((await bearer(created.token, ws.owner).call('GET', ws.base)).status).toBe(200)
    await grant.who.call('DELETE', at(grant.id))
    const statuses = [created, ownKey].map(
      async ({ token }) => (await bearer(token, ws.owner).call('GET', ws.base)).status,
    )
    expect(await Promise.all(statuses)).toEqual([401, 200])
  })

  test('is idempotent: 204 again, also after the client revoked it, and one audit entry', async () => {
    const [grant, other] = [await connected(), await connected()]
    await revoke(other.refresh)
    const statuses = []
    for (const one of [grant, grant, other]) statuses.push((await one.who.call('DELETE', at(one.id))).status)
    expect(statuses).toEqual([204, 204, 204])
    const entries = await asOwner(
      `select changes from audit_log where entity_id = $1 and action = 'oauth.revoked'`,
      [grant.id],
    )
    expect(entries.map(({ changes }) => changes.revoked_by)).toEqual([{ to: 'owner' }])
  })

  test('of somebody else gets the same bytes as an unknown one, and ends nothing', async () => {
    const grant = await connected()
    const stranger = await person()
    const [foreign, missing] = [
      await stranger.call('DELETE', at(grant.id)),
      await stranger.call('DELETE', at(uuidv7())),
    ]
    const bytes = (text: string) => text.replace(/"request_id":"[^"]*"/, '')
    expect([foreign.status, bytes(foreign.text)]).toEqual([404, bytes(missing.text)])
    expect((await me(grant.access)).status).toBe(200)
  })

  test('by the application itself ends it', async () => {
    const grant = await connected()
    expect((await grant.app.call('DELETE', at(grant.id))).status).toBe(204)
    expect((await me(grant.access)).status).toBe(401)
  })

  test('does not affect other grants of the same person and client', async () => {
    const ada = await person()
    const id = await client()
    const tokens = [await redeem(id, await approved(ada, id)), await redeem(id, await approved(ada, id))]
    const [newest] = await ada.ok('GET', list)
    await ada.ok('DELETE', at(newest.id))
    expect(await Promise.all(tokens.map(async ({ body }) => (await me(body.access_token)).status))).toEqual([
      200, 401,
    ])
  })

  test('requires a credential', async () => {
    const replies = await Promise.all([call('GET', list), call('DELETE', at(uuidv7()))])
    expect(replies.map(({ status, roundTrips }) => [status, roundTrips])).toEqual([
      [401, 0],
      [401, 0],
    ])
  })
})
