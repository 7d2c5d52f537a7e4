import { describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { asOwner, type Json } from '../kit/client.ts'
import { makeType } from '../kit/leave.ts'
import { join, type Workspace } from '../kit/makers.ts'
import {
  act,
  acted,
  calculated,
  compensate,
  component,
  employer,
  makeRun,
  paid,
  paidRun,
  slipOf,
  unpaid,
} from '../kit/payroll.ts'
import { refusal } from '../kit/refusals.ts'

const runAt = (ws: Workspace, { id }: Json) => `${ws.base}/payroll-runs/${id}`
const told = async (ws: Workspace, run: Json) =>
  (await ws.owner.ok('GET', runAt(ws, run))).exceptions.map(
    ({ code, severity, text }: Json) => `${code} ${severity}: ${text}`,
  )
const october = { period_start: '2026-10-01' }
const extra = { period_start: '2026-01-01', period_end: '2026-06-30', is_extra: true, extra_number: 1 }

describe('an extra payment', () => {
  test('is paid once to each person, and beside the next one', async () => {
    const ws = await employer()
    await paid(ws, { pay_basis: 'annual', amount_minor: 3_000_000, payments_per_year: 14 })
    const [first, second] = [
      await calculated(ws, { ...extra, name: 'Summer' }),
      await calculated(ws, { ...extra, name: 'Again', period_end: '2026-07-31' }),
    ]
    expect(await told(ws, second)).toContain('already_in_run confirm: already in run Summer')
    await acted(ws, first, 'approve', { force: true })
    expect(refusal(await act(ws, second, 'approve', { force: true }))).toEqual([
      409,
      '1 exception: Ada: already in run Summer',
    ])
    const other = await calculated(ws, { ...extra, period_end: '2026-12-31', extra_number: 2 })
    expect((await act(ws, other, 'approve')).status).toBe(200)
  })
})

test('of two runs that pay somebody the same days, approved at the same moment, one is refused by name', async () => {
  const ws = await employer()
  await paid(ws)
  const runs = [await calculated(ws, { name: 'First' }), await calculated(ws, { name: 'Second' })]
  const replies = await Promise.all(runs.map((run) => act(ws, run, 'approve', { force: true })))
  const lost = replies.findIndex(({ status }) => status === 409)
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(refusal(replies[lost]!)[1]).toBe(`1 exception: Ada: already in run ${runs[1 - lost]!.name}`)
})

test('a run is of at most 5 000 people, and says how to pay more', async () => {
  const ws = await employer()
  await asOwner(`begin; set local session_replication_role = replica;
    with people as (insert into employees (org_id, created_by, employee_number, first_name, hire_date)
        select '${ws.org.id}', '${ws.owner.id}', 'N' || n, 'Person', '2025-01-01' from generate_series(1, 5001) n returning id)
      insert into employments (org_id, employee_id, valid, employment_type)
        select '${ws.org.id}', p.id, daterange('2025-01-01', null), 'full_time' from people p; commit`)
  const run = await makeRun(ws)
  expect(refusal(await act(ws, run, 'calculate'))).toEqual([
    409,
    '5001 people; at most 5000 in one run: make one for each department',
  ])
})

test('a payslip that is final stays as it is in every column, with its lines', async () => {
  const ws = await employer()
  await paid(ws)
  const run = await calculated(ws)
  await acted(ws, run, 'approve')
  const slips = ['base_minor = 1', 'deductions_minor = 1', 'employer_minor = 1', "currency = 'USD'"].concat(
    "employee_name = 'x'",
    "pay_date = '2026-01-01'",
    "period = '[2026-01-01,2026-02-01)'",
  )
  const lines = ['amount_minor = 1', "kind = 'deduction'", "code = 'x'", 'base_minor = 1', 'manual = true']
  for (const [table, column, sets] of [
    ['payslips s', 's.run_id', slips],
    ['payslip_lines l', '(select p.run_id from payslips p where p.id = l.payslip_id)', lines],
  ] as const)
    for (const set of sets)
      await expect(asOwner(`update ${table} set ${set} where ${column} = $1`, [run.id])).rejects.toThrow(
        'the payslip is final; reopen the run, or correct it in a later one',
      )
  expect((await acted(ws, run, 'pay')).status).toBe('paid')
})

test('a run refuses what does not fit, and what its state does not allow', async () => {
  const ws = await employer()
  const employee = await paid(ws)
  const unknown = uuidv7()
  for (const [draft, message] of [
    [{ excluded_ids: [unknown] }, `body.excluded_ids: not found: ${unknown}`],
    [{ ...extra, period_end: '2027-01-03' }, 'body.period_end: at most 367 days'],
    [{ pay_date: '2027-06-03' }, 'body.pay_date: at most half a year after the period'],
    [{ currency: 'EURO' }, 'body.currency: must be an ISO 4217 code such as EUR'],
    [{ employee_ids: [] }, 'body.employee_ids: at least one'],
    [{ ...extra, extra_number: 5 }, 'body.extra_number: must be 1 to 4'],
  ] as [object, string][]) {
    const sent = { period_start: '2026-11-01', ...draft }
    expect(refusal(await ws.owner.call('POST', `${ws.base}/payroll-runs`, sent))).toEqual([422, message])
  }
  const run = await makeRun(ws)
  expect(refusal(await act(ws, run, 'reopen'))).toEqual([
    409,
    'the run is draft; only an approved run can be reopened',
  ])
  await acted(ws, run, 'calculate')
  const slip = await slipOf(ws, run, employee)
  const add = Array.from({ length: 50 }, (_, n) => ({ name: `${n}`, kind: 'earning', amount_minor: 1 }))
  const edit = (body: object) => ws.owner.call('PATCH', `${ws.base}/payslips/${slip.id}`, body)
  expect(refusal(await edit({ add: [{ ...add[0], amount_minor: 0 }] }))[0]).toBe(422)
  expect((await edit({ add })).status).toBe(200)
  expect(refusal(await edit({ add: add.slice(0, 1) }))).toEqual([409, 'at most 50 lines by hand'])
  await ws.owner.ok('PATCH', runAt(ws, run), { pay_date: '2026-11-30' })
  expect(refusal(await edit({ add: add.slice(0, 1) }))).toEqual([409, 'the run is draft; calculate it first'])
  await acted(ws, run, 'calculate')
  await acted(ws, run, 'approve')
  for (const [action, body, said] of [
    ['approve', {}, [409, 'the run is approved; reopen it before you approve it again']],
    ['pay', { paid_at: '2026-10-31' }, [422, 'body.paid_at: must not be before the period']],
  ] as const)
    expect(refusal(await act(ws, run, action, body))).toEqual(said)
  for (const [method, said] of [
    ['DELETE', 'cancel it instead'],
    ['PATCH', 'reopen it before you change it'],
  ])
    expect(
      refusal(await ws.owner.call(method!, runAt(ws, run), method === 'PATCH' ? { name: 'x' } : undefined)),
    ).toEqual([409, `the run is approved; ${said}`])
  await acted(ws, run, 'cancel')
  for (const action of ['calculate', 'approve', 'pay', 'reopen', 'bank-file'])
    expect(refusal(await act(ws, run, action))).toEqual([409, 'the run is cancelled; make another run'])
})

test('a run that was changed by hand is approved by another owner', async () => {
  const ws = await employer()
  const employee = await paid(ws)
  const other = await join(ws, 'owner', 'Barbara Liskov')
  const run = await makeRun(ws)
  await other.ok('POST', `${runAt(ws, run)}/calculate`)
  const third = await join(ws, 'owner', 'Margaret Hamilton')
  const slip = await slipOf(ws, run, employee)
  await ws.owner.ok('PATCH', `${ws.base}/payslips/${slip.id}`, {
    add: [{ name: 'Bonus', kind: 'earning', amount_minor: 1 }],
  })
  expect(refusal(await act(ws, run, 'approve'))).toEqual([
    403,
    'you changed its payslips; Margaret Hamilton can approve it',
  ])
  expect((await third.ok('POST', `${runAt(ws, run)}/approve`, {})).sole_approver).toBe(false)
})

describe('what to look at before the approval', () => {
  test('says what it is of accounts, leave, the last run and the day of payment', async () => {
    const ws = await employer()
    const iban = 'ES9121000418450200051332'
    const employee = await paid(ws, {}, { iban })
    await paid(ws, {}, { first_name: 'Bo', iban })
    await paid(ws, {}, { first_name: 'Cy' })
    await paidRun(ws, october)
    await compensate(ws, employee, { effective_from: '2026-11-01', amount_minor: 280_000 })
    await unpaid(ws, employee, { start_date: '2026-11-03' }, { requires_approval: true })
    const type = await makeType(ws)
    const gone = await paid(ws, {}, { first_name: 'Di' })
    await ws.owner.ok('POST', `${ws.base}/leave-requests`, {
      leave_type_id: type.id,
      employee_id: gone.id,
      start_date: '2026-02-02',
      end_date: '2026-03-03',
    })
    await ws.owner.ok('POST', `${ws.base}/employees/${gone.id}/terminate`, { termination_date: '2026-11-10' })
    const run = await calculated(ws, { pay_date: '2026-11-29' })
    expect(await told(ws, run)).toEqual([
      'pending_leave confirm: a request for leave that is not fully paid is not decided',
      'differs notice: 12 % more net pay than in October 2026',
      'iban_shared notice: has the IBAN of somebody else in this run',
      'iban_shared notice: has the IBAN of somebody else in this run',
      'missing_iban notice: has no IBAN; the bank file leaves it out',
      'missing_iban notice: has no IBAN; the bank file leaves it out',
      'overtaken notice: has taken more leave than was earned',
      'pay_date notice: 29 Nov 2026 is no working day; the one before is 27 Nov 2026',
    ])
  })

  test('says how a payslip would be another one now', async () => {
    const ws = await employer()
    const [ada, bo] = [await paid(ws), await paid(ws, {}, { first_name: 'Bo' })]
    await paidRun(ws, october)
    const run = await calculated(ws)
    const since = async () =>
      (await told(ws, run)).flatMap((line: string) => /^changed blocking: (.*) since/.exec(line)?.[1] ?? [])
    await compensate(ws, ada, { effective_from: '2026-10-16', amount_minor: 250_001, retroactive: true })
    await ws.owner.ok('PATCH', `${ws.base}/employees/${bo.id}`, {
      job_title: 'Lead',
      effective_from: '2026-11-02',
    })
    expect((await since()).toSorted()).toEqual([
      'has other arrears',
      'has other days, hours, position or pay',
    ])
    await ws.owner.ok('POST', `${ws.base}/employees/${bo.id}/terminate`, { termination_date: '2026-10-31' })
    expect(await since()).toContain('is not in this run any more')
  })
})

test('the bank file leaves out whose net pay is not above zero, and says so', async () => {
  const ws = await employer()
  await component(ws, {
    code: 'all',
    name: 'All',
    kind: 'deduction',
    calc: 'percent',
    base: ['gross'],
    rate: '100',
  })
  await paid(ws, {}, { iban: 'ES9121000418450200051332' })
  const run = await acted(ws, await calculated(ws), 'approve', { force: true })
  const file = await ws.owner.ok('POST', `${runAt(ws, run)}/bank-file`, {
    debtor_iban: 'FR1420041010050500013M02606',
  })
  expect(file).toMatchObject({
    content: null,
    payments: 0,
    left_out: [{ net_minor: 0, reason: 'its net pay is not above zero' }],
  })
})

test('a run whose file the bank has is cancelled only once the bank has stopped it', async () => {
  const ws = await employer()
  await paid(ws, {}, { iban: 'ES9121000418450200051332' })
  const run = await acted(ws, await calculated(ws), 'approve', { force: true })
  const order = (body: object) => act(ws, run, 'bank-file', body)
  for (const [body, message] of [
    [{ part: 0 }, 'body.part: must be at least 1'],
    [
      { debtor_iban: 'FR1420041010050500013M02607' },
      'body.debtor_iban: has wrong check digits; look for a mistyped character',
    ],
  ] as [object, string][])
    expect(refusal(await order(body))).toEqual([422, message])
  expect((await order({ debtor_iban: 'FR1420041010050500013M02606' })).status).toBe(200)
  expect(refusal(await act(ws, run, 'cancel'))).toEqual([
    409,
    'the bank file of Payroll November 2026 was made, and 2500.00 EUR would be paid twice; ' +
      'send bank_file_withdrawn once the bank has stopped it',
  ])
  expect((await acted(ws, run, 'cancel', { bank_file_withdrawn: true })).status).toBe('cancelled')
})

test('a component has a code that bases can name, a kind that stays, and brackets that ascend', async () => {
  const ws = await employer()
  const add = (draft: object) =>
    ws.owner.call('POST', `${ws.base}/payroll-components`, {
      code: 'x',
      name: 'X',
      kind: 'deduction',
      calc: 'fixed',
      amount_minor: 1,
      ...draft,
    })
  const scale = (...ends: (number | null)[]) => ({
    calc: 'brackets',
    base: ['gross'],
    brackets: ends.map((up_to_minor) => ({ up_to_minor, rate: '1' })),
  })
  const ascend = 'body.brackets: must ascend, and the last must have no end'
  for (const [draft, message] of [
    [{ code: 'X y' }, 'body.code: must be lower-case letters, digits and _, at most 30'],
    [{ position: 1001 }, 'body.position: must be 0 to 1000'],
    [{ amount_minor: -1 }, 'body.amount_minor: must not be negative'],
    [{ calc: 'percent', base: ['gross'], rate: '-1' }, 'body.rate: must not be negative'],
    [scale(), 'body.brackets: at least one'],
    [scale(5, 5, null), ascend],
    [scale(null, 5), ascend],
    [scale(0, null), ascend],
  ] as [object, string][])
    expect(refusal(await add(draft))).toEqual([422, message])
  const { id } = (await add({})).body
  const change = (body: object) => ws.owner.call('PATCH', `${ws.base}/payroll-components/${id}`, body)
  expect(refusal(await change({ kind: 'earning', name: 'Y' }))).toEqual([422, 'body.kind: unknown field'])
})

test('runs are for admins to make and owners to approve; payslips of others are as if missing', async () => {
  const ws = await employer()
  const [admin, manager, person] = [await join(ws, 'admin'), await join(ws, 'manager'), await join(ws)]
  const employee = await paid(ws, {}, { user_id: person.id })
  const run = await calculated(ws)
  const slip = await slipOf(ws, run, employee)
  for (const action of ['approve', 'pay', 'reopen', 'cancel'])
    expect(refusal(await admin.call('POST', `${runAt(ws, run)}/${action}`, {}))).toEqual([
      403,
      'needs the role owner or above',
    ])
  const admins = [403, 'needs the role admin or above']
  for (const path of ['payroll-runs', 'payroll-components'])
    for (const method of ['GET', 'POST'])
      expect(
        refusal(await manager.call(method, `${ws.base}/${path}`, method === 'POST' ? {} : undefined)),
      ).toEqual(admins)
  for (const path of ['', '/payslips', '/journal'])
    expect(refusal(await manager.call('GET', runAt(ws, run) + path))).toEqual([404, 'payroll run not found'])
  for (const path of ['', '/pdf'])
    for (const who of [manager, person])
      expect(refusal(await who.call('GET', `${ws.base}/payslips/${slip.id}${path}`))).toEqual([
        404,
        'payslip not found',
      ])
  const edit = (body: object) => ws.owner.call('PATCH', `${ws.base}/payslips/${slip.id}`, body)
  const line = { name: 'Bonus', kind: 'earning', amount_minor: 1 }
  for (const [body, message] of [
    [
      { add: [{ ...line, code: 'A b' }] },
      'body.add[0].code: must be lower-case letters, digits and _, at most 30',
    ],
    [{ add: Array.from({ length: 51 }, () => line) }, 'body.add: at most 50'],
    [{}, 'body: at least one field required'],
  ] as [object, string][])
    expect(refusal(await edit(body))).toEqual([422, message])
  expect(refusal(await person.call('GET', `${ws.base}/payslips/mine?year=1999`))).toEqual([
    422,
    'query.year: must be a year',
  ])
  expect(refusal(await ws.owner.call('PATCH', runAt(ws, run), { department_id: run.id }))).toEqual([
    422,
    'body.department_id: not found',
  ])
})
