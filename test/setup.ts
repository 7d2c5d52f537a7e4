import { chmodSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { writeBrowserScripts } from '../scripts/browser.ts'
import { startRedisGateway } from '../scripts/stack/redis-gateway.ts'
import { startSqlGateway } from '../scripts/stack/sql-gateway.ts'
import type { Postgres } from '../scripts/stack/postgres.ts'
import { startExternalServer } from './kit/external-server.ts'
import { copyTemplate, startMigrated } from './kit/template.ts'
import { uncalledFunctions } from './kit/uncalled.ts'

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
  writeBrowserScripts()
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
    if (isWhole(vitest)) await refuseUncalled(postgres)
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Whether all test files ran: names of files or tests on the command line choose some. */
const isWhole = ({ config, state }: TestProject['vitest']) =>
  config.testNamePattern === undefined &&
  !state.getFiles().some((file) => !file.result) &&
  state.getFiles().length >= globSync('test/**/*.test.ts', { cwd: config.root, exclude }).length
const exclude = ['test/worker/**', 'test/browser/**']

async function refuseUncalled(postgres: Postgres) {
  const uncalled = await uncalledFunctions(postgres)
  if (!uncalled.length) return
  console.error(`No test calls these functions; see test/uncalled-functions.txt:\n${uncalled.join('\n')}`)
  process.exitCode = 1
}
