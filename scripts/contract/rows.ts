import type { Rows } from '../../src/mcp/rows.ts'

type Json = { [key: string]: unknown }
export type Schema = Json & { properties?: Record<string, Schema>; items?: Schema; 'x-row'?: string }
/** A schema that says how its objects look in lists: `x-row`, see src/mcp/rows.ts. */
export type Kind = { row: string; fields: string[] }

/** All schemas that say how they look in lists. */
export const kindsOf = (schemas: Record<string, unknown>): Kind[] =>
  (Object.values(schemas) as Schema[]).flatMap((schema) =>
    schema['x-row'] ? [{ row: schema['x-row'], fields: Object.keys(schema.properties ?? {}) }] : [],
  )

/** How an answer is shown in brief: its lists and what they are of, or for a write the receipt. */
export function rowsOf(answer: unknown, isWrite: boolean, kinds: Kind[], read: string[][]): Rows {
  const schema = (answer ?? {}) as Schema
  const whole = objectOf(schema)
  if (whole.items && !whole.properties) return { items: rowOf(objectOf(whole.items), kinds) }
  const rows = Object.fromEntries(inside(whole, kinds, '', isWrite))
  const list = whole.properties?.items
  if (!isWrite && list?.items && !rows.items) rows.items = rowOf(objectOf(list.items), kinds)
  if (isWrite && identifiers.some((name) => name in (whole.properties ?? {})))
    rows[''] = receiptOf(whole, kinds, read)
  return rows
}

/** The fields of an object as lists show it. */
export function rowOf(schema: Schema, kinds: Kind[], withOthers = true): string {
  const kind = kindOf(schema, kinds)
  if (!kind) return derived(schema)
  const known = new Set([...kind.fields, ...wordsOf(kind.row).map((word) => word.replace(/^-/, ''))])
  const others = Object.keys(schema.properties!).filter((name) => !known.has(name))
  const words = wordsOf(kind.row).filter((word) => !word.startsWith('-'))
  return [...words, ...(withOthers ? others : [])].join(' ')
}

const wordsOf = (row: string) => row.split(' ').filter((word) => word !== '|')

const identifiers = ['id', 'user_id', 'seq']
/** What the caller of a write needs: the object in brief, its version, its page, and what only writes tell. */
function receiptOf(schema: Schema, kinds: Kind[], read: string[][]): string {
  const kind = kindOf(schema, kinds)
  const fields = Object.entries(schema.properties!)
  const row = kind ? wordsOf(kind.row).filter((word) => !word.startsWith('-')) : derived(schema).split(' ')
  const known = new Set([
    ...(kind?.fields ?? []),
    ...read.filter((names) => kind?.fields.every((name) => names.includes(name))).flat(),
  ])
  const told = fields.flatMap(([name, one]) => (one['x-receipt'] || (kind && !known.has(name)) ? [name] : []))
  const end = ['url', 'version'].filter((name) => name in schema.properties!)
  const own = identifiers.filter((name) => name in schema.properties!).slice(0, 1)
  return [...new Set([...own, ...row.map((word) => word.replace(/^id~\w+$/, 'id')), ...told, ...end])].join(
    ' ',
  )
}

/** The kind that an object is of, as it has all its fields, or those before a bar; of several the one with most. */
function kindOf({ properties = {} }: Schema, kinds: Kind[]): Kind | undefined {
  const needed = ({ row, fields }: Kind) => (row.includes(' | ') ? identityOf(row) : fields)
  return kinds
    .filter((kind) => needed(kind).every((name) => name in properties))
    .toSorted((a, b) => needed(b).length - needed(a).length)[0]
}
const identityOf = (row: string) => row.split(' | ')[0]!.replaceAll('*', '').split(' ')

/** Fields that say little in a list, whatever the kind. */
const unlisted = /^(?:created_at|updated_at|created_by|version|settings|url|icon|rank|color|limit|offset)$/
const maxDerived = 9
/** The first fields of an object that say what it is: names rather than ids, no lists of objects, no objects without a name. */
function derived({ properties = {} }: Schema): string {
  const isNamed = (name: string) => name.replace(/_(?:user_)?id$/, '') in properties
  const chosen = Object.entries(properties).filter(([name, schema]) => {
    const { items, properties: inner } = objectOf(schema)
    if (unlisted.test(name) || (name.endsWith('_id') && isNamed(name))) return false
    return !(items?.properties ?? (inner && !nameIn(inner)))
  })
  return chosen
    .slice(0, maxDerived)
    .map(([name]) => name)
    .join(' ')
}
const nameIn = (fields: object) => ['key', 'name', 'title', 'number'].some((name) => name in fields)

/** The places inside an answer where objects of a declared kind are. */
function inside(schema: Schema, kinds: Kind[], at: string, isWrite: boolean): [string, string][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, own]): [string, string][] => {
    const path = at ? `${at}.${name}` : name
    const value = objectOf(own)
    const inner = objectOf(value.items ?? value)
    if (!inner.properties) return []
    const here: [string, string][] = kindOf(inner, kinds) ? [[path, rowOf(inner, kinds)]] : []
    return [...inside(inner, kinds, path, isWrite), ...here]
  })
}

/** The schema of an object or list that may be null. */
export function objectOf(schema: Schema): Schema {
  const branches = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined
  const all = schema.allOf as Schema[] | undefined
  if (branches) return objectOf(branches.find(({ type }) => type !== 'null') ?? {})
  if (!all) return schema
  const parts = all.map(objectOf)
  return { ...parts[0], properties: Object.assign({}, ...parts.map(({ properties }) => properties)) as never }
}
