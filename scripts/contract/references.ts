import { z } from '@hono/zod-openapi'

// oxlint-disable-next-line typescript/no-explicit-any -- a JSON document, walked freely
type Json = any
type Named = { _zod: { parent?: Named; def: { innerType?: Named } } }

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
  registry.get = (schema) => {
    const own = known(schema)
    const name = own.description && !own.id && nameOf(schema)
    return name ? { ...own, [mark]: name } : Object.keys(own).length ? own : undefined
  }
  try {
    const document = make()
    refer(document)
    return document
  } finally {
    registry.get = get
  }
}

/** A named schema is nullable in the document where any use of it is. */
function withoutNull({ type, enum: values, ...rest }: Json): Json {
  const types = Array.isArray(type) ? type.filter((one) => one !== 'null') : [type]
  return {
    type: types.length === 1 ? types[0] : types,
    ...(values ? { enum: values.filter((one: unknown) => one !== null) } : {}),
    ...rest,
  }
}

function refer(document: Json) {
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
    schemas[name] ??= structuredClone(rest)
    finish(name)
    const { description: known, ...same } = schemas[name]
    if (![same, withoutNull(same)].some((one) => JSON.stringify(one) === JSON.stringify(rest)))
      return { ...rest, description }
    return { $ref: `#/components/schemas/${name}`, ...(description === known ? {} : { description }) }
  }
  for (const name of Object.keys(schemas)) finish(name)
  inside(document.paths)
}
