import { sql } from 'drizzle-orm'
import { keepCheckpoint, type Kept, newestCheckpoint } from '../shared/checkpoints.ts'
import type { Database } from '../kit/database.ts'
import { unavailable } from '../kit/errors.ts'
import { note } from '../kit/log.ts'
import type { Storage } from '../shared/files/storage.ts'
import type { Consumer } from './consumer.ts'

/** Entries sealed per transaction. */
const most = 5000

type Head = { sealed: number; position: number; hash: string | null; at: string }

/** Seals new entries of the audit trail in batches, and keeps a signed checkpoint outside the database. */
export const sealing: Consumer = {
  topic: 'audit.seal',
  whenSuspended: true,
  action: 'audit_log.sealed',
  async react({ org_id, payload }, database, files, keys) {
    const until = endOf(payload)
    let head: Head
    do {
      const [told] = await database.batch([sql`select app.seal(${org_id}::uuid, ${most}, ${until})`])
      head = JSON.parse(told!) as Head
    } while (head.sealed === most)
    if (keys) await checkpoint(org_id, head, database, files, keys)
    return []
  },
}

/** The end of the minute that the job is for, a minute before it is due; without one all that there is. */
const endOf = (payload: unknown) =>
  typeof payload === 'number'
    ? sql`to_timestamp(${payload - 60})`
    : sql`clock_timestamp() + interval '1 second'`

/** A chain that contradicts its newest checkpoint gets no new one: the old one is the proof. */
async function checkpoint(
  org: string,
  { position, hash, at }: Head,
  database: Database,
  files: Storage,
  keys: string,
) {
  const before = await newestCheckpoint(files, keys, org)
  if (before === 'not_configured' || !hash) return
  if (before === 'unreachable') throw unavailable()
  if (before !== 'none_yet') {
    if (before === 'unreadable' || !(await stands(before, database)))
      return note('audit_chain_broken', { org, position: String(position) })
    if (before.position === position && before.signature === 'valid') return
  }
  await keepCheckpoint(files, keys, { org, position, hash, entries: position, at })
}

async function stands(kept: Kept, database: Database): Promise<boolean> {
  if (kept.signature === 'wrong' || kept.chain) return false
  const [there] = await database.batch([
    sql`select app.sealed_at(${kept.org}::uuid, ${kept.position}::bigint)`,
  ])
  return there === kept.hash
}
