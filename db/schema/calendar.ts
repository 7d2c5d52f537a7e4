import { sql } from 'drizzle-orm'
import { boolean, char, date, index, primaryKey, text, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core'
import { entity } from './entity.ts'
import { organization, person } from './scopes.ts'
import { bytes, users } from './accounts.ts'
import { authored, globalId, moment, tenant } from './columns.ts'
import { known, oneOf } from './values.ts'

/** Countries and regions whose holidays are known. No region is the whole country. Not tenant data. */
export const holidayPlaces = entity(
  'holiday_places',
  { scope: null, history: 'none', access: 'read' },
  {
    country: char({ length: 2 }).notNull(),
    region: varchar({ length: 16 }).notNull().default(''),
    name: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.country, t.region] })],
)

/** Public holidays of countries and regions (null: all of the country). Not tenant data. */
export const publicHolidays = entity(
  'public_holidays',
  { scope: null, history: 'none', access: 'read' },
  {
    country: char({ length: 2 }).notNull(),
    regions: text().array(),
    name_en: text().notNull(),
    name: text().notNull(),
    kind: oneOf(['public', 'bank', 'school', 'optional', 'observance']).notNull(),
    substitute: boolean().notNull().default(false),
    half_day: boolean().notNull().default(false),
    days: date().array().notNull(),
  },
  (t) => [index('public_holidays_country').on(t.country), known('public_holidays_kind', t.kind)],
)

/** Days an organization takes off in addition to public holidays, or works despite them. */
export const holidayOverrides = entity(
  'holiday_overrides',
  {
    scope: organization,
    history: 'audited',
    conflicts: { holiday_overrides_day: 'this day has an override already' },
    label: 'name',
  },
  {
    ...tenant(),
    id: globalId(),
    date: date().notNull(),
    name: varchar({ length: 80 }).notNull(),
    kind: oneOf(['add', 'remove']).notNull(),
    region: varchar({ length: 16 }),
    half_day: boolean().notNull().default(false),
    ...authored(),
  },
  (t) => [
    uniqueIndex('holiday_overrides_day').on(t.org_id, t.date, sql`coalesce(${t.region}, '')`),
    known('holiday_overrides_kind', t.kind),
  ],
)

/** A person's calendar feed link: the hash of its token; one active per person. */
export const calendarFeedTokens = entity(
  'calendar_feed_tokens',
  { scope: person, history: 'audited', derived: ['last_fetched_at'] },
  {
    ...tenant(),
    id: globalId(),
    user_id: uuid()
      .notNull()
      .default(sql`app.user_id()`)
      .references(() => users.id),
    token_hash: bytes().notNull(),
    types: text().array().notNull(),
    last_fetched_at: moment(),
    revoked_at: moment(),
  },
  (t) => [
    uniqueIndex('calendar_feed_tokens_hash').on(t.token_hash),
    uniqueIndex('calendar_feed_tokens_live')
      .on(t.org_id, t.user_id)
      .where(sql`${t.revoked_at} is null`),
  ],
)
