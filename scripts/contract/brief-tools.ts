import { nouns } from '../../src/mcp/names.ts'
import { beginningOf } from './arguments.ts'
import { flat, isTree } from './compact-schema.ts'
import type { Tool } from './tools.ts'

type Json = { [key: string]: unknown }
type Properties = Record<string, Json>

const stopWords = new Set(['the', 'its', 'id', 'of', 'key', 'or', 'only', 'this', 'about'])

/**
 * The tools, those beyond the core in few words, since a client that lists all pays for hundreds. Each fact is stated once:
 * an update says of an argument only what comes first of what the tool that creates the object says, what names an object
 * says how that is called, and that null clears is stated in the instructions of the server.
 */
export function briefed(tools: Tool[]): Tool[] {
  const plain = tools.map((tool) =>
    withPlainTypes(tool, tool.profile === 'core' ? (schema) => schema : simpler),
  )
  return plain.map((tool) => (tool.profile === 'core' ? tool : withoutRepeats(tool, plain)))
}

const textOf = ({ description }: Json) => (description as string | undefined) ?? ''
const propertiesOf = ({ inputSchema }: Tool) => inputSchema.properties as Properties
const withProperties = (tool: Tool, properties: [string, Json][]): Tool => ({
  ...tool,
  inputSchema: { ...tool.inputSchema, properties: Object.fromEntries(properties) },
})

/** One type for each argument: numbers where decimal texts are accepted too, and no null if a sentence covers it. */
function withPlainTypes(tool: Tool, plain: (schema: Json) => Json): Tool {
  const entries = Object.entries(propertiesOf(tool))
  const clears = tool.name.startsWith('update_')
  const changed = entries.map(([key, schema]): [string, Json] => [
    key,
    plain(clears && isClearable(schema) ? withoutNullBranch(schema) : schema),
  ])
  return withProperties(tool, changed)
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
  const model = modelOf(tool, all)
  const changed = Object.entries(propertiesOf(tool)).map(([key, schema]): [string, Json] => {
    const { description, ...rest } = schema
    if (saysNoMore(key, textOf(schema) || 'id'))
      return [key, { ...rest, description: asCalled(tool.slots?.[key]) }]
    const source = sourceOf(tool, schema, all)
    if (source) return [key, { ...outer(schema), description: referring(key, schema, source) }]
    const inside = withoutNested(tool, schema, all)
    if (!description || description !== (model && propertiesOf(model)[key])?.description) return [key, inside]
    return [
      key,
      {
        ...inside,
        ...('enum' in rest ? { description: undefined } : { description: beginningOf(textOf(schema)) }),
      },
    ]
  })
  return withProperties(tool, changed)
}

/** What is inside an object, or the objects of a list, without what another tool takes at length as an argument. */
function withoutNested(tool: Tool, schema: Json, all: Tool[]): Json {
  const { properties, items } = schema as { properties?: Properties; items?: Json }
  if (items?.properties) return { ...schema, items: withoutNested(tool, items, all) }
  if (!properties) return schema
  const others = all.filter(({ name }) => name !== tool.name)
  const inside = Object.entries(properties).map(([key, one]): [string, Json] => {
    const source = isLong(one) ? argumentLike(isTree(one) ? flat(one) : one, others) : undefined
    return [key, source ? { ...outer(one), description: referring(key, one, source) } : one]
  })
  return { ...schema, properties: Object.fromEntries(inside) }
}

/** Whether a description repeats the name of an id. */
function saysNoMore(key: string, description: string): boolean {
  const words = description.toLowerCase().replaceAll(/[:,]/g, '').split(' ')
  return key.endsWith('_id') && words.every((word) => stopWords.has(word) || key.split('_').includes(word))
}

/** What a person calls an object by: `Number`, of "invoice has the number". */
function asCalled(kind: string | undefined): string {
  const [, by = 'name'] = / has the (\w+)/.exec(nouns[kind ?? ''] ?? '') ?? []
  return kind && kind in nouns ? by.replace(/^./, (first) => first.toUpperCase()) : 'Id'
}

/** The tool that creates what a tool updates. */
const modelOf = ({ name, area }: Tool, all: Tool[]) =>
  name.startsWith('update_')
    ? all.find((one) => one.area === area && one.name === name.replace('update_', 'create_'))
    : undefined

const insideOf = (schema: Json) => JSON.stringify({ ...schema, description: undefined })
type Source = { tool: string; key: string; schema: Json }
/** The argument of an earlier tool, or of the one that creates what this one updates, that takes the same at length. */
function sourceOf(tool: Tool, schema: Json, all: Tool[]): Source | undefined {
  if (!isLong(schema)) return undefined
  const before = all.slice(
    0,
    all.findIndex(({ name }) => name === tool.name),
  )
  return argumentLike(schema, [...before, ...[modelOf(tool, all) ?? []].flat()])
}

function argumentLike(schema: Json, tools: Tool[]): Source | undefined {
  for (const one of tools)
    for (const [key, known] of Object.entries(propertiesOf(one)))
      if ((isTree(known) && isTree(schema)) || insideOf(simpler(known)) === insideOf(schema))
        return { tool: one.name, key, schema: known }
  return undefined
}

function referring(key: string, schema: Json, source: Source): string {
  const text = textOf(schema)
  const own = text && !textOf(source.schema).startsWith(text) ? [text] : []
  return [...own, `as ${source.key === key ? '' : `${source.key} `}in ${source.tool}`].join('; ')
}
const isLong = (schema: Json) => hasFields(schema) || insideOf(schema).length > longest
const longest = 160
const hasFields = ({ properties, items }: Json) =>
  Boolean(properties ?? (items as Json | undefined)?.properties)
const outer = ({ type, items }: Json): Json =>
  type === 'array' ? { type, items: { type: (items as Json).type } } : { type }
