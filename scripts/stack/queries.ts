import type { Client } from 'pg'
import { areas } from '../../src/areas/index.ts'
import { settingsOf } from '../../src/base/config.ts'
import { writeSummary } from '../../src/kit/execute.ts'
import type { Operation } from '../../src/kit/operation.ts'
import { known, queryName } from '../../src/base/prepared-queries.ts'
import { Prepared } from '../../src/kit/sql.ts'
import { finderOf, matches } from '../../src/kit/targets.ts'
import { constantQueries } from '../../src/platform/prepared-constant.ts'

/** Makes the function of each prepared query. */
export async function writeQueries(client: Client): Promise<void> {
  await client.query('create schema if not exists queries')
  for (const text of (await preparedQueries()).values()) await writeQuery(client, text)
}

/**
 * Makes the function of a prepared query. Its parameters have the types that Postgres finds for them, and its plan is one for
 * all values, which a connection keeps whatever a pool resets. All rows are read, as a query may lock them.
 */
export async function writeQuery(client: Client, text: string): Promise<void> {
  const name = queryName(text)
  await client.query(`prepare ${name} as ${text}`)
  const { rows } = await client.query<{ takes: string; gives: string | null }>(
    `select array_to_string(parameter_types, ',') as takes, result_types[1]::text as gives
      from pg_prepared_statements where name = $1`,
    [name],
  )
  await client.query(`deallocate ${name}; ${functionOf(name, text, rows[0]!)}`)
}

/** A query of nothing but effects answers null. A loop would take a row of one composite value for the value's fields. */
function functionOf(name: string, text: string, { takes, gives }: { takes: string; gives: string | null }) {
  const isValue = gives !== null && gives !== 'void'
  const isRow = gives === 'app.target'
  const [type, row] = [isValue ? gives : 'text', isValue && !isRow ? gives : 'record']
  return `create or replace function queries.${name}(${takes}) returns ${type} language plpgsql
set plan_cache_mode = force_generic_plan as $query$
#variable_conflict use_column
declare found_row ${row}; answer_ ${type};
begin
  for found_row in ${isRow ? `select r.value from (${text}) r(value)` : text} loop
    ${isValue ? `answer_ := coalesce(answer_, found_row${isRow ? '.value' : ''})` : 'null'};
  end loop;
  return answer_;
end $query$`
}

/** Any id, key and moment: what is prepared is the same text for all. */
const id = '01234567-89ab-7def-8123-456789abcdef'
const now = new Date('2026-01-01T00:00:00Z')
const usualLimits = [25, 50]
const settings = settingsOf({ DATABASE_URL: '', JWT_KEYS: '' }, 'https://service.example')

/**
 * The queries that are prepared, by the names of their functions: how the objects of paths are found, the operations' own
 * locks, and what operations do that are called with nothing but what they require. Others are planned each time.
 * Constant values come first, as others have them.
 */
export async function preparedQueries(): Promise<Map<string, string>> {
  const loaded = await Promise.all(Object.values(areas).map((load) => load()))
  const operations = loaded.flatMap(({ default: { operations, asTools } }) => [...operations, ...asTools])
  for (const text of constantQueries) known.add(queryName(text))
  const texts = new Set([...constantQueries, writeSummary.query.sql, ...operations.flatMap(queriesOf)])
  const named = new Map([...texts].map((text) => [queryName(text), text]))
  if (named.size < texts.size) throw new Error('two prepared queries have the same name')
  return named
}

function queriesOf(operation: Operation): string[] {
  const finders = operation.targets.flatMap(([, target], place) => {
    const last = place === operation.targets.length - 1
    const how = { lock: last && operation.write, trashed: (last && operation.trashed) || false }
    return [id, ...(target.byKey ? ['ABC-1'] : [])].map((value) => finderOf(target, value, how).sql)
  })
  return [...finders, ...inputsOf(operation).flatMap((input) => textsOf(operation, input))]
}

type Sample = { query: unknown; body: unknown }

function inputsOf({ query, body, example = {} }: Operation): Sample[] {
  const sent =
    (JSON.parse(JSON.stringify(example), (_, value) => filled(value)) as { body?: object }).body ?? {}
  const bodies = [sent, {}, ...Object.entries(sent).map(([name, value]) => ({ [name]: value }))]
  const queries = [{}, ...usualLimits.map((limit) => ({ limit: `${limit}` }))]
  return queries.flatMap((asked) =>
    bodies.flatMap((draft) => {
      const [given, written] = [query?.safeParse(asked), body?.safeParse(draft)]
      return given?.success === false || written?.success === false
        ? []
        : [{ query: given?.data, body: written?.data }]
    }),
  )
}

/** Examples name objects as `{task_id}`. */
const filled = (value: unknown) => (typeof value === 'string' && /^\{\w+\}$/.test(value) ? id : value)

/** What an operation prepares for an input; nothing where it needs what only a request has. */
function textsOf(operation: Operation, { query, body }: Sample): string[] {
  const params = Object.fromEntries(['org_id', ...operation.params].map((name) => [name, id]))
  const input = { params, query, body, id: () => id, now, settings, outside: {} }
  const [, target] = operation.targets.at(-1) ?? []
  try {
    const locks = [(target && operation.locks?.(matches(target, id), body as never)) ?? []].flat()
    const own = [operation.run(input as never)].flat()
    return [...locks.map((lock) => new Prepared(lock)), ...own].flatMap((one) =>
      one instanceof Prepared ? one.query.sql : [],
    )
  } catch {
    return []
  }
}
