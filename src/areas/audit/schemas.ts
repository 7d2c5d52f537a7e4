import * as z from 'zod'
import { exportFormats } from '../../../db/schema/audit.ts'
import { count, idOut, moment, paging, userParam, text } from '../../kit/fields.ts'

const actors = ['user', 'api_key', 'oauth', 'portal', 'automation', 'system'] as const
const ways = ['session', 'api_key', 'oauth', 'portal', 'automation', 'system', 'support'] as const

export const AuditEntry = z
  .object({
    id: idOut(),
    created_at: moment(),
    action: z.string().meta({ example: 'member.updated' }),
    actor: z.object({
      type: z.enum(actors),
      user_id: idOut().nullable(),
      label: z.string().nullable().meta({ description: 'The e-mail address then, or what acted' }),
    }),
    via: z.enum(ways).meta({ description: '`support`: an operator of the service in their place' }),
    entity: z.object({
      type: z.string(),
      id: z.string(),
      label: z.string().nullable(),
      version: z.int().nullable(),
    }),
    fields: z.array(z.string()).meta({ description: 'What changed, by name' }),
    api_key_id: idOut().nullable(),
    oauth_authorization_id: idOut().nullable(),
    automation_id: idOut().nullable(),
    ip: z.string().nullable(),
    user_agent: z.string().nullable(),
    request_id: z.string().nullable().meta({ description: 'The X-Request-ID of the answer' }),
  })
  .meta({ id: 'AuditEntry' })

export const AuditEntryWhole = z
  .object({
    ...AuditEntry.shape,
    changes: z.record(z.string(), z.unknown()).meta({
      description:
        'By field: `from` and `to`; secrets and what is private to a person only `changed`, long texts by length and hash',
    }),
    seal: z
      .object({ position: z.int(), hash: z.string() })
      .nullable()
      .meta({ description: 'Its place in the hash chain; null until it is sealed, about a minute later' }),
  })
  .meta({ id: 'AuditEntryWhole' })

const cursor = z
  .string()
  .regex(/^\d{1,15}_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'must be a next_cursor')
  .transform((value) => {
    const [at, entry] = value.split('_') as [string, string]
    return { at: new Date(Number(at)), entry }
  })

const maxSpan = 366 * 24 * 60 * 60 * 1000
type Range = { from?: string | undefined; to?: string | undefined }
type Problems = { addIssue(issue: { code: 'custom'; path: string[]; message: string }): void }

function inOrder({ from, to }: Range, problems: Problems) {
  if (!from || !to) return
  const span = Date.parse(to) - Date.parse(from)
  const message = span < 0 ? 'after to' : span > maxSpan ? 'more than 366 days before to' : ''
  if (message) problems.addIssue({ code: 'custom', path: ['from'], message })
}

const range = { from: moment().optional(), to: moment().optional() }

export const AuditFilter = z
  .strictObject({
    actor_id: userParam().optional(),
    action: z
      .string()
      .regex(/^[a-z_]+\.[a-z_]*$/, 'must be an action, or how some begin, as member.')
      .optional()
      .meta({ description: 'One action, or all that begin so: `member.`', example: 'task.created' }),
    entity_type: text(60).optional(),
    entity_id: text(80).optional(),
    ip: z.union([z.ipv4(), z.ipv6()], { error: 'must be an IP address' }).optional(),
    q: text(200).optional().meta({ description: 'In labels and actions; or an id, a request id' }),
    ...range,
    order: z.enum(['desc', 'asc']).default('desc'),
    cursor: cursor.optional().meta({ type: 'string', description: 'The next_cursor of the page before' }),
    ...paging,
  })
  .superRefine(inOrder)

export const AuditActions = z
  .object({
    items: z.array(z.object({ action: z.string(), description: z.string().nullable(), count_30d: count() })),
  })
  .meta({ id: 'AuditActions' })

export const VerifyRange = z.strictObject(range).superRefine(inOrder)

export const Verification = z
  .object({
    ok: z.boolean(),
    checked: count().meta({ description: 'Sealed entries that were checked' }),
    next: moment()
      .nullable()
      .meta({ description: '`from` of the next call; at most 100,000 are checked in one' }),
    unsealed: count().meta({ description: 'Entries at the end that are not sealed yet' }),
    unsealed_since: moment().nullable(),
    position: count().meta({ description: 'The last position of the chain' }),
    archived: count().meta({
      description: 'The position up to which entries, older than 400 days, have left for the archive',
    }),
    checkpoint: z
      .object({
        position: z.int(),
        at: moment(),
        ok: z.boolean(),
        signature: z.enum(['valid', 'unknown', 'wrong']),
      })
      .nullable()
      .meta({
        description: 'The newest signed checkpoint outside of the database, and whether the chain agrees',
      }),
    checkpoint_missing: z.enum(['not_configured', 'none_yet', 'unreachable', 'unreadable']).nullable(),
    first_broken: z
      .object({
        kind: z.enum(['edited', 'missing', 'inserted', 'swapped', 'truncated', 'forged']),
        position: z.int().nullable(),
        entry_id: idOut().nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'Verification' })

export const ExportRange = z
  .strictObject({ from: moment(), to: moment(), format: z.enum([...exportFormats]).default('jsonl') })
  .superRefine(inOrder)

export const AuditExport = z
  .object({
    id: idOut(),
    state: z.enum(['preparing', 'ready']),
    format: z.enum([...exportFormats]),
    from: moment(),
    to: moment(),
    entries: count().meta({ description: 'So far, while it is being made' }),
    size_bytes: count(),
    signature: z
      .string()
      .nullable()
      .meta({
        description:
          'A compact JWS (EdDSA) of the manifest, which has the size and SHA-256 of each part of the file; its keys are at ' +
          '/.well-known/jwks.json. Null until the file is ready',
      }),
    download_url: z.string(),
    expires_at: moment(),
  })
  .meta({ id: 'AuditExport' })
