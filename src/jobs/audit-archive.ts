import { utf8ToBytes } from '@noble/hashes/utils.js'
import { sql } from 'drizzle-orm'
import { storeArchiveMark } from '../shared/checkpoints.ts'
import { note } from '../kit/log.ts'
import type { Consumer } from './consumer.ts'

/** Entries per object of the archive. */
const batchSize = 2500

type Archivable = {
  first: number
  last: number
  hash: string
  previous: string
  whole: boolean
  rows: object[]
}

export const archivesOf = (folder: string) => `audit/${folder}/archive/`
export const archiveKey = (folder: string, first: number) =>
  `${archivesOf(folder)}${String(first).padStart(12, '0')}.jsonl`

/**
 * Moves entries older than 400 days out of the database: they are stored, then a signed mark records how far,
 * then they are deleted. Entries that do not match their seal stay, and so does everything if there is no
 * file storage.
 */
export const archiving: Consumer = {
  topic: 'audit.archive',
  whenSuspended: true,
  action: 'audit_log.archived',
  async react({ org_id, folder }, database, files, keys) {
    if (!files.configured || !keys) return []
    const [result] = await database.batch([sql`select app.archivable(${org_id}::uuid, ${batchSize})`])
    if (!result) return []
    const { first, last, hash, previous, whole: isIntact, rows } = JSON.parse(result) as Archivable
    if (!isIntact) {
      note('audit_chain_broken', { org: org_id, position: String(first) })
      return []
    }
    const lines = [{ organization_id: org_id, first, last, previous }, ...rows]
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
    await files.put(archiveKey(folder, first), utf8ToBytes(text))
    const at = new Date().toISOString()
    await storeArchiveMark(files, keys, folder, { org: org_id, position: last, hash, entries: last, at })
    const enqueueNext = sql`select app.emit('audit.archive', '{}')`
    return [
      sql`select app.delete_archived(${org_id}::uuid, ${first}::bigint, ${last}::bigint,
        decode(${hash}, 'hex'))`,
      ...(rows.length === batchSize ? [enqueueNext] : []),
    ]
  },
}
