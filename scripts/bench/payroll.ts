import type { Client } from 'pg'
import { ids } from './data.ts'

export const id = (kind: string, n: string | number) => `app.bench_id('${kind}', ${n})`
const org = id('org', 1)
const people = 1000

/** So many employees with a department, hours, pay and some unpaid leave, five components, and a month that is paid. */
const loaded = [
  `insert into organizations (id, name, slug, created_by, country, timezone, currency)
    select ${org}, 'Organization 1', 'organization-1', ${id('user', 1)}, 'ES', 'Europe/Madrid', 'EUR'`,
  `insert into users (id, email, name, password_hash) select ${id('user', 1)}, 'person1@example.com', 'Person 1', 'x'`,
  `insert into organization_members (id, org_id, user_id, role) select ${id('member', 1)}, ${org}, ${id('user', 1)}, 'owner'`,
  `insert into departments (id, org_id, name) select ${id('department', 'n')}, ${org}, 'Department ' || n
    from generate_series(1, 10) n`,
  `insert into employees (id, org_id, employee_number, first_name, last_name, hire_date)
    select ${id('employee', 'n')}, ${org}, lpad(n::text, 4, '0'), 'Person', 'Number ' || n, '2025-01-01'
    from generate_series(1, ${people}) n`,
  `insert into employments (org_id, employee_id, valid, employment_type)
    select ${org}, ${id('employee', 'n')}, daterange('2025-01-01', null), 'full_time' from generate_series(1, ${people}) n`,
  `insert into employee_positions (org_id, employee_id, department_id, job_title, valid)
    select ${org}, ${id('employee', 'n')}, ${id('department', '1 + n % 10')}, 'Analyst', daterange('2025-01-01', null)
    from generate_series(1, ${people}) n`,
  `insert into employee_compensations (org_id, employee_id, effective_from, currency, pay_basis, amount_minor)
    select ${org}, ${id('employee', 'n')}, '2025-01-01', 'EUR', 'annual', 2400000 + n * 1000 from generate_series(1, ${people}) n`,
  `insert into work_schedules (id, org_id, name, is_default) select ${id('schedule', 1)}, ${org}, 'Full time', true`,
  `insert into work_schedule_versions (org_id, schedule_id, valid_from, days) select ${org}, ${id('schedule', 1)}, '2000-01-01',
    jsonb_agg(jsonb_build_object('week', 1, 'weekday', n, 'minutes', 480, 'value', 1, 'intervals', '[[540, 1020]]'::jsonb))
    from generate_series(1, 5) n`,
  `insert into leave_types (id, org_id, name, paid, affects_balance) select ${id('leave', 1)}, ${org}, 'Unpaid', 'unpaid', false`,
  `insert into leave_requests (id, org_id, employee_id, leave_type_id, start_date, end_date, slots, total, status)
    select ${id('request', 'n')}, ${org}, ${id('employee', 'n')}, ${id('leave', 1)}, '2026-11-03', '2026-11-04', '{}', 2, 'approved'
    from generate_series(1, ${people}, 20) n`,
  `insert into leave_days (org_id, employee_id, request_id, day, am, pm, minutes, amount)
    select ${org}, ${id('employee', 'n')}, ${id('request', 'n')}, d::date, 0.5, 0.5, 480, 1
    from generate_series(1, ${people}, 20) n cross join generate_series(timestamp '2026-11-03', '2026-11-04', '1 day') d`,
  `insert into payroll_components (id, org_id, code, name, kind, position) select ${id('component', 'n')}, ${org}, code, code, kind, n
    from (values (1, 'MEAL', 'earning'), (2, 'SOCIAL', 'deduction'), (3, 'TAX', 'deduction'), (4, 'TRAINING', 'deduction'),
      (5, 'EMPLOYER', 'employer')) c(n, code, kind)`,
  `insert into payroll_component_versions (org_id, component_id, valid_from, calc, base, rate, amount_minor, brackets)
    select ${org}, ${id('component', 'n')}, '2020-01-01', calc, base::text[], rate, amount, brackets::jsonb
    from (values (1, 'fixed', '{}', null, 10000, null), (2, 'percent', '{gross}', 6.48, null, null),
      (3, 'brackets', '{gross}', null, null, '[{"up_to_minor": 1245000, "rate": "19"}, {"up_to_minor": 2020000, "rate": "24"},
        {"up_to_minor": 3520000, "rate": "30"}, {"up_to_minor": null, "rate": "37"}]'),
      (4, 'percent', '{base}', 0.1, null, null), (5, 'percent', '{gross}', 30.57, null, null))
      c(n, calc, base, rate, amount, brackets)`,
  `insert into payroll_runs (id, org_id, name, period_start, period_end, pay_date, currency, frequency)
    select ${id('run', 'n')}, ${org}, 'Run ' || n, make_date(2026, 9 + n, 1), (make_date(2026, 9 + n, 1) + interval '1 month - 1 day')::date,
      make_date(2026, 9 + n, 28), 'EUR', 'monthly' from generate_series(1, 2) n`,
]

