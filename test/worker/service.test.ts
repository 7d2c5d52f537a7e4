import { createExecutionContext, env, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { describe, expect, test } from 'vitest'
import { wakeAt } from '../../src/jobs/clock.ts'
import type { Env } from '../../src/kit/config.ts'
import worker from '../../src/worker.ts'

const bindings = env as Env & { CLOCK: NonNullable<Env['CLOCK']> }
const fetchService = (path: string, init: RequestInit = {}) =>
  worker.fetch(new Request(`https://service.test${path}`, init), bindings, createExecutionContext())

describe('the service in workerd', () => {
  test('answers its probes', async () => {
    expect(await (await fetchService('/health')).json()).toEqual({ status: 'ok' })
    expect((await fetchService('/ready')).status).toBe(200)
  })

  test('signs a person up, whose cookie then creates an organization in one trip', async () => {
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
    expect([created.status, created.headers.get('server-timing')]).toEqual([201, 'db;desc="1"'])
  })
})

describe('the clock', () => {
  const clock = () => bindings.CLOCK.get(bindings.CLOCK.idFromName('clock'))
  const alarm = () => runInDurableObject(clock(), (_, state) => state.storage.getAlarm())

  test('sets no alarm where nothing is due', async () => {
    await wakeAt(bindings, null)
    expect(await alarm()).toBeNull()
  })

  test('wakes at the earliest of what it was asked for, once', async () => {
    const [soon, later] = [Date.now() + 60_000, Date.now() + 120_000]
    await wakeAt(bindings, new Date(later).toISOString())
    await wakeAt(bindings, new Date(soon).toISOString())
    await wakeAt(bindings, new Date(later).toISOString())
    expect(await alarm()).toBe(soon)
    expect(await runDurableObjectAlarm(clock())).toBe(true)
    expect(await alarm()).toBeNull()
    expect(await runDurableObjectAlarm(clock())).toBe(false)
  })
})
