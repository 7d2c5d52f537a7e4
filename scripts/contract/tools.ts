import { readFileSync } from 'node:fs'
import type { Area, Operation } from '../../src/kit/operation.ts'

type Json = { [key: string]: unknown }
type Document = { paths?: Json; components?: { schemas?: Json } }
export type Tool = {
  name: string
  title: string
  operation: string
  profile: 'core' | 'full'
  block: string | null
  description: string
  inputSchema: Json
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean }
}
type Name = [name: string, profile: 'core' | 'full', block: string | null]

const names = JSON.parse(readFileSync(new URL('../../openapi/tool-names.json', import.meta.url), 'utf8')) as Name[]

/** The tools of the catalogue whose operations exist, in the pinned order. */
export function toolsOf(document: Document, areas: Area[]): Tool[] {
  const byTool = new Map<string, Operation>()
  for (const operation of areas.flatMap((area) => area.operations)) {
    for (const tool of [operation.tool ?? []].flat()) byTool.set(tool, operation)
  }
  const unknown = [...byTool.keys()].filter((tool) => !names.some(([name]) => name === tool))
  if (unknown.length) throw new Error(`not in the tool catalogue: ${unknown.join(', ')}`)
  return names.flatMap(([name, profile, block]) => {
    const operation = byTool.get(name)
    return operation ? [toolOf(document, operation, name, profile, block)] : []
  })
}

function toolOf(document: Document, operation: Operation, name: string, profile: Tool['profile'], block: string | null): Tool {
  const destructive = operation.method === 'DELETE' || /^(delete|purge)_/.test(name)
  return {
    name, title: titleOf(name), operation: operation.id, profile, block,
    description: [operation.does, operation.details].filter(Boolean).join('. ').slice(0, 1024),
    inputSchema: inputOf(document, operation, destructive),
    annotations: {
      readOnlyHint: !operation.write, destructiveHint: destructive,
      idempotentHint: ['GET', 'PUT', 'DELETE'].includes(operation.method) || !operation.write, openWorldHint: false,
    },
  }
}

const titleOf = (name: string) => name.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase())

/** One flat object of path, query and body parameters, without references. */
function inputOf(document: Document, { method, path }: Operation, destructive: boolean): Json {
  const entry = ((document.paths?.[path] ?? {}) as Json)[method.toLowerCase()] as Json
  const parameters = (entry.parameters ?? []) as { name: string; in: string; required?: boolean; schema: Json }[]
  const body = resolve(document, bodyOf(entry)) as { properties?: Json; required?: string[] } | undefined
  const properties: Json = {}
  const required: string[] = []
  for (const { name, in: place, required: needed, schema } of parameters.filter((one) => one.in !== 'header')) {
    const key = name === 'org_id' ? 'organization_id' : name
    take(properties, key, resolve(document, schema))
    if (needed && key !== 'organization_id' && place !== 'header') required.push(key)
  }
  for (const [key, schema] of Object.entries(body?.properties ?? {})) take(properties, key, schema)
  if (destructive) properties.confirm = { type: 'boolean', description: 'true to do it; without it the effect is described' }
  return {
    type: 'object', properties, required: [...required, ...(body?.required ?? [])], additionalProperties: false,
  }
}

function take(properties: Json, key: string, schema: unknown) {
  if (key in properties) throw new Error(`two parameters are called ${key}`)
  properties[key] = lean(schema)
}

const bodyOf = (entry: Json): unknown =>
  (entry.requestBody as { content: { 'application/json': { schema: unknown } } } | undefined)
    ?.content['application/json'].schema

/** The schema with every reference replaced by what it names. A reference back to itself becomes `{}`. */
function resolve(document: Document, schema: unknown, seen: string[] = []): unknown {
  if (Array.isArray(schema)) return schema.map((item) => resolve(document, item, seen))
  if (typeof schema !== 'object' || schema === null) return schema
  const reference = (schema as Json).$ref
  if (typeof reference === 'string') {
    const name = reference.split('/').at(-1)!
    return seen.includes(name) ? {} : resolve(document, document.components?.schemas?.[name], [...seen, name])
  }
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, resolve(document, value, seen)]))
}

/** Without examples and long patterns, which cost tokens and help no model. */
function lean(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(lean)
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(Object.entries(schema)
    .filter(([key, value]) => !(key === 'example' || (key === 'pattern' && String(value).length > 60)))
    .map(([key, value]) => [key, lean(value)]))
}
