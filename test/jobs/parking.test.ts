import { beforeEach, describe, expect, test } from 'vitest'
import { drain } from '../../src/jobs/outbox.ts'
import { asOwner } from '../kit/client.ts'
import { operator } from '../kit/impersonation.ts'
import { database } from '../kit/inbox.ts'
import { type Workspace, workspace } from '../kit/makers.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

const at = '/api/v1/platform/parked-jobs'
const topic = 'nobody.knows'
const olga = await operator()
let ws: Workspace
beforeEach(async () => {
  ws = await workspace()
  await drain(database())
})

const put = async (attempts = 0) => {
  const [{ id }] = (await asOwner(
    `insert into outbox (org_id, topic, payload, attempts) values ($1, $2, '{"secret":"canary"}', $3) returning id`,
    [ws.org.id, topic, attempts],
  )) as [{ id: string }]
  return id
}
const queued = () =>
  asOwner<{ attempts: number; minutes: number }>(
    `select attempts, round(extract(epoch from available_at - now()) / 60)::int as minutes
      from outbox where org_id = $1 and topic = $2 and done_at is null`,
    [ws.org.id, topic],
  )
const makeDue = () =>
  asOwner('update outbox set available_at = now() where org_id = $1 and topic = $2', [ws.org.id, topic])
const parked = async () => (await olga.ok('GET', `${at}?org_id=${ws.org.id}`)).items

describe('a job that fails each time', () => {
  test('waits twice as long after each try, and is parked after the tenth', async () => {
    const id = await put()
    const waits = []
    for (let tries = 1; tries < 10; tries++) {
      await drain(database())
      const [job] = await queued()
      expect(job!.attempts).toBe(tries)
      waits.push(job!.minutes)
      await makeDue()
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256])
    expect(await parked()).toEqual([])
    await drain(database())
    expect(await queued()).toEqual([])
    const list = await parked()
    expect(list).toMatchObject([
      { id, topic, organization: { id: ws.org.id }, attempts: 10, error: expect.stringContaining('Error') },
    ])
    expect(JSON.stringify(list)).not.toContain('canary')
    expect((await olga.ok('GET', '/api/v1/platform/service')).jobs.parked).toBe(1)
  })

  test('is parked where the worker of its last try never told how that ended', async () => {
    const id = await put(10)
    await drain(database())
    expect(await queued()).toEqual([])
    expect(await parked()).toMatchObject([{ id, error: null }])
  })

  test('is tried again ten times when an operator says so, once however often', async () => {
    const ids = [await put(10), await put(10)]
    await drain(database())
    expect((await parked()).map(({ id }: { id: string }) => id).toSorted()).toEqual(ids.toSorted())
    const retry = (body: object) => olga.call('POST', `${at}/retry`, body)
    expect((await retry({ job_id: ids[0] })).body).toEqual({ retried: 1 })
    expect((await retry({ job_id: ids[0] })).body.error.message).toBe('body.job_id: job not found')
    await drain(database())
    expect((await queued()).map(({ attempts }) => attempts)).toEqual([1])
    expect((await retry({ topic })).body.retried).toBeGreaterThan(0)
    expect((await retry({ topic })).body).toEqual({ retried: 0 })
    expect([await parked(), (await queued()).length]).toEqual([[], 2])
    const log = await olga.ok('GET', '/api/v1/platform/audit-log?action=platform.jobs_retried&limit=2')
    expect(log.items.map((entry: { changes: object }) => entry.changes)).toMatchObject([
      { jobs: expect.any(Number) },
      { jobs: 1, organization_id: ws.org.id },
    ])
    await asOwner('delete from outbox where topic = $1', [topic])
  })

  test('is dropped once', async () => {
    const id = await put(10)
    await drain(database())
    const drop = async () => (await olga.call('DELETE', `${at}/${id}`)).status
    expect([await drop(), await drop()]).toEqual([204, 404])
    expect([await parked(), await queued()]).toEqual([[], []])
  })

  test('needs either a job or a kind', async () => {
    for (const body of [{}, { topic, job_id: ws.org.id }]) {
      const reply = await olga.call('POST', `${at}/retry`, body)
      expect([reply.status, reply.body.error.message]).toEqual([422, 'body: either job_id or topic required'])
    }
  })

  test('is no reason to leave a part of the daily work out on the next day', async () => {
    await asOwner(`delete from outbox where topic = 'daily'`)
    await asOwner(`insert into outbox (org_id, topic, payload, attempts)
      values ('00000000-0000-0000-0000-000000000000', 'daily', '{"part":"daily_blockers"}', 10)`)
    await drain(database())
    const waiting = () =>
      asOwner(
        `select from outbox where topic = 'daily' and done_at is null and payload->>'part' = 'daily_blockers'`,
      )
    expect(await waiting()).toEqual([])
    await asOwner('select app.queue_daily()')
    expect(await waiting()).toHaveLength(1)
    await drain(database())
  })

  test('of a part of an earlier release is done without anything', async () => {
    await asOwner(`insert into outbox (org_id, topic, payload)
      values ('00000000-0000-0000-0000-000000000000', 'daily', '{"part":"daily_outbox"}')`)
    await drain(database())
    expect(
      await asOwner(`select from outbox where payload->>'part' = 'daily_outbox' and done_at is null`),
    ).toEqual([])
  })
})
