import { describe, expect, test } from 'vitest'
import type { Json } from '../kit/client.ts'
import { calculated, compensate, component, employer, linesOf, paid, slipOf, unpaid } from '../kit/payroll.ts'
import { crew } from '../kit/timesheets.ts'

const november = { hire_date: '2026-11-11' }

describe('base pay', () => {
  test('is prorated by the days of employment, and is deducted from by rules', async () => {
    const ws = await employer()
    await component(ws, {
      code: 'bonus',
      name: 'Bonus',
      kind: 'earning',
      calc: 'fixed',
      applies_to: 'listed',
    })
    const bonus = { effective_from: '2026-11-11', components: [{ code: 'bonus', amount_minor: 10_000 }] }
    const employee = await paid(ws, bonus, november)
    for (const [code, rate, kind] of [
      ['social', '6.48', 'deduction'],
      ['tax', '15', 'deduction'],
      ['employer', '30.57', 'employer'],
    ])
      await component(ws, { code, name: code, kind, calc: 'percent', base: ['gross'], rate })
    const run = await calculated(ws)
    expect(run.exceptions).toMatchObject([{ code: 'missing_iban', severity: 'notice' }])
    expect(await slipOf(ws, run, employee)).toMatchObject({
      base_minor: 166_667,
      gross_minor: 176_667,
      deductions_minor: 37_948,
      net_minor: 138_719,
      employer_minor: 54_007,
      cost_minor: 230_674,
      paid_days: '20',
      total_days: 30,
    })
    expect(run.totals).toMatchObject({ employees: 1, net_minor: 138_719, cost_minor: 230_674 })
  })

  test('loses unpaid days by scheduled minutes', async () => {
    const ws = await employer()
    const cases: [object, object, number][] = [
      [{}, { start_date: '2026-11-02', end_date: '2026-11-06' }, 190_476],
      [{}, { start_date: '2026-11-01', end_date: '2026-11-30' }, 0],
      [november, { start_date: '2026-11-16', end_date: '2026-11-18' }, 130_952],
    ]
    for (const [draft, span, net] of cases) {
      const employee = await paid(ws, 'hire_date' in draft ? { effective_from: '2026-11-11' } : {}, draft)
      await unpaid(ws, employee, span)
      const run = await calculated(ws, { employee_ids: [employee.id] })
      expect((await slipOf(ws, run, employee)).net_minor).toBe(net)
    }
  })

  test('keeps a part of partly paid days, in two lines that do not name the leave', async () => {
    const ws = await employer()
    for (const [span, net, lines] of [
      [{ end_date: '2026-11-05' }, 230_952, [-47_619, 28_571]],
      [{ end_date: '2026-11-05', end_half: 'am' }, 233_333, [-41_667, 25_000]],
    ] as [object, number, number[]][]) {
      const employee = await paid(ws)
      await unpaid(ws, employee, { start_date: '2026-11-02', ...span }, { paid: 'partial', paid_percent: 60 })
      const run = await calculated(ws, { employee_ids: [employee.id] })
      const slip = await slipOf(ws, run, employee)
      expect([slip.net_minor, linesOf(slip)]).toEqual([
        net,
        [
          ['base', 250_000],
          ['reduction', lines[0]],
          ['continued', lines[1]],
        ],
      ])
    }
  })

  test('has a part for each compensation of the period', async () => {
    const ws = await employer()
    const employee = await paid(ws)
    await compensate(ws, employee, { effective_from: '2026-11-16', amount_minor: 280_000 })
    const slip = await slipOf(ws, await calculated(ws), employee)
    expect(linesOf(slip)).toEqual([
      ['base', 125_000],
      ['base', 140_000],
    ])
  })
})

