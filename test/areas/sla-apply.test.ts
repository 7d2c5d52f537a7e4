import { expect, test } from 'vitest'
import { drain } from '../../src/jobs/outbox.ts'
import { asOwner } from '../kit/client.ts'
import { database } from '../kit/inbox.ts'
import { policy, targets } from '../kit/sla.ts'
import { desk } from '../kit/tickets.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

const many = 3000

/** Open tickets, each with a clock of a policy that gives them a day. */
async function crowd() {
  const setup = await desk()
  const gold = await policy(setup.ws, { applies_to: 'ticket', targets: targets(1440), name: 'Gold' })
  await asOwner(
    `set session_replication_role = replica;
    with made as (insert into tickets (org_id, number, subject, sla_due_at)
        select '${setup.ws.org.id}', 1000 + n, 'Ticket ' || n, now() + interval '1 day' from generate_series(1, ${many}) n
        returning id)
      insert into sla_clocks (org_id, subject_type, subject_id, ticket_id, policy_id, policy_snapshot, metric, target_seconds,
          started_at, state, since, due_at, warn_at)
        select '${setup.ws.org.id}', 'ticket', m.id, m.id, '${gold.id}', jsonb_build_object('name', 'Gold', 'targets',
            '${JSON.stringify(targets(1440))}'::jsonb, 'pause_statuses', '[]'::jsonb, 'warn_percent', 80), 'resolution', 86400,
          now(), 'running', now(), now() + interval '1 day', now() + interval '19 hours' from made m;
    analyze tickets; analyze sla_clocks`,
  )
  const change = (query: string, body: object) =>
    setup.ws.owner.call('PATCH', `${setup.ws.base}/sla/policies/${gold.id}?${query}`, body)
  /** How many clocks have this target, and how many times a target was changed. */
  const counts = async (seconds: number) => {
    const [row] = await asOwner(
      `select count(*)::int as clocks, count(*) filter (where k.due_at = k.since + make_interval(secs => $2)
          and t.sla_due_at = k.due_at)::int as due, (select count(*)::int from sla_clock_events e
          where e.org_id = $1 and e.kind = 'target_changed') as changes,
          (select count(distinct clock_id)::int from sla_clock_events e where e.org_id = $1 and e.kind = 'target_changed') as once
        from sla_clocks k join tickets t on t.id = k.ticket_id where k.org_id = $1 and k.target_seconds = $2`,
      [setup.ws.org.id, seconds],
    )
    return row
  }
  return { ...setup, gold, change, counts }
}

/** How many rows each transaction wrote, in order. */
const steps = async (column: string, table: string, where: string) =>
  (
    await asOwner(
      `select count(*)::int as n from ${table} where ${where} group by ${column} order by ${column}`,
    )
  ).map(({ n }) => n)

/** Waits until the job is finished, which the drain after a request may be running too. */
const done = async (org: string) =>
  await expect
    .poll(
      async () => {
        await drain(database())
        return steps('topic', 'outbox', `org_id = '${org}' and topic = 'sla.apply' and done_at is null`)
      },
      { timeout: 20_000 },
    )
    .toEqual([])

test('three thousand open tickets follow a policy: some at once, the others by the job, each once', async () => {
  const { change, counts, ws } = await crowd()
  const first = await change('apply_to_open=true', { targets: targets(60) })
  expect([first.status, first.roundTrips]).toEqual([200, 1])
  const more = await Promise.all([1, 2].map(() => change('apply_to_open=true', { warn_percent: 70 })))
  expect(more.map(({ status }) => status)).toEqual([200, 200])
  await Promise.all([done(ws.org.id), drain(database())])
  expect(await counts(3600)).toEqual({ clocks: many, due: many, changes: many, once: many })
  const where = `org_id = '${ws.org.id}'`
  const [started, ...rest] = await steps('at', 'sla_clock_events', `${where} and kind = 'target_changed'`)
  expect([started, rest.every((n) => n <= 1000)]).toEqual([500, true])
  expect(await steps('state', 'sla_clocks', `${where} and warn_at = since + interval '42 minutes'`)).toEqual([
    many,
  ])
})

test('the rest of an application does nothing once the policy was turned off', async () => {
  const { ws, gold, change, counts } = await crowd()
  await change('', { targets: targets(60) })
  await change('', { active: false })
  await asOwner(`insert into outbox (org_id, topic, payload) values ($1, 'sla.apply', $2)`, [
    ws.org.id,
    { policy_id: gold.id, active: true },
  ])
  await done(ws.org.id)
  expect((await counts(86_400)).clocks).toBe(many)
  expect(await steps('state', 'sla_clocks', `org_id = '${ws.org.id}' and state = 'running'`)).toEqual([many])
})

test('the clocks of a policy that is deleted are cancelled: some at once, the others by the job', async () => {
  const { ws, gold } = await crowd()
  await ws.owner.ok('DELETE', `${ws.base}/sla/policies/${gold.id}?clocks=cancel`)
  await done(ws.org.id)
  const [started, ...rest] = await steps('completed_at', 'sla_clocks', `org_id = '${ws.org.id}'`)
  expect([started, rest.reduce((sum, n) => sum + n, 0)]).toEqual([500, many - 500])
  expect(
    await asOwner('select from tickets where org_id = $1 and sla_due_at is not null', [ws.org.id]),
  ).toEqual([])
})
