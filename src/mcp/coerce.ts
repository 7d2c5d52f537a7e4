type Schema = {
  type?: string
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
}
type Json = Record<string, unknown>

/**
 * Arguments as they are meant by the input schema, for models that write `"5"`, `"false"`, `"[\"a\"]"`, or one value where
 * a list is expected. What is no such form stays as it is, for the operation to judge.
 */
export function asMeant(schema: object, value: unknown): unknown {
  const options = optionsOf(schema)
  const is = (...types: string[]) => options.some(({ type = '' }) => types.includes(type))
  const list = options.find(({ type }) => type === 'array')
  if (typeof value === 'string' && !is('string')) {
    const read = readText(value.trim(), is)
    if (read !== undefined) return asMeant(schema, read)
    if (list && value.trim()) return asMeant(list, value.split(/\s*,\s*/).filter(Boolean))
  }
  if (typeof value === 'number' && is('string') && !is('number', 'integer')) return String(value)
  if (Array.isArray(value)) return list?.items ? value.map((one) => asMeant(list.items!, one)) : value
  if (value === null || value === undefined) return value
  if (list && !is(...typesOf(value))) return asMeant(list, [value])
  const properties = options.find(({ type }) => type === 'object')?.properties
  return typeof value === 'object' && properties ? fieldsAsMeant(properties, value as Json) : value
}

const fieldsAsMeant = (properties: Record<string, Schema>, value: Json): Json =>
  Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      Object.hasOwn(properties, name) ? asMeant(properties[name]!, field) : field,
    ]),
  )

const typesOf = (value: unknown) => [typeof value, ...(Number.isInteger(value) ? ['integer'] : [])]

const optionsOf = (schema: Schema): Schema[] => schema.anyOf?.flatMap(optionsOf) ?? [schema]

/** What a text stands for where none is expected; undefined if for nothing that is. */
function readText(text: string, is: (...types: string[]) => boolean): unknown {
  const read = parsed(text)
  if (typeof read === 'number')
    return String(read) === text && is('number', Number.isInteger(read) ? 'integer' : 'number')
      ? read
      : undefined
  if (typeof read === 'boolean') return is('boolean') ? read : undefined
  if (read === null) return is('null') ? null : undefined
  if (Array.isArray(read)) return is('array') ? read : undefined
  return typeof read === 'object' && is('object', 'array') ? read : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
