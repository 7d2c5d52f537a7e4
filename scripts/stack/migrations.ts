import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { Client } from 'pg'

const ownMigrations = fileURLToPath(new URL('../../db/migrations', import.meta.url))
const plainIndex = /^\s*create index "(\w+)" on "?(\w+)"?/i
const droppedIndex = /^\s*drop index "(\w+)"/i

/**
 * Runs the migrations that the database does not have yet, each in a transaction of its own. An index on a table that
 * already existed is written down in that transaction and made afterwards, concurrently, so that nobody waits for it; one
 * that was interrupted is made by the next run. The one that it replaces serves until then.
 */
export async function runMigrations(client: Client, migrationsFolder = ownMigrations): Promise<void> {
  await client.query(`create schema if not exists drizzle;
    create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
    create table if not exists drizzle.indexes_to_make (name text primary key, statement text not null)`)
  const { rows } = await client.query<{ last: string | null; tables: string[] }>(
    `select max(created_at) as last, array(select tablename::text from pg_tables where schemaname = 'public') as tables
      from drizzle.__drizzle_migrations`,
  )
  const existing = new Set(rows[0]!.tables)
  const last = Number(rows[0]!.last ?? 0)
  const files = readMigrationFiles({ migrationsFolder })
  if (last && last < files[0]!.folderMillis) throw new Unsuitable(tooOld)
  for (const { sql, hash, folderMillis } of files) {
    if (folderMillis <= last) continue
    const [later, rest] = partition(sql, (text) => existing.has(plainIndex.exec(text)?.[2] ?? ''))
    const replaced = new Set(later.map((text) => plainIndex.exec(text)![1]!))
    const now = rest.filter((text) => !replaced.has(droppedIndex.exec(text)?.[1] ?? ''))
    await retrying(() => runOne(client, now, later, [hash, folderMillis]))
  }
  await makeIndexes(client)
}

/** The database cannot be migrated as it is, or as it is reached now; the message says the remedy. */
export class Unsuitable extends Error {}

const tooOld =
  'This database is older than the first release, which nothing can upgrade. Start with an empty database (locally: delete .data).'

async function runOne(client: Client, now: string[], later: string[], mark: [hash: string, at: number]) {
  await client.query('begin')
  try {
    for (const statement of now) await client.query(await dropped(client, statement))
    for (const statement of later)
      await client.query('insert into drizzle.indexes_to_make values ($1, $2) on conflict do nothing', [
        plainIndex.exec(statement)![1],
        statement,
      ])
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', mark)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** What drops an index that waits to be made takes it off the list instead. */
async function dropped(client: Client, statement: string): Promise<string> {
  const name = droppedIndex.exec(statement)?.[1]
  if (!name) return statement
  await client.query('delete from drizzle.indexes_to_make where name = $1', [name])
  return `drop index if exists public."${name}"`
}

async function makeIndexes(client: Client) {
  const { rows } = await client.query<{ name: string; statement: string }>(
    'select * from drizzle.indexes_to_make',
  )
  for (const { name, statement } of rows) {
    const made = `${name}_made`
    // An interrupted attempt leaves an index that nothing uses.
    await retrying(() => client.query(`drop index concurrently if exists public."${made}"`))
    await client.query('set lock_timeout = 0')
    await client.query(statement.replace(/create index "\w+"/i, `create index concurrently "${made}"`))
    await client.query(`set lock_timeout = '${lockTimeout}'`)
    const takesPlace = `drop index if exists public."${name}"; alter index public."${made}" rename to "${name}"`
    await retrying(() => client.query(takesPlace))
    await client.query('delete from drizzle.indexes_to_make where name = $1', [name])
  }
}

const partition = (all: string[], holds: (one: string) => boolean): [held: string[], rest: string[]] => [
  all.filter(holds),
  all.filter((one) => !holds(one)),
]

/** How long a statement may wait for a lock, and everybody who comes after it. */
export const lockTimeout = '500ms'
const attempts = 60

/** Repeats work that could not get its locks in time, or that met another transaction's lock the other way round. */
export async function retrying<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await work()
    } catch (error) {
      const { code } = error as { code?: string }
      if (attempt === attempts || (code !== '55P03' && code !== '40P01')) throw error
      await new Promise((done) => setTimeout(done, 500))
    }
}
