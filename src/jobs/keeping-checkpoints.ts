import { is, SQL } from 'drizzle-orm'
import type { Database } from '../kit/database.ts'
import { unavailable } from '../kit/errors.ts'
import { note } from '../kit/log.ts'
import { newestCheckpoint, storeCheckpoint, type StoredCheckpoint } from '../shared/checkpoints.ts'
import type { Storage } from '../shared/files/storage.ts'

/** A chain as its checkpoints need it: `broken` is what the log says if it contradicts its newest one. */
export type Chain = {
  org: string
  folder: string
  /** The audit trail has none. */
  name?: string
  broken: string
  /** The last record, or what reads it as JSON; null if there is none. */
  head: Head | SQL
  hashAt: (position: number) => SQL
}
export type Head = { seq: number; hash: string; at: string }

/**
 * Keeps a signed checkpoint of a chain's head outside the database. A chain that contradicts its newest checkpoint gets no new
 * one: the old one is the proof.
 */
export async function keepCheckpoint(
  chain: Chain,
  database: Database,
  files: Storage,
  keys: string,
): Promise<void> {
  const { org, folder, name } = chain
  const before = await newestCheckpoint(files, keys, folder, name)
  if (before === 'not_configured') return
  if (before === 'unreachable') throw unavailable()
  const head = is(chain.head, SQL) ? await readHead(chain.head, database) : chain.head
  if (!head) return
  const { seq, hash, at } = head
  if (before !== 'none_yet') {
    if (before === 'unreadable' || !(await agrees(before, chain, database)))
      return note(chain.broken, { org, position: String(seq) })
    if (before.position === seq && before.signature === 'valid') return
  }
  const place = name === undefined ? { org } : { org, chain: name }
  await storeCheckpoint(files, keys, folder, { ...place, position: seq, hash, entries: seq, at })
}

async function readHead(query: SQL, database: Database): Promise<Head | null> {
  const [found] = await database.batch([query])
  return found ? (JSON.parse(found) as Head) : null
}

async function agrees(checkpoint: StoredCheckpoint, chain: Chain, database: Database): Promise<boolean> {
  if (checkpoint.signature === 'wrong' || checkpoint.chain !== chain.name) return false
  const [hash] = await database.batch([chain.hashAt(checkpoint.position)])
  return hash === checkpoint.hash
}
