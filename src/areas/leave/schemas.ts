import * as z from 'zod'
import {
  accruals,
  countings,
  leaveStatuses,
  leaveUnits,
  payments,
  roundings,
  visibilities,
} from '../../../db/schema/leave.ts'
import {
  boolParam,
  change,
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
import { createdAt, ownId, updatedAt } from '../../shared/common-fields.ts'
import { ordered } from '../../shared/day-range.ts'
import { color } from '../../shared/color.ts'
import { decimal, decimalOut } from '../../shared/money/fields.ts'
import { nameText } from '../../shared/names.ts'
import { EmployeeRef } from '../../shared/employees.ts'

const upTo = (most: number) =>
  z.int(`must be 0 to ${most}`).min(0, `must be 0 to ${most}`).max(most, `must be 0 to ${most}`)
const amount = () => decimal(6, 2).refine((value) => Number(value) >= 0, 'must not be negative')
const half = () => z.enum(['am', 'pm'])
const clock = () => z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day as 09:30')

export const typeFields = {
  name: nameText(80).meta({ description: 'What it is called', example: 'Vacation' }),
  code: text(20).nullable().meta({ description: 'A short code', example: 'VAC' }),
  unit: z.enum(leaveUnits).meta({ id: 'LeaveUnit', description: 'What is counted; fixed once it is used' }),
  count_by: z.enum(countings).meta({
    id: 'LeaveCounting',
    description:
      'Days of the work schedule, every day of the calendar, or Monday to Saturday without holidays',
  }),
  counts_holidays: z.boolean().describe('Whether public holidays count as days'),
  allow_half_day: z.boolean().describe('Whether half a day can be taken'),
  paid: z.enum(payments).meta({ id: 'LeavePay', description: 'Whether it is paid' }),
  paid_percent: upTo(100).meta({ description: 'Of the pay, where it is partly paid', example: 60 }),
  requires_approval: z.boolean().describe('Whether somebody decides; else it is approved at once'),
  affects_balance: z.boolean().describe('Whether there is only so much of it'),
  overrides: z.boolean().describe('Whether it may lie over other leave, whose days return: sickness'),
  visibility: z.enum(visibilities).meta({
    id: 'LeaveVisibility',
    description:
      'Whether colleagues see what kind of absence it is. If one type is public, they can guess at the others',
  }),
  color: color().nullable().meta({ description: 'For calendars' }),
  max_negative: amount().meta({ description: 'By how much a balance may be overdrawn', example: '0' }),
  max_consecutive_days: upTo(1000).nullable().meta({ description: 'The most days of a request' }),
  min_notice_days: upTo(365).nullable().meta({ description: 'Working days of notice' }),
  max_backdate_days: upTo(1000).nullable().meta({ description: 'How many days back it can be asked for' }),
  annual_allowance: amount().meta({
    description: 'Days of a full week’s work in a year; hours for types by the hour',
    example: '22',
  }),
  accrual: z
    .enum(accruals)
    .meta({ id: 'LeaveAccrual', description: 'Granted at once, month by month, or by hand alone' }),
  rounding: z.enum(roundings).meta({ id: 'LeaveRounding', description: 'To which step grants are rounded' }),
  proration: z.boolean().describe('Whether a part of a year gives a part of the allowance'),
  carryover_max: amount()
    .nullable()
    .meta({ description: 'The most that is carried over to the next year; null for none' }),
  carryover_expires: z
    .string()
    .regex(/^(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8]|30|31)$/, 'must be a month and day as 03-31')
    .refine((value) => !/^(02-3\d|0[469]-31|11-31)$/.test(value), 'must be a month and day as 03-31')
    .nullable()
    .meta({ description: 'The last day of carried days', example: '03-31' }),
}
export const LeaveTypeChange = change({
  ...typeFields,
  archived: z.boolean().describe('Whether it is archived'),
}).meta({ id: 'LeaveTypeChange' })

const span = {
  leave_type_id: id().meta({ description: 'The type; vacation or sickness, say', 'x-names': 'leave_type' }),
  start_date: day().describe('The first day'),
  end_date: day().describe('The last day; the first unless sent'),
  half: half().meta({ description: 'Half of a single day only' }),
  start_half: half().meta({ description: 'pm to begin at noon', 'x-brief': null }),
  end_half: half().meta({ description: 'am to end at noon', 'x-brief': null }),
  start_time: clock().nullable().meta({ description: 'For types by the hour', example: '09:00' }),
  end_time: clock().nullable().meta({ description: 'For types by the hour', example: '11:30' }),
  reason: text(1000).nullable().meta({ description: 'For who decides; never shown to others' }),
}
const inOrder = ordered('start_date', 'end_date')
const halfOfOneDay = [
  ({ half, end_date, start_date, start_half, end_half }: Record<string, unknown>) =>
    half === undefined ||
    ((end_date === undefined || end_date === start_date) &&
      start_half === undefined &&
      end_half === undefined),
  { message: 'is of a single day; send start_half and end_half for more', path: ['half'] as PropertyKey[] },
] as const
const employee = id().meta({
  description: 'Yourself unless sent; others are for admins',
  'x-names': 'employee',
})

export const LeaveDraft = z
  .strictObject({ ...span, employee_id: employee })
  .partial()
  .required({ leave_type_id: true, start_date: true })
  .refine(...inOrder)
  .refine(...halfOfOneDay)
  .meta({ id: 'LeaveRequestDraft' })
export const LeaveChange = change(span)
  .refine(...inOrder)
  .refine(...halfOfOneDay)
  .meta({ id: 'LeaveRequestChange' })

