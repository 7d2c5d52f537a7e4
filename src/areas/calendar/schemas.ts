import * as z from 'zod'
import { csv, day, id, idOut, moment, Person, intParam } from '../../kit/fields.ts'
import { timezone } from '../../shared/timezone.ts'
import { nameText } from '../../shared/names.ts'

const country = () =>
  z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be an ISO 3166 code')
    .meta({ example: 'DE' })
const region = () =>
  z
    .string()
    .regex(/^[A-Za-z0-9-]{1,16}$/, 'must be an ISO 3166-2 subdivision')
    .meta({ example: 'BY' })
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
const stretch = { from: day(), to: day() }

/** Absences and meetings follow once they exist. */
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
    id: z.string(),
    type: EventType,
    title: z.string(),
    all_day: z.boolean(),
    start: moment().nullable(),
    end: moment().nullable(),
    start_date: day().nullable(),
    end_date: day().nullable().meta({ description: 'The last day, included' }),
    entity: z
      .object({ type: z.string(), id: idOut(), key: z.string().nullable(), project_id: idOut().nullable() })
      .nullable(),
    color: z.string().nullable(),
    status: z.string(),
  })
  .meta({ id: 'CalendarEvent' })
export const Feed = z
  .object({ from: day(), to: day(), timezone: z.string(), events: z.array(Event) })
  .meta({ id: 'CalendarFeed' })

const HolidayKind = z.enum(['public', 'bank', 'school', 'optional', 'observance'])
export const HolidayFilter = z
  .strictObject({
    year: intParam(2020, 2100).optional(),
    from: day().optional(),
    to: day().optional(),
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
    items: z.array(
      z.object({
        date: day(),
        name: z.string(),
        type: HolidayKind,
        substitute: z.boolean(),
        half_day: z.boolean(),
        source: z.enum(['library', 'override']),
      }),
    ),
    attribution: z.string(),
  })
  .meta({ id: 'Holidays' })

export const RegionFilter = z.strictObject({ country: country().optional() })
export const Regions = z
  .object({
    items: z.array(z.object({ country: country(), region: region().nullable(), name: z.string() })),
  })
  .meta({ id: 'HolidayRegions' })

export const OverrideDraft = z
  .strictObject({
    date: day(),
    name: nameText(80).meta({ example: 'Company day' }),
    kind: z.enum(['add', 'remove']),
    region: region()
      .nullable()
      .optional()
      .meta({ description: 'Only where this is the region; else everywhere' }),
    half_day: z.boolean().optional(),
  })
  .meta({ id: 'HolidayOverrideDraft' })
export const Override = z
  .object({
    id: idOut(),
    date: day(),
    name: z.string(),
    kind: z.enum(['add', 'remove']),
    region: region().nullable(),
    half_day: z.boolean(),
    created_by: Person,
    created_at: moment(),
  })
  .meta({ id: 'HolidayOverride' })

export const AbsenceFilter = z.strictObject({ ...stretch, user_id: id().optional() }).superRefine(inOrder)
export const Absences = z
  .object({
    items: z.array(
      z.object({
        user_id: idOut(),
        name: z.string(),
        from: day(),
        to: day(),
        half_days: z.int(),
        kind: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'Absences' })

const week = 'must be 1 (Monday) to 7 (Sunday)'
const weekday = () => z.int().min(1, week).max(7, week)
const settings = {
  country: country().nullable(),
  region: region().nullable(),
  week_start: weekday(),
  working_days: z
    .array(weekday())
    .min(1, 'must not be empty')
    .refine((days) => new Set(days).size === days.length, 'each day once')
    .transform((days) => days.toSorted())
    .meta({ example: [1, 2, 3, 4, 5] }),
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
    week_start: z.int(),
    working_days: z.array(z.int()),
    timezone: z.string(),
    overrides: z.array(
      z.object({
        id: idOut(),
        date: day(),
        name: z.string(),
        kind: z.enum(['add', 'remove']),
        region: region().nullable(),
        half_day: z.boolean(),
      }),
    ),
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
    from: day(),
    to: day(),
    count: z.number().meta({ description: 'Half days count half' }),
    days: z.array(z.object({ date: day(), share: z.number() })),
  })
  .meta({ id: 'WorkingDays' })

export const SubscriptionDraft = z
  .strictObject({ types: z.array(EventType).min(1, 'must not be empty').max(20).optional() })
  .default({})
  .meta({ id: 'CalendarSubscriptionDraft' })
export const Subscription = z
  .object({
    active: z.boolean(),
    types: z.array(EventType),
    created_at: moment().nullable(),
    last_fetched_at: moment().nullable(),
  })
  .meta({ id: 'CalendarSubscription' })
export const SubscriptionIssued = z
  .object({
    url: z.string().nullable().meta({ description: 'Shown this once; whoever has it reads the calendar' }),
    types: z.array(EventType),
  })
  .meta({ id: 'CalendarSubscriptionIssued' })
