import { pageOf } from '../../kit/fields.ts'
import { area, type TransformContext, read, write } from '../../kit/operation.ts'
import * as z from 'zod'
import { catalogue } from './actions.ts'
import { fileUrl } from '../../shared/files/links.ts'
import * as queries from './queries.ts'
import {
  AuditActions,
  AuditEntry,
  AuditEntryWhole,
  AuditExport,
  AuditFilter,
  ExportRange,
  Verification,
  VerifyRange,
} from './schemas.ts'
import { withCheckpoint } from './verifying.ts'

const next_cursor = z.string().nullable().meta({ description: 'Gives the next page, however long the trail' })

/** Signs the link of an export; it works as long as the file is kept. */
function withDownloadUrl(result: string, context: TransformContext) {
  const file = JSON.parse(result) as z.output<typeof AuditExport>
  const [org, id, user] = file.download_url.split(' ') as [string, string, string]
  const download_url = fileUrl(context, { use: 'EXPORT', org, file: id, user, until: file.expires_at })
  return JSON.stringify({ ...file, download_url })
}

export default area('audit', 'Audit log', { entry_id: queries.entryTarget }, [
  read({
    id: 'listAuditLog',
    summary: 'List who did what, newest first',
    at: 'GET /audit-log',
    role: 'admin',
    tool: 'list_audit_log',
    query: AuditFilter,
    returns: pageOf(AuditEntry, { next_cursor }),
    details:
      'Pages by `cursor` cost the same however far back they lie; `q` finds the X-Request-ID of an answer.',
    run: ({ query }) => queries.listEntries(query),
  }),
  read({
    id: 'getAuditEntry',
    summary: 'Get an entry with its changes and its place in the hash chain',
    at: 'GET /audit-log/{entry_id}',
    role: 'admin',
    returns: AuditEntryWhole,
    run: ({ params: { entry_id } }) => queries.getEntry(entry_id),
  }),
  read({
    id: 'listAuditActions',
    summary: 'List the actions that the audit log knows',
    at: 'GET /audit-log/actions',
    role: 'admin',
    returns: AuditActions,
    transform: (result) => JSON.stringify({ items: catalogue(JSON.parse(result) as Record<string, number>) }),
    run: () => queries.countActions,
  }),
  read({
    id: 'verifyAuditLog',
    summary: 'Check that nothing in the audit log was changed, removed or slipped in',
    at: 'GET /audit-log/verify',
    role: 'admin',
    heavy: true,
    query: VerifyRange,
    returns: Verification,
    details:
      'Recomputes the hash chain, oldest first and at most 100,000 entries a call (`next` goes on), and holds it ' +
      'against the newest signed checkpoint outside of the database. Entries are sealed about a minute after they ' +
      'were written. `edited` at a checkpoint: the chain was rewritten up to there.',
    transform: withCheckpoint,
    run: ({ query: { from, to } }) => queries.verify(from, to),
  }),
  write({
    id: 'exportAuditLog',
    summary: 'Have a file made of a range of the audit log',
    at: 'GET /audit-log/export',
    role: 'owner',
    not: ['impersonation'],
    exports: true,
    audit: 'audit_log.exported',
    query: ExportRange,
    returns: AuditExport,
    status: 202,
    details:
      'Ask again with the same range to see its `state`: it is the same file for a day. `download_url` works for the ' +
      'person who requested it, while they are an owner; until the file is ready it answers 409 with Retry-After. Lines of ' +
      'JSON end with a manifest; both formats carry the hash chain, and `signature` signs the whole file: both can be ' +
      'checked without the service.',
    example: { query: 'from=2026-01-01T00:00:00Z&to=2026-12-31T00:00:00Z&format=jsonl' },
    transform: withDownloadUrl,
    run: ({ query, id }) => queries.requestExport(id(), query),
  }),
])
