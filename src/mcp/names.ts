import { type SQL, sql } from 'drizzle-orm'
import { saidKinds } from '../../db/schema/kinds.ts'
import { settingsOf } from '../base/config.ts'
import type { Call } from '../kit/call.ts'
import type { Database } from '../kit/database.ts'
import { invalid } from '../kit/errors.ts'
import { enter } from '../kit/authorization.ts'
import { isUuid } from '../base/id.ts'
import type { Operation } from '../kit/operation.ts'
import { jsonb } from '../kit/sql.ts'
import { type Arguments, type Requester, callOf } from './call.ts'
import type { Tool } from './catalogue.ts'
import { isObject } from './json.ts'
import { mentionedIn, withMentions } from './mentions.ts'

/** The kind of object that an argument names. */
export type Kind = string
/** The kind of object that an argument names, or the sibling argument that contains the kind. */
export type Slot = string
type Lookup = { slot: string; kind: Kind; said: string; looks_back?: boolean; day_time?: string }
/** Without an id it is not what was said, but one of the few that there are. */
type Candidate = { id: string | null; label: string }

/** The path segment before the id in links to pages or the API. */
const linkSegment = (kind: Kind) => `${kind}s`
/** The kinds of objects that arguments name, and how. */
export const nouns = saidKinds()
/** Limits of the names in one call and of their length; ids are not limited. */
const limits = { names: 100, characters: 200 }
/** Words that filters understand by themselves. */
const filterWords = /^(?:me|none|any|null|active)$/i
/** How the one-line form of filters and people spell these words. */
const spelled: Record<string, string> = {
  '@me': 'me',
  myself: 'me',
  '@active': 'active',
  '@active_sprint': 'active',
  '@next': 'next',
  '@next_sprint': 'next',
  '@none': 'none',
  unassigned: 'none',
  nobody: 'none',
}
/** People are mentioned as `@Kai`, too. */
const inWords = (said: string, kind = '') =>
  spelled[said.toLowerCase()] ?? (kind === 'member' ? said.replace(/^@(?=.)/, '') : said)
/** Words that arguments of a body understand by themselves. */
const argumentWords: Record<string, string[]> = { move_incomplete_to: ['backlog', 'next'] }

/**
 * The arguments with ids in place of what people write: keys (`WEB-12`, `WEB`), links of this service, names and
 * addresses of members, `me`, the running sprint as `active`, names of columns, tags, milestones and sprints. Takes a
 * round trip only if an argument is something that the operation cannot read itself. Throws 422 with the candidates
 * if a name is unknown or ambiguous.
 */
export async function withIds(
  tool: Tool,
  operation: Operation,
  given: Arguments,
  requester: Requester,
  database: Database,
) {
  const { baseUrl, webUrl } = settingsOf(requester.c.env, requester.c.req.url)
  const slots = Object.entries(tool.slots ?? {})
  if (slots.length === 0) return given
  const resolved: Arguments = { ...tool.defaults, ...structuredClone(given) }
  const lookups: Lookup[] = []
  const { required = [] } = tool.inputSchema as { required?: string[] }
  for (const [slot, what] of slots) {
    if (!required.includes(slot) && !tool.query.includes(slot)) clear(resolved, slot, tool)
    if (what === '@mentions')
      for (const said of mentionedIn(resolved[slot])) lookups.push({ slot, kind: 'member', said })
    const kind = kindOf(what, given)
    if (!kind) continue
    change(resolved, slot, tool, (part) => {
      const said = inWords(fromLink(part, kind, [baseUrl, webUrl]), kind)
      if (!isReadByOperation(said, slot, kind, tool, operation))
        lookups.push({ slot, kind, said, ...(isTime(kind) ? timesIn(slot, tool) : {}) })
      return said
    })
  }
  if (lookups.length === 0) return withProject(resolved, tool, operation, requester, database)
  const tooLong = lookups.find(({ said }) => said.length > limits.characters)
  if (tooLong) throw invalid(`body.${tooLong.slot}: a name has at most ${limits.characters} characters`)
  if (lookups.length > limits.names)
    throw invalid(`body.${lookups[0]!.slot}: at most ${limits.names} keys and names in a call; give ids`)
  const found = await lookUp(lookups, tool, operation, resolved, requester, database)
  const ids = new Map(lookups.map((one, n) => [`${one.slot} ${one.said}`, idOf(one, found[n]!)]))
  for (const slot of new Set(lookups.map((one) => one.slot)))
    if (tool.slots![slot] === '@mentions')
      resolved[slot] = withMentions(resolved[slot] as string, (name) => ids.get(`${slot} ${name}`))
    else change(resolved, slot, tool, (part) => ids.get(`${slot} ${part}`) ?? part)
  return withProject(resolved, tool, operation, requester, database)
}

/** With the project that the path asks for, where only something in it is named, such as a milestone: in a round trip. */
async function withProject(
  resolved: Arguments,
  tool: Tool,
  operation: Operation,
  requester: Requester,
  database: Database,
): Promise<Arguments> {
  if (!operation.params.includes('project_id') || resolved.project_id !== undefined) return resolved
  const [slot, kind] =
    Object.entries(tool.slots ?? {}).find(([one]) => one !== 'project_id' && isUuid(textOf(resolved[one]))) ??
    []
  if (!slot) return resolved
  const home = sql`select to_json(i.project_id)::text
    from app.item((select app.org_id()), ${kind}, ${resolved[slot]}::uuid) i`
  const found = await lookUpFor(callOf(tool, operation, resolved, requester), home, database)
  return typeof found === 'string' ? { ...resolved, project_id: found } : resolved
}

