import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { drain } from '../../src/jobs/outbox.ts'
import { openDatabase } from '../../src/kit/round-trip.ts'
import { asOwner, env } from '../kit/client.ts'
import { type Workspace, workspace } from '../kit/makers.ts'
import { meteredAhead, setAge, usedOf, answerIn } from '../kit/metering.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

const meter = 'automation_runs'
/** Runs of an automation, as old as they are told to be, as if nothing was counted meanwhile. */
async function runs(ws: Workspace, many: number, age: string) {
  await asOwner(
    `insert into automation_runs (org_id, automation_id, record_kind, record_id, status, created_at)
      select $1, (select id from automations where org_id = $1), 'ticket', uuidv7(), 'succeeded', now() - $3::interval
        from generate_series(1, $2)`,
    [ws.org.id, many, age],
  )
  if (age.endsWith('days'))
    await asOwner(`update usage_periods set counted = '{}' where org_id = $1`, [ws.org.id])
}
async function shop() {
  const ws = await workspace()
  const firstOfMonth = new Date(Date.now() - 20 * 864e5).toISOString()
  await setAge(ws, firstOfMonth, 'UTC')
  await ws.owner.ok('POST', `${ws.base}/automations`, {
    name: 'Rule',
    trigger: { event: 'ticket.created', params: {} },
    action: { type: 'unassign', params: {} },
  })
  return ws
}
const { used, read, count } = meteredAhead(meter)
const remove = (ws: Workspace, many: number) =>
  asOwner(
    `delete from automation_runs where id in (select id from automation_runs where org_id = $1
      order by id limit $2 for update skip locked)`,
    [ws.org.id, many],
  )

test('a limit reads the latest rows alone, however many there were', async () => {
  const ws = await shop()
  await runs(ws, 5000, '3 days')
  await runs(ws, 7, '1 minute')
  expect([await used(ws), await read(ws)]).toEqual([5007, 5007])
  await count(ws)
  expect([await used(ws), await read(ws)]).toEqual([5007, 7])
  await runs(ws, 3, '20 seconds')
  await count(ws)
  expect([await used(ws), await read(ws)]).toEqual([5010, 10])
  expect((await usedOf(ws, meter)).used).toBe(5010)
})

test(
  'rows that go stay counted, whether they were counted before or not, or at the same time',
  { tags: 'race' },
  async () => {
    const ws = await shop()
    await runs(ws, 300, '3 days')
    await remove(ws, 10)
    expect(await used(ws)).toBe(300)
    await Promise.all([count(ws), ...Array.from({ length: 6 }, () => remove(ws, 10)), count(ws)])
    expect(await used(ws)).toBe(300)
    await runs(ws, 5, '1 minute')
    await asOwner('delete from automation_runs where org_id = $1', [ws.org.id])
    expect([await used(ws), await read(ws)]).toEqual([305, 0])
  },
)

test('a period that begins on another day counts anew', async () => {
  const ws = await shop()
  await runs(ws, 40, '3 days')
  await count(ws)
  await answerIn(ws, sql`select app.anchor_usage(${ws.org.id}::uuid, now())`)
  expect(await used(ws)).toBe(0)
  await runs(ws, 2, '1 second')
  expect(await used(ws)).toBe(2)
})

test('a limit that finds many rows that are not counted has them counted by a job', async () => {
  const ws = await shop()
  await asOwner(
    `insert into entitlement_overrides (org_id, key, value, reason) values ($1, $2, '1000', 'a test')`,
    [ws.org.id, meter],
  )
  await asOwner(`select app.keep_billing_provider('manual')`)
  await runs(ws, 499, '3 days')
  const asks = () => answerIn(ws, sql`select app.count_ahead_soon(${meter})`)
  const waiting = async () =>
    (
      await asOwner(`select id from outbox where org_id = $1 and topic = 'billing' and done_at is null`, [
        ws.org.id,
      ])
    ).length
  await asks()
  expect(await waiting()).toBe(0)
  await runs(ws, 1, '3 days')
  await asks()
  await asks()
  expect(await waiting()).toBe(1)
  await drain(openDatabase(env().DATABASE_URL, env().SQL_ENDPOINT, 30_000))
  expect([await waiting(), await read(ws), await used(ws)]).toEqual([0, 0, 500])
})
