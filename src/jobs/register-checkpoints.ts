import { sql } from 'drizzle-orm'
import type { Database } from '../kit/database.ts'
import { unavailable } from '../kit/errors.ts'
import { note } from '../kit/log.ts'
import {
  storeCheckpoint,
  type StoredCheckpoint,
  newestCheckpoint,
  registerChain,
} from '../shared/checkpoints.ts'
import type { Consumer } from './consumer.ts'

type Head = { seq: number; hash: string; at: string }

/** Stores a signed checkpoint of an issuer's register outside the database. */
export const registerCheckpoints: Consumer = {
  topic: 'register.checkpoint',
  whenSuspended: true,
  action: 'invoice_register.checkpoint',
  async react({ org_id: org, folder, payload }, database, files, keys) {
    const issuer = String(payload.issuer)
    const chain = registerChain(issuer)
    const before = keys ? await newestCheckpoint(files, keys, folder, chain) : 'not_configured'
    if (!keys || before === 'not_configured') return []
    if (before === 'unreachable') throw unavailable()
    const [result] = await database.batch([sql`select app.register_head(${org}::uuid, ${issuer})`])
    const { seq, hash, at } = JSON.parse(result!) as Head
    if (before !== 'none_yet') {
      // A chain that contradicts its newest checkpoint gets no new one: the old one is the proof.
      if (before === 'unreadable' || !(await agrees(before, chain, issuer, database))) {
        note('invoice_register_broken', { org, position: String(seq) })
        return []
      }
      if (before.position === seq && before.signature === 'valid') return []
    }
    await storeCheckpoint(files, keys, folder, { org, chain, position: seq, hash, entries: seq, at })
    return []
  },
}

async function agrees(
  checkpoint: StoredCheckpoint,
  chain: string,
  issuer: string,
  database: Database,
): Promise<boolean> {
  if (checkpoint.signature === 'wrong' || checkpoint.chain !== chain) return false
  const [storedHash] = await database.batch([
    sql`select app.register_hash_at(${checkpoint.org}::uuid, ${issuer}, ${checkpoint.position}::bigint)`,
  ])
  return storedHash === checkpoint.hash
}
