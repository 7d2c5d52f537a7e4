import type * as z from 'zod'
import type { TransformContext } from '../../kit/operation.ts'
import { type Kept, newestCheckpoint, registerChain } from '../../shared/checkpoints.ts'
import { hashAt } from './queries.ts'
import type { RegisterVerification } from './schemas.ts'

type Answer = z.output<typeof RegisterVerification>
type Found = Omit<Answer, 'checkpoint' | 'checkpoint_missing'>

/** Judges the chain also by its newest checkpoint, which the database cannot change. */
export async function judged(told: string, { outside, query }: TransformContext): Promise<string> {
  const { org_id, issuer, found } = JSON.parse(told) as { org_id: string; issuer: string; found: Found }
  const kept = await newestCheckpoint(outside.files, outside.linkKeys, org_id, registerChain(issuer))
  if (typeof kept === 'string')
    return JSON.stringify({ ...found, checkpoint: null, checkpoint_missing: kept } satisfies Answer)
  const { head } = found
  const hash = head?.seq === kept.position ? head.hash : await query(hashAt(issuer, kept.position))
  const against = contradiction(kept, registerChain(issuer), hash)
  const checkpoint = { seq: kept.position, at: kept.at, ok: !against, signature: kept.signature }
  const first_break = found.first_break ?? against
  return JSON.stringify({
    ...found,
    valid: found.valid && !against,
    first_break,
    checkpoint,
    checkpoint_missing: null,
  } satisfies Answer)
}

/** How a checkpoint disproves a chain that is consistent in itself. */
function contradiction(kept: Kept, chain: string, hash: string | null): Found['first_break'] {
  if (hash === kept.hash && kept.chain === chain && kept.signature !== 'wrong') return null
  return { seq: kept.position, kind: hash === null ? 'truncated' : 'rewritten' }
}
