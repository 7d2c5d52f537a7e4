import { sql } from 'drizzle-orm'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { uuidv5In } from '../base/uuid-v5.ts'
import type { Database } from '../kit/database.ts'
import { isUuid } from '../kit/id.ts'
import { jsonb, type Statement } from '../kit/sql.ts'
import type { Storage } from '../shared/files/storage.ts'
import { BadArchive, linesIn, sliceBytes } from '../shared/organization-import/lines.ts'
import { type Home, type Ids, idsIn, rewriterOf } from '../shared/organization-import/rewriting.ts'
import { dummyHash } from '../shared/passwords.ts'
import type { Consumer } from './consumer.ts'

/** What one job does before it leaves the rest to the next. */
const maxMilliseconds = 10_000
const maxSlices = 60
const maxRows = 1_000_000

/** Files of attachments, which stay where they are. */
export const importedFilesOf = (folder: string) => `org/${folder}/import-`
export const importsOf = (folder: string) => `organization-imports/${folder}/`
/** Where lines are stored. */
const importPartKey = (folder: string, n: number) => `${importsOf(folder)}${String(n).padStart(6, '0')}`
/** What ids became, as lines in pieces that belong one after the other. */
export const importMapOf = (folder: string) => `${importsOf(folder)}map/`

type Part = { n: number; kind: string; bytes: number; again?: boolean }
/**
 * How far an import is: reading its lines, then writing them; `part` counts in the parts of the step, `loaded` are the rows of
 * the kind, and `added` those of this pass over it.
 */
type Place = {
  step?: 'read' | 'write' | 'finish'
  part?: number
  offset?: number
  loaded?: number
  added?: number
  rows?: number
}
type Work = {
  place: Place
  from: Home & { id: string }
  to: Home
  counts: Record<string, number>
  person: string
  email: string | null
  read: Part[]
  write: Part[]
}
type Running = {
  id: string
  folder: string
  work: Work
  database: Database
  files: Storage
  newId: (old: string) => string
  rewrite: (line: string, ids: Ids) => string
}

/** Does the next slices of an import and enqueues the rest; a slice and the place after it are one transaction. */
export const organizationImporting: Consumer = {
  topic: 'organization.import',
  whenSuspended: true,
  action: 'organization.imported',
  async react({ payload, folder, org_id }, database, files) {
    const id = String(payload.import_id)
    const [found] = await database.batch([sql`select app.import_work(${id}::uuid)`])
    if (!found) return []
    const work = JSON.parse(found) as Work
    const rewrite = rewriterOf(work.from, work.to)
    const running = { id, folder, work, database, files, newId: uuidv5In(org_id), rewrite }
    try {
      return await proceed(running)
    } catch (error) {
      if (!(error instanceof BadArchive)) throw error
      return [sql`select app.fail_organization_import(${id}::uuid, ${error.message})`]
    }
  },
}

async function proceed(running: Running): Promise<Statement[]> {
  const until = Date.now() + maxMilliseconds
  let { place } = running.work
  for (let n = 0; n < maxSlices && Date.now() < until; n++) {
    if (place.step === 'finish') return finish(running, place)
    const next = place.step === 'write' ? await writeSlice(running, place) : await readSlice(running, place)
    if (!next) return []
    place = next
  }
  return [sql`select app.emit_import('organization.import', ${running.id}::uuid)`]
}

async function sliceOf({ folder, files }: Running, { n, kind, bytes }: Part, offset: number) {
  const length = Math.min(sliceBytes, bytes - offset)
  const stored = await files.get(importPartKey(folder, n), { offset, length })
  const read = new Uint8Array(await new Response(stored).arrayBuffer())
  return linesIn(read, offset, offset + length === bytes, `part ${n} (${kind}.jsonl)`)
}

type Line = { kind?: unknown; id?: unknown } & Record<string, unknown>

/** Reads a slice: what its ids become, and who the people are. */
async function readSlice(running: Running, place: Place): Promise<Place | null> {
  const { part = 0, offset = 0, rows = 0, loaded = 0 } = place
  const { work } = running
  const reading = work.read[part]
  if (!reading) return keep(running, place, { step: 'write' })
  const { lines, next } = await sliceOf(running, reading, offset)
  const found = lines.map((line, n) => lineOf(line, reading, loaded + n))
  if (rows + lines.length > maxRows) throw new BadArchive(`the archive has more than ${maxRows} rows`)
  const isDone = next === reading.bytes
  const counted = loaded + lines.length
  const isLast = isDone && work.read[part + 1]?.kind !== reading.kind
  const said = work.counts[reading.kind] ?? 0
  if (isLast && counted !== said)
    throw new BadArchive(`${reading.kind}.jsonl has ${counted} lines; the manifest says ${said}`)
  const ids = newIds(running, found)
  const kept = { ids, ...peopleOf(running, reading, found, ids) }
  await keepMap(running, reading, offset, ids)
  const after: Place = { step: 'read', part: part + Number(isDone), offset: isDone ? 0 : next }
  return keep(running, place, { ...after, rows: rows + lines.length, loaded: isLast ? 0 : counted }, kept)
}

type Kept = { ids: Map<string, string>; people: object[]; roles: object[] }
const nothing: Kept = { ids: new Map(), people: [], roles: [] }

async function keep({ id, database }: Running, from: Place, to: Place, { ids, people, roles } = nothing) {
  const [ok] = await database.batch([
    sql`select app.import_read(${id}::uuid, ${jsonb(from)}, ${jsonb(to)}, ${`{${[...ids].flat().join()}}`}::uuid[],
      ${jsonb(people)}, ${jsonb(roles)})::text`,
  ])
  return ok === 'true' ? to : null
}