/** The same amounts by one statement: no identity, policies, triggers but those of references, snapshots or kinds of pay that nobody has. */
const byHand = `
  with people as (select e.id, e.name, e.employee_number, p.department_id, d.name as department, p.job_title, c.amount_minor
    from employees e
      join employments m on m.org_id = e.org_id and m.employee_id = e.id and m.valid @> date '2026-11-30'
      join employee_positions p on p.org_id = e.org_id and p.employee_id = e.id and p.valid @> date '2026-11-30'
      join departments d on d.org_id = e.org_id and d.id = p.department_id
      join employee_compensations c on c.org_id = e.org_id and c.employee_id = e.id and c.effective_from <= '2026-11-01'
    where e.org_id = ${org}),
  away as (select d.employee_id, sum(d.minutes) as minutes from leave_days d join leave_requests r on r.org_id = d.org_id
      and r.id = d.request_id and r.status = 'approved' join leave_types t on t.org_id = r.org_id and t.id = r.leave_type_id
      and t.paid = 'unpaid' where d.org_id = ${org} and d.day between '2026-11-01' and '2026-11-30' group by d.employee_id),
  base as (select p.*, uuidv7() as slip, round(p.amount_minor * 11 / 12.0) - round(p.amount_minor * 10 / 12.0) as whole,
      coalesce(a.minutes, 0) / (21 * 480.0) as share from people p left join away a on a.employee_id = p.id),
  paid as (select b.*, round(b.whole * (1 - b.share)) as base, round(b.whole * (1 - b.share)) + 10000 as gross from base b),
  due as (select p.*, round(p.gross * 6.48 / 100) as social, round(p.base * 0.1 / 100) as training,
      round(p.gross * 30.57 / 100) as employer, round(p.gross * x.tax / x.annual) as tax from paid p
      cross join lateral (select a.annual, 0.19 * least(a.annual, 1245000) + 0.24 * greatest(0, least(a.annual, 2020000) - 1245000)
        + 0.30 * greatest(0, least(a.annual, 3520000) - 2020000) + 0.37 * greatest(0, a.annual - 3520000) as tax
        from (select p.amount_minor + 120000 as annual) a) x),
  slips as (insert into payslips (id, org_id, run_id, employee_id, employee_name, employee_number, department_id, department_name,
      job_title, period, pay_date, title, currency, total_days, base_minor, gross_minor, deductions_minor, net_minor,
      employer_minor, cost_minor)
    select slip, ${org}, ${id('run', 2)}, id, name, employee_number, department_id, department, job_title, '[2026-11-01,2026-11-30]',
      '2026-11-28', 'November 2026', 'EUR', 30, base, gross, social + tax + training, gross - social - tax - training, employer,
      gross + employer from due returning id),
  lines as (insert into payslip_lines (org_id, payslip_id, employee_id, code, name, kind, place, quantity, rate, base_minor, amount_minor)
    select ${org}, d.slip, d.id, l.* from due d cross join lateral (values
      ('base', 'Base pay', 'earning', 3, 30, null, d.whole, d.whole),
      ('reduction', 'Reduction for absence', 'earning', 4, 1, null, d.whole, d.base - d.whole),
      ('MEAL', 'MEAL', 'earning', 400, null, null, 10000, 10000), ('SOCIAL', 'SOCIAL', 'deduction', 401, null, 6.48, d.gross, -d.social),
      ('TAX', 'TAX', 'deduction', 402, null, null, d.gross, -d.tax), ('TRAINING', 'TRAINING', 'deduction', 403, null, 0.1, d.base, -d.training),
      ('EMPLOYER', 'EMPLOYER', 'employer', 404, null, 30.57, d.gross, d.employer))
      l(code, name, kind, place, quantity, rate, base, amount) where l.amount <> 0 returning id)
  select count(*) as slips, (select count(*) from lines) as lines, (select sum(gross + employer) from due) as cost from slips`

