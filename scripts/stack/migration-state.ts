import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Client } from 'pg'

const root = fileURLToPath(new URL('../../', import.meta.url))
const sources = [
  'db/**/*.{sql,ts}',
  'openapi/queries.json',
  'db/migrations/meta/_journal.json',
  'scripts/stack/{entities,figures,queries,migrat*}.ts',
]

/** A digest of the files that a migration applies. */
function filesDigest(): string {
  const hash = createHash('sha256')
  for (const file of sources.flatMap((pattern) => globSync(pattern, { cwd: root }).toSorted()))
    hash.update(file.replaceAll('\\', '/')).update(readFileSync(root + file))
  return hash.digest('hex')
}

/** A digest of what migrations make in the database: functions with their rights, triggers, row-level security. */
const catalogueDigest = `md5(concat_ws(' ',
  (select string_agg(concat_ws(' ', p.oid::regprocedure, md5(p.prosrc), p.prorettype, p.prosecdef, p.proowner, p.proconfig, p.proacl,
    p.proargnames), ',' order by p.oid) from pg_proc p where p.pronamespace in (to_regnamespace('app'), to_regnamespace('queries'))),
  (select string_agg(concat_ws(' ', t.oid, t.tgname, t.tgrelid, t.tgfoid), ',' order by t.oid) from pg_trigger t
    where not t.tgisinternal),
  (select string_agg(concat_ws(' ', c.oid, c.relrowsecurity, c.relforcerowsecurity), ',' order by c.oid) from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p'))))`

/** Whether the files and the database are as the last migration left them, and nothing is left for this one to finish. */
export async function isCurrent(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ known: boolean }>(
    "select to_regclass('app.migrated') is not null as known",
  )
  if (!rows[0]!.known) return false
  const state = await client.query(
    `select from app.migrated where files = $1 and catalogue = ${catalogueDigest}
      and not exists (select from drizzle.indexes_to_make)
      and not exists (select from pg_proc p where p.pronamespace in (to_regnamespace('app'), to_regnamespace('queries'))
        and obj_description(p.oid, 'pg_proc') = 'retired')`,
    [filesDigest()],
  )
  return state.rowCount === 1
}

export async function recordState(client: Client): Promise<void> {
  await client.query('create table if not exists app.migrated (files text not null, catalogue text not null)')
  await client.query('delete from app.migrated')
  await client.query(`insert into app.migrated select $1, ${catalogueDigest}`, [filesDigest()])
}
