import pg from 'pg'
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { portBusy } from '../../scripts/stack/ports.ts'
import { startPostgres } from '../../scripts/stack/postgres.ts'
import type { Postgres, PostgresOptions } from '../../scripts/stack/postgres.ts'
import { startSqlGateway } from '../../scripts/stack/sql-gateway.ts'
import { START_MS, temporaryFolder } from './parts.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let running: Postgres[] = []

beforeEach(async () => {
  folder = await temporaryFolder()
})

afterEach(async () => {
  await Promise.all(running.map((one) => one.stop()))
  running = []
  await folder.remove()
})

async function start(name = 'data', options: Partial<PostgresOptions> = {}) {
  const postgres = await startPostgres({ dataDir: join(folder.path, name), fast: true, ...options })
  running.push(postgres)
  return postgres
}

async function runQuery(postgres: Postgres, text: string): Promise<unknown[]> {
  const client = new pg.Client(postgres.url())
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

test('data survives a stop and a crash', { timeout: START_MS }, async () => {
  const first = await start('data', { fast: false })
  expect(await runQuery(first, 'show server_version')).toEqual([{ server_version: '18.4' }])
  await runQuery(first, 'create table kept as select 1 as n')
  await first.stop()
  const second = await start('data', { fast: false })
  await runQuery(second, 'insert into kept values (2)')
  await second.kill()
  const third = await start()
  expect(await runQuery(third, 'select n from kept order by n')).toEqual([{ n: 1 }, { n: 2 }])
  await third.stop()
  expect(await portBusy(third.port)).toBe(false)
})

test('it runs with the settings of a Neon database', { timeout: START_MS }, async () => {
  const postgres = await start()
  const names = ['timezone', 'server_encoding', 'max_connections', 'listen_addresses', 'fsync']
  const rows = await runQuery(
    postgres,
    `select ${names.map((name) => `current_setting('${name}') as "${name}"`).join(', ')}`,
  )
  expect(rows).toEqual([
    {
      timezone: 'UTC',
      server_encoding: 'UTF8',
      max_connections: '600',
      listen_addresses: '127.0.0.1',
      fsync: 'off',
    },
  ])
  expect(
    await runQuery(postgres, 'select datcollate from pg_database where datname = current_database()'),
  ).toEqual([{ datcollate: 'C' }])
})

test('a folder in use and a busy port are clear errors', { timeout: START_MS }, async () => {
  const postgres = await start()
  await expect(start('data')).rejects.toThrow(/Another Postgres \(process \d+\) uses/)
  await expect(start('other', { port: postgres.port })).rejects.toThrow(`Port ${postgres.port} is busy`)
  const gateway = startSqlGateway({ host: postgres.host, pgPort: postgres.port, port: postgres.port })
  await expect(gateway).rejects.toThrow(`Port ${postgres.port} is busy`)
})

test('a postmaster.pid left by a dead process is removed', { timeout: START_MS }, async () => {
  const first = await start()
  const file = join(first.dataDir, 'postmaster.pid')
  const text = await readFile(file, 'utf8')
  await first.stop()
  await writeFile(file, text)
  const lines: string[] = []
  const second = await start('data', { log: (line) => lines.push(line) })
  expect(lines.join()).toContain('Removing the postmaster.pid')
  expect(await runQuery(second, 'select 1 as n')).toEqual([{ n: 1 }])
})

test('a folder with other files or of another version is rejected', async () => {
  const data = join(folder.path, 'data')
  await mkdir(data)
  await writeFile(join(data, 'letter.txt'), 'hello')
  await expect(start()).rejects.toThrow('holds files that are not a database')
  await writeFile(join(data, 'PG_VERSION'), '15\n')
  await expect(start()).rejects.toThrow('was made by PostgreSQL 15')
  await writeFile(join(folder.path, 'file'), '')
  await expect(start('file')).rejects.toThrow('cannot be used for Postgres')
})

const asRoot = test.runIf(process.getuid?.() === 0)

asRoot('as root, a folder that cannot be reached is replaced', { timeout: START_MS }, async () => {
  await chmod(folder.path, 0o700)
  const lines: string[] = []
  const postgres = await start('data', { log: (line) => lines.push(line) })
  expect(postgres.dataDir).not.toContain(folder.path)
  expect(lines.join()).toContain(`the data is kept in ${postgres.dataDir}`)
  await runQuery(postgres, 'create table kept ()')
  await postgres.stop()
  const repeated = await start()
  expect(repeated.dataDir).toBe(postgres.dataDir)
  expect(await runQuery(repeated, 'select count(*)::int as n from kept')).toEqual([{ n: 0 }])
  await repeated.stop()
  await rm(repeated.dataDir, { recursive: true })
})

test('a busy port is distinguished from a free one', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  expect(await portBusy(port)).toBe(true)
  await new Promise((resolve) => server.close(resolve))
  expect(await portBusy(port)).toBe(false)
})
