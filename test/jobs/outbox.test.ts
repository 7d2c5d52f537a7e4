import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SqlGateway } from '../../scripts/stack/sql-gateway.ts'
import { Clock, daily, runWatched, wakeAt } from '../../src/jobs/clock.ts'
import type { Env } from '../../src/base/config.ts'
import { drain } from '../../src/jobs/outbox.ts'
import { everyShard, shardOf, shardOfAccounts } from '../../src/shared/shards.ts'
import { openDatabase } from '../../src/kit/round-trip.ts'
import { alarmStorage, clockNamespace, namespaceOf } from '../kit/alarms.ts'
import { asOwner, call, env } from '../kit/client.ts'
import { project, task, workspace } from '../kit/makers.ts'
import { startGateway } from '../kit/gateways.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

describe('the outbox', () => {
  const database = () => openDatabase(env().DATABASE_URL, env().SQL_ENDPOINT, 5000)
  const pendingRows = (org: string) =>
    asOwner(
      `select topic, attempts from outbox where org_id = $1 and done_at is null and topic <> 'audit.seal'`,
      [org],
    )

  test('a purged project is erased completely after the response, and its audit entries stay', async () => {
    const ws = await workspace()
    const doomed = await project(ws)
    await task(ws, doomed.id)
    await ws.owner.ok('DELETE', `${ws.base}/projects/${doomed.id}`)
    const purge = await ws.owner.call('POST', `${ws.base}/projects/${doomed.id}/purge`, {
      confirm_key: doomed.key,
    })
    expect([purge.status, purge.roundTrips]).toEqual([204, 1])
    // Work after the response may have begun already, and is then not available to this drain.
    await expect
      .poll(async () => (await drain(database()), pendingRows(ws.org.id)), { timeout: 20_000 })
      .toEqual([])
    expect(await asOwner('select id from tasks where project_id = $1', [doomed.id])).toEqual([])
    expect(await asOwner('select id from projects where id = $1', [doomed.id])).toEqual([])
    expect(await pendingRows(ws.org.id)).toEqual([])
    const actions = await asOwner(
      `select action from audit_log where org_id = $1 and entity_id = $2 order by id`,
      [ws.org.id, doomed.id],
    )
    expect(actions.map(({ action }) => action)).toContain('project.erased')
  })

  test('work that fails stays, is leased for longer each time, and is retried', async () => {
    const ws = await workspace()
    await asOwner(`insert into outbox (org_id, topic, payload) values ($1, 'nobody.knows', '{}')`, [
      ws.org.id,
    ])
    const due = await drain(database())
    expect(Date.parse(due!)).toBeGreaterThan(Date.now())
    expect(await pendingRows(ws.org.id)).toEqual([{ topic: 'nobody.knows', attempts: 1 }])
    await asOwner(`update outbox set available_at = now() - interval '1 second' where org_id = $1`, [
      ws.org.id,
    ])
    await drain(database())
    expect(await pendingRows(ws.org.id)).toEqual([{ topic: 'nobody.knows', attempts: 2 }])
    await asOwner('update outbox set done_at = now() where org_id = $1', [ws.org.id])
  })

  test('two concurrent drains take each piece of work once', { tags: 'race' }, async () => {
    const ws = await workspace()
    await asOwner(
      `insert into outbox (org_id, topic, payload)
      select $1, 'nobody.knows', '{}' from generate_series(1, 30)`,
      [ws.org.id],
    )
    await Promise.all([drain(database()), drain(database()), drain(database())])
    expect(new Set((await pendingRows(ws.org.id)).map(({ attempts }) => attempts))).toEqual(new Set([1]))
    await asOwner('update outbox set done_at = now() where org_id = $1', [ws.org.id])
  })
})

