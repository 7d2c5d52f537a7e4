import * as z from 'zod'
import { allocationStatuses } from '../../../db/schema/capacity.ts'
import {
  change,
  count,
  day,
  id,
  idOut,
  intParam,
  pageOf,
  paging,
  sorting,
  text,
  version,
} from '../../kit/fields.ts'
import { createdAt, ownId, updatedAt } from '../../shared/common-fields.ts'
import { inOrder } from '../../shared/day-range.ts'
import { EmployeeRef } from '../../shared/employees.ts'

const maxDays = 400
const atMost = (days: number) =>
  [
    ({ from, to }: { from: string; to: string }) => Date.parse(to) - Date.parse(from) < days * 86_400_000,
    { message: `at most ${days} days from the first`, path: ['to'] as PropertyKey[] },
  ] as const
/** Half a thousand people fit into one report. */
const people = intParam(1, 500).default(50).meta({
  type: 'integer',
  description: 'People on a page, 1 to 500',
  example: 50,
  'x-brief': '25 if absent',
})
const whose = {
  from: day().describe('The first day'),
  to: day().describe('The last day'),
  department_id: id().optional().meta({ description: 'With those below it', 'x-names': 'department' }),
  employee_id: id().optional().meta({ description: 'Only of one person', 'x-names': 'employee' }),
}

export const CapacityFilter = z
  .strictObject({
    ...whose,
    bucket: z.enum(['week', 'month']).default('week').describe('Weeks begin on Mondays'),
    ...paging,
    limit: people,
  })
  .refine(...inOrder)
  .refine(...atMost(maxDays))

const minutes = (description: string) =>
  count().meta({ description: `Minutes: ${description}`, example: 2400 })
const Bucket = z
  .object({
    from: day().describe('The first day'),
    to: day().describe('The last day'),
    contracted: minutes('what the work schedule says, of days employed'),
    holidays: minutes('of these, on public holidays; null if you only lead their projects').nullable(),
    leave: minutes('of these, on approved leave; null if you only lead their projects').nullable(),
    not_available: minutes('holidays and leave'),
    available: minutes('what is left'),
    allocated: minutes('planned for projects, tentative too'),
    tentative: minutes('of these, not confirmed'),
    assigned: z.number().meta({
      description: 'Minutes: estimates of open tasks that fall here, as in the workload',
      example: 90,
    }),
    logged: minutes('time entries'),
    utilisation: z.number().nullable().meta({
      description: 'Percent of what is available that is allocated; null where nothing is',
      example: 80,
    }),
    free: minutes('available and not allocated'),
    over: minutes('allocated and not available'),
  })
  .meta({ id: 'CapacityBucket' })

const Capacity = z
  .object({
    employee: EmployeeRef.describe('Who it is'),
    available: minutes('what the schedule, holidays and leave leave'),
    allocated: minutes('planned for projects'),
    free: minutes('of weeks or months with time left, that time'),
    over: minutes('of those with too much planned, what is too much'),
    logged: minutes('time entries'),
    buckets: z.array(Bucket).describe('By week or month'),
  })
  .meta({ id: 'Capacity', 'x-row': 'employee=employee.name available allocated free over!0 logged' })
export const CapacityReport = pageOf(Capacity, {
  from: day().describe('The first day'),
  to: day().describe('The last day'),
  bucket: z.enum(['week', 'month']).describe('What the figures are by'),
})

export const ReconciliationFilter = z
  .strictObject({
    ...whose,
    tolerance: intParam(0, 480).optional().meta({
      type: 'integer',
      description: 'Minutes a day that count as none; as the settings say unless sent',
      example: 15,
      'x-brief': null,
    }),
    ...paging,
  })
  .refine(...inOrder)
  .refine(...atMost(92))

export const causes = [
  'missing_entries',
  'log_without_entries',
  'entries_without_log',
  'leave_with_entries',
  'over_expected',
] as const
const Difference = z
  .object({
    date: day().describe('The day'),
    code: z.enum(causes).meta({ id: 'HoursCause', description: 'What does not agree' }),
    minutes: minutes('by how much'),
  })
  .meta({ id: 'HoursDifference' })
const ReconciledWeek = z
  .object({
    week: day().describe('Its Monday'),
    expected: minutes('of the schedule, without holidays and leave'),
    working_hours: minutes('of the log; null where the person does not use it').nullable(),
    entries: minutes('of time entries'),
    differences: z.array(Difference).describe('Days whose figures differ by more than the tolerance'),
    pending: z.array(day()).describe('Days with a correction that waits or is disputed; not compared'),
  })
  .meta({ id: 'ReconciledWeek' })
