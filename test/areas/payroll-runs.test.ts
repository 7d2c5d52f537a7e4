import { describe, expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
import { join, type Workspace } from '../kit/makers.ts'
import {
  act,
  acted,
  calculated,
  compensate,
  component,
  employer,
  linesOf,
  makeRun,
  paid,
  paidRun,
  slipOf,
  unpaid,
} from '../kit/payroll.ts'
import { refusal } from '../kit/refusals.ts'

const compensations = (ws: Workspace, { id }: Json) => `${ws.base}/employees/${id}/compensations`
const runAt = (ws: Workspace, { id }: Json) => `${ws.base}/payroll-runs/${id}`
const month = (n: number) => ({ period_start: `2026-${String(n).padStart(2, '0')}-01` })

describe('a run', () => {
  test('is drafted, calculated, approved and paid, and not twice', async () => {
    const ws = await employer()
    const person = await join(ws)
    const employee = await paid(ws, {}, { user_id: person.id })
    const run = await makeRun(ws)
    expect(run).toMatchObject({
      name: 'Payroll November 2026',
      period_end: '2026-11-30',
      pay_date: '2026-11-30',
      currency: 'EUR',
      frequency: 'monthly',
      status: 'draft',
      totals: null,
    })
    expect(refusal(await act(ws, run, 'approve'))).toEqual([409, 'the run is draft; calculate it first'])
    expect(refusal(await act(ws, run, 'pay'))).toEqual([409, 'the run is draft; approve it first'])
    await acted(ws, run, 'calculate')
    const slip = await slipOf(ws, run, employee)
    expect([slip.status, slip.number]).toEqual(['draft', null])
    expect((await person.ok('GET', `${ws.base}/payslips/mine`)).items).toEqual([])
    expect((await person.call('GET', `${ws.base}/payslips/${slip.id}`)).status).toBe(404)
    const approved = await acted(ws, run, 'approve')
    expect(approved).toMatchObject({
      status: 'approved',
      sole_approver: true,
      approved_by: { user_id: ws.owner.id },
    })
    expect((await person.ok('GET', `${ws.base}/payslips/mine`)).items).toEqual([])
    expect(refusal(await act(ws, run, 'calculate'))).toEqual([
      409,
      'the run is approved; reopen it before you calculate again',
    ])
    expect(refusal(await act(ws, run, 'pay', { paid_at: '2099-01-01' }))).toEqual([
      422,
      'body.paid_at: must not be in the future',
    ])
    expect(await acted(ws, run, 'pay', { paid_at: '2026-11-20' })).toMatchObject({
      status: 'paid',
      paid_on: '2026-11-20',
    })
    expect(refusal(await act(ws, run, 'pay'))).toEqual([409, 'the run is paid; correct it in a later run'])
    expect(refusal(await act(ws, run, 'reopen'))).toEqual([409, 'the run is paid; correct it in a later run'])
    expect(refusal(await act(ws, run, 'cancel'))).toEqual([409, 'the run is paid; correct it in a later run'])
    for (const method of ['DELETE', 'PATCH'])
      expect(
        refusal(await ws.owner.call(method, runAt(ws, run), method === 'PATCH' ? { name: 'x' } : undefined)),
      ).toEqual([409, 'the run is paid; correct it in a later run'])
    const [own] = (await person.ok('GET', `${ws.base}/payslips/mine`)).items
    expect(own).toMatchObject({ id: slip.id, number: '2026-00001', net_minor: 250_000 })
    expect(await person.ok('GET', `${ws.base}/payslips/${slip.id}`)).toMatchObject({
      lines: [{ code: 'base', amount_minor: 250_000 }],
      year_to_date: { gross_minor: 250_000, net_minor: 250_000 },
    })
    const colleague = await join(ws)
    expect((await colleague.call('GET', `${ws.base}/payslips/${slip.id}`)).status).toBe(404)
    expect(refusal(await colleague.call('GET', `${ws.base}/payslips/mine`))).toEqual([
      404,
      'no employee record is linked to your account; ask an administrator',
    ])
  })

  test('is stale once what it follows from has changed', async () => {
    const ws = await employer()
    const employee = await paid(ws)
    const run = await calculated(ws)
    const changes = async () =>
      (await ws.owner.ok('GET', runAt(ws, run))).exceptions
        .filter(({ severity }: Json) => severity === 'blocking')
        .map(({ code, text }: Json) => `${code}: ${text}`)
    expect(await changes()).toEqual([])
    await compensate(ws, employee, { effective_from: '2026-11-16', amount_minor: 280_000 })
    expect(await changes()).toEqual([
      'changed: has another compensation since the calculation; calculate again',
    ])
    expect(refusal(await act(ws, run, 'approve', { force: true }))).toEqual([
      409,
      '1 exception: Ada: has another compensation since the calculation; calculate again',
    ])
    await acted(ws, run, 'calculate')
    await unpaid(ws, employee, { start_date: '2026-11-03' })
    expect(await changes()).toEqual(['changed: has other leave since the calculation; calculate again'])
    await acted(ws, run, 'calculate')
    await paid(ws)
    expect(await changes()).toEqual(['changed: is new in this period since the calculation; calculate again'])
    await acted(ws, run, 'calculate')
    await component(ws, {
      code: 'tax',
      name: 'Tax',
      kind: 'deduction',
      calc: 'percent',
      base: ['gross'],
      rate: '10',
    })
    expect(await changes()).toEqual([
      'rules_changed: components changed since the calculation; calculate again',
    ])
  })

  test('is approved by another owner than who calculated it', async () => {
    const ws = await employer()
    await paid(ws)
    const run = await calculated(ws)
    const other = await join(ws, 'owner', 'Barbara Liskov')
    expect(refusal(await act(ws, run, 'approve'))).toEqual([
      403,
      'you calculated this run; Barbara Liskov can approve it',
    ])
    const approved = await other.ok('POST', `${runAt(ws, run)}/approve`, {})
    expect(approved).toMatchObject({ status: 'approved', sole_approver: false })
  })

  test('can be reopened until it is paid; its numbers are not used again', async () => {
    const ws = await employer()
    const employee = await paid(ws)
    const run = await calculated(ws)
    await acted(ws, run, 'approve')
    await expect(asOwner(`update payslips set net_minor = 1 where run_id = $1`, [run.id])).rejects.toThrow(
      'the payslip is final',
    )
    await expect(
      asOwner(`delete from payslip_lines l using payslips s where s.run_id = $1 and l.payslip_id = s.id`, [
        run.id,
      ]),
    ).rejects.toThrow('the payslip is final')
    await expect(asOwner(`delete from payslips where run_id = $1`, [run.id])).rejects.toThrow('is final')
    expect(await acted(ws, run, 'reopen')).toMatchObject({
      status: 'calculated',
      void_numbers: ['2026-00001'],
    })
    await acted(ws, run, 'calculate')
    await acted(ws, run, 'approve')
    expect(await slipOf(ws, run, employee)).toMatchObject({ number: '2026-00002', status: 'final' })
    await asOwner(`update payroll_runs set bank_file_at = now() where id = $1`, [run.id])
    expect(refusal(await act(ws, run, 'reopen'))).toEqual([
      409,
      'the bank file of Payroll November 2026 was made, and 2500.00 EUR would be paid twice; send ' +
        'bank_file_withdrawn once the bank has stopped it',
    ])
    expect((await act(ws, run, 'cancel')).status).toBe(409)
    expect(await acted(ws, run, 'cancel', { bank_file_withdrawn: true })).toMatchObject({
      status: 'cancelled',
    })
    expect(refusal(await act(ws, run, 'cancel'))).toEqual([409, 'the run is cancelled; make another run'])
    expect(await slipOf(ws, run, employee)).toMatchObject({ status: 'void' })
    await paidRun(ws)
  })

  test('pays nobody for days that another run has paid', async () => {
    const ws = await employer()
    const employee = await paid(ws)
    const [first, second] = [
      await calculated(ws, { name: 'First' }),
      await calculated(ws, { name: 'Second' }),
    ]
    expect(refusal(await act(ws, second, 'approve'))).toEqual([
      409,
      '1 exception: Ada: already in run First; send force to approve anyway',
    ])
    await acted(ws, first, 'approve', { force: true })
    expect(refusal(await act(ws, second, 'approve', { force: true }))).toEqual([
      409,
      '1 exception: Ada: already in run First',
    ])
    await ws.owner.ok('PATCH', runAt(ws, second), { excluded_ids: [employee.id] })
    expect(refusal(await act(ws, second, 'calculate'))).toEqual([
      409,
      'nobody is employed in this period; look at the department and the people of the run',
    ])
  })

  test('is approved once by approvals at the same moment', async () => {
    const ws = await employer()
    await paid(ws)
    const run = await calculated(ws)
    const replies = await Promise.all([1, 2, 3].map(() => act(ws, run, 'approve')))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })

  test('and its payslips are changed once by changes of the same version at the same moment', async () => {
    const ws = await employer()
    const employee = await paid(ws)
    const run = await calculated(ws)
    const slip = await slipOf(ws, run, employee)
    const add = [{ name: 'Bonus', kind: 'earning', amount_minor: 10_000 }]
    const at = `${ws.base}/payslips/${slip.id}`
    const lines = await Promise.all(
      Array.from({ length: 6 }, () => ws.owner.call('PATCH', at, { add, version: slip.version })),
    )
    expect(lines.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
    expect((await ws.owner.ok('GET', at)).gross_minor).toBe(260_000)
    const names = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        ws.owner.call('PATCH', runAt(ws, run), { name: `Run ${n}`, version: run.version }),
      ),
    )
    expect(names.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
    expect(refusal(names.find(({ status }) => status === 409)!)).toEqual([
      409,
      `changed by somebody else since version ${run.version}: name`,
    ])
  })

  test('refuses days and people that make no sense', async () => {
    const ws = await employer()
    const post = async (draft: object) =>
      refusal(await ws.owner.call('POST', `${ws.base}/payroll-runs`, draft))
    expect(
      await post({ period_start: '2026-11-30', period_end: '2026-11-01', pay_date: '2026-11-30' }),
    ).toEqual([422, 'body.period_end: must not be before period_start'])
    expect(await post({ period_start: '2026-01-01', period_end: '2026-06-30' })).toEqual([
      422,
      'body.period_end: at most 92 days',
    ])
    expect(await post({ period_start: '2026-11-01', pay_date: '2026-10-01' })).toEqual([
      422,
      'body.pay_date: must not be before the period',
    ])
    expect(await post({ is_extra: true })).toEqual([
      422,
      'body.extra_number: required; which of the payments beyond twelve a year it is',
    ])
    expect(await post({ extra_number: 1 })).toEqual([422, 'body.extra_number: only for extra runs'])
    const unknown = '0199c1f0-7d5e-7c3a-9b61-2f8d6a1e4c70'
    expect(await post({ employee_ids: [unknown] })).toEqual([422, `body.employee_ids: not found: ${unknown}`])
    expect(await post({ department_id: unknown })).toEqual([422, 'body.department_id: not found'])
  })

  test('leaves out contractors, unless it names them, and keeps to a department', async () => {
    const ws = await employer()
    const sales = await ws.owner.ok('POST', `${ws.base}/departments`, { name: 'Sales' })
    const seller = await paid(ws, {}, { first_name: 'Sol', department_id: sales.id })
    const contractor = await paid(ws, {}, { first_name: 'Con', employment_type: 'contractor' })
    await paid(ws, {}, { first_name: 'Zoe' })
    const names = async (draft: object) => {
      const run = await calculated(ws, draft)
      const { items } = await ws.owner.ok('GET', `${runAt(ws, run)}/payslips`)
      return items.map(({ employee }: Json) => employee.name)
    }
    expect(await names({})).toEqual(['Sol', 'Zoe'])
    expect(await names({ department_id: sales.id })).toEqual(['Sol'])
    expect(await names({ employee_ids: [contractor.id] })).toEqual(['Con'])
    expect(await names({ excluded_ids: [seller.id] })).toEqual(['Zoe'])
  })
})

describe('corrections', () => {
  test('of paid periods follow in the next run, and are gone when their cause is', async () => {
    const ws = await employer()
    const employee = await paid(ws)
    await paidRun(ws, month(10))
    const raise = {
      effective_from: '2026-10-16',
      currency: 'EUR',
      pay_basis: 'monthly',
      amount_minor: 280_000,
    }
    expect(refusal(await ws.owner.call('POST', compensations(ws, employee), raise))).toEqual([
      409,
      'payroll has paid this person until 2026-10-31; send retroactive, and the next run pays or takes back the difference',
    ])
    const entered = await ws.owner.ok('POST', compensations(ws, employee), { ...raise, retroactive: true })
    const run = await calculated(ws)
    expect(linesOf(await slipOf(ws, run, employee))).toEqual([
      ['base', 280_000],
      ['arrears', 15_484],
    ])
    await ws.owner.ok('POST', compensations(ws, employee), {
      ...raise,
      amount_minor: 250_000,
      replaces: entered.id,
      retroactive: true,
    })
    await acted(ws, run, 'calculate')
    expect(linesOf(await slipOf(ws, run, employee))).toEqual([['base', 250_000]])
  })

  test('are paid once, and what was overpaid is taken back as far as the pay goes', async () => {
    const ws = await employer()
    const employee = await paid(ws)
    await component(ws, {
      code: 'tax',
      name: 'Tax',
      kind: 'deduction',
      calc: 'percent',
      base: ['gross'],
      rate: '20',
    })
    await paidRun(ws, month(8))
    await paidRun(ws, month(9))
    const cut = { effective_from: '2026-08-01', amount_minor: 50_000, retroactive: true }
    await compensate(ws, employee, cut)
    const october = await calculated(ws, month(10))
    expect(october.exceptions).toContainEqual(
      expect.objectContaining({
        code: 'not_recovered',
        severity: 'notice',
        text: 'more was paid for earlier periods than can be taken back now; the rest follows in the next run',
      }),
    )
    const slip = await slipOf(ws, october, employee)
    expect(linesOf(slip)).toEqual([
      ['base', 50_000],
      ['arrears', -40_000],
      ['tax', -2_000],
    ])
    expect(slip.net_minor).toBeGreaterThanOrEqual(0)
    await acted(ws, october, 'approve', { force: true })
    await acted(ws, october, 'pay', {})
    const november = await calculated(ws)
    const arrears = async (run: Json) =>
      linesOf(await slipOf(ws, run, employee)).flatMap(([code, amount]) =>
        code === 'arrears' ? [amount] : [],
      )
    expect(await arrears(november)).toEqual([-40_000])
  })

  test('by hand stay when the run is calculated again, and are removed by their id', async () => {
    const ws = await employer()
    const employee = await paid(ws)
    await component(ws, {
      code: 'tax',
      name: 'Tax',
      kind: 'deduction',
      calc: 'percent',
      base: ['gross'],
      rate: '10',
    })
    const run = await calculated(ws)
    const slip = await slipOf(ws, run, employee)
    const path = `${ws.base}/payslips/${slip.id}`
    const bonus = { name: 'Bonus', kind: 'earning', amount_minor: 10_000, note: 'For the fair' }
    const changed = await ws.owner.ok('PATCH', path, { add: [bonus], version: slip.version })
    expect([changed.net_minor, linesOf(changed)]).toEqual([
      234_000,
      [
        ['base', 250_000],
        ['manual', 10_000],
        ['tax', -26_000],
      ],
    ])
    expect(refusal(await ws.owner.call('PATCH', path, { add: [bonus], version: slip.version }))).toEqual([
      409,
      'the payslip was changed meanwhile; look again',
    ])
    expect((await acted(ws, run, 'calculate')).totals.net_minor).toBe(234_000)
    const [base, manual] = (await ws.owner.ok('GET', path)).lines
    expect(refusal(await ws.owner.call('PATCH', path, { remove: [base.id] }))).toEqual([
      422,
      `body.remove: no line entered by hand: ${base.id}`,
    ])
    expect((await ws.owner.ok('PATCH', path, { remove: [manual.id] })).net_minor).toBe(225_000)
    const fine = { name: 'Fine', kind: 'deduction', amount_minor: 900_000 }
    await ws.owner.ok('PATCH', path, { add: [fine] })
    expect(refusal(await act(ws, run, 'approve', { force: true }))).toEqual([
      409,
      '1 exception: Ada: the net pay is negative',
    ])
    await ws.owner.ok('PATCH', path, { remove: [(await ws.owner.ok('GET', path)).lines.at(-2).id] })
    await acted(ws, run, 'approve')
    expect(refusal(await ws.owner.call('PATCH', path, { add: [bonus] }))).toEqual([
      409,
      'the run is approved; reopen it before you change a payslip',
    ])
  })
})
