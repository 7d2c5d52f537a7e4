import type * as z from 'zod'
import { archiveMark, type StoredCheckpoint, newestCheckpoint } from '../../shared/checkpoints.ts'
import type { Outside } from '../../base/config.ts'
import type { TransformContext } from '../../kit/operation.ts'
import { sealedAt } from './queries.ts'
import type { Verification } from './schemas.ts'

type Answer = z.output<typeof Verification>
type Broken = Answer['first_broken']
/** What the database reports about the chain. */
type Chain = Omit<Answer, 'ok' | 'archived' | 'checkpoint' | 'checkpoint_missing' | 'first_broken'> & {
  org_id: string
  folder: string
  hash: string | null
  archived: Place | null
  broken: Broken
}
type Place = { position: number; hash: string }

/**
 * The verdict on the chain: what the database found in it, and whether it agrees with the newest checkpoint, which the
 * database cannot change.
 */
export async function withCheckpoint(result: string, { outside, query }: TransformContext): Promise<string> {
  const { org_id, folder, hash, archived, broken: found, ...rest } = JSON.parse(result) as Chain
  const chain = { ...rest, archived: archived?.position ?? 0 }
  const broken = found ?? (archived && (await truncatedStart(archived, { org: org_id, folder }, outside)))
  const stored = await newestCheckpoint(outside.files, outside.linkKeys, folder)
  if (typeof stored === 'string') {
    const first_broken = broken ?? (stored === 'unreadable' ? forged(null) : null)
    return answer({ ...chain, checkpoint: null, checkpoint_missing: stored, first_broken })
  }
  const currentHash = stored.position === chain.position ? hash : await query(sealedAt(stored.position))
  const checkpointBreak = contradiction(stored, chain.position, currentHash, org_id)
  const { position, at, signature } = stored
  const checkpoint = { position, at, ok: !checkpointBreak, signature }
  return answer({ ...chain, checkpoint, checkpoint_missing: null, first_broken: broken ?? checkpointBreak })
}

/** The start of a chain must match what the archive signed; otherwise entries were cut off. */
async function truncatedStart(
  { position, hash }: Place,
  { org, folder }: { org: string; folder: string },
  { files, linkKeys }: Outside,
): Promise<Broken> {
  const mark = await archiveMark(files, linkKeys, folder)
  if (mark === 'unreachable' || mark === 'not_configured') return null
  const holds =
    typeof mark !== 'string' &&
    mark.signature !== 'wrong' &&
    mark.org === org &&
    (mark.position > position || (mark.position === position && mark.hash === hash))
  return holds ? null : { kind: 'truncated', position, entry_id: null }
}

const answer = (found: Omit<Answer, 'ok'>) =>
  JSON.stringify({ ok: !found.first_broken, ...found } satisfies Answer)

const forged = (position: number | null): Broken => ({ kind: 'forged', position, entry_id: null })

/** How a checkpoint disproves a chain that was forged consistently. */
function contradiction(stored: StoredCheckpoint, last: number, hash: string | null, org: string): Broken {
  if (stored.signature === 'wrong' || stored.org !== org || stored.chain) return forged(stored.position)
  if (stored.position > last) return { kind: 'truncated', position: last, entry_id: null }
  return hash === stored.hash ? null : { kind: 'edited', position: stored.position, entry_id: null }
}
