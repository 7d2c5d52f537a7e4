import type { Client } from 'pg'
import type { Tenant } from './data.ts'
import { fire } from './fire.ts'
import { bytesOf, type FloorWorker } from './floors.ts'
import type { Part } from './parts.ts'
import type { Row } from './report.ts'

const org = `app.bench_id('org', 1)`
const ticket = `app.bench_id('ticket', n)`
const many = 100_000
/** Two in five are not resolved. */
const status = `(array['open', 'open', 'open', 'pending', 'resolved', 'closed', 'closed', 'closed', 'closed', 'closed'])[1 + n % 10]`
const created = `now() - make_interval(mins => 12 * n)`
const isOpen = `n % 10 < 4`

/** 100 000 tickets of the first organization over two years, each with a clock for the first answer and one for the resolution. */
const desk = [
  `insert into business_calendars (id, org_id, name, time_zone, week, special_days,
      week_seconds, created_by) select app.bench_id('hours', 1), ${org},
    'Office hours', 'Europe/Madrid', (select jsonb_object_agg(d, '[[540, 1020]]'::jsonb) from generate_series(1, 5) d),
    array(select date '0001-01-01' union select date '2024-01-01' + 30 * d from generate_series(0, 60) d order by 1), 144000, app.bench_id('user', 1)`,
  `insert into sla_policies (id, org_id, name, position, applies_to, calendar_id, targets, created_by) select app.bench_id('policy', 1),
      ${org},
    'Gold', 1, 'ticket', app.bench_id('hours', 1), '{"medium": {"first_response_minutes": 240, "resolution_minutes": 4800}}',
    app.bench_id('user', 1)`,
  `insert into tickets (id, org_id, number, subject, status, priority, client_id, requester_email, assignee_user_id, created_at,
      waiting_since, first_response_at, resolved_at, closed_at, sla_due_at)
    select ${ticket}, ${org}, n, 'The order number ' || n || ' is late', ${status},
      (array['low', 'medium', 'high', 'urgent'])[1 + n % 4], app.bench_id('client', 1 + n % 500), 'person' || n || '@example.com',
      case when n % 5 > 0 then app.bench_id('user', 1 + n % 20) end, ${created},
      case when ${isOpen} and n % 3 = 0 then ${created} end, case when not ${isOpen} then ${created} + interval '2 hours' end,
      case when not ${isOpen} then case when n % 10 = 4 then now() - interval '2 days' else ${created} + interval '9 hours' end end,
      case when n % 10 > 4 then ${created} + interval '9 hours' end,
      case when ${isOpen} then now() + make_interval(mins => 2 * (n % 40000) - 8000) end
    from generate_series(1, ${many}) n`,
  `insert into ticket_counters (org_id, last) values (${org}, ${many}) on conflict (org_id) do update set last = excluded.last`,
  `insert into sla_clocks (org_id, subject_type, subject_id, ticket_id, policy_id, policy_snapshot, calendar_id, metric, target_seconds,
      started_at, state, since, due_at, warn_at, breached_at, completed_at, consumed_seconds, elapsed_seconds, created_at)
    select ${org}, 'ticket', ${ticket}, ${ticket}, app.bench_id('policy', 1), '{"name": "Gold", "warn_percent": 80}',
      app.bench_id('hours', 1), m.metric, 28800, ${created}, case when ${isOpen} then 'running' else 'met' end,
      case when ${isOpen} then now() - make_interval(mins => n % 9000) else ${created} end, d.due, d.due - interval '2 hours',
      case when d.due < now() then d.due end, case when not ${isOpen} then ${created} + interval '2 hours' end, 0,
      case when not ${isOpen} then 7200 end, ${created}
    from generate_series(1, ${many}) n, (values ('first_response', 0), ('resolution', 600)) m(metric, later),
      lateral (select case when ${isOpen} then now() + make_interval(mins => 2 * (n % 40000) - 8000 + m.later) end as due) d`,
]

export async function loadTickets(owner: Client, step: (text: string) => void): Promise<void> {
  const { rows } = await owner.query(`select from tickets where org_id = ${org} limit 1`)
  if (rows.length) return
  await owner.query('set session_replication_role = replica')
  for (const statement of desk) await owner.query(statement)
  await owner.query('set session_replication_role = origin')
  await owner.query('vacuum (analyze) tickets, sla_clocks')
  step(`${many} tickets with two clocks each`)
}

const ways = [
  ['newest first', ''],
  ['due first', 'sort=due_at'],
  ['not resolved, due first', 'status=open,pending,on_hold&sort=due_at'],
  ['open and mine, due first', 'status=open&assignee_user_id=me&sort=due_at'],
  ['open and mine, newest first', 'status=open&assignee_user_id=me'],
  ['late or at risk, due first', 'sla_state=breached,at_risk&sort=due_at'],
  ['unassigned, waiting longest', 'assignee_user_id=none&status=open&sort=waiting_since'],
] as const

/** The cost of a page of the ticket queue. */
export async function queueRows(
  service: Part,
  { org: id, token }: Tenant,
  floors: FloorWorker | null,
  { seconds, step }: { seconds: number; step: (text: string) => void },
): Promise<Row[]> {
  const rows: Row[] = []
  for (const [what, query] of ways) {
    step(`tickets: ${what}`)
    const url = `${service.url}/api/v1/organizations/${id}/tickets?limit=50&${query}`
    const shot = () => ({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } })
    await fire(shot, { seconds: 1 })
    const { p50, p95, perSecond, errors } = await fire(shot, { seconds })
    const failed = errors ? ` (${errors} errors)` : ''
    const floor = await floors?.measure(what, await bytesOf(shot()), { seconds })
    rows.push({
      floor: floor ?? 'not asked for',
      p50,
      what: `100 000 tickets: ${what}`,
      ours: `${p50.toFixed(2)} / ${p95.toFixed(2)}${failed}`,
      perSecond,
      target: 'p95 ≤ 50 ms',
    })
  }
  return rows
}
