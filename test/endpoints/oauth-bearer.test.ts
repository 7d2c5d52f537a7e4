import { describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { makeToken } from '../../src/base/tokens.ts'
import { asOwner, call, env } from '../kit/client.ts'
import { join, project, workspace } from '../kit/makers.ts'
import { connected, me } from '../kit/oauth.ts'

describe('an access token', () => {
  test('acts across the API as the person who consented, in one round trip', async () => {
    const ws = await workspace()
    const { app, who } = await connected(ws.owner)
    const self = await app.call('GET', '/api/v1/auth/me')
    expect([self.status, self.body, self.roundTrips]).toMatchObject([200, { id: who.id, api_key: null }, 1])
    const created = await app.call('POST', `${ws.base}/tags`, { name: 'by an application', color: '#64748b' })
    expect([created.status, created.roundTrips]).toEqual([201, 1])
    expect((await app.ok('GET', '/api/v1/organizations')).items.map(({ id }: { id: string }) => id)).toEqual([
      ws.org.id,
    ])
  })

  test('is in the audit log with its authorization', async () => {
    const ws = await workspace()
    const { app, id, who } = await connected(ws.owner)
    await app.ok('POST', `${ws.base}/tags`, { name: 'traced', color: '#64748b' })
    const [entry] = await asOwner(`select * from audit_log where org_id = $1 and action = 'tag.created'`, [
      ws.org.id,
    ])
    expect(entry).toMatchObject({
      actor_type: 'oauth',
      actor_user_id: who.id,
      oauth_authorization_id: id,
      api_key_id: null,
    })
  })

  test('has the role that the person has at that moment', async () => {
    const ws = await workspace()
    const viewer = await join(ws, 'viewer')
    const { app } = await connected(viewer)
    const draft = { name: 'Apollo', key: 'APO' }
    expect((await app.call('POST', `${ws.base}/projects`, draft)).status).toBe(403)
    await asOwner(`update organization_members set role = 'admin' where user_id = $1`, [viewer.id])
    expect((await app.call('POST', `${ws.base}/projects`, draft)).status).toBe(201)
  })

  test('cannot see a private project that the person cannot see', async () => {
    const ws = await workspace()
    const hidden = await project(ws, { visibility: 'private' })
    const { app } = await connected(await join(ws, 'member'))
    expect((await app.call('GET', `${ws.base}/projects/${hidden.id}`)).status).toBe(404)
  })

  test('of an outsider finds no organization', async () => {
    const ws = await workspace()
    const { app } = await connected()
    const reply = await app.call('GET', `${ws.base}/projects`)
    expect([reply.status, reply.body.error.code]).toEqual([404, 'not_found'])
  })

  test('needs no trusted origin, because no cookie is sent', async () => {
    const ws = await workspace()
    const { app } = await connected(ws.owner)
    const headers = { origin: 'https://assistant.example' }
    expect((await app.call('POST', `${ws.base}/tags`, { name: 'a', color: '#64748b' }, headers)).status).toBe(
      201,
    )
  })

  test.each([
    [
      'the member was deactivated',
      `update organization_members set status = 'deactivated' where user_id = $1`,
    ],
    ['the member was removed', 'delete from organization_members where user_id = $1'],
  ])('finds no organization once %s', async (_, change) => {
    const ws = await workspace()
    const member = await join(ws, 'member')
    const { app } = await connected(member)
    expect((await app.call('GET', `${ws.base}/projects`)).status).toBe(200)
    await asOwner(change, [member.id])
    expect((await app.call('GET', `${ws.base}/projects`)).status).toBe(404)
  })

  test.each([
    [
      'it has expired',
      `update oauth_tokens set expires_at = now() - interval '1 second' where authorization_id = $1`,
    ],
    ['its authorization was revoked', 'update oauth_authorizations set revoked_at = now() where id = $1'],
    [
      'the person was locked',
      `update users set status = 'locked'
      where id = (select user_id from oauth_authorizations where id = $1)`,
    ],
  ])('is 401 at the very next request once %s', async (_, change) => {
    const { access, id } = await connected()
    expect((await me(access)).status).toBe(200)
    await asOwner(change, [id])
    const reply = await me(access)
    expect([reply.status, reply.body.error.code, reply.headers.get('www-authenticate')]).toEqual([
      401,
      'unauthorized',
      'Bearer',
    ])
  })

  test('that was never issued is 401 after one round trip, a malformed one or another kind after none', async () => {
    const grant = await connected()
    const malformedTokens = [
      makeToken('svc_oat_', 'a'),
      `${grant.access.slice(0, -1)}_`,
      grant.refresh,
      grant.code,
      'svc_oat_',
      'x',
      '',
    ]
    const replies = await Promise.all(malformedTokens.map(me))
    expect(replies.map(({ status, roundTrips }) => [status, roundTrips])).toEqual([
      [401, 1],
      [401, 0],
      [401, 0],
      [401, 0],
      [401, 0],
      [401, 0],
      [401, 0],
    ])
  })

  test('is not accepted in the query or the body', async () => {
    const { access } = await connected()
    const replies = [
      await call('GET', `/api/v1/auth/me?access_token=${access}`),
      await call('POST', '/api/v1/organizations', {
        raw: `access_token=${access}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
    ]
    expect(replies.map(({ status, roundTrips }) => [status, roundTrips])).toEqual([
      [401, 0],
      [401, 0],
    ])
  })

  test('that is invalid is rejected despite a valid cookie', async () => {
    const { who } = await connected()
    const headers = { ...who.headers, authorization: `Bearer ${makeToken('svc_oat_', 'a')}` }
    expect((await call('GET', '/api/v1/auth/me', { headers })).status).toBe(401)
  })
})

describe('the last use of an authorization', () => {
  const app = createApp()
  /** Calls with the token and waits for the work after the response. */
  async function use(access: string) {
    const pending: Promise<unknown>[] = []
    const context = {
      waitUntil: (promise: Promise<unknown>) => pending.push(promise),
      passThroughOnException: () => undefined,
      props: {},
    }
    const headers = { authorization: `Bearer ${access}` }
    const reply = await app.request('https://service.test/api/v1/auth/me', { headers }, env(), context)
    await Promise.all(pending)
    return { roundTrips: reply.headers.get('server-timing'), left: pending.length }
  }
  const lastUse = async (id: string) =>
    (await asOwner('select last_used_at from oauth_authorizations where id = $1', [id]))[0]
      .last_used_at as Date | null

  test('is recorded after the response, at most once a minute', async () => {
    const { access, id, who } = await connected()
    expect(await lastUse(id)).toBeNull()
    expect(await use(access)).toEqual({ roundTrips: 'db;desc="1", sql;desc="2"', left: 1 })
    const first = await lastUse(id)
    expect(first).not.toBeNull()
    expect(await use(access)).toEqual({ roundTrips: 'db;desc="1", sql;desc="2"', left: 0 })
    await asOwner(
      `update oauth_authorizations set last_used_at = now() - interval '61 seconds' where id = $1`,
      [id],
    )
    expect((await use(access)).left).toBe(1)
    expect((await lastUse(id))!.getTime()).toBeGreaterThanOrEqual(first!.getTime())
    const [{ last_used_at }] = await who.ok('GET', '/api/v1/oauth/authorizations')
    expect(Date.parse(last_used_at)).toBe((await lastUse(id))!.getTime())
  })

  test('is not audited', async () => {
    const { access, id } = await connected()
    await use(access)
    expect((await asOwner('select 1 from audit_log where entity_id = $1', [id])).length).toBe(1)
  })
})
