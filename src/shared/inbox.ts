import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { comments } from '../../db/schema/comments.ts'
import { documents } from '../../db/schema/documents.ts'
import { entities } from '../../db/schema/kinds.ts'
import { notifications } from '../../db/schema/notifications.ts'
import { projects } from '../../db/schema/projects.ts'
import { tasks } from '../../db/schema/tasks.ts'
import { all, any, inOrg, me, roleLevel, visible } from '../kit/sql.ts'
import { preparedConstant } from '../platform/prepared-constant.ts'
import { documentTarget } from './targets.ts'

export const comment = sql`(${notifications.data} ->> 'comment_id')::uuid`
export const dueDate = sql`(${notifications.data} ->> 'due_date')::date`
export const ofTask = sql`${notifications.entity_type} = 'task'`
export const ofDocument = sql`${notifications.entity_type} = 'document'`
export const mine = sql`${notifications.user_id} = ${me} and ${notifications.deleted_at} is null`

/** The tasks of notifications that the reader can see: live, in a live project that they can open. */
export const visibleTasks = (condition: SQL) => sql`from ${tasks} t join ${projects} p on p.org_id = t.org_id
  and p.id = t.project_id where t.org_id = (select app.org_id()) and t.deleted_at is null and p.deleted_at is null
  and app.can_see_project(p.id) and ${condition}`
export const entityTask = sql`t.id = ${notifications.entity_id}`
export const entityDocument = sql`from ${documents} where ${all(
  inOrg(documents),
  sql`${documents.id} = ${notifications.entity_id}`,
  documentTarget.notDeleted,
)}`
export const listedTasks = sql`from jsonb_array_elements(${notifications.data} -> 'tasks') with ordinality i(item, place)
  join ${tasks} t on t.org_id = (select app.org_id()) and t.id = (i.item ->> 'id')::uuid and t.deleted_at is null
  join ${projects} p on p.org_id = t.org_id and p.id = t.project_id and p.deleted_at is null and app.can_see_project(p.id)`
export const linkedComment = sql`from ${comments} c where c.org_id = (select app.org_id()) and c.id = ${comment}
  and c.deleted_at is null and (${roleLevel} >= 20 or not c.is_internal)`
/** An unread notification is dropped if the due date was moved or the task closed since. */
const stillDue = any(
  sql`${dueDate} is null`,
  sql`${notifications.read_at} is not null`,
  sql`(t.due_date = ${dueDate} and t.status in ('todo', 'in_progress') and t.archived_at is null)`,
)

/** What notifications are about outside of any project: for those who see the row, from a rank on. */
const recordsToldOf = [...entities]
  .flatMap(([table, { kind, takes, item, scope }]) => {
    const columns = getTableColumns(table) as Record<'org_id' | 'id', AnyPgColumn>
    const { leastLevel } = item?.(columns) ?? {}
    return takes?.includes('notifications') && (leastLevel || !item)
      ? [
          {
            kind,
            table,
            holds: scope!.condition(columns as never),
            id: columns.id,
            leastLevel: leastLevel ?? sql`10`,
          },
        ]
      : []
  })
  .toSorted((a, b) => (a.kind! < b.kind! ? -1 : 1))

/** Own notifications about objects that the reader can still see: access is checked on every read. */
export const readable = all(
  mine,
  visible(notifications.project_id),
  any(
    sql`${notifications.project_id} is null`,
    sql`exists (select from ${projects} p where p.org_id = (select app.org_id())
      and p.id = ${notifications.project_id} and p.deleted_at is null)`,
  ),
  // Reminders are private: an impersonator does not see them.
  any(sql`${notifications.entity_type} <> 'reminder'`, sql`(select app.impersonator()) is null`),
  any(sql`${notifications.entity_type} <> 'audit_entry'`, sql`${roleLevel} >= 50`),
  ...recordsToldOf.map(({ kind, table, holds, id, leastLevel }) =>
    any(
      sql`${notifications.entity_type} <> ${sql.raw(`'${kind}'`)}`,
      sql`(${roleLevel} >= ${leastLevel} and exists (select from ${table} where ${holds}
        and ${id} = ${notifications.entity_id}))`,
    ),
  ),
  any(sql`not ${ofTask}`, sql`exists (select ${visibleTasks(all(entityTask, stillDue))})`),
  any(sql`not ${ofDocument}`, sql`exists (select ${entityDocument})`),
  any(sql`${comment} is null`, sql`exists (select ${linkedComment})`),
  any(sql`not ${notifications.data} ? 'tasks'`, sql`exists (select ${listedTasks})`),
)
export const notSnoozed = sql`(${notifications.snoozed_until} is null or ${notifications.snoozed_until} <= now())`
export const inbox = all(
  inOrg(notifications),
  readable,
  notSnoozed,
  sql`${notifications.archived_at} is null`,
)
export const unread = sql`${notifications.read_at} is null`
export const unreadTotal = sql`${preparedConstant(sql`select count(*) from ${notifications} where ${all(inbox, unread)}`)}::int`
