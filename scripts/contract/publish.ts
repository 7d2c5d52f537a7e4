import { readFileSync } from 'node:fs'
import { hashOf } from '../../src/base/tokens.ts'
import type { Area, Operation } from '../../src/kit/operation.ts'
import { groups } from './tag-texts.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- a JSON document, walked freely
type Json = any

/**
 * The contract for readers: with an introduction, chapters, consistent examples, and repeated
 * parts stated once.
 */
export function publish(contract: object, areas: Area[]): Json {
  const document = structuredClone(contract) as Json
  document.info.description = readFileSync(new URL('introduction.md', import.meta.url), 'utf8')
  Object.assign(document, chapters(document.tags))
  refuseUndescribed(document)
  const operations = new Map(areas.flatMap((area) => area.operations).map((one) => [one.id, one]))
  const collections = collectionsOf(areas)
  const named = new Set<string>()
  for (const published of operationsOf(document)) {
    const operation = operations.get(published.operationId)
    giveExamples(published, operation, named, document.components.schemas, collections)
    shareResponses(published, document)
  }
  shareParameters(document)
  document['x-samples'] = Object.fromEntries(
    [...named].toSorted().map((name) => [
      name,
      {
        value: sampleOf(name),
        list: collections.get(name.replace(/^(?:other|issued|billed|counted|fresh|own)_/, '')),
      },
    ]),
  )
  return document
}

const operationsOf = (document: Json): Json[] =>
  Object.values<Json>(document.paths).flatMap((path) => Object.values<Json>(path))

function chapters(tags: { name: string }[]) {
  const known = new Map(Object.values(groups).flatMap((group) => Object.entries(group)))
  const missing = tags.filter(({ name }) => !known.has(name)).map(({ name }) => name)
  if (missing.length) throw new Error(`Say in tag-texts.ts what these are about: ${missing.join(', ')}`)
  return {
    tags: tags.map(({ name }) => ({ name, description: known.get(name)! })),
    'x-tagGroups': Object.entries(groups).map(([name, group]) => ({ name, tags: Object.keys(group) })),
  }
}

/**
 * Refuses what nobody described: each property and parameter is described where its schema is declared. The fields of
 * a standard are explained by it, which the description of their schema names.
 */
function refuseUndescribed(document: Json) {
  const missing: string[] = []
  const { schemas } = document.components
  const walk = (schema: Json, home: string) => {
    if (typeof schema !== 'object' || schema === null) return
    if (/^As in RFC|navigator\.credentials/.test(schema.description)) return
    for (const [name, property] of Object.entries<Json>(schema.properties ?? {})) {
      const target = property.$ref ? schemas[property.$ref.split('/').at(-1)] : property
      if (!property.description && !target.description) missing.push(`${name} (${home})`)
      walk(property, home)
    }
    for (const [key, inner] of Object.entries(schema)) {
      if (!['properties', 'example', 'examples'].includes(key)) walk(inner, home)
    }
  }
  for (const [name, schema] of Object.entries<Json>(schemas)) walk(schema, name)
  for (const [path, item] of Object.entries(document.paths)) walk(item, path)
  for (const { operationId, parameters = [] } of operationsOf(document)) {
    for (const { name, description } of parameters) if (!description) missing.push(`${name} (${operationId})`)
  }
  if (missing.length) throw new Error(`Describe these where their schemas are: ${missing.join(', ')}`)
}

/** An id that stands for one kind of object throughout the examples. */
const sampleOf = (name: string) => {
  const hash = hashOf(name)
  return `0199c1f0-${hash.slice(0, 4)}-7${hash.slice(4, 7)}-9${hash.slice(7, 10)}-${hash.slice(10, 22)}`
}
const lists: Record<string, string> = { column_ids: 'column_id', stage_ids: 'stage_id' }

/** The required fields, with their examples. */
function exampleOf(given: Json, schemas: Json): Json {
  const schema = given.$ref ? schemas[given.$ref.split('/').at(-1)] : given
  if (!schema.properties) return schema.example ?? schema.enum?.[0] ?? '…'
  const fields: string[] = schema.required ?? Object.keys(schema.properties)
  return Object.fromEntries(fields.map((name) => [name, exampleOf(schema.properties[name], schemas)]))
}

