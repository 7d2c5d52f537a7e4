import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { count, day, idOut } from '../../kit/fields.ts'
import { read } from '../../kit/operation.ts'
import { answer, ensure } from '../../kit/sql.ts'
import { currencyCode, minor } from '../../shared/money/fields.ts'
import { noOwnRecord } from '../../shared/employees.ts'

const Average = z
  .object({
    department: z
      .object({
        department_id: idOut().describe('Which one'),
        name: z.string().describe('What it is called'),
      })
      .nullable()
      .describe('Null for whoever is in none'),
    currency: currencyCode(),
    per: z.enum(['year', 'hour']).describe('What the amount is for: hourly pay is apart'),
    on: day().describe('The first day of a quarter: of which day it is, by what was known then'),
    people: count().describe('Of how many people; three at least'),
    average_minor: minor().meta({
      description: 'Gross pay in the mean, rounded to a hundred minor units',
      example: 3_120_000,
    }),
  })
  .meta({ id: 'PayAverage' })
const Averages = z
  .object({ items: z.array(Average).describe('By department, those below it apart') })
  .meta({ id: 'PayAverages' })

export const averages = read({
  id: 'getPayAverages',
  summary: 'Tell what people are paid in the mean: in my department, for admins in all',
  at: 'GET /payroll/averages',
  role: 'member',
  not: ['api_key', 'impersonation'],
  heavy: true,
  details:
    'Of three people at least. A newer figure takes the place of an older one only where three people at least differ, ' +
    'so that no difference tells of one.',
  returns: Averages,
  example: {},
  run: () => [
    ensure(sql`(app.role_level() >= 40 or (select app.employee_id()) is not null)`, 'WM404', noOwnRecord),
    answer(sql`app.pay_averages()`),
  ],
})
