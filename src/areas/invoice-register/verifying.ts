import type * as z from 'zod'
import type { TransformContext } from '../../kit/operation.ts'
import { type StoredCheckpoint, newestCheckpoint, registerChain } from '../../shared/checkpoints.ts'
import { hashAt } from './queries.ts'
import type { RegisterVerification } from './schemas.ts'

type Answer = z.output<typeof RegisterVerification>
type Found = Omit<Answer, 'checkpoint' | 'checkpoint_missing'>

/** Also compares the chain with its newest checkpoint, which the database cannot change. */
export async function withCheckpoint(result: string, { outside, query }: TransformContext): Promise<string> {
  const { folder, issuer, found } = JSON.parse(result) as { folder: string; issuer: string; found: Found }
  const stored = await newestCheckpoint(outside.files, outside.linkKeys, folder, registerChain(issuer))
  if (typeof stored === 'string')
    return JSON.stringify({ ...found, checkpoint: null, checkpoint_missing: stored } satisfies Answer)
  const { head } = found
  const hash = head?.seq === stored.position ? head.hash : await query(hashAt(issuer, stored.position))
  const checkpointBreak = contradiction(stored, registerChain(issuer), hash)
  const checkpoint = {
    seq: stored.position,
    at: stored.at,
    ok: !checkpointBreak,
    signature: stored.signature,
  }
  const first_break = found.first_break ?? checkpointBreak
  return JSON.stringify({
    ...found,
    valid: found.valid && !checkpointBreak,
    first_break,
    checkpoint,
    checkpoint_missing: null,
  } satisfies Answer)
}

/** How a checkpoint contradicts a chain that is internally consistent. */
function contradiction(stored: StoredCheckpoint, chain: string, hash: string | null): Found['first_break'] {
  if (hash === stored.hash && stored.chain === chain && stored.signature !== 'wrong') return null
  return { seq: stored.position, kind: hash === null ? 'truncated' : 'rewritten' }
}
