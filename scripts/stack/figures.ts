import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Client } from 'pg'
import type { Dimension, Measure, Source } from '../../db/bi/source.ts'
import { sources } from '../../db/bi/sources.ts'
import { entities } from '../../db/schema/entity.ts'
import { roleLevels } from '../../src/kit/operation.ts'

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

const written = ({
  role,
  block,
  people,
  from,
  where,
  row,
  currency,
  measures,
  dimensions,
  times,
}: Source) => ({
  rank: roleLevels[role],
  block: block ?? null,
  people: people ? text(sql`${people}`) : null,
  from: text(from),
  where: text(where ?? sql`true`),
  row: row ? ofRow(row) : null,
  currency: currency ? text(sql`${currency}::text`) : null,
  measures: mapped(measures, ofMeasure),
  dimensions: mapped(dimensions, ofDimension),
  times: mapped(times, ({ label, kind, value }) => ({ label, kind, value: text(sql`${value}`) })),
})

/** `found` tells that its objects are items: whoever may not open one is not told of it. */
const ofRow = ({ kind, id, says }: NonNullable<Source['row']>) => ({
  kind: typeof kind === 'string' ? `'${kind}'` : text(kind),
  id: text(sql`${id}`),
  says: says ? text(sql`${says}::text`) : 'null',
  found: typeof kind !== 'string' || foundKinds.has(kind),
})
const foundKinds = new Set([...entities.values()].flatMap(({ kind, item }) => (item ? kind! : [])))

const ofMeasure = ({ label, kind, value, additive, better, of, base }: Measure) => ({
  label,
  kind,
  value: text(value),
  additive,
  better: better ?? null,
  of: of ? text(of) : null,
  base: base ? text(base.value) : null,
  unconverted: base ? text(base.unconverted) : null,
})

const ofDimension = ({ label, kind, of, value, named, fans }: Dimension) => ({
  label,
  kind,
  of: of ?? null,
  value: text(sql`${value}`),
  named: named ? text(named) : null,
  fans: fans ? { table: text(fans.table), on: text(fans.on) } : null,
})

const mapped = <T, U>(values: Record<string, T>, to: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, to(value)]))
