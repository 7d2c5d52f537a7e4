import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { count, day, idOut } from '../../kit/fields.ts'
import { read } from '../../kit/operation.ts'
import { answer } from '../../kit/sql.ts'
import { line } from '../../shared/csv.ts'
import { inOrder, atMostDays } from '../../shared/day-range.ts'
import { majorOf } from '../../shared/money/currencies.ts'
import { decimalOut } from '../../shared/money/fields.ts'

const Range = z
  .strictObject({ from: day().describe('The first day'), to: day().describe('The last day') })
  .refine(...inOrder)
  .refine(...atMostDays(366))
const Amount = z
  .object({
    currency: z.string().meta({ description: 'ISO 4217', example: 'EUR' }),
    amount_minor: z.int().meta({ description: 'In its minor units', example: 125_000 }),
  })
  .meta({ id: 'PeopleAmount' })
const percent = () => z.number().nullable()
const Figures = z
  .object({
    department: z
      .object({
        department_id: idOut().describe('Which one'),
        name: z.string().describe('What it is called'),
      })
      .nullable()
      .describe('Null for whoever was in none'),
    people: count().describe('Who belonged to it on some of the days'),
    average: z.number().meta({ description: 'People on a day, in the mean', example: 7.5 }),
    joined: count().describe('Employments that began in it'),
    left: count().describe('Employments that ended in it'),
    turnover_percent: percent().describe('Who left, of the people in the mean'),
    absence_percent: percent().describe(
      'Approved leave, of the time that was to be worked; null for fewer than three people',
    ),
    overtime_minutes: z
      .int()
      .describe('Worked over what was to be worked, in approved weeks; negative for less'),
    leave_days: decimalOut().describe('Days of paid leave that are left on the last day'),
    leave_values: z.array(Amount).describe('What these are worth by the pay of that day'),
    costs: z.array(Amount).describe('What payslips paid in these days cost, with the share of the employer'),
  })
  .meta({ id: 'PeopleFigures' })
const Report = z
  .object({
    from: day().describe('The first day'),
    to: day().describe('The last day'),
    items: z.array(Figures).describe('By department, those below it apart'),
  })
  .meta({ id: 'PeopleReport' })
const Export = z
  .object({
    filename: z.string().meta({ description: 'Name of the file', example: 'people-figures.csv' }),
    content_type: z.literal('text/csv').describe('Media type of the file'),
    rows: count().describe('Lines after the heading'),
    content: z.string().meta({ description: 'RFC 4180, with a line of headings' }),
  })
  .meta({ id: 'PeopleReportExport' })

const headings = [
  'department',
  'people',
  'average',
  'joined',
  'left',
  'turnover_percent',
  'absence_percent',
  'overtime_minutes',
  'leave_days',
  'currency',
  'leave_value',
  'cost',
]

/** A row for each department and currency; figures without one stand in its first row. */
function toCsv(result: string): string {
  const { items } = JSON.parse(result) as z.output<typeof Report>
  const rows = items.flatMap(({ department, leave_values, costs, ...figures }) => {
    const currencies = [...new Set([...leave_values, ...costs].map(({ currency }) => currency))].toSorted()
    const of = (amounts: z.output<typeof Amount>[], currency: string | undefined) => {
      const found = amounts.find((amount) => amount.currency === currency)
      return found ? majorOf(found.amount_minor, found.currency) : null
    }
    return (currencies.length ? currencies : [undefined]).map((currency, place) => [
      department?.name ?? null,
      ...headings.slice(1, 9).map((name) => (place ? null : figures[name as keyof typeof figures])),
      currency ?? null,
      of(leave_values, currency),
      of(costs, currency),
    ])
  })
  const content = [headings, ...rows].map(line).join('')
  return JSON.stringify({
    filename: 'people-figures.csv',
    content_type: 'text/csv',
    rows: rows.length,
    content,
  })
}

const report = ({ from, to }: z.output<typeof Range>) =>
  answer(sql`app.people_report(${from}::date, ${to}::date)`)

export const reportOperations = [
  read({
    id: 'getPeopleReport',
    summary: 'Report people, turnover, absence, overtime, leave that is owed, and cost by department',
    at: 'GET /workforce/report',
    role: 'admin',
    not: ['impersonation'],
    heavy: true,
    details: 'Everything counts for the department of the day; what is paid, for that of the payslip.',
    query: Range,
    returns: Report,
    example: { query: 'from=2026-01-01&to=2026-12-31' },
    run: ({ query }) => report(query),
  }),
  read({
    id: 'exportPeopleReport',
    summary: 'Export the figures of people by department as a table',
    at: 'GET /workforce/report/export',
    role: 'admin',
    not: ['impersonation'],
    exports: true,
    audit: 'people_report.exported',
    heavy: true,
    query: Range,
    returns: Export,
    example: { query: 'from=2026-01-01&to=2026-12-31' },
    run: ({ query }) => report(query),
    computes: true,
    transform: toCsv,
  }),
]
