import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RedisGateway, startRedisGateway } from '../../scripts/stack/redis-gateway.ts'
import type { SqlGateway } from '../../scripts/stack/sql-gateway.ts'
import { asOwner, call, person, sealingKeys } from '../kit/client.ts'
import { workspace } from '../kit/makers.ts'
import { addCredential } from '../kit/vault.ts'
import { parts } from '../kit/parts.ts'
import { startGateway } from '../kit/gateways.ts'
import { ownDatabase } from '../kit/own-database.ts'

// Other tests leave secrets that are sealed with keys which nobody has.
await ownDatabase()

describe('probes', () => {
  test('health touches nothing', async () => {
    const dead = { SQL_ENDPOINT: 'http://127.0.0.1:1/sql', UPSTASH_REDIS_REST_URL: 'http://127.0.0.1:1' }
    const reply = await call('GET', '/health', {}, dead)
    expect([reply.status, reply.body, reply.roundTrips]).toEqual([200, { status: 'ok' }, 0])
  })

  test('version returns unknown for what was not configured', async () => {
    const reply = await call('GET', '/version', {}, { APP_VERSION: '1.2.3' })
    expect(reply.body).toEqual({
      app_version: '1.2.3',
      git_sha: 'unknown',
      build_time: 'unknown',
      app_env: 'test',
    })
  })

  test('ready succeeds when database and cache do', async () => {
    const reply = await call('GET', '/ready')
    const parts = { settings: 'ok', database: 'ok', cache: 'ok', jobs: expect.any(String), keys: 'ok' }
    expect([reply.status, reply.body]).toEqual([200, { status: 'ok', parts }])
  })

  test('ready tells of jobs that wait for long, and succeeds all the same', async () => {
    await asOwner(`insert into outbox (id, org_id, topic, payload, available_at)
      values (uuidv7(), '00000000-0000-0000-0000-000000000000', 'old', '{}', now() - interval '20 minutes')`)
    const reply = await call('GET', '/ready')
    await asOwner(`delete from outbox where topic = 'old'`)
    expect([reply.status, reply.body.parts.jobs]).toEqual([
      200,
      expect.stringMatching(/^the oldest due job has been waiting for [2-9]\d+ minutes$/),
    ])
  })

  test('ready names the keys that secrets are sealed with and the deployment lacks, and succeeds all the same', async () => {
    const ws = await workspace()
    await addCredential(ws)
    const keysWith = async (SEALING_KEYS: string) => {
      const { status, body } = await call('GET', '/ready', {}, { SEALING_KEYS })
      return [status, body.parts.keys]
    }
    const missing = [200, 'secrets are sealed with keys that SEALING_KEYS lacks: k1']
    expect(await keysWith(`k2:${'A'.repeat(43)}=`)).toEqual(missing)
    expect(await keysWith('nonsense')).toEqual(missing)
    expect(await keysWith(sealingKeys)).toEqual([200, 'ok'])
  })

  test.each([
    ['production', 503],
    ['', 503],
    ['development', 200],
    ['test', 200],
  ])(
    'ready in %j without BASE_URL is %i, as addresses would follow the Host header',
    async (APP_ENV, status) => {
      const reply = await call('GET', '/ready', {}, { APP_ENV, BASE_URL: '' })
      expect(reply.status).toBe(status)
      if (status === 503) expect(reply.body.error.message).toContain('BASE_URL is not set')
    },
  )

  test.each([
    [{ CELL: 'ab' }, 'CELL must be one letter from a to z'],
    [{ CELL: 'B' }, 'CELL must be one letter from a to z'],
    [{ HOME_REGION: 'EU/x' }, 'HOME_REGION must be a lower-case name'],
  ])('ready rejects %j', async (changes, message) => {
    const reply = await call('GET', '/ready', {}, changes)
    expect([reply.status, reply.body.error.message]).toEqual([503, expect.stringContaining(message)])
  })

  test('ready rejects a role that bypasses row-level security', async () => {
    const url = new URL(parts().ownerUrl)
    url.hostname = 'db.localhost'
    const reply = await call('GET', '/ready', {}, { DATABASE_URL: url.href })
    expect([reply.status, reply.body.error.code]).toEqual([503, 'service_unavailable'])
    expect(reply.body.error.message).toContain('row-level security')
  })
})

describe('with a broken dependency', () => {
  let sqlGateway: SqlGateway
  let redis: RedisGateway
  beforeAll(async () => {
    sqlGateway = await startGateway()
    redis = await startRedisGateway({ token: 'probe' })
  })
  afterAll(() => Promise.all([sqlGateway.stop(), redis.stop()]))
  const broken = () => ({
    SQL_ENDPOINT: sqlGateway.url,
    UPSTASH_REDIS_REST_URL: redis.url,
    UPSTASH_REDIS_REST_TOKEN: 'probe',
    DB_DEADLINE_MS: '400',
  })

  test.each(['refuse', 'hang', 'error500', 'html', 'cut'] as const)(
    'ready returns 503 when the database: %s',
    async (kind) => {
      sqlGateway.fault = { kind }
      const reply = await call('GET', '/ready', {}, broken())
      sqlGateway.fault = null
      expect([reply.status, reply.body.error.code]).toEqual([503, 'service_unavailable'])
    },
  )

  test.each(['refuse', 'hang', 'error500'] as const)('ready returns 503 when the cache: %s', async (kind) => {
    redis.fault = { kind }
    const reply = await call('GET', '/ready', {}, broken())
    redis.fault = null
    expect([reply.status, reply.body.error.message]).toEqual([503, 'the cache does not answer'])
  })

  test.each(['refuse', 'hang', 'error500', 'html', 'cut'] as const)(
    'an operation returns 503 with Retry-After when the database: %s',
    async (kind) => {
      const { headers } = await person()
      sqlGateway.fault = { kind }
      const reply = await call('GET', '/api/v1/organizations', { headers }, broken())
      sqlGateway.fault = null
      expect([reply.status, reply.body.error.code]).toEqual([503, 'service_unavailable'])
      expect(reply.headers.get('retry-after')).toBe('2')
      expect(reply.text).not.toMatch(/select|app\.|postgres/i)
    },
  )
})

describe('every response', () => {
  test('has a request id: the client’s own if it is valid', async () => {
    expect((await call('GET', '/health')).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    const withOwnId = await call('GET', '/health', { headers: { 'x-request-id': 'trace-2026.11:21' } })
    expect(withOwnId.headers.get('x-request-id')).toBe('trace-2026.11:21')
    const odd = await call('GET', '/health', { headers: { 'x-request-id': 'a b<script>' } })
    expect(odd.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('to an unknown path is the error envelope with 404', async () => {
    const reply = await call('GET', '/api/v1/nothing-here')
    expect([reply.status, reply.body.error.code]).toEqual([404, 'not_found'])
    expect(reply.body.error.request_id).toBe(reply.headers.get('x-request-id'))
  })
})
