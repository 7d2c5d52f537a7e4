import type { Operation } from '../../src/kit/operation.ts'
import { type Kind, nouns, type Slot } from '../../src/mcp/names.ts'
import { elsewhere, shorter } from './argument-texts.ts'

type Json = { [key: string]: unknown }

/** Arguments that name an object by another word than its kind: `task_id` and `tag_ids` say theirs. */
const kinds: Record<string, Slot> = {
  template_project_id: 'project',
  other_task_id: 'task',
  assignee_id: 'member',
  reporter_id: 'member',
  lead_id: 'member',
  lead_user_id: 'member',
  owner_id: 'member',
  user_id: 'member',
  actor_id: 'member',
  root_id: 'document',
  template_id: 'document',
  move_to: 'column',
  move_incomplete_to: 'sprint',
  reassign_tasks_to: 'member',
  linked_id: '@linked_type',
  entity_id: '@entity_type',
}
const kindOf = (name: string): Slot | undefined => {
  const stem = /^(\w+)_ids?$/.exec(name)?.[1] ?? ''
  return kinds[name] ?? (stem in nouns ? stem : undefined)
}
/** Nested arguments that the contract leaves open. */
const inside: Record<string, Record<string, Slot>> = {
  automations: {
    'trigger.params.user_id': 'member',
    'trigger.params.tag_id': 'tag',
    'trigger.params.sprint_id': 'sprint',
    'action.params.project_id': 'project',
    'action.params.user_id': 'member',
    'action.params.user_ids': 'member',
    'action.params.tag_id': 'tag',
  },
}
/** Ids that mean something else in an area, where only the id identifies it. */
const only: Record<string, Set<string>> = {
  automations: new Set(['lead_id']),
  contracts: new Set(['milestone_id', 'template_id']),
  'crm-activities': new Set(['lead_id']),
  invoices: new Set(['milestone_id']),
  leads: new Set(['lead_id']),
}
/** Names whose meaning depends on the area. */
const places = new Set(['parent_id', 'before_id', 'after_id'])
const siblings: Record<string, Kind> = {
  tasks: 'task',
  board: 'task',
  sprints: 'task',
  documents: 'document',
  notes: 'note',
  filters: 'filter',
}

type Nested = { properties?: Json; items?: { properties?: Json } }
/** The names of properties; those of an object in it, or of the objects of a list, as `patch.sprint_id`. */
export const namesIn = ({ properties = {} }: { properties?: Json }) =>
  Object.entries(properties).flatMap(([name, schema]) => {
    const { properties: own, items } = schema as Nested
    return [name, ...Object.keys(own ?? items?.properties ?? {}).map((inner) => `${name}.${inner}`)]
  })

export function slotsOf(properties: string[], { area, path, write }: Operation): Record<string, Slot> {
  const ofColumns = path.includes('/columns')
  const found = properties.flatMap((slot): [string, Slot][] => {
    const name = slot.split('.').at(-1)!
    if (only[area]?.has(name)) return []
    const kind = kindOf(name) ?? (places.has(name) ? (ofColumns ? 'column' : siblings[area]) : undefined)
    return kind ? [[slot, kind]] : []
  })
  const nested = properties.includes('trigger') && write ? inside[area] : {}
  if (area.endsWith('comments') && properties.includes('body')) found.push(['body', '@mentions'])
  return { ...Object.fromEntries(found), ...nested }
}

/** Describes each argument of a tool in few words; what can only be one of some words is told by these. */
export function describe(properties: Record<string, Json>, tool: string, area: string) {
  for (const [key, schema] of Object.entries(properties)) {
    const own = elsewhere[tool]?.[key] ?? elsewhere[area]?.[key]
    const text = own ?? shorter[key] ?? briefer((schema.description as string | undefined) ?? '')
    if (text) schema.description = text
    withoutWordTexts(schema, Boolean(own))
  }
}

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
