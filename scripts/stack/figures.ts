import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Client } from 'pg'
import type { Dimension, Measure, Source } from '../../db/bi/source.ts'
import { sources } from '../../db/bi/sources.ts'
import { ranks } from '../../src/kit/operation.ts'

const dialect = new PgDialect()
/** The organization as a parameter, so that each statement is planned for its size (`db/functions/bi/2_compile.sql`). */
const text = (value: SQL) =>
  dialect.sqlToQuery(value.inlineParams()).sql.replaceAll('(select app.org_id())', '$11')

/** `app.bi_source`: what figures can be made of, with the SQL of each field, which queries are put together from. */
export async function writeSources(client: Client): Promise<void> {
  const cases = Object.entries(sources).map(
    ([name, source]) => `when '${name}' then $json$${JSON.stringify(written(source))}$json$::jsonb`,
  )
  await client.query(
    `create or replace function app.bi_source(name text) returns jsonb language sql immutable parallel safe as $$
       select case name ${cases.join('\n')} end $$`,
  )
}

const written = ({ role, block, people, from, where, currency, measures, dimensions, times }: Source) => ({
  rank: ranks[role],
  block: block ?? null,
  people: people ? text(sql`${people}`) : null,
  from: text(from),
  where: text(where ?? sql`true`),
  currency: currency ? text(sql`${currency}::text`) : null,
  measures: mapped(measures, ofMeasure),
  dimensions: mapped(dimensions, ofDimension),
  times: mapped(times, ({ label, kind, value }) => ({ label, kind, value: text(sql`${value}`) })),
})

const ofMeasure = ({ label, kind, value, additive, better, base }: Measure) => ({
  label,
  kind,
  value: text(value),
  additive,
  better: better ?? null,
  base: base ? text(base.value) : null,
  unconverted: base ? text(base.unconverted) : null,
})

const ofDimension = ({ label, kind, of, value, named, fans }: Dimension) => ({
  label,
  kind,
  of: of ?? null,
  value: text(sql`${value}`),
  named: named ? text(named) : null,
  fans: fans ? text(fans) : null,
})

const mapped = <T, U>(values: Record<string, T>, to: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, to(value)]))
