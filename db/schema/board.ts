import { sql } from 'drizzle-orm'
import { check, index, smallint, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core'
import { entity } from './entity.ts'
import { project } from './scopes.ts'
import { orgKey, tenant, versioned, reference } from './columns.ts'
import { projects } from './projects.ts'
import { known, oneOf, rank, taskStatuses } from './values.ts'

/** Columns of a project's board. Each shows one status; several may show the same. */
export const boardColumns = entity(
  'board_columns',
  {
    kind: 'column',
    called: (t) => ({ name: t.name, project: t.project_id }),
    scope: project,
    history: 'audited',
    conflicts: { board_columns_name: 'a column of this name already exists on the board' },
    label: 'name',
  },
  {
    ...tenant(),
    project_id: uuid().notNull(),
    name: varchar({ length: 60 }).notNull(),
    status: oneOf(taskStatuses).notNull(),
    rank: rank().notNull(),
    wip_limit: smallint(),
    color: varchar({ length: 7 }),
    ...versioned(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('board_columns_name').on(t.project_id, sql`app.folded(${t.name})`),
    index('board_columns_order').on(t.org_id, t.project_id, t.rank),
    reference('board_columns_project', t, t.project_id, projects).onDelete('cascade'),
    known('board_columns_status', t.status),
    check('board_columns_wip', sql`${t.wip_limit} between 1 and 999`),
  ],
)
