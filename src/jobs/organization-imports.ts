import { sql } from 'drizzle-orm'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { uuidv5In } from '../base/uuid-v5.ts'
import type { Database } from '../kit/database.ts'
import { isUuid } from '../base/id.ts'
import { jsonb, type Statement } from '../kit/sql.ts'
import type { Storage } from '../shared/files/storage.ts'
import { BadArchive, linesIn, sliceBytes } from '../shared/organization-import/lines.ts'
import { type Site, type Ids, idsIn, rewriterOf } from '../shared/organization-import/rewriting.ts'
import { dummyHash } from '../shared/passwords.ts'
import type { Consumer } from './consumer.ts'

/** What one job does before it leaves the rest to the next. */
const maxMilliseconds = 10_000
const maxSlices = 60

/** Files of attachments, which stay where they are. */
export const importedFilesOf = (folder: string) => `org/${folder}/import-`
export const importsOf = (folder: string) => `organization-imports/${folder}/`
/** Where lines are stored. */
const importPartKey = (folder: string, n: number) => `${importsOf(folder)}${String(n).padStart(6, '0')}`
/** What ids became, as lines in pieces that belong one after the other. */
export const importMapOf = (folder: string) => `${importsOf(folder)}map/`

type Part = { n: number; kind: string; bytes: number; again?: boolean; counted?: boolean }
/**
 * How far an import is: reading its lines, writing them, handing it over, and done; `part` counts in the parts of the step,
 * `loaded` are the rows of the kind, and `added` those of this pass over it. Where a kind ends is a place too: its last part at
 * its last byte. Once everything is read, the numbers of rows are given out, `after` the last one that was.
 */
