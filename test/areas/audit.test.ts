import { describe, expect, test } from 'vitest'
import { seal, trail } from '../kit/audit.ts'
import { asOwner, type Json } from '../kit/client.ts'
import { impersonating } from '../kit/impersonation.ts'
import { join, project, task, type Workspace, workspace } from '../kit/makers.ts'

const log = (ws: Workspace, query = '', who = ws.owner): Promise<Json> =>
  who.ok('GET', `${ws.base}/audit-log${query}`)
const ids = ({ items }: Json): string[] => items.map(({ id }: Json) => id)
const entry = (ws: Workspace, more: Record<string, unknown> = {}) => {
  const row = {
    org_id: ws.org.id,
    actor_type: 'user',
    actor_user_id: ws.owner.id,
    action: 'task.created',
    entity_type: 'tasks',
    entity_id: '1',
    changes: {},
    ...more,
  }
  const names = Object.keys(row)
  return asOwner<{ id: string }>(
    `insert into audit_log (${names.join(', ')}) values (${names.map((_, n) => `$${n + 1}`).join(', ')}) returning id`,
    Object.values(row),
  ).then(([created]) => created!.id)
}

describe('the list', () => {
  test('shows who did what to what, newest first, from the same transaction as the change', async () => {
    const ws = await workspace()
    const home = await project(ws)
    const created = await task(ws, home.id, { title: 'Fix it' })
    const { items } = await log(ws, '?limit=1')
    expect(items[0]).toMatchObject({
      action: 'task.created',
      actor: { type: 'user', user_id: ws.owner.id, label: ws.owner.email },
      via: 'session',
      entity: { type: 'tasks', id: created.id, label: 'Fix it', version: 1 },
      fields: expect.arrayContaining(['title', 'status']),
    })
    const full = await ws.owner.ok('GET', `${ws.base}/audit-log/${items[0].id}`)
    expect(full.changes.title).toEqual({ to: 'Fix it' })
    expect(full.seal).toBe(null)
    await seal(ws.org.id)
    expect((await ws.owner.ok('GET', `${ws.base}/audit-log/${items[0].id}`)).seal).toMatchObject({
      position: expect.any(Number),
    })
  })

  test('is for admins and owners, and an admin sees what the owner sees', async () => {
    const ws = await workspace()
    const admin = await join(ws, 'admin')
    for (const role of ['manager', 'member', 'viewer']) {
      const one = await join(ws, role)
      expect((await one.call('GET', `${ws.base}/audit-log`)).status).toBe(403)
    }
    const known = ids(await log(ws))
    expect(ids(await log(ws, '', admin))).toEqual(expect.arrayContaining(known))
  })

  test('is filtered by person, action, prefix of actions, object, time, address and words', async () => {
    const ws = await workspace()
    const other = await join(ws, 'admin')
    const at = '2026-03-01T10:00:00.000Z'
    const one = await entry(ws, {
      actor_user_id: other.id,
      actor_label: 'grace@example.com',
      action: 'member.removed',
      entity_type: 'organization_members',
      entity_id: 'm-1',
      entity_label: 'Bob 100% sure',
      ip: '203.0.113.9',
      request_id: 'request-0001',
      created_at: at,
    })
    await entry(ws, { action: 'member.updated', ip: '203.0.113.10' })
    await entry(ws, { action: 'membership.updated' })
    for (const query of [
      `actor_id=${other.id}`,
      'action=member.removed',
      'action=member.&entity_id=m-1',
      'entity_type=organization_members&entity_id=m-1',
      'from=2026-03-01T00:00:00Z&to=2026-03-02T00:00:00Z',
      'ip=203.0.113.9',
      'q=100%25',
      'q=GRACE@',
      'q=request-0001',
      `q=${one}`,
      `to=${at}`,
    ])
      expect([query, await log(ws, `?${query}`)]).toEqual([
        query,
        expect.objectContaining({ total: 1, items: [expect.objectContaining({ id: one })] }),
      ])
    const members = await log(ws, '?action=member.')
    expect(members.items.map(({ action }: Json) => action)).toEqual(['member.updated', 'member.removed'])
    expect((await log(ws, '?actor_id=me&action=member.')).total).toBe(1)
  })

  test.each([
    ['from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z', 'query.from: after to'],
    ['from=2024-01-01T00:00:00Z&to=2026-01-01T00:00:00Z', 'query.from: more than 366 days before to'],
    ['action=member', 'query.action: '],
    ['ip=nowhere', 'query.ip: must be an IP address'],
    ['cursor=1', 'query.cursor: must be a next_cursor'],
    ['order=up', 'query.order: '],
    ['actor_id=x', 'query.actor_id: '],
  ])('rejects %s', async (query, reason) => {
    const ws = await workspace()
    const refused = await ws.owner.call('GET', `${ws.base}/audit-log?${query}`)
    expect([refused.status, refused.body.error.message]).toEqual([422, expect.stringContaining(reason)])
  })

  test('continues from a cursor without gap or repetition, even while new entries come, in both orders', async () => {
    const ws = await workspace()
    for (let n = 0; n < 7; n++) await entry(ws, { created_at: '2026-05-05T05:05:05Z', entity_id: String(n) })
    for (const order of ['desc', 'asc']) {
      const all = ids(await log(ws, `?order=${order}`))
      const read: string[] = []
      let cursor = ''
      do {
        const page = await log(ws, `?limit=3&order=${order}${cursor && `&cursor=${cursor}`}`)
        read.push(...ids(page))
        cursor = page.next_cursor
        if (order === 'desc') await entry(ws)
      } while (cursor)
      expect(read).toEqual(all)
    }
  })

  test('counts correctly whatever of it is sealed', async () => {
    const { ws } = await trail()
    const count = async () =>
      (await asOwner('select count(*)::int as n from audit_log where org_id = $1', [ws.org.id]))[0].n
    expect((await log(ws, '?limit=1')).total).toBe(await count())
    await ws.owner.ok('POST', `${ws.base}/tags`, { name: 'new' })
    expect((await log(ws, '?limit=1')).total).toBe(await count())
    await seal(ws.org.id)
    const page = await log(ws, '?limit=2&offset=1')
    expect([page.total, page.items.length]).toEqual([await count(), 2])
  })
})

