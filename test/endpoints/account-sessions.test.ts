import { describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { account, browserOf, otherSession, refresh } from '../kit/accounts.ts'
import { asOwner, type Caller } from '../kit/client.ts'
import { impersonating } from '../kit/impersonation.ts'
import { connected } from '../kit/oauth.ts'
import { workspace } from '../kit/makers.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

const at = '/api/v1/auth/sessions'
const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0' }
const list = (who: Caller) => who.ok('GET', at).then(({ items }) => items)
const idOf = async (who: Caller) => (await list(who))[0].id
const me = async (who: Caller) => (await who.call('GET', '/api/v1/auth/me')).status
const entries = (who: Caller, action: string) =>
  asOwner(`select entity_id, changes from audit_log where actor_user_id = $1 and action = $2`, [
    who.id,
    action,
  ])

describe('the sessions of a person', () => {
  test('are listed with device, address and last use, the current one first', async () => {
    const phone = await account()
    const laptop = await otherSession(phone, { ...firefox, 'cf-connecting-ip': '203.0.113.9' })
    await account()
    const { items, total } = await laptop.ok('GET', at)
    expect([total, items.length]).toEqual([2, 2])
    expect(items[0]).toEqual({
      id: expect.any(String),
      device: 'Firefox on Linux',
      methods: ['password'],
      ip: '203.0.113.9',
      created_at: expect.any(String),
      last_used_at: items[0].created_at,
      current: true,
    })
    expect(items[1]).toMatchObject({ device: 'Unknown device', current: false })
    expect((await list(phone)).map(({ id }: { id: string }) => id)).toEqual([items[1].id, items[0].id])
  })

  test('show when and from where they were last refreshed', async () => {
    const who = await account()
    await asOwner(`update sessions set created_at = now() - interval '1 day', updated_at = now() - interval '1 day'
      where user_id = '${who.id}'`)
    const before = (await list(who))[0]
    expect(before.last_used_at).toBe(before.created_at)
    await refresh({ ...who, headers: { ...who.headers, 'cf-connecting-ip': '203.0.113.77' } })
    const [after] = await list(who)
    expect([after.id, after.created_at, after.ip]).toEqual([before.id, before.created_at, '203.0.113.77'])
    expect(Date.parse(after.last_used_at)).toBeGreaterThan(Date.now() - 60_000)
  })

  test('are not listed once they have expired or ended', async () => {
    const who = await account()
    const [expired, ended] = [await otherSession(who), await otherSession(who)]
    await asOwner(`update sessions set expires_at = now() where id = $1`, [await idOf(expired)])
    await ended.ok('DELETE', `${at}/${await idOf(ended)}`)
    expect(await list(who)).toHaveLength(1)
  })
})

describe('ending a session', () => {
  test('ends its refresh token and its access token at once, and no other session', async () => {
    const who = await account()
    const [lost, other] = [await otherSession(who), await otherSession(who)]
    const id = await idOf(lost)
    expect((await who.call('DELETE', `${at}/${id}`)).status).toBe(204)
    expect([await me(lost), (await refresh(lost)).status]).toEqual([401, 401])
    expect([await me(who), await me(other)]).toEqual([200, 200])
    expect(await entries(who, 'account.session_ended')).toEqual([{ entity_id: who.id, changes: {} }])
  })

  test('may end the current one', async () => {
    const who = await account()
    expect((await who.call('DELETE', `${at}/${await idOf(who)}`)).status).toBe(204)
    expect(await me(who)).toBe(401)
  })

  test('does not find those of others or ended ones, with indistinguishable responses', async () => {
    const [who, other] = [await account(), await account()]
    const foreign = await idOf(other)
    const ended = await idOf(await otherSession(who))
    await who.ok('DELETE', `${at}/${ended}`)
    for (const id of [foreign, ended, uuidv7()]) {
      const { status, body } = await who.call('DELETE', `${at}/${id}`)
      expect([status, body.error.code, body.error.message]).toEqual([404, 'not_found', 'session not found'])
    }
    expect(await me(other)).toBe(200)
  })

  test('ends all others and keeps the current one', async () => {
    const [who, stranger] = [await account(), await account()]
    const others = [await otherSession(who), await otherSession(who)]
    expect((await who.call('DELETE', at)).status).toBe(204)
    for (const other of others) expect([await me(other), (await refresh(other)).status]).toEqual([401, 401])
    expect([await me(who), await me(stranger)]).toEqual([200, 200])
    expect(await entries(who, 'account.sessions_ended')).toEqual([
      { entity_id: who.id, changes: { ended: 2 } },
    ])
  })

  test('cannot be undone by a concurrent refresh', { tags: 'race' }, async () => {
    const who = await account()
    const lost = await otherSession(who)
    const [refreshed] = await Promise.all([refresh(lost), who.call('DELETE', at)])
    expect(await me(lost)).toBe(401)
    if (refreshed.status === 200) expect((await refresh(browserOf(refreshed))).status).toBe(401)
    expect(await list(who)).toHaveLength(1)
  })
})

describe('sessions are closed to', () => {
  const requests = (): [string, string][] => [
    ['GET', at],
    ['DELETE', at],
    ['DELETE', `${at}/${uuidv7()}`],
  ]

  test('API keys and connected applications', async () => {
    const { owner, base } = await workspace()
    const { token } = await owner.ok('POST', `${base}/api-keys`, { name: 'laptop' })
    const key = { authorization: `Bearer ${token}`, cookie: '' }
    const { app } = await connected(owner)
    for (const [method, path] of requests()) {
      const byKey = await owner.call(method, path, undefined, key)
      expect([byKey.status, byKey.body.error.message]).toEqual([
        403,
        'this operation is not open to API keys',
      ])
      const byApp = await app.call(method, path)
      expect([byApp.status, byApp.body.error.message]).toEqual([
        403,
        'this operation is not open to connected applications',
      ])
    }
  })

  test('operators who impersonate the person', async () => {
    const who = await account()
    const { cookie, operator } = await impersonating(who)
    for (const [method, path] of requests()) {
      const looking = { cookie: `${operator.headers.cookie}; ${cookie}` }
      const { status, body } = await operator.call(method, path, undefined, looking)
      expect([status, body.error.code]).toEqual([403, 'forbidden'])
    }
    expect(await me(who)).toBe(200)
  })

  test('other sites', async () => {
    const who = await account()
    const { status } = await who.call('DELETE', at, undefined, { origin: 'https://evil.example' })
    expect(status).toBe(403)
  })
})