describe('an idle hour', () => {
  let gateway: SqlGateway
  beforeAll(async () => {
    gateway = await startGateway()
  })
  afterAll(() => gateway.stop())

  test('is not waited out when the work after a response fails to start', async () => {
    let down = true
    const failing = await startGateway((query) =>
      down ? query.replace('app.lease_outbox', 'app.is_away') : query,
    )
    const ws = await workspace()
    const { id } = await project(ws)
    const path = `${ws.base}/tasks/${(await task(ws, id)).id}`
    await ws.owner.ok('PATCH', path, { rrule: 'FREQ=WEEKLY', due_date: '2027-01-04' })
    const alarms = alarmStorage()
    const clock = new Clock({ storage: alarms }, env({ SQL_ENDPOINT: failing.url }))
    const settings = { SQL_ENDPOINT: failing.url, CLOCK: namespaceOf(clock) }
    const sent = { body: { status: 'done' }, headers: ws.owner.headers }
    expect((await call('PATCH', path, sent, settings)).status).toBe(200)
    await expect.poll(() => alarms.getAlarm()).toBeGreaterThan(Date.now() + 50_000)
    down = false
    await alarms.ring(clock)
    expect((await ws.owner.ok('GET', `${ws.base}/projects/${id}/tasks?status=todo`)).total).toBe(1)
    await failing.stop()
  })

  test('without work wakes nothing and makes no round trip', async () => {
    const alarms = alarmStorage()
    const clock = new Clock({ storage: alarms }, env({ SQL_ENDPOINT: gateway.url }))
    const settings = env({ SQL_ENDPOINT: gateway.url, CLOCK: namespaceOf(clock) })
    await wakeAt(settings, 0, null)
    expect([await alarms.getAlarm(), gateway.requests()]).toEqual([null, 0])
  })

  test('with one purge due wakes once, with two round trips and one for each step', async () => {
    const ws = await workspace()
    const purged = await project(ws)
    await asOwner(`update outbox set done_at = now() where topic = 'audit.seal' and done_at is null`)
    await asOwner(`insert into outbox (org_id, topic, payload) values ($1, 'project.purge', $2)`, [
      ws.org.id,
      { project_id: purged.id },
    ])
    const alarms = alarmStorage()
    const clock = new Clock({ storage: alarms }, env({ SQL_ENDPOINT: gateway.url }))
    await wakeAt(
      env({ CLOCK: namespaceOf(clock) }),
      shardOf(ws.org.id),
      new Date(Date.now() + 1000).toISOString(),
    )
    expect(await alarms.getAlarm()).toBeGreaterThan(Date.now())
    const before = gateway.requests()
    await alarms.ring(clock)
    expect(gateway.requests() - before).toBeLessThanOrEqual(3)
    const [later] = await asOwner<{ at: Date | null }>(
      'select min(available_at) as at from outbox where done_at is null and app.shard_of(org_id) = $1',
      [shardOf(ws.org.id)],
    )
    expect(await alarms.getAlarm()).toBe(later!.at?.getTime() ?? null)
  })

  test('has an alarm that is replaced when it is stuck in the past', async () => {
    const alarms = alarmStorage()
    const clock = new Clock({ storage: alarms }, env({ SQL_ENDPOINT: gateway.url }))
    await alarms.setAlarm(Date.now() - 3_600_000)
    await wakeAt(env({ CLOCK: namespaceOf(clock) }), 0, new Date(Date.now() + 60_000).toISOString())
    expect(Math.abs((await alarms.getAlarm())! - Date.now())).toBeLessThan(5_000)
  })

  test('the daily sweep deletes what is old, and nothing else', async () => {
    const ws = await workspace()
    const age = (key: string, hours: number) =>
      asOwner(
        `insert into idempotency_keys
      (org_id, user_id, key, request_hash, created_at) values ($1, $2, $3, '', now() - make_interval(hours => $4))`,
        [ws.org.id, ws.owner.id, key, hours],
      )
    await age('old', 25)
    await age('young', 23)
    await daily(env())
    expect(await asOwner('select key from idempotency_keys where org_id = $1', [ws.org.id])).toEqual([
      { key: 'young' },
    ])
  })
})

