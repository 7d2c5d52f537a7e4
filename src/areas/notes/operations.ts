import { area, write } from '../../kit/operation.ts'
import { maxSingleTextBytes } from '../../shared/body.ts'
import * as queries from './queries.ts'
import { Converted, NoteConversion } from './schemas.ts'

const mine = { role: 'signed_in' } as const

export default area('notes', 'Notes', { note_id: queries.note.target }, [
  queries.note.list('listNotes', 'List my private notes', {
    ...mine,
    not: ['impersonation'],
    tool: 'list_notes',
    filter: queries.filter,
    sorts: queries.sorts,
    sort: '-pinned,rank',
  }),
  queries.note.create('createNote', 'Write a note that only I can read', {
    ...mine,
    tool: 'create_note',
    maxBytes: maxSingleTextBytes,
    example: {
      title: 'Ideas for the launch',
      labels: ['launch'],
      linked_type: 'task',
      linked_id: '{task_id}',
    },
    run: ({ body, id }) => queries.addNote(id(), body),
  }),
  queries.note.find('getNote', 'Get a note of mine', { ...mine, not: ['impersonation'] }),
  queries.note.change('updateNote', 'Edit, pin, archive or place a note of mine', {
    ...mine,
    tool: 'update_note',
    maxBytes: maxSingleTextBytes,
    example: { is_pinned: true },
    run: ({ params: { note_id }, body: { version, ...change } }) =>
      queries.changeNote(note_id, version, change),
  }),
  queries.note.remove('deleteNote', 'Delete a note of mine', { ...mine, tool: 'delete_note' }),
  write({
    id: 'convertNote',
    summary: 'Make a task or a document of a note of mine',
    at: 'POST /notes/{note_id}/convert',
    role: 'signed_in',
    audit: 'note.converted',
    body: NoteConversion,
    returns: Converted,
    status: 201,
    details: 'Needs the role member. Labels become tags of a task, made where they are missing.',
    example: { body: { project_id: '{project_id}', to: 'task' } },
    run: ({ params: { note_id }, body, id, settings }) =>
      queries.convertNote(note_id, id(), body, settings.webUrl),
  }),
])
