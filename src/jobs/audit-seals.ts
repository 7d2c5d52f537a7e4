import { sql } from 'drizzle-orm'
import type { Consumer } from './consumer.ts'
import { keepCheckpoint } from './keeping-checkpoints.ts'

/** Entries sealed per transaction. */
const batchSize = 5000

type Sealed = { sealed: number; position: number; hash: string | null; at: string }

/** Seals new entries of the audit trail in batches, and keeps a signed checkpoint outside the database. */
export const sealing: Consumer = {
  topic: 'audit.seal',
  inSteps: true,
  whenSuspended: true,
  action: 'audit_log.sealed',
  async react({ org_id, folder, payload }, database, files, keys) {
    const until = endOf(payload)
    let head: Sealed
    do {
      const [result] = await database.batch([sql`select app.seal(${org_id}::uuid, ${batchSize}, ${until})`])
      head = JSON.parse(result!) as Sealed
    } while (head.sealed === batchSize)
    const { position, hash, at } = head
    if (!keys || !hash) return []
    const chain = {
      org: org_id,
      folder,
      broken: 'audit_chain_broken',
      head: { seq: position, hash, at },
      hashAt: (place: number) => sql`select app.chain_hash_at(${org_id}::uuid, ${place}::bigint)`,
    }
    await keepCheckpoint(chain, database, files, keys)
    return []
  },
}

/** The end of the minute that the job is for, a minute before it is due; undefined seals everything. */
const endOf = (payload: unknown) =>
  typeof payload === 'number'
    ? sql`to_timestamp(${payload - 60})`
    : sql`clock_timestamp() + interval '1 second'`
