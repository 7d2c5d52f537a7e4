import * as z from 'zod'
import { kindsTaking } from '../../../db/schema/kinds.ts'
import { slaClockEventKinds } from '../../../db/schema/sla.ts'
import { ticketStatuses } from '../../../db/schema/tickets.ts'
import { change, day, id, idOut, moment, Person, text } from '../../kit/fields.ts'
import { ClockState, Metric } from '../../shared/clocks.ts'
import { TaskPriority, TaskRef } from '../../shared/task/schema.ts'
import { timezone } from '../../shared/timezone.ts'
import { nameText } from '../../shared/names.ts'
import { ownId } from '../../shared/common-fields.ts'

export const SubjectType = z.enum(kindsTaking('clocks'))

const minute = () =>
  z.int('must be a whole number of minutes').min(0, 'must be 0 to 1440').max(1440, 'must be 0 to 1440')
const interval = () =>
  z
    .array(minute())
    .length(2, 'must be a beginning and an end')
    .meta({ description: 'Beginning and end in minutes after midnight', example: [540, 1020] })

type Spans = number[][]
export const sortedByStart = (spans: Spans) => spans.toSorted(([a = 0], [b = 0]) => a - b)

const spans = () =>
  z
    .array(interval())
    .max(12, 'at most 12 intervals')
    .refine(
      (value) => value.every(([opens = 0, closes = 0]) => opens < closes),
      'each interval must end after it begins',
    )
    .refine((value) => {
      const sorted = sortedByStart(value)
      return sorted.every(([opens = 0], n) => n === 0 || (sorted[n - 1]?.[1] ?? 0) <= opens)
    }, 'intervals must not overlap')

const week = z
  .strictObject({
    1: spans().optional().meta({ description: 'Of a Monday; none for a day off' }),
    2: spans().optional().meta({ description: 'Of a Tuesday; none for a day off' }),
    3: spans().optional().meta({ description: 'Of a Wednesday; none for a day off' }),
    4: spans().optional().meta({ description: 'Of a Thursday; none for a day off' }),
    5: spans().optional().meta({ description: 'Of a Friday; none for a day off' }),
    6: spans().optional().meta({ description: 'Of a Saturday; none for a day off' }),
    7: spans().optional().meta({ description: 'Of a Sunday; none for a day off' }),
  })
  .refine(
    (value) => Object.values(value).some((each) => each && each.length > 0),
    'at least one interval of working time; its deadlines would never come',
  )
  .meta({
    description: 'Working time by ISO weekday, 1 for Monday: intervals in minutes after midnight',
    example: {
      1: [
        [540, 780],
        [840, 1080],
      ],
      2: [[540, 1020]],
    },
  })

const exceptions = z
  .record(z.string(), spans())
  .refine(
    (value) => Object.keys(value).every((key) => day().safeParse(key).success),
    'each key must be a day as YYYY-MM-DD',
  )
  .refine((value) => Object.keys(value).length <= 400, 'at most 400 days')
  .meta({
    description: 'By date: the intervals of that day instead of those of its weekday; none for a day off',
    example: { '2026-12-24': [[540, 780]] },
  })

export const calendarFields = {
  name: nameText(120).meta({ description: 'What it is called', example: 'Office hours' }),
  time_zone: timezone().meta({ description: 'Whose clock on the wall it goes by' }),
  week,
  exceptions,
  holidays_from_region: z
    .string()
    .regex(/^[A-Z]{2}(?:-[A-Za-z0-9-]{1,16})?$/, 'must be a country such as ES, or with a region as ES-MD')
    .nullable()
    .meta({
      description: 'Its public holidays are off, but for exceptions; half holidays are not',
      example: 'ES-MD',
    }),
  is_default: z.boolean().meta({ description: 'New policies follow it unless they name another' }),
}

const minutes = (description: string) =>
  z
    .int('must be a whole number of minutes')
    .min(1, 'must be 1 to 525600')
    .max(525_600, 'must be 1 to 525600')
    .optional()
    .meta({ description, example: 480 })
const target = z
  .strictObject({
    first_response_minutes: minutes('Of tickets: working time from its creation until the first answer'),
    next_response_minutes: minutes('Of tickets: from when the customer writes again until the answer'),
    resolution_minutes: minutes('From its creation until it is done or resolved'),
  })
  .refine((value) => Object.keys(value).length > 0, 'at least one target')
  .meta({ id: 'SlaTarget' })

const targets = z
  .strictObject({
    low: target.optional().describe('Of low priority'),
    medium: target.optional().describe('Of medium priority'),
    high: target.optional().describe('Of high priority'),
    urgent: target.optional().describe('Of urgent ones'),
  })
  .refine((value) => Object.values(value).some(Boolean), 'at least one priority')
  .meta({ description: 'By priority; tasks and tickets of one that is left out have no clock' })

const none = 'at least one; leave it out for all'
const ids = (description: string) =>
  z.array(id()).min(1, none).max(100, 'at most 100').optional().meta({ description })
const names = (maxLength: number, description: string) =>
  z.array(text(maxLength)).min(1, none).max(20, 'at most 20').optional().meta({ description })
const filter = z
  .strictObject({
    project_ids: ids('Of tasks: any of these projects'),
    types: names(40, 'Any of these types of task or ticket'),
    priorities: z.array(TaskPriority).min(1, none).max(4, 'at most 4').optional().meta({
      description: 'Any of these priorities',
    }),
    client_ids: ids('The client of the ticket, or of the project: any of these'),
    tags: names(50, 'Names of tags, any of them'),
  })
  .meta({
    description: 'Which tasks or tickets it is for: those to which all of it applies; {} for all',
  })

