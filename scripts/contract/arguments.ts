import type { Operation } from '../../src/kit/operation.ts'
import { actions, triggers } from '../../src/areas/automations/catalog.ts'
import type { Part } from '../../src/areas/automations/params.ts'
import { nouns, type Slot } from '../../src/mcp/names.ts'
import { other } from '../../src/mcp/other.ts'
import { type Naming, saidBy } from './lean-schema.ts'

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
export const added = {
  organization_id: 'If several',
  confirm: 'true does it; without it, the effect is told',
}

/**
 * Describes each argument of a tool in few words, as each is paid for in every conversation: those that its schema has for
 * tools (`x-brief`), else its description. What names a task or project by a key, and what can only be one of some words,
 * is told the same way everywhere.
 */
export function describe(properties: Record<string, Json>) {
  for (const [key, { 'x-brief': own, ...schema }] of Object.entries(properties)) {
    const text = own ?? textOf(key) ?? briefer((schema.description as string | undefined) ?? '')
    if (text) schema.description = text
    withoutWordTexts(schema, own !== undefined)
    properties[key] = schema
  }
}
const keyed = new Set(['project_id', 'task_id', `${other}task_id`])
const textOf = (key: string) =>
  keyed.has(key) ? 'Key or id' : (added as Record<string, string | undefined>)[key]

function withoutWordTexts(schema: Json, keep = false) {
  if (!keep && 'enum' in schema) delete schema.description
  const { properties = {}, items } = schema as { properties?: Record<string, Json>; items?: Json }
  for (const inner of [...Object.values(properties), ...(items ? [items] : [])]) withoutWordTexts(inner)
}

const briefer = (text: string) =>
  text
    .replace(/^Order: /, '')
    .replace('a leading - is descending', '- descends')
    .replace('several with', 'with')
    .replace(', separated by commas', ', with commas')
    .replace(/^Only ([a-z])/, (_, first: string) => first.toUpperCase())
    .replaceAll('`', '')
