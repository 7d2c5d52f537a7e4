import { describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { asOwner, call, type Caller, type Json, person } from '../kit/client.ts'
import { activate, cookieOf, operator } from '../kit/impersonation.ts'
import { join, project, workspace } from '../kit/makers.ts'
import { issue, lock } from '../kit/platform.ts'

const at = '/api/v1/platform/impersonations'
const said = ({ status, body }: Json) => [status, body?.error?.message]

/** Impersonates a person: issued, activated, and a function to send. */
async function looking(who: Caller, target: Caller, more: object = {}) {
  const created = await issue(who, target, more)
  const cookie = cookieOf(await activate(created.token))!.split(';')[0]!
  const headers = { cookie: `${who.headers.cookie}; ${cookie}` }
  return { made: created, get: (path: string) => call('GET', path, { headers }) }
}
const actionsOf = (id: string) =>
  asOwner(
    `select action, actor_user_id, impersonator_user_id, changes, request_id is not null as traced
      from audit_log where entity_id = $1 order by id`,
    [id],
  )

describe('issuing an impersonation', () => {
  test('shows its link once, for five minutes, and both identities in the audit log', async () => {
    const [olga, ws] = [await operator(), await workspace()]
    const created = await issue(olga, ws.owner, { org_id: ws.org.id })
    expect(created).toMatchObject({
      status: 'issued',
      user: { user_id: ws.owner.id },
      operator: { user_id: olga.id },
      organization: { id: ws.org.id },
    })
    expect(created.activate_url).toMatch(
      /^https:\/\/service\.test\/api\/v1\/auth\/impersonation\/activate\?token=svc_imp_\w{37}$/,
    )
    const minutes = (Date.parse(created.token_expires_at) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(4.8)
    expect(minutes).toBeLessThanOrEqual(5.01)
    const list = await olga.call('GET', at)
    expect(list.text).not.toContain(created.token)
    expect(await actionsOf(created.id)).toEqual([
      {
        action: 'platform.impersonation_started',
        traced: true,
        actor_user_id: ws.owner.id,
        impersonator_user_id: olga.id,
        changes: { reason: created.reason, organization_id: ws.org.id },
      },
    ])
    const { total } = await olga.ok('GET', `/api/v1/platform/audit-log?org_id=${ws.org.id}&action=platform.`)
    expect(total).toBe(1)
  })

  test('is rejected for oneself, operators and locked people, and requires a reason of ten characters', async () => {
    const [olga, ada, ws] = [await operator(), await person(), await workspace()]
    const send = (who: { id: string }, more: object = {}) =>
      olga.call('POST', at, { user_id: who.id, reason: 'ticket 4711', ...more })
    expect(said(await send(olga))).toEqual([409, 'you cannot impersonate yourself'])
    expect(said(await send(await operator()))).toEqual([
      409,
      'operators of the platform cannot be impersonated',
    ])
    await lock(olga, ada)
    expect(said(await send(ada))).toEqual([409, 'this person is locked'])
    for (const reason of ['short', ' '.repeat(20), undefined])
      expect((await send(ws.owner, { reason })).status).toBe(422)
    expect(said(await send({ id: uuidv7() }))).toEqual([422, 'body.user_id: not found'])
    for (const org_id of [uuidv7(), (await workspace()).org.id])
      expect(said(await send(ws.owner, { org_id }))).toEqual([
        422,
        'body.org_id: not an organization of this person',
      ])
  })

  test('lists by state, including expired ones that were not swept yet', async () => {
    const [olga, ada] = [await operator(), await person()]
    const { id } = await issue(olga, ada)
    const states = async () => {
      const all = ['issued', 'active', 'expired', 'revoked']
      const lists = await Promise.all(all.map((status) => olga.ok('GET', `${at}?limit=200&status=${status}`)))
      return all.filter((_, n) => lists[n].items.some((one: Json) => one.id === id))
    }
    expect(await states()).toEqual(['issued'])
    await asOwner(`update impersonation_sessions set token_expires_at = now() where id = $1`, [id])
    expect(await states()).toEqual(['expired'])
  })
})

describe('while impersonating', () => {
  test('a named organization is the only one', async () => {
    const [olga, ws, other] = [await operator(), await workspace('One'), await workspace('Two')]
    await asOwner(`insert into organization_members (org_id, user_id, role) values ($1, $2, 'member')`, [
      other.org.id,
      ws.owner.id,
    ])
    const { get } = await looking(olga, ws.owner, { org_id: ws.org.id })
    expect((await get(ws.base)).status).toBe(200)
    const [foreign, missing] = [await get(other.base), await get(`/api/v1/organizations/${uuidv7()}`)]
    expect([said(foreign), said(missing)]).toEqual(Array(2).fill([404, 'organization not found']))
    for (const path of ['/api/v1/organizations', '/api/v1/auth/me'])
      expect([path, (await get(path)).text.includes(other.org.id)]).toEqual([path, false])
    expect((await get('/api/v1/auth/me')).body.default_organization_id).toBe(ws.org.id)
    const full = await looking(olga, ws.owner)
    expect((await full.get(other.base)).status).toBe(200)
  })

  test('what is private to a person is hidden: notes, reminders, API keys, and notifications of reminders', async () => {
    const [olga, ws] = [await operator(), await workspace()]
    await project(ws)
    const canary = `canary-${uuidv7()}`
    const at_ = new Date(Date.now() + 864e5).toISOString()
    const { id } = await ws.owner.ok('POST', `${ws.base}/reminders`, { title: canary, remind_at: at_ })
    await ws.owner.ok('POST', `${ws.base}/notes`, { title: canary })
    await asOwner(
      `insert into notifications (org_id, user_id, reason, actor_type, entity_type, entity_id, title, source_key, group_key)
        values ($1, $2, 'reminder', 'system', 'reminder', $3, $4, $4, $4)`,
      [ws.org.id, ws.owner.id, id, canary],
    )
    const days = `from=${at_.slice(0, 10)}&to=${at_.slice(0, 10)}`
    const shown = [`/notifications`, `/calendar/feed?${days}`]
    for (const path of shown)
      expect([path, (await ws.owner.call('GET', ws.base + path)).text.includes(canary)]).toEqual([path, true])
    const { get } = await looking(olga, ws.owner)
    for (const path of shown) {
      const reply = await get(ws.base + path)
      expect([path, reply.status, reply.text.includes(canary)]).toEqual([path, 200, false])
    }
    for (const path of ['/notes', '/reminders', `/reminders/${id}`, '/api-keys']) {
      const reply = await get(ws.base + path)
      expect([path, reply.status]).toEqual([path, 403])
    }
  })

  test('the person’s last use does not change, and responses have the end of the impersonation', async () => {
    const [olga, ws] = [await operator(), await workspace()]
    const ada = await join(ws)
    const { get, made } = await looking(olga, ada)
    const reply = await get(ws.base)
    const [row] = await asOwner('select * from impersonation_sessions where id = $1', [made.id])
    expect(reply.headers.get('x-impersonation')).toBe(row.session_expires_at.toISOString())
    const lastSeenQuery = 'select last_seen_at from organization_members where user_id = $1'
    expect(await asOwner(lastSeenQuery, [ada.id])).toEqual([{ last_seen_at: null }])
    expect((await olga.call('GET', '/api/v1/auth/me')).headers.get('x-impersonation')).toBe(null)
  })

  test('tools are not accessible: a cookie opens none, whoever it is for', async () => {
    const [olga, ws] = [await operator(), await workspace()]
    const { token } = await issue(olga, ws.owner)
    const cookie = cookieOf(await activate(token))!.split(';')[0]!
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
    const reply = await call('POST', '/mcp', {
      body,
      headers: { cookie: `${olga.headers.cookie}; ${cookie}` },
    })
    expect(reply.status).toBe(401)
  })
})

describe('ending an impersonation', () => {
  test('from the list stops it at once, before or after its activation, and is idempotent', async () => {
    const [olga, other, ws] = [await operator(), await operator(), await workspace()]
    const { get, made } = await looking(olga, ws.owner)
    const unused = await issue(olga, ws.owner)
    for (const { id } of [made, made, unused])
      expect((await other.call('DELETE', `${at}/${id}`)).status).toBe(204)
    expect((await get('/api/v1/auth/me')).body.id).toBe(olga.id)
    expect((await activate(unused.token)).headers.get('location')).toContain('impersonation_invalid')
    const trail = await actionsOf(made.id)
    expect(trail.map(({ action }) => action)).toEqual([
      'platform.impersonation_started',
      'platform.impersonation_activated',
      'platform.impersonation_ended',
    ])
    expect(trail.at(-1)).toMatchObject({
      actor_user_id: ws.owner.id,
      impersonator_user_id: olga.id,
      changes: { via: 'revoked', by: other.id, reason: made.reason },
    })
    expect(said(await other.call('DELETE', `${at}/${uuidv7()}`))).toEqual([404, 'impersonation not found'])
  })

  test('fifty concurrent activations of one link have one winner', { tags: 'race' }, async () => {
    const { token, id } = await issue(await operator(), await person())
    const replies = await Promise.all(Array.from({ length: 50 }, () => activate(token)))
    expect(replies.filter((reply) => cookieOf(reply)).length).toBe(1)
    expect((await actionsOf(id)).length).toBe(2)
  })

  test('fifty concurrent revocations of one leave one entry', { tags: 'race' }, async () => {
    const olga = await operator()
    const { id } = await issue(olga, await person())
    await Promise.all(Array.from({ length: 50 }, () => olga.call('DELETE', `${at}/${id}`)))
    expect((await actionsOf(id)).length).toBe(2)
  })
})

describe('owners see', () => {
  const visits = async ({ base, owner }: { base: string; owner: Caller }, query = '') =>
    owner.ok('GET', `${base}/support-access${query}`)

  test('when and why, in their organization and of all of a member, without names', async () => {
    const [olga, ws, other] = [await operator(), await workspace(), await workspace()]
    const member = await join(ws)
    const first = await looking(olga, member, { org_id: ws.org.id, reason: 'ticket 1: the first look' })
    await first.get('/api/v1/auth/impersonation/exit')
    await looking(olga, ws.owner, { reason: 'ticket 2: the second look' })
    await issue(olga, member, { reason: 'ticket 3: a link that nobody followed' })
    const { items, total } = await visits(ws)
    expect([total, items]).toEqual([
      2,
      [
        {
          id: expect.any(String),
          reason: 'ticket 2: the second look',
          started_at: expect.any(String),
          ended_at: null,
        },
        {
          id: first.made.id,
          reason: 'ticket 1: the first look',
          started_at: expect.any(String),
          ended_at: expect.any(String),
        },
      ],
    ])
    expect((await visits(ws, '?limit=1&offset=1')).items).toEqual([items[1]])
    expect((await visits(other)).items).toEqual([])
  })

  test('not what an operator saw of the same person elsewhere, nor before they joined', async () => {
    const [olga, ws, other] = [await operator(), await workspace(), await workspace()]
    const before = await looking(olga, other.owner)
    await before.get('/api/v1/auth/impersonation/exit')
    await asOwner(`insert into organization_members (org_id, user_id, role) values ($1, $2, 'member')`, [
      ws.org.id,
      other.owner.id,
    ])
    await looking(olga, other.owner, { org_id: other.org.id })
    expect((await visits(ws)).total).toBe(0)
    expect((await visits(other)).total).toBe(2)
  })

  test('its end when it expires, before the sweep records it', async () => {
    const [olga, ws] = [await operator(), await workspace()]
    const { made } = await looking(olga, ws.owner, { org_id: ws.org.id })
    await asOwner(
      `update impersonation_sessions set session_expires_at = '2026-01-02T03:04:05Z' where id = $1`,
      [made.id],
    )
    expect((await visits(ws)).items[0]).toMatchObject({ id: made.id, ended_at: '2026-01-02T03:04:05.000Z' })
  })
})
