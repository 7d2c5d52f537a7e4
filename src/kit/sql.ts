import { Column, is, SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/neon-http'
import { type AnyPgColumn, PgDialect, type PgTable, PgTimestamp } from 'drizzle-orm/pg-core'
import { users } from '../../db/schema/accounts.ts'
import { organizationMembers } from '../../db/schema/organizations.ts'

/** Builds statements; never executes them (that is the trip's work). */
export const db = drizzle.mock()

/** Something that can be one statement of a batch. */
export type Statement = { getSQL(): SQL }
export type Expression = SQL | AnyPgColumn
/** A path parameter as queries see it: a literal id, or the id that a key was resolved to inside the batch. */
export type Ref = string | SQL
type Fields = { [key: string]: Expression | Fields | null }
type Conditions = (SQL | undefined | false | null | '')[]

const dialect = new PgDialect()
export const compile = (statement: Statement) => dialect.sqlToQuery(statement.getSQL())

/** The first condition of every query on a tenant table. */
export const inOrg = (table: { org_id: AnyPgColumn }) => sql`${table.org_id} = (select app.org_id())`
export const me = sql`(select app.user_id())`
export const rank = sql`(select app.rank())`
export const at = (kind: string) => sql`(select app.at(${sql.raw(`'${kind}'`)}))`

/** True where the caller may see into the project: not hidden from them, and inside the key's project. */
export const visible = (project: AnyPgColumn) => sql`(${project} is null or (
  ${project} <> all((select app.hidden_projects())::uuid[])
  and ((select app.only_project()) is null or ${project} = (select app.only_project()))))`

/** All conditions that are given, joined by `and`. */
export const all = (...conditions: Conditions): SQL => {
  const given = conditions.filter((condition): condition is SQL => Boolean(condition))
  return given.length === 0 ? sql`true` : sql.join(given, sql` and `)
}

export const any = (...conditions: SQL[]): SQL => sql`(${sql.join(conditions, sql` or `)})`

/** A value list for `in`, and an array parameter; both keep their types. */
export const listed = (values: readonly unknown[]) =>
  sql`(${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )})`
export const uuids = (values: readonly string[]) => sql`${`{${values.join(',')}}`}::uuid[]`

/** A filter by ids, where `me` is the caller and `none` stands for null. */
export const among = (column: Expression, values: readonly string[]) => {
  const ids = values.filter((value) => value !== 'me' && value !== 'none')
  return any(
    sql`${column} = any(${uuids(ids)})`,
    ...(values.includes('me') ? [sql`${column} = ${me}`] : []),
    ...(values.includes('none') ? [sql`${column} is null`] : []),
  )
}

/** The person behind a column as `{user_id, name}`, or null. */
export const person = (column: Expression) =>
  sql`(select json_build_object('user_id', u.id, 'name', u.name) from ${users} u where u.id = ${column})`

/** True where this person is an active member of the organization. */
export const activeMember = (user: Ref) => sql`exists (select from ${organizationMembers} m
  where m.org_id = (select app.org_id()) and m.user_id = ${user}::uuid and m.status = 'active')`

/** Text search in a column, with the wildcards of the needle taken literally. */
export const contains = (column: Expression, needle: string) =>
  sql`${column} ilike ${`%${needle.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`}`

/** A JSON object made by Postgres; moments become RFC 3339 UTC. */
export const json = (fields: Fields): SQL => {
  const columns = Object.entries(fields).map(
    ([name, value]) => sql`${jsonValue(value)} as ${sql.identifier(name)}`,
  )
  return sql`(select row_to_json(r) from (select ${sql.join(columns, sql`, `)}) r)`
}

/** The object where the condition holds, else null. */
export const jsonIf = (condition: SQL, fields: Fields) => sql`case when ${condition} then ${json(fields)} end`

/** All rows of a subquery as a JSON array (`[]` when there are none). */
export const jsonList = (fields: Fields, rest: SQL) =>
  sql`(select coalesce(json_agg(${json(fields)}), '[]'::json) ${rest})`

const jsonValue = (value: Expression | Fields | null): SQL => {
  if (value === null) return sql`null`
  if (is(value, PgTimestamp)) return sql`app.utc(${value})`
  if (is(value, Column) || is(value, SQL)) return sql`${value}`
  return json(value)
}

type OutputOf<S> = S extends { _output: infer T } ? T : never
type ColumnsOf<T extends PgTable> = T['_']['columns']
type Computed<T, C> = { [K in Exclude<keyof T, keyof C>]: Expression | Fields | null } & {
  [K in keyof T & keyof C]?: Expression | Fields | null
}

/** How a wire schema is read from a table: columns of the same name, and what is computed. */
export type Shape = { fields: Fields; table: PgTable; answer: SQL }

/**
 * The answer for `schema` read from `table`. Fields of the schema that are no column must be given; nothing that
 * the schema does not name can reach the wire.
 */
export function shape<S extends { _output: object; shape: object }, T extends PgTable>(
  schema: S,
  table: T,
  computed: Computed<OutputOf<S>, ColumnsOf<T>>,
): Shape {
  const given = computed as Fields
  const columns = table as unknown as Record<string, AnyPgColumn>
  const fields = Object.fromEntries(
    Object.keys(schema.shape).map((name) => [name, name in given ? given[name]! : columns[name]!]),
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
  beside?: Fields
  /** How many there are in all, where `from` holds no more than the page needs. */
  total?: SQL
}

/** One page of a list: `{items, total, limit, offset}`, ordered by the asked columns and then by id. */
export function page(asked: Paged, what: Shape, { where, sorts, from, id, beside = {}, total }: ListOf): SQL {
  const source = from ?? sql`${what.table}`
  const tie = id ?? (what.table as unknown as { id: AnyPgColumn }).id
  const order = (asked.sort ?? []).map(({ key, descending }) =>
    descending ? sql`${sorts[key]} desc nulls last` : sql`${sorts[key]} asc nulls last`,
  )
  const items = sql`(select coalesce(json_agg(answer), '[]'::json) from (select ${what.answer} as answer from ${source}
    where ${where} order by ${sql.join([...order, sql`${tie}`], sql`, `)} limit ${asked.limit} offset ${asked.offset}) x)`
  return answer(
    json({
      items,
      total: total ?? sql`(select count(*) from ${source} where ${where})`,
      limit: sql`${asked.limit}::int`,
      offset: sql`${asked.offset}::int`,
      ...beside,
    }),
  )
}

/** One object, or nothing (which is answered as 404). */
export const one = (what: Shape, where: SQL, from?: SQL): SQL =>
  sql`select ${what.answer}::text as answer from ${from ?? sql`${what.table}`} where ${where}`

/** A statement that answers with a finished JSON value. */
export const answer = (value: SQL): SQL => sql`select (${value})::text as answer`

/** Ends the batch with 409 (or another code) unless the condition holds at that point. */
export const require = (
  holds: SQL,
  code: 'WM403' | 'WM404' | 'WM409' | 'WM422',
  message: string | SQL,
): SQL => sql`select app.require(${holds}, ${code}, ${message}::text)`

/** Ends the batch with 422 and all the problems whose condition does not hold: `{'body.lead_id': [holds, why]}`. */
export const requireFields = (
  rules: Record<string, [holds: SQL, why: string | SQL] | false | undefined>,
): SQL[] => {
  const problems = Object.entries(rules).flatMap(([field, rule]) =>
    rule ? [sql`case when (${rule[0]}) is not true then ${`${field}: `}::text || ${rule[1]}::text end`] : [],
  )
  return problems.length ? [sql`select app.require_fields(array[${sql.join(problems, sql`, `)}])`] : []
}

/** Held by whoever adds an edge between tasks, before any row, so that edges of two hands close no cycle together. */
export const lockDependencies = sql`select app.lock_dependencies()`

/** Refuses a write that changes a field which somebody else changed after the version that the writer saw. */
export const mergeable = (table: string, id: Ref, seen: number | undefined, change: object): SQL[] =>
  seen === undefined
    ? []
    : [sql`select app.merge(${table}, ${id}::uuid, ${seen}, ${`{${Object.keys(change).join(',')}}`}::text[])`]

/** Only the fields that were sent: absent stays unchanged, null clears. */
export const sent = <T extends object>(change: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
