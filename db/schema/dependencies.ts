import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  check,
  foreignKey,
  index,
  smallint,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { entity } from './entity.ts'
import { organization } from './scopes.ts'
import { authored, orgKey, tenant } from './columns.ts'
import { tasks } from './tasks.ts'
import { known, oneOf } from './values.ts'

/** An edge between two tasks. `blocks` is stored from the blocker to the blocked; `relates_to` is undirected. */
export const taskDependencies = entity(
  'task_dependencies',
  { scope: organization, history: 'audited' },
  {
    ...tenant(),
    from_task_id: uuid().notNull(),
    to_task_id: uuid().notNull(),
    type: oneOf(['blocks', 'relates_to']).notNull(),
    lag_days: smallint().notNull().default(0),
    note: varchar({ length: 255 }),
    ...authored(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('task_dependencies_pair').on(
      t.org_id,
      sql`least(${t.from_task_id}, ${t.to_task_id})`,
      sql`greatest(${t.from_task_id}, ${t.to_task_id})`,
    ),
    index('task_dependencies_from').on(t.org_id, t.from_task_id),
    index('task_dependencies_to').on(t.org_id, t.to_task_id),
    end('task_dependencies_from_task', t.org_id, t.from_task_id),
    end('task_dependencies_to_task', t.org_id, t.to_task_id),
    known('task_dependencies_type', t.type),
    check('task_dependencies_ends', sql`${t.from_task_id} <> ${t.to_task_id}`),
    check('task_dependencies_order', sql`${t.type} = 'blocks' or ${t.from_task_id} < ${t.to_task_id}`),
    check(
      'task_dependencies_lag',
      sql`${t.lag_days} between -30 and 365 and (${t.type} = 'blocks' or ${t.lag_days} = 0)`,
    ),
  ],
)

const end = (name: string, org: AnyPgColumn, task: AnyPgColumn) =>
  foreignKey({ name, columns: [org, task], foreignColumns: [tasks.org_id, tasks.id] }).onDelete('cascade')
