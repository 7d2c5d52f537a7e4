import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { migrate } from '../stack/migrate.ts'
import type { Postgres } from '../stack/postgres.ts'

const migrationsFolder = fileURLToPath(new URL('../../db/migrations', import.meta.url))

/** What fifty writers noticed while something else was done: their slowest write and longest wait for a lock, in milliseconds. */
export type Noticed = { writes: number; slowest: number; waited: number; seconds: number }

const longestWait = `select coalesce(max(extract(epoch from clock_timestamp() - waitstart) * 1000), 0)::float as waited
  from pg_locks join pg_stat_activity using (pid) where not granted and application_name = 'writer'`

/** Runs work while fifty connections write by `statement`. */
export async function besideWriters(
  url: string,
  statement: string,
  work: () => Promise<unknown>,
): Promise<Noticed> {
  const state = { working: true }
  let [slowest, waited, writes] = [0, 0, 0]
  const writers = Array.from({ length: 50 }, async () => {
    const client = new Client({ connectionString: url, application_name: 'writer' })
    await client.connect()
    client.on('error', () => {})
    while (state.working) {
      const began = performance.now()
      await client.query(statement)
      slowest = Math.max(slowest, performance.now() - began)
      writes++
      await new Promise((done) => setTimeout(done, 20))
    }
    await client.end()
  })
  const watcher = (async () => {
    const client = new Client({ connectionString: url })
    await client.connect()
    while (state.working) {
      const { rows } = await client.query<{ waited: number }>(longestWait)
      waited = Math.max(waited, rows[0]!.waited)
      await new Promise((done) => setTimeout(done, 20))
    }
    await client.end()
  })()
  await new Promise((done) => setTimeout(done, 300))
  const began = performance.now()
  await work().finally(() => (state.working = false))
  const seconds = (performance.now() - began) / 1000
  await Promise.all([...writers, watcher])
  return { writes, slowest, waited, seconds }
}

/** Each a migration of its own, as a release has them. */
const release = `alter table "tasks" add column "note_of_a_release" text;--> statement-breakpoint
create index "tasks_release" on "tasks" ("org_id", "note_of_a_release", "id")`

/**
 * What writers notice of two migrations of a copy of the database of the bench: one when nothing differs, beside a reader with
 * an open transaction, and one that brings a column and an index to all tasks and replaces a function.
 */
export async function upgrade(postgres: Postgres, database: string, step: (text: string) => void) {
  const copy = `${database}_upgrade`
  const maintenance = new Client({ connectionString: postgres.url('postgres') })
  await maintenance.connect()
  step('copying the database')
  await maintenance.query(`drop database if exists ${copy} with (force)`)
  await maintenance.query(`create database ${copy} template ${database} strategy file_copy`)
  const folder = mkdtempSync(join(tmpdir(), 'service-release-'))
  try {
    step('a first migration, since the bench has functions of its own')
    await migrate(postgres.url(copy))
    return await both(postgres.url(copy), nextRelease(folder), step)
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await maintenance.query(`drop database if exists ${copy} with (force)`)
    await maintenance.end()
  }
}

async function both(url: string, migrations: string, step: (text: string) => void): Promise<string> {
  const reader = new Client({ connectionString: url })
  await reader.connect()
  const { rows } = await reader.query<{ id: string; org_id: string }>(
    'select id, org_id from tasks limit 1000',
  )
  const ids = rows.map(({ id }) => `'${id}'::uuid`).join()
  const write = `update tasks set rank = rank where (org_id, id) in (select org_id, id from tasks
    where org_id = '${rows[0]!.org_id}' and id = (array[${ids}])[1 + floor(random() * 1000)::int])`
  step('nothing differs, beside an open reader')
  await reader.query('begin')
  await reader.query('select count(*) from tasks')
  const nothing = await besideWriters(url, write, () => migrate(url))
  await reader.query('rollback')
  step('a column, an index and a function')
  await reader.query(
    'create or replace function app.round_div(above numeric, below numeric) returns numeric language sql return 1',
  )
  const released = await besideWriters(url, write, () => migrate(url, { migrations }))
  const { rows: made } = await reader.query(
    `select from pg_index where indexrelid = 'public.tasks_release'::regclass and indisvalid`,
  )
  await reader.end()
  if (!made.length) throw new Error('the index of the release was not made')
  return [
    `| migration beside fifty writers | took, s | writes | slowest write, ms |`,
    `| --- | --- | --- | --- |`,
    line('nothing differs, with a reader in an open transaction', nothing),
    line('a new column and a new index on all tasks, a changed function', released),
  ].join('\n')
}

const line = (what: string, { seconds, writes, slowest }: Noticed) =>
  `| ${what} | ${seconds.toFixed(1)} | ${writes} | ${slowest.toFixed(0)} |`

/** The migrations of this revision and one more. */
function nextRelease(folder: string): string {
  cpSync(migrationsFolder, folder, { recursive: true })
  const at = join(folder, 'meta', '_journal.json')
  const journal = JSON.parse(readFileSync(at, 'utf8')) as { entries: object[] }
  const [idx, tag] = [journal.entries.length, 'of_a_release']
  journal.entries.push({ idx, version: '7', when: Date.now(), tag, breakpoints: true })
  writeFileSync(at, JSON.stringify(journal))
  writeFileSync(join(folder, `${tag}.sql`), release)
  return folder
}
