type Json = { [key: string]: unknown }

/**
 * Removes examples and formal detail that costs tokens and helps no model: lengths, bounds, id formats. The
 * API checks all of it, and explains errors in words.
 */
export function lean(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(lean)
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(branched(schema as Json))
      .filter(
        ([key, value]) =>
          !dropped.has(key) &&
          !(key === 'format' && value === 'uuid') &&
          !(
            key === 'additionalProperties' &&
            typeof value === 'object' &&
            !Object.keys(value as Json).length
          ) &&
          !(key === 'pattern' && String(value).length > 60) &&
          !(key === 'default' && Array.isArray(value)),
      )
      .map(([key, value]) => [key, key === 'properties' ? leanAll(value as Json) : lean(value)]),
  )
}
const leanAll = (properties: Json) =>
  Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, lean(value)]))
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

/** A new object has nothing to clear: omitting a field means the same in fewer tokens. */
export function withoutNull(schema: unknown): unknown {
  const { type } = schema as Json
  const types = Array.isArray(type) ? type.filter((one) => one !== 'null') : []
  return types.length === 1 ? { ...(schema as Json), type: types[0] } : schema
}

/** Clients that accept only a single type read a list of types only as branches. */
function branched(schema: Json): Json {
  if (!Array.isArray(schema.type)) return schema
  const { type, description, default: usual, ...rest } = schema
  const branch = (one: string) => (one === 'null' ? { type: one } : { type: one, ...rest })
  const told = { ...(description ? { description } : {}), ...(usual === undefined ? {} : { default: usual }) }
  return { anyOf: type.map(branch), ...told }
}

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
