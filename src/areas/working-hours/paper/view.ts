import type * as z from 'zod'
import { addressLines } from '../../../shared/address-lines.ts'
import type { Fact, Side } from '../../../shared/pdf/blocks.ts'
import type { Frame } from '../../../shared/pdf/paper.ts'
import type { Table } from '../../../shared/pdf/table.ts'
import { dayOf, minutesIn, type Shift, shiftsOf, timeOf } from '../../../shared/shifts.ts'
import type { HoursExport } from '../schemas.ts'
import { type Report, summaryOf } from '../summary.ts'
import { type Words, wordsOf } from './words.ts'

type Record_ = z.output<typeof HoursExport>['records'][number]
/** An extract as the database returns it, with what only its paper shows. */
export type Printed = {
  valid: boolean
  records: Record_[]
  report: Report
  locale: string
  employee_number: string
  national_id_end: string | null
  employer: Record<'name', string> &
    Record<
      'tax_id' | 'address_line1' | 'address_line2' | 'postal_code' | 'city' | 'region' | 'country',
      string | null
    >
}

/** The content of the PDF of an extract, as text. */
export type View = {
  frame: Frame
  facts: Fact[]
  employer: Side
  employee: Side
  tables: Table[]
  log: string
}

export function viewOf(printed: Printed, now: Date): View {
  const { locale, report, valid } = printed
  const words = wordsOf(locale)
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC', calendar: 'gregory' })
  const date = (day: string) => dates.format(new Date(`${day}T00:00:00Z`))
  const { head } = report
  return {
    frame: {
      title: words.title,
      number: '',
      author: printed.employer.name,
      locale,
      stamp: null,
      footer: valid ? words.verified : words.altered,
      page: words.page,
    },
    facts: [
      { label: words.period, value: `${date(report.from)} – ${date(report.to)}` },
      { label: words.printed, value: date(now.toISOString().slice(0, 10)) },
    ],
    employer: employerOf(printed, words),
    employee: employeeOf(printed, words),
    tables: [daysOf(printed, words, date), monthsOf(report, now, words), ...correctionsOf(printed, words)],
    log: head ? `${words.log}: ${head.seq} ${head.hash}` : '',
  }
}

function employerOf({ employer, locale }: Printed, words: Words): Side {
  const lines = [employer.tax_id && `${words.taxId}: ${employer.tax_id}`, ...addressLines(employer, locale)]
  return {
    label: words.employer,
    name: employer.name,
    lines: lines.filter((line): line is string => Boolean(line)),
  }
}

function employeeOf({ report, employee_number, national_id_end }: Printed, words: Words): Side {
  const lines = [
    `${words.number}: ${employee_number}`,
    ...(national_id_end ? [`${words.nationalId}: ${national_id_end}`] : []),
  ]
  return { label: words.employee, name: report.employee.name ?? '', lines }
}

/** A line for each shift that began in the period. */
function daysOf({ report }: Printed, words: Words, date: (day: string) => string): Table {
  const { from, to } = report
  const rows = shiftsOf(report.events)
    .map((shift) => ({ shift, day: dayOf(timeOf(shift.start), shift) }))
    .filter(({ day }) => day >= from && day <= to)
    .map(({ shift, day }) => [date(day), ...cellsOf(shift, day, words)])
  return {
    head: [words.day, words.start, words.end, words.breaks, words.worked, words.kind],
    rows: rows.length ? rows : [[words.none, '', '', '', '', '']],
  }
}

function cellsOf({ start, end, work, breaks, kind }: Shift, day: string, words: Words): string[] {
  const isLater = end && end.at.slice(0, 10) > day
  return [
    clockOf(start.at),
    end ? `${clockOf(end.at)}${isLater ? ' (+1)' : ''}` : words.open,
    end ? hours(minutesIn(breaks)) : '',
    end ? hours(minutesIn(work)) : '',
    [words.kinds[kind], start.mode === 'remote' && words.remote].filter(Boolean).join(', '),
  ]
}

function monthsOf(report: Report, now: Date, words: Words): Table {
  const { ordinary, overtime, complementary } = words.kinds
  return {
    head: [words.totals, words.days, words.breaks, words.total, ordinary, overtime, complementary],
    rows: summaryOf(report, now).months.map((month) => [
      month.month,
      String(month.days),
      hours(month.break_minutes),
      hours(month.minutes),
      hours(month.ordinary),
      hours(month.overtime),
      hours(month.complementary),
    ]),
  }
}

/** Corrections with what each side says of them, by name. */
function correctionsOf({ records }: Printed, words: Words): Table[] {
  const rows = records
    .filter(({ status }) => status)
    .map(({ seq, occurred_at, reason, acks }) => [
      `${seq}: ${occurred_at.slice(0, 16).replace('T', ' ')}`,
      reason ?? '',
      acks
        .map(({ side, name, decision }) => `${words.sides[side]} ${name}: ${words.decisions[decision]}`)
        .join('\n'),
    ])
  return rows.length ? [{ head: [words.correction, words.reason, words.agreement], rows }] : []
}

const clockOf = (at: string) => at.slice(11, 16)
const hours = (minutes: number) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
