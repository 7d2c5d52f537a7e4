import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { payBases } from '../../../db/schema/compensations.ts'
import { count, day, isDay, Role, text } from '../../kit/fields.ts'
import { type PreflightResult, write } from '../../kit/operation.ts'
import { answer, ensureFields, jsonb } from '../../kit/sql.ts'
import { maxManyTextsBytes } from '../../shared/body.ts'
import { type CsvTable, csvTable, withoutGuard } from '../../shared/csv-table.ts'
import { currencyCode, decimal } from '../../shared/money/fields.ts'
import { requireInvitableRole } from '../../shared/members.ts'
import { importable } from './schemas.ts'

const mostRows = 2000
const mostBytes = 2 * 1024 * 1024

/** What people are paid from a day on; the currency of the organization unless it is there. */
export const payColumns = {
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
  ...payColumns,
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
      .max(mostBytes, 'at most 2 MiB')
      .refine(
        (text) => text.length > mostBytes || new TextEncoder().encode(text).length <= mostBytes,
        'at most 2 MiB',
      )
      .meta({
        description: `A table with a header and at most ${mostRows} rows. Columns: ${known.join(', ')}, and balance: with the name of a type of leave`,
        example: 'employee_number,first_name,hire_date\n0100,Hedy,2026-09-01',
      }),
    columns: z
      .record(text(80), z.enum(known as [string, ...string[]]).nullable())
      .refine((said) => Object.keys(said).length <= 100, 'at most 100')
      .optional()
      .meta({
        description:
          'What headers of the file mean that are no names of columns; null leaves one out. Kept for the next import',
        example: { Beginn: 'hire_date' },
      }),
    dry_run: z.boolean().default(false).describe('Tells what it would do, and does none of it'),
    invite: z
      .boolean()
      .default(false)
      .describe('Invites whoever has a work e-mail address and no account, at most 200 people at once'),
    role: Role.optional().describe('What they are invited as; member unless sent'),
  })
  .refine(({ invite, role }) => invite || role === undefined, {
    message: 'only with invite',
    path: ['role'],
  })
  .meta({ id: 'EmployeeImport' })
const EmployeesImported = z
  .object({
    dry_run: z.boolean().describe('Whether nothing was done'),
    created: count().describe('How many people are new'),
    updated: count().describe('How many of those who were there changed'),
    unchanged: count().describe('How many did not'),
    invited: count().describe('How many were invited'),
    columns: z
      .record(z.string(), z.string().nullable())
      .describe('What each header was taken for; null for those that were left out'),
    unknown_headers: z.array(z.string()).describe('Headers of which nobody said what they are'),
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

type Mapping = Record<string, string | null>

/** What a header is by its name; undefined if that is no column. */
function ownName(title: string): string | undefined {
  const name = alias[nameOf(title)] ?? nameOf(title)
  return Object.hasOwn(columns, name) ? name : balanceOf(title)
}
/** Headers whose names say nothing: what they mean may have been said in an import before. */
const foreignIn = (csv: string, said: Mapping = {}) =>
  (csvTable(csv)?.header ?? []).filter((title) => !Object.hasOwn(said, title) && !ownName(title))

/** What each column of the file is, null for one that is left out. */
function columnsOf({ header }: CsvTable, said: Mapping, kept: Mapping): [(string | null)[], Problem[]] {
  const problems: Problem[] = []
  const names = header.map((title) => {
    if (Object.hasOwn(said, title)) return said[title]!
    const name = ownName(title)
    if (name) return name
    if (Object.hasOwn(kept, title)) return kept[title]!
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

const ofCell: Record<string, (cell: string) => string> = {
  employment_type: (cell) => nameOf(cell),
  holiday_country: (cell) => cell.toUpperCase(),
  pay_basis: (cell) => cell.toLowerCase(),
  pay_currency: (cell) => cell.toUpperCase(),
}

type Parsed = { rows: Row[]; problems: Problem[]; columns: Mapping; unknown_headers: string[] }
const refusedFor = (row: number, problem: string): Parsed => ({
  rows: [],
  problems: [{ row, column: 'csv', problem }],
  columns: {},
  unknown_headers: [],
})
/**
 * The rows with what their cells say, without those that are empty, what is wrong with them, and what their headers were
 * taken for; `kept` is what headers meant in imports before.
 */
export function rowsOf({ csv, columns: said = {} }: Sent, kept: Mapping = {}): Parsed {
  const table = csvTable(csv)
  if (!table) return refusedFor(1, 'a quotation mark is never closed')
  const unknown = foreignIn(csv, { ...kept, ...said })
  const [names, problems] = columnsOf(table, said, kept)
  if (table.rows.length > mostRows) return refusedFor(mostRows + 2, `at most ${mostRows} rows`)
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
          problem: (isDay(columns[name]) && dayProblem(cell)) || error.issues[0]!.message,
        })
    }
    if (Object.keys(balances).length) values.balances = balances
    return values
  })
  const taken = table.header.map((title, place): [string, string | null] => [title, names[place]!])
  return {
    rows,
    problems,
    columns: Object.fromEntries(taken.filter(([title]) => !unknown.includes(title))),
    unknown_headers: unknown,
  }
}