export const policyFields = {
  name: nameText(120).meta({ description: 'What it is called', example: 'Gold support' }),
  position: z.int('must be a whole number').min(1, 'must be 1 to 100').max(100, 'must be 1 to 100').meta({
    description: 'Its place, 1 for the first; of several that match, the first one counts',
    example: 1,
  }),
  filter,
  calendar_id: id().nullable().meta({ description: 'Its working time; null for around the clock' }),
  targets,
  pause_statuses: z
    .array(z.enum(['todo', 'in_progress', 'open', 'pending', 'on_hold']))
    .max(2, 'leave a status in which clocks run')
    .meta({ description: 'Statuses of tasks or tickets in which clocks stand still', example: ['pending'] }),
  warn_percent: z
    .int('must be a whole percentage')
    .min(1, 'must be 1 to 99')
    .max(99, 'must be 1 to 99')
    .meta({ description: 'A clock is at risk when so much of its target is over', example: 80 }),
  active: z.boolean().meta({ description: 'Only active policies start clocks; those that run go on' }),
}

export const SlaPolicyDraft = z
  .strictObject({
    ...policyFields,
    calendar_id: policyFields.calendar_id.meta({
      description: 'Its working time; null for around the clock. The default calendar unless sent',
    }),
    applies_to: SubjectType.meta({ description: 'What it gives clocks to; tasks unless sent' }),
  })
  .partial()
  .required({ name: true, targets: true })
  .meta({ id: 'SlaPolicyDraft' })
export const SlaPolicyChange = change(policyFields).meta({ id: 'SlaPolicyChange' })

const seconds = (description: string) => z.int().meta({ description, example: 3600 })
export const clockShown = {
  subject_type: SubjectType.meta({ description: 'What it measures' }),
  task: TaskRef.extend({
    priority: TaskPriority.describe('Its priority'),
    assignee: Person.nullable().describe('Whose task it is'),
  })
    .nullable()
    .describe('The task, if it is about one'),
  ticket: z
    .object({
      id: ownId,
      number: z.int().meta({ description: 'Counts up in the organization', example: 12 }),
      subject: z.string().meta({ description: 'What it is about', 'x-outside': true }),
      status: z.enum(ticketStatuses).describe('Where it stands'),
      priority: TaskPriority.describe('Its priority'),
      assignee: Person.nullable().describe('Who handles it'),
    })
    .nullable()
    .meta({ description: 'Either it or task' }),
  policy: z
    .object({ id: ownId, name: z.string().describe('What the policy is called') })
    .meta({ description: 'As it was called when the clock got it' }),
  metric: Metric.describe('What it measures'),
  state: ClockState,
  target_seconds: seconds('Working time that it may take'),
  elapsed_seconds: seconds('Working time so far'),
  remaining_seconds: seconds('What is left of the target; negative when it is over'),
  percent: z.int().meta({ description: 'How much of the target is over', example: 25 }),
  started_at: moment().describe('When it began to run'),
  due_at: moment().nullable().meta({ description: 'Null unless it runs' }),
  paused_at: moment().nullable().meta({ description: 'Since when it stands still' }),
  pause_reason: z
    .string()
    .nullable()
    .meta({ description: 'Why somebody paused it; null where its status did' }),
  breached_at: moment().nullable().meta({ description: 'Since when it was late, once that was noted' }),
  completed_at: moment().nullable().describe('When what it measures was done'),
}
export const SlaClock = z.object({ id: ownId, ...clockShown }).meta({
  id: 'SlaClock',
  'x-row': 'id metric state policy task ticket due_at remaining_seconds percent breached_at',
})

const SlaClockEvent = z
  .object({
    kind: z.enum(slaClockEventKinds).describe('What happened'),
    at: moment().describe('When it happened'),
    actor: Person.nullable().meta({ description: 'Null where nobody did it, such as a breach' }),
    data: z
      .record(z.string(), z.unknown())
      .meta({ description: 'Status, reason, or former and new target in seconds' }),
  })
  .meta({ id: 'SlaClockEvent' })

const { task: _, ticket: __, ...clockFields } = clockShown
export const TaskSla = z
  .object({
    task_id: idOut().describe('The task'),
    source: z
      .enum(['matched', 'by_hand'])
      .meta({ description: 'by_hand: somebody chose its policy, or that it has none' }),
    policy: z
      .object({ id: ownId, name: z.string().describe('What the policy is called') })
      .nullable()
      .meta({ description: 'That of its clock, or chosen by hand' }),
    clocks: z
      .array(
        z
          .object({
            id: ownId,
            ...clockFields,
            due_at_if_resumed: moment()
              .nullable()
              .meta({ description: 'When it would be due if it were resumed now' }),
            events: z.array(SlaClockEvent).meta({ description: 'The latest 200, newest first' }),
          })
          .meta({ id: 'TaskSlaClock' }),
      )
      .meta({ description: 'The latest first, of 50 at most' }),
  })
  .meta({ id: 'TaskSla' })

export const TaskSlaChoice = z
  .strictObject({
    policy_id: id()
      .nullable()
      .optional()
      .meta({ description: 'Whatever its filter says; null for no clock at all' }),
    automatic: z
      .literal(true, 'must be true')
      .optional()
      .meta({ description: 'Again the first policy that matches' }),
  })
  .refine(({ policy_id, automatic }) => (policy_id === undefined) !== (automatic === undefined), {
    message: 'either policy_id or automatic is required',
    path: ['policy_id'],
  })
  .meta({ id: 'TaskSlaChoice' })

export const SlaPause = z
  .strictObject({
    reason: text(500).meta({ description: 'Why it is paused', example: 'Waiting for the customer' }),
  })
  .meta({ id: 'SlaPause' })