describe('what a period comes to', () => {
  test('is by its days where a raise or a hire lies in it, also where a month has thirty', async () => {
    const ws = await employer()
    const raised = await paid(ws)
    await compensate(ws, raised, { effective_from: '2027-02-10', amount_minor: 280_000 })
    const hired = await paid(ws, { effective_from: '2027-02-10' }, { hire_date: '2027-02-10' })
    const february = { period_start: '2027-02-01' }
    const [calendar, thirty] = [
      await calculated(ws, february),
      await calculated(ws, { ...february, day_count: 'thirty' }),
    ]
    const amounts = async (run: Json, who: Json) => linesOf(await slipOf(ws, run, who)).map(([, sum]) => sum)
    expect(await amounts(calendar, raised)).toEqual([80_357, 190_000])
    expect(await amounts(calendar, hired)).toEqual([169_643])
    expect(await amounts(thirty, raised)).toEqual([75_000, 196_000])
    expect(await amounts(thirty, hired)).toEqual([175_000])
    expect(await slipOf(ws, thirty, hired)).toMatchObject({ paid_days: '21', total_days: 30 })
  })

  test('is by the hour what is approved; the rest is said, and not paid', async () => {
    const of = await crew({ hire_date: '2026-11-02' })
    const { ws, worker } = of
    await compensate(ws, worker, { effective_from: '2026-11-02', pay_basis: 'hourly', amount_minor: 1_550 })
    const log = (work_date: string, minutes: number) =>
      of.ada.ok('POST', `${ws.base}/time-entries`, { work_date, duration_seconds: minutes * 60 })
    for (let day = 2; day <= 7; day++) await log(`2026-11-0${day}`, 1_400)
    await log('2026-11-08', 680)
    await log('2026-11-09', 60)
    await of.ada.ok('POST', `${ws.base}/timesheets/me/2026-11-02/submit`, {})
    await of.boss.ok('POST', `${ws.base}/timesheets/${worker.id}/2026-11-02/approve`, {})
    const run = await calculated(ws, { employee_ids: [worker.id] })
    // 9 080 minutes at 15.50 an hour
    expect(await slipOf(ws, run, worker)).toMatchObject({ net_minor: 234_567, worked_minutes: 9_080 })
    expect(run.exceptions).toContainEqual(
      expect.objectContaining({
        code: 'unapproved_timesheet',
        severity: 'confirm',
        text: '60 minutes are not approved, and not paid yet',
      }),
    )
  })

  test('is a part of an extra payment for a part of the period in which it is earned', async () => {
    const ws = await employer()
    const terms = { pay_basis: 'annual', amount_minor: 3_000_000, payments_per_year: 14 }
    const employee = await paid(ws, { ...terms, effective_from: '2026-04-01' }, { hire_date: '2026-04-01' })
    const half = { period_start: '2026-01-01', period_end: '2026-06-30', is_extra: true, extra_number: 1 }
    // The thirteenth of fourteen payments, for 91 of 181 days
    expect((await slipOf(ws, await calculated(ws, half), employee)).net_minor).toBe(
      Math.round((214_285 * 91) / 181),
    )
    const monthly = await paid(ws)
    const run = await calculated(ws, { ...half, extra_number: 3, employee_ids: [monthly.id] })
    expect(await slipOf(ws, run, monthly)).toMatchObject({ net_minor: 0, lines: [] })
  })
})

describe('components', () => {
  const brackets = [
    { up_to_minor: 1_245_000, rate: '19' },
    { up_to_minor: 2_020_000, rate: '24' },
    { up_to_minor: 3_520_000, rate: '30' },
    { up_to_minor: null, rate: '37' },
  ]
  test('take brackets of the contractual year at their average rate', async () => {
    const ws = await employer()
    await component(ws, {
      code: 'tax',
      name: 'Tax',
      kind: 'deduction',
      calc: 'brackets',
      base: ['gross'],
      brackets,
    })
    const whole = await paid(ws, { amount_minor: 300_000 })
    const part = await paid(ws, { amount_minor: 300_000, effective_from: '2026-11-11' }, november)
    const run = await calculated(ws)
    expect((await slipOf(ws, run, whole)).deductions_minor).toBe(75_179)
    expect((await slipOf(ws, run, part)).deductions_minor).toBe(50_119)
  })

  test('pay an annual amount in payments that add up to it', async () => {
    const ws = await employer()
    const employee = await paid(ws, { pay_basis: 'annual', amount_minor: 3_000_000, payments_per_year: 14 })
    const amounts: number[] = []
    for (let month = 1; month <= 12; month++) {
      const run = await calculated(ws, { period_start: `2026-${String(month).padStart(2, '0')}-01` })
      amounts.push((await slipOf(ws, run, employee)).net_minor)
    }
    for (const [period_start, period_end, extra_number] of [
      ['2026-01-01', '2026-06-30', 1],
      ['2026-07-01', '2026-12-31', 2],
    ]) {
      const run = await calculated(ws, { period_start, period_end, is_extra: true, extra_number })
      amounts.push((await slipOf(ws, run, employee)).net_minor)
    }
    expect(amounts.slice(0, 3)).toEqual([214_286, 214_285, 214_286])
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(3_000_000)
  })
})
