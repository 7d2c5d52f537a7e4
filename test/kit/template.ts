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

/** The migrated database that all test databases are copied from; nobody connects to it. */
export const template = 'migrated'

const root = fileURLToPath(new URL('../../', import.meta.url))
const cache = join(root, 'node_modules/.cache/service-test')
const sources = [
  'db/**/*.{sql,json,ts}',
  'openapi/queries.json',
  'scripts/stack/*.ts',
  'test/kit/template.ts',
  'package-lock.json',
]

/** Starts Postgres in a new folder with the template, copied from the cache if the files are unchanged. */
export async function startMigrated(dataDir: string): Promise<Postgres> {
  const cached = join(cache, keyOfFiles())
  if (existsSync(cached)) await copyFolder(cached, dataDir)
  else await store(await makeTemplate(dataDir), cached)
  return startPostgres({ dataDir, fast: true })
}

function keyOfFiles(): string {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  for (const file of sources.flatMap((pattern) => globSync(pattern, { cwd: root }).toSorted()))
    hash.update(file).update(readFileSync(join(root, file)))
  return hash.digest('hex').slice(0, 16)
}

async function makeTemplate(dataDir: string): Promise<string> {
  const postgres = await startPostgres({ dataDir, fast: true })
  await run(postgres.url('template1'), `create database ${template}`)
  await migrate(postgres.url(template), { appPassword: 'app' })
  // Race tests on a busy machine need longer timeouts than users.
  await run(
    postgres.url('template1'),
    "alter role svc_app set lock_timeout = '30s'",
    "alter role svc_app set statement_timeout = '30s'",
  )
  await postgres.stop()
  return postgres.dataDir
}

/** Adds the folder to the cache atomically, and removes those of other versions. */
async function store(dataDir: string, cached: string) {
  mkdirSync(cache, { recursive: true })
  const partial = `${cached}.${process.pid}`
  await copyFolder(dataDir, partial)
  for (const name of readdirSync(cache).filter((name) => !join(cache, name).startsWith(cached)))
    rmSync(join(cache, name), { recursive: true, force: true })
  // Another run may have stored the same already.
  if (existsSync(cached)) rmSync(partial, { recursive: true })
  else renameSync(partial, cached)
}

/** Under root, Postgres runs as another user, who must own the copy. */
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