/** What headers meant before is read only where the file has some that say nothing. */
const kept = {
  authorize: ({ csv, columns: said }: Sent) =>
    foreignIn(csv, said).length ? [answer(sql`app.import_columns()`)] : undefined,
  perform: async (_body: Sent, _org: string, _outside: unknown, found: string | null) => ({
    values: { columns: found ?? '{}' },
    compensate: async () => {},
  }),
}
const keptIn = (preflightResult: PreflightResult | undefined) =>
  JSON.parse(preflightResult?.values.columns ?? '{}') as Mapping

/** Whoever invites may invite to the role, and has a way to reach people. */
const mayInvite = ({ invite, role = 'member' }: Sent, { mail }: { mail: { missing: unknown } }) =>
  invite
    ? [
        requireInvitableRole(role),
        ...ensureFields({
          'body.invite': [
            sql`${mail.missing === null}::boolean`,
            'no mail is sent here, so nobody would hear of it; invite them one by one, and pass the links on',
          ],
        }),
      ]
    : []

export const importOperation = write({
  id: 'importEmployees',
  summary: 'Add and change people by a table',
  at: 'POST /employees/import',
  role: 'admin',
  details:
    'Rows are found by employee_number, or else by work_email, so that the same table again changes nothing. An empty cell ' +
    'leaves what is there. department is a code, name or path such as Engineering / Web; manager a number or work e-mail ' +
    'address, of the table too. pay_amount is in units such as euros; a balance is what can be taken until the end of ' +
    'this leave year, in days, or minutes for types by the hour. Either all of it is done, or nothing. Nobody is told, or invited without invite.',
  audit: 'employee.imported',
  body: EmployeeImport,
  returns: EmployeesImported,
  heavy: true,
  maxBytes: maxManyTextsBytes,
  refuses: [403, 409],
  example: { body: { csv: 'employee_number,first_name,hire_date\n0100,Hedy,2026-09-01' } },
  preflight: kept,
  run: ({ body, preflightResult, outside }) => {
    const { rows, problems, columns: taken, unknown_headers } = rowsOf(body, keptIn(preflightResult))
    const { dry_run, invite, role = 'member', columns: said } = body
    return [
      sql`select app.lock_people()`,
      ...mayInvite(body, outside),
      ...(said && !dry_run ? [sql`select app.keep_import_columns(${jsonb(said)})`] : []),
      answer(sql`(app.import_employees(${jsonb(rows)}, ${jsonb(problems)}, ${dry_run}, ${invite ? role : null})::jsonb
        || ${jsonb({ columns: taken, unknown_headers })})::json`),
    ]
  },
})
