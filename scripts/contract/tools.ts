import { namedOrNull } from './references.ts'
import { readFileSync } from 'node:fs'
import { reachesOrganization } from '../../src/kit/authorization.ts'
import { type Area, type Operation, type Role, roleLevels } from '../../src/kit/operation.ts'
import type { Part } from '../../src/mcp/parts.ts'
import type { Slot } from '../../src/mcp/names.ts'
import { other } from '../../src/mcp/other.ts'
import type { Places } from '../../src/mcp/outside.ts'
import { readerPaths } from '../../src/mcp/readers.ts'
import type { Rows } from '../../src/mcp/rows.ts'
import type { Shown } from '../../src/mcp/catalogue.ts'
import { describe, slotsOf, withoutKeys } from './arguments.ts'
import { flat, compactSchema, slim, withoutFormats, withoutNull, isTree } from './compact-schema.ts'
import { outsideOf } from './outside.ts'
import { type Kind, kindsOf, objectOf, rowOf, rowsOf, type Schema } from './rows.ts'
import { withOther, withPart } from './tool-parts.ts'
import { toolDescriptions } from './tool-texts.ts'

type Json = { [key: string]: unknown }
type Document = { paths?: Json; components?: { schemas?: Json } }
export type Tool = {
  name: string
  title: string
  operation: string
  /**
   * The area of the operation, and which arguments are query parameters; the others belong to the path or
   * body.
   */
  area: string
  query: string[]
  /** The operation that it calls instead if one of its arguments is absent. */
  instead?: {
    without: string
    area: string
    operation: string
    query: string[]
    rows?: Rows
    outside?: Places
  }
  /** The operations that it calls for some of its arguments. */
  parts?: Part[]
  /** The kinds of objects its arguments name: the resolver of the tool layer accepts more than ids there. */
  slots?: Record<string, Slot>
  defaults?: Record<string, string>
  /** How its answer is shown in brief, and where it has texts of strangers. */
  rows?: Rows
  outside?: Places
  /** How what it would change is shown, by the operation that reads it. */
  affects?: Record<string, Shown>
  /** The minimum role level that may call it; 0 if that depends on the object. */
  rank: number
  reachesOrganization?: true
  profile: Profile
  block: string | null
  description: string
  inputSchema: Json
  outputSchema?: Json
  annotations: {
    readOnlyHint: boolean
    destructiveHint: boolean
    idempotentHint: boolean
    openWorldHint: boolean
  }
}
/** `platform` tools stand beside the catalogue: they are listed for those who ask for them, see src/mcp/catalogue.ts. */
type Profile = 'core' | 'full' | 'platform'
export type Name = [name: string, profile: Profile, block: string | null]

const namesIn = (file: string) =>
  JSON.parse(readFileSync(new URL(`../../openapi/${file}`, import.meta.url), 'utf8')) as Name[]
const names = [...namesIn('tool-names.json'), ...namesIn('platform-tool-names.json')]

/** Writes that cannot be undone, besides delete_* and purge_*. */
const irreversible = new Set([
  'complete_sprint',
  'issue_invoice',
  'cancel_invoice',
  'approve_payroll_run',
  'mark_payroll_run_paid',
  'sign_contract',
  'terminate_contract',
  'terminate_employee',
  'uninstall_app',
  'undo_import',
])

/** Updates that may append, so that a second call has another effect. */
const cumulative = new Set(['update_document'])

/** The tools of the catalogue whose operations exist, in their pinned order. */
export function toolsOf(document: Document, areas: Area[]): Tool[] {
  const byTool = new Map<string, Operation>()
  const all = areas.flatMap((area) => area.operations)
  for (const operation of all) {
    for (const tool of [operation.tool ?? []].flat()) {
      if (byTool.has(tool)) throw new Error(`two operations are the tool ${tool}`)
      byTool.set(tool, operation)
    }
  }
  const called = namesOf(areas)
  const unknown = [...byTool.keys()].filter((tool) => !names.some(([name]) => name === tool))
  if (unknown.length) throw new Error(`not in the tool catalogue: ${unknown.join(', ')}`)
  return names.flatMap(([name, profile, block]) => {
    const operation = byTool.get(name)
    if (!operation) return []
    const as = (one: Operation) => toolOf(document, one, name, profile, block)
    const other = all.find(({ insteadOf }) => insteadOf?.[0] === name)
    const tool = other ? withOther(as(operation), as(other), other) : as(operation)
    const parts = all.flatMap((one) =>
      (one.partOf ?? []).filter((part) => part.tool === name).map((part) => [one, part] as const),
    )
    const answers = (one: Operation) => JSON.stringify(answerOf(document, entryOf(document, one)))
    const whole = parts.reduce(
      (sum, [one, part]) => withPart(sum, as(one), part, one, answers(one) === answers(operation)),
      tool,
    )
    return [inToolNames(whole, called)]
  })
}