const Status = z.enum(leaveStatuses).meta({ id: 'LeaveStatus' })
const LeaveDay = z
  .object({
    date: day().describe('Which day'),
    am: z.boolean().describe('Whether the morning counts'),
    pm: z.boolean().describe('Whether the afternoon counts'),
    minutes: count().describe('The minutes of work that it takes'),
    amount: decimalOut().describe('What it takes from the balance'),
  })
  .meta({ id: 'LeaveDay' })
const TypeRef = z
  .object({
    leave_type_id: idOut().describe('Which one'),
    name: z.string().describe('What it is called'),
    unit: z.enum(leaveUnits).describe('What is counted'),
  })
  .meta({ id: 'LeaveTypeRef' })

export const LeaveRequest = z
  .object({
    id: ownId,
    employee: EmployeeRef.describe('Whose leave it is'),
    leave_type: TypeRef.describe('What kind of leave it is'),
    start_date: day().describe('The first day'),
    end_date: day().describe('The last day'),
    start_half: half().describe('Whether it begins in the morning or at noon'),
    end_half: half().describe('Whether it ends at noon or in the evening'),
    start_time: z.string().nullable().describe('When it begins, by the hour'),
    end_time: z.string().nullable().describe('When it ends, by the hour'),
    total: decimalOut().describe('Days, or minutes for types by the hour'),
    status: Status.describe('What became of it'),
    is_own: z.boolean().describe('Whether it is your own'),
    asked: EmployeeRef.nullable().describe('Who is asked to decide'),
    version: version(),
    created_at: createdAt,
    updated_at: updatedAt,
  })
  .meta({
    id: 'LeaveRequest',
    'x-row':
      'id employee=employee.name* type=leave_type.name start_date end_date start_half!am end_half!pm total status',
  })
export const LeaveRequestDetail = LeaveRequest.extend({
  reason: z.string().nullable().describe('What the person wrote, if you may read it'),
  days: z.array(LeaveDay).describe('The days that count'),
  balance_after: decimalOut().nullable().describe('What is left of the year for that day'),
  decided_by: Person.nullable().describe('Who decided'),
  decided_at: moment().nullable().describe('When it was decided'),
  decision_note: z.string().nullable().describe('Why'),
  self_decided: z.boolean().describe('Whether nobody else could decide'),
}).meta({ id: 'LeaveRequestDetail' })
export const LeavePreview = z
  .object({
    total: decimalOut().describe('Days, or minutes for types by the hour'),
    days: z.array(LeaveDay).describe('The days that count'),
    balance_after: decimalOut().nullable().describe('What is left of the year'),
    asked: EmployeeRef.nullable().describe('Who is asked to decide'),
    away: count().describe('Colleagues of the department who are away on some of the days'),
    warnings: z.array(z.string()).describe('Why it would be refused, or what is unusual'),
  })
  .meta({ id: 'LeavePreview' })

export const LeaveFilter = z
  .strictObject({
    status: csv(Status)
      .optional()
      .meta({ type: 'string', description: 'pending, approved, rejected, cancelled; several with commas' }),
    employee_id: id().optional().describe('Of one employee'),
    mine: boolParam().optional().meta({ description: 'Only my own, or only others’' }),
    leave_type_id: id().optional().meta({ description: 'Of one type', 'x-names': 'leave_type' }),
    department_id: id().optional().describe('Of a department and those below it'),
    from: day().optional().describe('Not over before this day'),
    to: day().optional().describe('Begun by this day'),
    ...paging,
    sort: sorting(['start_date', 'created_at'], '-start_date'),
  })
  .refine(...ordered('from', 'to'))

export const Decision = z
  .strictObject({
    note: text(500).optional().meta({ description: 'For the person' }),
    version: version().optional(),
  })
  .meta({ id: 'LeaveDecision' })
export const Rejection = z
  .strictObject({ note: text(500).describe('Why, for the person'), version: version().optional() })
  .meta({ id: 'LeaveRejection' })
export const Cancellation = z
  .strictObject({
    from_date: day().optional().describe('From this day on alone'),
    note: text(500).optional().meta({ description: 'Why' }),
  })
  .meta({ id: 'LeaveCancellation' })

export const CalendarFilter = z
  .strictObject({
    from: day().optional().describe('The first day; today unless sent'),
    to: day().optional().describe('The last day; a week from the first unless sent'),
    department_id: id().optional().describe('Of a department and those below it'),
    employee_id: id().optional().describe('Of one employee'),
  })
  .refine(...ordered('from', 'to'))
  .refine(({ from, to }) => !from || !to || Date.parse(to) - Date.parse(from) <= 91 * 86_400_000, {
    message: 'at most 92 days',
    path: ['to'],
  })
export const AbsenceCalendar = z
  .object({
    from: day().describe('The first day'),
    to: day().describe('The last day'),
    items: z
      .array(
        z
          .object({
            employee_id: idOut().describe('Who it is'),
            name: z.string().describe('What the person is called'),
            from: day().describe('The first day'),
            to: day().describe('The last day'),
            from_half: half().describe('Whether it begins in the morning or at noon'),
            to_half: half().describe('Whether it ends at noon or in the evening'),
            status: z.enum(['pending', 'approved']).describe('Pending ones are shown to who decides'),
            leave_type: z.string().describe('The type if you may know it, else absent'),
            color: z.string().nullable().describe('Of the type, if you may know it'),
            request_id: idOut().nullable().describe('The request, if you may see it'),
          })
          .meta({
            id: 'AbsenceRun',
            'x-row': 'name* from to from_half!am to_half!pm leave_type!absent status!approved',
          }),
      )
      .describe('The absences, by day'),
  })
  .meta({ id: 'AbsenceCalendar' })
