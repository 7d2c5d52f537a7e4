import { readFileSync } from 'node:fs'
import fc, { type Arbitrary } from 'fast-check'

export type JsonSchema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
}
type Parameter = { name: string; in: string; required: boolean; schema: JsonSchema }
export type Published = {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, unknown>
}

const document = JSON.parse(readFileSync(new URL('../../openapi/openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, Published>>
  components: { schemas: Record<string, JsonSchema>; parameters: Record<string, Parameter> }
}
const parameterOf = (one: Parameter & { $ref?: string }): Parameter =>
  one.$ref ? document.components.parameters[one.$ref.split('/').at(-1)!]! : one

/** The published operations by id. */
export const published = new Map(
  Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(
      (one) => [one.operationId, { ...one, parameters: (one.parameters ?? []).map(parameterOf) }] as const,
    ),
  ),
)

const resolved = (schema: JsonSchema): JsonSchema =>
  schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)!]! : schema

const byFormat: Record<string, Arbitrary<unknown>> = {
  uuid: fc.uuid(),
  date: fc
    .date({ min: new Date('1970-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
    .map((day) => day.toISOString().slice(0, 10)),
  'date-time': fc
    .date({ min: new Date('1970-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
    .map((moment) => moment.toISOString()),
  email: fc.emailAddress(),
  uri: fc.webUrl(),
}

/** Text as people paste it: any script, controls, combining marks, right-to-left, long. */
const words = (schema: JsonSchema) =>
  fc.string({
    unit: 'grapheme',
    minLength: Math.min(schema.minLength ?? 0, 50),
    maxLength: Math.min(schema.maxLength ?? 80, 80),
  })

function stringOf(schema: JsonSchema): Arbitrary<unknown> {
  if (schema.format && byFormat[schema.format]) return byFormat[schema.format]!
  return schema.pattern ? fc.stringMatching(new RegExp(schema.pattern)) : words(schema)
}

function objectOf(schema: JsonSchema, depth: number): Arbitrary<unknown> {
  const given = Object.entries(schema.properties ?? {})
  if (!given.length)
    return fc.dictionary(fc.string({ maxLength: 10 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 })
  const model = Object.fromEntries(given.map(([name, inner]) => [name, valid(inner, depth + 1)]))
  return fc.record(model, { requiredKeys: (schema.required ?? []).filter((name) => name in model) })
}

const byType: Record<string, (schema: JsonSchema, depth: number) => Arbitrary<unknown>> = {
  string: stringOf,
  object: objectOf,
  null: () => fc.constant(null),
  boolean: () => fc.boolean(),
  integer: ({ minimum = -1000, maximum = 1000 }) =>
    fc.integer({ min: minimum, max: Math.min(maximum, 2 ** 31) }),
  number: ({ minimum = -1e6, maximum = 1e6 }) => fc.double({ min: minimum, max: maximum, noNaN: true }),
  array: ({ items = {}, minItems = 0, maxItems = 4 }, depth) =>
    fc.array(valid(items, depth + 1), {
      minLength: minItems,
      maxLength: Math.min(maxItems, Math.max(minItems, 4)),
    }),
}

/** Values that match a published schema. */
export function valid(overrides: JsonSchema, depth = 0): Arbitrary<unknown> {
  const schema = resolved(overrides)
  if (depth > 4) return fc.constant(null)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  const choice = schema.anyOf ?? schema.oneOf
  if (choice) return fc.oneof(...choice.map((one) => valid(one, depth + 1)))
  const types = [schema.type ?? []].flat()
  if (!types.length) return fc.jsonValue({ maxDepth: 2 })
  return fc.oneof(...types.map((type) => byType[type]!(schema, depth)))
}

export const bodyOf = (operation: Published): JsonSchema | undefined => {
  const schema = operation.requestBody?.content['application/json']?.schema
  return schema && resolved(schema)
}

/** A query string of some published parameters with valid values, including lists and `me`. */
export function queryOf(operation: Published): Arbitrary<string> {
  const parameters = (operation.parameters ?? []).filter((one) => one.in === 'query')
  const model = Object.fromEntries(
    parameters.map(({ name, schema }) => [
      name,
      fc.oneof(valid(schema), fc.constantFrom('me', 'none', 'a,b')),
    ]),
  )
  const requiredKeys = parameters.filter(({ required }) => required).map(({ name }) => name)
  return fc
    .record(model, { requiredKeys })
    .map((query) =>
      new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString(),
    )
}

const deep = (levels: number) => JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as unknown

/** Hostile values: broken characters, numbers past every limit, depth, size, strange keys. */
export const hostile: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    'a\u0000b',
    '\ud800',
    '\udc00\ud800',
    '\u202eevil\u2066',
    2 ** 53,
    -(2 ** 53),
    1e308,
    -0,
    0.1,
    deep(100),
    deep(2000),
    'x'.repeat(1_000_000),
    { __proto__: { admin: true } },
    JSON.parse('{"__proto__": 1, "constructor": {"prototype": 1}}'),
    "'; drop table tasks; --",
    '%',
    '\\',
    '$1',
    '{}',
    '[]',
    '',
    '9999-12-31',
    '0000-00-00',
    '2026-02-30',
    '-infinity',
    'NaN',
    null,
    true,
    [],
    {},
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 4 }),
)
