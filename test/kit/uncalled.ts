import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import type { Postgres } from '../../scripts/stack/postgres.ts'
import { template } from './template.ts'

/** Functions that no test calls, each with the reason. The list only shrinks. */
const explained = new Set(
  readFileSync(new URL('../uncalled-functions.txt', import.meta.url), 'utf8')
    .split('\n')
    .flatMap((line) => line.split(/\s+#/)[0]!.trim() || []),
)

/**
 * The PL/pgSQL functions of the template that were called in none of the databases of the test run and are not explained:
 * a fault in them would show first in production, as Postgres checks their statements when they run. Databases of the last
 * release have others, which the next migration drops.
 */
export async function uncalledFunctions(postgres: Postgres): Promise<string[]> {
  const { rows: databases } = await query(
    postgres.url('template1'),
    `select datname as name from pg_database
    where datallowconn and not datistemplate`,
  )
  const called = new Set<string>()
  const all = new Set<string>()
  for (const { name } of databases) {
    const { rows } = await query(
      postgres.url(name),
      `select p.proname as name, coalesce(max(s.calls), 0) > 0 as was_called from pg_proc p
        join pg_language l on l.oid = p.prolang and l.lanname = 'plpgsql'
        left join pg_stat_user_functions s on s.funcid = p.oid
        where p.pronamespace = to_regnamespace('app') group by p.proname`,
    )
    for (const row of rows) {
      if (name === template) all.add(row.name)
      if (row.was_called) called.add(row.name)
    }
  }
  return [...all].filter((name) => !called.has(name) && !explained.has(name)).toSorted()
}

async function query(connectionString: string, text: string) {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    return await client.query<{ name: string; was_called: boolean }>(text)
  } finally {
    await client.end()
  }
}
