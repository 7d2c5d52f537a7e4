import { shorter, usual } from './argument-texts.ts'
import type { Tool } from './tools.ts'

type Json = { [key: string]: unknown }
type Properties = Record<string, Json>

/** What the name and the type say, or the instructions of the server for all tools: not described again where usual. */
export const plainNames = new Set([
  'organization_id',
  'limit',
  'offset',
  'version',
  'confirm',
  'name',
  'title',
  'email',
])
const stopWords = new Set(['the', 'id', 'of', 'key', 'or', 'only', 'this', 'about'])

/**
 * The tools, those beyond the core in few words, since a client that asks for all pays for hundreds. Each fact is told once:
 * an update refers to the tool that creates the same for what its arguments are, what a name says is not described, and
 * that null clears is said of a tool and not of each argument.
 */
export function briefed(tools: Tool[]): Tool[] {
  const plain = tools.map((tool) => (tool.profile === 'core' ? tool : withPlainTypes(tool)))
  return plain.map((tool) => (tool.profile === 'core' ? tool : withoutRepeats(tool, plain)))
}

const propertiesOf = ({ inputSchema }: Tool) => inputSchema.properties as Properties
const withProperties = (tool: Tool, properties: [string, Json][], more: string[]): Tool => ({
  ...tool,
  description: [tool.description, ...more].reduce((text, next) => `${text.replace(/\.$/, '')}. ${next}`),
  inputSchema: { ...tool.inputSchema, properties: Object.fromEntries(properties) },
})

/** One type for each argument: numbers where decimal texts are accepted too, and no null where a sentence tells it. */
function withPlainTypes(tool: Tool): Tool {
  const entries = Object.entries(propertiesOf(tool))
  const clears =
    tool.name.startsWith('update_') && entries.filter(([, schema]) => isClearable(schema)).length > 1
  const changed = entries.map(([key, schema]): [string, Json] => [
    key,
    simpler(clears && isClearable(schema) ? withoutNullBranch(schema) : schema),
  ])
  return withProperties(tool, changed, clears ? ['null clears a field'] : [])
}

/** Takes null without a meaning of its own, which its description would tell. */
const isClearable = ({ anyOf, description }: Json) =>
  ((anyOf ?? []) as Json[]).some(({ type }) => type === 'null') && !String(description).includes('null')

function withoutNullBranch({ anyOf, ...rest }: Json): Json {
  const left = (anyOf as Json[]).filter(({ type }) => type !== 'null')
  return left.length === 1 ? { ...left[0], ...rest } : { anyOf: left, ...rest }
}

/** Decimals as numbers alone, though texts are accepted too; and of equal objects beside each other the first. */
function simpler(schema: Json): Json {
  const { anyOf, properties, items, ...rest } = schema as Json & { anyOf?: Json[]; items?: Json }
  const branches = anyOf?.map((one) => Object.keys(one).join() === 'type' && one.type)
  if (branches?.join() === 'string,number') return { type: 'number', ...rest }
  const own = Object.entries((properties ?? {}) as Properties)
  const inner = own.map(([key, one]) => {
    const [twin] = own.find(
      ([, other]) => hasFields(one) && JSON.stringify(other) === JSON.stringify(one),
    ) ?? [key]
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
  const changed = Object.entries(propertiesOf(tool)).map(([key, schema]): [string, Json] => {
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

/** Whether a description is the usual one of a plain name, or of an id says what its name does. */
function saysNoMore(key: string, description: unknown): boolean {
  if (plainNames.has(key)) return description === (shorter[key] ?? usual[key])
  const words = String(description).toLowerCase().split(' ')
  return key.endsWith('_id') && words.every((word) => stopWords.has(word) || key.split('_').includes(word))
}

/** The tool that creates what a tool updates. */
const modelOf = ({ name, area }: Tool, all: Tool[]) =>
  name.startsWith('update_')
    ? all.find((one) => one.area === area && one.name === name.replace('update_', 'create_'))
    : undefined

const insideOf = (schema: Json) => JSON.stringify({ ...schema, description: undefined })
/** Whether a tool that comes earlier, or creates what this one updates, has the same in an argument of that name. */
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
