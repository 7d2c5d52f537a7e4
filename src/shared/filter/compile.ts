import { type SQL, sql } from 'drizzle-orm'
import { isUuid } from '../../base/id.ts'
import { all, any, contains, type Expression, uuids } from '../../kit/sql.ts'
import { dayOf, spanOf } from './clock.ts'
import type { Condition, Field, FieldOf, Fields, Node, Scalar, Referent, Value } from './grammar.ts'

/** A filter as SQL: its condition, the fields it uses, and the ids and names in it that should exist. */
export type Compiled = { where: SQL; uses: Set<string>; mentions: Mention[] }
/** An id or name in a filter, with its path. */
export type Mention = { place: string; of: Referent; id?: string; name?: string }
/** The path of the filter in the request; `flat` omits paths inside it, for the text form. */
export type Location = { at: string; flat?: boolean }

/**
 * Parameterised SQL for a validated tree over a whitelist of fields. A condition on an empty value does not hold; a
 * negation (`ne`, `not_in`, `not_contains`, `not_null`, `not`) holds exactly where its opposite does not.
 */
export function compileFilter(
  tree: Node,
  fields: Fields,
  location: Location = { at: 'body.filter' },
): Compiled {
  const compiled: Compiled = { where: sql`true`, uses: new Set(), mentions: [] }
  const visit = (node: Node, path: string): SQL => {
    if ('and' in node) return sql`(${all(...node.and.map((inner, n) => visit(inner, `${path}.and[${n}]`)))})`
    if ('or' in node) return any(...node.or.map((inner, n) => visit(inner, `${path}.or[${n}]`)))
    if ('not' in node) return isNot(visit(node.not, `${path}.not`))
    const field = fields[node.field]!
    compiled.uses.add(node.field)
    if (field.kind === 'id') compiled.mentions.push(...mentionsOf(field, node, path, location))
    return conditionOf(field, node)
  }
  compiled.where = visit(tree, location.at)
  return compiled
}

/** Holds where the condition is false or unknown. */
const isNot = (condition: SQL) => sql`(${condition}) is not true`

const opposites: Partial<Record<Condition['op'], Condition['op']>> = {
  ne: 'eq',
  not_in: 'in',
  not_contains: 'contains',
  not_null: 'is_null',
}

function conditionOf(field: Field, { op, value, ...rest }: Condition): SQL {
  const opposite = opposites[op]
  if (opposite) return isNot(conditionOf(field, { ...rest, op: opposite, value }))
  switch (field.kind) {
    case 'id':
      return op === 'is_null' ? field.empty : field.has((id) => among(field, id, list(value).map(String)))
    case 'text':
      return any(...field.columns.map((column) => textCondition(column, op, String(value))))
    case 'predicate':
      return value === true ? sql`(${field.condition}) is true` : isNot(field.condition)
    default:
      return op === 'is_null' ? sql`${field.column} is null` : columnCondition(field, op, list(value))
  }
}

function columnCondition(
  field: FieldOf<'enum' | 'number' | 'date'>,
  op: Condition['op'],
  values: Scalar[],
): SQL {
  const { column } = field
  switch (field.kind) {
    case 'enum':
      return sql`${column} in ${values}`
    case 'number':
      return compared(op, values, (sign, value) => sql`${column} ${sign} ${value}::numeric`)
    case 'date': {
      const compare = field.of === 'day' ? dayCondition : momentCondition
      return compared(op, values, (sign, value) => compare(column, sign, String(value)))
    }
  }
}

const list = (value: Value | undefined): Scalar[] => (value === undefined ? [] : [value].flat())

/** The id is one of the given ids, has one of the names, or is in the set of a token. */
function among({ tokens = {}, of }: FieldOf<'id'>, id: Expression, values: string[]): SQL {
  const ids = values.filter(isUuid)
  const names = namesIn(values)
  const sets = values.flatMap((value) => (Object.hasOwn(tokens, value) ? [tokens[value]!] : []))
  return any(
    ...(ids.length ? [sql`${id} = any(${existing(ids, of)})`] : []),
    ...(names.length && of?.named ? [sql`${id} in (select k.id from (${of.named(folded(names))}) k)`] : []),
    ...sets.map((set) => sql`${id} in (${set})`),
  )
}

