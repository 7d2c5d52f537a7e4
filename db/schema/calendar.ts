import { sql } from 'drizzle-orm'
import { boolean, char, date, primaryKey, text, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core'
import { entity } from './entity.ts'
import { organization, person } from './scopes.ts'
import { bytes, users } from './accounts.ts'
import { authored, moment, tenant } from './columns.ts'
import { known, oneOf } from './values.ts'

/** Public holidays, computed by db/functions; not tenant data. No region is the whole country. */
export const publicHolidays = entity(
  'public_holidays',
  { scope: null, history: 'none', access: 'read' },
  {
    country: char({ length: 2 }).notNull(),
    region: varchar({ length: 8 }).notNull().default(''),
    date: date().notNull(),
    name_en: text().notNull(),
    name: text().notNull(),
    kind: oneOf(['public', 'bank', 'school', 'optional', 'observance']).notNull(),
    substitute: boolean().notNull().default(false),
    half_day: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.country, t.region, t.date, t.name_en] }),
    known('public_holidays_kind', t.kind),
  ],
)

/** Days an organization takes off beyond the law, or works despite it. */
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
    date: date().notNull(),
    name: varchar({ length: 80 }).notNull(),
    kind: oneOf(['add', 'remove']).notNull(),
    region: varchar({ length: 8 }),
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
