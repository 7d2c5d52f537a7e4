import { namedOrNull } from './references.ts'

type Json = { [key: string]: unknown }
type Document = { paths?: Json; components?: { schemas?: Json } }
const methods = ['get', 'post', 'put', 'patch', 'delete']

/**
 * The contract as one line per fact that clients rely on: an operation, an input with its type and whether it
 * is required, an output field with its type. Sorted, so that two contracts compare line by line.
 */
export function signaturesOf(document: Document): string[] {
  const lines = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    methods
      .filter((method) => (item as Json)[method])
      .flatMap((method) => {
        const entry = (item as Json)[method] as Json
        const id = String(entry.operationId)
        return [
          `${id} at ${method.toUpperCase()} ${path}`,
          ...inputs(document, id, entry),
          ...outputs(document, id, entry),
        ]
      }),
  )
  return lines.sort()
}

function inputs(document: Document, id: string, entry: Json): string[] {
  const parameters = (entry.parameters ?? []) as {
    name: string
    in: string
    required?: boolean
    schema: Json
  }[]
  const body = (entry.requestBody as Json | undefined) && schemaOf(entry.requestBody)
  return [
    ...parameters.map(
      ({ name, in: place, required, schema }) =>
        `${id} in ${place}.${name}${required ? '!' : '?'} ${typeOf(document, schema)}`,
    ),
    ...(body
      ? fields(document, body, 'body', []).map(
          ({ path, required, type }) => `${id} in ${path}${required ? '!' : '?'} ${type}`,
        )
      : []),
  ]
}

function outputs(document: Document, id: string, entry: Json): string[] {
  return Object.entries(entry.responses as Json)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([status, answer]) => {
      const schema = schemaOf(answer)
      return [
        `${id} out ${status}`,
        ...(schema
          ? fields(document, schema, status, []).map(({ path, type }) => `${id} out ${path} ${type}`)
          : []),
      ]
    })
}

const schemaOf = (holder: unknown): unknown =>
  (holder as { content?: { 'application/json'?: { schema: unknown } } }).content?.['application/json']?.schema

type Field = { path: string; required: boolean; type: string }

function fields(document: Document, given: unknown, path: string, seen: string[]): Field[] {
  const { schema, names } = follow(document, given, seen)
  if (!schema) return []
  if (schema.items) return fields(document, schema.items, `${path}[]`, names)
  const required = (schema.required ?? []) as string[]
  return Object.entries((schema.properties ?? {}) as Json).flatMap(([name, inner]) => [
    { path: `${path}.${name}`, required: required.includes(name), type: typeOf(document, inner) },
    ...fields(document, inner, `${path}.${name}`, names),
  ])
}

function follow(
  document: Document,
  given: unknown,
  seen: string[],
): { schema: Json | undefined; names: string[] } {
  const schema = given as Json | undefined
  const nullable = schema && namedOrNull(schema, document.components?.schemas ?? {})
  if (nullable)
    return seen.includes(nullable.name)
      ? { schema: undefined, names: seen }
      : { schema: nullable.schema, names: [...seen, nullable.name] }
  const reference = schema?.$ref ?? (schema?.allOf as Json[] | undefined)?.[0]?.$ref
  if (typeof reference !== 'string') return { schema, names: seen }
  const name = reference.split('/').at(-1)!
  if (seen.includes(name)) return { schema: undefined, names: seen }
  return { schema: document.components?.schemas?.[name] as Json, names: [...seen, name] }
}

function typeOf(document: Document, given: unknown): string {
  const { schema } = follow(document, given, [])
  if (!schema) return 'any'
  if (schema.enum) return `enum(${(schema.enum as unknown[]).join('|')})`
  const choices = (schema.anyOf ?? schema.oneOf) as unknown[] | undefined
  if (choices) return choices.map((choice) => typeOf(document, choice)).join('|')
  return [(schema.type ?? 'any') as string | string[]].flat().join('|')
}

/** What in `now` would break a client built on `before`; empty if nothing would. */
export function breaks(released: string[], written: string[]): string[] {
  const [before, now] = [released.map(unordered), written.map(unordered)]
  const current = new Set(now)
  const known = new Set(before)
  const operations = new Set(before.filter((line) => line.includes(' at ')).map((line) => line.split(' ')[0]))
  const lost = before.filter((line) => !current.has(line) && !becameOptional(line, current))
  // What is required inside of something new that nobody has to send.
  const offered = now.flatMap((line) => {
    const parent = known.has(line) ? null : /^(\S+ in [^?!]+)\? /.exec(line)?.[1]
    return parent ? [`${parent}.`, `${parent}[`] : []
  })
  const demanded = now.filter(
    (line) =>
      line.includes(' in ') &&
      line.includes('! ') &&
      !known.has(line) &&
      operations.has(line.split(' ')[0]) &&
      !known.has(line.replace('! ', '? ')) &&
      !offered.some((parent) => line.startsWith(parent)),
  )
  return [
    ...lost.map((line) => `gone or changed: ${line}`),
    ...demanded.map((line) => `newly required: ${line}`),
  ]
}

/** The values of an enumeration have no order. */
const unordered = (line: string) =>
  line.replace(/enum\(([^)]*)\)/, (_, values: string) => `enum(${values.split('|').toSorted().join('|')})`)

const becameOptional = (line: string, current: Set<string>) =>
  line.includes(' in ') && current.has(line.replace('! ', '? '))
