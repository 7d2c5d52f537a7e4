import type { Client } from 'pg'
import { ids } from './data.ts'
import { asService, entered, id, median } from './payroll.ts'

const people = 500
const [first, last] = ['2026-10-01', '2026-12-31']
const start = `date '${first}' + (n * 7 + k * 23) % 89`

/** So many employees in another organization, each away four times in a quarter. */
const loaded = [
  `insert into organizations (id, name, slug, created_by, country, timezone, currency)
    select ${id('org', 2)}, 'Organization 2', 'organization-2', ${id('user', 1)}, 'ES', 'Europe/Madrid', 'EUR'`,
  `insert into organization_members (id, org_id, user_id, role) select ${id('member', 2)}, ${id('org', 2)}, ${id('user', 1)}, 'owner'`,
  `insert into employees (id, org_id, employee_number, first_name, last_name, hire_date)
    select ${id('away', 'n')}, ${id('org', 2)}, lpad(n::text, 4, '0'), 'Person', 'Number ' || n, '2025-01-01'
    from generate_series(1, ${people}) n`,
  `insert into leave_types (id, org_id, name) select ${id('leave', 2)}, ${id('org', 2)}, 'Vacation'`,
  `insert into leave_requests (id, org_id, employee_id, leave_type_id, start_date, end_date, slots, total, status)
    select ${id('absence', 'n * 4 + k')}, ${id('org', 2)}, ${id('away', 'n')}, ${id('leave', 2)}, s.day, s.day + n % 3,
      int8multirange(int8range((s.day - date '1970-01-01')::bigint * 1440, (s.day + n % 3 + 1 - date '1970-01-01')::bigint * 1440)),
      1 + n % 3, case when n % 10 = 0 then 'pending' else 'approved' end
    from generate_series(1, ${people}) n cross join generate_series(0, 3) k cross join lateral (select ${start} as day) s`,
]

/** The same answer by one statement: no identity, policies or masks. */
const byHand = `
  select json_build_object('from', date '${first}', 'to', date '${last}', 'items', json_agg(json_build_object(
      'employee_id', e.id, 'name', e.name, 'from', d.starts, 'to', d.ends,
      'from_half', case when lower(x.run) % 1440 >= 720 then 'pm' else 'am' end,
      'to_half', case when upper(x.run) % 1440 between 1 and 720 then 'am' else 'pm' end,
      'status', r.status, 'leave_type', t.name, 'color', t.color, 'request_id', r.id)
      order by d.starts, e.name, e.id, lower(x.run)))::text as answer
    from leave_requests r join employees e on e.org_id = r.org_id and e.id = r.employee_id
      join leave_types t on t.org_id = r.org_id and t.id = r.leave_type_id
      cross join unnest(r.slots) x(run)
      cross join lateral (select date '1970-01-01' + (lower(x.run) / 1440)::int as starts,
        date '1970-01-01' + ((upper(x.run) - 1) / 1440)::int as ends) d
    where r.org_id = ${id('org', 2)} and r.end_date >= '${first}' and r.start_date <= '${last}'
      and r.status in ('approved', 'pending') and d.ends >= '${first}' and d.starts <= '${last}'`
const ours = `select app.absence_calendar('${first}', '${last}', null, null)::text as answer`

async function load(owner: Client, step: (text: string) => void) {
  await owner.query(ids)
  const { rows } = await owner.query(`select 1 from organizations where id = ${id('org', 2)}`)
  if (rows.length) return
  step(`loading absences of ${people} employees`)
  await entered(owner, 'set local session_replication_role = replica', async () => {
    for (const statement of loaded) await owner.query(statement)
  })
  await owner.query('vacuum (analyze)')
}

async function timed(owner: Client, name: string, text: string) {
  const began = performance.now()
  const { rows } = await owner.query<{ answer: string }>({ name, text })
  return { ms: performance.now() - began, answer: rows[0]!.answer }
}

/** The absence calendar of 500 people for a quarter beside one statement by hand with the same answer, as Markdown. */
export async function absences(owner: Client, step: (text: string) => void): Promise<string> {
  await load(owner, step)
  const [own, floors]: [number[], number[]] = [[], []]
  for (let n = 0; n < 30; n++) {
    const told = await entered(owner, asService, () => timed(owner, 'absences', ours), false, 2)
    const floor = await timed(owner, 'absences_by_hand', byHand)
    if (JSON.stringify(JSON.parse(told.answer)) !== JSON.stringify(JSON.parse(floor.answer)))
      throw new Error('the statement by hand answers something else')
    if (n < 10) continue
    own.push(told.ms)
    floors.push(floor.ms)
  }
  return [
    `| absence calendar of ${people} people for a quarter | ms |`,
    '| --- | --- |',
    `| app.absence_calendar | ${median(own).toFixed(1)} |`,
    `| one statement by hand | ${median(floors).toFixed(1)} |`,
    `| ratio, target ≤ 4 | ${(median(own) / median(floors)).toFixed(2)} |`,
    '',
  ].join('\n')
}
