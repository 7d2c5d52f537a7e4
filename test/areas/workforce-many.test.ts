import { describe, expect, test } from 'vitest'
import { keyringOf, seal } from '../../src/shared/sealing/sealing.ts'
import { asOwner, type Json, sealingKeys } from '../kit/client.ts'
import { makeType } from '../kit/leave.ts'
import { type Workspace, workspace } from '../kit/makers.ts'
import { acted, calculated, employer } from '../kit/payroll.ts'

/** So many people who work here since 2026, each but the first ones reporting to one of those before. */
const staffed = (ws: Workspace, people: number) =>
  asOwner(
    `begin; set local session_replication_role = replica;
      insert into employees (id, org_id, employee_number, first_name, hire_date, created_by)
        select md5('${ws.org.id}' || n)::uuid, '${ws.org.id}', n::text, 'Person ' || lpad(n::text, 5, '0'), '2026-01-01', '${ws.owner.id}'
        from generate_series(1, ${people}) n;
      insert into employments (org_id, employee_id, valid, employment_type)
        select '${ws.org.id}', md5('${ws.org.id}' || n)::uuid, '[2026-01-01,)', 'full_time' from generate_series(1, ${people}) n;
      insert into employee_positions (org_id, employee_id, manager_employee_id, valid)
        select '${ws.org.id}', md5('${ws.org.id}' || n)::uuid, case when n > 1 then md5('${ws.org.id}' || n / 10 + (n < 10)::int)::uuid end,
          '[2026-01-01,)' from generate_series(1, ${people}) n; commit`,
  )

describe('an organization', () => {
  test('has at most 10 000 employees and 1 000 departments', async () => {
    const ws = await workspace()
    await staffed(ws, 9_999)
    const { owner, base } = ws
    await owner.ok('POST', `${base}/employees`, { first_name: 'Ada', hire_date: '2026-01-01' })
    const more = await owner.call('POST', `${base}/employees`, { first_name: 'Bob', hire_date: '2026-01-01' })
    expect([more.status, more.body.error.message]).toEqual([
      409,
      'an organization has at most 10000 employees',
    ])
    await asOwner(
      `insert into departments (org_id, name, created_by) select $1, 'Department ' || n, $2
        from generate_series(1, 999) n`,
      [ws.org.id, owner.id],
    )
    await owner.ok('POST', `${base}/departments`, { name: 'Last' })
    const other = await owner.call('POST', `${base}/departments`, { name: 'One too many' })
    expect([other.status, other.body.error.message]).toEqual([
      409,
      'an organization has at most 1000 departments',
    ])
  })

  test('of 2 000 people is charted, and listed by 200, in one round trip', async () => {
    const ws = await workspace()
    await staffed(ws, 2_000)
    const chart = await ws.owner.call('GET', `${ws.base}/employees/chart`)
    expect([chart.status, chart.roundTrips, chart.body.people.length]).toEqual([200, 1, 2_000])
    expect(chart.body.people.find((one: Json) => one.name.endsWith('00001'))).toMatchObject({ below: 1_999 })
    const list = await ws.owner.call('GET', `${ws.base}/employees?limit=200`)
    expect([list.status, list.roundTrips, list.body.items.length, list.body.total]).toEqual([
      200, 1, 200, 2_000,
    ])
  })

  test('of 500 people has a calendar of a quarter in one round trip, by runs of days', async () => {
    const ws = await workspace()
    await staffed(ws, 500)
    const type = await makeType(ws)
    await asOwner(
      `begin; set local session_replication_role = replica;
      insert into leave_requests (org_id, employee_id, leave_type_id, start_date, end_date, slots, total, status, created_by)
        select '${ws.org.id}', e.id, '${type.id}', d.day, d.day + 9, int8multirange(int8range(
          (d.day - date '1970-01-01')::bigint * 1440, (d.day + 10 - date '1970-01-01')::bigint * 1440)), 8, 'approved', '${ws.owner.id}'
        from employees e cross join (values (date '2026-10-05'), ('2026-11-02'), ('2026-12-14')) d(day)
        where e.org_id = '${ws.org.id}'; commit`,
    )
    const path = `${ws.base}/absence-calendar?from=2026-10-01&to=2026-12-31`
    const { status, roundTrips, body } = await ws.owner.call('GET', path)
    expect([status, roundTrips, body.items.length]).toEqual([200, 1, 1_500])
    expect(body.items[0]).toMatchObject({ from: '2026-10-05', to: '2026-10-14', leave_type: 'Vacation' })
  })
})

test('the bank file of more than 500 people is in parts, each a message of its own, whose sums add up', async () => {
  const ws = await employer()
  const people = 501
  const csv = ['employee_number,first_name,hire_date,pay_from,pay_basis,pay_amount,pay_currency']
    .concat(
      Array.from(
        { length: people },
        (_, n) => `${n + 1},Person ${n},2026-01-01,2026-01-01,monthly,${1000 + n},EUR`,
      ),
    )
    .join('\n')
  await ws.owner.ok('POST', `${ws.base}/employees/import`, { csv })
  const iban = 'ES9121000418450200051332'
  const rows = await asOwner<{ id: string }>('select id from employees where org_id = $1', [ws.org.id])
  const keys = keyringOf(sealingKeys)
  const sealed = await Promise.all(
    rows.map(async ({ id }) => {
      const bound = { purpose: 'iban', org: ws.org.id, record: id, version: 1 }
      const { kek_id, secret_version, ...bytes } = await seal(keys, bound, iban)
      const hex = Object.entries(bytes).map(([name, value]) => [name, Buffer.from(value).toString('hex')])
      return { id, kek_id, secret_version, ...Object.fromEntries(hex) }
    }),
  )
  await asOwner(
    `insert into employee_ibans (org_id, id, last4, fingerprint, fingerprint_key, kek_id, wrapped_dek, dek_iv, iv,
        ciphertext, secret_version)
      select $1, (x->>'id')::uuid, '1332', decode(md5(x->>'id'), 'hex'), x->>'kek_id', x->>'kek_id', decode(x->>'wrapped_dek', 'hex'),
        decode(x->>'dek_iv', 'hex'), decode(x->>'iv', 'hex'), decode(x->>'ciphertext', 'hex'), 1
      from jsonb_array_elements($2::jsonb) x`,
    [ws.org.id, JSON.stringify(sealed)],
  )
  const run = await calculated(ws)
  await acted(ws, run, 'approve', { force: true })
  const order = { debtor_iban: 'ES9121000418450200051332', execution_date: '2099-01-05' }
  const part = (n: number): Promise<Json> =>
    ws.owner.ok('POST', `${ws.base}/payroll-runs/${run.id}/bank-file`, { ...order, part: n })
  const [first, second] = [await part(1), await part(2)]
  const total = Array.from({ length: people }, (_, n) => (1000 + n) * 100).reduce((sum, one) => sum + one)
  expect([first.parts, first.payments, second.parts, second.payments]).toEqual([2, 500, 2, 1])
  expect(first.total_minor + second.total_minor).toBe(total)
  for (const file of [first, second]) {
    expect(file).toMatchObject({ run_payments: people, run_total_minor: total, left_out: [] })
    expect(file.content).toContain(`<CtrlSum>${(file.total_minor / 100).toFixed(2)}</CtrlSum>`)
  }
  expect([second.message_id, second.filename]).toEqual([`${first.message_id}-2`, 'salaries-2099-01-05-2.xml'])
  expect((await part(1)).content).toBe(first.content)
})
