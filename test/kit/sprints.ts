import { asOwner, type Json } from './client.ts'
import type { Workspace } from './makers.ts'

/** The date `days` days from today, as YYYY-MM-DD. */
export const dayFromNow = (days: number) => new Date(Date.now() + days * 864e5).toISOString().slice(0, 10)

/** A planned sprint of the project, by default two weeks from today. */
export const sprint = (ws: Workspace, projectId: string, draft: object = {}): Promise<Json> =>
  ws.owner.ok('POST', `${ws.base}/projects/${projectId}/sprints`, {
    start_date: dayFromNow(0),
    end_date: dayFromNow(13),
    ...draft,
  })

export const start = (ws: Workspace, sprintId: string, body: object = {}): Promise<Json> =>
  ws.owner.ok('POST', `${ws.base}/sprints/${sprintId}/start`, body)

export const complete = (ws: Workspace, sprintId: string, to = 'backlog'): Promise<Json> =>
  ws.owner.ok('POST', `${ws.base}/sprints/${sprintId}/complete`, { move_incomplete_to: to })

export const change = (ws: Workspace, taskId: string, body: object): Promise<Json> =>
  ws.owner.ok('PATCH', `${ws.base}/tasks/${taskId}`, body)

/** Runs `act` and dates its sprint ledger entries to another time. */
export async function happened(at: string, sprintId: string, action: () => Promise<unknown>) {
  const [{ last }] = (await asOwner(
    'select coalesce(max(id), 0) as last from sprint_ledger where sprint_id = $1',
    [sprintId],
  )) as [{ last: string }]
  await action()
  const columns = `sprint_id, org_id, task_id, reason, scope_points, done_points, scope_minutes, done_minutes,
    scope_count, done_count, actor_id, event_id`
  await asOwner(`begin; set local app.purging = 'on';
    with gone as (delete from sprint_ledger where sprint_id = '${sprintId}' and id > ${last} returning *)
    insert into sprint_ledger (at, ${columns}) select '${at}', ${columns} from gone order by id;
    update sprints set started_at = '${at}' where id = '${sprintId}' and started_at > now() - interval '10 s'
      and completed_at is null and not exists (select from sprint_ledger where sprint_id = '${sprintId}' and id <= ${last});
    commit`)
}

/** The sums of a sprint's ledger. */
export const ledger = async (sprintId: string): Promise<Json> =>
  (
    await asOwner(
      `select coalesce(sum(scope_points), 0)::float as scope_points, coalesce(sum(done_points), 0)::float as done_points,
        coalesce(sum(scope_minutes), 0)::int as scope_minutes, coalesce(sum(done_minutes), 0)::int as done_minutes,
        coalesce(sum(scope_count), 0)::int as scope_count, coalesce(sum(done_count), 0)::int as done_count
      from sprint_ledger where sprint_id = $1`,
      [sprintId],
    )
  )[0]

export const reasons = async (sprintId: string, taskId: string): Promise<string[]> =>
  (
    await asOwner<{ reason: string }>(
      'select reason from sprint_ledger where sprint_id = $1 and task_id = $2 order by id',
      [sprintId, taskId],
    )
  ).map(({ reason }) => reason)
