import { sql } from 'drizzle-orm'
import { pageOf } from '../../kit/fields.ts'
import { area, read, write } from '../../kit/operation.ts'
import { requireFiles } from '../../shared/files/required.ts'
import { provenBy, provenIfSent } from '../../shared/second-factor/proof.ts'
import type * as z from 'zod'
import * as queries from './queries.ts'
import {
  ExportFilter,
  OrganizationExport,
  OrganizationExportDetail,
  OrganizationExportDraft,
} from './schemas.ts'

export default area('organization-exports', 'Exports', { export_id: queries.exportTarget }, [
  read({
    id: 'listOrganizationExports',
    summary: 'List the exports of the organization',
    at: 'GET /exports',
    role: 'owner',
    details: 'The newest first.',
    query: ExportFilter,
    returns: pageOf(OrganizationExport),
    run: ({ query }) => queries.listExports(query),
  }),
  write({
    id: 'createOrganizationExport',
    summary: 'Have all data of the organization written to files',
    at: 'POST /exports',
    role: 'owner',
    not: ['api_key', 'oauth'],
    details:
      'JSON lines by kind, the files of attachments, and a signed manifest with the hash of each part. Takes a sign-in of the last 15 minutes or the password; one a day. What belongs to one person is left out, and so are keys, links and secrets. Every owner is told, and told again of each download.',
    audit: 'organization_export.started',
    body: OrganizationExportDraft,
    returns: OrganizationExport,
    status: 202,
    refuses: [403, 409],
    notesRefusal: () => sql`select app.note_denied_export()`,
    example: { body: { files: true } },
    preflight: provenIfSent<z.output<typeof OrganizationExportDraft>>(),
    run: ({ body, id, preflightResult, outside, settings }) => {
      const { proven, used } = provenBy(preflightResult)
      return [
        ...requireFiles(outside),
        ...(preflightResult ? [sql`select app.lock_account_with_factor(${proven}, ${used})`] : []),
        sql`select app.require_recent_proof(${preflightResult !== undefined})`,
        ...queries.requestExport(id(), body, settings.baseUrl),
      ]
    },
  }),
  read({
    id: 'getOrganizationExport',
    summary: 'Get an export: how far it is, by kind, and its parts',
    at: 'GET /exports/{export_id}',
    role: 'owner',
    details:
      'An owner who is signed in takes its parts at …/parts/{n}, from 0, which is the manifest, or all of it at archive_path.',
    returns: OrganizationExportDetail,
    run: ({ params: { export_id } }) => queries.getExport(export_id),
  }),
  write({
    id: 'deleteOrganizationExport',
    summary: 'Stop an export and erase its parts',
    at: 'DELETE /exports/{export_id}',
    role: 'owner',
    audit: 'organization_export.deleted',
    status: 204,
    example: {},
    run: ({ params: { export_id } }) => queries.deleteExport(export_id),
  }),
])