/** The names of operations in texts for assistants: their tool, or the part of the API if they have none. */
const namesOf = (areas: Area[]) =>
  new Map(
    areas
      .flatMap((area) => area.operations)
      .map((one) => [
        one.id,
        [one.tool ?? []].flat()[0] ??
          one.partOf?.[0]?.tool ??
          `${one.method} ${one.path.replace('/api/v1', '')}`,
      ]),
  )

/** The tool with ids of operations in its texts replaced by the names of their tools. */
function inToolNames(tool: Tool, called: Map<string, string>): Tool {
  const change = (value: unknown, key?: string): unknown => {
    if (typeof value === 'string')
      return key === 'description'
        ? value.replaceAll(/\b[a-z]+[A-Z]\w*/g, (id) => called.get(id) ?? id)
        : value
    if (Array.isArray(value)) return value.map((one) => change(one))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, own]) => [name, change(own, name)]))
  }
  return change(tool) as Tool
}

function toolOf(
  document: Document,
  operation: Operation,
  name: string,
  profile: Tool['profile'],
  block: string | null,
): Tool {
  const destructive = operation.method === 'DELETE' || /^(delete|purge)_/.test(name) || irreversible.has(name)
  const output = profile === 'core' && !operation.write ? outputOf(document, operation) : undefined
  const named = inputOf(document, operation, profile, destructive || operation.asks !== undefined)
  const slots = slotsOf(named, operation)
  const rows = briefOf(document, operation)
  const outside = outsideOf(answerOf(document, entryOf(document, operation)))
  const inputSchema = withoutFormats(withoutKeys(named, 'x-names'))
  return {
    name,
    title: titleOf(name),
    operation: operation.id,
    area: operation.area,
    query: queryOf(document, operation),
    ...(Object.keys(slots).length ? { slots } : {}),
    ...(operation.toolDefaults ? { defaults: operation.toolDefaults } : {}),
    ...(Object.keys(rows).length ? { rows } : {}),
    ...(Object.keys(outside).length ? { outside } : {}),
    ...('confirm' in (named.properties as Json) ? { affects: affectedBy(document, operation) } : {}),
    rank: !operation.or && operation.role in roleLevels ? roleLevels[operation.role as Role] : 0,
    ...(reachesOrganization(operation) ? { reachesOrganization: true } : {}),
    profile,
    block,
    description: toolDescriptions[name] ?? [operation.summary, operation.details].filter(Boolean).join('. '),
    inputSchema,
    ...(output ? { outputSchema: output } : {}),
    annotations: {
      readOnlyHint: !operation.write,
      destructiveHint: destructive,
      idempotentHint: !operation.write || (operation.method !== 'POST' && !cumulative.has(name)),
      openWorldHint: reachesOut(operation),
    },
  }
}

/** Whether it calls external services, or gives others something outside the organization. */
const reachesOut = ({ refuses = [], asks }: Operation) =>
  refuses.includes(502) || (asks !== undefined && ['outside', 'access'].includes(asks.about))

const titleOf = (name: string) =>
  name
    .replaceAll('_', ' ')
    .replace(/^./, (first) => first.toUpperCase())
    .replace('Whoami', 'Who am I')
    .replace('oauth', 'OAuth')

const entryOf = (document: Document, { method, path }: Operation) =>
  ((document.paths?.[path] ?? {}) as Json)[method.toLowerCase()] as Json
type Parameter = { name: string; in: string; required?: boolean; schema: Json }
const parametersOf = (entry: Json) =>
  ((entry.parameters ?? []) as Parameter[]).filter((one) => one.in !== 'header')

const queryOf = (document: Document, operation: Operation) =>
  parametersOf(entryOf(document, operation))
    .filter((one) => one.in === 'query')
    .map(({ name }) => name)

/** One flat object of path, query and body parameters, without references. */
function inputOf(document: Document, operation: Operation, profile: Tool['profile'], asks: boolean): Json {
  const entry = entryOf(document, operation)
  const body = resolve(document, bodyOf(entry)) as { properties?: Json; required?: string[] } | undefined
  const properties: Json = {}
  const required: string[] = []
  for (const { name: own, required: needed, schema } of parametersOf(entry)) {
    const key = own === 'org_id' ? 'organization_id' : own
    take(properties, key, resolve(document, schema))
    if (needed && key !== 'organization_id' && !operation.toolDefaults?.[key]) required.push(key)
  }
  const creates = operation.method === 'POST' && operation.status === 201
  const apart = (key: string) => (operation.params.includes(key) ? `${other}${key}` : key)
  for (const [key, schema] of Object.entries(body?.properties ?? {}))
    take(properties, apart(key), creates ? withoutNull(schema) : schema)
  const needs = [...required, ...(body?.required ?? []).map(apart)]
  if (!operation.write && Object.keys(briefOf(document, operation)).length)
    take(properties, 'detail', { type: 'string', enum: ['full'] })
  if (asks) take(properties, 'confirm', { type: 'boolean' })
  describe(properties as Record<string, Json>, profile === 'core')
  return {
    type: 'object',
    properties,
    ...(needs.length ? { required: needs } : {}),
  }
}

