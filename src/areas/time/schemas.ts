import * as z from 'zod'
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
  userParam,
} from '../../kit/fields.ts'
import { from, inOrder, notTooLong, to } from '../../shared/day-range.ts'
import { currencyCode, minorFrom0 } from '../../shared/money/fields.ts'
import { Named } from '../../shared/task/schema.ts'
import { ownId, taskTitle } from '../../shared/common-fields.ts'

const maxSeconds = 86_400
const seconds = 'must be a whole number of seconds from 1 to 86400'

const subjectFields = {
  project_id: id().nullable().meta({ description: 'The project; that of the task unless sent' }),
  task_id: id().nullable().meta({ description: 'The task that was worked on' }),
  client_id: id().nullable().meta({ description: "Who is billed; the project's client unless sent" }),
  description: text(500).nullable().meta({ description: 'What was done', example: 'Draw the checkout' }),
  billable: z.boolean().meta({ description: 'May be billed to the client; true unless sent' }),
}

export const fields = {
  ...subjectFields,
  work_date: day().meta({ description: 'The day it counts for', example: '2026-01-15' }),
  duration_seconds: z
    .int(seconds)
    .min(1, seconds)
    .max(maxSeconds, seconds)
    .meta({ description: 'How long, in seconds; 0 while the timer runs', example: 7200 }),
  started_at: moment().nullable().meta({ description: 'When the work began' }),
  ended_at: moment().nullable().meta({ description: 'When it ended, at most 24 hours later' }),
  hourly_rate_minor: minorFrom0().nullable().meta({
    description: "For managers, else null: what an hour is billed at; the project's rate unless sent",
    example: 7500,
    'x-brief': 'Minor units',
  }),
  currency: currencyCode().nullable().meta({
    description: "For managers, else null: of the rate; the organization's unless sent",
  }),
}

type Rate = { currency?: unknown; hourly_rate_minor?: unknown }
const currencyHasRate = ({ currency, hourly_rate_minor }: Rate) =>
  (currency ?? null) === null
    ? currency === undefined || hourly_rate_minor === null
    : typeof hourly_rate_minor === 'number'
const currencyProblem = { message: 'only with hourly_rate_minor', path: ['currency'] }
const hasTimes = ({ started_at, ended_at }: { started_at?: unknown; ended_at?: unknown }) =>
  started_at !== undefined || ended_at !== undefined

const draftFields = {
  work_date: fields.work_date.meta({ description: 'With duration_seconds; else the day on which it began' }),
  started_at: moment().meta({ description: 'When the work began, with ended_at' }),
  ended_at: moment().meta({ description: 'When it ended, with started_at; at most 24 hours later' }),
  hourly_rate_minor: minorFrom0().meta({
    description: "For managers: what an hour is billed at; the project's rate unless sent",
    example: 7500,
    'x-brief': 'Minor units',
  }),
  currency: currencyCode().meta({ description: "Of the rate; the organization's unless sent" }),
}

export const TimeEntryDraft = z
  .strictObject({
    ...fields,
    ...draftFields,
    duration_seconds: fields.duration_seconds.meta({ description: 'How long, with work_date' }),
    user_id: id().meta({ description: 'Who worked, for managers; you unless sent' }),
  })
  .partial()
  .refine((draft) => draft.duration_seconds === undefined || !hasTimes(draft), {
    message: 'not with started_at and ended_at, from which it follows',
    path: ['duration_seconds'],
  })
  .refine((draft) => draft.duration_seconds !== undefined || hasTimes(draft), {
    message: 'required with work_date, or started_at and ended_at instead',
    path: ['duration_seconds'],
  })
  .refine((draft) => draft.duration_seconds === undefined || draft.work_date !== undefined, {
    message: 'required with duration_seconds',
    path: ['work_date'],
  })
  .refine(currencyHasRate, currencyProblem)
  .meta({ id: 'TimeEntryDraft' })

