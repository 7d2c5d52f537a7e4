import type { SQL } from 'drizzle-orm'
import {
  type AnyPgColumn,
  type PgColumnBuilderBase,
  pgTable,
  type PgTable,
  type PgTableExtraConfigValue,
} from 'drizzle-orm/pg-core'
import { policyOf, type Scope } from './scopes.ts'

/** The facts of a table, which the migration writes to `app.entities`; no other list of tables or columns is kept. */
export type Facts<T = Record<string, AnyPgColumn>> = {
  /** What events, links, search and tools call one row, where they do. */
  kind?: string
  /** Who sees a row; null where the table declares policies of its own, or no caller reaches it at all. */
  scope: Scope<never> | null
  /** Whether each change leaves an audit entry. Rows of an append-only table are never changed or deleted. */
  history: 'audited' | 'append_only' | 'none'
  /** The column that names a row in the audit trail; none unless said. */
  label?: Extract<keyof T, string>
  /** Columns that follow from others or are bookkeeping: a change of these alone is no new version and no entry. */
  derived?: Extract<keyof T, string>[]
  /** Belongs to one person alone: the trail says that it changed, never what it says. */
  private?: true
  /** What a caller is told where a unique, exclusion or check constraint of the table refuses a write. */
  conflicts?: Record<string, string>
  /** Days a deleted row stays in the trash, and the function that erases it where that is more than a DELETE. */
  trash?: { days: number; erase?: string }
  /** What the service role may do by itself, where that is not everything: only read, or nothing but through functions. */
  access?: 'read' | 'functions'
  /** Its rows outlive their organization: erasing one passes over them, as a step of its own deals with them. */
  outlives?: true
  /** How a row is found, opened and linked to. */
  item?: (table: T) => Item
}

/** A row as search, links and recent items see it. Columns are the table's; `home` is its project, if it has one. */
export type Item = {
  id?: AnyPgColumn
  project?: AnyPgColumn
  title: AnyPgColumn | SQL
  key?: AnyPgColumn | SQL
  body?: AnyPgColumn | SQL
  /** The one person who may find it. */
  person?: AnyPgColumn
  leastRank?: SQL
  /** What it is on: it can be found by whoever may find that. */
  subject?: { kind: SQL; id: SQL }
  archived?: AnyPgColumn
  /** A further table, and what must hold. */
  join?: SQL
  where?: SQL
  /** The columns of its table that what can be found follows from. */
  follows: string[]
}

const registry = new Map<PgTable, Facts>()
/** Every table with its facts. */
export const entities: ReadonlyMap<PgTable, Facts> = registry

export const factsOf = (table: object): Facts => registry.get(table as PgTable)!

/** A table with its facts. The row-level security of its scope is added. */
export function entity<const N extends string, C extends Record<string, PgColumnBuilderBase>>(
  name: N,
  facts: Omit<Facts<Record<keyof C, AnyPgColumn>>, 'scope'> & { scope: Scope<never> | null },
  columns: C,
  extra: (table: TableOf<N, C>) => PgTableExtraConfigValue[] = () => [],
) {
  const { scope } = facts
  const table = pgTable(name, columns, (t) => [...extra(t), ...(scope ? [policyOf(scope, t as never)] : [])])
  registry.set(table, facts as Facts)
  return table
}
type TableOf<N extends string, C extends Record<string, PgColumnBuilderBase>> = Parameters<
  Exclude<Parameters<typeof pgTable<N, C>>[2], undefined>
>[0]
