type Made = { id: string; [name: string]: unknown }
type Api = (method: string, path: string, body?: unknown) => Promise<Made>

const dayLength = 86_400_000
const today = Date.now()
const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10)
/** The first and the last day of a month, that of today being 0. */
const month = (ahead: number) => {
  const now = new Date(today)
  const at = (months: number) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead + months, 1)
  return { period_start: isoDay(at(0)), period_end: isoDay(at(1) - dayLength) }
}
/** The Monday of a week, that of today being 0. */
const monday = (ahead: number) => {
  const weekday = (new Date(today).getUTCDay() + 6) % 7
  return today + (7 * ahead - weekday) * dayLength
}

/** An account that no bank has, with check digits (ISO 13616). */
function ibanOf(place: number): string {
  const account = `37040044${String(9_900_000_000 + place)}`
  const check = 98n - (BigInt(`${account}131400`) % 97n)
  return `DE${String(check).padStart(2, '0')}${account}`
}

/** Figures of no country, which show what a payslip is made of. */
const components = [
  {
    code: 'transport',
    name: 'Transport',
    kind: 'earning',
    calc: 'fixed',
    amount_minor: 6_000,
    prorate: true,
  },
  {
    code: 'social',
    name: 'Social security',
    kind: 'deduction',
    calc: 'percent',
    base: ['gross'],
    rate: '6.5',
  },
  {
    code: 'tax',
    name: 'Income tax',
    kind: 'deduction',
    calc: 'brackets',
    base: ['taxable'],
    brackets: [
      { up_to_minor: 1_250_000, rate: '10' },
      { up_to_minor: 3_500_000, rate: '22' },
      { up_to_minor: null, rate: '35' },
    ],
  },
  {
    code: 'company',
    name: 'Social security',
    kind: 'employer',
    calc: 'percent',
    base: ['gross'],
    rate: '30',
  },
].map((one, n) => ({ ...one, position: n, source: 'Figures of this example alone' }))

/** What each person is paid a month, and two paid runs before that of this month, which waits. */
export async function seedPayroll(dana: Api, home: string): Promise<void> {
  const { items } = await dana('GET', `${home}/employees?limit=100&sort=name`)
  for (const [place, { id, hire_date }] of (items as Made[]).entries()) {
    await dana('POST', `${home}/employees/${id}/compensations`, {
      effective_from: hire_date,
      currency: 'EUR',
      pay_basis: 'monthly',
      amount_minor: 210_000 + 17_500 * place,
    })
    // The bank file leaves one out.
    if (place) await dana('PATCH', `${home}/employees/${id}`, { iban: ibanOf(place) })
  }
  for (const component of components) await dana('POST', `${home}/payroll-components`, component)
  for (const ahead of [-2, -1, 0]) {
    const run = await dana('POST', `${home}/payroll-runs`, month(ahead))
    await dana('POST', `${home}/payroll-runs/${run.id}/calculate`)
    if (ahead === 0) continue
    await dana('POST', `${home}/payroll-runs/${run.id}/approve`, { force: true })
    await dana('POST', `${home}/payroll-runs/${run.id}/pay`, { paid_at: month(ahead).period_end })
  }
}

/** Three weeks of Kai: one approved, one rejected, one that waits to be decided; the last one was forgotten. */
export async function seedWeeks(dana: Api, kai: Api, home: string): Promise<void> {
  const me = await kai('GET', `${home}/employees/me`)
  const tasks = (await dana('GET', `${home}/projects/APP/tasks?limit=4`)).items as Made[]
  for (const ahead of [-4, -3, -2]) {
    for (const weekday of [0, 1, 2, 3, 4])
      await workOn(kai, home, isoDay(monday(ahead) + weekday * dayLength), tasks)
    const sheet = `${home}/timesheets/${me.id}/${isoDay(monday(ahead))}`
    await kai('POST', `${sheet}/submit`, {})
    if (ahead === -4) await dana('POST', `${sheet}/approve`, {})
    if (ahead === -3) await dana('POST', `${sheet}/reject`, { note: 'Friday afternoon was the workshop.' })
  }
}

async function workOn(who: Api, home: string, day: string, tasks: Made[]): Promise<void> {
  for (const [n, [from, to]] of [
    ['08:00', '12:00'],
    ['13:00', '17:00'],
  ].entries())
    await who('POST', `${home}/time-entries`, {
      started_at: `${day}T${from}:00Z`,
      ended_at: `${day}T${to}:00Z`,
      task_id: tasks[n]!.id,
      billable: false,
    })
}
