import type { Operation } from '../../src/kit/operation.ts'
import { actions, triggers } from '../../src/areas/automations/catalog.ts'
import type { Part } from '../../src/areas/automations/params.ts'
import { nouns, type Slot } from '../../src/mcp/names.ts'
import { other } from '../../src/mcp/other.ts'
import { type Naming, saidBy } from './compact-schema.ts'

type Json = { [key: string]: unknown }

/** Words for a person that mean one in every operation; `task_id`, `tag_ids` and `template_project_id` say their kind. */
const people = new Set(['assignee_id', 'reporter_id', 'lead_user_id', 'owner_id', 'user_id', 'actor_id'])
const beside: Record<string, Slot> = { linked_id: '@linked_type', entity_id: '@entity_type' }
const kindOf = (name: string): Slot | undefined => {
  const stem = /(?:^|_)([a-z]+)_ids?$/.exec(name)?.[1] ?? ''
  if (people.has(name) || /_user_ids?$/.test(name)) return 'member'
  return beside[name] ?? (stem in nouns ? stem : endingIn(stem))
}
/** The one kind whose name ends in a word: a category is an expense_category. */
function endingIn(word: string): Slot | undefined {
  const kinds = Object.keys(nouns).filter((kind) => kind.endsWith(`_${word}`))
  return word && kinds.length === 1 ? kinds[0] : undefined
}

/** What the parameters of automations name, which the contract leaves open. */
const inParts = (place: string, parts: Record<string, Part>) =>
  Object.values(parts).flatMap(({ params }) =>
    Object.entries(params).flatMap(([name, param]): [string, Slot][] => {
      const of = param.kind === 'id' || param.kind === 'ids' ? param.of : ''
      const kind = of === 'user' ? 'member' : of
      return kind in nouns ? [[`${place}.params.${name}`, kind]] : []
    }),
  )

type Schema = Naming & { properties?: Record<string, Schema>; items?: Schema }
type Named = [name: string, kind?: Slot | null]
/** The properties with the kind that each says it names; those of an object in it, or in a list, as `patch.sprint_id`. */
const namesIn = ({ properties = {} }: Schema): Named[] =>
  Object.entries(properties).flatMap(([name, schema]): Named[] => [
    [name, saidBy(schema)],
    ...Object.entries(schema.properties ?? schema.items?.properties ?? {}).map(([inner, own]): Named => [
      `${name}.${inner}`,
      saidBy(own),
    ]),
  ])

/** The kinds of objects that the arguments of a tool name: as their schema says, else the path, else their name. */
export function slotsOf(schema: object, { area, targets, write }: Operation): Record<string, Slot> {
  const named = namesIn(schema)
  const inPath = new Map(targets.map(([name, target]) => [name, target.kind in nouns ? target.kind : null]))
  const found = named.flatMap(([slot, said]): [string, Slot][] => {
    const kind = said === undefined ? (inPath.get(slot) ?? kindUnless(inPath, slot)) : said
    return kind ? [[slot, kind]] : []
  })
  if (area.endsWith('comments') && named.some(([name]) => name === 'body')) found.push(['body', '@mentions'])
  if (write && named.some(([name]) => name === 'trigger'))
    found.push(...inParts('trigger', triggers), ...inParts('action', actions))
  return Object.fromEntries(found)
}
const kindUnless = (inPath: Map<string, Slot | null>, slot: string) =>
  inPath.has(slot) ? undefined : kindOf(slot.split('.').at(-1)!)

/** The JSON without these keys, which schemas have for the tools. */
export const withoutKeys = <T extends object>(json: T, ...keys: string[]): T =>
  JSON.parse(JSON.stringify(json, (key, value) => (keys.includes(key) ? undefined : value)))

/** What the tools add to the arguments of operations. */
const added = {
  organization_id: 'If several',
  confirm: 'After asking',
}

/**
 * Describes each argument of a tool in few words, as each is paid for in every conversation: those that its schema has for
 * tools (`x-brief`; null where it is for people alone), else its description, of which tools beyond the core and arguments
 * inside others take the first part. What names a task or project by a key, and what can only be one of some words, is told the
 * same way everywhere.
 */
export function describe(properties: Record<string, Json>, isCore: boolean) {
  for (const [key, schema] of Object.entries(properties)) {
    const { 'x-brief': own } = schema
    const text = own ?? textOf(key) ?? briefer((schema.description as string | undefined) ?? '', isCore)
    properties[key] = withText(withoutWordTexts(schema), text as string)
  }
}
const keyed = new Set(['project_id', 'task_id', `${other}task_id`])
const textOf = (key: string) => (keyed.has(key) ? 'Key' : (added as Record<string, string | undefined>)[key])

function withText(described: Json, text: string): Json {
  const { 'x-brief': own, ...schema } = described
  delete schema.description
  const isKnown = 'enum' in schema && own === undefined
  return text && !isKnown ? { ...schema, description: withoutArticle(text) } : schema
}
const withoutArticle = (text: string) =>
  text.replace(/^(?:The|An?) \w/, (found) => found.at(-1)!.toUpperCase())

/** The schema with what is inside it in few words; words to choose from need none. */
function withoutWordTexts({ properties, items, ...schema }: Json): Json {
  const inner = (one: Json): Json => {
    const { 'x-brief': own, description = '' } = one as Record<string, string | undefined>
    const text = own ?? beginningOf(description)
    return withText(withoutWordTexts(one), text)
  }
  const all = Object.entries((properties ?? {}) as Record<string, Json>)
  return {
    ...schema,
    ...(properties ? { properties: Object.fromEntries(all.map(([key, one]) => [key, inner(one)])) } : {}),
    ...(items ? { items: inner(items as Json) } : {}),
  }
}

/** Longer descriptions list what there is, which has no part that says it. */
const longest = 150
/** The first words of a description, which say what an argument is. */
export const beginningOf = (text: string) =>
  text.length > longest
    ? text
    : text
        .split(/[,;:(]| such as | unless | without | where | when | that is | at most | with /)[0]!
        .trim() || text

function briefer(text: string, isCore: boolean): string {
  const whole = text
    .replace(/^Order: /, '')
    .replace(/; (?:a leading - is descending|several with commas|several, separated by commas)$/, '')
    .replace('several with', 'with')
    .replace(', separated by commas', '')
    .replace(/^Only ([a-z])/, (_, first: string) => first.toUpperCase())
    .replaceAll('`', '')
  return isCore || whole.length > longest ? whole : whole.split('; ')[0]!
}
