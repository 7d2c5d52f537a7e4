import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { closeBreakers } from '../../src/platform/limiter.ts'
import { resetQuota } from '../../src/platform/quota.ts'
import { asOwner, call, type Caller, password } from '../kit/client.ts'
import { stopClock } from '../kit/clock.ts'
import { database } from '../kit/inbox.ts'
import { operator } from '../kit/impersonation.ts'
import { join, project, task, type Workspace, workspace } from '../kit/makers.ts'
import { ownDatabase } from '../kit/own-database.ts'
import { drain } from '../../src/jobs/outbox.ts'
import { keyOf, modern } from '../mcp/rpc.ts'

await ownDatabase()

const at = '/api/v1/platform/service'
const reason = 'the database moves until 14:00 UTC'
const olga = await operator()
const turn = (change: object, who = olga) => who.ok('PATCH', at, { reason, ...change })
afterEach(() => turn({ read_only: false, jobs_paused: false }))

const open = async () =>
  (await asOwner('select count(*)::int as n from outbox where done_at is null and available_at <= now()'))[0]
    .n as number

describe('a service that only reads', () => {
  test('answers every GET and signs people in; other writes are 503 with the reason', async () => {
    const ws = await workspace()
    const { id } = await task(ws, (await project(ws)).id)
    const { token } = await keyOf(ws)
    expect(await turn({ read_only: true })).toMatchObject({
      read_only: true,
      jobs_paused: false,
      reason,
      changed_by: { user_id: olga.id, name: 'Olga Operator' },
    })
    const refusal = {
      code: 'service_unavailable',
      message: `the service only reads for now: ${reason}`,
    }
    expect((await ws.owner.call('GET', `${ws.base}/tasks/${id}`)).status).toBe(200)
    const change = await ws.owner.call('PATCH', `${ws.base}/tasks/${id}`, { title: 'Changed' })
    expect([change.status, change.headers.get('retry-after'), change.body.error]).toMatchObject([
      503,
      '2',
      refusal,
    ])
    expect((await ws.owner.ok('GET', `${ws.base}/tasks/${id}`)).version).toBe(1)
    const tool = await modern(
      'tools/call',
      { name: 'update_issue', arguments: { task_id: id, title: 'X' } },
      { headers: { authorization: `Bearer ${token}` } },
    )
    expect(JSON.stringify(tool.body)).toContain(refusal.message)
    const page = await call('GET', `/organizations/${ws.org.slug}`, { headers: ws.owner.headers })
    expect(page.status).toBe(200)
    for (const [method, path, status] of [
      ['POST', '/api/v1/auth/login', 200],
      ['POST', '/api/v1/auth/register', 503],
      ['POST', '/api/v1/oauth/register', 503],
    ] as const) {
      const body = path.endsWith('login')
        ? { email: ws.owner.email, password }
        : path.includes('oauth')
          ? { client_name: 'App', redirect_uris: ['https://app.example/cb'] }
          : { email: 'new@example.com', password, name: 'New' }
      expect([path, (await call(method, path, { body })).status]).toEqual([path, status])
    }
    await turn({ read_only: false })
    expect((await ws.owner.call('PATCH', `${ws.base}/tasks/${id}`, { title: 'Changed' })).status).toBe(200)
  })

  test('does no job until it writes again; a pause of jobs alone stops nothing else', async () => {
    for (const change of [{ read_only: true }, { jobs_paused: true }]) {
      const ws = await workspace()
      await drain(database())
      await asOwner(`insert into outbox (id, org_id, topic, payload) values (uuidv7(), $1, 'okr', '{}')`, [
        ws.org.id,
      ])
      await turn(change)
      const before = await open()
      const next = Date.parse((await drain(database()))!)
      expect([await open(), next > Date.now() + 50_000, next < Date.now() + 70_000]).toEqual([
        before,
        true,
        true,
      ])
      expect((await ws.owner.call('POST', `${ws.base}/notes`, { body: 'A note' })).status).toBe(
        'read_only' in change ? 503 : 201,
      )
      await turn({ read_only: false, jobs_paused: false })
      await drain(database())
      expect(await open()).toBeLessThan(before)
    }
  })

  test('is switched under load without a write too many or a read too few', async () => {
    const ws = await workspace()
    const { id } = await task(ws, (await project(ws)).id)
    let phase = 'before'
    const seen: [phase: string, method: string, status: number][] = []
    const done = () => phase === 'done'
    const loop = async (method: string, body?: object) => {
      while (!done()) {
        const began = phase
        const { status } = await ws.owner.call(
          method,
          `${ws.base}/tasks/${id}${body ? '/comments' : ''}`,
          body,
        )
        // What was under way when it was switched may be either.
        if (began === phase) seen.push([phase, method, status])
      }
    }
    const loops = Array.from({ length: 8 }, (_, n) => (n % 2 ? loop('GET') : loop('POST', { body: 'Hello' })))
    const during = async (next: string, change: object) => {
      const count = seen.length
      await expect.poll(() => seen.length - count, { timeout: 20_000 }).toBeGreaterThan(20)
      phase = 'switching'
      await turn(change)
      phase = next
    }
    await during('read only', { read_only: true })
    await during('after', { read_only: false })
    await during('paused', { jobs_paused: true })
    await during('end', { jobs_paused: false })
    phase = 'done'
    await Promise.all(loops)
    const outcomes = (name: string, method: string) => [
      ...new Set(seen.filter((one) => one[0] === name && one[1] === method).map(([, , status]) => status)),
    ]
    for (const name of ['before', 'read only', 'after', 'paused'])
      expect(outcomes(name, 'GET')).toEqual([200])
    expect(outcomes('before', 'POST')).toEqual([201])
    expect(outcomes('read only', 'POST')).toEqual([503])
    expect([outcomes('after', 'POST'), outcomes('paused', 'POST')]).toEqual([[201], [201]])
  })
})

