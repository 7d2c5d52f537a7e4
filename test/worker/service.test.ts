import {
  createExecutionContext,
  env,
  runDurableObjectAlarm,
  runInDurableObject,
  waitOnExecutionContext,
} from 'cloudflare:test'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { wakeAt } from '../../src/jobs/clock.ts'
import type { Env } from '../../src/base/config.ts'
import { shardOf } from '../../src/shared/shards.ts'
import { openDatabase } from '../../src/kit/round-trip.ts'
import worker from '../../src/worker.ts'

/** That of the organization that the first test creates. */
let shard = 0
const bindings = env as Env & { CLOCK: NonNullable<Env['CLOCK']> }

/** Responds once the work after the response is done too. */
async function fetchService(path: string, init: RequestInit = {}): Promise<Response> {
  const context = createExecutionContext()
  const response = await worker.fetch(new Request(`https://service.test${path}`, init), bindings, context)
  await waitOnExecutionContext(context)
  return response
}

describe('the service in workerd', () => {
  test('responds to its probes', async () => {
    expect(await (await fetchService('/health')).json()).toEqual({ status: 'ok' })
    expect((await fetchService('/ready')).status).toBe(200)
  })

  test('signs a person up, whose cookie then creates an organization in one round trip', async () => {
    const email = `${crypto.randomUUID()}@example.com`
    const body = JSON.stringify({ email, password: 'correct horse battery', name: 'Ada' })
    const headers = { 'content-type': 'application/json' }
    const registered = await fetchService('/api/v1/auth/register', { method: 'POST', body, headers })
    expect(registered.status).toBe(201)
    const cookie = registered.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    const created = await fetchService('/api/v1/organizations', {
      method: 'POST',
      body: JSON.stringify({ name: 'Ada & Co' }),
      headers: { ...headers, cookie },
    })
    expect([created.status, created.headers.get('server-timing')]).toEqual([201, 'db;desc="1", sql;desc="3"'])
    shard = shardOf(((await created.json()) as { id: string }).id)
  })
})

describe('the clock', () => {
  const clock = () => bindings.CLOCK.get(bindings.CLOCK.idFromName(`clock ${shard}`))
  const alarm = () => runInDurableObject(clock(), (_, state) => state.storage.getAlarm())

  /** When the outbox next has work, or null. */
  const nextDue = async () => {
    const database = openDatabase(bindings.DATABASE_URL, bindings.SQL_ENDPOINT, 5000)
    const [at] = await database.batch([
      sql`select app.utc(app.next_due_at('{}', array[${shard}]::smallint[]))`,
    ])
    return at ? Date.parse(at) : null
  }

  test('is set by a write for its follow-up work', async () => {
    expect(await alarm()).toBe(await nextDue())
  })

  test('stays unchanged if nothing is due', async () => {
    const before = await alarm()
    await wakeAt(bindings, shard, null)
    expect(await alarm()).toBe(before)
  })

  test('wakes at the earliest requested time, and then for what is due next', async () => {
    const [before, soon, later] = [await alarm(), Date.now() + 30_000, Date.now() + 120_000]
    await wakeAt(bindings, shard, new Date(later).toISOString())
    await wakeAt(bindings, shard, new Date(soon).toISOString())
    await wakeAt(bindings, shard, new Date(later).toISOString())
    expect(await alarm()).toBe(Math.min(soon, before ?? Infinity))
    expect(await runDurableObjectAlarm(clock())).toBe(true)
    expect(await alarm()).toBe(await nextDue())
  })
})