type Place = {
  step?: 'read' | 'write' | 'finish' | 'done'
  part?: number
  offset?: number
  loaded?: number
  added?: number
  after?: [name: string, number: number]
}
type Work = {
  place: Place
  /** Whether it was started by a version that kept something else while reading. */
  outdated: boolean
  from: Site & { id: string }
  to: Site
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
  inSteps: true,
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
  if (running.work.outdated && place.step !== 'finish' && place.step !== 'done')
    throw new BadArchive(
      'the service was upgraded meanwhile, and this version reads imports differently; throw it away and import the same export again',
    )
  for (let n = 0; n < maxSlices && Date.now() < until; n++) {
    if (place.step === 'finish' || place.step === 'done') return finish(running, place)
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
  const { part = 0, offset = 0, loaded = 0 } = place
  const { work } = running
  const reading = work.read[part]
  if (!reading) return giveNumbers(running, place)
  const { lines, next } = await sliceOf(running, reading, offset)
  const found = lines.map((line, n) => lineOf(line, reading, loaded + n))
  const isDone = next === reading.bytes
  const counted = loaded + lines.length
  const isLast = isDone && work.read[part + 1]?.kind !== reading.kind
  const said = work.counts[reading.kind] ?? 0
  // The limit of rows was checked against what the manifest says, so that more than that is not read.
  if (counted > said)
    throw new BadArchive(`${reading.kind}.jsonl has more than the ${said} lines that the manifest says`)
  if (isLast && counted !== said)
    throw new BadArchive(`${reading.kind}.jsonl has ${counted} lines; the manifest says ${said}`)
  const ids = newIds(running, found)
  const people = peopleOf(running, reading, found, ids)
  const kept = { kind: reading.kind, ids, numbers: numbersOf(reading, found, loaded), ...people }
  const became = [...ids].map(([old, now]) => ({ kind: reading.kind, old, new: now }))
  await keepMap(running, [reading.n, offset], became)
  const after: Place = { step: 'read', part: part + Number(isDone), offset: isDone ? 0 : next }
  return keep(running, place, { ...after, loaded: isLast ? 0 : counted }, kept)
}

type Kept = { kind: string; ids: Map<string, string>; numbers: number[]; people: object[]; roles: object[] }

async function keep({ id, database }: Running, from: Place, to: Place, kept: Kept) {
  const { kind, ids, numbers, people, roles } = kept
  const [ok] = await database.batch([
    sql`select app.import_read(${id}::uuid, ${jsonb(from)}, ${jsonb(to)}, ${kind},
      ${`{${[...ids].flat().join()}}`}::uuid[], ${`{${numbers.join()}}`}::bigint[], ${jsonb(people)},
      ${jsonb(roles)})::text`,
  ])
  return ok === 'true' ? to : null
}

/** What became of ids and numbers, as a file of lines: {kind, old, new}. Files follow each other by `place`. */
async function keepMap({ folder, files }: Running, place: [number, number], became: object[]) {
  const lines = became.map((one) => `${JSON.stringify(one)}\n`)
  const key = `${importMapOf(folder)}${place.map((one) => String(one).padStart(10, '0')).join('-')}`
  if (lines.length) await files.put(key, utf8ToBytes(lines.join('')))
}

/**
 * Rows that a table counts get numbers that the database gives out here, in the order that they had: those of a file are as
 * high as whoever made it likes.
 */
async function giveNumbers(running: Running, place: Place): Promise<Place | null> {
  const { id, database } = running
  const { part = 0, loaded = 0, after = null } = place
  const [given] = await database.batch([
    sql`select app.number_import(${id}::uuid, ${jsonb(place)}, ${jsonb(after)})`,
  ])
  if (!given) return null
  const { lines, after: last } = JSON.parse(given) as { lines: object[]; after: [string, number] | null }
  if (!last) return moveTo(running, place, { step: 'write' })
  await keepMap(running, [0, loaded], lines)
  return moveTo(running, place, { step: 'read', part, loaded: loaded + lines.length, after: last })
}

/** The numbers of rows that their table counts. */
function numbersOf({ n, kind, counted }: Part, lines: Line[], before: number): number[] {
  if (!counted) return []
  return lines.map(({ id }, at) => {
    if (Number.isSafeInteger(id)) return id as number
    throw new BadArchive(`part ${n}: line ${before + at + 1} of ${kind}.jsonl has no number as its id`)
  })
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
  const isLast = work.write[part + 1]?.kind !== writing.kind
  if (isLast && offset === writing.bytes) return endKind(running, writing, place)
  const { lines, next } = await sliceOf(running, writing, offset)
  const [known] = await database.batch([
    sql`select app.import_known(${id}::uuid, ${`{${idsIn(lines).join()}}`}::uuid[])`,
  ])
  const found = Object.entries(JSON.parse(known!) as Record<string, string | null>)
  const ids = Object.fromEntries(found.map(([old, now]) => [old, now ?? newId(old)]))
  ids[work.from.id] = id
  const rewritten = `[${lines.map((line) => rewrite(line, ids)).join()}]`
  const isDone = next === writing.bytes
  const after =
    isDone && !isLast ? { step: 'write', part: part + 1, offset: 0 } : { step: 'write', part, offset: next }
  const said = `part ${writing.n} (${writing.kind}.jsonl)`
  const [result] = await database.batch([
    sql`select app.import_write(${id}::uuid, ${jsonb(place)}, ${jsonb(after)}, ${writing.kind}, ${said}, ${rewritten}::json)::text`,
  ])
  return result ? (JSON.parse(result) as Place) : null
}

async function endKind(running: Running, { kind, again }: Part, place: Place): Promise<Place | null> {
  const { write, counts } = running.work
  const first = write.findIndex((one) => one.kind === kind)
  if (!again || place.loaded === counts[kind])
    return moveTo(running, place, { step: 'write', part: place.part! + 1, offset: 0 })
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

/** Hands the organization over, then erases the lines that became rows, also where it was stopped in between. */
async function finish({ id, folder, work, database, files }: Running, place: Place): Promise<Statement[]> {
  if (place.step === 'finish') {
    const [ok] = await database.batch([sql`select app.finish_import(${id}::uuid, ${jsonb(place)})::text`])
    if (ok !== 'true') return []
  }
  const keys = work.read.map(({ n }) => importPartKey(folder, n))
  for (let n = 0; n < keys.length; n += 1000) await files.delete(keys.slice(n, n + 1000))
  return [sql`select app.forget_import_parts(${id}::uuid)`]
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
