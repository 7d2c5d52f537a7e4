import { paging, version } from '../../src/kit/fields.ts'
import { added } from './arguments.ts'
import type { Tool } from './tools.ts'

type Json = { [key: string]: unknown }
type Properties = Record<string, Json>

const briefOf = (schema: { meta(): object | undefined }) => (schema.meta() as Json)['x-brief']
/** Arguments that the instructions of the server explain, as they are described elsewhere. */
export const explained = new Map<string, unknown>([
  ...Object.entries(added),
  ['limit', briefOf(paging.limit)],
  ['offset', briefOf(paging.offset)],
  ['version', briefOf(version())],
])
/** Sentences that say no more than a name or type. */
const obvious = new Set([
  'What it is called',
  'Its title',
  'E-mail address',
  'Whether it is archived',
  'The archived ones instead',
])
const stopWords = new Set(['the', 'its', 'id', 'of', 'key', 'or', 'only', 'this', 'about'])

/**
 * The tools, those beyond the core in few words, since a client that lists all pays for hundreds. Each fact is stated once:
 * an update refers to the arguments of the tool that creates the object, self-explanatory names are not described, that
 * null clears is stated per tool, not per argument, and that all lists take `detail` in the instructions of the server.
 */
export function briefed(tools: Tool[]): Tool[] {
  const plain = tools.map((tool) =>
    withPlainTypes(tool, tool.profile === 'core' ? (schema) => schema : simpler),
  )
  return plain.map((tool) => (tool.profile === 'core' ? tool : withoutRepeats(tool, plain)))
}

const propertiesOf = ({ inputSchema }: Tool) => inputSchema.properties as Properties
const withProperties = (tool: Tool, properties: [string, Json][], more: string[]): Tool => ({
  ...tool,
  description: [tool.description, ...more].reduce((text, next) => `${text.replace(/\.$/, '')}. ${next}`),
  inputSchema: { ...tool.inputSchema, properties: Object.fromEntries(properties) },
})

/** One type for each argument: numbers where decimal texts are accepted too, and no null if a sentence covers it. */
function withPlainTypes(tool: Tool, plain: (schema: Json) => Json): Tool {
  const entries = Object.entries(propertiesOf(tool))
  const clears =
    tool.name.startsWith('update_') && entries.filter(([, schema]) => isClearable(schema)).length > 1
  const changed = entries.map(([key, schema]): [string, Json] => [
    key,
    plain(clears && isClearable(schema) ? withoutNullBranch(schema) : schema),
  ])
  return withProperties(tool, changed, clears ? ['null clears a field'] : [])
}

/** Accepts null without a special meaning, which its description would explain. */
const isClearable = ({ anyOf, description }: Json) =>
  ((anyOf ?? []) as Json[]).some(({ type }) => type === 'null') && !String(description).includes('null')

function withoutNullBranch({ anyOf, ...rest }: Json): Json {
  const remaining = (anyOf as Json[]).filter(({ type }) => type !== 'null')
  return remaining.length === 1 ? { ...remaining[0], ...rest } : { anyOf: remaining, ...rest }
}

/** Decimals as numbers only, though texts are accepted too; and only the first of adjacent equal objects. */
function simpler(schema: Json): Json {
  const { anyOf, properties, items, ...rest } = schema as Json & { anyOf?: Json[]; items?: Json }
  const branches = anyOf?.map((one) => Object.keys(one).join() === 'type' && one.type)
  if (branches?.join() === 'string,number') return { type: 'number', ...rest }
  const own = Object.entries((properties ?? {}) as Properties)
  const inner = own.map(([key, one]) => {
    const [twin] = own.find(([, other]) => hasFields(one) && insideOf(other) === insideOf(one)) ?? [key]
    return [
      key,
      twin === key
        ? simpler(isClearable(one) ? withoutNullBranch(one) : one)
        : { type: 'object', description: `As ${twin}` },
    ]
  })
  return {
    ...schema,
    ...(properties ? { properties: Object.fromEntries(inner) as Json } : {}),
    ...(items ? { items: items.properties ? simpler(items) : items } : {}),
  }
}

function withoutRepeats(tool: Tool, all: Tool[]): Tool {
  const required = (tool.inputSchema.required ?? []) as string[]
  const model = modelOf(tool, all)
  let refers = false
  const own = Object.entries(propertiesOf(tool)).filter(([key]) => key !== 'detail')
  const changed = own.map(([key, schema]): [string, Json] => {
    const { description, ...rest } = schema
    if (saysNoMore(key, description)) return [key, rest]
    const source = isLong(schema) ? all.find((one) => hasSame(one, tool, key, schema, all)) : undefined
    if (source) {
      const own = description === propertiesOf(source)[key]!.description ? [] : [description]
      return [key, { ...outer(schema), description: [...own, `as in ${source.name}`].join('; ') }]
    }
    const known = model && propertiesOf(model)[key]
    if (!known || !description || known.description !== description || required.includes(key))
      return [key, schema]
    refers = true
    return [key, rest]
  })
  return withProperties(tool, changed, refers ? [`Arguments as in ${model!.name}`] : [])
}

/** Whether a description is the standard one, says what is obvious, or repeats the name of an id. */
function saysNoMore(key: string, description: unknown): boolean {
  if (explained.has(key)) return description === explained.get(key)
  if (obvious.has(String(description))) return true
  const words = String(description).toLowerCase().replaceAll(/[:,]/g, '').split(' ')
  return key.endsWith('_id') && words.every((word) => stopWords.has(word) || key.split('_').includes(word))
}

/** The tool that creates what a tool updates. */
const modelOf = ({ name, area }: Tool, all: Tool[]) =>
  name.startsWith('update_')
    ? all.find((one) => one.area === area && one.name === name.replace('update_', 'create_'))
    : undefined

const insideOf = (schema: Json) => JSON.stringify({ ...schema, description: undefined })
/** Whether an earlier tool, or the one that creates what this one updates, has the same argument. */
const hasSame = (one: Tool, tool: Tool, key: string, schema: Json, all: Tool[]) =>
  one.area === tool.area &&
  one.name.startsWith('create_') &&
  (tool.name.startsWith('update_') || all.indexOf(one) < all.indexOf(tool)) &&
  key in propertiesOf(one) &&
  insideOf(propertiesOf(one)[key]!) === insideOf(schema)
const isLong = (schema: Json) => hasFields(schema) || insideOf(schema).length > 160
const hasFields = ({ properties, items }: Json) =>
  Boolean(properties ?? (items as Json | undefined)?.properties)
const outer = ({ type, items }: Json): Json =>
  type === 'array' ? { type, items: { type: (items as Json).type } } : { type }