export const TimeEntryChange = change({
  ...fields,
  needs_review: z.literal(false, 'must be false').meta({ description: 'That it is right as it is' }),
})
  .refine(currencyHasRate, currencyProblem)
  .meta({ id: 'TimeEntryChange' })

export const TimerDraft = z
  .strictObject({
    ...subjectFields,
    stop_running: z.boolean().meta({ description: 'Stops the timer that runs, if any' }),
  })
  .partial()
  .meta({ id: 'TimerDraft' })

export const TimerStop = z
  .strictObject({
    ended_at: moment()
      .optional()
      .meta({ description: 'When the work ended, at most 24 hours after it began; now unless sent' }),
  })
  .meta({ id: 'TimerStop' })

export const shown = {
  user_id: idOut().describe('Who worked'),
  kind: z.enum(['timer', 'manual']).meta({ description: 'Whether a timer took it, or somebody wrote it' }),
  created_by: idOut().describe('Who entered it'),
}
/** Computed fields of the response. */
export const Computed = {
  user: Person.describe('Who worked'),
  project: z
    .object({
      id: ownId,
      key: z.string().meta({ description: 'The prefix of its task keys', example: 'WEB' }),
      name: z.string().describe('What it is called'),
    })
    .nullable()
    .meta({ description: 'Null where there is none that I may see' }),
  task: z
    .object({
      id: ownId,
      key: z.string().meta({ description: 'Its key', example: 'WEB-12' }),
      title: taskTitle,
    })
    .nullable()
    .meta({ description: 'Null where there is none that I may see' }),
  client: Named.nullable().describe('The client that it is for'),
  running: z.boolean().meta({ description: 'The timer has not been stopped yet' }),
  billed: z.boolean().meta({ description: 'It is on an invoice, and stays as it is' }),
  needs_review: z
    .boolean()
    .meta({ description: 'A timer that was stopped after 24 hours, as nobody did', 'x-brief': null }),
}

export const Overlap = z
  .object({
    id: ownId,
    started_at: moment().describe('When it began'),
    ended_at: moment().nullable().describe('When it ended'),
  })
  .meta({ id: 'TimeEntryOverlap' })

const choice = (description: string) => boolParam().optional().meta({ type: 'boolean', description })
const filterFields = {
  user_id: csv(userParam())
    .optional()
    .meta({ type: 'string', description: 'Only of these people, separated by commas; `me` too' }),
  project_id: id().optional().describe('Only for this project'),
  client_id: id().optional().describe('Only for this client'),
  billable: choice('Only billable time, or only the other'),
  billed: choice('Only time that is on an invoice, or only the other'),
}

export const TimeEntryFilter = z
  .strictObject({
    ...filterFields,
    task_id: id().optional().describe('Only on this task'),
    from: from().optional().meta({ description: 'Of this day or later', example: '2026-01-01' }),
    to: to().optional().meta({ description: 'Of this day or earlier', example: '2026-12-31' }),
    running: choice('Only running timers, or only what has ended'),
    needs_review: choice('Only timers that were stopped after 24 hours, or only others'),
    ...paging,
    sort: sorting(['work_date', 'created_at', 'started_at', 'duration_seconds'], '-work_date'),
  })
  .refine(...inOrder)

export const Totals = z.object({
  totals: z
    .object({
      seconds: count().meta({ description: 'All that match, in seconds' }),
      billable_seconds: count().meta({ description: 'The billable ones of them' }),
    })
    .describe('Sums over all that the filters let through'),
}).shape

export const ExportFilter = z
  .strictObject({ from: from(), to: to(), ...filterFields })
  .refine(...inOrder)
  .refine(...notTooLong)
export const Export = z
  .object({
    filename: z.string().meta({ description: 'Name of the file', example: 'time-2026-01-01-2026-01-31.csv' }),
    content_type: z.literal('text/csv').describe('Media type of the file'),
    rows: count().describe('Lines after the heading'),
    content: z.string().meta({ description: 'RFC 4180, with a line of headings' }),
  })
  .meta({ id: 'TimeEntryExport' })
