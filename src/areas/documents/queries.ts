import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import { documentLinks, documents } from '../../../db/schema/documents.ts'
import {
  all,
  among,
  answer,
  any,
  contains,
  inOrg,
  json,
  jsonb,
  one,
  page,
  person,
  type Ref,
  rejectStale,
  require,
  shape,
} from '../../kit/sql.ts'
import { documentTarget } from '../../shared/targets.ts'
import {
  Backlink,
  Document,
  type DocumentChange,
  DocumentDetail,
  type DocumentDraft,
  type DocumentFilter,
  type ReadFilter,
  type TreeFilter,
} from './schemas.ts'

const computed = {
  visibility: sql`case when ${documents.only_for} is null then ${documents.visibility} else 'private' end`,
  owner: person(documents.owner_id),
  locked_by: person(documents.locked_by),
  child_count: sql`app.shown_children(${documents.id})`,
  created_by: person(documents.created_by),
  updated_by: person(documents.updated_by),
}
const document = shape(Document, documents, computed)
const byId = (id: Ref) => all(inOrg(documents), sql`${documents.id} = ${id}`)

/** Locked by every change of the document tree, before any row. */
export const holdTrees = () => sql`select app.lock_documents()`

export const tree = (query: z.output<typeof TreeFilter>) => answer(sql`app.document_tree(${jsonb(query)})`)

const within = (
  column: typeof documents.project_id | typeof documents.parent_id,
  wanted: string | undefined,
) => wanted && (wanted === 'none' ? sql`${column} is null` : sql`${column} = ${wanted}`)
const says = (words: string) =>
  any(contains(documents.title, words), sql`${documents.id} in (select app.documents_with(${words}))`)

export const listDocuments = (query: z.output<typeof DocumentFilter>) =>
  page(query, document, {
    where: all(
      inOrg(documents),
      documentTarget.live,
      within(documents.project_id, query.project_id),
      within(documents.parent_id, query.parent_id),
      query.q && says(query.q),
      query.owner_id && among(documents.owner_id, [query.owner_id]),
      query.template !== undefined && sql`${documents.is_template} = ${query.template}`,
      sql`(${documents.archived_at} is not null) = ${query.archived}`,
      query.updated_since && sql`${documents.updated_at} >= ${query.updated_since}`,
    ),
    sorts: {
      title: sql`lower(${documents.title})`,
      updated_at: documents.updated_at,
      created_at: documents.created_at,
    },
  })

/** The whole document, or one section of it; 404 if it has no such heading. */
export function read(id: Ref, { format, section }: z.output<typeof ReadFilter>) {
  const part = section ? sql`app.section_of(${documents.content}, ${section})` : sql`${documents.content}`
  const detail = shape(DocumentDetail, documents, {
    ...computed,
    content: format === 'text' ? sql`app.plain_text(${part})` : part,
    breadcrumbs: sql`app.breadcrumbs(${documents.id})`,
    links: sql`app.links_of(${documents.id})`,
  })
  const there = sql`(select ${part} is not null from ${documents} where ${byId(id)})`
  return [...(section ? [require(there, 'WM404', 'section not found')] : []), one(detail, byId(id))]
}

export const get = (id: Ref) => one(document, byId(id))
/** A document with what the preceding statements stashed. */
export const told = (id: Ref) => sql`select app.json_with(${document.answer}, app.stashed())::text as answer
  from ${documents} where ${byId(id)}`

export const create = (id: string, draft: z.output<typeof DocumentDraft>) => [
  holdTrees(),
  sql`select app.create_document(${jsonb({ ...draft, id })})`,
  get(id),
]

const columnsOf = ({ title, content, icon, visibility, archived, is_template }: Change) =>
  Object.fromEntries(
    Object.entries({ title, content, icon, visibility, archived_at: archived, is_template }).filter(
      ([, value]) => value !== undefined,
    ),
  )
type Change = z.output<typeof DocumentChange>

export const edit = (id: Ref, { version, ...change }: Change) => [
  ...rejectStale('documents', id, version, columnsOf(change)),
  sql`select app.update_document(${id}::uuid, ${jsonb(change)})`,
  told(id),
]

export const move = (id: Ref, wish: object) => [
  sql`select app.move_document(${id}::uuid, ${jsonb(wish)})`,
  get(id),
]

export const lock = (id: Ref, locked: boolean) => [
  sql`update ${documents} set is_locked = ${locked}, locked_by = case when ${locked} then app.user_id() end
    where ${byId(id)} and ${documents.is_locked} <> ${locked}`,
  get(id),
]

export const trash = (id: Ref) => answer(json({ deleted: sql`app.trash_document(${id}::uuid)` }))

export const restore = (id: Ref, children: boolean) => [
  sql`select app.stash(json_build_object('reparented', app.restore_document(${id}::uuid, ${children})))`,
  told(id),
]

export const purge = (id: Ref) => sql`select app.purge_document(${id}::uuid)`

export const duplicate = (id: Ref, copy: string, wish: object) => [
  sql`select app.duplicate_document(${id}::uuid, ${copy}::uuid, ${jsonb(wish)})`,
  get(copy),
]

const link = shape(Backlink, documents, { type: sql`'document'` })

export const backlinks = (id: Ref, query: { limit: number; offset: number }) =>
  page({ ...query, sort: [{ key: 'updated_at', descending: true }] }, link, {
    where: all(
      inOrg(documents),
      documentTarget.live,
      sql`${documents.id} in (select ${documentLinks.document_id} from ${documentLinks} where ${inOrg(documentLinks)}
        and ${documentLinks.target_type} = 'document' and ${documentLinks.target_id} = ${id})`,
    ),
    sorts: { updated_at: documents.updated_at },
  })
