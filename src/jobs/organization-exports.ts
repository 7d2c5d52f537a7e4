import { sql } from 'drizzle-orm'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Database } from '../kit/database.ts'
import { jsonb, type Statement } from '../kit/sql.ts'
import type { Storage } from '../shared/files/storage.ts'
import { signForEverybody } from '../shared/signatures.ts'
import { archivesOf } from './audit-archive.ts'
import { type Consumer, endless } from './consumer.ts'
import { eraseUnder } from './erase-under.ts'

/** What one job does before it leaves the rest to the next. */
const maxMilliseconds = 10_000
const maxParts = 40
/** To record the part before, and to read, find and store one. */
const callsOfPart = 5
/** How long to wait for what was being written when an export began. */
const waitMilliseconds = 5000

export const exportsOf = (folder: string) => `organization-exports/${folder}/`
const partsOf = (folder: string, id: string) => `${exportsOf(folder)}${id}/`
/** Where a part is stored; number 0 is the manifest. */
export const exportPartKey = (folder: string, id: string, n: number) =>
  `${partsOf(folder, id)}${String(n).padStart(6, '0')}`

/** What the database says of a piece: a part with its lines, or what else is to be done. */
type Said = {
  step?: 'wait' | 'again' | 'archives' | 'manifest'
  part: number
  name: string
  /** The last archive that was taken. */
  after?: string
  /** Whether archives of the audit trail are wanted. */
  wanted?: boolean
}
type Piece = { said: Said | null; lines: string | null }
type Stored = { part: number; said: object; bytes: Uint8Array }

/**
 * Writes the next parts of an export of an organization and enqueues the rest; the last job signs the manifest. What is read
 * is the same after a break, so a part that was stored but not recorded is stored again.
 */
export const organizationExporting: Consumer = {
  topic: 'organization.export',
  inSteps: true,
  action: 'organization_export.made',
  async react({ payload, folder }, database, files, keys, { room = endless } = {}) {
    const id = String(payload.export_id)
    if (!files.configured)
      return [sql`select app.organization_export_failed(${id}::uuid, 'this deployment keeps no files')`]
    const work: Work = { id, folder, database, files, keys: keys ?? '' }
    const until = Date.now() + maxMilliseconds
    let done: Statement[] = []
    const mayGoOn = (n: number) => n < maxParts && Date.now() < until && (n === 0 || room.has(callsOfPart))
    for (let n = 0; mayGoOn(n); n++) {
      const { said, lines } = await nextPiece(work, done)
      done = []
      if (!said) return []
      if (said.step === 'wait')
        return [
          sql`select app.emit_export('organization.export', ${id}::uuid,
            now() + ${waitMilliseconds}::int * interval '1 millisecond')`,
        ]
      if (said.step === 'manifest') return [await complete(work)]
      if (said.step === 'archives') done = [await archive(work, said)]
      else if (lines !== null)
        done = [await stored(work, { part: said.part, said, bytes: utf8ToBytes(lines) })]
    }
    return [...done, sql`select app.emit_export('organization.export', ${id}::uuid)`]
  },
}

type Work = { id: string; folder: string; database: Database; files: Storage; keys: string }

/** Records what was done, and reads what comes next. */
async function nextPiece({ id, database }: Work, done: Statement[]): Promise<Piece> {
  const read = sql`select app.organization_export_piece(${id}::uuid)`
  const results = await database.batch([...done, read, sql`select current_setting('app.piece')`])
  const [lines = null, said] = results.slice(-2)
  return { lines, said: said ? (JSON.parse(said) as Said) : null }
}

async function stored({ id, folder, files }: Work, { part, said, bytes }: Stored): Promise<Statement> {
  await files.put(exportPartKey(folder, id, part), bytes)
  return sql`select app.organization_export_stored(${id}::uuid, ${part}::int, ${jsonb(said)},
    ${bytes.length}::bigint, ${bytesToHex(sha256(bytes))})`
}

/** Copies the next archive of the audit trail: entries that are older than the database keeps them, with their seals. */
async function archive(work: Work, { part, after = '', wanted }: Said): Promise<Statement> {
  const keys: string[] = []
  if (wanted)
    for await (const page of work.files.older(archivesOf(work.folder), new Date(Date.now() + 60_000)))
      keys.push(...page)
  const key = keys.toSorted().find((one) => one > after)
  if (!key) return sql`select app.move_export(${work.id}::uuid, '{"step":"manifest"}')`
  const bytes = new Uint8Array(await new Response(await work.files.get(key)).arrayBuffer())
  const lines = bytes.reduce((count, byte) => (byte === 10 ? count + 1 : count), 0)
  const name = `audit_archive/${key.split('/').at(-1)}`
  const said = { kind: 'audit_archive', name, lines, place: { step: 'archives', after: key } }
  return stored(work, { part, said, bytes })
}

/** The manifest: what the export is, its parts with their hashes, and a signature that anybody can verify. */
async function complete({ id, folder, database, files, keys }: Work): Promise<Statement> {
  const [text] = await database.batch([sql`select app.organization_export_manifest(${id}::uuid)`])
  const manifest = JSON.parse(text!) as object
  const signature = keys ? await signForEverybody(keys, manifest) : null
  const bytes = utf8ToBytes(`${JSON.stringify({ manifest, signature })}\n`)
  await files.put(exportPartKey(folder, id, 0), bytes)
  return sql`select app.organization_export_ready(${id}::uuid, ${bytes.length}::bigint,
    ${bytesToHex(sha256(bytes))})`
}

/** Looks after an export that gets no further. */
export const organizationExportWatch: Consumer = {
  topic: 'organization.export_watch',
  action: 'organization_export.made',
  react: async ({ payload }) => [
    sql`select app.watch_organization_export(${String(payload.export_id)}::uuid)`,
  ],
}

/** Erases an export: seven days after it was made, or once it is deleted. */
export const organizationExportExpiry: Consumer = {
  topic: 'organization.export_expired',
  inSteps: true,
  whenSuspended: true,
  action: 'organization_export.expired',
  async react({ payload, folder }, _database, files) {
    const id = String(payload.export_id)
    await eraseUnder(files, partsOf(folder, id))
    return [sql`select app.erase_organization_export(${id}::uuid)`]
  },
}
