import { uuidv7 } from '../../src/base/id.ts'
import { asOwner, type Json } from './client.ts'
import { type Project, project, taskRow, type Workspace, workspace } from './makers.ts'

export type TaskColumns = {
  start_date?: string | null
  due_date?: string | null
  estimate_minutes?: number
  status?: string
  [column: string]: unknown
}

/** Inserts the event of a change at noon of a day; the row itself does not change. */
export async function happened(
  { org }: Workspace,
  home: { id: string },
  task: { id: string },
  [day, field, from, to]: [day: string, field: string, from: unknown, to: unknown],
) {
  const kinds: Record<string, string> = { status: 'status_changed', deleted_at: 'deleted' }
  await asOwner(
    `insert into task_events (org_id, project_id, task_id, actor_type, change_id, kind, field, old_value, new_value, created_at)
      values ($1, $2, $3, 'system', $4, $5, $6, $7, $8, $9)`,
    [
      org.id,
      home.id,
      task.id,
      uuidv7(),
      kinds[field] ?? 'updated',
      field,
      JSON.stringify(from),
      JSON.stringify(to),
      `${day}T12:00:00Z`,
    ],
  )
}

export type Plan = { ws: Workspace; home: Project; tasks: { id: string }[]; path: string }

/** A project with these tasks, in a workspace that works from Monday to Friday. */
export async function planOf(rows: TaskColumns[], rate?: number): Promise<Plan> {
  const ws = await workspace()
  const home = await project(ws)
  if (rate) await asOwner('update projects set hourly_rate_minor = $2 where id = $1', [home.id, rate])
  const tasks = []
  for (const columns of rows) tasks.push(await taskRow(ws, home.id, columns))
  return { ws, home, tasks, path: `${ws.base}/projects/${home.id}` }
}

export const baseline = ({ ws, path }: Plan, draft: object = {}): Promise<Json> =>
  ws.owner.ok('POST', `${path}/baselines`, { name: 'Plan', ...draft })

export const earned = ({ ws, path }: Plan, query = ''): Promise<Json> =>
  ws.owner.ok('GET', `${path}/earned-value?${query}`)
