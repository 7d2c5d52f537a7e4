import type { Slot } from '../../src/mcp/names.ts'

type Json = { [key: string]: unknown }
export type Naming = { format?: string; anyOf?: { format?: string }[]; 'x-names'?: Slot | null }

/** What a schema says it names: a kind of object, or a day or moment in the words of people. */
export function saidBy(schema: Naming): Slot | null | undefined {
  const formats = new Set([schema, ...(schema.anyOf ?? [])].map(({ format }) => format))
  const time = formats.has('date') ? 'day' : formats.has('date-time') ? 'moment' : undefined
  return schema['x-names'] ?? time
}

/**
 * Removes examples and formal detail that costs tokens and helps no model: lengths, bounds, patterns, id formats. The
 * API checks all of it, and explains errors in words.
 */
export function compactSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(compactSchema)
  if (typeof schema !== 'object' || schema === null) return schema
  // What has a grammar of its own is told in words, which cost a tenth of its schema.
  const { 'x-tool': words, type } = schema as Json
  if (words !== undefined)
    return type === 'array'
      ? { type, items: { type: 'object' }, description: words }
      : { type: 'object', description: words }
  return Object.fromEntries(
    Object.entries(branched(schema as Json))
      .filter(
        ([key, value]) =>
          !dropped.has(key) &&
          !(key === 'format' && !['date', 'date-time'].includes(value as string)) &&
          key !== 'additionalProperties' &&
          key !== 'pattern' &&
          !(key === 'enum' && !isSent(value as unknown[])) &&
          !(key === 'default' && Array.isArray(value)),
      )
      .map(([key, value]) => [
        key,
        key === 'properties' ? compactProperties(value as Json) : compactSchema(value),
      ]),
  )
}
const compactProperties = (properties: Json) =>
  Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, compactSchema(value)]))
/**
 * Longer lists of values are left to a tool, such as get_filter_schema for filters. Gemini refuses all tools for one list of
 * something else than texts.
 */
const isSent = (values: unknown[]) =>
  values.length <= maxValues && values.every((one) => typeof one === 'string')
const maxValues = 24
const dropped = new Set([
  'example',
  'examples',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
])

/**
 * Days and moments without their format: tools take words for them too, which a client that checks formats would refuse,
 * and Gemini refuses all tools for one with a format that it does not know. What has no description says its form.
 */
export function withoutFormats(schema: Json, isBranch = false): Json {
  const { properties, items, anyOf, format, ...rest } = schema
  const each = (value: unknown) => withoutFormats(value as Json)
  const branches = (anyOf as Json[] | undefined)?.map((one) => withoutFormats(one, true))
  const time = format ?? (anyOf as Json[] | undefined)?.find((one) => one.format)?.format
  return {
    ...rest,
    ...(time && !rest.description && !isBranch ? { description: forms[time as keyof typeof forms] } : {}),
    ...(properties
      ? { properties: Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, each(one)])) }
      : {}),
    ...(items ? { items: each(items) } : {}),
    ...(branches ? { anyOf: branches } : {}),
  }
}
const forms = { date: 'YYYY-MM-DD', 'date-time': 'ISO 8601' }

/** A new object has nothing to clear: omitting a field means the same in fewer tokens. */
export function withoutNull(schema: unknown): unknown {
  const { type } = schema as Json
  const types = Array.isArray(type) ? type.filter((one) => one !== 'null') : []
  if (types.length !== 1) return schema
  const { enum: values, ...rest } = schema as { enum?: unknown[] }
  return { ...rest, type: types[0], ...(values ? { enum: values.filter((one) => one !== null) } : {}) }
}

/** Clients that accept only a single type read a list of types only as branches. */
function branched(schema: Json): Json {
  if (!Array.isArray(schema.type)) return schema
  const { type, description, default: defaultValue, 'x-names': names, 'x-brief': brief, ...rest } = schema
  const values = (rest.enum as unknown[] | undefined)?.filter((value) => value !== null)
  const branch = (one: string) =>
    one === 'null' ? { type: one } : { type: one, ...rest, ...(values ? { enum: values } : {}) }
  const texts = {
    ...(description ? { description } : {}),
    ...(defaultValue === undefined ? {} : { default: defaultValue }),
    ...(names === undefined ? {} : { 'x-names': names }),
    ...(brief === undefined ? {} : { 'x-brief': brief }),
  }
  return { anyOf: type.map(branch), ...texts }
}

/** The contents of an object or a list of objects, by type only: the fields are those of other arguments. */
export function slim(schema: Json): Json {
  const { items } = schema as { items?: Json }
  if (items?.properties) return { ...schema, items: slim(items) }
  if (!schema.properties) return schema
  const own = Object.entries(schema.properties as Json).flatMap(([key, inner]) => {
    const { anyOf, type, items: of } = inner as Json & { anyOf?: Json[]; items?: Json }
    const names = saidBy(inner as Naming)
    const first = type ?? anyOf?.find((one) => one.type !== 'null')?.type
    const own = { type: first, ...(names === undefined ? {} : { 'x-names': names }) }
    return first ? [[key, of ? { ...own, items: { type: of.type } } : own]] : []
  })
  return { ...schema, properties: Object.fromEntries(own) as Json }
}

/** A filter: a condition, or several joined by and, or, not. */
export const isTree = ({ properties }: Json) => Boolean((properties as Json | undefined)?.and)

/** A recursive tree is described one level deep. */
export function flat(schema: Json): Json {
  const { and, or, not, ...properties } = schema.properties as Json
  const { oneOf: _, ...rest } = schema
  const branch = { type: 'object' }
  const list = { type: 'array', items: branch }
  return {
    ...rest,
    properties: {
      ...(and ? { and: list } : {}),
      ...(or ? { or: list } : {}),
      ...(not ? { not: branch } : {}),
      ...properties,
    },
  }
}