/** Twelve hundred pieces of work of one organization, or as many as CLOCK_JOBS says. */
const jobs = Number(process.env.CLOCK_JOBS ?? 1200)
const manyJobs = async (count: number) => {
  const ws = await workspace()
  await asOwner(`update outbox set done_at = now() where topic = 'audit.seal' and done_at is null`)
  await asOwner(
    `insert into outbox (org_id, topic, payload)
      select $1, 'impersonation.expired', jsonb_build_object('impersonation_id', uuidv7())
      from generate_series(1, $2::int)`,
    [ws.org.id, count],
  )
  const left = () =>
    asOwner<{ attempts: number }>(
      `select attempts from outbox where org_id = $1 and topic = 'impersonation.expired' and done_at is null`,
      [ws.org.id],
    )
  const attempts = () =>
    asOwner<{ attempts: number; count: number }>(
      `select attempts, count(*)::int as count from outbox where org_id = $1 and topic = 'impersonation.expired'
        group by attempts order by attempts`,
      [ws.org.id],
    )
  return { left, attempts, org: ws.org.id, shard: shardOf(ws.org.id) }
}

describe('the clocks', () => {
  /** Two organizations in different shards. */
  async function apart() {
    const first = await workspace()
    for (;;) {
      const second = await workspace()
      if (shardOf(second.org.id) !== shardOf(first.org.id)) return [first, second] as const
    }
  }
  const enqueue = (org: string) =>
    asOwner(
      `insert into outbox (org_id, topic, payload)
        values ($1, 'impersonation.expired', jsonb_build_object('impersonation_id', uuidv7()))`,
      [org],
    )
  const left = async (org: string) =>
    (
      await asOwner(`select id from outbox where org_id = $1 and done_at is null and available_at <= now()`, [
        org,
      ])
    ).length

  test('know the shard of an organization as the database does', async () => {
    for (let n = 0; n < 20; n++) {
      const id = crypto.randomUUID()
      expect(await asOwner('select app.shard_of($1) as shard', [id])).toEqual([{ shard: shardOf(id) }])
    }
    expect(await asOwner('select app.shard_of(null) as shard')).toEqual([{ shard: shardOfAccounts }])
  })

  test('do the work of their own organizations only, and a write wakes only the one of its organization', async () => {
    const [mine, others] = await apart()
    const { known, namespace } = clockNamespace()
    const settings = { CLOCK: namespace }
    await enqueue(mine.org.id)
    await enqueue(others.org.id)
    await asOwner(`update outbox set done_at = now() where topic = 'audit.seal' and org_id = $1`, [
      mine.org.id,
    ])
    const sent = { body: { name: 'Renamed' }, headers: mine.owner.headers }
    expect((await call('PATCH', mine.base, sent, settings)).status).toBe(200)
    await expect.poll(() => left(mine.org.id)).toBe(0)
    expect(await left(others.org.id)).toBe(1)
    expect([...known.keys()]).toEqual([`clock ${shardOf(mine.org.id)}`])
    const shard = shardOf(others.org.id)
    await wakeAt(env(settings), shard, new Date().toISOString())
    const { clock, alarms } = known.get(`clock ${shard}`)!
    await alarms.ring(clock)
    expect(await left(others.org.id)).toBe(0)
  })

  test('remember their shard when they start anew with an alarm', async () => {
    const [mine, others] = await apart()
    await enqueue(mine.org.id)
    await enqueue(others.org.id)
    const { known, namespace } = clockNamespace()
    await wakeAt(env({ CLOCK: namespace }), shardOf(mine.org.id), new Date().toISOString())
    const { alarms } = [...known.values()][0]!
    await alarms.ring(new Clock({ storage: alarms }, env()))
    expect([await left(mine.org.id), await left(others.org.id)]).toEqual([0, 1])
  })

  test('are all woken by the daily run', async () => {
    const { known, namespace } = clockNamespace()
    await daily(env({ CLOCK: namespace }))
    expect(known.size).toBe(everyShard.length)
    for (const { alarms } of known.values()) expect(await alarms.getAlarm()).toBeLessThan(Date.now() + 1000)
  })
})

