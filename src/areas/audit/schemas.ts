import * as z from 'zod'
import { exportFormats } from '../../../db/schema/audit.ts'
import { count, idOut, moment, paging, userParam, text } from '../../kit/fields.ts'
import { createdAt, ownId } from '../../shared/common-fields.ts'

const actors = ['user', 'api_key', 'oauth', 'portal', 'automation', 'system'] as const
const ways = ['session', 'api_key', 'oauth', 'portal', 'automation', 'system', 'support'] as const

export const AuditEntry = z
  .object({
    id: ownId,
    created_at: createdAt,
    action: z.string().meta({ description: 'What was done, a word with dots', example: 'member.updated' }),
    actor: z
      .object({
        type: z.enum(actors).describe('A person, a key, an application, an automation or the service'),
        user_id: idOut().nullable().describe('The person, or the one in whose name it was done'),
        label: z.string().nullable().meta({ description: 'The e-mail address then, or what acted' }),
      })
      .describe('Who did it'),
    via: z.enum(ways).meta({ description: '`support`: an operator of the service in their place' }),
    entity: z
      .object({
        type: z.string().describe('The kind of object'),
        id: z.string().describe('Identifies the object'),
        label: z.string().nullable().meta({
          description: 'What the object was called',
          'x-outside': 'type=tickets,type=attachments,@',
        }),
        version: z.int().nullable().describe('The version that the object came to'),
      })
      .describe('What it was done to'),
    fields: z.array(z.string()).meta({ description: 'What changed, by name' }),
    api_key_id: idOut().nullable().describe('The API key that was used'),
    oauth_authorization_id: idOut().nullable().describe('The connected application that was used'),
    automation_id: idOut().nullable().describe('The automation that did it'),
    ip: z.string().nullable().describe('The network address that it was done from'),
    user_agent: z.string().nullable().describe('The browser or program, as it names itself'),
    request_id: z.string().nullable().meta({ description: 'The X-Request-ID of the answer' }),
  })
  .meta({
    id: 'AuditEntry',
    'x-row': 'at=created_at action actor=actor.label entity=entity.label fields',
  })

export const AuditEntryWhole = z
  .object({
    ...AuditEntry.shape,
    changes: z.record(z.string(), z.unknown()).meta({
      description:
        'By field: `from` and `to`; secrets and what is private to a person only `changed`, long texts by length and hash',
    }),
    seal: z
      .object({
        position: z.int().describe('Its place in the chain'),
        hash: z.string().describe('SHA-256 of the previous hash and this entry'),
      })
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

const range = {
  from: moment().optional().describe('This moment or later'),
  to: moment().optional().describe('This moment or earlier'),
}

export const AuditFilter = z
  .strictObject({
    actor_id: userParam().optional().describe('Only what this person did; `me` too'),
    action: z
      .string()
      .regex(/^[a-z_]+\.[a-z_]*$/, 'must be an action, or how some begin, as member.')
      .optional()
      .meta({ description: 'One action, or all that begin so: `member.`', example: 'task.created' }),
    entity_type: text(60).optional().describe('Only about this kind of object'),
    entity_id: text(80).optional().describe('Only about this object'),
    ip: z
      .union([z.ipv4(), z.ipv6()], { error: 'must be an IP address' })
      .optional()
      .describe('Only from this network address'),
    q: text(200).optional().meta({ description: 'In labels and actions; or an id, a request id' }),
    ...range,
    order: z.enum(['desc', 'asc']).default('desc').describe('Newest first, or oldest first'),
    cursor: cursor.optional().meta({ type: 'string', description: 'The next_cursor of the page before' }),
    ...paging,
  })
  .superRefine(inOrder)

export const AuditActions = z
  .object({
    items: z
      .array(
        z.object({
          action: z.string().describe('A word with dots, such as task.created'),
          description: z.string().nullable().describe('What it is, in a line'),
          count_30d: count().describe('How often in the last 30 days'),
        }),
      )
      .describe('All actions'),
  })
  .meta({ id: 'AuditActions' })

export const VerifyRange = z.strictObject(range).superRefine(inOrder)

export const Verification = z
  .object({
    ok: z.boolean().describe('Whether the chain holds, checkpoint and archive included'),
    checked: count().meta({ description: 'Sealed entries that were checked' }),
    next: moment()
      .nullable()
      .meta({ description: '`from` of the next call; at most 100,000 are checked in one' }),
    unsealed: count().meta({ description: 'Entries at the end that are not sealed yet' }),
    unsealed_since: moment().nullable().describe('Since when entries wait for their seal'),
    position: count().meta({ description: 'The last position of the chain' }),
    archived: count().meta({
      description: 'The position up to which entries, older than 400 days, have left for the archive',
    }),
    checkpoint: z
      .object({
        position: z.int().describe('The position that it was signed at'),
        at: moment().describe('When it was signed'),
        ok: z.boolean().describe('Whether the chain agrees with it'),
        signature: z
          .enum(['valid', 'unknown', 'wrong'])
          .describe('Whether it was made with a key of the service'),
      })
      .nullable()
      .meta({
        description: 'The newest signed checkpoint outside of the database, and whether the chain agrees',
      }),
    checkpoint_missing: z
      .enum(['not_configured', 'none_yet', 'unreachable', 'unreadable'])
      .nullable()
      .describe('Why there is no checkpoint to compare with'),
    first_broken: z
      .object({
        kind: z
          .enum(['edited', 'missing', 'inserted', 'swapped', 'truncated', 'forged'])
          .describe('What is wrong with it'),
        position: z.int().nullable().describe('Its place in the chain'),
        entry_id: idOut().nullable().describe('The entry, if it is there'),
      })
      .nullable()
      .describe('The first entry that does not fit; null if all do'),
  })
  .meta({ id: 'Verification' })

export const ExportRange = z
  .strictObject({
    from: moment().describe('This moment or later'),
    to: moment().describe('This moment or earlier'),
    format: z
      .enum([...exportFormats])
      .default('jsonl')
      .describe('Lines of JSON, or a table'),
  })
  .superRefine(inOrder)

export const AuditExport = z
  .object({
    id: ownId,
    state: z.enum(['preparing', 'ready']).describe('How it stands'),
    format: z.enum([...exportFormats]).describe('Lines of JSON, or a table'),
    from: moment().describe('The first moment'),
    to: moment().describe('The last moment'),
    entries: count().meta({ description: 'So far, while it is being made' }),
    size_bytes: count().describe('Size in bytes'),
    signature: z
      .string()
      .nullable()
      .meta({
        description:
          'A compact JWS (EdDSA) of the manifest, which has the size and SHA-256 of each part of the file; its keys are at ' +
          '/.well-known/jwks.json. Null until the file is ready',
      }),
    download_url: z.string().describe('Where to fetch the file'),
    expires_at: moment().describe('Until when it can be fetched'),
  })
  .meta({ id: 'AuditExport' })
