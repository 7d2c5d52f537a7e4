import { pageOf } from '../../kit/fields.ts'
import { read, type Word, write } from '../../kit/operation.ts'
import {
  Diff,
  DiffFilter,
  DocumentSaved,
  Version,
  VersionDetail,
  VersionFilter,
  VersionLabel,
  VersionRestore,
} from './schemas.ts'
import * as query from './versions.ts'

const number: Word = { format: /^[1-9]\d{0,8}$/, wrong: 'must be a version number', example: '3' }
const words = { number }

export const versionOperations = [
  read({
    id: 'listDocumentVersions',
    does: 'List the versions of a document, newest first',
    at: 'GET /documents/{document_id}/versions',
    role: 'viewer',
    tool: 'list_document_versions',
    query: VersionFilter,
    returns: pageOf(Version),
    run: ({ params: { document_id }, query: asked }) => query.listVersions(document_id, asked),
  }),
  read({
    id: 'getDocumentVersion',
    does: 'Get a version of a document with its text',
    at: 'GET /documents/{document_id}/versions/{number}',
    role: 'viewer',
    words,
    what: 'version',
    returns: VersionDetail,
    run: ({ params: { document_id, number: wanted } }) => query.getVersion(document_id, wanted),
  }),
  write({
    id: 'labelDocumentVersion',
    does: 'Name a version of a document, which keeps it from being replaced',
    at: 'PATCH /documents/{document_id}/versions/{number}',
    role: 'member',
    words,
    what: 'version',
    audit: 'document.version_named',
    body: VersionLabel,
    returns: Version,
    example: { body: { label: 'Approved' } },
    run: ({ params: { document_id, number: wanted }, body: { label } }) =>
      query.labelVersion(document_id, wanted, label),
  }),
  write({
    id: 'restoreDocumentVersion',
    does: 'Make an old version of a document the current one, as a new version',
    at: 'POST /documents/{document_id}/versions/{number}/restore',
    role: 'member',
    words,
    tool: 'restore_document_version',
    audit: 'document.version_restored',
    body: VersionRestore,
    returns: DocumentSaved,
    given: ['updateDocument'],
    example: { body: {} },
    run: ({ params: { document_id, number: wanted }, body }) =>
      query.restoreVersion(document_id, wanted, body ?? {}),
  }),
  read({
    id: 'diffDocumentVersions',
    does: 'Compare two versions of a document line by line',
    at: 'GET /documents/{document_id}/diff',
    role: 'viewer',
    what: 'version',
    query: DiffFilter,
    returns: Diff,
    example: { query: 'from=1' },
    run: ({ params: { document_id }, query: { from, to } }) => query.twoVersions(document_id, from, to),
    finish: query.compared,
  }),
]
