import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  jsonb,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { bytes } from './accounts.ts'
import { attachmentObjects } from './attachments.ts'
import { authored, inOrganization, moment, orgKey, reference, tenant } from './columns.ts'
import { entity } from './entity.ts'
import { projects } from './projects.ts'
import { project } from './scopes.ts'
import { importSources, known, oneOf } from './values.ts'

export const importStatuses = [
  'awaiting',
  'analysing',
  'ready',
  'running',
  'done',
  'stopped',
  'failed',
  'undoing',
  'undone',
] as const
export const importResults = ['created', 'skipped', 'refused'] as const

/** A file of tasks from elsewhere: what it holds, what that means here, and how far it is written. */
export const imports = entity(
  'imports',
  {
    kind: 'import',
    scope: project,
    history: 'audited',
    label: 'filename',
    called: (t) => ({ name: t.filename, begins: true, leastLevel: 30 }),
    derived: ['place', 'analysis', 'made'],
    conflicts: { imports_running: 'another import is running; wait until it is done, or stop it' },
  },
  {
    ...tenant(),
    project_id: uuid().notNull(),
    source: oneOf(importSources).notNull(),
    filename: varchar({ length: 180 }).notNull(),
    size_bytes: integer().notNull(),
    sha256: bytes().notNull(),
    /** Its bytes in file storage; null until they came. */
    object_id: uuid(),
    status: oneOf(importStatuses).notNull().default('awaiting'),
    /** Why it failed or was stopped. */
    problem: text(),
    row_count: integer().notNull().default(0),
    /** What it holds: {columns, states, people, warnings}. */
    analysis: jsonb().notNull().default({}),
    /** What its columns, states and people mean here, as a person said; null until somebody did. */
    mapping: jsonb(),
    /** What is being done, and the row after which that goes on: {step, after}. */
    place: jsonb().notNull().default({}),
    /** What it made beside tasks: {columns, tags, sprints}, by their ids. */
    made: jsonb().notNull().default({}),
    started_by: uuid(),
    started_at: moment(),
    finished_at: moment(),
    undone_at: moment(),
    ...authored(),
  },
  (t) => [
    orgKey(t),
    index('imports_newest').on(t.org_id, t.created_at.desc(), t.id.desc()),
    index('imports_name').on(t.org_id, sql`app.folded(${t.filename})`, t.id),
    index('imports_object').on(t.org_id, t.object_id),
    uniqueIndex('imports_running')
      .on(t.org_id)
      .where(sql`${t.status} in ('running', 'undoing')`),
    reference('imports_project', t, t.project_id, projects).onDelete('cascade'),
    reference('imports_object_id', t, t.object_id, attachmentObjects),
    known('imports_source', t.source),
    known('imports_status', t.status),
    check('imports_size', sql`${t.size_bytes} between 1 and 20971520`),
  ],
)

/** A row of the file, and what became of it; and files of rows that were not taken over. */
export const importRows = entity(
  'import_rows',
  { scope: project, history: 'none' },
  {
    ...inOrganization(),
    import_id: uuid().notNull(),
    project_id: uuid().notNull(),
    n: integer().notNull(),
    /** Where it begins in the file. */
    line: integer().notNull(),
    object_kind: oneOf(['task', 'file']).notNull().default('task'),
    external_id: varchar({ length: 255 }),
    /** By what other rows name it beside that. */
    alt_id: varchar({ length: 255 }),
    /** Its cells, until it is written; then its links to other rows, until these are. */
    data: jsonb(),
    result: oneOf(importResults),
    object_id: uuid(),
    /** All tasks that were made for it, and comments on a task that was there. */
    task_ids: uuid()
      .array()
      .notNull()
      .default(sql`'{}'`),
    comment_ids: uuid()
      .array()
      .notNull()
      .default(sql`'{}'`),
    reason: text(),
    written_at: moment(),
    /** What undoing it did: "removed", or why it stays. */
    undone: text(),
  },
  (t) => [
    primaryKey({ columns: [t.org_id, t.import_id, t.n] }),
    index('import_rows_external')
      .on(t.org_id, t.import_id, t.external_id)
      .where(sql`${t.external_id} is not null`),
    index('import_rows_alt')
      .on(t.org_id, t.import_id, t.alt_id)
      .where(sql`${t.alt_id} is not null`),
    index('import_rows_result')
      .on(t.org_id, t.import_id, t.result, t.n)
      .where(sql`${t.result} is not null`),
    reference('import_rows_import', t, t.import_id, imports).onDelete('cascade'),
    reference('import_rows_project', t, t.project_id, projects).onDelete('cascade'),
    known('import_rows_result_value', t.result),
    known('import_rows_kind', t.object_kind),
  ],
)
