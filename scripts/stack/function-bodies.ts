import type { Client } from 'pg'

/**
 * Creates every function of the service again with its body checked, and rolls that back. Migrations cannot check bodies,
 * because functions call others that come later. Returns what is wrong: unknown tables, columns and functions in SQL
 * functions, syntax in those of PL/pgSQL, whose statements Postgres checks when they first run.
 */
export async function brokenFunctions(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select p.oid::regprocedure::text as name, pg_get_functiondef(p.oid) as definition from pg_proc p
      where p.pronamespace = 'app'::regnamespace and p.prokind in ('f', 'p')
        and p.prolang in (select oid from pg_language where lanname in ('sql', 'plpgsql')) order by 1`,
  )
  if (!rows.length) throw new Error('there are no functions')
  const broken: string[] = []
  await client.query('begin; set local check_function_bodies = on')
  for (const { name, definition } of rows) {
    await client.query('savepoint one')
    const problem = await client.query(definition).then(
      () => undefined,
      (error: Error) => error.message,
    )
    if (problem) broken.push(`${name}: ${problem}`)
    await client.query(problem ? 'rollback to one' : 'release one')
  }
  await client.query('rollback')
  return broken
}
