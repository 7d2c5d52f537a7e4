import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { factsOf } from '../../db/schema/entity.ts'
import { textsAt } from '../base/texts-at.ts'
import { isUuid } from '../base/id.ts'
import { all, any, type AnyColumn, type AnyTable, compile, type Expression, inOrg, visible } from './sql.ts'

/** What a path parameter names, and how the batch finds it, locks it for writing and checks who may change it. */
export type Target = {
  kind: string
  /** Its name for people, as in `tag not found`. */
  noun: string
  table: AnyTable & { org_id: AnyColumn; id: AnyColumn }
  /** The column that the path value is matched with, if not the table's id. */
  id?: AnyColumn
  notDeleted: SQL
  /** The rows that are in the trash, for restore and purge. */
  trashed?: SQL
  project?: AnyColumn
  owner?: Expression
  /** Why it cannot be written at present, or null. */
  state?: SQL
  /** Its operations take their locks themselves, in their own order. */
  locksItself?: true
  /** The id for a key such as `ABC-123`, of a row, in the trash too; without it only uuids are accepted. */
  byKey?: (key: string, trash: boolean) => SQL
  /** The format of keys, for the reference and for validation. */
  keyFormat?: RegExp
  /** What is said where a key names nothing, if not that the noun is not found. */
  keyless?: string
}

/** The condition that selects the row a path value names. */
export const matches = (target: Target, value: string, trashed: boolean | 'either' = false): SQL =>
  sql`${idOf(target)} = ${isUuid(value) ? value : target.byKey!(value, Boolean(trashed))}`

const idOf = ({ id, table }: Target) => id ?? table.id

type How = { lock: boolean; trashed: boolean | 'either' }

/** Finds the row of `app.target` for a path value: id, project, owner and the state that forbids writing. */
function find(target: Target, value: string, how: How): SQL {
  const { table, project, owner, state, locksItself } = target
  const where = all(
    inOrg(table),
    matches(target, value, how.trashed),
    livenessCondition(target, how.trashed),
    project && visible(project),
  )
  return sql`select row(${idOf(target)}, ${project ?? sql`null::uuid`}, ${owner ?? sql`null::uuid`},
    ${state ?? sql`null::text`})::app.target from ${table} where ${where}
    ${how.lock && !locksItself ? sql`for no key update of ${table}` : sql``}`
}

const finders = new WeakMap<Target, Map<string, string>>()

/** The query that finds a path value, with its parameters. For ids its text is built once. */
export function finderOf(target: Target, value: string, how: How): { sql: string; params: unknown[] } {
  if (!isUuid(value)) return compile(find(target, value, how))
  const cache = finders.get(target) ?? new Map<string, string>()
  finders.set(target, cache)
  const kind = `${how.lock} ${how.trashed}`
  const cachedSql = cache.get(kind)
  if (cachedSql !== undefined) return { sql: cachedSql, params: [value] }
  const { sql: text, params } = compile(find(target, value, how))
  if (params.length === 1) cache.set(kind, text)
  return { sql: text, params }
}

const livenessCondition = ({ notDeleted, trashed = notDeleted }: Target, wanted: boolean | 'either'): SQL =>
  wanted === 'either' ? any(sql`(${notDeleted})`, sql`(${trashed})`) : wanted ? trashed : notDeleted

type Named = Pick<Target, 'table' | 'notDeleted' | 'project'>

/** What a field of a body names: a row that the caller may see and that is not in the trash, or what a rule allows. */
export type Reference = Named | ((id: string) => [SQL, string | SQL])

type Refers = Record<string, Reference>

/** The rules for `ensureFields`, one for each sent id, in a list too: it names something of its kind. Null names nothing. */
export const referencesIn = (refers: Refers, sent: object, location: 'body' | 'path' | 'query' = 'body') =>
  Object.fromEntries(
    Object.entries(refers).flatMap(([field, reference]) =>
      textsAt(sent, field).map(([at, id]) => [`${location}.${at}`, ruleOf(reference, id)] as const),
    ),
  )

/** The condition for the row that an id names. */
export const rowNamed = ({ table, notDeleted, project }: Named, id: unknown) =>
  all(inOrg(table), sql`${table.id} = ${id}`, notDeleted, project && visible(project))

const ruleOf = (reference: Reference, id: string): [SQL, string | SQL] =>
  typeof reference === 'function'
    ? reference(id)
    : [sql`exists (select from ${reference.table} where ${rowNamed(reference, id)})`, 'not found']

/** The target of a table, derived from its facts: who sees a row, what contains it, and its trash. */
export function targetOf(
  table: AnyTable & { org_id: AnyPgColumn; id: AnyPgColumn },
  given: { noun: string; owner?: AnyColumn },
): Target {
  const { kind, scope } = factsOf(table)
  const { deleted_at } = getTableColumns(table as unknown as PgTable) as Record<string, AnyPgColumn>
  const container = scope?.container?.(table as never)
  const sees = all(scope?.condition(table as never), container?.notDeleted)
  return {
    kind: kind ?? given.noun,
    table,
    notDeleted: deleted_at ? sql`${deleted_at} is null and ${sees}` : sees,
    ...(deleted_at ? { trashed: sql`${deleted_at} is not null and ${sees}` } : {}),
    ...(container ? { project: container.column, state: container.state } : {}),
    ...given,
  }
}