/** How the answer of an operation is shown in brief. */
function briefOf(document: Document, operation: Operation): Rows {
  const { kinds, read } = known(document)
  return rowsOf(answerOf(document, entryOf(document, operation)), operation.write, kinds, read)
}

/** How each operation that may read what a write changes shows it. */
function affectedBy(document: Document, operation: Operation): Record<string, Shown> {
  const { kinds } = known(document)
  const entries = readerPaths(operation).flatMap((path): [string, Shown][] => {
    const entry = ((document.paths?.[path] ?? {}) as { get?: Json }).get
    if (!entry) return []
    const answer = objectOf((answerOf(document, entry) ?? {}) as Schema)
    const object = answer.items ? objectOf(answer.items) : objectOf(answer.properties?.items?.items ?? answer)
    return [[entry.operationId as string, { row: rowOf(object, kinds, false), outside: outsideOf(object) }]]
  })
  return Object.fromEntries(entries)
}

const knownOf = new WeakMap<Document, { kinds: Kind[]; read: string[][] }>()
/** The kinds that say how they look in lists, and the fields of each answer about a single object. */
function known(document: Document) {
  const existing = knownOf.get(document)
  if (existing) return existing
  const reads = Object.values((document.paths ?? {}) as Record<string, { get?: Json }>).flatMap(({ get }) => {
    const { properties = {} } = ((get && answerOf(document, get)) ?? {}) as { properties?: Json }
    return Object.keys(properties).length ? [Object.keys(properties)] : []
  })
  const facts = { kinds: kindsOf(document.components?.schemas ?? {}), read: reads }
  knownOf.set(document, facts)
  return facts
}
const answerOf = (document: Document, entry: Json) =>
  resolve(
    document,
    (Object.values(entry.responses as Json)[0] as { content?: Record<string, Json> }).content?.[
      'application/json'
    ]?.schema,
  )

function take(properties: Json, key: string, schema: unknown) {
  if (key in properties) throw new Error(`two parameters are called ${key}`)
  if ((schema as Json)['x-brief'] === null) return
  const given = compactSchema(schema) as Json
  // Fields that are never accepted are omitted.
  if (given.not && !Object.keys(given.not).length) return
  if (['limit', 'offset', 'sort'].includes(key)) delete given.default
  const repeats = key === 'patch' || key === 'children'
  properties[key] = isTree(given) ? flat(given) : repeats ? slim(given) : withFlatBranch(given)
}

const bodyOf = (entry: Json): unknown =>
  (entry.requestBody as { content: { 'application/json': { schema: unknown } } } | undefined)?.content[
    'application/json'
  ].schema

/**
 * The response fields that are always present, by type only: what a client needs to read it, in few tokens.
 */
function outputOf(document: Document, operation: Operation): Json {
  const answers = Object.values(entryOf(document, operation).responses as Json)[0] as Json
  const schema = resolve(
    document,
    (answers.content as { 'application/json': { schema: unknown } })['application/json'].schema,
  )
  const {
    type,
    properties = {},
    required = [],
  } = schema as { type?: string; properties?: Json; required?: string[] }
  if (type === 'array') return outline({ items: { type: 'array' } }, ['items'])
  return outline(
    properties,
    required.filter((key) => key !== 'limit' && key !== 'offset'),
  )
}

/** A list, or the first field: the rest of an answer a model sees in the answer. */
function outline(properties: Json, names: string[]): Json {
  const name = names.includes('items') ? 'items' : names[0]
  const { type } = (name ? properties[name] : {}) as { type?: unknown }
  return typeof type === 'string' ? { type: 'object', properties: { [name!]: { type } } } : { type: 'object' }
}

/** The schema with every reference resolved. A circular reference becomes `{}`. */
function resolve(document: Document, schema: unknown, seen: string[] = []): unknown {
  if (Array.isArray(schema)) return schema.map((item) => resolve(document, item, seen))
  if (typeof schema !== 'object' || schema === null) return schema
  const nullable = namedOrNull(schema, document.components?.schemas)
  if (nullable?.schema.type) {
    const { anyOf: _, ...beside } = schema as Json
    const whole = seen.includes(nullable.name)
      ? {}
      : resolve(document, nullable.schema, [...seen, nullable.name])
    return { ...(whole as Json), ...beside }
  }
  const { $ref: reference, ...beside } = schema as Json
  if (typeof reference === 'string') {
    const name = reference.split('/').at(-1)!
    const named = document.components?.schemas?.[name]
    return seen.includes(name) ? {} : { ...(resolve(document, named, [...seen, name]) as Json), ...beside }
  }
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, resolve(document, value, seen)]),
  )
}

/** The same where null clears it. */
const withFlatBranch = (given: Json): Json => {
  const { anyOf, ...rest } = given as Json & { anyOf?: Json[] }
  return anyOf?.some(isTree) ? { ...rest, anyOf: anyOf.map((one) => (isTree(one) ? flat(one) : one)) } : given
}
