import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'

type Expression = SQL | AnyPgColumn

/** How a figure is told: an amount of money has a currency, a ratio four decimals, the rest a unit. */
export type MeasureKind = 'count' | 'amount' | 'seconds' | 'days' | 'money' | 'ratio'

/** What can be counted of a source: an aggregate over its rows. */
export type Measure = {
  label: string
  kind: MeasureKind
  value: SQL
  /** Adds up over groups and buckets: nothing is then 0, and it may be stacked, cumulated and shared out. */
  additive: boolean
  /** Which way is good, if one is. */
  better?: 'more' | 'less'
  /** Which rows count in it; all of them unless told. */
  of?: SQL
  /** Of money: the same in the organization's currency at the rates frozen with the rows, and the rows without one. */
  base?: { value: SQL; unconverted: SQL }
}

/** What rows can be grouped and filtered by. `{key}` in `named` is the value whose name it reads. */
export type Dimension = {
  label: string
  kind: 'enum' | 'text' | 'boolean' | 'ref'
  value: Expression
  values?: readonly string[]
  named?: SQL
  /** What a row can have several of: the table of these and how it is joined. Its rows are counted once for each. */
  fans?: { table: SQL; on: SQL }
  /** The kind of object that it names. */
  of?: string
}

/** A day, or an instant, which is on a day by the organization's time zone. */
export type Time = { label: string; kind: 'day' | 'moment'; value: Expression }

export type Source = {
  label: string
  /** What one row is, in plain words. */
  says: string
  role: 'member' | 'manager' | 'admin'
  /** The operation whose readers may read it, and whose rows it counts. */
  like: string
  /** The block of tools that closes it to assistants. */
  block?: 'fin' | 'pay' | 'hr' | 'sup' | 'org'
  /**
   * Whose rows they are, where figures of few people would tell of one: those of fewer than three in a month are hidden, with
   * whatever they could be computed from (`db/functions/bi/4_people.sql`).
   */
  people?: AnyPgColumn
  from: SQL
  where?: SQL
  /**
   * What a row is called where somebody asks which rows a figure counts: the kind and id of the object that it leads to, and
   * its own words, where it has some. Figures of people have no rows to show.
   */
  row?: { kind: string | SQL; id: Expression; says?: Expression }
  /** Its currency column, if it has money. */
  currency?: AnyPgColumn
  measures: Record<string, Measure>
  dimensions: Record<string, Dimension>
  times: Record<string, Time>
}

type Better = 'more' | 'less' | undefined
const plain =
  (kind: MeasureKind, additive: boolean) =>
  (label: string, value: SQL, better: Better, of?: SQL): Measure => ({
    label,
    kind,
    value,
    additive,
    ...(better && { better }),
    ...(of && { of }),
  })
const known = (value: Expression) => sql`${value} is not null`
const some = (value: Expression) => sql`${value} <> 0`

/** How many rows there are, or those of which something holds. */
export const count = (label: string, holds?: SQL, better?: Better) =>
  plain('count', true)(label, holds ? sql`count(*) filter (where ${holds})` : sql`count(*)`, better, holds)
/** How many different ones there are. */
export const distinct = (label: string, value: Expression) =>
  plain('count', false)(label, sql`count(distinct ${value})`, undefined, known(value))
export const sum = (label: string, kind: MeasureKind, value: Expression, better?: Better) =>
  plain(kind, true)(label, sql`sum(${value})`, better, some(value))
export const average = (label: string, kind: MeasureKind, value: Expression, better?: Better) =>
  plain(kind, false)(label, sql`avg(${value})`, better, known(value))
export const median = (label: string, kind: MeasureKind, value: Expression, better?: Better) =>
  plain(kind, false)(
    label,
    sql`percentile_cont(0.5) within group (order by (${value})::float8)`,
    better,
    known(value),
  )
/** A share of rows or amounts; null where there is nothing to share. */
export const ratio = (label: string, part: SQL, whole: SQL, better?: Better) =>
  plain('ratio', false)(label, sql`(${part})::numeric / nullif(${whole}, 0)`, better)
/** An amount in minor units; `base` is the same in the organization's currency, null where no rate is known. */
export const money = (label: string, value: Expression, base?: Expression, better?: Better): Measure => ({
  ...plain('money', true)(label, sql`sum(${value})`, better, some(value)),
  ...(base && {
    base: { value: sql`sum(${base})`, unconverted: sql`count(*) filter (where ${base} is null)` },
  }),
})

/** The days between two instants. */
export const daysBetween = (first: Expression, last: Expression) =>
  sql`(extract(epoch from ${last} - ${first}) / 86400)`

export const choice = (label: string, value: AnyPgColumn): Dimension => ({
  label,
  kind: 'enum',
  value,
  values: value.enumValues ?? [],
})
export const flag = (label: string, value: Expression): Dimension => ({ label, kind: 'boolean', value })
export const words = (label: string, value: Expression): Dimension => ({ label, kind: 'text', value })
/** An object of the organization, by its name. */
export const thing = (label: string, value: Expression, of: string, table: PgTable, name: AnyPgColumn) =>
  ({
    label,
    kind: 'ref',
    value,
    of,
    named: sql`(select n.${sql.identifier(name.name)} from ${sql.identifier(getTableName(table))} n
      where n.org_id = app.org_id() and n.id = {key})`,
  }) satisfies Dimension
/** A member, also one that has left. */
export const member = (label: string, value: Expression): Dimension => ({
  label,
  kind: 'ref',
  value,
  of: 'member',
  named: sql`app.bi_person({key})`,
})

export const day = (label: string, value: Expression): Time => ({ label, kind: 'day', value })
export const moment = (label: string, value: Expression): Time => ({ label, kind: 'moment', value })
