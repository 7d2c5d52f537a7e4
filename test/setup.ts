import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../scripts/stack/migrate.ts'
import { startPostgres } from '../scripts/stack/postgres.ts'
import { startRedisGateway } from '../scripts/stack/redis-gateway.ts'
import { startSqlGateway } from '../scripts/stack/sql-gateway.ts'
import { startOutside } from './kit/outside.ts'

declare module 'vitest' {
  interface ProvidedContext {
    parts: {
      databaseUrl: string
      ownerUrl: string
      sqlEndpoint: string
      redisUrl: string
      redisToken: string
      outsideUrl: string
    }
  }
}

/** Races on a busy machine wait longer than a person would. */
async function patient(url: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(
    "alter role svc_app set lock_timeout = '30s'; alter role svc_app set statement_timeout = '30s'",
  )
  await client.end()
}

/** A database for each worker, as the migrated one is. */
async function copies(postgres: { url(database: string): string }, workers: number) {
  const client = new Client({ connectionString: postgres.url('template1') })
  await client.connect()
  for (let n = 1; n <= workers; n++) await client.query(`create database worker_${n} template postgres`)
  await client.end()
}

/** Starts the parts that all tests share: Postgres with the schema, and both gateways. */
export default async function setup({ provide, vitest }: TestProject) {
  const dataDir = mkdtempSync(join(tmpdir(), 'service-test-'))
  chmodSync(dataDir, 0o755)
  const postgres = await startPostgres({ dataDir: join(dataDir, 'pg'), fast: true })
  await migrate(postgres.url('postgres'), { appPassword: 'app' })
  await patient(postgres.url('postgres'))
  await copies(postgres, vitest.config.maxWorkers)
  const sqlGateway = await startSqlGateway({ host: postgres.host, pgPort: postgres.port })
  const redis = await startRedisGateway({ token: 'test' })
  const outside = await startOutside()
  provide('parts', {
    databaseUrl: 'postgres://svc_app:app@db.localhost/postgres',
    ownerUrl: postgres.url('postgres'),
    sqlEndpoint: sqlGateway.url,
    redisUrl: redis.url,
    redisToken: redis.token,
    outsideUrl: outside.url,
  })
  return async () => {
    await Promise.all([sqlGateway.stop(), redis.stop(), outside.stop()])
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
