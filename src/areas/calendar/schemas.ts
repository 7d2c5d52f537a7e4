import * as z from 'zod'
import { csv, day, id, idOut, moment, Person, intParam } from '../../kit/fields.ts'
import { timezone } from '../../shared/timezone.ts'
import { nameText } from '../../shared/names.ts'
import { AffectedRequests, recalculate } from '../../shared/employees.ts'
import { createdAt, ownId } from '../../shared/common-fields.ts'

const country = () =>
  z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be an ISO 3166 code')
    .meta({ description: 'ISO 3166-1, such as DE', example: 'DE' })
const region = () =>
  z
    .string()
    .regex(/^[A-Za-z0-9-]{1,16}$/, 'must be an ISO 3166-2 subdivision')
    .meta({ description: 'ISO 3166-2 without the country, such as BY', example: 'BY' })
const maxDays = 366

type Stretch = { from?: string | undefined; to?: string | undefined }
type Context = { addIssue(issue: { code: 'custom'; message: string; path: string[] }): void }
/** At most 366 days, in order. */
function inOrder({ from, to }: Stretch, context: Context) {
  if (!from || !to) return
  const days = (Date.parse(to) - Date.parse(from)) / 864e5 + 1
  if (days < 1) context.addIssue({ code: 'custom', message: 'before from', path: ['to'] })
  if (days > maxDays)
    context.addIssue({ code: 'custom', message: `more than ${maxDays} days after from`, path: ['to'] })
}
const stretch = { from: day().describe('First day'), to: day().describe('Last day') }

/** What a calendar shows. */
export const eventTypes = [
  'task_due',
  'task_span',
  'sprint',
  'project',
  'milestone',
  'reminder',
  'absence',
  'holiday',
  'meeting',
  'birthday',
] as const
const EventType = z.enum(eventTypes)

export const FeedFilter = z
  .strictObject({
    ...stretch,
    types: csv(EventType).optional().meta({ description: 'Comma-separated; all by default' }),
    timezone: timezone().optional(),
  })
  .superRefine(inOrder)

const Event = z
  .object({
    id: z.string().describe('Identifies it in the feed'),
    type: EventType.describe('What it comes from'),
    title: z.string().meta({ description: 'What it is called', 'x-outside': '@entity' }),
    all_day: z.boolean().describe('Whether it takes whole days'),
    start: moment().nullable().describe('When it begins; null for whole days'),
    end: moment().nullable().describe('When it ends; null for whole days'),
    start_date: day().nullable().describe('The first day'),
    end_date: day().nullable().meta({ description: 'The last day, included' }),
    entity: z
      .object({
        type: z.string().describe('The kind of object'),
        id: ownId,
        key: z.string().nullable().describe('Its key, if it has one'),
        project_id: idOut().nullable().describe('Its project'),
      })
      .nullable()
      .describe('The object that it comes from; null for holidays'),
    color: z.string().nullable().describe('As #rrggbb'),
    status: z.string().describe('The status of the object'),
  })
  .meta({ id: 'CalendarEvent' })
export const Feed = z
  .object({
    from: day().describe('First day'),
    to: day().describe('Last day'),
    timezone: z.string().describe('The time zone of its days, as an IANA name'),
    events: z.array(Event).describe('By day'),
  })
  .meta({ id: 'CalendarFeed' })

const HolidayKind = z.enum(['public', 'bank', 'school', 'optional', 'observance'])
export const HolidayFilter = z
  .strictObject({
    year: intParam(2020, 2100).optional().describe('All of this year'),
    from: day().optional().describe('First day'),
    to: day().optional().describe('Last day'),
    country: country().optional().meta({ description: 'That of the organization by default' }),
    region: region().optional(),
    lang: z
      .string()
      .regex(/^[a-z]{2}$/, 'must be a language as two letters')
      .optional()
      .meta({ description: 'en, or else the names in the language of the place', example: 'en' }),
    types: csv(HolidayKind).optional(),
  })
  .superRefine(inOrder)
  .refine(({ year, from, to }) => (year ? !from && !to : from && to), { message: 'year, or from and to' })
export const Holidays = z
  .object({
    items: z
      .array(
        z.object({
          date: day().describe('The day'),
          name: z.string().describe('The name of the holiday'),
          type: HolidayKind.describe('The kind of holiday'),
          substitute: z.boolean().describe('Whether it stands in for one that fell on a weekend'),
          half_day: z.boolean().describe('Whether only half of the day is free'),
          source: z
            .enum(['library', 'override'])
            .describe('Whether it is of the public list, or set by the organization'),
        }),
      )
      .describe('By day'),
    attribution: z.string().describe('Who the dates come from, and under which licence'),
  })
  .meta({ id: 'Holidays' })

export const RegionFilter = z.strictObject({ country: country().optional() })
export const Regions = z
  .object({
    items: z
      .array(
        z.object({ country: country(), region: region().nullable(), name: z.string().describe('Its name') }),
      )
      .describe('By name'),
  })
  .meta({ id: 'HolidayRegions' })

