import { sql } from 'drizzle-orm'
import { settingsOf } from '../kit/config.ts'
import type { Database } from '../kit/database.ts'
import { invalid } from '../kit/errors.ts'
import { enter } from '../kit/gate.ts'
import { isUuid } from '../kit/id.ts'
import type { Operation } from '../kit/operation.ts'
import { jsonb } from '../kit/sql.ts'
import { type Arguments, type Asker, callOf } from './call.ts'
import type { Tool } from './catalogue.ts'
import { mentionedIn, withMentions } from './mentions.ts'

/** What an argument names. */
export type Kind = keyof typeof nouns
/** What an argument names, or the argument beside it that says what. */
export type Slot = Kind | '@entity_type' | '@linked_type' | '@mentions'
type Wanted = { slot: string; kind: Kind; said: string }
type Candidate = { id: string; label: string }

/** How a link of the pages or of the API names an object. */
const inLinks = (kind: Kind) => `${kind}s`
const nouns = {
  project: 'project has the key or name',
  task: 'task has the key',
  member: 'member has the name or address',
  sprint: 'sprint is called',
  milestone: 'milestone is called',
  column: 'column is called',
  tag: 'tag is called',
  document: 'document is called',
  filter: 'saved filter is called',
  automation: 'automation is called',
  note: 'note is called',
  reminder: 'reminder is called',
}
/** So many names are looked up for one call, of so many characters; more can be given as ids. */
const most = { names: 100, characters: 200 }
/** Words that filters understand themselves. */
const words = /^@?(?:me|none|any|null|active|unassigned)$/i
/** Words that arguments of a body understand themselves. */
const ownWords: Record<string, string[]> = { move_incomplete_to: ['backlog', 'next'] }

/**
 * The arguments with ids in the place of what people say: keys (`WEB-12`, `WEB`), links of this service, names and
 * addresses of members, `me`, the running sprint as `active`, names of columns, tags, milestones and sprints. Takes a
 * round trip only where an argument is none of the ids that the operation reads itself. Throws 422 with the candidates
 * where a name is nobody's or several's.
 */
export async function withIds(
  tool: Tool,
  operation: Operation,
  given: Arguments,
  asker: Asker,
  database: Database,
) {
  const { baseUrl, webUrl } = settingsOf(asker.c.env, asker.c.req.url)
  const slots = Object.entries(tool.slots ?? {})
  if (slots.length === 0) return given
  const known: Arguments = structuredClone(given)
  const wanted: Wanted[] = []
  for (const [slot, what] of slots) {
    if (what === '@mentions')
      for (const said of mentionedIn(known[slot])) wanted.push({ slot, kind: 'member', said })
    const kind = kindOf(what, given)
    if (!kind) continue
    change(known, slot, tool, (part) => {
      const said = fromLink(part, kind, [baseUrl, webUrl])
      if (!isOwn(said, slot, kind, tool, operation)) wanted.push({ slot, kind, said })
      return said
    })
  }
  if (wanted.length === 0) return known
  const long = wanted.find(({ said }) => said.length > most.characters)
  if (long) throw invalid(`body.${long.slot}: a name has at most ${most.characters} characters`)
  if (wanted.length > most.names)
    throw invalid(`body.${wanted[0]!.slot}: at most ${most.names} keys and names in a call; give ids`)
  const found = await lookUp(wanted, tool, operation, known, asker, database)
  const ids = new Map(wanted.map((one, n) => [`${one.slot} ${one.said}`, idOf(one, found[n]!)]))
  for (const slot of new Set(wanted.map((one) => one.slot)))
    if (tool.slots![slot] === '@mentions')
      known[slot] = withMentions(known[slot] as string, (name) => ids.get(`${slot} ${name}`))
    else change(known, slot, tool, (part) => ids.get(`${slot} ${part}`) ?? part)
  return known
}

/** What a slot names; what is about any kind of object has the kind beside it. */
function kindOf(slot: Slot, given: Arguments): Kind | undefined {
  if (!slot.startsWith('@')) return slot as Kind
  const beside = given[slot.slice(1)]
  return typeof beside === 'string' && beside in nouns ? (beside as Kind) : undefined
}

/**
 * Replaces a text, each of a list, or each part of a list in a query. A slot such as `patch.sprint_id` is inside an object,
 * or in each object of a list.
 */
function change(known: Arguments, slot: string, tool: Tool, next: (part: string) => string) {
  const path = slot.split('.')
  const name = path.pop()!
  const holders = path.reduce<unknown[]>(
    (outer, key) => outer.flatMap((one) => (isObject(one) ? one[key] : [])),
    [known],
  )
  for (const holder of holders) if (isObject(holder)) changeIn(holder, name, tool.query.includes(slot), next)
}

const isObject = (value: unknown): value is Arguments =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function changeIn(values: Arguments, name: string, inQuery: boolean, next: (part: string) => string) {
  const value = values[name]
  if (Array.isArray(value))
    values[name] = value.map((one) => (typeof one === 'string' ? next(one.trim()) : (one as unknown)))
  else if (typeof value === 'string')
    values[name] = inQuery
      ? value
          .split(',')
          .map((part) => next(part.trim()))
          .join(',')
      : next(value.trim())
}

function fromLink(said: string, kind: Kind, origins: string[]): string {
  if (!URL.canParse(said) || !origins.some((origin) => said.startsWith(`${origin}/`))) return said
  const parts = new URL(said).pathname.split('/').filter(Boolean)
  return parts[parts.indexOf(inLinks(kind)) + 1] ?? parts.at(-1) ?? said
}

/** True where the operation itself reads what was said: ids, keys in the path, words of filters. */
function isOwn(
  said: string,
  slot: string,
  kind: Kind,
  { query }: Tool,
  { params, targets }: Operation,
): boolean {
  if (isUuid(said) || said === '' || ownWords[slot]?.includes(said)) return true
  const format = targets.find(([name]) => name === slot)?.[1].keyFormat
  if (params.includes(slot) && format?.test(said)) return true
  return query.includes(slot) && words.test(said)
}

async function lookUp(
  wanted: Wanted[],
  tool: Tool,
  operation: Operation,
  given: Arguments,
  asker: Asker,
  database: Database,
): Promise<Candidate[][]> {
  const call = callOf(tool, operation, given, asker)
  const reading = {
    role: 'viewer',
    write: false,
    heavy: undefined,
    targets: [],
    allowsProjectKeys: true,
  } as const
  const any = {
    ...call,
    operation: { ...operation, ...reading, audit: undefined } as never,
    idempotencyKey: undefined,
  }
  const home = { project: given.project_id, task: given.task_id }
  const found = sql`select app.resolve_names(${jsonb(wanted)}, ${jsonb(home)})::text`
  const results = await database.batch([enter(any, {}), found], { readOnly: true })
  return JSON.parse(results.at(-1)!) as Candidate[][]
}

function idOf({ slot, kind, said }: Wanted, found: Candidate[]): string {
  const [first, second] = found
  if (!first) throw invalid(`body.${slot}: no ${nouns[kind]} ${JSON.stringify(said)}`)
  if (second) {
    const labels = found.map(({ label, id }) => `${label}: ${id}`).join('; ')
    throw invalid(`body.${slot}: ${JSON.stringify(said)} may be several; give the id of one: ${labels}`)
  }
  return first.id
}
