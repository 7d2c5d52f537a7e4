import type * as z from 'zod'
import { addressLines } from '../../../shared/address-lines.ts'
import { valuesOf, type Values } from '../../../shared/money/values.ts'
import type { Fact, Side, Total } from '../../../shared/pdf/blocks.ts'
import type { Frame } from '../../../shared/pdf/paper.ts'
import type { Table } from '../../../shared/pdf/table.ts'
import { dayOf, type HoursEvent, shiftsOf, timeOf } from '../../../shared/shifts.ts'
import type { PayslipDetail, PayslipLine } from '../schemas.ts'
import { type Words, wordsOf } from './words.ts'

type Line = z.output<typeof PayslipLine>
/** A payslip as the database returns it, with what only its paper shows. */
export type Printed = z.output<typeof PayslipDetail> & {
  facts: {
    locale: string
    employer: Record<'name', string> &
      Record<
        'tax_id' | 'address_line1' | 'address_line2' | 'postal_code' | 'city' | 'region' | 'country',
        string | null
      >
    national_id_end: string | null
    balances: { name: string; unit: 'day' | 'hour'; available: string }[]
    hours: HoursEvent[]
  }
}

/** The content of the PDF of a payslip, as text. */
export type View = {
  frame: Frame
  facts: Fact[]
  employer: Side
  employee: Side
  paid: Table[]
  totals: Total[]
  further: Table[]
}

export function viewOf(slip: Printed): View {
  const { locale, balances, hours } = slip.facts
  const words = wordsOf(locale)
  const values = valuesOf(locale, slip.currency)
  const of = (kind: Line['kind'], head: string) => linesOf(slip, kind, head, words, values)
  return {
    frame: frameOf(slip, words),
    facts: [
      {
        label: words.period,
        value: [slip.period_start, slip.period_end].map(values.date).join(' – '),
      },
      { label: words.payDate, value: values.date(slip.pay_date) },
      { label: words.paidDays, value: values.number(slip.paid_days) },
    ],
    employer: employerOf(slip, words),
    employee: employeeOf(slip, words),
    paid: [...of('earning', words.earnings), ...of('deduction', words.deductions)],
    totals: [
      { label: words.gross, value: values.amount(slip.gross_minor), strong: false },
      { label: words.deductions, value: values.amount(-slip.deductions_minor), strong: false },
      { label: words.net, value: values.amount(slip.net_minor), strong: true },
    ],
    further: [
      ...of('employer', words.employerPays),
      yearOf(slip, words, values),
      ...leaveOf(balances, words, values),
      ...hoursOf(hours, slip, words),
    ],
  }
}

const frameOf = (slip: Printed, words: Words): Frame => ({
  title: words.title,
  number: slip.number ?? '',
  author: slip.facts.employer.name,
  locale: slip.facts.locale,
  stamp: { draft: words.draft, void: words.void, final: null }[slip.status],
  footer: '',
  page: words.page,
})

function employerOf({ facts: { employer, locale } }: Printed, words: Words): Side {
  const { name, tax_id } = employer
  const lines = [tax_id && `${words.taxId}: ${tax_id}`, ...addressLines(employer, locale)]
  return { label: words.employer, name, lines: lines.filter((line): line is string => Boolean(line)) }
}

function employeeOf(slip: Printed, words: Words): Side {
  const lines: [string, string | null][] = [
    [words.number, slip.employee_number],
    [words.department, slip.department],
    [words.jobTitle, slip.job_title],
    [words.nationalId, slip.facts.national_id_end],
    [words.account, slip.iban_last4],
  ]
  return {
    label: words.employee,
    name: slip.employee.name ?? '',
    lines: lines.flatMap(([label, value]) => (value ? [`${label}: ${value}`] : [])),
  }
}

/** The lines of a kind, if there are any. */
function linesOf(
  { lines }: Printed,
  kind: Line['kind'],
  heading: string,
  words: Words,
  values: Values,
): Table[] {
  const rows = lines
    .filter((line) => line.kind === kind)
    .map((line) => [
      [nameOf(line, words), line.note].filter(Boolean).join('\n'),
      quantityOf(line, values),
      line.base_minor === null ? '' : values.amount(line.base_minor),
      values.amount(line.amount_minor),
    ])
  const second = kind === 'earning' ? words.quantity : words.rate
  return rows.length ? [{ head: [heading, second, words.base, words.amount], rows }] : []
}

const quantityOf = ({ rate, quantity }: Line, values: Values) => {
  if (rate !== null) return values.percent(rate)
  return quantity === null ? '' : values.number(quantity)
}

/** Lines of the service are named in the language of the paper; what follows their name, a day or month, stays. */
function nameOf({ code, name, manual }: Line, { lines }: Words): string {
  const own = !manual && Object.hasOwn(lines, code) ? (code as keyof typeof lines) : undefined
  if (!own) return name
  const rest = name
    .replace(wordsOf('en').lines[own], '')
    .replace(/^ from/, '')
    .trim()
  return [lines[own], rest].filter(Boolean).join(' ')
}

function yearOf({ year_to_date: year, pay_date }: Printed, words: Words, values: Values): Table {
  const amounts = [year.gross_minor, -year.deductions_minor, year.net_minor].map(values.amount)
  return {
    head: [words.yearToDate(pay_date.slice(0, 4)), words.gross, words.deductions, words.net],
    rows: [['', ...amounts]],
  }
}

function leaveOf(balances: Printed['facts']['balances'], words: Words, values: Values): Table[] {
  const left = ({ unit, available }: (typeof balances)[number]) =>
    unit === 'hour' ? clock(Number(available)) : `${values.number(available)} ${words.days}`
  const rows = balances.map((balance) => [balance.name, left(balance)])
  return rows.length ? [{ head: [words.leave, words.left], rows }] : []
}

/** The total of the log, which part-time work is paid and checked by. */
function hoursOf(events: HoursEvent[], slip: Printed, words: Words): Table[] {
  const minutes = shiftsOf(events)
    .filter((shift) => {
      const day = dayOf(timeOf(shift.start), shift)
      return day >= slip.period_start && day <= slip.period_end
    })
    .flatMap(({ work }) => work)
    .reduce((sum, [from, to]) => sum + (to - from) / 60_000, 0)
  return minutes ? [{ head: [words.recordedHours, ''], rows: [['', clock(Math.floor(minutes))]] }] : []
}

const clock = (minutes: number) =>
  `${minutes < 0 ? '-' : ''}${Math.floor(Math.abs(minutes) / 60)}:${String(Math.abs(minutes) % 60).padStart(2, '0')} h`
