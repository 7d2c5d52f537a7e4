import { pageOf } from '../../kit/fields.ts'
import { area, read, write } from '../../kit/operation.ts'
import { rejectStale } from '../../kit/sql.ts'
import * as queries from './queries.ts'
import { Converted, Note, NoteChange, NoteConversion, NoteDraft, NoteFilter } from './schemas.ts'

export default area('notes', 'Notes', { note_id: queries.noteTarget }, [
  read({
    id: 'listNotes',
    summary: 'List my private notes',
    at: 'GET /notes',
    role: 'signed_in',
    not: ['impersonation'],
    tool: 'list_notes',
    query: NoteFilter,
    returns: pageOf(Note),
    run: ({ query }) => queries.listNotes(query),
  }),
  write({
    id: 'createNote',
    summary: 'Write a note that only I can read',
    at: 'POST /notes',
    role: 'signed_in',
    tool: 'create_note',
    audit: 'note.created',
    body: NoteDraft,
    returns: Note,
    status: 201,
    example: {
      body: {
        title: 'Ideas for the launch',
        labels: ['launch'],
        linked_type: 'task',
        linked_id: '{task_id}',
      },
    },
    run: ({ body, id }) => {
      const noteId = id()
      return [...queries.addNote(noteId, body), queries.getNote(noteId)]
    },
  }),
  read({
    id: 'getNote',
    summary: 'Get a note of mine',
    at: 'GET /notes/{note_id}',
    role: 'signed_in',
    not: ['impersonation'],
    returns: Note,
    run: ({ params: { note_id } }) => queries.getNote(note_id),
  }),
  write({
    id: 'updateNote',
    summary: 'Edit, pin, archive or place a note of mine',
    at: 'PATCH /notes/{note_id}',
    role: 'signed_in',
    tool: 'update_note',
    audit: 'note.updated',
    body: NoteChange,
    returns: Note,
    refuses: [409],
    example: { body: { is_pinned: true } },
    run: ({ params: { note_id }, body: { version, ...change } }) => [
      ...rejectStale('notes', note_id, version, queries.changed(note_id, change)),
      ...queries.changeNote(note_id, change),
      queries.getNote(note_id),
    ],
  }),
  write({
    id: 'deleteNote',
    summary: 'Delete a note of mine',
    at: 'DELETE /notes/{note_id}',
    role: 'signed_in',
    tool: 'delete_note',
    audit: 'note.deleted',
    status: 204,
    example: {},
    run: ({ params: { note_id } }) => queries.deleteNote(note_id),
  }),
  write({
    id: 'convertNote',
    summary: 'Make a task or a document of a note of mine',
    at: 'POST /notes/{note_id}/convert',
    role: 'signed_in',
    audit: 'note.converted',
    body: NoteConversion,
    returns: Converted,
    status: 201,
    refuses: [409],
    details: 'Needs the role member. Labels become tags of a task, made where they are missing.',
    example: { body: { project_id: '{project_id}', to: 'task' } },
    run: ({ params: { note_id }, body, id, settings }) =>
      queries.convertNote(note_id, id(), body, settings.webUrl),
  }),
])