describe('a clock', () => {
  test(
    'finishes all that is due in runs of at most a thousand round trips',
    { timeout: 600_000 },
    async () => {
      const { left, attempts, shard } = await manyJobs(jobs)
      const gateway = await startGateway()
      const alarms = alarmStorage()
      const clock = new Clock({ storage: alarms }, env({ SQL_ENDPOINT: gateway.url }))
      await wakeAt(env({ CLOCK: namespaceOf(clock) }), shard, new Date().toISOString())
      const runs: number[] = []
      for (let at = await alarms.getAlarm(); at && at < Date.now() + 1000; at = await alarms.getAlarm()) {
        const before = gateway.requests()
        await alarms.ring(clock)
        runs.push(gateway.requests() - before)
      }
      await gateway.stop()
      expect(await left()).toEqual([])
      expect(await attempts()).toEqual([{ attempts: 1, count: jobs }])
      expect(Math.max(...runs)).toBeLessThanOrEqual(1000)
      expect(runs.length).toBeGreaterThan(jobs / 1000)
    },
  )

  test('goes on by itself after the database was away for ten minutes', async () => {
    const { left, shard } = await manyJobs(25)
    const gateway = await startGateway()
    const alarms = alarmStorage()
    const clock = new Clock({ storage: alarms }, env({ SQL_ENDPOINT: gateway.url }))
    await wakeAt(env({ CLOCK: namespaceOf(clock) }), shard, new Date().toISOString())
    gateway.fault = { kind: 'refuse' }
    for (let minute = 0; minute < 10; minute++) {
      await alarms.ring(clock)
      expect((await alarms.getAlarm())! - Date.now()).toBeLessThanOrEqual(60_000)
    }
    expect(await left()).toHaveLength(25)
    gateway.fault = null
    await alarms.ring(clock)
    expect(await left()).toEqual([])
    await gateway.stop()
  })

  test.each([0, 1, 2, 3, 5, 8, 13, 21])(
    'is set, and nothing is lost or done twice, when the worker is stopped after round trip %i of a request',
    async (survives) => {
      const { left, org, shard } = await manyJobs(25)
      let trips = -Infinity
      const stopping = await startGateway((query) => {
        // Only the first statement of a batch counts, which is the lease or the entering of a job.
        if (/lease_outbox|enter_system/.test(query) && ++trips > survives)
          return query.replace(/app\.\w+/, 'app.is_away')
        return trips > survives ? query.replace('app.fail_outbox', 'app.is_away') : query
      })
      const alarms = alarmStorage()
      const clock = new Clock({ storage: alarms }, env({ SQL_ENDPOINT: stopping.url }))
      const settings = env({ SQL_ENDPOINT: stopping.url, CLOCK: namespaceOf(clock) })
      trips = 0
      await runStopped(settings, stopping.url, shard)
      const at = await alarms.getAlarm()
      expect(at! - Date.now()).toBeLessThanOrEqual(61_000)
      expect(at! - Date.now()).toBeGreaterThan(0)
      // The alarm goes off a minute later, when the leases of the stopped worker have ended.
      trips = -Infinity
      await asOwner(`update outbox set available_at = now() where org_id = $1 and done_at is null`, [org])
      await alarms.ring(clock)
      expect(await left()).toEqual([])
      await stopping.stop()
    },
  )
})

/** A request's drain whose worker is stopped: it never reports back to the clock. */
async function runStopped(settings: Env, endpoint: string, shard: number): Promise<void> {
  const database = openDatabase(settings.DATABASE_URL, endpoint, 5000)
  const stopped = new Promise<never>(() => {})
  const run = runWatched(settings, [shard], async (shards) => {
    await drain(database, undefined, '', undefined, { batches: 1, shards }).catch(() => stopped)
    return stopped
  })
  await Promise.race([run, new Promise((resolve) => setTimeout(resolve, 1500))])
}
