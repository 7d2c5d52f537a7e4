import { expect, test } from 'vitest'
import type { Json } from '../kit/client.ts'
import { ask, makeType } from '../kit/leave.ts'
import { component, calculated, acted, linesOf, slipOf, unpaid } from '../kit/payroll.ts'
import { approve, type Crew, crew, hours, log, sheetAt, submitted } from '../kit/timesheets.ts'
import { refusal } from '../kit/refusals.ts'

/**
 * Amounts in cents by exact fractions, written anew from the rules that the documents state: nothing of the service is called.
 */
type Fraction = [top: bigint, bottom: bigint]
const f = (top: number, bottom = 1): Fraction => [BigInt(Math.round(top * 100)), BigInt(bottom * 100)]
const times = (...all: Fraction[]): Fraction =>
  all.reduce(([a, b], [c, d]): Fraction => [a * c, b * d], [1n, 1n] as Fraction)
const less = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d - c * b, b * d]
/** Half away from zero. */
const rounded = ([a, b]: Fraction): number => {
  const sign = a < 0n ? -1n : 1n
  return Number(sign * ((2n * a * sign + b) / (2n * b)))
}
const one = f(1)

/** Part of a month's pay, and the share of its scheduled time that is not paid. */
const due = (monthly: number, days: Fraction, lost: Fraction = f(0)) =>
  rounded(times(f(monthly), days, less(one, lost)))
/** By the hour. */
const worked = (minutes: number, rate: number) => rounded(times(f(minutes), f(rate, 60)))
/** Gross, what is deducted, paid out, and what the employer pays on top: each rounded once. */
function slipFor(gross: number) {
  const percent = (rate: number) => rounded(times(f(gross), f(rate, 100)))
  const deductions = percent(10) + percent(6.48)
  return {
    gross_minor: gross,
    deductions_minor: deductions,
    net_minor: gross - deductions,
    employer_minor: percent(30.57),
    cost_minor: gross + percent(30.57),
  }
}

const [first, raised, hourly, corrected] = [250_000, 280_000, 1550, 1610]
const november = 3 * 8 * 60
/** What each month of 2025 comes to, in cents before deductions. */
const expected: [month: string, gross: number][] = [
  // Hired on the 17th.
  ['03', due(first, f(15, 31))],
  ['04', due(first, one)],
  ['05', due(first, one)],
  ['06', due(first, one)],
  // More from the 16th on.
  ['07', due(first, f(15, 31)) + due(raised, f(16, 31))],
  // A week of paid leave.
  ['08', due(raised, one)],
  // Three of 22 working days were not paid.
  ['09', due(raised, one, f(3, 22))],
  // An afternoon of 23 days was paid by 60 %.
  ['10', due(raised, one, times(f(1, 46), f(0.4)))],
  // By the hour from here on: three days of one week that is approved.
  ['11', worked(november, hourly)],
]
/** Until the 12th two days; and what November lacked. */
const december = worked(2 * 480, corrected) + worked(november, corrected) - worked(november, hourly)
/**
 * The thirteenth payment, earned from 17 March to 15 July and from 16 July to the end of October: for all but what was not paid
 * of the 77 working days then. Nothing of it is earned by the hour.
 */
const thirteenth = due(first, f(121, 365)) + due(raised, f(108, 365), f(3.2, 77))

