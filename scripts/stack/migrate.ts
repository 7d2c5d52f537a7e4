import { readdir, readFile } from 'node:fs/promises'
import { Client } from 'pg'
import {
  writeEntities,
  writeFileParents,
  writeItems,
  writeNames,
  writePages,
  writePrivacy,
} from './entities.ts'
import { writeSources } from './figures.ts'
import { writeQueries } from './queries.ts'
import { isCurrent, recordState } from './migration-state.ts'
import { lockTimeout, retrying, runMigrations, Unsuitable } from './migrations.ts'

const folder = new URL('../../db/', import.meta.url)

type How = {
  appRole?: string
  appPassword?: string
  log?: (line: string) => void
  /** The folder of the migrations, unless it is the one of this revision. */
  migrations?: string
}

/** The roles of the Worker: while the password of one changes, it signs in as the other. */
export const appRoles = ['svc_app', 'svc_app_b']

/**
 * Migrates a database to the newest schema: settings and functions that tables need, the migrations, the
 * facts of the tables, then the functions of each area, and last what concerns every table: triggers and
 * grants. Does nothing where the files and what they made are as they were after the last run; waits for no lock longer
 * than half a second at a time. Idempotent. `url` is the owner's; `appPassword` lets `appRole` sign in with it. A function
 * that no file defines any more stays until the next migration, for the Worker that is still deployed.
 */
export async function migrate(
  url: string,
  { appRole = 'svc_app', appPassword, log = () => {}, migrations }: How = {},
): Promise<void> {
  refusePooled(url)
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await checkServer(client)
    await client.query("select pg_advisory_lock(hashtext('service:migrate'))")
    await client.query(
      `set check_function_bodies = off; set client_min_messages = warning; set lock_timeout = '${lockTimeout}'`,
    )
    if (await isCurrent(client)) log('already up to date')
    else await bringUpToDate(client, log, migrations)
    if (appPassword) await allowSignIn(client, appRole, appPassword)
  } finally {
    await client.end()
  }
}

async function bringUpToDate(client: Client, log: (line: string) => void, migrations?: string) {
  const start = await client.query('select pg_current_xact_id()::xid as xid')
  await runFolder(client, 'functions/bootstrap', log)
  log('migrations')
  await runMigrations(client, migrations)
  log('facts of the tables')
  await writeEntities(client)
  for (const name of await areaFolders()) await runFolder(client, `functions/${name}`, log)
  await writeSources(client)
  await writeItems(client)
  await writePages(client)
  await writeNames(client)
  await writeFileParents(client)
  await writePrivacy(client)
  await runFolder(client, 'functions', log, ['crossing.sql', 'searchable.sql'])
  log('prepared queries')
  await writeQueries(client)
  await client.query(retireFunctions(start.rows[0].xid))
  await client.query(`set app.migrating_since = '${start.rows[0].xid}'`)
  // Nobody waits for a disk behind the lock of a table; what follows makes sure that all of it is written.
  await client.query('set synchronous_commit = off')
  await retrying(() => client.query('call app.attach_facts()'))
  await client.query('reset synchronous_commit')
  await runFolder(client, 'functions', log, ['grants.sql'])
  await retrying(() => client.query(dropTriggers(start.rows[0].xid)))
  await recordState(client)
}

/** A pooled connection loses the lock and the settings of the migration between statements. */
function refusePooled(url: string) {
  const { hostname, searchParams } = new URL(url)
  if (!/-pooler\./.test(hostname) && searchParams.get('pgbouncer') !== 'true') return
  throw new Unsuitable(
    `${hostname} is a connection pool. Use the direct connection string, whose host has no "-pooler".`,
  )
}

