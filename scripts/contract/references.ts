import { z } from '@hono/zod-openapi'

// oxlint-disable-next-line typescript/no-explicit-any -- a JSON document, walked freely
type Json = any
type Named = { _zod: { parent?: Named; def: { type: string; innerType?: Named } } }

const mark = 'x-named'
const registry = z.globalRegistry as unknown as { get: (schema: Named) => Json }

/**
 * Runs `make` so that a named schema that is described where it is used stays a reference, with the description beside
 * it; the generator would repeat its content.
 */
export function withReferences<T extends object>(make: () => T): T {
  const get = registry.get.bind(registry)
  const known = (schema: Named): Json => {
    const { [mark]: _, ...own } = get(schema) ?? {}
    return own
  }
  /** `Person` of `Person.nullable().describe('…')`. */
  const nameOf = (schema: Named | undefined): string | undefined =>
    schema && (known(schema).id ?? nameOf(schema._zod.parent ?? schema._zod.def.innerType))
  const withNull = new Set<string>()
  registry.get = (schema) => {
    const own = known(schema)
    if (own.id && schema._zod.def.type === 'nullable') withNull.add(own.id)
    const name = own.description && !own.id && nameOf(schema)
    return name ? { ...own, [mark]: name } : Object.keys(own).length ? own : undefined
  }
  try {
    const document = make()
    refer(document, withNull)
    return document
  } finally {
    registry.get = get
  }
}

function withoutNull({ type, enum: values, ...rest }: Json): Json {
  if (!Array.isArray(type)) return { type, ...(values ? { enum: values } : {}), ...rest }
  const types = type.filter((one) => one !== 'null')
  return {
    type: types.length === 1 ? types[0] : types,
    ...(values ? { enum: values.filter((one: unknown) => one !== null) } : {}),
    ...rest,
  }
}

/** The named schema that a schema takes besides null, with null among its own types; undefined if it takes something else. */
export function namedOrNull({ anyOf }: Json, schemas: Json): { name: string; schema: Json } | undefined {
  const reference = anyOf?.length === 2 && anyOf[1].type === 'null' && anyOf[0].$ref
  const name = reference ? reference.split('/').at(-1) : undefined
  const named = name && schemas?.[name]
  if (!named) return undefined
  if (!named.type) return { name, schema: named }
  const values = named.enum && [...named.enum, null]
  return { name, schema: { ...named, type: [named.type, 'null'].flat(), ...(values && { enum: values }) } }
}

const isNullable = ({ type }: Json) => Array.isArray(type) && type.includes('null')

/** A named schema takes null only if all of its uses do, as `withNull`; else what may be null says so where it is used. */
function refer(document: Json, withNull: Set<string>) {
  const { schemas } = document.components
  const done = new Set<string>()
  const finish = (name: string) => {
    if (done.has(name) || !schemas[name]) return
    done.add(name)
    inside(schemas[name])
  }
  const inside = (node: Json) => {
    for (const [key, value] of Object.entries<Json>(node)) node[key] = changed(value)
  }
  const changed = (node: Json): Json => {
    if (typeof node !== 'object' || node === null) return node
    inside(node)
    const { [mark]: name, description, ...rest } = node
    if (!name) return node
    schemas[name] ??= structuredClone(withNull.has(name) ? rest : withoutNull(rest))
    finish(name)
    const { description: known, ...same } = schemas[name]
    if (JSON.stringify(withoutNull(same)) !== JSON.stringify(withoutNull(rest)))
      return { ...rest, description }
    const $ref = `#/components/schemas/${name}`
    if (isNullable(rest) && !isNullable(same)) return { anyOf: [{ $ref }, { type: 'null' }], description }
    return { $ref, ...(description === known ? {} : { description }) }
  }
  for (const name of Object.keys(schemas)) {
    if (!withNull.has(name)) schemas[name] = withoutNull(schemas[name])
    finish(name)
  }
  inside(document.paths)
}
