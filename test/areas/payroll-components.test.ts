import { describe, expect, test } from 'vitest'
import type { Json } from '../kit/client.ts'
import { join, type Workspace } from '../kit/makers.ts'
import {
  act,
  acted,
  calculated,
  component,
  employer,
  linesOf,
  paid,
  paidRun,
  slipOf,
} from '../kit/payroll.ts'
import { refusal } from '../kit/refusals.ts'

const runAt = (ws: Workspace, { id }: Json) => `${ws.base}/payroll-runs/${id}`
const month = (n: number) => ({ period_start: `2026-${String(n).padStart(2, '0')}-01` })

describe('components', () => {
  const add = async (ws: Workspace, draft: object) =>
    refusal(
      await ws.owner.call('POST', `${ws.base}/payroll-components`, {
        name: 'X',
        kind: 'deduction',
        ...draft,
      }),
    )

  test('refuse what cannot be computed', async () => {
    const ws = await employer()
    await component(ws, {
      code: 'one',
      name: 'One',
      kind: 'deduction',
      calc: 'percent',
      base: ['gross'],
      rate: '1',
    })
    const two = { code: 'two', name: 'Two', kind: 'deduction', calc: 'percent', base: ['one'], rate: '1' }
    await component(ws, two)
    const [first] = (await ws.owner.ok('GET', `${ws.base}/payroll-components`)).items
    expect(
      refusal(await ws.owner.call('PATCH', `${ws.base}/payroll-components/${first.id}`, { base: ['two'] })),
    ).toEqual([422, 'body.base: is based on itself: one → two → one'])
    expect(await add(ws, { code: 'self', calc: 'percent', base: ['self'], rate: '1' })).toEqual([
      422,
      'body.base: is based on itself: self → self',
    ])
    expect(await add(ws, { code: 'x', calc: 'percent', rate: '1' })).toEqual([
      422,
      'body.base: required; send codes, base, gross or taxable',
    ])
    expect(await add(ws, { code: 'x', calc: 'percent', base: ['gross'] })).toEqual([
      422,
      'body.rate: required',
    ])
    expect(await add(ws, { code: 'x', calc: 'brackets', base: ['gross'] })).toEqual([
      422,
      'body.brackets: required',
    ])
    expect(await add(ws, { code: 'x', calc: 'fixed' })).toEqual([
      422,
      'body.amount_minor: required, unless it applies to those listed',
    ])
    expect(await add(ws, { code: 'x', calc: 'percent', base: ['nothing'], rate: '1' })).toEqual([
      422,
      'body.base: no component has the code nothing',
    ])
    expect(
      await add(ws, { code: 'x', kind: 'earning', calc: 'percent', base: ['gross'], rate: '1' }),
    ).toEqual([422, 'body.base: earnings make up gross; send base or the codes of other earnings'])
    expect(await add(ws, { code: 'x', kind: 'earning', calc: 'percent', base: ['one'], rate: '1' })).toEqual([
      422,
      'body.base: one is of a kind that is computed later',
    ])
    expect(
      await add(ws, { code: 'x', calc: 'percent', base: ['gross'], rate: '1', floor_minor: 2, cap_minor: 1 }),
    ).toEqual([422, 'body.cap_minor: must not be less than floor_minor'])
    const brackets = [{ up_to_minor: 5, rate: '1' }]
    expect(await add(ws, { code: 'x', calc: 'brackets', base: ['gross'], brackets })).toEqual([
      422,
      'body.brackets: must ascend, and the last must have no end',
    ])
    expect(await add(ws, { code: 'gross', calc: 'fixed', amount_minor: 1 })).toEqual([
      422,
      'body.code: must not be base, gross, taxable, reduction, continued, arrears, manual',
    ])
    expect(await add(ws, { code: 'one', calc: 'fixed', amount_minor: 1 })).toEqual([
      409,
      'another payroll component has this code',
    ])
  })

  test('have figures by the day of payment, which payslips keep', async () => {
    const ws = await employer()
    const employee = await paid(ws)
    const tax = await component(ws, {
      code: 'tax',
      name: 'Tax',
      kind: 'deduction',
      calc: 'percent',
      base: ['gross'],
      rate: '10',
    })
    const path = `${ws.base}/payroll-components/${tax.id}`
    await ws.owner.ok('PATCH', path, { rate: '21', valid_from: '2026-11-30', source: 'Mistyped' })
    await ws.owner.ok('PATCH', path, { rate: '12', valid_from: '2026-11-30', source: 'Law of November' })
    const october = await paidRun(ws, month(10))
    const november = await calculated(ws)
    expect((await slipOf(ws, october, employee)).deductions_minor).toBe(25_000)
    expect((await slipOf(ws, november, employee)).deductions_minor).toBe(30_000)
    await ws.owner.ok('DELETE', path)
    expect((await slipOf(ws, october, employee)).deductions_minor).toBe(25_000)
    expect((await acted(ws, november, 'calculate')).totals.deductions_minor).toBe(0)
  })

  test('have their figures changed once by changes of the same version', async () => {
    const ws = await employer()
    const tax = { code: 'tax', name: 'Tax', kind: 'deduction', calc: 'percent', base: ['gross'], rate: '10' }
    const { id, version } = await component(ws, tax)
    const change = (body: object) => ws.owner.call('PATCH', `${ws.base}/payroll-components/${id}`, body)
    const replies = await Promise.all([11, 12, 13].map((rate) => change({ rate: `${rate}`, version })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(refusal(replies.find(({ status }) => status === 409)!)).toEqual([
      409,
      'the payroll component was changed meanwhile; look again',
    ])
    const { body } = replies.find(({ status }) => status === 200)!
    expect((await change({ name: 'Income tax', version })).body.version).toBe(body.version + 1)
    expect((await change({ rate: '14', version: body.version + 1 })).body.rate).toBe('14')
  })

  test('keep caps and floors of a month across all its payslips', async () => {
    const ws = await employer()
    const twice = { pay_basis: 'annual', amount_minor: 3_600_000, payments_per_year: 13 }
    const employee = await paid(ws, twice)
    await component(ws, {
      code: 'social',
      name: 'Social',
      kind: 'deduction',
      calc: 'percent',
      base: ['gross'],
      rate: '10',
      floor_minor: 100_000,
      cap_minor: 300_000,
    })
    await paidRun(ws)
    const extra = { period_start: '2026-01-01', period_end: '2026-11-30', is_extra: true, extra_number: 1 }
    const slip = await slipOf(ws, await calculated(ws, extra), employee)
    expect(slip.lines.at(-1)).toMatchObject({ code: 'social', base_minor: 23_077, amount_minor: -2_308 })
    const small = await paid(ws, { amount_minor: 40_000 })
    const run = await calculated(ws, { employee_ids: [small.id] })
    expect((await slipOf(ws, run, small)).lines.at(-1)).toMatchObject({
      base_minor: 100_000,
      amount_minor: -10_000,
    })
  })

  test('apply to those whose compensation lists them, with their own amount or rate', async () => {
    const ws = await employer()
    const listed = { applies_to: 'listed', kind: 'earning' }
    await component(ws, {
      code: 'meal',
      name: 'Meal',
      calc: 'fixed',
      prorate: true,
      amount_minor: 6_000,
      ...listed,
    })
    await component(ws, { code: 'senior', name: 'Senior', calc: 'percent', base: ['base'], ...listed })
    const components = [{ code: 'meal' }, { code: 'senior', rate: '5' }]
    const one = await paid(ws, { components })
    const half = await paid(ws, { components, effective_from: '2026-11-16' }, { hire_date: '2026-11-16' })
    const none = await paid(ws)
    const run = await calculated(ws)
    expect(linesOf(await slipOf(ws, run, one)).slice(1)).toEqual([
      ['meal', 6_000],
      ['senior', 12_500],
    ])
    expect(linesOf(await slipOf(ws, run, half)).slice(1)).toEqual([
      ['meal', 3_000],
      ['senior', 6_250],
    ])
    expect(linesOf(await slipOf(ws, run, none)).length).toBe(1)
  })
})

describe('exceptions', () => {
  test('say who cannot be paid, and who should be looked at', async () => {
    const ws = await employer()
    const found = async (draft: object, compensation?: object) => {
      const employee = compensation
        ? await paid(ws, compensation, draft)
        : await paid(ws, { effective_from: '2026-11-11' }, draft)
      const run = await calculated(ws, { employee_ids: [employee.id] })
      return run.exceptions
        .filter(({ severity }: Json) => severity !== 'notice')
        .map(({ code, severity, text }: Json) => [code, severity, text])
    }
    expect(await found({})).toEqual([
      ['missing_compensation', 'blocking', 'no compensation for 10 of 30 days'],
    ])
    expect(await found({}, { currency: 'USD' })).toEqual([
      ['currency_differs', 'blocking', 'is paid in USD, the run in EUR'],
    ])
  })

  test('of accounts: missing, shared, and changed by who approves', async () => {
    const ws = await employer()
    const iban = 'ES9121000418450200051332'
    const [one, two] = [await paid(ws, {}, { iban }), await paid(ws, {}, { first_name: 'Bo', iban })]
    const codes = ({ exceptions }: Json) =>
      exceptions.map(({ code, severity }: Json) => `${code} ${severity}`)
    expect(codes(await calculated(ws))).toEqual(['iban_shared notice', 'iban_shared notice'])
    await paidRun(ws, month(10))
    await ws.owner.ok('PATCH', `${ws.base}/employees/${two.id}`, { iban: 'DE89370400440532013000' })
    const run = await calculated(ws, { name: 'November', employee_ids: [one.id, two.id] })
    expect(codes(run)).toContain('iban_changed confirm')
    const other = await join(ws, 'owner', 'Barbara Liskov')
    await other.ok('POST', `${runAt(ws, run)}/calculate`)
    const third = await join(ws, 'owner', 'Margaret Hamilton')
    expect(refusal(await act(ws, run, 'approve', { force: true }))).toEqual([
      403,
      'you changed an IBAN that it pays to; Margaret Hamilton can approve it',
    ])
    const approved = await third.ok('POST', `${runAt(ws, run)}/approve`, { force: true })
    expect(approved).toMatchObject({ sole_approver: false })
    expect(await slipOf(ws, run, two)).toMatchObject({ iban_last4: '3000' })
  })
})
