// oxlint-disable-next-line typescript/no-explicit-any -- a JSON document, walked freely
type Json = any

/** What a page needs to know of a field of a body to ask for it in a form. */
type Field = {
  type: string
  values?: string[]
  required?: true
  nullable?: true
  /** The least characters, if more than one. */
  shortest?: number
}

/** Longer texts are asked for in several lines. */
const longestLine = 1000

/** The bodies of the operations and what their lists consist of, by name, and how a form asks for each of their fields. */
export function formsOf(document: Json): [body: string, fields: Record<string, Field>][] {
  const { schemas } = document.components
  const bodies = Object.values<Json>(document.paths)
    .flatMap((path) => Object.values<Json>(path))
    .flatMap(({ requestBody }) => requestBody?.content['application/json']?.schema.$ref ?? [])
    .map((ref: string) => ref.split('/').at(-1)!)
  const rows = bodies.flatMap((name) =>
    Object.values<Json>(schemas[name].properties ?? {}).flatMap(
      ({ items }) => items?.$ref?.split('/').at(-1) ?? [],
    ),
  )
  return [...new Set<string>([...bodies, ...rows])]
    .toSorted()
    .filter((name) => schemas[name].properties)
    .map((name) => [
      name,
      Object.fromEntries(
        Object.entries<Json>(schemas[name].properties).map(([field, schema]) => [
          field,
          fieldOf(
            field,
            withItems(resolved(schema, schemas), schemas),
            schemas[name].required?.includes(field),
          ),
        ]),
      ),
    ])
}

/** The schema itself where it stands elsewhere or is one of null and a single other. */
function resolved(schema: Json, schemas: Record<string, Json>): Json {
  if (schema.$ref) return { ...resolved(schemas[schema.$ref.split('/').at(-1)!], schemas), ...schema }
  const others = (schema.anyOf ?? schema.oneOf)?.filter(({ type }: Json) => type !== 'null')
  if (others?.length !== 1) return schema
  const nullable = (schema.anyOf ?? schema.oneOf).length > 1
  const one = resolved(others[0], schemas)
  return nullable ? { ...one, type: [one.type, 'null'].flat() } : one
}

const withItems = (schema: Json, schemas: Record<string, Json>): Json =>
  schema.items ? { ...schema, items: resolved(schema.items, schemas) } : schema

function fieldOf(name: string, schema: Json, required?: boolean): Field {
  const types = [schema.type].flat().filter(Boolean)
  const values = (schema.enum ?? schema.items?.enum)?.filter((one: unknown) => typeof one === 'string')
  return {
    type: kindOf(name, schema, types),
    ...(values?.length && { values }),
    ...(required && { required }),
    ...(types.includes('null') && { nullable: true }),
    ...(schema.minLength > 1 && { shortest: schema.minLength }),
  }
}

function kindOf(name: string, schema: Json, types: string[]): string {
  const type = types.find((one) => one !== 'null') ?? 'json'
  if (type === 'boolean') return 'boolean'
  if (schema.enum) return 'choice'
  if (types.includes('string') && types.includes('number')) return 'decimal'
  if (type === 'integer' || type === 'number') return name.endsWith('_minor') ? 'money' : 'number'
  if (type === 'array') return schema.items.type === 'string' ? 'list' : 'json'
  if (type !== 'string') return 'json'
  if (/^\^\[A-Z\]\{\d\}\$$/.test(schema.pattern ?? '')) return 'code'
  if (schema.pattern?.startsWith('^#[0-9')) return types.length > 1 ? 'text' : 'color'
  return textKind(name, schema)
}

function textKind(name: string, { format, maxLength }: Json): string {
  if (format === 'uuid') return 'reference'
  if (format === 'date' || format === 'date-time') return format
  if (format === 'uri') return 'link'
  if (name === 'email' || name.endsWith('_email')) return 'email'
  return maxLength > longestLine ? 'long' : 'text'
}