const Reconciled = z
  .object({
    employee: EmployeeRef.describe('Who it is'),
    expected: minutes('of the schedule, without holidays and leave'),
    working_hours: minutes('of the log; null where the person does not use it').nullable(),
    entries: minutes('of time entries'),
    differences: count().describe('How many there are in all weeks'),
    pending: count().describe('Days that wait for a correction'),
    weeks: z.array(ReconciledWeek).describe('By week, until yesterday'),
  })
  .meta({
    id: 'Reconciled',
    'x-row': 'employee=employee.name expected working_hours entries differences pending!0',
  })
export const Reconciliation = pageOf(Reconciled, {
  from: day().describe('The first day'),
  to: day().describe('The last day'),
  tolerance: count().describe('Minutes a day that count as none'),
})

const amount = (most: number) =>
  z.int(`must be 1 to ${most}`).min(1, `must be 1 to ${most}`).max(most, `must be 1 to ${most}`)
const fields = {
  employee_id: id().describe('Who is planned'),
  project_id: id().describe('For which project'),
  from: day().describe('The first day'),
  to: day().nullable().meta({ description: 'The last day; null for no end but that of the employment' }),
  minutes_per_week: amount(10_080)
    .nullable()
    .meta({ description: 'Of a full week; or send percent', example: 1200 }),
  percent: amount(200).nullable().meta({ description: 'Of what the work schedule says', example: 50 }),
  status: z.enum(allocationStatuses).meta({ id: 'AllocationStatus', description: 'Whether it is settled' }),
  note: text(500).nullable().describe('Why, or what for'),
}
const oneAmount = [
  ({ minutes_per_week, percent }: { minutes_per_week?: unknown; percent?: unknown }) =>
    (minutes_per_week == null) !== (percent == null),
  { message: 'send it, or minutes_per_week', path: ['percent'] as PropertyKey[] },
] as const
const notBefore = [
  ({ from, to }: { from?: string | undefined; to?: string | null | undefined }) => !from || !to || from <= to,
  { message: 'must not be before from', path: ['to'] as PropertyKey[] },
] as const

export const AllocationDraft = z
  .strictObject(fields)
  .partial()
  .required({ employee_id: true, project_id: true, from: true })
  .refine(...oneAmount)
  .refine(...notBefore)
  .meta({ id: 'AllocationDraft' })
const { employee_id: _, ...changeable } = fields
export const AllocationChange = change(changeable)
  .refine(...notBefore)
  .refine(({ minutes_per_week, percent }) => minutes_per_week == null || percent == null, {
    message: 'send it, or minutes_per_week',
    path: ['percent'],
  })
  .meta({ id: 'AllocationChange' })
export const AllocationFilter = z
  .strictObject({
    employee_id: id().optional().describe('Only of one person'),
    project_id: id().optional().describe('Only for one project'),
    status: z.enum(allocationStatuses).optional().describe('Only settled or tentative ones'),
    from: day().optional().describe('Only those that last until this day or longer'),
    to: day().optional().describe('Only those that begin until this day'),
    ...paging,
    sort: sorting(['from', 'created_at'], '-from'),
  })
  .refine(({ from, to }) => !from || !to || from <= to, { message: 'must not be before from', path: ['to'] })

const { employee_id: _e, project_id: _p, ...own } = fields
export const Allocation = z
  .object({
    id: ownId,
    employee: EmployeeRef.describe('Who is planned'),
    project: z
      .object({
        id: idOut().describe('Which one'),
        key: z.string().describe('Its key'),
        name: z.string().describe('Its name'),
      })
      .describe('For which project'),
    ...own,
    version: version(),
    created_at: createdAt,
    updated_at: updatedAt,
  })
  .meta({ id: 'Allocation' })
const OverWeek = z
  .object({
    week: day().describe('Its Monday'),
    available: minutes('what the person can work'),
    allocated: minutes('planned for projects'),
    over: minutes('what is too much'),
  })
  .meta({ id: 'OverAllocatedWeek' })
export const SavedAllocation = Allocation.extend({
  over_allocated_weeks: z
    .array(OverWeek)
    .describe('Weeks of it in which too much is planned for the person, of half a year'),
}).meta({ id: 'SavedAllocation' })
