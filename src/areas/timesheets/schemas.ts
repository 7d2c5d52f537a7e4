import * as z from 'zod'
import { sheetActions, sheetStatuses } from '../../../db/schema/timesheets.ts'
import type { PathFormat } from '../../kit/operation.ts'
import {
  boolParam,
  count,
  csv,
  day,
  id,
  idOut,
  moment,
  paging,
  Person,
  sorting,
  text,
  version,
} from '../../kit/fields.ts'
import { ownId, taskTitle } from '../../shared/common-fields.ts'
import { ordered } from '../../shared/day-range.ts'
import { EmployeeRef } from '../../shared/employees.ts'

/** The Monday of a week, or `current`, or `submitted` for the only one of the employee that waits for a decision. */
export const weekFormat: PathFormat = {
  format: /^(20\d\d-(0[1-9]|1[0-2])-([0-2]\d|3[01])|current|submitted)$/,
  accepts: (value) => !value.startsWith('20') || isMonday(value),
  says: 'The week by its Monday, or `current`; `submitted` is the only one that waits for a decision',
  problem: 'must be a Monday as 2026-11-23, or current, or submitted',
  example: '2026-01-05',
}
const isMonday = (value: string) => {
  const date = new Date(`${value}T00:00:00Z`)
  return date.getUTCDay() === 1 && date.toISOString().startsWith(value)
}
const monday = () => day().refine(isMonday, 'must be a Monday')

const Status = z.enum(sheetStatuses).meta({ id: 'TimesheetStatus' })
const minutes = (description: string) => count().describe(description)
const signed = (description: string) => z.int().meta({ description, example: 20 })
const amounts = {
  worked_minutes: minutes('What was worked'),
  contracted_minutes: minutes('What the work schedule has'),
  holiday_minutes: minutes('Of these holidays'),
  leave_minutes: minutes('Of these approved leave'),
  expected_minutes: minutes('What is left of them to work'),
  balance_minutes: signed('Worked less expected'),
}
const nullable = Object.fromEntries(
  Object.entries(amounts).map(([name, schema]) => [name, schema.nullable()]),
) as { [K in keyof typeof amounts]: z.ZodNullable<(typeof amounts)[K]> }

const week = {
  employee: EmployeeRef.describe('Whose week it is'),
  week_start: day().describe('Its Monday'),
  week_end: day().describe('Its Sunday'),
  status: Status.describe('Where it stands; its time is locked while it is submitted or approved'),
}
const decided = {
  is_own: z.boolean().describe('Whether it is your own'),
  stale: z.boolean().describe('Leave, holidays, schedule or time have changed since it was submitted'),
  submitted_at: moment().nullable().describe('When it was submitted'),
  on_behalf: z.boolean().describe('Whether somebody else submitted it'),
  comment: z.string().nullable().describe('What was said of it'),
  decided_at: moment().nullable().describe('When it was decided'),
  decided_by: Person.nullable().describe('Who decided'),
  note: z.string().nullable().describe('Why'),
  self_decided: z.boolean().describe('Whether nobody else could decide'),
}

export const Timesheet = z
  .object({
    id: ownId,
    ...week,
    ...nullable,
    ...decided,
    version: version(),
    created_at: moment().describe('When it was submitted first'),
    updated_at: moment().describe('When it changed last'),
  })
  .meta({
    id: 'Timesheet',
    'x-row': 'employee=employee.name* week_start status worked_minutes expected_minutes stale!false',
  })

const Entry = z
  .object({
    id: ownId,
    minutes: minutes('How much of it is on this day'),
    description: z.string().nullable().describe('What was done'),
    project: z
      .object({
        id: ownId,
        key: z.string().meta({ description: 'The prefix of its task keys', example: 'WEB' }),
        name: z.string().describe('What it is called'),
      })
      .nullable()
      .describe('Null where there is none that you may see'),
    task: z
      .object({
        id: ownId,
        key: z.string().meta({ description: 'Its key', example: 'WEB-12' }),
        title: taskTitle,
      })
      .nullable()
      .describe('Null where there is none that you may see'),
    started_at: moment().nullable().describe('When it began'),
    ended_at: moment().nullable().describe('When it ended'),
    running: z.boolean().describe('The timer has not been stopped yet'),
  })
  .meta({ id: 'TimesheetEntry' })
const SheetDay = z
  .object({
    date: day().describe('Which day'),
    weekday: z.string().describe('Its name'),
    is_employed: z.boolean().describe('Whether the person was employed'),
    ...amounts,
    leave_with_entries: z.boolean().describe('Worked on a whole day of leave'),
    entries: z.array(Entry).describe('The time of that day; what crosses midnight is on both days'),
  })
  .meta({
    id: 'TimesheetDay',
    'x-row': 'date weekday worked_minutes expected_minutes leave_with_entries!false',
  })