describe('what belongs to the platform', () => {
  test('is not shown, counted, found by id, verified or named to an organization', async () => {
    const ws = await workspace()
    const hidden = await entry(ws, { action: 'platform.organization_suspended', entity_label: 'secret' })
    const before = await log(ws)
    expect(ids(before)).not.toContain(hidden)
    expect(before.total).toBe(before.items.length)
    for (const query of [
      'action=platform.',
      'q=secret',
      `q=${hidden}`,
      'action=platform.organization_suspended',
    ])
      expect([query, (await log(ws, `?${query}`)).total]).toEqual([query, 0])
    expect((await ws.owner.call('GET', `${ws.base}/audit-log/${hidden}`)).status).toBe(404)
    const { items } = await ws.owner.ok('GET', `${ws.base}/audit-log/actions`)
    expect(items.filter(({ action }: Json) => action.startsWith('platform.'))).toEqual([])
    await seal(ws.org.id)
    expect((await ws.owner.ok('GET', `${ws.base}/audit-log/verify`)).checked).toBe(before.total)
    expect((await log(ws)).total).toBe(before.total)
  })

  test('shows impersonators as support: no name, id or address', async () => {
    const ws = await workspace()
    const operator = await join(ws, 'viewer')
    const id = await entry(ws, {
      impersonator_user_id: operator.id,
      ip: '198.51.100.7',
      user_agent: 'operator’s browser',
    })
    const full = await ws.owner.call('GET', `${ws.base}/audit-log/${id}`)
    expect(full.body).toMatchObject({
      via: 'support',
      actor: { user_id: ws.owner.id },
      ip: null,
      user_agent: null,
    })
    for (const result of [full.text, JSON.stringify(await log(ws))])
      for (const part of [operator.id, operator.email, '198.51.100.7', 'operator’s browser'])
        expect(result).not.toContain(part)
    expect((await log(ws, '?ip=198.51.100.7')).total).toBe(0)
  })

  test('shows a rejected write under impersonation as support, with the person as actor', async () => {
    const ws = await workspace()
    const { send, operator } = await impersonating(ws.owner)
    expect((await send('PATCH', ws.base)).status).toBe(403)
    await expect.poll(async () => (await log(ws, '?action=access.refused')).total).toBe(1)
    const { items } = await log(ws, '?action=access.refused')
    expect(items[0]).toMatchObject({
      via: 'support',
      actor: { user_id: ws.owner.id },
      entity: { type: 'operations', id: 'updateOrganization' },
    })
    const [row] = await asOwner('select impersonator_user_id from audit_log where id = $1', [items[0].id])
    expect(row.impersonator_user_id).toBe(operator.id)
  })
})

test('the catalog has the meaning of each action and its count in thirty days', async () => {
  const ws = await workspace()
  for (const days of [1, 29, 31])
    await entry(ws, { action: 'tag.created', created_at: new Date(Date.now() - days * 864e5) })
  const { items } = await ws.owner.ok('GET', `${ws.base}/audit-log/actions`)
  const found = (wanted: string) => items.find(({ action }: Json) => action === wanted)
  expect(found('tag.created')).toEqual({ action: 'tag.created', description: 'Create a tag', count_30d: 2 })
  expect(found('task.recurred').count_30d).toBe(0)
  expect(items.map(({ action }: Json) => action)).toEqual(items.map(({ action }: Json) => action).toSorted())
})
