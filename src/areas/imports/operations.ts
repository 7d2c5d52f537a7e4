import { pageOf } from '../../kit/fields.ts'
import { area, read, write } from '../../kit/operation.ts'
import { folderOfOrganization } from '../../shared/files/folders.ts'
import { withSignedUrl } from '../../shared/files/signing.ts'
import { storeBytes } from '../../shared/files/storing.ts'
import * as queries from './queries.ts'
import {
  Import,
  ImportDetail,
  ImportDraft,
  ImportFilter,
  ImportMapping,
  ImportPreview,
  ImportRow,
  ImportSummary,
  ImportUpload,
  RowFilter,
  Start,
} from './schemas.ts'

/** As many rows as are read to find states and people of another mapping. */
const readsAtMost = 20_000

const reading = {
  id: 'getImport',
  summary: 'Get an import: what its file holds, what that is taken for, and how far it is',
  at: 'GET /imports/{import_id}',
  role: 'manager',
  tool: 'get_import',
} as const

export default area(
  'imports',
  'Imports',
  { import_id: queries.importTarget },
  [
    read({
      id: 'listImports',
      summary: 'List the imports of tasks',
      at: 'GET /imports',
      role: 'manager',
      tool: 'list_imports',
      details: 'The newest first.',
      query: ImportFilter,
      returns: pageOf(Import),
      run: ({ query }) => queries.listImports(query),
    }),
    write({
      id: 'createImport',
      summary: 'Send a file of tasks: its text, or its size and hash to PUT the bytes after',
      at: 'POST /imports',
      role: 'manager',
      details:
        'Nothing is written yet: the file is read, and says what it holds once it is ready. At most 20 MiB and 20 000 tasks. ' +
        'Its people become nobody here unless the mapping says so; only members with the same verified address are suggested.',
      audit: 'import.created',
      body: ImportDraft,
      returns: ImportUpload,
      status: 201,
      maxBytes: 6 * 1024 * 1024,
      mendsText: true,
      refuses: [409],
      example: {
        body: {
          source: 'csv',
          project_id: '{project_id}',
          filename: 'tasks.csv',
          content: 'Title,Status\nWrite,Done',
        },
      },
      preflight: {
        authorize: ({ content }) => (content === undefined ? undefined : [folderOfOrganization]),
        perform: ({ content }, _org, { files }, folder) =>
          storeBytes(new TextEncoder().encode(content), folder!, files),
      },
      run: ({ body, id, preflightResult, settings }) =>
        queries.addImport(id(), body, preflightResult?.values, settings.storageQuota),
      transform: withSignedUrl('IMPORT', 'upload'),
    }),
    read({
      ...reading,
      returns: ImportDetail,
      run: ({ params: { import_id } }) => queries.getImport(import_id),
    }),
    write({
      id: 'updateImportMapping',
      summary: 'Say what the columns, states and people of a file are here',
      at: 'PUT /imports/{import_id}/mapping',
      role: 'manager',
      details:
        'As a whole. States and people follow from the columns, so they are found again where these change.',
      audit: 'import.mapped',
      body: ImportMapping,
      returns: ImportDetail,
      heavy: true,
      refuses: [409],
      example: {
        body: {
          mapping: { Title: { field: 'title' }, Status: { field: 'status' } },
          states: { Done: { status: 'done' } },
          time_zone: 'Europe/Madrid',
        },
      },
      preload: ({ params: { import_id } }) => queries.read(import_id, readsAtMost),
      run: ({ params: { import_id }, body, preloaded }) => queries.mapImport(import_id, body, preloaded),
    }),
    write({
      id: 'previewImport',
      summary: 'See the first 50 tasks of a file as they would be, without writing them',
      at: 'POST /imports/{import_id}/preview',
      role: 'manager',
      audit: null,
      returns: ImportPreview,
      heavy: true,
      refuses: [409],
      example: {},
      preload: ({ params: { import_id } }) => queries.previewed(import_id),
      run: ({ params: { import_id }, preloaded }) => queries.previewImport(import_id, preloaded),
    }),
    write({
      id: 'startImport',
      summary: 'Write the tasks of a file',
      at: 'POST /imports/{import_id}/start',
      role: 'manager',
      tool: 'start_import',
      asks: { about: 'much' },
      details:
        'One import of an organization runs at a time. Nobody is notified or mailed, and no automation runs; whoever started it and the lead of the project are told once when it is done. ' +
        'Tasks that came from there before stay as they are, so the same file again changes nothing.',
      audit: 'import.started',
      body: Start,
      returns: Import,
      status: 202,
      refuses: [403, 409],
      example: { body: {} },
      run: ({ params: { import_id } }) => queries.startImport(import_id),
    }),
    read({
      id: 'listImportRows',
      summary: 'List the rows of an import, with what became of them and why',
      at: 'GET /imports/{import_id}/rows',
      role: 'manager',
      query: RowFilter,
      returns: pageOf(ImportRow),
      run: ({ params: { import_id }, query }) => queries.listRows(import_id, query),
    }),
    write({
      id: 'stopImport',
      summary: 'Stop an import that is read or runs',
      at: 'POST /imports/{import_id}/stop',
      role: 'manager',
      details: 'What it wrote stays, and can be undone.',
      audit: 'import.stopped',
      returns: Import,
      status: 202,
      refuses: [409],
      example: {},
      run: ({ params: { import_id } }) => queries.stopImport(import_id),
    }),
    write({
      id: 'undoImport',
      summary: 'Remove the tasks of an import that nobody changed since',
      at: 'POST /imports/{import_id}/undo',
      role: 'manager',
      tool: 'undo_import',
      details: 'For 30 days. What somebody changed or commented stays, and the import says why.',
      audit: 'import.undo_started',
      returns: ImportSummary,
      status: 202,
      refuses: [409],
      example: {},
      run: ({ params: { import_id } }) => queries.undoImport(import_id),
    }),
    write({
      id: 'deleteImport',
      summary: 'Forget an import: its file and rows; its tasks stay',
      at: 'DELETE /imports/{import_id}',
      role: 'manager',
      audit: 'import.deleted',
      status: 204,
      refuses: [409],
      example: {},
      run: ({ params: { import_id } }) => queries.deleteImport(import_id),
    }),
  ],
  [
    read({
      ...reading,
      returns: ImportSummary,
      run: ({ params: { import_id } }) => queries.getBrief(import_id),
    }),
  ],
)
