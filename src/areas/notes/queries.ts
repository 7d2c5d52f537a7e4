import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import { documents } from '../../../db/schema/documents.ts'
import { notes } from '../../../db/schema/notes.ts'
import { tasks } from '../../../db/schema/tasks.ts'
import { stateTimestamp } from '../../shared/state-timestamp.ts'
import { requireProject } from '../../shared/projects.ts'
import { Linkable, Linked, linked, openable } from '../../shared/linked.ts'
import {
  all,
  answer,
  any,
  contains,
  inOrg,
  insert,
  jsonb,
  one,
  roleLevel,
  type Ref,
  ensure,
  ensureFields,
  shape,
} from '../../kit/sql.ts'
import { boolParam, id, text } from '../../kit/fields.ts'
import { type Filter, resource } from '../../kit/resource.ts'
import { referencesIn } from '../../kit/targets.ts'
import { NoteChange, type NoteConversion, NoteDocument, NoteDraft, shown } from './schemas.ts'

export const note = resource(notes, {
  noun: 'note',
  name: 'Note',
  row: 'id title* body labels is_pinned about=linked archived_at',
  at: '/notes',
  item: '/notes/{note_id}',
  fields: {},
  required: [],
  draft: NoteDraft,
  change: NoteChange,
  shown: {
    ...shown,
    linked: [Linked, linked(notes.linked_type, notes.linked_id)],
  },
})

export const filter = {
  q: [
    text(200).describe('Words to find'),
    (needle: string) => any(contains(notes.title, needle), contains(notes.body, needle)),
  ],
  label: [
    text(30).describe('Only with this label'),
    (label: string) => sql`${notes.labels} @> array[${label}::text]`,
  ],
  pinned: [
    boolParam().describe('Only pinned ones'),
    (pinned: boolean) => sql`${notes.is_pinned} = ${pinned}`,
  ],
  archived: [
    boolParam().default(false).describe('The archived ones instead'),
    (archived: boolean) => sql`(${notes.archived_at} is not null) = ${archived}`,
  ],
  linked_type: [
    Linkable.describe('Only linked to this kind of object'),
    (type: string) => sql`${notes.linked_type} = ${type}`,
  ],
  linked_id: [
    id().describe('Only linked to this object'),
    (linkedId: string) => sql`${notes.linked_id} = ${linkedId}`,
  ],
} satisfies Filter

export const sorts = {
  pinned: notes.is_pinned,
  rank: notes.rank,
  title: sql`app.folded(${notes.title})`,
  created_at: notes.created_at,
  updated_at: notes.updated_at,
}

const texts = (values: string[] | undefined) =>
  values && sql`array(select jsonb_array_elements_text(${jsonb(values)}))`
type Link = { linked_type?: string | null | undefined; linked_id?: string | null | undefined }
const linkRules = (sent: Link) =>
  sent.linked_type ? referencesIn({ linked_id: openable(sent.linked_type) }, sent) : {}

export const addNote = (id: string, { labels, ...draft }: z.output<typeof NoteDraft>) => [
  ...ensureFields(linkRules(draft)),
  insert(notes, { ...draft, id, labels: texts(labels), rank: sql`app.note_rank(null, null, null)` }),
  note.get(id),
]

type Change = Omit<z.output<typeof NoteChange>, 'version'>

const neighbour = (id: Ref, other: string | undefined) =>
  other
    ? ([
        sql`exists (select from ${notes} where ${note.visible} and ${notes.id} = ${other} and ${notes.id} <> ${id})`,
        'no other note of mine',
      ] as [ReturnType<typeof sql>, string])
    : undefined

const columnsOf = (id: Ref, { archived, before_id, after_id, labels, ...rest }: Change) => ({
  ...rest,
  labels: texts(labels),
  archived_at: stateTimestamp(notes.archived_at, archived),
  rank:
    before_id || after_id
      ? sql`app.note_rank(${id}::uuid, ${before_id ?? null}::uuid, ${after_id ?? null}::uuid)`
      : undefined,
})

export const changeNote = (id: Ref, version: number | undefined, change: Change) => [
  ...ensureFields({
    ...linkRules(change),
    'body.before_id': neighbour(id, change.before_id),
    'body.after_id': neighbour(id, change.after_id),
  }),
  ...note.apply(id, version, columnsOf(id, change)),
]

const deleteNote = (id: Ref) => sql`update ${notes} set deleted_at = now() where ${note.row(id)}`

const document = shape(NoteDocument, documents, {})

const draft = (note: Ref) => sql`app.note_as_draft(${note})`

const asTask = (noteId: Ref, id: string, project_id: string | undefined) => [
  sql`${insert(tasks, {
    id,
    project_id,
    title: sql`${draft(noteId)} ->> 'title'`,
    description: sql`nullif(${draft(noteId)} ->> 'body', '')`,
  })} returning app.check_task(old, new)`,
  sql`select app.tag_task(${id}, ${notes.labels}) from ${notes} where ${note.row(noteId)}`,
]

const asDocument = (note: Ref, id: string, project_id: string | undefined) =>
  insert(documents, {
    id,
    project_id,
    title: sql`${draft(note)} ->> 'title'`,
    content: sql`${draft(note)} ->> 'body'`,
    visibility: 'project',
    rank: sql`(app.check_document_place(null, ${jsonb({ project_id })})).rank`,
  })

/** Converts the note into a task or document; requires the same rights as creating one. */
export function convertNote(
  id: Ref,
  newId: string,
  conversion: z.output<typeof NoteConversion>,
  web: string,
) {
  const { to, project_id, keep } = conversion
  return [
    ensure(sql`${roleLevel} >= 20`, 'WM403', `a ${to} needs the role member or above`),
    ...requireProject(project_id),
    ...(to === 'task' ? asTask(id, newId, project_id) : [asDocument(id, newId, project_id)]),
    ...(keep ? [] : [deleteNote(id)]),
    to === 'task'
      ? answer(sql`app.tasks_json(array[${newId}::uuid], ${web}) -> 0`)
      : one(document, all(inOrg(documents), sql`${documents.id} = ${newId}`)),
  ]
}