/** Fills an empty database with one organization that has a thousand employees, of whom October is paid. */
async function load(owner: Client, step: (text: string) => void) {
  await owner.query(ids)
  const { rows } = await owner.query('select 1 from payroll_runs limit 1')
  if (rows.length) return
  step(`loading ${people} employees`)
  await entered(owner, 'set local session_replication_role = replica', async () => {
    for (const statement of loaded) await owner.query(statement)
  })
  await entered(owner, asService, async () => {
    await owner.query(`select app.calculate_payroll(${id('run', 1)})`)
    await owner.query(`select app.approve_payroll(${id('run', 1)}, true)`)
    await owner.query(`select app.pay_payroll(${id('run', 1)}, null)`)
  })
  await owner.query('vacuum (analyze)')
}

export const asService = 'set local role svc_app'

/** Runs statements in one of the organizations, as its owner; `kept` says whether they stay. */
export async function entered<T>(
  owner: Client,
  as: string,
  run: () => Promise<T>,
  kept = true,
  place = 1,
): Promise<T> {
  await owner.query('begin')
  const settings = { org_id: id('org', place), user_id: id('user', 1), rank: `'50'` }
  for (const [name, value] of Object.entries(settings))
    await owner.query(`select set_config('app.${name}', (${value})::text, true)`)
  await owner.query(as)
  const done = await run()
  await owner.query(kept ? 'commit' : 'rollback')
  return done
}

async function timed(owner: Client, statement: string) {
  const began = performance.now()
  const { rows } = await owner.query(statement)
  return { ms: performance.now() - began, row: rows[0] as { cost: string } }
}

/** The calculation of a run of a thousand people beside one statement by hand over the same rows, as Markdown. */
export async function payroll(owner: Client, step: (text: string) => void): Promise<string> {
  await load(owner, step)
  const ours: number[] = []
  const floors: number[] = []
  for (let n = 0; n < 12; n++) {
    step(`payroll, ${n + 1} of 12`)
    const calculated = await entered(
      owner,
      asService,
      async () => {
        const { ms } = await timed(owner, `select app.calculate_payroll(${id('run', 2)})`)
        const { rows } = await owner.query<{ cost: string }>(
          `select totals->>'cost_minor' as cost from payroll_runs where id = ${id('run', 2)}`,
        )
        return { ms, cost: rows[0]!.cost }
      },
      false,
    )
    await owner.query('begin')
    for (const table of ['payslips', 'payslip_lines'])
      await owner.query(`alter table ${table} disable trigger user`)
    const byOne = await timed(owner, byHand)
    await owner.query('rollback')
    if (byOne.row.cost !== calculated.cost) throw new Error(`${byOne.row.cost} is not ${calculated.cost}`)
    if (n < 2) continue
    ours.push(calculated.ms)
    floors.push(byOne.ms)
  }
  const [own, floor] = [median(ours), median(floors)]
  return [
    '| payroll of 1 000 employees | ms |',
    '| --- | --- |',
    `| app.calculate_payroll | ${own.toFixed(0)} |`,
    `| one statement by hand | ${floor.toFixed(0)} |`,
    `| ratio, target ≤ 3 | ${(own / floor).toFixed(2)} |`,
    '',
  ].join('\n')
}
export const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!