/** The ids that exist for the caller; deleted and hidden ones match nothing, even if rows still have them. */
const existing = (ids: string[], of: Referent | undefined) =>
  of ? sql`array(select k.id from (${of.known}) k where k.id = any(${uuids(ids)}))` : uuids(ids)

const namesIn = (values: string[]) =>
  values.flatMap((value) => (value.startsWith('#') ? [value.slice(1)] : []))
const folded = (names: string[]) =>
  sql`array(select app.folded(e.value) from json_array_elements_text(${JSON.stringify(names)}::json) e)`

function textCondition(column: Expression, op: Condition['op'], needle: string): SQL {
  if (op === 'contains') return contains(column, needle)
  if (op === 'starts_with') return sql`starts_with(app.plain(${column}), app.plain(${needle}))`
  return sql`app.folded(${column}) = app.folded(${needle})`
}

const signs = { eq: sql`=`, lt: sql`<`, lte: sql`<=`, gt: sql`>`, gte: sql`>=` }
type Comparison = keyof typeof signs

/** `between` is inclusive. */
function compared(
  op: Condition['op'],
  [one, other]: Scalar[],
  compare: (sign: SQL, one: Scalar) => SQL,
): SQL {
  if (op === 'between') return sql`(${compare(signs.gte, one!)} and ${compare(signs.lte, other!)})`
  return compare(signs[op as Comparison], one!)
}

const dayCondition = (column: Expression, sign: SQL, value: string) => sql`${column} ${sign} ${dayOf(value)}`

/** A moment against a moment, or against a whole day: after a day is from its end on. */
function momentCondition(column: Expression, sign: SQL, value: string): SQL {
  const { from, until } = spanOf(value)
  if (!until) return sql`${column} ${sign} ${from}`
  if (sign === signs.eq) return sql`(${column} >= ${from} and ${column} < ${until})`
  if (sign === signs.lt || sign === signs.gte) return sql`${column} ${sign} ${from}`
  return sign === signs.lte ? sql`${column} < ${until}` : sql`${column} >= ${until}`
}

function mentionsOf(
  { of }: FieldOf<'id'>,
  { value }: Condition,
  path: string,
  location: Location,
): Mention[] {
  if (!of) return []
  return list(value)
    .map(String)
    .flatMap((one, n): Mention[] => {
      const place = location.flat
        ? location.at
        : Array.isArray(value)
          ? `${path}.value[${n}]`
          : `${path}.value`
      if (one.startsWith('#')) return [{ place, of, name: one.slice(1) }]
      return isUuid(one) ? [{ place, of, id: one }] : []
    })
}

/** A JSON list of warnings, one for each mentioned id or name that does not exist for the caller. */
export function warningsOf(mentions: Mention[]): SQL {
  const missing = [...new Set(mentions.map(({ of }) => of))].flatMap((of) =>
    missingOf(
      of,
      mentions.flatMap(({ of: its, ...mention }, n) => (its === of ? [{ ...mention, n }] : [])),
    ),
  )
  if (!missing.length) return sql`'[]'::json`
  const rows = sql.join(missing, sql` union all `)
  return sql`(select coalesce(json_agg(m.said order by m.n), '[]'::json) from (${rows}) m)`
}

type Query = { n: number; place: string; id?: string; name?: string }

const nameOf = ({ name = '' }: Query) => name

function missingOf(of: Referent, query: Query[]): SQL[] {
  const ids = query.filter(({ id }) => id)
  const names = query.filter(({ name }) => name !== undefined)
  const report = (rows: Query[], known: SQL) => sql`select r.n,
    r.place || ${`: there is no ${of.what} `}::text || coalesce(r.id::text, r.name) || '; it matches nothing' as said
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(n int, place text, id uuid, name text)
    where not exists (${known})`
  return [
    ...(ids.length ? [report(ids, sql`select from (${of.known}) k where k.id = r.id`)] : []),
    ...(names.length && of.named
      ? [
          report(
            names,
            sql`select from (${of.named(folded(names.map(nameOf)))}) k
      where k.name = app.folded(r.name)`,
          ),
        ]
      : []),
  ]
}
