import { type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { tags, taskTags } from '../../../db/schema/tags.ts'
import { tasks } from '../../../db/schema/tasks.ts'
import { taskEvents } from '../../../db/schema/tasks.ts'
import { users } from '../../../db/schema/accounts.ts'
import { all, any, contains, ensureFields, inOrg, type Statement } from '../../kit/sql.ts'
import { pageOfTasks } from '../../shared/task/page.ts'
import { shareId } from './queries.ts'
import type { SharedTaskFilter } from './task-schemas.ts'

/** When something that a share shows was last changed in a task. */
const changedAt = sql`coalesce((select max(e.created_at) from ${taskEvents} e where e.org_id = ${tasks.org_id}
  and e.task_id = ${tasks.id} and e.field = any (app.shared_fields())), ${tasks.created_at})`
const overdue = sql`coalesce(${tasks.due_date} < (select app.own_today()) and ${tasks.status} in ('todo', 'in_progress'), false)`
/** In what has the name: a column, sprint or milestone of the project. */
const within = (column: SQL, table: SQL, name: string) => sql`${column} in (select x.id from ${table} x
  where x.org_id = (select app.org_id()) and x.project_id = (select app.only_project())
    and app.folded(x.name) = app.folded(${name}))`
const tagged = (name: string) => sql`exists (select from ${taskTags} join ${tags} on ${inOrg(tags)}
    and ${tags.id} = ${taskTags.tag_id} and ${tags.deleted_at} is null
  where ${inOrg(taskTags)} and ${taskTags.task_id} = ${tasks.id} and app.folded(${tags.name}) = app.folded(${name}))`
const assigned = (name: string) => sql`exists (select from ${users} u where u.id = ${tasks.assignee_id}
  and app.folded(u.name) = app.folded(${name}))`

type Query = z.output<typeof SharedTaskFilter>
const matching = (query: Omit<Query, 'sort' | 'limit' | 'offset'>) =>
  all(
    inOrg(tasks),
    sql`${tasks.deleted_at} is null and ${tasks.project_id} = (select app.only_project())`,
    query.archived ? sql`${tasks.archived_at} is not null` : sql`${tasks.archived_at} is null`,
    query.status && sql`${tasks.status} in ${query.status}`,
    query.priority && sql`${tasks.priority} in ${query.priority}`,
    query.type && sql`${tasks.type} in ${query.type}`,
    query.column !== undefined && within(sql`${tasks.column_id}`, sql`board_columns`, query.column),
    query.sprint !== undefined && within(sql`${tasks.sprint_id}`, sql`sprints`, query.sprint),
    query.milestone !== undefined && within(sql`${tasks.milestone_id}`, sql`milestones`, query.milestone),
    query.tag !== undefined && tagged(query.tag),
    query.assignee !== undefined && assigned(query.assignee),
    query.due_before && sql`${tasks.due_date} < ${query.due_before}`,
    query.due_after && sql`${tasks.due_date} > ${query.due_after}`,
    query.overdue !== undefined && sql`${overdue} = ${query.overdue}`,
    query.q !== undefined &&
      any(contains(tasks.title, query.q), contains(sql`app.shared_text(${tasks.description})`, query.q)),
    query.updated_since && sql`${changedAt} >= ${query.updated_since}`,
  )

/** The tasks of the share that was entered, by what it shows of them. */
export function sharedTasks({ sort, limit, offset, ...query }: Query): Statement[] {
  return [
    ...ensureFields({
      'query.assignee': query.assignee !== undefined && [
        sql`app.share_shows('people')`,
        'the share does not show names of people',
      ],
    }),
    pageOfTasks(
      { sort, limit, offset },
      {
        where: matching(query),
        items: (ids) => sql`app.shared_tasks_json(array(${ids}))`,
        sorts: { updated_at: changedAt },
        beside: { share: shareId },
      },
    ),
  ]
}
