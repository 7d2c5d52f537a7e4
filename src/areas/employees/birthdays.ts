import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { day } from '../../kit/fields.ts'
import { read, write } from '../../kit/operation.ts'
import { answer, json } from '../../kit/sql.ts'
import { inOrder, atMostDays } from '../../shared/day-range.ts'
import { BirthdayOut } from '../../shared/employees.ts'

const Range = z
  .strictObject({ from: day().describe('The first day'), to: day().describe('The last day') })
  .refine(...inOrder)
  .refine(...atMostDays(366))

const ShownBirthday = z
  .object({
    shown: z.boolean().describe('Whether you want colleagues to know the day'),
    has_birth_date: z.boolean().describe('Whether your record has a birth date'),
    allowed: z.boolean().describe('Whether the organization shows birthdays'),
  })
  .meta({ id: 'ShownBirthday' })
const Birthdays = z
  .object({
    items: z.array(BirthdayOut).describe('By day'),
    mine: ShownBirthday.nullable().describe('Whether colleagues see yours; null without a record'),
  })
  .meta({ id: 'Birthdays' })
const ShownBirthdayChange = z
  .strictObject({ shown: z.boolean().describe('Whether colleagues may know the day and the month') })
  .meta({ id: 'ShownBirthdayChange' })

export const birthdayOperations = [
  read({
    id: 'listBirthdays',
    summary: 'List the birthdays of colleagues who want them to be known',
    at: 'GET /employees/birthdays',
    role: 'member',
    not: ['impersonation'],
    details: 'Empty unless the settings of the workforce show birthdays. The year of birth is told nobody.',
    query: Range,
    returns: Birthdays,
    example: { query: 'from=2026-12-01&to=2026-12-31' },
    run: ({ query: { from, to } }) =>
      answer(
        json({ items: sql`app.birthdays_json(${from}::date, ${to}::date)`, mine: sql`app.own_birthday()` }),
      ),
  }),
  write({
    id: 'setMyBirthday',
    summary: 'Let colleagues see the day and month of my birthday, or no longer',
    at: 'PUT /employees/me/birthday',
    role: 'member',
    not: ['api_key', 'oauth', 'impersonation'],
    details: 'Only you can agree to it, in your own browser session, and take it back at any time.',
    audit: 'employee.birthday_shown',
    body: ShownBirthdayChange,
    returns: ShownBirthday,
    noun: 'employee record',
    refuses: [409],
    example: { body: { shown: false } },
    run: ({ body: { shown } }) => [
      sql`select app.ensure(app.employee_id() is not null, 'WM404',
        'no employee record is linked to your account; ask an administrator')`,
      sql`select app.show_birthday(${shown})`,
      answer(sql`app.own_birthday()`),
    ],
  }),
]