async function checkServer(client: Client) {
  const { rows } = await client.query<{ version: string; number: number; creates: boolean; roles: boolean }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
      has_database_privilege(current_database(), 'create') as creates,
      (select rolcreaterole or rolsuper from pg_roles where rolname = current_user)
        or (select count(*) from pg_roles where rolname in ('svc_app', 'svc_app_b', 'svc_functions')) = 3 as roles`,
  )
  const { version, number, creates, roles } = rows[0]!
  if (number < 180_000) throw new Unsuitable(`PostgreSQL 18 or newer is needed; this server is ${version}.`)
  if (!creates)
    throw new Unsuitable(
      'This role may not create schemas in the database. Use the connection string of its owner.',
    )
  if (!roles)
    throw new Unsuitable(
      'This role may not create the roles svc_app, svc_app_b and svc_functions. Use a role with CREATEROLE.',
    )
}

/** The kernel first, then the areas. */
async function areaFolders(): Promise<string[]> {
  const entries = await readdir(new URL('functions/', folder), { withFileTypes: true })
  const areas = entries.flatMap((entry) => (entry.isDirectory() ? entry.name : [])).sort()
  return ['kernel', ...areas.filter((name) => name !== 'kernel' && name !== 'bootstrap')]
}

async function runFolder(client: Client, name: string, log: (line: string) => void, only?: string[]) {
  const at = new URL(`${name}/`, folder)
  for (const file of only ?? (await readdir(at)).filter((entry) => entry.endsWith('.sql')).sort()) {
    log(`${name}/${file}`)
    const text = await readFile(new URL(file, at), 'utf8')
    await retrying(() => runFile(client, text)).catch((error: Error) => {
      throw new Error(`${name}/${file}: ${error.message}`, { cause: error })
    })
  }
}

/** Functions whose parameter names or result type changed are dropped and recreated in one transaction. */
async function runFile(client: Client, text: string, dropped: string[] = []): Promise<void> {
  try {
    await client.query([...dropped, text].join(';\n'))
  } catch (error) {
    const { code, hint } = error as { code?: string; hint?: string }
    const [, drop] = /^Use (DROP FUNCTION .+) first\.$/.exec(hint ?? '') ?? []
    if (code !== invalidFunctionDefinition || !drop || dropped.includes(drop)) throw error
    await runFile(client, text, [...dropped, drop])
  }
}

const invalidFunctionDefinition = '42P13'

/** Triggers of an earlier release that no file creates any more. */
const dropTriggers = (start: string) => `do $$
declare old record;
begin
  for old in select t.tgname, t.tgrelid::regclass as on_table from pg_trigger t join pg_proc p on p.oid = t.tgfoid
      where not t.tgisinternal and p.pronamespace = 'app'::regnamespace and age(t.xmin) > age('${start}'::xid) loop
    execute format('drop trigger %I on %s', old.tgname, old.on_table);
  end loop;
end $$`

/**
 * Functions of an earlier release that no file defines any more: marked by the first migration that finds them and dropped
 * by the next; at once where a function of the same name has replaced them, as calls would be ambiguous. What tables,
 * triggers or policies still need stays.
 */
const retireFunctions = (start: string) => `do $$
declare old record;
begin
  for old in select p.oid::regprocedure as name, obj_description(p.oid, 'pg_proc') = 'retired'
        or exists (select from pg_proc n where n.proname = p.proname and n.pronamespace = p.pronamespace
          and age(n.xmin) <= age('${start}'::xid)) as is_due
      from pg_proc p where p.pronamespace in ('app'::regnamespace, 'queries'::regnamespace) and p.prokind = 'f'
        and age(p.xmin) > age('${start}'::xid) and not exists (select from pg_depend d where d.refobjid = p.oid or d.objid = p.oid and d.deptype = 'e') loop
    if old.is_due then execute format('drop function %s', old.name);
    else execute format('comment on function %s is %L', old.name, 'retired');
    end if;
  end loop;
end $$`

async function allowSignIn(client: Client, role: string, password: string) {
  await client.query(`alter role ${role} login password ${client.escapeLiteral(password)}`)
}
