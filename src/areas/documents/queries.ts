import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import { documentLinks, documents } from '../../../db/schema/documents.ts'
import {
  all,
  type AnyColumn,
  answer,
  any,
  contains,
  inOrg,
  insert,
  json,
  jsonb,
  one,
  page,
  type Ref,
  rejectStale,
  ensure,
  shape,
  update,
  ensureFields,
} from '../../kit/sql.ts'
import { among, person } from '../../shared/people.ts'
import { stateTimestamp } from '../../shared/state-timestamp.ts'
import { saveForAnswer, withSavedFields } from '../../platform/saved-fields.ts'
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
import { referencesIn } from '../../kit/targets.ts'

const computed = {
  visibility: sql`case when ${documents.only_for} is null then ${documents.visibility} else 'private' end`,
  owner: person(documents.owner_id),
  locked_by: person(documents.locked_by),
  child_count: sql`app.visible_child_count(${documents.id})`,
  created_by: person(documents.created_by),
  updated_by: person(documents.updated_by),
}
const document = shape(Document, documents, computed)
export const row = (id: Ref) => all(inOrg(documents), sql`${documents.id} = ${id}`)

/** Locked by every change of the document tree, before any row. */
export const lockTrees = () => sql`select app.lock_documents()`

export const tree = (query: z.output<typeof TreeFilter>) => [
  ...ensureFields(referencesIn({ root_id: documentTarget }, query, 'query')),
  answer(sql`app.document_tree(${jsonb(query)})`),
]

const within = (column: AnyColumn, id: string | undefined) =>
  id && (id === 'none' ? sql`${column} is null` : sql`${column} = ${id}`)
const matches = (words: string) =>
  any(contains(documents.title, words), sql`${documents.id} in (select app.documents_matching(${words}))`)

export const listDocuments = (query: z.output<typeof DocumentFilter>) =>
  page(query, document, {
    where: all(
      inOrg(documents),
      documentTarget.notDeleted,
      within(documents.project_id, query.project_id),
      within(documents.parent_id, query.parent_id),
      query.q && matches(query.q),
      query.owner_id && among(documents.owner_id, [query.owner_id]),
      query.template !== undefined && sql`${documents.is_template} = ${query.template}`,
      sql`(${documents.archived_at} is not null) = ${query.archived}`,
      query.updated_since && sql`${documents.updated_at} >= ${query.updated_since}`,
    ),
    sorts: {
      title: sql`app.folded(${documents.title})`,
      updated_at: documents.updated_at,
      created_at: documents.created_at,
    },
  })

/** The full document, one section, or a range of either; 404 if it has no such heading. */
export function read(id: Ref, { format, section, offset = 0, length }: z.output<typeof ReadFilter>) {
  const part = section ? sql`app.section_of(${documents.content}, ${section})` : sql`${documents.content}`
  const content = format === 'text' ? sql`app.plain_text(${part})` : part
  const end = length === undefined ? undefined : offset + length
  const detail = shape(DocumentDetail, documents, {
    ...computed,
    content:
      end === undefined
        ? sql`substr(${content}, ${offset + 1})`
        : sql`substr(${content}, ${offset + 1}, ${length})`,
    next_offset:
      end === undefined ? sql`null::int` : sql`case when length(${content}) > ${end} then ${end}::int end`,
    breadcrumbs: sql`app.breadcrumbs(${documents.id})`,
    links: sql`app.document_links(${documents.id})`,
  })
  const hasSection = sql`(select ${part} is not null from ${documents} where ${row(id)})`
  return [...(section ? [ensure(hasSection, 'WM404', 'section not found')] : []), one(detail, row(id))]
}

export const getDocument = (id: Ref) => one(document, row(id))

type Draft = z.output<typeof DocumentDraft>

/** The column of the template, for a new document without its own value. */
const fromTemplate = (template: string | undefined, column: 'content' | 'icon') =>
  template ? sql`(app.readable_document(${template})).${sql.identifier(column)}` : undefined

export const create = (id: string, { before_id, after_id, template_id, ...draft }: Draft) => {
  const { parent_id, project_id, visibility, content, icon } = draft
  const parentVisibility = sql`(select d.visibility from ${documents} d where d.org_id = app.org_id() and d.id = ${parent_id ?? null})`
  const place = { parent_id, project_id, before_id, after_id, visibility }
  return [
    lockTrees(),
    ...ensureFields(referencesIn({ template_id: documentTarget }, { template_id })),
    insert(documents, {
      ...draft,
      id,
      content: content ?? fromTemplate(template_id, 'content'),
      icon: icon ?? fromTemplate(template_id, 'icon'),
      visibility: visibility ?? sql`coalesce(${parentVisibility}, 'project')`,
      rank: sql`(app.check_document_place(null, ${jsonb(place)})).rank`,
    }),
    getDocument(id),
  ]
}

export const edit = (id: Ref, { version, ...change }: z.output<typeof DocumentChange>) => {
  const { title, content, icon, visibility, archived, is_template, edit_mode, find } = change
  const text = sql`app.apply_edit(${documents.content}, ${edit_mode ?? 'replace'}, ${content},
    ${find ?? null})`
  const columns = {
    title,
    content: content === undefined ? undefined : text,
    icon,
    visibility,
    archived_at: stateTimestamp(documents.archived_at, archived),
    is_template,
  }
  return [
    ...rejectStale('documents', id, version, columns),
    sql`select app.check_document_edit(${id}, ${jsonb({ ...change, content: content && '' })})`,
    update(documents, columns, row(id)),
    withSavedFields(getDocument(id)),
  ]
}

export const move = (id: Ref, target: object) => [
  sql`update ${documents} set (parent_id, project_id, rank) =
    (select p.parent_id, p.project_id, p.rank from app.check_document_place(${id}, ${jsonb(target)}) p)
      where ${row(id)}`,
  getDocument(id),
]

export const lock = (id: Ref, locked: boolean) => [
  sql`update ${documents} set is_locked = ${locked}, locked_by = case when ${locked} then app.user_id() end
    where ${row(id)} and ${documents.is_locked} <> ${locked}`,
  getDocument(id),
]

export const trash = (id: Ref) => answer(json({ deleted: sql`app.trash_document(${id})` }))

export const restore = (id: Ref, children: boolean) => [
  saveForAnswer(sql`json_build_object('reparented', app.restore_document(${id}, ${children}))`),
  withSavedFields(getDocument(id)),
]

export const purge = (id: Ref) => sql`select app.purge_document(${id})`

export const duplicate = (id: Ref, copy: string, target: object) => [
  sql`select app.duplicate_document(${id}, ${copy}, ${jsonb(target)})`,
  getDocument(copy),
]

const link = shape(Backlink, documents, { type: sql`'document'` })

export const backlinks = (id: Ref, query: { limit: number; offset: number }) =>
  page({ ...query, sort: [{ key: 'updated_at', descending: true }] }, link, {
    where: all(
      inOrg(documents),
      documentTarget.notDeleted,
      sql`${documents.id} in (select ${documentLinks.document_id} from ${documentLinks} where ${inOrg(documentLinks)}
        and ${documentLinks.target_type} = 'document' and ${documentLinks.target_id} = ${id})`,
    ),
    sorts: { updated_at: documents.updated_at },
  })