describe('the allowance of one organization', () => {
  beforeEach(() => void stopClock())
  afterEach(() => void vi.useRealTimers())
  const allow = (ws: Workspace, change: object) =>
    olga.ok('PATCH', `/api/v1/platform/organizations/${ws.org.id}`, {
      reason: 'ticket 4714: it floods us',
      ...change,
    })
  const statuses = async (times: number, who: Caller, path: string) => {
    const all = []
    for (let n = 0; n < times; n++) all.push((await who.call('GET', path)).status)
    return all
  }

  test('holds for all its credentials together, and for nobody else', async () => {
    const ws = await workspace()
    const ada = await join(ws)
    const other = await workspace()
    closeBreakers()
    resetQuota()
    expect(await allow(ws, { requests_per_minute: 6 })).toMatchObject({
      requests_per_minute: 6,
      rows_per_minute: null,
    })
    const both = [...(await statuses(4, ws.owner, ws.base)), ...(await statuses(4, ada, ws.base))]
    expect(both).toEqual([200, 200, 200, 200, 200, 200, 429, 429])
    const { body, headers } = await ada.call('GET', ws.base)
    expect(body.error.message).toMatch(
      /^your organization may make 6 requests a minute, as the operators of the service set it; try again in \d+ s$/,
    )
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await statuses(8, other.owner, other.base)).toEqual(Array(8).fill(200))
    await allow(ws, { requests_per_minute: null })
    resetQuota()
    expect(await statuses(8, ada, ws.base)).toEqual(Array(8).fill(200))
  })

  test('of rows replaces that of the deployment', async () => {
    const ws = await workspace()
    await allow(ws, { rows_per_minute: 1 })
    resetQuota()
    const note = () => ws.owner.call('POST', `${ws.base}/notes`, { body: 'A note' })
    expect([(await note()).status, (await note()).status]).toEqual([201, 429])
    resetQuota()
  })

  test('is refused where it is no number, and needs something to change', async () => {
    const ws = await workspace()
    const path = `/api/v1/platform/organizations/${ws.org.id}`
    for (const [change, message] of [
      [{ requests_per_minute: 0 }, 'body.requests_per_minute: '],
      [{}, 'body: status, plan, requests_per_minute or rows_per_minute required'],
    ] as const) {
      const reply = await olga.call('PATCH', path, { reason, ...change })
      expect([reply.status, reply.body.error.message]).toEqual([422, expect.stringContaining(message)])
    }
    const nothing = await olga.call('PATCH', at, { reason })
    expect([nothing.status, nothing.body.error.message]).toEqual([
      422,
      'body: read_only or jobs_paused required',
    ])
  })
})

test('operators see what waits, and what went wrong', async () => {
  const ws = await workspace()
  await asOwner(
    `insert into outbox (id, org_id, topic, payload, attempts, available_at)
    values (uuidv7(), $1, 'okr', '{}', 4, now() - interval '10 minutes')`,
    [ws.org.id],
  )
  await asOwner(
    `insert into mails (id, message, address, language, state) values (uuidv7(), 'test', 'a@b.example', 'en', 'unclear')`,
  )
  await asOwner('delete from service_counts')
  await asOwner(`select app.count_service('{"failed":2,"throttled":5}'), app.count_service('{"failed":1}')`)
  const { jobs, mails, incidents } = await olga.ok('GET', at)
  expect([jobs.failing, mails.unclear]).toEqual([1, 1])
  expect(jobs.due).toBeGreaterThan(0)
  expect(Date.now() - Date.parse(jobs.oldest_due_at)).toBeGreaterThan(500_000)
  expect(incidents).toEqual([
    { name: 'failed', last_hour: 3, last_day: 3 },
    { name: 'throttled', last_hour: 5, last_day: 5 },
  ])
  await asOwner('delete from outbox where attempts = 4')
})
