import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import { documents } from '../../../db/schema/documents.ts'
import { notes } from '../../../db/schema/notes.ts'
import { projects } from '../../../db/schema/projects.ts'
import { linked, mayOpen } from '../../shared/linked.ts'
import {
  all,
  answer,
  any,
  contains,
  inOrg,
  insert,
  me,
  one,
  page,
  rank,
  type Ref,
  require,
  requireFields,
  shape,
  update,
  visible,
} from '../../kit/sql.ts'
import type { Target } from '../../kit/targets.ts'
import {
  Note,
  type NoteChange,
  type NoteConversion,
  NoteDocument,
  type NoteDraft,
  type NoteFilter,
} from './schemas.ts'

/** The caller's own notes: part of every query, besides the organization. */
const mine = all(inOrg(notes), sql`${notes.user_id} = ${me}`)
const live = all(mine, sql`${notes.deleted_at} is null`)
const note = shape(Note, notes, { linked: linked(notes.linked_type, notes.linked_id) })

export const noteTarget: Target = { kind: 'note', noun: 'note', table: notes, live }

export const listNotes = (query: z.output<typeof NoteFilter>) =>
  page(query, note, {
    where: all(
      live,
      query.q && any(contains(notes.title, query.q), contains(notes.body, query.q)),
      query.label && sql`${notes.labels} @> array[${query.label}::text]`,
      query.pinned !== undefined && sql`${notes.is_pinned} = ${query.pinned}`,
      sql`(${notes.archived_at} is not null) = ${query.archived}`,
      query.linked_type && sql`${notes.linked_type} = ${query.linked_type}`,
      query.linked_id && sql`${notes.linked_id} = ${query.linked_id}`,
    ),
    sorts: {
      pinned: notes.is_pinned,
      rank: notes.rank,
      title: sql`lower(${notes.title})`,
      created_at: notes.created_at,
      updated_at: notes.updated_at,
    },
  })

const ofNote = (id: Ref) => all(mine, sql`${notes.id} = ${id}`)
export const getNote = (id: Ref) => one(note, all(live, sql`${notes.id} = ${id}`))

const texts = (values: string[] | undefined) =>
  values && sql`array(select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`
const linkKnown = (type: string | null | undefined, id: string | null | undefined) => ({
  'body.linked_id': type && id ? mayOpen(type, id) : undefined,
})

export const addNote = (id: string, { labels, ...draft }: z.output<typeof NoteDraft>) => [
  ...requireFields(linkKnown(draft.linked_type, draft.linked_id)),
  insert(notes, { ...draft, id, labels: texts(labels), rank: sql`app.note_rank(null, null, null)` }),
]

type Change = Omit<z.output<typeof NoteChange>, 'version'>

const neighbour = (id: Ref, other: string | undefined) =>
  other
    ? ([
        sql`exists (select from ${notes} where ${live} and ${notes.id} = ${other} and ${notes.id} <> ${id})`,
        'no other note of mine',
      ] as [ReturnType<typeof sql>, string])
    : undefined

const columnsOf = (id: Ref, { archived, before_id, after_id, labels, ...rest }: Change) => ({
  ...rest,
  labels: texts(labels),
  archived_at:
    archived === undefined ? undefined : archived ? sql`coalesce(${notes.archived_at}, now())` : sql`null`,
  rank:
    before_id || after_id
      ? sql`app.note_rank(${id}::uuid, ${before_id ?? null}::uuid, ${after_id ?? null}::uuid)`
      : undefined,
})

/** The columns that a change sets, for the version check. */
export const changed = (id: Ref, change: Change) =>
  Object.fromEntries(Object.entries(columnsOf(id, change)).filter(([, value]) => value !== undefined))

export const changeNote = (id: Ref, change: Change) => [
  ...requireFields({
    ...linkKnown(change.linked_type, change.linked_id),
    'body.before_id': neighbour(id, change.before_id),
    'body.after_id': neighbour(id, change.after_id),
  }),
  update(notes, columnsOf(id, change), ofNote(id)),
]

export const deleteNote = (id: Ref) => sql`update ${notes} set deleted_at = now() where ${ofNote(id)}`

const openProject = (id: string) => sql`exists (select from ${projects} where ${inOrg(projects)}
  and ${projects.id} = ${id} and ${projects.deleted_at} is null and ${visible(projects.id)})`
const archived = (id: string) => sql`exists (select from ${projects} where ${inOrg(projects)}
  and ${projects.id} = ${id} and ${projects.archived_at} is not null)`
const document = shape(NoteDocument, documents, {})

/** Converts the note into a task or document, with the checks of creating one directly. */
export function convertNote(id: Ref, made: string, wish: z.output<typeof NoteConversion>, web: string) {
  const { to, project_id, keep } = wish
  const project = sql`${project_id ?? null}::uuid`
  return [
    require(sql`${rank} >= 20`, 'WM403', `a ${to} needs the role member or above`),
    ...requireFields({ 'body.project_id': project_id ? [openProject(project_id), 'not found'] : undefined }),
    ...(project_id ? [require(sql`not ${archived(project_id)}`, 'WM409', 'project is archived')] : []),
    to === 'task'
      ? sql`select app.note_to_task(${id}::uuid, ${made}::uuid, ${project})`
      : sql`select app.note_to_document(${id}::uuid, ${made}::uuid, ${project})`,
    ...(keep ? [] : [deleteNote(id)]),
    to === 'task'
      ? answer(sql`app.tasks_json(array[${made}::uuid], ${web}) -> 0`)
      : one(document, all(inOrg(documents), sql`${documents.id} = ${made}`)),
  ]
}
