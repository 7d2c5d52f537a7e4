import { createHash } from 'node:crypto'
import {
  chownSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { migrate } from '../../scripts/stack/migrate.ts'
import { type Postgres, startPostgres } from '../../scripts/stack/postgres.ts'
import { findRunner } from '../../scripts/stack/postgres-runner.ts'

/** The migrated database that all databases of tests are copies of; nobody connects to it. */
export const template = 'migrated'

const root = fileURLToPath(new URL('../../', import.meta.url))
const cache = join(root, 'node_modules/.cache/service-test')
const madeFrom = ['db/**/*.{sql,json,ts}', 'scripts/stack/*.ts', 'test/kit/template.ts', 'package-lock.json']

/** Starts Postgres on a new folder with the template in it: a copy of what an earlier run made of the same files. */
export async function startMigrated(dataDir: string): Promise<Postgres> {
  const kept = join(cache, keyOfFiles())
  if (existsSync(kept)) await copyFolder(kept, dataDir)
  else await keep(await makeTemplate(dataDir), kept)
  return startPostgres({ dataDir, fast: true })
}

function keyOfFiles(): string {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  for (const file of madeFrom.flatMap((pattern) => globSync(pattern, { cwd: root }).toSorted()))
    hash.update(file).update(readFileSync(join(root, file)))
  return hash.digest('hex').slice(0, 16)
}

async function makeTemplate(dataDir: string): Promise<string> {
  const postgres = await startPostgres({ dataDir, fast: true })
  await run(postgres.url('template1'), `create database ${template}`)
  await migrate(postgres.url(template), { appPassword: 'app' })
  // Races on a busy machine wait longer than a person would.
  await run(
    postgres.url('template1'),
    "alter role svc_app set lock_timeout = '30s'",
    "alter role svc_app set statement_timeout = '30s'",
  )
  await postgres.stop()
  return postgres.dataDir
}

/** Puts the folder into the cache at once, and takes out what other versions of the files left there. */
async function keep(dataDir: string, kept: string) {
  mkdirSync(cache, { recursive: true })
  const part = `${kept}.${process.pid}`
  await copyFolder(dataDir, part)
  for (const name of readdirSync(cache).filter((one) => !join(cache, one).startsWith(kept)))
    rmSync(join(cache, name), { recursive: true, force: true })
  // Another run may have been first; its copy is as good.
  if (existsSync(kept)) rmSync(part, { recursive: true })
  else renameSync(part, kept)
}

/** Root's Postgres runs as somebody else, who must own the copy. */
export async function copyFolder(from: string, to: string) {
  cpSync(from, to, { recursive: true })
  const { ids } = await findRunner()
  if (ids.uid === undefined) return
  for (const name of ['', ...readdirSync(to, { recursive: true, encoding: 'utf8' })])
    chownSync(join(to, name), ids.uid, ids.gid)
}

async function run(url: string, ...statements: string[]) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Copies the template into a database of this name. */
export const copyTemplate = (maintenanceUrl: string, name: string) =>
  run(maintenanceUrl, `create database ${name} template ${template} strategy file_copy`)
