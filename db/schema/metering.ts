import { sql } from 'drizzle-orm'
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  numeric,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { bytes } from './accounts.ts'
import { inOrganization, moment, orgKey, tenant, timestamps } from './columns.ts'
import { entity } from './entity.ts'
import { organization } from './scopes.ts'
import { known, oneOf } from './values.ts'

/** What is measured. How each is counted stands in `app.meters()`, in the same order. */
export const meters = {
  requests: 'Requests answered over the API and its pages; a credential’s allowance counts the same ones',
  tool_calls: 'Operations that assistants called as tools',
  storage_bytes: 'Files kept, with those in the trash and uploads under way; what an upload is refused by',
  seats: 'Active members who may do more than view',
  mails: 'Mails that the mail service accepted',
  automation_runs: 'Runs of automations whose conditions were met',
  webhook_attempts: 'Attempts to deliver messages to webhooks',
  meeting_minutes: 'Minutes that people spent in video meetings',
  address_lookups: 'Suggestions and details of addresses',
  ai_tokens: 'Tokens of language models, as your own programs report them',
} as const
export const meterKeys = Object.keys(meters) as [keyof typeof meters, ...(keyof typeof meters)[]]
/** The meters for which events can be reported. */
export const ingestable = ['ai_tokens'] as const

const amount = () => numeric({ precision: 20, scale: 6 })

/** The stretches of time for which usage is counted and limited, from the first stored one without a gap. */
export const usagePeriods = entity(
  'usage_periods',
  { scope: { ...organization, readOnly: true }, history: 'none', access: 'read' },
  {
    ...tenant(),
    starts_at: moment().notNull(),
    ends_at: moment().notNull(),
    /** Its local days; `next_day` is the first one after it. */
    first_day: date().notNull(),
    next_day: date().notNull(),
    /** The zone of its days: that of the organization when it opened. */
    zone: text().notNull(),
    /** The day of the month on which periods begin, as it was agreed: 31 in a short month too. */
    anchor_day: smallint().notNull(),
    /** What rows from its start until some minutes ago add up to: {meter: {until, quantity}}; rows that went are not in it. */
    counted: jsonb().notNull().default({}),
  },
  (t) => [orgKey(t), uniqueIndex('usage_periods_start').on(t.org_id, t.starts_at)],
)

/** What was counted by the service, a minute at a time, or reported; kept for 40 days or a little longer. */
export const usageEvents = entity(
  'usage_events',
  { scope: { ...organization, readOnly: true }, history: 'none', access: 'read' },
  {
    ...tenant(),
    source: varchar({ length: 40 }).notNull(),
    event_id: varchar({ length: 100 }).notNull(),
    meter: oneOf(meterKeys).notNull(),
    quantity: amount().notNull(),
    occurred_at: moment().notNull(),
    recorded_at: moment().notNull().defaultNow(),
    /** It came after the end of its period, and is charged in the one that was open then. */
    late: boolean().notNull().default(false),
    subject: varchar({ length: 100 }),
    dimensions: jsonb().notNull().default({}),
    payload_hash: bytes().notNull(),
    /** The event of the same source that it corrects. */
    correction_of: varchar({ length: 100 }),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('usage_events_key').on(t.org_id, t.source, t.event_id),
    index('usage_events_time').on(t.org_id, t.occurred_at, t.id),
    index('usage_events_corrections')
      .on(t.org_id, t.source, t.correction_of)
      .where(sql`${t.correction_of} is not null`),
    known('usage_events_meter', t.meter),
  ],
)

/** Sums by local day. Derived meters have here only what is no longer in the rows that they are derived from. */
export const usageDaily = entity(
  'usage_daily',
  { scope: { ...organization, readOnly: true }, history: 'none', access: 'read' },
  {
    ...inOrganization(),
    meter: oneOf(meterKeys).notNull(),
    day: date().notNull(),
    /** What happened on the day, whenever it became known. */
    quantity: amount().notNull().default('0'),
    /** The part of it that became known after the end of its period. */
    late_quantity: amount().notNull().default('0'),
    /** What became known on this day of earlier periods, and is charged in this one. */
    charged_quantity: amount().notNull().default('0'),
    events: integer().notNull().default(0),
    /** Of a gauge. */
    max_value: amount(),
    latest_value: amount(),
    sampled_at: moment(),
    ...timestamps(),
  },
  (t) => [primaryKey({ columns: [t.org_id, t.meter, t.day] }), known('usage_daily_meter', t.meter)],
)

/** Usage that is set aside before work whose amount is not known yet. */
export const usageReservations = entity(
  'usage_reservations',
  { scope: { ...organization, readOnly: true }, history: 'none', access: 'read' },
  {
    ...tenant(),
    /** Of the request that it was made for; a retry has the same. */
    key: varchar({ length: 100 }).notNull(),
    meter: oneOf(meterKeys).notNull(),
    quantity: amount().notNull(),
    status: oneOf(['open', 'settled', 'released']).notNull().default('open'),
    /** The attempt that opened it, which alone may release it. */
    opener: uuid().notNull(),
    expires_at: moment().notNull(),
    settled_quantity: amount(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('usage_reservations_key').on(t.org_id, t.meter, t.key),
    index('usage_reservations_open')
      .on(t.org_id, t.meter, t.expires_at)
      .where(sql`${t.status} = 'open'`),
    known('usage_reservations_status', t.status),
    known('usage_reservations_meter', t.meter),
  ],
)

/** Which share of a limit people were told of, once for each meter and period. */
export const usageAlerts = entity(
  'usage_alerts',
  { scope: { ...organization, readOnly: true }, history: 'none', access: 'read' },
  {
    ...inOrganization(),
    meter: oneOf(meterKeys).notNull(),
    period_starts_at: moment().notNull(),
    threshold: smallint().notNull(),
    created_at: moment().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.org_id, t.meter, t.period_starts_at, t.threshold] }),
    known('usage_alerts_meter', t.meter),
  ],
)
