import { sql } from 'drizzle-orm'
import { storeCheckpoint, type StoredCheckpoint, newestCheckpoint } from '../shared/checkpoints.ts'
import type { Database } from '../kit/database.ts'
import { unavailable } from '../kit/errors.ts'
import { note } from '../kit/log.ts'
import type { Storage } from '../shared/files/storage.ts'
import type { Consumer } from './consumer.ts'

/** Entries sealed per transaction. */
const batchSize = 5000

type Head = { sealed: number; position: number; hash: string | null; at: string }

/** Seals new entries of the audit trail in batches, and keeps a signed checkpoint outside the database. */
export const sealing: Consumer = {
  topic: 'audit.seal',
  whenSuspended: true,
  action: 'audit_log.sealed',
  async react({ org_id, folder, payload }, database, files, keys) {
    const until = endOf(payload)
    let head: Head
    do {
      const [result] = await database.batch([sql`select app.seal(${org_id}::uuid, ${batchSize}, ${until})`])
      head = JSON.parse(result!) as Head
    } while (head.sealed === batchSize)
    if (keys) await checkpoint({ org: org_id, folder }, head, database, files, keys)
    return []
  },
}

/** The end of the minute that the job is for, a minute before it is due; undefined seals everything. */
const endOf = (payload: unknown) =>
  typeof payload === 'number'
    ? sql`to_timestamp(${payload - 60})`
    : sql`clock_timestamp() + interval '1 second'`

/** A chain that contradicts its newest checkpoint gets no new one: the old one is the proof. */
async function checkpoint(
  { org, folder }: { org: string; folder: string },
  { position, hash, at }: Head,
  database: Database,
  files: Storage,
  keys: string,
) {
  const before = await newestCheckpoint(files, keys, folder)
  if (before === 'not_configured' || !hash) return
  if (before === 'unreachable') throw unavailable()
  if (before !== 'none_yet') {
    if (before === 'unreadable' || !(await agrees(before, database)))
      return note('audit_chain_broken', { org, position: String(position) })
    if (before.position === position && before.signature === 'valid') return
  }
  await storeCheckpoint(files, keys, folder, { org, position, hash, entries: position, at })
}

async function agrees(checkpoint: StoredCheckpoint, database: Database): Promise<boolean> {
  if (checkpoint.signature === 'wrong' || checkpoint.chain) return false
  const [storedHash] = await database.batch([
    sql`select app.chain_hash_at(${checkpoint.org}::uuid, ${checkpoint.position}::bigint)`,
  ])
  return storedHash === checkpoint.hash
}