const Event = z
  .object({
    action: z.enum(sheetActions).describe('What happened'),
    at: moment().describe('When'),
    by: Person.nullable().describe('Who did it'),
    note: z.string().nullable().describe('What was said'),
  })
  .meta({ id: 'TimesheetEvent' })
const texts = (description: string) => z.array(z.string()).describe(description)

export const TimesheetDetail = z
  .object({
    id: idOut().nullable().describe('Null until it is submitted first'),
    ...week,
    ...amounts,
    ...decided,
    time_zone: z.string().describe('In which its days begin'),
    days: z.array(SheetDay).describe('Monday to Sunday'),
    changes: texts('What has changed since it was submitted'),
    warnings: texts('What is unusual'),
    asked: EmployeeRef.nullable().describe('Who is asked to decide, if not an admin'),
    inputs_hash: z.string().nullable().describe('SHA-256 of what was submitted, day by day'),
    events: z.array(Event).describe('What happened to it, in order'),
    version: z.int().min(0).meta({ description: 'Send it with a decision, so that it is of what you saw' }),
  })
  .meta({
    id: 'TimesheetDetail',
    'x-row':
      'employee=employee.name* week_start status worked_minutes expected_minutes balance_minutes warnings asked=asked.name',
  })

const employee_id = id().optional().meta({ description: 'Of one employee', 'x-names': 'employee' })
const department_id = id().optional().describe('Of a department and those below it')
const mine = boolParam().optional().meta({ description: 'Only my own, or only others’' })
export const TimesheetFilter = z
  .strictObject({
    status: csv(Status)
      .optional()
      .meta({ type: 'string', description: 'open, submitted, approved, rejected; several with commas' }),
    employee_id,
    mine,
    department_id,
    from: day().optional().describe('Of weeks not over before this day'),
    to: day().optional().describe('Of weeks begun by this day'),
    ...paging,
    sort: sorting(['week_start', 'submitted_at'], '-week_start'),
  })
  .refine(...ordered('from', 'to'))

export const MissingTimesheet = z
  .object({
    ...week,
    status: z.enum(['open', 'rejected']).describe('Where it stands'),
    worked_minutes: amounts.worked_minutes,
    expected_minutes: amounts.expected_minutes,
  })
  .meta({
    id: 'MissingTimesheet',
    'x-row': 'employee=employee.name* week_start status worked_minutes expected_minutes',
  })
const longest = 26 * 7 * 86_400_000
export const MissingFilter = z
  .strictObject({
    employee_id,
    mine,
    department_id,
    from: day().optional().describe('Of weeks begun on this day or later; four weeks ago unless sent'),
    to: day().optional().describe('Of weeks begun by this day'),
    ...paging,
  })
  .refine(...ordered('from', 'to'))
  .refine(({ from, to }) => !from || !to || Date.parse(to) - Date.parse(from) < longest, {
    message: 'at most 26 weeks from the first',
    path: ['to'],
  })

export const Submission = z
  .strictObject({
    comment: text(500).optional().meta({ description: 'For who decides' }),
    empty: z.boolean().optional().describe('Submits it although no time is logged'),
  })
  .meta({ id: 'TimesheetSubmission' })
export const Approval = z
  .strictObject({
    note: text(500).optional().meta({ description: 'For the person' }),
    version: version().optional(),
  })
  .meta({ id: 'TimesheetApproval' })
export const Rejection = z
  .strictObject({ note: text(500).describe('Why, for the person'), version: version().optional() })
  .meta({ id: 'TimesheetRejection' })
export const Reopening = z
  .strictObject({ note: text(500).optional().meta({ description: 'Why' }) })
  .meta({ id: 'TimesheetReopening' })

const Named = { employee_id: id().describe('Whose week'), week_start: monday().describe('Its Monday') }
export const Approvals = z
  .strictObject({
    items: z
      .array(z.strictObject({ ...Named, version: version().optional() }).meta({ id: 'TimesheetToApprove' }))
      .min(1, 'at least 1')
      .max(100, 'at most 100')
      .describe('The weeks'),
  })
  .meta({ id: 'TimesheetApprovals' })
export const ApprovalResults = z
  .object({
    results: z
      .array(
        z
          .object({
            employee_id: idOut().describe('Whose week'),
            week_start: day().describe('Its Monday'),
            approved: z.boolean().describe('Whether it was approved'),
            error: z
              .object({
                code: z.string().describe('As of a single one'),
                message: z.string().describe('Why not'),
              })
              .nullable()
              .describe('Why not'),
          })
          .meta({ id: 'TimesheetApprovalResult' }),
      )
      .describe('In the order in which they were sent'),
  })
  .meta({ id: 'TimesheetApprovalResults' })
