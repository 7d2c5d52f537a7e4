import { drain } from '../../src/jobs/outbox.ts'
import { asOwner, type Caller, type Json } from './client.ts'
import { database } from './inbox.ts'
import { join, project, serial, task, type Workspace, workspace } from './makers.ts'

export type Spans = [number, number][]
export const weekdays = (...spans: Spans) => Object.fromEntries([1, 2, 3, 4, 5].map((day) => [day, spans]))
/** A calendar's week that is open around the clock. */
export const aroundTheClock = Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((day) => [day, [[0, 1440]]]))

export const calendar = (ws: Workspace, draft: object = {}): Promise<Json> =>
  ws.owner.ok('POST', `${ws.base}/sla/calendars`, {
    name: `Calendar ${serial()}`,
    time_zone: 'UTC',
    week: weekdays([540, 1020]),
    ...draft,
  })

/** A policy for all tasks around the clock, by default an hour for each priority. */
export const policy = (ws: Workspace, draft: object = {}): Promise<Json> =>
  ws.owner.ok('POST', `${ws.base}/sla/policies`, {
    name: `Policy ${serial()}`,
    targets: targets(60),
    ...draft,
  })
export const targets = (resolution_minutes: number) =>
  Object.fromEntries(['low', 'medium', 'high', 'urgent'].map((each) => [each, { resolution_minutes }]))

/** An organization with a policy, a project and a manager. */
export async function desk(draft: object = {}) {
  const ws = await workspace()
  const home = await project(ws)
  const boss = await join(ws, 'manager', 'Boss')
  const gold = await policy(ws, { name: 'Gold', ...draft })
  const add = (more: object = {}) => task(ws, home.id, more)
  const sla = (id: string, who: Caller = boss): Promise<Json> => who.ok('GET', `${ws.base}/tasks/${id}/sla`)
  const clock = async (id: string): Promise<Json> => (await sla(id)).clocks[0]
  const patch = (id: string, change: object): Promise<Json> =>
    ws.owner.ok('PATCH', `${ws.base}/tasks/${id}`, change)
  return { ws, home, boss, gold, add, sla, clock, patch }
}

/** The kinds of a clock's events, oldest first. */
export const kinds = ({ events }: Json): string[] => events.map(({ kind }: Json) => kind).toReversed()

/** Moves the clocks of a task or ticket `minutes` into the past. */
export const passTime = (id: string, minutes: number, column: 'task_id' | 'ticket_id' = 'task_id') =>
  asOwner(
    `update sla_clocks set started_at = started_at - d, since = since - d, due_at = due_at - d, warn_at = warn_at - d,
      paused_at = paused_at - d, warned_at = warned_at - d, breached_at = breached_at - d
      from make_interval(mins => ${minutes}) d where ${column} = '${id}'`,
  )

/** Runs the scheduled work of clocks now. */
export async function runDueClocks({ org }: Workspace) {
  await asOwner(
    `update outbox set available_at = now() where org_id = $1 and topic = 'sla' and done_at is null`,
    [org.id],
  )
  await drain(database())
}