/** What became of ids, as a file of lines: {kind, old, new}. */
async function keepMap(
  { folder, files }: Running,
  { n, kind }: Part,
  offset: number,
  ids: Map<string, string>,
) {
  const lines = [...ids].map(([old, now]) => `${JSON.stringify({ kind, old, new: now })}\n`)
  const key = `${importMapOf(folder)}${[n, offset].map((one) => String(one).padStart(10, '0')).join('-')}`
  if (lines.length) await files.put(key, utf8ToBytes(lines.join('')))
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const isId = (value: unknown): value is string => typeof value === 'string' && isUuid(value)

function lineOf(text: string, { n, kind }: Part, before: number): Line {
  const line = parsed(text) as Line | null
  if (line && typeof line === 'object' && line.kind === kind) return line
  throw new BadArchive(`part ${n}: line ${before + 1} of ${kind}.jsonl is not an object of that kind`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The person who imports is who they were; everything else gets the id that follows from the organization and the old one. */
function newIds({ id, work, newId }: Running, lines: Line[]): Map<string, string> {
  const { from, email, person } = work
  const isCaller = (line: Line) =>
    line.kind === 'person' && email !== null && textOf(line.email).toLowerCase() === email
  return new Map(
    lines.flatMap((line) => {
      if (!isId(line.id)) return []
      if (line.id === from.id) return [[line.id, id]]
      return [[line.id, isCaller(line) ? person : newId(line.id)]]
    }),
  )
}

/** Who the people of a slice are, but for the person who imports, and what roles members had. */
function peopleOf({ work, newId }: Running, { kind }: Part, lines: Line[], ids: Map<string, string>) {
  const people = lines.flatMap(({ id, name, email }) => {
    const person = ids.get(String(id))
    if (kind !== 'person' || !person || person === work.person) return []
    const named = textOf(name).slice(0, 120) || 'somebody'
    return [
      { id: person, name: named, email: typeof email === 'string' ? email : null, password_hash: dummyHash },
    ]
  })
  const members = kind === 'member' ? lines.filter(({ is_app: isApp }) => isApp !== true) : []
  return { people, roles: members.map(({ user_id: user, role }) => ({ id: newId(String(user)), role })) }
}

/** Writes a slice of rows. A kind whose rows refer to each other is gone over until all of them are there. */
async function writeSlice(running: Running, place: Place): Promise<Place | null> {
  const { id, work, database, newId, rewrite } = running
  const { part = 0, offset = 0 } = place
  const writing = work.write[part]
  if (!writing) return moveTo(running, place, { step: 'finish' })
  const { lines, next } = await sliceOf(running, writing, offset)
  const [known] = await database.batch([
    sql`select app.import_known(${id}::uuid, ${`{${idsIn(lines).join()}}`}::uuid[])`,
  ])
  const found = Object.entries(JSON.parse(known!) as Record<string, string | null>)
  const ids = Object.fromEntries(found.map(([old, now]) => [old, now ?? newId(old)]))
  ids[work.from.id] = id
  const rewritten = `[${lines.map((line) => rewrite(line, ids)).join()}]`
  const isDone = next === writing.bytes
  const after = { step: 'write', part: part + Number(isDone), offset: isDone ? 0 : next }
  const said = `part ${writing.n} (${writing.kind}.jsonl)`
  const [result] = await database.batch([
    sql`select app.import_write(${id}::uuid, ${jsonb(place)}, ${jsonb(after)}, ${writing.kind}, ${said}, ${rewritten}::json)::text`,
  ])
  if (!result) return null
  const reached = JSON.parse(result) as Place
  const isEnd = isDone && work.write[part + 1]?.kind !== writing.kind
  return isEnd ? endKind(running, writing, reached) : reached
}

async function endKind(running: Running, { kind, again }: Part, place: Place): Promise<Place | null> {
  const { write, counts } = running.work
  const first = write.findIndex((one) => one.kind === kind)
  if (!again || place.loaded === counts[kind])
    return moveTo(running, place, { step: 'write', part: place.part!, offset: 0 })
  if (!place.added)
    throw new BadArchive(`${kind}.jsonl: rows refer to others of that kind that it does not have`)
  return moveTo(running, place, { step: 'write', part: first, offset: 0, loaded: place.loaded!, added: 0 })
}

async function moveTo({ id, database }: Running, from: Place, to: Place): Promise<Place | null> {
  const [ok] = await database.batch([
    sql`select app.import_move(${id}::uuid, ${jsonb(from)}, ${jsonb(to)})::text`,
  ])
  return ok === 'true' ? to : null
}

/** Hands the organization over, then erases the lines that became rows. */
async function finish({ id, folder, work, database, files }: Running, place: Place): Promise<Statement[]> {
  const [ok] = await database.batch([sql`select app.finish_import(${id}::uuid, ${jsonb(place)})::text`])
  if (ok !== 'true') return []
  const keys = work.read.map(({ n }) => importPartKey(folder, n))
  for (let n = 0; n < keys.length; n += 1000) await files.delete(keys.slice(n, n + 1000))
  return []
}

/** Looks after an import that gets no further. */
export const organizationImportWatch: Consumer = {
  topic: 'organization.import_watch',
  whenSuspended: true,
  action: 'organization.imported',
  react: async ({ payload }) => [
    sql`select app.watch_organization_import(${String(payload.import_id)}::uuid)`,
  ],
}

/** Throws an import away that is not done after a week. */
export const organizationImportExpiry: Consumer = {
  topic: 'organization.import_expired',
  whenSuspended: true,
  action: 'organization.erased',
  react: async ({ payload }) => [
    sql`select app.expire_organization_import(${String(payload.import_id)}::uuid)`,
  ],
}
