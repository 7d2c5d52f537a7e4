import * as z from 'zod'
import { change, count, id, idOut, longText, moment, text } from '../../kit/fields.ts'
import { timezone } from '../../shared/timezone.ts'
import { link, Linkable } from '../../shared/linked.ts'
import { isRuleOfMoments } from '../../shared/recurrence-rules.ts'

const statuses = ['scheduled', 'fired', 'completed', 'dismissed'] as const
export const Status = z.enum(statuses).meta({ id: 'ReminderStatus' })
export const Relative = z.enum(['due_date', 'start_date'])

/** A timestamp in any zone, with its offset. */
const when = () =>
  z.iso
    .datetime({ offset: true, error: 'must be a moment with its offset, as 2026-11-21T09:00:00Z' })
    .meta({ example: '2027-01-04T09:00:00Z' })
const offset = () =>
  z
    .int()
    .min(-525_600, 'at most a year before')
    .max(525_600, 'at most a year after')
    .meta({ description: 'After 09:00 of that day; negative is before' })
const rrule = () =>
  text(500)
    .refine(isRuleOfMoments, 'must be an RRULE of hours or longer, such as FREQ=WEEKLY;BYDAY=MO')
    .meta({ example: 'FREQ=WEEKLY;BYDAY=MO' })

const fields = {
  title: text(200).meta({ description: 'What it is about, in a line', example: 'Call the printer' }),
  body: longText(2000).nullable().describe('More about it'),
  remind_at: when().describe('When; null where it follows a date of a task'),
  relative_to: Relative.meta({ description: 'Instead of remind_at' }),
  offset_minutes: offset(),
  rrule: rrule().nullable().describe('Repeats by RFC 5545, such as FREQ=WEEKLY;BYDAY=MO'),
  timezone: timezone(),
}
type Timed = { remind_at?: unknown; relative_to?: unknown; offset_minutes?: unknown }

export const ReminderDraft = z
  .strictObject({
    ...fields,
    entity_type: Linkable.describe('The kind of object that it is about'),
    entity_id: id().describe('The object that it is about'),
  })
  .partial()
  .extend({ title: fields.title })
  .refine((draft: Timed) => !draft.remind_at !== !draft.relative_to, {
    message: 'send either remind_at or relative_to',
    path: ['remind_at'],
  })
  .refine((draft: Timed) => draft.relative_to || draft.offset_minutes === undefined, {
    message: 'only with relative_to',
    path: ['offset_minutes'],
  })
  .refine((draft) => draft.entity_id || !draft.entity_type, {
    message: 'required with entity_type',
    path: ['entity_id'],
  })
  .meta({ id: 'ReminderDraft' })

export const ReminderChange = change({
  ...fields,
  entity_type: link.type,
  entity_id: link.id,
  status: z.enum(['dismissed']).describe('dismissed ends it'),
})
  .refine((body: Timed) => !(body.remind_at && body.relative_to), {
    message: 'send remind_at or relative_to, not both',
    path: ['remind_at'],
  })
  .refine((body) => body.entity_type === undefined || body.entity_id !== undefined, {
    message: 'required with entity_type',
    path: ['entity_id'],
  })
  .refine((body) => body.entity_type !== null || body.entity_id === null, {
    message: 'must be null where entity_type is',
    path: ['entity_id'],
  })
  .meta({ id: 'ReminderChange' })

export const shown = {
  title: z.string().describe('What it is about, in a line'),
  body: z.string().nullable().describe('More about it'),
  kind: z.enum(['absolute', 'relative']).describe('At a moment, or relative to a date of a task'),
  remind_at: moment().nullable().describe('When; null where it follows a date of a task'),
  relative_to: Relative.nullable().describe('The date of the task that it follows'),
  offset_minutes: z.int().nullable().describe('Minutes after that date; less than 0 is before it'),
  entity_type: Linkable.nullable().describe('The kind of object that it is about'),
  entity_id: idOut().nullable().describe('The object that it is about'),
  timezone: z.string().meta({ description: 'IANA name, such as Europe/Berlin', example: 'Europe/Madrid' }),
  rrule: z.string().nullable().describe('Repeats by RFC 5545, such as FREQ=WEEKLY;BYDAY=MO'),
  next_fire_at: moment().nullable().describe('When it is due next'),
  status: Status.describe('Whether it is still to come'),
  fired_at: moment().nullable().describe('When it was last due'),
  fire_count: count().describe('How often it was due'),
  snooze_count: count().describe('How often it was put off'),
  completed_at: moment().nullable().describe('When it was dismissed or over'),
}

export const ReminderSnooze = z
  .strictObject({
    minutes: z.int().min(1, 'at least 1').max(525_600, 'at most a year').describe('Minutes from now'),
    until: when().describe('The moment when it is due again'),
  })
  .partial()
  .refine(
    (snooze) => (snooze.minutes === undefined) !== (snooze.until === undefined),
    'send either minutes or until',
  )
  .meta({ id: 'ReminderSnooze' })
