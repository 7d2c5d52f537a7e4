import * as z from 'zod'
import { count, intParam, moment } from '../kit/fields.ts'
import type { Statement } from '../kit/sql.ts'
import type { TransformContext } from '../kit/operation.ts'
import { newestCheckpoint, type StoredCheckpoint } from './checkpoints.ts'

/** The verification of a chain of records: of the invoice register, and of the log of working hours. */

const place = () => intParam(1, 999_999_999)
const hash = () =>
  z
    .string()
    .regex(/^[0-9A-Fa-f]{64}$/, 'must be 64 hexadecimal digits')
    .transform((given) => given.toUpperCase())

export const verifyRange = {
  from_seq: place().default(1).meta({ type: 'integer', description: 'Where to begin', example: 1 }),
  known_seq: place()
    .optional()
    .meta({ type: 'integer', description: 'The place of a head that was stored earlier' }),
  known_hash: hash().optional().meta({ description: 'Its hash' }),
}
type Known = { known_seq?: number | undefined; known_hash?: string | undefined }
/** For `.refine(...knownTogether)`. */
export const knownTogether = [
  ({ known_seq, known_hash }: Known) => (known_seq === undefined) === (known_hash === undefined),
  { message: 'send known_seq and known_hash together', path: ['known_hash'] as PropertyKey[] },
] as const

export const headOf = (id: string) =>
  z
    .object({
      seq: count().describe('The place of the last record'),
      hash: z.string().describe('The hash of the last record'),
    })
    .meta({ id })

const breaks = [
  'content_altered',
  'link_broken',
  'reordered',
  'duplicate_seq',
  'missing_seq',
  'truncated',
  'chain_missing',
  'rewritten',
] as const

export const verificationOf = (id: string, head: ReturnType<typeof headOf>) =>
  z
    .object({
      valid: z.boolean().describe('Whether all of it holds'),
      checked: count().meta({ description: 'Records of this call' }),
      head: head.nullable().meta({
        description: 'To keep, and to send as known_seq and known_hash another time',
      }),
      first_break: z
        .object({
          seq: count().describe('The place of the record'),
          kind: z.enum(breaks).describe('What is wrong with it'),
        })
        .nullable()
        .describe('Where the chain first does not hold; null if it does'),
      known_head: z
        .enum(['consistent', 'rewritten', 'truncated'])
        .nullable()
        .meta({ description: 'Whether the head that was sent is still in the chain' }),
      next_seq: count().nullable().meta({ description: 'Where to go on; null at the end' }),
      checkpoint: z
        .object({
          seq: count().describe('The place that it was signed at'),
          at: moment().describe('When it was signed'),
          ok: z.boolean().describe('Whether the chain agrees with it'),
          signature: z
            .enum(['valid', 'unknown', 'wrong'])
            .describe('Whether it was made with a key of the service'),
        })
        .nullable()
        .meta({ description: 'The newest signed one, which is stored outside the database' }),
      checkpoint_missing: z.string().nullable().meta({ description: 'Why there is none' }),
    })
    .meta({ id })

type Answer = z.output<ReturnType<typeof verificationOf>>
type Found = Omit<Answer, 'checkpoint' | 'checkpoint_missing'>
/** A chain that was verified, and the query for the hash at a place of it. */
export type Verified = { folder: string; chain: string; found: Found; hashAt: (seq: number) => Statement }

/** The verdict, compared with the newest checkpoint of the chain, which the database cannot change. */
export async function withCheckpoint(
  { folder, chain, found, hashAt }: Verified,
  { outside, query }: TransformContext,
): Promise<string> {
  const stored = await newestCheckpoint(outside.files, outside.linkKeys, folder, chain)
  if (typeof stored === 'string')
    return JSON.stringify({ ...found, checkpoint: null, checkpoint_missing: stored } satisfies Answer)
  const { head } = found
  const hash = head?.seq === stored.position ? head.hash : await query(hashAt(stored.position))
  const contradicted = contradiction(stored, chain, hash)
  const checkpoint = { seq: stored.position, at: stored.at, ok: !contradicted, signature: stored.signature }
  return JSON.stringify({
    ...found,
    valid: found.valid && !contradicted,
    first_break: found.first_break ?? contradicted,
    checkpoint,
    checkpoint_missing: null,
  } satisfies Answer)
}

/** How a checkpoint contradicts a chain that is internally consistent. */
function contradiction(stored: StoredCheckpoint, chain: string, hash: string | null): Found['first_break'] {
  if (hash === stored.hash && stored.chain === chain && stored.signature !== 'wrong') return null
  return { seq: stored.position, kind: hash === null ? 'truncated' : 'rewritten' }
}
