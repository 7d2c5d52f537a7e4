import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
import { insert, insertProject, insertTasks, type Row } from '../kit/filter-rows.ts'
import { enteredDatabase } from '../kit/inbox.ts'
import { planning } from '../kit/okr.ts'

const statuses = ['todo', 'in_progress', 'done', 'done']
const rows: Row[] = Array.from({ length: 40 }, (_, n) => ({
  title: ['Fix Café', 'plan 100%', 'Übung_x', 'a\\b'][n % 4]!,
  description: n % 3 ? `about ${n}` : null,
  status: statuses[n % 4]!,
  priority: ['low', 'medium', 'high', 'urgent'][(n >> 1) % 4]!,
  type: ['task', 'bug', 'story'][n % 3]!,
  estimate_points: n % 5 ? n : null,
  due_date: n % 4 ? new Date(Date.now() + (n - 20) * 86_400_000).toISOString().slice(0, 10) : null,
  created_at: new Date(Date.now() - n * 7_200_000).toISOString(),
  archived_at: n % 9 === 8 ? new Date().toISOString() : null,
}))

const conditions: Json[] = [
  { field: 'status', op: 'in', value: ['done', 'todo'] },
  { field: 'status', op: 'ne', value: 'done' },
  { field: 'priority', op: 'eq', value: 'high' },
  { field: 'type', op: 'not_in', value: ['bug'] },
  { field: 'assignee_id', op: 'is_null' },
  { field: 'assignee_id', op: 'in', value: ['#ada lovelace'] },
  { field: 'project_id', op: 'eq', value: '#web' },
  { field: 'sprint_id', op: 'eq', value: '@active_sprint' },
  { field: 'tag_id', op: 'eq', value: '#red' },
  { field: 'tag_id', op: 'is_null' },
  { field: 'tag_id', op: 'not_in', value: ['#red', '#none'] },
  { field: 'parent_id', op: 'eq', value: '#WEB-1' },
  { field: 'title', op: 'contains', value: 'CAFE' },
  { field: 'title', op: 'contains', value: '0%' },
  { field: 'title', op: 'contains', value: 'a\\b' },
  { field: 'title', op: 'starts_with', value: 'ubung_' },
  { field: 'title', op: 'eq', value: 'FIX CAFÉ' },
  { field: 'text', op: 'contains', value: 'about 1' },
  { field: 'text', op: 'not_contains', value: 'plan' },
  { field: 'key', op: 'eq', value: 'web-7' },
  { field: 'number', op: 'between', value: [3, 17] },
  { field: 'estimate_points', op: 'not_null' },
  { field: 'estimate_points', op: 'gte', value: 12.5 },
  { field: 'due_date', op: 'lt', value: '@today' },
  { field: 'due_date', op: 'between', value: ['-P7D', 'P2W'] },
  { field: 'due_date', op: 'gte', value: '@week_start' },
  { field: 'due_date', op: 'lte', value: '@month_start' },
  { field: 'due_date', op: 'lt', value: '@friday' },
  { field: 'created_at', op: 'lt', value: '@sunday' },
  { field: 'due_date', op: 'is_null' },
  { field: 'created_at', op: 'eq', value: '@today' },
  { field: 'created_at', op: 'gt', value: '-P1D' },
  { field: 'created_at', op: 'lte', value: '-P1D' },
  { field: 'created_at', op: 'gte', value: '-PT12H' },
  { field: 'created_at', op: 'lt', value: '2026-11-20T09:00:00Z' },
  { field: 'created_at', op: 'between', value: ['-P2D', '@now'] },
  { field: 'completed_at', op: 'is_null' },
  { field: 'is_overdue', op: 'is', value: true },
  { field: 'is_blocked', op: 'is', value: false },
  { field: 'is_blocking', op: 'is', value: true },
  { field: 'has_children', op: 'is', value: true },
  { field: 'is_subtask', op: 'is', value: true },
  { field: 'is_recurring', op: 'is', value: false },
  { field: 'has_attachments', op: 'is', value: true },
  { field: 'in_active_sprint', op: 'is', value: true },
]

/** Trees of up to three levels, the same in every run. */
function* trees(): Generator<Json> {
  yield* conditions
  let seed = 7
  const next = (below: number) => (seed = (seed * 16_807) % 2_147_483_647) % below
  const any = (depth: number): Json => {
    const kind = depth ? next(4) : 3
    if (kind === 0) return { and: [any(depth - 1), any(depth - 1)] }
    if (kind === 1) return { or: [any(depth - 1), any(depth - 1)] }
    if (kind === 2) return { not: any(depth - 1) }
    return conditions[next(conditions.length)]!
  }
  for (let n = 0; n < 60; n++) yield any(3)
}

test(
  'filters of key results find what task queries find, archived ones included',
  { timeout: 60_000 },
  async () => {
    const { ws } = await planning()
    const project = await insertProject(ws)
    const ids = await insertTasks(ws, project, rows)
    const base = { org_id: ws.org.id }
    await asOwner('update tasks set assignee_id = reporter_id where org_id = $1 and number % 3 = 0', [
      base.org_id,
    ])
    await asOwner('update tasks set parent_id = $2 where org_id = $1 and number between 2 and 6', [
      base.org_id,
      ids[0],
    ])
    const sprints = await insert(
      ws,
      'sprints',
      [
        {
          project_id: project,
          name: 'One',
          number: 1,
          state: 'active',
          start_date: '2026-11-01',
          end_date: '2027-11-30',
        },
      ],
      '',
    )
    await asOwner('update tasks set sprint_id = $2 where org_id = $1 and number % 7 = 0', [
      base.org_id,
      sprints[0],
    ])
    const red = await ws.owner.ok('POST', `${ws.base}/tags`, { name: 'Red', color: '#ff0000' })
    for (const id of [ids[3], ids[4], ids[20]])
      await ws.owner.ok('PUT', `${ws.base}/tasks/${id}/tags/${red.id}`)
    await ws.owner.ok('POST', `${ws.base}/tasks/${ids[0]}/dependencies`, { type: 'blocks', task_id: ids[8] })
    const wrong: Json[] = []
    let hits = 0
    for (const filter of trees()) {
      const also = {
        or: [
          { field: 'is_archived', op: 'is', value: true },
          { not: { field: 'is_archived', op: 'is', value: true } },
        ],
      }
      const { total } = await ws.owner.ok('POST', `${ws.base}/tasks/query`, {
        filter: { and: [filter, also, { field: 'status', op: 'ne', value: 'cancelled' }] },
        limit: 1,
      })
      const [found] = await enteredDatabase(ws.org.id).batch([
        sql`select (app.count_figure(${JSON.stringify(filter)}::jsonb, true)).total::text as answer`,
      ])
      hits += total
      if (Number(found) !== total) wrong.push({ filter, total, found })
    }
    expect(wrong).toEqual([])
    expect(hits).toBeGreaterThan(500)
  },
)
