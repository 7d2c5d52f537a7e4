import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { writeBrowserScript } from '../scripts/browser.ts'
import { startRedisGateway } from '../scripts/stack/redis-gateway.ts'
import { startSqlGateway } from '../scripts/stack/sql-gateway.ts'
import { startExternalServer } from './kit/external-server.ts'
import { copyTemplate, startMigrated } from './kit/template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    parts: {
      databaseUrl: string
      ownerUrl: string
      sqlEndpoint: string
      redisUrl: string
      redisToken: string
      externalUrl: string
    }
  }
}

/** Starts the services that all tests share: Postgres with the schema, both gateways and the external APIs. */
export default async function setup({ provide, vitest }: TestProject) {
  writeBrowserScript()
  const dataDir = mkdtempSync(join(tmpdir(), 'service-test-'))
  chmodSync(dataDir, 0o755)
  const postgres = await startMigrated(join(dataDir, 'pg'))
  const workers = vitest.config.maxWorkers || 1
  for (let n = 1; n <= workers; n++) await copyTemplate(postgres.url('template1'), `worker_${n}`)
  const sqlGateway = await startSqlGateway({ host: postgres.host, pgPort: postgres.port })
  const redis = await startRedisGateway({ token: 'test' })
  const external = await startExternalServer()
  provide('parts', {
    databaseUrl: 'postgres://svc_app:app@db.localhost/postgres',
    ownerUrl: postgres.url('postgres'),
    sqlEndpoint: sqlGateway.url,
    redisUrl: redis.url,
    redisToken: redis.token,
    externalUrl: external.url,
  })
  return async () => {
    await Promise.all([sqlGateway.stop(), redis.stop(), external.stop()])
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
