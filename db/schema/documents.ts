import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  customType,
  foreignKey,
  index,
  integer,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { entity } from './entity.ts'
import { ownId, project, projectWritable, ofOrganization, type Scope } from './scopes.ts'
import { users } from './accounts.ts'
import {
  authored,
  globalId,
  inOrganization,
  moment,
  orgKey,
  reference,
  tenant,
  versioned,
} from './columns.ts'
import { projects } from './projects.ts'
import { known, oneOf, rank } from './values.ts'

const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/** Outside projects, visible to all but project-scoped keys; private documents have one reader. */
const readable: Scope<{ org_id: AnyPgColumn; project_id: AnyPgColumn; only_for: AnyPgColumn }> = {
  name: 'document',
  condition: (
    t,
  ) => sql`${project.condition(t)} and (${t.project_id} is not null or (select app.only_project()) is null)
    and (${t.only_for} is null or ${t.only_for} = ${ownId})`,
  writable: (t) => projectWritable(t.project_id),
}

/** Pages of the organization or a project, in trees. Ranks are unique among live siblings. */
export const documents = entity(
  'documents',
  {
    kind: 'document',
    said: 'is called',
    scope: readable,
    history: 'audited',
    conflicts: {
      documents_place: 'another document took this place at the same moment; try again',
      documents_depth: 'body.parent_id: documents would be more than 10 levels deep',
    },
    label: 'title',
    derived: ['depth', 'only_for', 'word_count'],
    private: (t) => sql`${t.only_for} is not null`,
    trash: { days: 30, erase: 'purge_expired_documents' },
    item: (t) => ({
      projectKeys: true,
      title: t.title,
      body: sql`app.plain_text(app.first_bytes(${t.content}, 200000))`,
      person: t.only_for,
      archived: t.archived_at,
      follows: ['title', 'current_version', 'project_id', 'only_for', 'archived_at', 'deleted_at'],
    }),
    page: (t) => sql`'/documents/' || ${t.id}`,
    takes: ['links', 'visits', 'notifications'],
  },
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
    /** The sole reader, if it or an ancestor is private. */
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
    /** The root document it was trashed with. */
    deleted_with: uuid(),
  },
  (t) => [
    orgKey(t),
    index('documents_parent').on(t.org_id, t.parent_id, t.rank),
    index('documents_recent').on(t.org_id, t.updated_at.desc(), t.id),
    index('documents_trash')
      .on(t.org_id, t.deleted_at)
      .where(sql`${t.deleted_at} is not null`),
    reference('documents_project_id', t, t.project_id, projects),
    foreignKey({ name: 'documents_parent_id', columns: [t.org_id, t.parent_id], foreignColumns: above(t) }),
    known('documents_visibility', t.visibility),
    check('documents_size', sql`octet_length(${t.content}) <= 1500000`),
    check('documents_depth', sql`${t.depth} between 1 and 10 or ${t.deleted_at} is not null`),
    check('documents_trashed', sql`(${t.deleted_at} is null) = (${t.deleted_with} is null)`),
  ],
)

function above(t: { org_id: AnyPgColumn; id: AnyPgColumn }): [AnyPgColumn, AnyPgColumn] {
  return [t.org_id, t.id]
}

/** Parts of a document are as visible as it is. */
const withDocument: Scope<{ org_id: AnyPgColumn; document_id: AnyPgColumn }> = {
  name: 'document',
  condition: (t) => sql`${ofOrganization(t)} and exists (select from documents d
    where d.org_id = ${t.org_id} and d.id = ${t.document_id})`,
}
/** True for a part of a private document, or of one that is gone. */
export function ofPrivateDocument(t: { org_id: AnyPgColumn; document_id: AnyPgColumn }) {
  return sql`${t.document_id} is not null and not exists (select from documents d
    where d.org_id = ${t.org_id} and d.id = ${t.document_id} and d.only_for is null)`
}
const ofDocument = (name: string, t: { org_id: AnyPgColumn; document_id: AnyPgColumn }) =>
  foreignKey({
    name,
    columns: [t.org_id, t.document_id],
    foreignColumns: [documents.org_id, documents.id],
  }).onDelete('cascade')

/** A document's versions. Only the newest can be overwritten, by the next save in a burst of edits. */
export const documentVersions = entity(
  'document_versions',
  {
    scope: withDocument,
    history: 'audited',
    // The values are the document's; its own audit entries show them unless they are private.
    private: () => sql`true`,
  },
  {
    ...tenant(),
    id: globalId(),
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
    index('document_versions_recent').on(t.org_id, t.created_at.desc()),
    index('document_versions_document').on(t.org_id, t.document_id, t.number.desc()),
    ofDocument('document_versions_document_id', t),
    known('document_versions_mode', t.edit_mode),
  ],
)

/** What a document references: linked documents, tasks and projects, and task keys. */
export const documentLinks = entity(
  'document_links',
  { scope: withDocument, history: 'none' },
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
    known('document_links_type', t.target_type),
  ],
)
