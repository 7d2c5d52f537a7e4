import { type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  customType,
  foreignKey,
  index,
  integer,
  pgPolicy,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import {
  authored,
  oneOf,
  inOrganization,
  moment,
  orgKey,
  orgMatch,
  projectVisible,
  tenant,
  versioned,
} from './columns.ts'
import { projects } from './projects.ts'
import { rank } from './values.ts'

const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/** Pages of the organization or of a project, in trees. The order among siblings is unique on live rows. */
export const documents = pgTable(
  'documents',
  {
    ...tenant(),
    project_id: uuid(),
    parent_id: uuid(),
    title: varchar({ length: 200 }).notNull(),
    content: text().notNull().default(''),
    icon: varchar({ length: 32 }),
    rank: rank().notNull(),
    depth: smallint().notNull().default(1),
    visibility: oneOf(['organization', 'project', 'private']).notNull().default('organization'),
    /** The one person who may read it, as it or a document above it is private. */
    only_for: uuid(),
    owner_id: uuid()
      .notNull()
      .default(sql`app.user_id()`)
      .references(() => users.id),
    is_locked: boolean().notNull().default(false),
    locked_by: uuid(),
    is_template: boolean().notNull().default(false),
    current_version: integer().notNull().default(1),
    word_count: integer().notNull().default(0),
    ...authored(),
    updated_by: uuid()
      .notNull()
      .default(sql`app.user_id()`),
    ...versioned(),
    archived_at: moment(),
    deleted_at: moment(),
    deleted_by: uuid(),
    /** With which document it went to the trash. */
    deleted_with: uuid(),
  },
  (t) => [
    orgKey(t),
    index('documents_parent').on(t.org_id, t.parent_id, t.rank),
    index('documents_recent').on(t.org_id, t.updated_at.desc(), t.id),
    index('documents_trash')
      .on(t.deleted_at)
      .where(sql`${t.deleted_at} is not null`),
    foreignKey({
      name: 'documents_project_id',
      columns: [t.org_id, t.project_id],
      foreignColumns: [projects.org_id, projects.id],
    }),
    foreignKey({ name: 'documents_parent_id', columns: [t.org_id, t.parent_id], foreignColumns: above(t) }),
    check('documents_visibility', sql`${t.visibility} in ('organization', 'project', 'private')`),
    check('documents_size', sql`octet_length(${t.content}) <= 1500000`),
    check('documents_depth', sql`${t.depth} between 1 and 10 or ${t.deleted_at} is not null`),
    check('documents_trashed', sql`(${t.deleted_at} is null) = (${t.deleted_with} is null)`),
    pgPolicy('document_wall', { to: 'svc_app', using: readable(t), withCheck: readable(t) }),
  ],
)

type Walled = { org_id: AnyPgColumn; project_id: AnyPgColumn; only_for: AnyPgColumn }
/** Outside projects it is for everybody but keys of one project; what is private is for one person. */
function readable(t: Walled): SQL {
  return sql`${orgMatch(t)} and ${projectVisible(t.project_id)}
    and (${t.project_id} is not null or (select app.only_project()) is null)
    and (${t.only_for} is null or ${t.only_for} = (select app.user_id()))`
}
function above(t: { org_id: AnyPgColumn; id: AnyPgColumn }): [AnyPgColumn, AnyPgColumn] {
  return [t.org_id, t.id]
}

/** Row-level security of what belongs to a document: it is as open as its document. */
const documentWall = (t: { org_id: AnyPgColumn; document_id: AnyPgColumn }) => {
  const rule = sql`${orgMatch(t)} and exists (select from documents d
    where d.org_id = ${t.org_id} and d.id = ${t.document_id})`
  return pgPolicy('document_wall', { to: 'svc_app', using: rule, withCheck: rule })
}
const ofDocument = (name: string, t: { org_id: AnyPgColumn; document_id: AnyPgColumn }) =>
  foreignKey({
    name,
    columns: [t.org_id, t.document_id],
    foreignColumns: [documents.org_id, documents.id],
  }).onDelete('cascade')

/** What a document said. Only the newest version can still be replaced, by the next save of one burst of edits. */
export const documentVersions = pgTable(
  'document_versions',
  {
    ...tenant(),
    document_id: uuid().notNull(),
    number: integer().notNull(),
    title: varchar({ length: 200 }).notNull(),
    content: text().notNull(),
    content_hash: bytes().notNull(),
    added_lines: integer().notNull(),
    removed_lines: integer().notNull(),
    author_id: uuid()
      .default(sql`app.user_id()`)
      .references(() => users.id),
    label: varchar({ length: 80 }),
    summary: varchar({ length: 200 }),
    edit_mode: oneOf(['create', 'replace', 'append', 'prepend', 'patch', 'restore']).notNull(),
  },
  (t) => [
    unique('document_versions_number').on(t.document_id, t.number),
    index('document_versions_document').on(t.org_id, t.document_id, t.number.desc()),
    ofDocument('document_versions_document_id', t),
    check(
      'document_versions_mode',
      sql`${t.edit_mode} in ('create', 'replace', 'append', 'prepend', 'patch', 'restore')`,
    ),
    documentWall(t),
  ],
)

/** What the text of a document names: links to documents, tasks and projects, and keys of tasks. */
export const documentLinks = pgTable(
  'document_links',
  {
    ...inOrganization(),
    document_id: uuid().notNull(),
    target_type: oneOf(['document', 'task', 'project']).notNull(),
    target_id: uuid().notNull(),
    created_at: moment().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.document_id, t.target_type, t.target_id] }),
    index('document_links_target').on(t.org_id, t.target_type, t.target_id),
    ofDocument('document_links_document_id', t),
    check('document_links_type', sql`${t.target_type} in ('document', 'task', 'project')`),
    documentWall(t),
  ],
)