test('a year of an employee is paid as the rules say: hired, raised, on leave, sick, by the hour, corrected, gone', async () => {
  const of = await crew({ hire_date: '2025-03-17' })
  const { ws, worker } = of
  const pay = (effective_from: string, draft: object) =>
    ws.owner.ok('POST', `${ws.base}/employees/${worker.id}/compensations`, {
      effective_from,
      currency: 'EUR',
      ...draft,
    })
  const monthly = { pay_basis: 'monthly', payments_per_year: 13 }
  await pay('2025-03-17', { ...monthly, amount_minor: first })
  await pay('2025-07-16', { ...monthly, amount_minor: raised })
  const mistaken = await pay('2025-11-01', { pay_basis: 'hourly', amount_minor: hourly })
  const rule = { calc: 'percent', base: ['gross'] }
  await component(ws, { code: 'tax', name: 'Tax', kind: 'deduction', rate: '10', ...rule })
  await component(ws, { code: 'social', name: 'Social', kind: 'deduction', rate: '6.48', ...rule })
  await component(ws, { code: 'company', name: 'Social', kind: 'employer', rate: '30.57', ...rule })
  const vacation = await leaveOf(of)

  await log(of, hours('2025-11-10', 8))
  await submitted(of, '2025-11-10')
  await of.boss.ok('POST', sheetAt(of, '2025-11-10', 'reject'), { note: 'Two days are missing' })
  await week(of, '2025-11-10', ['2025-11-11', '2025-11-12'])
  for (const [month, gross] of expected) {
    const slip = await paidFor(of, { period_start: `2025-${month}-01` })
    expect([month, sumsOf(slip)]).toEqual([month, slipFor(gross)])
  }

  // What was paid by the hour was too little from the beginning; the week itself stays as it was paid.
  expect(refusal(await ws.owner.call('POST', sheetAt(of, '2025-11-10', 'reopen'), {}))).toEqual([
    409,
    'the payroll run Payroll November 2025 has paid this week; what is wrong is for the next run',
  ])
  const right = { pay_basis: 'hourly', amount_minor: corrected, replaces: mistaken.id, retroactive: true }
  await pay('2025-11-01', right)
  await week(of, '2025-12-01', ['2025-12-01', '2025-12-02'])
  await ws.owner.ok('POST', `${ws.base}/employees/${worker.id}/terminate`, {
    termination_date: '2025-12-12',
  })
  const last = await paidFor(of, { period_start: '2025-12-01', employee_ids: [worker.id] })
  expect(sumsOf(last)).toEqual(slipFor(december))
  expect(linesOf(last).find(([code]) => code === 'arrears')).toEqual([
    'arrears',
    worked(november, corrected) - worked(november, hourly),
  ])

  const extra = await paidFor(of, {
    period_start: '2025-01-01',
    period_end: '2025-12-31',
    pay_date: '2025-12-31',
    is_extra: true,
    extra_number: 1,
    employee_ids: [worker.id],
  })
  expect(sumsOf(extra)).toEqual(slipFor(thirteenth))

  const all = [...expected.map(([, gross]) => gross), december, thirteenth]
  const sum = (field: keyof ReturnType<typeof slipFor>) =>
    all.reduce((total, gross) => total + slipFor(gross)[field], 0)
  expect(extra.year_to_date).toEqual({
    gross_minor: sum('gross_minor'),
    deductions_minor: sum('deductions_minor'),
    net_minor: sum('net_minor'),
  })
  // 22 days for 271 of 365 days, rounded to halves, less the week in August.
  const balance = await ws.owner.ok(
    'GET',
    `${ws.base}/employees/${worker.id}/vacation-balance?as_of=2025-12-12`,
  )
  const own = balance.items.find(({ leave_type_id }: Json) => leave_type_id === vacation.id)
  expect([own.granted, own.taken, own.available]).toEqual(['16.5', '5', '11.5'])
})

async function leaveOf({ ws, worker, ada }: Crew): Promise<Json> {
  const vacation = await makeType(ws, { rounding: '0.5' })
  const asked = await ask({ ws, vacation }, ws.owner, {
    employee_id: worker.id,
    start_date: '2025-08-04',
    end_date: '2025-08-08',
  })
  await ws.owner.ok('POST', `${ws.base}/leave-requests/${asked.body.id}/approve`, {})
  await unpaid(ws, worker, { start_date: '2025-09-10', end_date: '2025-09-12' })
  await unpaid(
    ws,
    worker,
    { start_date: '2025-10-07', start_half: 'pm' },
    { paid: 'partial', paid_percent: 60, allow_half_day: true },
  )
  expect(ada.id).toBe(worker.user_id)
  return vacation
}

/** A week with eight hours on these days, submitted and approved. */
async function week(of: Crew, monday: string, days: string[]) {
  for (const day of days) await log(of, hours(day, 8))
  await submitted(of, monday)
  expect((await approve(of, monday)).status).toBe(200)
}

async function paidFor({ ws, worker }: Crew, draft: object): Promise<Json> {
  const run = await calculated(ws, { employee_ids: [worker.id], ...draft })
  await acted(ws, run, 'approve', { force: true })
  await acted(ws, run, 'pay', { paid_at: run.pay_date })
  return slipOf(ws, run, worker)
}
const sumsOf = ({ gross_minor, deductions_minor, net_minor, employer_minor, cost_minor }: Json) => ({
  gross_minor,
  deductions_minor,
  net_minor,
  employer_minor,
  cost_minor,
})
