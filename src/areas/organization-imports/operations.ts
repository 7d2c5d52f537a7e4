import { pageOf } from '../../kit/fields.ts'
import { area, read, write } from '../../kit/operation.ts'
import { requireFiles } from '../../shared/files/required.ts'
import * as queries from './queries.ts'
import { refuseSignature, signatureOf, unlessSigned } from './signature.ts'
import {
  ImportFilter,
  OrganizationImport,
  OrganizationImportDraft,
  OrganizationImportStart,
  OrganizationImportSummary,
} from './schemas.ts'

export default area('organization-imports', 'Imports of organizations', {}, [
  read({
    id: 'listOrganizationImports',
    summary: 'List the organizations that I have begun to import',
    at: 'GET ~/organizations/import',
    role: 'signed_in',
    not: ['api_key', 'oauth', 'impersonation'],
    details:
      'The newest first, whatever became of them; those that were thrown away are gone, and so are those whose organization I administer no more.',
    query: ImportFilter,
    returns: pageOf(OrganizationImportSummary),
    run: ({ query }) => queries.listImports(query),
  }),
  write({
    id: 'createOrganizationImport',
    summary: 'Begin to import an exported organization as a new one',
    at: 'POST ~/organizations/import',
    role: 'signed_in',
    not: ['api_key', 'oauth', 'impersonation'],
    details:
      'Takes `manifest.json` of an export of everything, and says which parts to send, with PUT …/parts/{n}. One at a time, and again is the same; three that failed are to be thrown away first. As many rows as the deployment allows: its manifest says how many there are; a signature of this deployment must fit, one of another is not verified; what is not started and done within a week is thrown away.',
    audit: null,
    body: OrganizationImportDraft,
    returns: OrganizationImport,
    status: 201,
    maxBytes: 4 * 2 ** 20,
    refuses: [403, 409],
    example: { body: { manifest: exampleManifest() } },
    preflight: { authorize: unlessSigned, perform: refuseSignature },
    run: ({ body, id, outside, settings }) => [
      ...requireFiles(outside),
      queries.requestImport(id(), body.manifest, signatureOf(body.signature, outside), outside, settings),
    ],
  }),
  read({
    id: 'getOrganizationImport',
    summary: 'Get an import of an organization: how far it is, and what is to be done',
    at: 'GET ~/organizations/import/{organization_import_id}',
    role: 'signed_in',
    not: ['api_key', 'oauth', 'impersonation'],
    details:
      'What ids became is at …/map, and chains that came as closed archives at …/archives/{n}, once it is done.',
    noun: 'import',
    returns: OrganizationImport,
    run: ({ params: { organization_import_id } }) => queries.getImport(organization_import_id),
  }),
  write({
    id: 'startOrganizationImport',
    summary: 'Have an import of an organization written, once all its parts are there',
    at: 'POST ~/organizations/import/{organization_import_id}/start',
    role: 'signed_in',
    not: ['api_key', 'oauth', 'impersonation'],
    details:
      'Nobody is a member of the new organization but you. Automations, mailboxes and clocks are off; the checklist says what else to do. Again is the same.',
    audit: null,
    body: OrganizationImportStart,
    returns: OrganizationImport,
    status: 202,
    refuses: [409],
    example: { body: {} },
    run: ({ params: { organization_import_id }, body }) =>
      queries.startImport(organization_import_id, body.continue_numbering),
  }),
  write({
    id: 'deleteOrganizationImport',
    summary: 'Throw an import of an organization away, with whatever it has written',
    at: 'DELETE ~/organizations/import/{organization_import_id}',
    role: 'signed_in',
    not: ['api_key', 'oauth', 'impersonation'],
    audit: null,
    status: 204,
    refuses: [409],
    example: {},
    run: ({ params: { organization_import_id } }) => queries.deleteImport(organization_import_id),
  }),
])

function exampleManifest() {
  return {
    format: 1,
    origin: 'https://origin.example',
    organization: { id: '0193a5c0-0000-7000-8000-000000000001', name: 'Ada & Co', slug: 'ada-co' },
    started_at: '2026-11-25T09:00:00.000Z',
    kinds: null,
    files: false,
    counts: { tag: 1 },
    parts: [
      {
        n: 1,
        name: 'tag.jsonl',
        bytes: 72,
        sha256: '3a19163c2617eae4d198eae4a6d0a199278a8029acd5f8d1b934fd00a6ebe483',
      },
    ],
  }
}
