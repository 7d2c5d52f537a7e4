import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { payBases } from '../../../db/schema/compensations.ts'
import { count, day, text } from '../../kit/fields.ts'
import { write } from '../../kit/operation.ts'
import { answer, jsonb } from '../../kit/sql.ts'
import { maxManyTextsBytes } from '../../shared/body.ts'
import { type CsvTable, csvTable, withoutGuard } from '../../shared/csv-table.ts'
import { currencyCode, decimal } from '../../shared/money/fields.ts'
import { importable } from './schemas.ts'

const mostRows = 2000
const mostCharacters = 2 * 1024 * 1024

/** What people are paid from a day on; the currency of the organization unless it is there. */
const pay = {
  pay_from: day(),
  pay_basis: z.enum(payBases),
  pay_amount: decimal(9, 4).refine((value) => Number(value) >= 0, 'must not be negative'),
  pay_currency: currencyCode(),
  payments_per_year: z
    .string()
    .regex(/^1[2-6]$/, 'must be 12 to 16')
    .transform(Number),
}
/** The columns by name, with what checks a cell; those that name another object are looked up in the database. */
const columns: Record<string, z.ZodType> = {
  ...importable,
  ...pay,
  department: text(2000),
  manager: text(254),
  work_schedule: text(80),
}
const known = Object.keys(columns)
/** Usual names of other programs. */
const alias: Record<string, string> = {
  number: 'employee_number',
  email: 'work_email',
  title: 'job_title',
  start_date: 'hire_date',
  end_date: 'termination_date',
  surname: 'last_name',
  given_name: 'first_name',
  family_name: 'last_name',
}

const EmployeeImport = z
  .strictObject({
    csv: z
      .string()
      .min(1, 'must not be empty')
      .max(mostCharacters, 'at most 2 MiB')
      .meta({
        description: `A table with a header and at most ${mostRows} rows. Columns: ${known.join(', ')}, and balance: with the name of a type of leave`,
        example: 'employee_number,first_name,hire_date\n0100,Hedy,2026-09-01',
      }),
    columns: z
      .record(text(80), z.enum(known as [string, ...string[]]).nullable())
      .optional()
      .meta({
        description: 'What headers of the file mean that are no names of columns; null leaves one out',
        example: { Beginn: 'hire_date' },
      }),
    dry_run: z.boolean().default(false).describe('Tells what it would do, and does none of it'),
  })
  .meta({ id: 'EmployeeImport' })
const EmployeesImported = z
  .object({
    dry_run: z.boolean().describe('Whether nothing was done'),
    created: count().describe('How many people are new'),
    updated: count().describe('How many of those who were there changed'),
    unchanged: count().describe('How many did not'),
    problems: z
      .array(
        z
          .object({
            row: count().describe('As a spreadsheet counts, the header as 1'),
            column: z.string().describe('Where'),
            problem: z.string().describe('What is wrong, and what to do'),
          })
          .meta({ id: 'ImportProblem' }),
      )
      .describe('The first 100, in a dry run'),
  })
  .meta({ id: 'EmployeesImported' })

type Sent = z.output<typeof EmployeeImport>
type Problem = { row: number; column: string; problem: string }
type Row = Record<string, unknown> & { row: number }

const nameOf = (header: string) =>
  header
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')

/** `balance: Vacation`, whatever the letters and blanks. */
const balanceOf = (title: string) => {
  const [, name] = /^balance\s*:\s*(.+)$/i.exec(title.trim()) ?? []
  return name && `balance: ${name}`
}
const amount = decimal(6, 2)

/** What each column of the file is, null for one that is left out. */
function columnsOf({ header }: CsvTable, mapped: Sent['columns'] = {}): [(string | null)[], Problem[]] {
  const problems: Problem[] = []
  const names = header.map((title) => {
    if (title in mapped) return mapped[title]!
    const name = alias[nameOf(title)] ?? nameOf(title)
    if (name in columns) return name
    const type = balanceOf(title)
    if (type) return type
    problems.push({ row: 1, column: title, problem: `is no column; send in columns what it is, or null` })
    return null
  })
  for (const [place, name] of names.entries())
    if (name && names.indexOf(name) < place)
      problems.push({ row: 1, column: header[place]!, problem: `${name} is there twice` })
  return [names, problems]
}

