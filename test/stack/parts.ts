import { neon, neonConfig } from '@neondatabase/serverless'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../scripts/stack/postgres.ts'
import type { Postgres } from '../../scripts/stack/postgres.ts'
import { startSqlGateway } from '../../scripts/stack/sql-gateway.ts'
import type { SqlGateway } from '../../scripts/stack/sql-gateway.ts'

export const START_MS = 120_000

export type Sql = ReturnType<typeof neon<false, false>>

export type Parts = { postgres: Postgres; gateway: SqlGateway; sql: Sql; stop(): Promise<void> }

/** Makes a temporary folder that every account may enter, and returns it with a way to remove it. */
export async function temporaryFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'stack-test-'))
  await chmod(path, 0o755)
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

/** Starts Postgres and a gateway in front of it, and points the Neon driver at the gateway. */
export async function startParts(): Promise<Parts> {
  const folder = await temporaryFolder()
  const postgres = await startPostgres({ dataDir: join(folder.path, 'data'), fast: true })
  const gateway = await startSqlGateway({ host: postgres.host, pgPort: postgres.port })
  neonConfig.fetchEndpoint = gateway.url
  const stop = async () => {
    await gateway.stop()
    await postgres.stop()
    await folder.remove()
  }
  return { postgres, gateway, sql: neon(postgres.url()), stop }
}

/** The error that a promise rejects with; throws if it does not reject. */
export async function errorOf(promise: Promise<unknown>): Promise<Error & Record<string, unknown>> {
  try {
    await promise
  } catch (error) {
    return error as Error & Record<string, unknown>
  }
  throw new Error('expected an error')
}

/** Posts to the gateway as the driver does. */
export function post(
  parts: Parts,
  body: unknown,
  headers: Record<string, string> = {},
  signal?: AbortSignal,
) {
  return fetch(parts.gateway.url, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'Neon-Connection-String': parts.postgres.url(), ...headers },
    ...(signal ? { signal } : {}),
  })
}
