import { sql } from 'drizzle-orm'
import { boolean, customType, index, integer, text, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core'
import { entity } from './entity.ts'
import { moment, timestamps } from './columns.ts'
import { oneOf } from './values.ts'

export const bytes = customType<{ data: Uint8Array; driverData: string }>({
  dataType: () => 'bytea',
  toDriver: (value) => `\\x${[...value].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`,
})

/** People. The service role reads only id, name, email, created_at and second_factor; the rest through functions. */
export const users = entity(
  'users',
  { scope: null, history: 'none', access: 'functions' },
  {
    id: uuid().primaryKey(),
    email: text().notNull(),
    name: varchar({ length: 120 }).notNull(),
    password_hash: text().notNull(),
    status: oneOf(['active', 'locked']).notNull().default('active'),
    email_verified_at: moment(),
    /** Whether an authenticator app or a passkey is on; maintained by `app.update_second_factor`. */
    second_factor: boolean().notNull().default(false),
    /** The person's language and time zone; null uses the organization's. */
    locale: text(),
    timezone: text(),
    ...timestamps(),
  },
  (t) => [uniqueIndex('users_email').on(sql`lower(${t.email})`)],
)

/** A browser session: one row per chain of rotating refresh tokens. */
export const sessions = entity(
  'sessions',
  { scope: null, history: 'none', access: 'functions' },
  {
    id: uuid().primaryKey(),
    user_id: uuid()
      .notNull()
      .references(() => users.id),
    refresh_hash: bytes().notNull(),
    expires_at: moment().notNull(),
    revoked_at: moment(),
    ip: text(),
    user_agent: varchar({ length: 300 }),
    /** The methods that opened it: the first proof, and the second if there was one. */
    methods: text().array().notNull().default(['password']),
    ...timestamps(),
  },
  (t) => [
    uniqueIndex('sessions_refresh').on(t.refresh_hash),
    index('sessions_user').on(t.user_id),
    index('sessions_expired').on(t.expires_at),
    index('sessions_revoked')
      .on(t.revoked_at)
      .where(sql`${t.revoked_at} is not null`),
  ],
)

/** Rotated refresh tokens: presenting one again revokes its session. */
export const spentRefreshTokens = entity(
  'spent_refresh_tokens',
  { scope: null, history: 'none', access: 'functions' },
  {
    hash: bytes().primaryKey(),
    session_id: uuid()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    spent_at: moment().notNull().defaultNow(),
  },
  (t) => [index('spent_refresh_tokens_session').on(t.session_id)],
)

/** Failed logins by SHA-256 of the address, known or not, so that the lock reveals nothing about accounts. */
export const loginFailures = entity(
  'login_failures',
  { scope: null, history: 'none', access: 'functions' },
  {
    email_hash: bytes().primaryKey(),
    failures: integer().notNull(),
    first_at: moment().notNull(),
    locked_until: moment(),
  },
  (t) => [index('login_failures_age').on(t.first_at)],
)