export const OverrideDraft = z
  .strictObject({
    date: day().describe('The day'),
    name: nameText(80).meta({ description: 'Its name', example: 'Company day' }),
    kind: z.enum(['add', 'remove']).describe('A day off that is added, or a public holiday that is worked'),
    region: region()
      .nullable()
      .optional()
      .meta({ description: 'Only where this is the region; else everywhere' }),
    half_day: z.boolean().optional().describe('Whether only half of the day is free'),
    recalculate: recalculate().optional(),
  })
  .meta({ id: 'HolidayOverrideDraft' })
export const Override = z
  .object({
    id: ownId,
    date: day().describe('The day'),
    name: z.string().describe('Its name'),
    kind: z.enum(['add', 'remove']).describe('A day off that is added, or a public holiday that is worked'),
    region: region().nullable(),
    half_day: z.boolean().describe('Whether only half of the day is free'),
    created_by: Person.describe('Who set it'),
    created_at: createdAt,
  })
  .meta({ id: 'HolidayOverride' })
export const NewOverride = Override.extend({ affected_requests: AffectedRequests }).meta({
  id: 'HolidayOverrideDetail',
})

export const AbsenceFilter = z
  .strictObject({ ...stretch, user_id: id().optional().describe('Only absences of this person') })
  .superRefine(inOrder)
export const Absences = z
  .object({
    items: z
      .array(
        z.object({
          user_id: idOut().describe('Who is away'),
          name: z.string().describe("The person's name"),
          from: day().describe('First day'),
          to: day().describe('Last day'),
          half_days: z.int().describe('How many half days it takes'),
          kind: z.string().nullable().describe('Why the person is away; null where you may not know'),
        }),
      )
      .describe('By day'),
  })
  .meta({ id: 'Absences' })

const week = 'must be 1 (Monday) to 7 (Sunday)'
const weekday = () => z.int().min(1, week).max(7, week)
const settings = {
  country: country().nullable(),
  region: region().nullable(),
  week_start: weekday().describe('The first day of a week: 1 is Monday, 7 is Sunday'),
  working_days: z
    .array(weekday())
    .min(1, 'must not be empty')
    .refine((days) => new Set(days).size === days.length, 'each day once')
    .transform((days) => days.toSorted())
    .meta({
      description: 'The days on which people work: 1 is Monday, 7 is Sunday',
      example: [1, 2, 3, 4, 5],
    }),
  timezone: timezone(),
}
export const SettingsChange = z
  .strictObject(settings)
  .partial()
  .refine((body) => Object.keys(body).length > 0, { message: 'at least one field required', path: [] })
  .meta({ id: 'CalendarSettingsChange' })
export const CalendarSettings = z
  .object({
    country: country().nullable(),
    region: region().nullable(),
    week_start: z.int().describe('The first day of a week: 1 is Monday, 7 is Sunday'),
    working_days: z.array(z.int()).describe('The days on which people work: 1 is Monday, 7 is Sunday'),
    timezone: z.string().describe('IANA name, such as Europe/Berlin'),
    overrides: z
      .array(
        z.object({
          id: ownId,
          date: day().describe('The day'),
          name: z.string().describe('Its name'),
          kind: z
            .enum(['add', 'remove'])
            .describe('A day off that is added, or a public holiday that is worked'),
          region: region().nullable(),
          half_day: z.boolean().describe('Whether only half of the day is free'),
        }),
      )
      .describe('What differs from the public holidays'),
  })
  .meta({ id: 'CalendarSettings' })

export const WorkingFilter = z
  .strictObject({
    ...stretch,
    user_id: z
      .union([id(), z.enum(['me'])], { error: 'must be a uuid or me' })
      .optional()
      .meta({ description: 'Without the days that this person is away' }),
  })
  .superRefine(inOrder)
export const WorkingDays = z
  .object({
    from: day().describe('First day'),
    to: day().describe('Last day'),
    count: z.number().meta({ description: 'Half days count half' }),
    days: z
      .array(
        z.object({
          date: day().describe('The day'),
          share: z.number().describe('1 is a whole working day, 0.5 half of one, 0 none'),
        }),
      )
      .describe('Each day'),
  })
  .meta({ id: 'WorkingDays' })

export const SubscriptionDraft = z
  .strictObject({
    types: z
      .array(EventType)
      .min(1, 'must not be empty')
      .max(20)
      .optional()
      .describe('The kinds of events that it shows; all unless sent'),
  })
  .default({})
  .meta({ id: 'CalendarSubscriptionDraft' })
export const Subscription = z
  .object({
    active: z.boolean().describe('Whether there is one'),
    types: z.array(EventType).describe('The kinds of events that it shows'),
    created_at: moment().nullable().describe('When its address was made'),
    last_fetched_at: moment().nullable().describe('When a calendar last asked for it'),
  })
  .meta({ id: 'CalendarSubscription' })
export const SubscriptionIssued = z
  .object({
    url: z.string().nullable().meta({ description: 'Shown this once; whoever has it reads the calendar' }),
    types: z.array(EventType).describe('The kinds of events that it shows'),
  })
  .meta({ id: 'CalendarSubscriptionIssued' })
