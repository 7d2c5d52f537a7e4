import { sql } from 'drizzle-orm'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { signForEverybody } from '../shared/signatures.ts'
import { manifestOf, partKey, partsOf, type Rows, textOf } from './audit-files.ts'
import type { Consumer } from './consumer.ts'
import { eraseUnder } from './erase-under.ts'

/** Entries per part: a few megabytes, however large the whole file. */
const batchSize = 2500

/**
 * Writes one part of an audit log export and enqueues the next; the last part completes the file, whose manifest is
 * signed and, in JSON lines, is the last line.
 */
export const exporting: Consumer = {
  topic: 'audit.export',
  action: 'audit_log.exported',
  async react({ folder, payload }, database, files, keys) {
    const id = String(payload.export_id)
    const read = sql`select app.export_rows(${id}::uuid, ${batchSize})`
    const [result] = await database.batch([read])
    if (!result) return []
    const part = JSON.parse(result) as Rows
    const last = part.rows.length < batchSize
    const text = textOf(part)
    const partBytes = utf8ToBytes(text)
    const digest = bytesToHex(sha256(partBytes))
    const manifest = manifestOf({
      ...part,
      parts: [...part.parts, { bytes: partBytes.length, sha256: digest }],
    })
    const signature = last && keys ? await signForEverybody(keys, manifest) : null
    const completes = last && part.format === 'jsonl'
    const bytes = completes ? utf8ToBytes(`${text}${JSON.stringify({ manifest, signature })}\n`) : partBytes
    await files.put(partKey(folder, id, part.part), bytes)
    const up_to = part.rows.at(-1)?.entry.id ?? null
    return [
      sql`select app.export_stored(${id}::uuid, ${part.part}::int, ${bytes.length}::int, ${digest},
        ${part.rows.length}::int, ${up_to}::uuid, ${signature}, ${last})`,
    ]
  },
}

/** Erases an audit log export a day after it was requested. */
export const exportExpiry: Consumer = {
  topic: 'audit.export_expired',
  inSteps: true,
  whenSuspended: true,
  action: 'audit_log.export_expired',
  async react({ folder, payload }, _database, files) {
    const id = String(payload.export_id)
    await eraseUnder(files, partsOf(folder, id))
    return [sql`select app.erase_export(${id}::uuid)`]
  },
}
