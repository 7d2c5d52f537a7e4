import { expect, test } from 'vitest'
import { asOwner } from '../kit/client.ts'
import { aroundTheClock, calendar, desk, runDueClocks, weekdays } from '../kit/sla.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

const many = 10_000

/** Running clocks of tasks, on a calendar. */
async function crowd() {
  const setup = await desk()
  const { ws, home, gold } = setup
  const hours = await calendar(ws, { week: weekdays([540, 1020]), time_zone: 'Europe/Madrid' })
  // Only the clocks are tested; the database is this file's own.
  await asOwner('alter table tasks disable trigger user')
  await asOwner(
    `with made as (insert into tasks (org_id, project_id, number, title, rank, created_by, reporter_id)
        select $1, $2, n, 'Task ' || n, 'b' || lpad(n::text, 6, '0'), $3, $3 from generate_series(1, ${many}) n returning id)
      insert into sla_clocks (org_id, subject_type, subject_id, task_id, policy_id, policy_snapshot, calendar_id, metric,
          target_seconds, started_at, state, since, due_at, warn_at)
        select $1, 'task', m.id, m.id, $4, '{"name":"Gold","targets":{},"pause_statuses":[],"warn_percent":80}', $5, 'resolution',
          36000, now(), 'running', now(), now() + interval '40 days', now() + interval '39 days' from made m`,
    [ws.org.id, home.id, ws.owner.id, gold.id, hours.id],
  )
  await asOwner('alter table tasks enable trigger user')
  await asOwner('analyze tasks')
  await asOwner('analyze sla_clocks')
  return { ...setup, hours }
}

test('ten thousand running clocks follow a calendar in one round trip, and are processed in another, once', async () => {
  const { ws, hours, boss } = await crowd()
  const changed = await ws.owner.call('PATCH', `${ws.base}/sla/calendars/${hours.id}`, {
    week: aroundTheClock,
  })
  expect([changed.status, changed.roundTrips]).toEqual([200, 1])
  const [{ moved }] = await asOwner(
    `select count(*)::int as moved from sla_clocks where org_id = $1 and due_at = since + interval '10 hours'
      and warn_at = since + interval '8 hours'`,
    [ws.org.id],
  )
  expect(moved).toBe(many)
  const listed = await boss.call('GET', `${ws.base}/sla/clocks?state=running&limit=200`)
  expect([listed.body.total, listed.body.items.length, listed.roundTrips]).toEqual([many, 200, 1])

  await asOwner(
    `update sla_clocks set due_at = now() - interval '1 minute', warn_at = now() - interval '2 minutes' where org_id = $1`,
    [ws.org.id],
  )
  for (let n = 0; n < 2; n++) await runDueClocks(ws)
  const result = await asOwner(
    `select kind, count(*)::int as n from sla_clock_events where org_id = $1 group by kind`,
    [ws.org.id],
  )
  expect(result).toEqual([{ kind: 'breached', n: many }])
  expect((await boss.ok('GET', `${ws.base}/sla/clocks?state=breached`)).total).toBe(many)
})