function giveExamples(
  published: Json,
  operation: Operation | undefined,
  named: Set<string>,
  schemas: Json,
  collections: Map<string, string>,
) {
  /** Where two kinds of object have parameters of one name, the second is known by its place. */
  const kindOf = (name: string) => {
    const path = operation?.path ?? ''
    const own = path.slice(0, path.indexOf(`{${name}}`) + name.length + 2)
    return collections.has(own) ? own : name
  }
  const idOf = (name: string): string => {
    named.add(name)
    return sampleOf(name)
  }
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string') {
      const name = /^\{(\w+)\}$/.exec(value)?.[1]
      return !name ? value : lists[name] ? [idOf(lists[name])] : (fixed[name] ?? idOf(name))
    }
    if (Array.isArray(value)) return value.map(fill)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fill(inner)]))
  }
  const { query = '' } = (operation?.example ?? {}) as { query?: string }
  const queries = new URLSearchParams(query)
  for (const parameter of published.parameters ?? []) {
    const { in: place, name, schema } = parameter
    if (place === 'path' && (schema.format === 'uuid' || (name.endsWith('_id') && !schema.example)))
      schema.example = idOf(kindOf(name))
    else if (place === 'query' && queries.has(name)) parameter.example = fill(queries.get(name)!)
    // `a,b` in a query is a list for the operation, and a text for whoever sends it.
    if (schema.type === 'string' && Array.isArray(schema.default)) {
      if (schema.default.length) schema.default = schema.default.join(',')
      else delete schema.default
    }
  }
  const media = Object.values<Json>(published.requestBody?.content ?? {})[0]
  const body = (operation?.example as { body?: unknown } | undefined)?.body
  if (!media) return
  media.example = body === undefined ? exampleOf(media.schema, schemas) : fill(body)
}

/** Example values that are not ids. */
const fixed: Record<string, unknown> = {
  org_slug: 'aurora-studio',
  project_key: 'WEB',
  next_tax_number: 'B12345674',
  message_id: '22c74902-a0c1-4511-804f-341342852c90',
  kiosk_number: '0042',
  provider_url: 'https://api.github.com',
  repository_name: 'acme/site',
  totp_code: '287082',
  guarded_code: '287082',
  passkey_ticket: 'eyJhbGciOiJIUzI1NiJ9…',
  passkey_registration: {
    id: 'Jx3yQ2kq8sVtYb1c',
    rawId: 'Jx3yQ2kq8sVtYb1c',
    type: 'public-key',
    response: { clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0', attestationObject: 'o2NmbXRkbm9uZQ' },
  },
}

/** The lists that contain the objects a path names: of the organization, one of its projects or a task. */
function collectionsOf(areas: Area[]): Map<string, string> {
  const operations = areas.flatMap((area) => area.operations)
  const lists = operations
    .filter(
      ({ method, params, query }) =>
        method === 'GET' && params.length <= 2 && (query?.safeParse({}).success ?? true),
    )
    .map(({ path }) => path)
    .toSorted((left, right) => Number(right.includes('{org_id}')) - Number(left.includes('{org_id}')))
  const collections = new Map([['org_id', '/api/v1/organizations']])
  for (const { path } of operations) {
    for (const { 0: found, 1: segment, 2: name, index } of path.matchAll(/([\w-]+)\/\{(\w+)\}/g)) {
      const home = path.slice(0, index + found.indexOf('/'))
      const list = lists.find((one) => one === home) ?? lists.find((one) => one.endsWith(`/${segment}`))
      if (!list) continue
      if (!collections.has(name!)) collections.set(name!, list)
      else if (collections.get(name!) !== list) collections.set(`${home}/{${name}}`, list)
    }
  }
  return collections
}

const responseNames: Record<string, string> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  413: 'PayloadTooLarge',
  422: 'ValidationError',
  429: 'TooManyRequests',
  502: 'BadGateway',
  503: 'ServiceUnavailable',
}
const errorSchema = '#/components/schemas/Error'

function shareResponses(published: Json, document: Json) {
  const shared = (document.components.responses ??= {})
  for (const [status, response] of Object.entries<Json>(published.responses)) {
    const name = responseNames[status]
    if (!name || response.content?.['application/json']?.schema.$ref !== errorSchema) continue
    shared[name] ??= response
    published.responses[status] = { $ref: `#/components/responses/${name}` }
  }
}

/** Parameters shared by several operations are written once. */
function shareParameters(document: Json) {
  const shared: Record<string, Json> = (document.components.parameters ??= {})
  const all = operationsOf(document).flatMap((one) => one.parameters ?? [])
  const times = Map.groupBy(all, (parameter) => JSON.stringify(parameter))
  for (const published of operationsOf(document)) {
    published.parameters = published.parameters?.map((parameter: Json) => {
      const text = JSON.stringify(parameter)
      if (times.get(text)!.length < 3) return parameter
      const name = [
        parameter.name,
        ...Array.from({ length: 9 }, (_, n) => `${parameter.name}_${n + 2}`),
      ].find((free) => !shared[free] || JSON.stringify(shared[free]) === text)!
      shared[name] = parameter
      return { $ref: `#/components/parameters/${name}` }
    })
  }
}
