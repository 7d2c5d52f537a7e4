import { area, read, write } from '../../kit/operation.ts'
import * as queries from './queries.ts'
import { DesktopDraft, DesktopFilter, DesktopPatch, DesktopState, DesktopStates, Word } from './schemas.ts'

const pathFormats = { key: { ...Word, example: 'windows' } }
const isNew = (answer: string) => (JSON.parse(answer) as { version: number }).version === 1

export default area('desktop', 'Desktop', {}, [
  read({
    id: 'listDesktopStates',
    summary: 'List the keys of my desktop in this organization',
    at: 'GET /desktop-state',
    role: 'signed_in',
    not: ['impersonation'],
    query: DesktopFilter,
    returns: DesktopStates,
    run: ({ query }) => queries.listStates(query),
  }),
  read({
    id: 'getDesktopState',
    summary: 'Get a value of my desktop',
    at: 'GET /desktop-state/{key}',
    role: 'signed_in',
    not: ['impersonation'],
    noun: 'key',
    pathFormats,
    returns: DesktopState,
    response: { conditional: true },
    run: ({ params: { key } }) => queries.getState(key),
  }),
  write({
    id: 'setDesktopState',
    summary: 'Write a value of my desktop',
    at: 'PUT /desktop-state/{key}',
    role: 'signed_in',
    audit: null,
    pathFormats,
    body: DesktopDraft,
    returns: DesktopState,
    response: { createdIf: isNew },
    details: 'The last write wins, unless it names the version that it saw.',
    example: { body: { value: { open: ['board'] } } },
    run: ({ params: { key }, body: { value, version } }) => queries.writeState(key, value, false, version),
  }),
  write({
    id: 'patchDesktopState',
    summary: 'Change a part of a value of my desktop',
    at: 'PATCH /desktop-state/{key}',
    role: 'signed_in',
    audit: null,
    noun: 'key',
    pathFormats,
    body: DesktopPatch,
    returns: DesktopState,
    example: { body: { open: ['board', 'calendar'] } },
    run: ({ params: { key }, body: value, expectedVersion }) =>
      queries.writeState(key, value, true, expectedVersion),
  }),
  write({
    id: 'deleteDesktopState',
    summary: 'Remove a key of my desktop',
    at: 'DELETE /desktop-state/{key}',
    role: 'signed_in',
    audit: null,
    pathFormats,
    status: 204,
    example: {},
    run: ({ params: { key } }) => queries.deleteState(key),
  }),
])
