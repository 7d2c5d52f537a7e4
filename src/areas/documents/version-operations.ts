import { pageOf } from '../../kit/fields.ts'
import { read, type PathFormat, write } from '../../kit/operation.ts'
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
import * as queries from './versions.ts'

const number: PathFormat = { format: /^[1-9]\d{0,8}$/, problem: 'must be a version number', example: '1' }
const pathFormats = { number }

export const versionOperations = [
  read({
    id: 'listDocumentVersions',
    summary: 'List the versions of a document, newest first',
    at: 'GET /documents/{document_id}/versions',
    role: 'viewer',
    tool: 'list_document_versions',
    query: VersionFilter,
    returns: pageOf(Version),
    run: ({ params: { document_id }, query }) => queries.listVersions(document_id, query),
  }),
  read({
    id: 'getDocumentVersion',
    summary: 'Get a version of a document with its text',
    at: 'GET /documents/{document_id}/versions/{number}',
    role: 'viewer',
    pathFormats,
    noun: 'version',
    returns: VersionDetail,
    run: ({ params: { document_id, number: version } }) => queries.getVersion(document_id, version),
  }),
  write({
    id: 'labelDocumentVersion',
    summary: 'Name a version of a document, which keeps it from being replaced',
    at: 'PATCH /documents/{document_id}/versions/{number}',
    role: 'member',
    pathFormats,
    noun: 'version',
    audit: 'document.version_named',
    body: VersionLabel,
    returns: Version,
    example: { body: { label: 'Approved' } },
    run: ({ params: { document_id, number: version }, body: { label } }) =>
      queries.labelVersion(document_id, version, label),
  }),
  write({
    id: 'restoreDocumentVersion',
    summary: 'Make an old version of a document the current one, as a new version',
    at: 'POST /documents/{document_id}/versions/{number}/restore',
    role: 'member',
    pathFormats,
    tool: 'restore_document_version',
    audit: 'document.version_restored',
    body: VersionRestore,
    returns: DocumentSaved,
    setup: ['updateDocument'],
    example: { body: {} },
    run: ({ params: { document_id, number: version }, body }) =>
      queries.restoreVersion(document_id, version, body ?? {}),
  }),
  read({
    id: 'diffDocumentVersions',
    summary: 'Compare two versions of a document line by line',
    at: 'GET /documents/{document_id}/diff',
    role: 'viewer',
    noun: 'version',
    query: DiffFilter,
    returns: Diff,
    example: { query: 'from=1' },
    run: ({ params: { document_id }, query: { from, to } }) => queries.twoVersions(document_id, from, to),
    computes: true,
    transform: queries.withDiff,
  }),
]
