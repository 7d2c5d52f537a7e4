import { Column, getTableColumns, is, SQL, sql } from 'drizzle-orm'
import { type PgColumn, PgDialect, type PgTable, PgTimestamp } from 'drizzle-orm/pg-core'
import { callOf, joined, type Query } from '../base/prepared-queries.ts'

/** Anything that can be a statement of a batch. */
export type Statement = { getSQL(): SQL }
/** A column and a table as the kit needs them; having only one member keeps type checking fast. */
export type AnyColumn = { readonly keyAsName: boolean }
export type AnyTable = { readonly enableRLS: unknown }
export type Expression = SQL | AnyColumn
/** A path parameter as queries see it: a literal id, or the id that a key was resolved to inside the batch. */
export type Ref = string | SQL
type Fields = { [key: string]: Expression | Fields | null }
type Conditions = (SQL | undefined | false | null | '')[]

const dialect = new PgDialect()
export const compile = (statement: Statement): Query =>
  statement instanceof Compiled ? statement.query : dialect.sqlToQuery(statement.getSQL())

/**
 * A statement that is already SQL text and need not be built: `$1` and so on stand for the parameters. One of a single value
 * may be sent as a column, together with those beside it.
 */
export class Compiled implements Statement {
  readonly query: Query
  readonly column: Query | undefined
  constructor(query: Query, column?: Query) {
    this.query = query
    this.column = column
  }
  getSQL(): SQL {
    throw new Error('this statement cannot be embedded')
  }
}

/** A statement of one value that is planned once, if migration made a function of it; else at each use. */
export class Prepared extends Compiled {
  readonly #source: Statement
  constructor(source: Statement) {
    const query = compile(source)
    super(query, callOf(query))
    this.#source = source
  }
  override getSQL(): SQL {
    return this.#source.getSQL()
  }
}

/**
 * What is sent of a batch, with the number of answers of each. Columns that follow each other are sent as one statement,
 * because a statement costs Postgres, the driver and the way there as much as a small query itself.
 */
export function compileBatch(statements: Statement[]): (Query & { answers: number })[] {
  const groups: Statement[][] = []
  for (const [n, statement] of statements.entries())
    if (columnOf(statement) && columnOf(statements[n - 1])) groups.at(-1)!.push(statement)
    else groups.push([statement])
  return groups.map((group) => {
    const columns = group.flatMap((one) => columnOf(one) ?? [])
    const { sql: texts, params } = columns.length ? joined(columns) : compile(group[0]!)
    return columns.length
      ? { sql: `select ${texts}`, params, answers: columns.length }
      : { sql: texts, params, answers: 1 }
  })
}
const columnOf = (statement?: Statement) => (statement instanceof Compiled ? statement.column : undefined)

/** The first condition of every query on a tenant table. */
export const inOrg = (table: { org_id: AnyColumn }) => sql`${table.org_id} = (select app.org_id())`
export const me = sql`(select app.user_id())`
export const roleLevel = sql`(select app.role_level())`
export const targetId = (kind: string) => sql`(select app.target_id(${sql.raw(`'${kind}'`)}))`

/** True where the caller may see into the project: not hidden from them, and inside the key's project. */
export const visible = (
  project: AnyColumn,
) => sql`(coalesce(${project} <> all((select app.hidden_projects())::uuid[]), true)
  and coalesce(${project} = (select app.only_project()), true))`

/** All conditions that are set, joined by `and`. */
export const all = (...conditions: Conditions): SQL => {
  const present = conditions.filter((condition): condition is SQL => Boolean(condition))
  return present.length === 0 ? sql`true` : sql.join(present, sql` and `)
}

export const any = (...conditions: SQL[]): SQL => sql`(${sql.join(conditions, sql` or `)})`

