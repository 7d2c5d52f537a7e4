import { originOfEvent, visibleEvent, valueOf } from '../../shared/activity.ts'
import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import { automations } from '../../../db/schema/automations.ts'
import { organizationMembers } from '../../../db/schema/organizations.ts'
import { users } from '../../../db/schema/accounts.ts'
import { taskEvents, tasks, taskWatchers } from '../../../db/schema/tasks.ts'
import { all, answer, inOrg, json, me, Prepared, type Ref, ensure, visible } from '../../kit/sql.ts'
import { among } from '../../shared/people.ts'
import type { HistoryFilter } from './filters.ts'

/** Changes, newest first; all changes of one request form one entry. */
export const history = (
  task: Ref,
  { fields, actor_id, since, limit, offset }: z.output<typeof HistoryFilter>,
) => {
  const where = all(
    inOrg(taskEvents),
    visible(taskEvents.project_id),
    visibleEvent(taskEvents.new_value),
    sql`${taskEvents.task_id} = ${task}`,
    fields && sql`${taskEvents.field} in ${fields}`,
    actor_id && among(taskEvents.actor_id, actor_id),
    since && sql`${taskEvents.created_at} >= ${since}`,
  )
  const entry = json({
    change_id: sql`c.change_id`,
    actor: { type: sql`c.actor_type`, user_id: sql`c.actor_id`, name: sql`coalesce(u.name, a.name)` },
    at: sql`app.utc(c.at)`,
    changes: sql`c.changes`,
  })
  const response = answer(
    json({
      items: sql`(select coalesce(json_agg(${entry} order by c.newest desc), '[]') from (${changes(task, where)}
      order by newest desc limit ${limit} offset ${offset}) c left join ${users} u on u.id = c.actor_id
      left join ${automations} a on a.org_id = (select app.org_id()) and a.id = c.automation_id)`,
      total: sql`(select count(distinct ${taskEvents.change_id}) from ${taskEvents} where ${where})`,
      limit: sql`${limit}::int`,
      offset: sql`${offset}::int`,
    }),
  )
  return fields || actor_id ? response : new Prepared(response)
}

const changes = (
  task: Ref,
  where: ReturnType<typeof all>,
) => sql`select change_id, max(id) newest, min(created_at) at,
  min(actor_type) actor_type, min(actor_id::text)::uuid actor_id,
  (min(automation_chain[cardinality(automation_chain)]::text) filter (where actor_type = 'automation'))::uuid automation_id, json_agg(json_build_object(
    'event_id', id, 'kind', kind, 'field', field, 'from', old_value, 'to', ${valueOf(taskEvents.kind, taskEvents.new_value)},
    'from_name', app.name_of(field, old_value), 'to_name', app.name_of(field, new_value),
    'origin', ${originOfEvent(taskEvents.kind, taskEvents.field, sourceOf(task))})
    order by ${taskEvents.id}) changes
  from ${taskEvents} where ${where} group by change_id`

const sourceOf = (task: Ref) =>
  sql`(select ${tasks.external_source} from ${tasks} where ${inOrg(tasks)} and ${tasks.id} = ${task})`

export const timeInStatus = (task: Ref) => answer(sql`app.time_in_status(${task}::uuid)`)

const ofWatcher = (task: Ref, user?: Ref) =>
  all(
    inOrg(taskWatchers),
    sql`${taskWatchers.task_id} = ${task}`,
    user !== undefined && sql`${taskWatchers.user_id} = ${user}`,
  )

const watcher = {
  user_id: taskWatchers.user_id,
  name: users.name,
  state: taskWatchers.state,
  reason: taskWatchers.reason,
  created_at: taskWatchers.created_at,
}
const watchersAndUsers = sql`${taskWatchers} join ${users} on ${users.id} = ${taskWatchers.user_id}`

export const watchers = (task: Ref) =>
  answer(
    json({
      items: sql`(select coalesce(json_agg(${json(watcher)} order by ${users.name}, ${users.id}), '[]')
    from ${watchersAndUsers} where ${ofWatcher(task)})`,
    }),
  )

/** Changing who else watches requires the role manager. */
export const requireWatchRole = (user: Ref) =>
  ensure(
    sql`${user}::uuid = ${me} or app.role_level() >= 30`,
    'WM403',
    'for somebody else this needs the role manager or above',
  )

/** A watcher is an active member who may open the task's project. */
export const requireWatchable = (task: Ref, user: Ref) => [
  ensure(
    sql`exists (select from ${organizationMembers} m where m.org_id = (select app.org_id())
    and m.user_id = ${user} and m.status = 'active')`,
    'WM404',
    'member not found',
  ),
  ensure(
    sql`(select app.can_open(t.project_id, ${user}::uuid) from ${tasks} t
    where t.org_id = (select app.org_id()) and t.id = ${task})`,
    'WM422',
    'path.user_id: has no access to the project',
  ),
]

export const watch = (task: Ref, user: Ref, state: string) => [
  sql`insert into ${taskWatchers} as w (task_id, user_id, state) values (${task}, ${user}, ${state})
    on conflict (task_id, user_id) do update set state = excluded.state, reason = 'manual'
    where w.state <> excluded.state`,
  sql`select ${json(watcher)}::text as answer from ${watchersAndUsers} where ${ofWatcher(task, user)}`,
]

export const unwatch = (task: Ref, user: Ref) =>
  sql`delete from ${taskWatchers} where ${ofWatcher(task, user)}`