/** A day in another order, as whoever wrote it may have meant it. */
function dayProblem(cell: string): string | undefined {
  const [, a, b, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(cell) ?? []
  if (!year) return undefined
  const two = (part: string) => part.padStart(2, '0')
  const meant = [`${year}-${two(b!)}-${two(a!)}`, `${year}-${two(a!)}-${two(b!)}`]
  const days = [...new Set(meant)].filter((day) => z.iso.date().safeParse(day).success)
  return `${days.length ? `${days.join(' or ')}? ` : ''}write year-month-day`
}

const isDay = (name: string) => name.endsWith('_date') || name === 'probation_end' || name === 'pay_from'

const ofCell: Record<string, (cell: string) => string> = {
  employment_type: (cell) => nameOf(cell),
  holiday_country: (cell) => cell.toUpperCase(),
  pay_basis: (cell) => cell.toLowerCase(),
  pay_currency: (cell) => cell.toUpperCase(),
}

/** The rows with what their cells say, without those that are empty, and what is wrong with them. */
export function rowsOf({ csv, columns: mapped }: Sent): { rows: Row[]; problems: Problem[] } {
  const table = csvTable(csv)
  if (!table)
    return { rows: [], problems: [{ row: 1, column: 'csv', problem: 'a quotation mark is never closed' }] }
  const [names, problems] = columnsOf(table, mapped)
  if (table.rows.length > mostRows)
    return { rows: [], problems: [{ row: mostRows + 2, column: 'csv', problem: `at most ${mostRows} rows` }] }
  const rows = table.rows.map(({ row, cells }) => {
    const values: Row = { row }
    const balances: Record<string, unknown> = {}
    if (cells.length > names.length)
      problems.push({
        row,
        column: 'csv',
        problem: `${cells.length} cells, but the header has ${names.length}`,
      })
    for (const [place, name] of names.entries()) {
      const cell = withoutGuard(cells[place] ?? '')
      if (!name || !cell) continue
      const { success, data, error } = (columns[name] ?? amount).safeParse(ofCell[name]?.(cell) ?? cell)
      if (success && name in columns) values[name] = data
      else if (success) balances[name.slice('balance: '.length)] = data
      else
        problems.push({
          row,
          column: name,
          problem: (isDay(name) && dayProblem(cell)) || error.issues[0]!.message,
        })
    }
    if (Object.keys(balances).length) values.balances = balances
    return values
  })
  return { rows, problems }
}

export const importOperation = write({
  id: 'importEmployees',
  summary: 'Add and change people by a table',
  at: 'POST /employees/import',
  role: 'admin',
  details:
    'Rows are found by employee_number, or else by work_email, so that the same table again changes nothing. An empty cell ' +
    'leaves what is there. department is a code, name or path such as Engineering / Web; manager a number or work e-mail ' +
    'address, of the table too. pay_amount is in units such as euros; a balance is what can be taken until the end of ' +
    'this leave year, in days, or minutes for types by the hour. Either all of it is done, or nothing. Nobody is told or invited.',
  audit: 'employee.imported',
  body: EmployeeImport,
  returns: EmployeesImported,
  heavy: true,
  maxBytes: maxManyTextsBytes,
  refuses: [409],
  example: { body: { csv: 'employee_number,first_name,hire_date\n0100,Hedy,2026-09-01' } },
  run: ({ body }) => {
    const { rows, problems } = rowsOf(body)
    return [
      sql`select app.lock_people()`,
      answer(sql`app.import_employees(${jsonb(rows)}, ${jsonb(problems)}, ${body.dry_run})`),
    ]
  },
})