const listed = (parts: unknown[]) => sql.join(parts as SQL[], sql`, `)
/** A value as jsonb, and ids as a Postgres array. */
export const jsonb = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`
export const uuids = (values: readonly string[]) => sql`${`{${values.join(',')}}`}::uuid[]`

/** Text search in a column, with the wildcards of the needle taken literally. */
export const contains = (column: Expression, needle: string) =>
  sql`app.plain(${column}) like app.plain(${`%${needle.normalize('NFC').replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`})`

/** A JSON object built by Postgres; timestamps become RFC 3339 in UTC. */
export const json = (fields: Fields): SQL => {
  const columns = Object.entries(fields).map(
    ([name, value]) => sql`${jsonValue(value)} as ${sql.identifier(name)}`,
  )
  return sql`(select row_to_json(r) from (select ${listed(columns)}) r)`
}

/** The object where the condition holds, else null. */
export const jsonIf = (condition: SQL, fields: Fields) => sql`case when ${condition} then ${json(fields)} end`

/** The rows of a subquery in the given order as a JSON array, `[]` if there are none, without spaces. */
export const jsonList = (fields: Fields, rest: SQL, order: SQL) =>
  sql`(select ${jsonArray(sql`${json(fields)} order by ${order}`)} ${rest})`
const jsonArray = (value: SQL) => sql`coalesce(array_to_json(array_agg(${value})), '[]'::json)`

const isColumn = (value: Expression | Fields): value is AnyColumn => is(value, Column)

const jsonValue = (value: Expression | Fields | null): SQL => {
  if (value === null) return sql`null`
  if (is(value, PgTimestamp)) return sql`app.utc(${value})`
  if (isColumn(value) || is(value, SQL)) return sql`${value}`
  return json(value)
}

type Names<T> = Extract<keyof T, string>
type Computed<S, T> = { [K in Exclude<Names<S>, Names<T>>]: Expression | Fields | null } & {
  [K in Names<S>]?: Expression | Fields | null
}

/** How a wire schema is read from a table: columns of the same name, and computed fields. */
export type Shape = { fields: Fields; table: AnyTable; answer: SQL }

/**
 * The answer for `schema` read from `table`. Fields of the schema that are no column must be computed; nothing that
 * the schema does not name can reach the wire.
 */
export function shape<S extends object, T extends AnyTable>(
  schema: { shape: S },
  table: T,
  computed: Computed<S, T>,
): Shape {
  const overrides: Fields = computed
  const columns = table as unknown as Record<string, AnyColumn>
  const fields = Object.fromEntries(
    Object.keys(schema.shape).map((name) => [name, name in overrides ? overrides[name]! : columns[name]!]),
  )
  return { fields, table, answer: json(fields) }
}

type Paged = { limit: number; offset: number; sort?: Sort[] | undefined }
export type Sort = { key: string; descending: boolean }
type ListOf = {
  where: SQL
  sorts: Record<string, Expression>
  from?: SQL
  id?: Expression
  extra?: Fields
  /** The total number, if `from` holds no more than the page needs. */
  total?: SQL
  /** Computes the rows once for items and total: for conditions that are expensive to plan or to check. */
  materialize?: boolean
}

/** One page of a list: `{items, total, limit, offset}`, ordered by the requested columns and then by id. */
export function page(query: Paged, what: Shape, { materialize, ...list }: ListOf): Statement {
  const found = { from: sql`found ${what.table}`, where: sql`true`, total: sql`(select count(*) from found)` }
  const rows = sql`with found as materialized (select ${what.table}.* from ${what.table} where ${list.where}) `
  const response = sql`${materialize ? rows : undefined}${pageFrom(query, what, { ...list, ...(materialize && found) })}`
  return hasCommonText(query) ? new Prepared(response) : response
}

/** First pages of a usual length without filters, which are most of those requested, have few distinct texts. */
const hasCommonText = ({ limit, offset, sort = [], ...filters }: Paged) => {
  const isFiltered = Object.values(filters).some((value) => value !== undefined && value !== false)
  return (limit === 25 || limit === 50) && !offset && sort.length < 2 && !isFiltered
}

function pageFrom(query: Paged, what: Shape, list: ListOf): SQL {
  const { where, sorts, from: source = sql`${what.table}`, id, extra, total } = list
  const tie = id ?? (what.table as unknown as { id: AnyColumn }).id
  const sort = ({ key, descending }: Sort) =>
    sql`${sorts[key]} ${sql.raw(descending ? 'desc' : 'asc')} nulls last`
  const by = sql`order by ${listed([...(query.sort ?? []).map(sort), sql`${tie}`])}`
  const tail = sql`${where} ${by} limit ${sql.raw(`${query.limit}`)} offset ${query.offset}`
  // Rows before a later page are skipped by id; otherwise their answers would be computed too.
  const found = query.offset && !id ? sql`${tie} in (select ${tie} from ${source} where ${tail}) ${by}` : tail
  const items = sql`(select ${jsonArray(sql`answer`)} from (select ${what.answer} as answer from ${source} where ${found}) x)`
  return answer(
    json({
      items,
      total: total ?? sql`(select count(*) from ${source} where ${where})`,
      limit: sql`${query.limit}::int`,
      offset: sql`${query.offset}::int`,
      ...extra,
    }),
  )
}

/** One object, or no row (which becomes 404). Its plan is cached: planning takes several times as long as running it. */
export const one = (what: Shape, where: SQL, from?: SQL): Statement =>
  new Prepared(sql`select ${what.answer}::text as answer from ${from ?? sql`${what.table}`} where ${where}`)

/** A statement that answers with a complete JSON value. */
export const answer = (value: SQL): SQL => sql`select (${value})::text as answer`

/** Aborts the batch with 409 (or another code) unless the condition holds at that point. */
export const ensure = (
  condition: SQL,
  code: 'WM403' | 'WM404' | 'WM409' | 'WM422',
  message: string | SQL,
): SQL => sql`select app.ensure(${condition}, ${code}, ${message}::text)`

/** Aborts the batch with 422 and all the problems whose condition does not hold: `{'body.lead_id': [holds, why]}`. */
export const ensureFields = (
  rules: Record<string, [holds: SQL, why: string | SQL] | false | undefined>,
): SQL[] => {
  const problems = Object.entries(rules).flatMap(([field, rule]) =>
    rule ? [sql`case when (${rule[0]}) is not true then ${`${field}: `}::text || ${rule[1]}::text end`] : [],
  )
  return problems.length ? [sql`select app.ensure_fields(array[${listed(problems)}])`] : []
}

/** Refuses to change a field that somebody else has changed since the version that the writer saw. */
export const rejectStale = (table: string, id: Ref, seen: number | undefined, change: object): SQL[] => {
  const fields = Object.entries(change).flatMap(([field, value]) => (value === undefined ? [] : [field]))
  const changed = sql`${`{${fields.join(',')}}`}::text[]`
  return seen === undefined ? [] : [sql`select app.check_version(${table}, ${id}, ${seen}, ${changed})`]
}

type Values<T> = { [K in Extract<keyof T, string>]?: unknown }
const columnsOf = (table: AnyTable, values: object) => {
  const columns = getTableColumns(table as unknown as PgTable)
  return Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [[sql.identifier(name), valueOf(value, columns[name]!)] as const],
  )
}
/** A moment of a body is the text that Postgres reads. */
const valueOf = (value: unknown, column: PgColumn) =>
  is(value, SQL) ? value : sql.param(value, is(column, PgTimestamp) ? undefined : column)

/** Inserts one row; a column whose value is undefined takes its default. `from` is the source of values, if they have one. */
export const insert = <T extends AnyTable>(table: T, values: Values<T>, from?: SQL): SQL => {
  const pairs = columnsOf(table, values)
  const [names, row] = [listed(pairs.map(([name]) => name)), listed(pairs.map(([, value]) => value))]
  return sql`insert into ${table} (${names}) ${from ? sql`select ${row} from ${from}` : sql`values (${row})`}`
}

/** Updates the given columns of the rows; undefined values are skipped, and without any nothing is updated. */
export const update = <T extends AnyTable>(table: T, values: Values<T>, where: SQL, from?: SQL): SQL => {
  const pairs = columnsOf(table, values).map(([name, value]) => sql`${name} = ${value}`)
  const source = from && sql`from ${from}`
  return pairs.length ? sql`update ${table} set ${listed(pairs)} ${source} where ${where}` : sql`select`
}