/** `none` clears what may be null; what is new has nothing to clear. */
function clear(resolved: Arguments, slot: string, { name: tool }: Tool) {
  const [name, holders] = holdersOf(resolved, slot)
  for (const holder of holders)
    if (/^(?:none|null)$/i.test(inWords(textOf(holder[name]).trim())))
      if (tool.startsWith('create_')) delete holder[name]
      else holder[name] = null
}
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** The kind of object that a slot names, which may be given by a sibling argument. */
function kindOf(slot: Slot, given: Arguments): Kind | undefined {
  if (!slot.startsWith('@')) return slot
  const kindArgument = given[slot.slice(1)]
  return typeof kindArgument === 'string' && kindArgument in nouns ? kindArgument : undefined
}

/**
 * Replaces a text, each of a list, or each part of a list in a query. A slot such as `patch.sprint_id` is inside an object,
 * or in each object of a list.
 */
function change(resolved: Arguments, slot: string, tool: Tool, next: (part: string) => string) {
  const [name, holders] = holdersOf(resolved, slot)
  for (const holder of holders) changeIn(holder, name, tool.query.includes(slot), next)
}

function holdersOf(resolved: Arguments, slot: string): [name: string, holders: Arguments[]] {
  const path = slot.split('.')
  const name = path.pop()!
  const holders = path.reduce<unknown[]>(
    (outer, key) => outer.flatMap((one) => (isObject(one) ? one[key] : [])),
    [resolved],
  )
  return [name, holders.filter(isObject)]
}

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
  return parts[parts.indexOf(linkSegment(kind)) + 1] ?? parts.at(-1) ?? said
}

/** True if the operation itself understands the value: ids, keys in the path, words of filters. */
function isReadByOperation(
  said: string,
  slot: string,
  kind: Kind,
  { query }: Tool,
  { params, targets }: Operation,
): boolean {
  if (isTime(kind)) return said === '' || exact[kind].test(said)
  if (isUuid(said) || said === '' || argumentWords[slot]?.includes(said)) return true
  const format = targets.find(([name]) => name === slot)?.[1].keyFormat
  if (params.includes(slot) && format?.test(said)) return true
  return query.includes(slot) && filterWords.test(said)
}

async function lookUp(
  lookups: Lookup[],
  tool: Tool,
  operation: Operation,
  given: Arguments,
  requester: Requester,
  database: Database,
): Promise<Candidate[][]> {
  const call = callOf(tool, operation, given, requester)
  // What is named beside it narrows what a name may mean: a stage by its pipeline.
  const beside = Object.entries(given).filter(
    ([name, value]) => name.endsWith('_id') && typeof value === 'string',
  )
  const found = sql`select app.resolve_names(${jsonb(lookups)}, ${jsonb(Object.fromEntries(beside))})::text`
  return (await lookUpFor(call, found, database)) as Candidate[][]
}

const readAccess = {
  role: 'viewer',
  write: false,
  heavy: undefined,
  targets: [],
  allowsProjectKeys: true,
} as const
/** What a query answers as JSON text, with what the caller of an operation may see. */
export async function lookUpFor(call: Call, query: SQL, database: Database): Promise<unknown> {
  const lookupCall = {
    ...call,
    operation: { ...call.operation, ...readAccess, audit: undefined } as never,
    idempotencyKey: undefined,
  }
  const results = await database.batch([enter(lookupCall, {}), query], { readOnly: true })
  return JSON.parse(results.at(-1)!)
}

/** Days and moments as operations read them. */
const exact = {
  day: /^\d{4}-\d\d-\d\d$/,
  moment: /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z$/,
}
const isTime = (kind: Kind): kind is keyof typeof exact => Object.hasOwn(exact, kind)

/** How a day or moment is meant: filters look back, except at what is due; a day there is its first or last moment. */
function timesIn(slot: string, { query }: Tool) {
  if (!query.includes(slot)) return { looks_back: false, day_time: '09:00' }
  const isEnd = /^(?:to|until)$|_to$/.test(slot)
  return { looks_back: !slot.startsWith('due'), day_time: isEnd ? '23:59:59.999' : '00:00' }
}

function idOf({ slot, kind, said }: Lookup, found: Candidate[]): string {
  const [first, second] = found
  if (!first && isTime(kind))
    throw invalid(
      `body.${slot}: ${JSON.stringify(said)} is no ${kind}; write 2026-11-27${kind === 'day' ? '' : 'T09:00, in your time zone'}, ` +
        'or words such as tomorrow, friday 14:00, in 2 hours, 7d ago',
    )
  if (!first?.id) {
    const known = found.length ? `; there are ${found.map(({ label }) => label).join(', ')}` : ''
    throw invalid(`body.${slot}: no ${nouns[kind]} ${JSON.stringify(said)}${known}`)
  }
  if (second) {
    const labels = found.map(({ label, id }) => `${label}: ${id!}`).join('; ')
    throw invalid(`body.${slot}: ${JSON.stringify(said)} may be several; give the id of one: ${labels}`)
  }
  return first.id
}
