import * as z from 'zod'
import { leaveRules, leaveStatuses, leaveUnits } from '../../../db/schema/leave.ts'
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
import { decimalOut } from '../../shared/money/fields.ts'
import { AffectedRequests, EmployeeRef } from '../../shared/employees.ts'

const half = () => z.enum(['am', 'pm'])
const clock = () =>
  z.string().regex(/^([0-3]\d|4[0-7]):[0-5]\d$/, 'must be a time of day as 09:30, or after midnight as 26:00')

const span = {
  leave_type_id: id().meta({
    description: 'The type; vacation or sickness, say',
    'x-brief': 'The usual one unless sent; sick for illness',
    'x-names': 'leave_type',
  }),
  start_date: day().describe('The first day'),
  end_date: day().describe('The last day; the first unless sent'),
  half: half().meta({ description: 'Half of a single day only' }),
  start_half: half().meta({ description: 'pm to begin at noon', 'x-brief': null }),
  end_half: half().meta({ description: 'am to end at noon', 'x-brief': null }),
  start_time: clock().nullable().meta({
    description: 'For types by the hour; after midnight of a night shift from 24:00 on',
    example: '09:00',
  }),
  end_time: clock().nullable().meta({ description: 'For types by the hour', example: '11:30' }),
  reason: text(1000).nullable().meta({ description: 'For who decides; never shown to others' }),
  override: z
    .boolean()
    .meta({ description: 'For admins: passes over notice, days back and the like; marked', 'x-brief': null }),
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
  .required({ start_date: true })
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
  .meta({ id: 'LeaveDay', 'x-row': 'date@ am pm amount' })
const TypeRef = z
  .object({
    leave_type_id: idOut().describe('Which one'),
    name: z.string().describe('What it is called'),
    unit: z.enum(leaveUnits).describe('What is counted'),
  })
  .meta({ id: 'LeaveTypeRef' })

const MeetingThen = z
  .object({
    meeting_id: idOut().describe('Which one'),
    title: z.string().describe('What it is called'),
    starts_at: moment().describe('When it begins'),
    ends_at: moment().describe('When it ends'),
  })
  .meta({ id: 'MeetingInLeave' })
const meetings = z
  .array(MeetingThen)
  .describe('Meetings of the person in that time which you may see, unless declined; at most fifty')

const Certificate = z.enum(['not_required', 'due', 'missing', 'there']).meta({ id: 'LeaveCertificate' })

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
    certificate: Certificate.describe('Whether a certificate is there, or must be'),
    asked: EmployeeRef.nullable().describe('Who is asked to decide'),
    version: version(),
    created_at: createdAt,
    updated_at: updatedAt,
  })
  .meta({
    id: 'LeaveRequest',
    'x-row':
      'id employee=employee.name* type=leave_type.name start_date@ end_date@ start_half!am end_half!pm total status',
  })
export const LeaveRequestDetail = LeaveRequest.extend({
  certificate_due_on: day().nullable().describe('The last day for the certificate, if it has one'),
  reason: z.string().nullable().describe('What the person wrote, if you may read it'),
  days: z.array(LeaveDay).describe('The days that count'),
  meetings,
  balance_after: decimalOut().nullable().describe('What is left of the year for that day'),
  decided_by: Person.nullable().describe('Who decided; nobody where it is approved at once'),
  decided_at: moment().nullable().describe('When it was decided'),
  decision_note: z.string().nullable().describe('Why'),
  self_decided: z.boolean().describe('Whether nobody else could decide'),
  overridden: z
    .array(z.enum(leaveRules).meta({ id: 'LeaveRule' }))
    .describe('Rules of the type, or blocks, that an admin or the approver passed over'),
}).meta({
  id: 'LeaveRequestDetail',
  'x-row':
    'id employee=employee.name* type=leave_type.name start_date@ end_date@ start_half!am end_half!pm total status asked=asked.name left=balance_after',
})
export const LeavePreview = z
  .object({
    total: decimalOut().describe('Days, or minutes for types by the hour'),
    unit: z.enum(leaveUnits).describe('What is counted'),
    days: z.array(LeaveDay).describe('The days that count'),
    balance_after: decimalOut().nullable().describe('What is left of the year'),
    asked: EmployeeRef.nullable().describe('Who is asked to decide'),
    away: count().describe('Colleagues of the department who are away on some of the days'),
    due_tasks: count().describe('Open tasks of the person that are due on these days'),
    meetings,
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
    certificate: Certificate.optional().describe('Those whose certificate is missing, say'),
    overridden: boolParam().optional().meta({
      description: 'Only those that passed over rules, or only others',
      'x-brief': null,
    }),
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
    override: z.boolean().optional().describe('Whether it is approved although the days are blocked'),
  })
  .meta({ id: 'LeaveDecision' })
export const Rejection = z
  .strictObject({ note: text(500).describe('Why, for the person'), version: version().optional() })
  .meta({ id: 'LeaveRejection' })
export const Cancellation = z
  .strictObject({
    from_date: day().optional().describe('From this day on alone'),
    note: text(500).optional().meta({ description: 'Why' }),
    version: version().optional(),
  })
  .meta({ id: 'LeaveCancellation' })

export const AffectedFilter = z.strictObject({
  since: day().optional().describe('Days from this one on; those of this leave year unless sent'),
  employee_id: id().optional().describe('Of one employee'),
})
export const Recount = z
  .strictObject({
    request_ids: z
      .array(id())
      .min(1, 'at least one')
      .max(200, 'at most 200')
      .optional()
      .describe('Of these requests alone'),
    since: day().optional().describe('Days from this one on; those of this leave year unless sent'),
  })
  .meta({ id: 'LeaveRecount' })
export const AffectedList = z.object({ items: AffectedRequests }).meta({ id: 'AffectedLeave' })

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
            'x-row': 'name* from@ to@ from_half!am to_half!pm leave_type!absent status!approved',
          }),
      )
      .describe('The absences, by day'),
  })
  .meta({ id: 'AbsenceCalendar' })
