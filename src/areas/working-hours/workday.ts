import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { count, day } from '../../kit/fields.ts'
import { read } from '../../kit/operation.ts'
import { answer } from '../../kit/sql.ts'
import { ownId } from '../../shared/common-fields.ts'
import { BirthdayOut, EmployeeRef } from '../../shared/employees.ts'
import { decimalOut } from '../../shared/money/fields.ts'
import { type HoursEvent, shiftsOf } from '../../shared/shifts.ts'
import { OpenShift } from './schemas.ts'
import { daysOf, openOf } from './summary.ts'

const Workday = z
  .object({
    employee: EmployeeRef.nullable().describe('Your record; null if your account has none'),
    shift: OpenShift.nullable().describe('The shift that runs'),
    minutes: count().describe('At work today, until now'),
    leave: z
      .array(
        z
          .object({
            leave_type: z.string().describe('What it is called'),
            unit: z.enum(['day', 'minute']).describe('What is counted'),
            available: decimalOut().describe('What is left of this year'),
          })
          .meta({ id: 'LeaveLeft' }),
      )
      .describe('What is left of each type of leave'),
    next_leave: z
      .object({
        id: ownId,
        start_date: day().describe('The first day'),
        end_date: day().describe('The last day'),
      })
      .meta({ id: 'NextLeave' })
      .nullable()
      .describe('The approved leave that is next, or that lasts'),
    birthdays: z.array(BirthdayOut).describe('Of colleagues who want them known, in seven days from today'),
  })
  .meta({ id: 'Workday' })
type Answer = z.output<typeof Workday>
type Found = Pick<Answer, 'employee' | 'leave' | 'next_leave' | 'birthdays'> & {
  today: string
  events: HoursEvent[]
  longest_shift_minutes: number
}

/** What a day is at a moment. */
function workdayOf(found: Found | null, now: Date): Answer {
  if (!found) return { employee: null, shift: null, minutes: 0, leave: [], next_leave: null, birthdays: [] }
  const { employee, leave, next_leave, birthdays, today, events, longest_shift_minutes: longest } = found
  const shifts = shiftsOf(events)
  const shift = openOf(shifts, longest * 60_000, now).find(({ is_running }) => is_running) ?? null
  const done = daysOf(shifts).find(({ date }) => date === today)
  const minutes = done ? done.ordinary + done.overtime + done.complementary : 0
  return { employee, shift, minutes: minutes + (shift?.minutes ?? 0), leave, next_leave, birthdays }
}

export const workday = read({
  id: 'getWorkday',
  summary: 'Tell of my day: whether I am at work, since when, and what leave I have',
  at: 'GET /working-hours/today',
  role: 'member',
  details: 'Without a record as an employee all of it is empty.',
  returns: Workday,
  transform: (result, { now }) => JSON.stringify(workdayOf(JSON.parse(result) as Found | null, now)),
  run: () => answer(sql`coalesce(app.own_workday(), 'null'::json)`),
})
