import { expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
import { join } from '../kit/makers.ts'
import { desk } from '../kit/tickets.ts'

/** Columns that name a holder, and are handed over or kept by a rule of their own. */
const kept: Record<string, string> = {
  'tasks.assignee_id': 'remove_member, by the visibility of the project',
  'projects.lead_user_id': 'remove_member',
  'documents.owner_id': 'authorship',
  'saved_filters.owner_id': 'private to the person',
  'search_entries.owner_user_id': 'derived from the record',
  'assignment_rules.last_assignee_id': 'only a place in the rotation, which leaves out who is gone',
}

test('every column that names a holder is handed over when a member leaves, or says why not', async () => {
  const columns: Json[] = await asOwner(`
    select c.table_name || '.' || c.column_name as name, h.held_by is not null as handed
      from information_schema.columns c
        join information_schema.columns o on o.table_schema = 'public' and o.table_name = c.table_name and o.column_name = 'org_id'
        left join app.held_columns() h on h.holding = c.table_name::regclass and h.held_by = c.column_name
      where c.table_schema = 'public' and c.data_type = 'uuid' and c.column_name ~ '(^|_)(assignee|owner|lead_user|holder|agent)(_|$)'
      order by 1`)
  expect(columns.filter(({ handed }) => handed).length).toBeGreaterThan(5)
  const left = columns.filter(({ name, handed }) => !handed && !(name in kept))
  expect(left.map(({ name }) => name)).toEqual([])
})

test('tickets, clients and a running timer go to the successor or to nobody', async () => {
  const { ws, client, create, get, change, at } = await desk()
  const ada = await join(ws, 'member', 'Ada')
  const bob = await join(ws, 'member', 'Bob')
  const [handed, closed] = [await create(), await create()]
  for (const { id } of [handed, closed]) await change(id, { assignee_user_id: ada.id })
  await change(closed.id, { status: 'resolved' })
  await change(closed.id, { status: 'closed' })
  await ws.owner.ok('PATCH', `${ws.base}/clients/${client}`, { owner_user_id: ada.id })
  await ada.ok('POST', `${ws.base}/time-entries/timer/start`, {})
  await ws.owner.ok('DELETE', `${ws.base}/members/${ada.id}`, { reassign_tasks_to: bob.id })
  expect((await get(handed.id)).assignee.user_id).toBe(bob.id)
  expect((await ws.owner.ok('GET', `${ws.base}/clients/${client}`)).owner_user_id).toBe(bob.id)
  const [timer] = await asOwner('select ended_at from time_entries where org_id = $1 and user_id = $2', [
    ws.org.id,
    ada.id,
  ])
  expect(timer!.ended_at).not.toBe(null)
  await ws.owner.ok('DELETE', `${ws.base}/members/${bob.id}`, {})
  const { items } = await ws.owner.ok('GET', `${at}?assignee_user_id=none`)
  expect(items.map(({ id }: Json) => id)).toContain(handed.id)
})
