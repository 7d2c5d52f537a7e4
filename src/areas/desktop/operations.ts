import { area, read, write } from '../../kit/operation.ts'
import * as query from './queries.ts'
import { DesktopDraft, DesktopFilter, DesktopPatch, DesktopState, DesktopStates, Word } from './schemas.ts'

const words = { key: { ...Word, example: 'windows' } }
const isNew = (answer: string) => (JSON.parse(answer) as { version: number }).version === 1

export default area('desktop', 'Desktop', {}, [
  read({
    id: 'listDesktopStates',
    does: 'List the keys of my desktop in this organization',
    at: 'GET /desktop-state',
    role: 'signed_in',
    query: DesktopFilter,
    returns: DesktopStates,
    run: ({ query: asked }) => query.listStates(asked),
  }),
  read({
    id: 'getDesktopState',
    does: 'Get a value of my desktop',
    at: 'GET /desktop-state/{key}',
    role: 'signed_in',
    what: 'key',
    words,
    returns: DesktopState,
    run: ({ params: { key } }) => query.getState(key),
  }),
  write({
    id: 'setDesktopState',
    does: 'Write a value of my desktop',
    at: 'PUT /desktop-state/{key}',
    role: 'signed_in',
    audit: null,
    words,
    body: DesktopDraft,
    returns: DesktopState,
    made: isNew,
    refuses: [409],
    details: 'The last write wins, unless it names the version that it saw.',
    example: { body: { value: { open: ['board'] } } },
    run: ({ params: { key }, body: { value, version } }) =>
      query.writeState(key, { value, merge: false, version }),
  }),
  write({
    id: 'patchDesktopState',
    does: 'Change a part of a value of my desktop',
    at: 'PATCH /desktop-state/{key}',
    role: 'signed_in',
    audit: null,
    what: 'key',
    words,
    body: DesktopPatch,
    returns: DesktopState,
    refuses: [409],
    example: { body: { open: ['board', 'calendar'] } },
    run: ({ params: { key }, body: value, seen }) =>
      query.writeState(key, { value, merge: true, version: seen }),
  }),
  write({
    id: 'deleteDesktopState',
    does: 'Remove a key of my desktop',
    at: 'DELETE /desktop-state/{key}',
    role: 'signed_in',
    audit: null,
    words,
    status: 204,
    example: {},
    run: ({ params: { key } }) => query.deleteState(key),
  }),
])
