import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { entity } from './entity.ts'
import { bytes, users } from './accounts.ts'
import { moment } from './columns.ts'
import { known, oneOf } from './values.ts'

/** Platform operators. */
export const platformAdmins = entity(
  'platform_admins',
  { scope: null, history: 'none', access: 'functions' },
  {
    user_id: uuid()
      .primaryKey()
      .references(() => users.id),
    granted_by: uuid(),
    note: varchar({ length: 200 }),
    created_at: moment().notNull().defaultNow(),
    revoked_at: moment(),
  },
)

/** An operator impersonating a person: a one-use token becomes a read-only cookie, valid for half an hour. */
export const impersonationSessions = entity(
  'impersonation_sessions',
  { scope: null, history: 'none', access: 'functions' },
  {
    id: uuid().primaryKey(),
    admin_user_id: uuid()
      .notNull()
      .references(() => users.id),
    target_user_id: uuid()
      .notNull()
      .references(() => users.id),
    target_org_id: uuid(),
    reason: varchar({ length: 300 }).notNull(),
    token_hash: bytes().notNull(),
    token_expires_at: moment().notNull(),
    session_hash: bytes(),
    session_expires_at: moment(),
    status: oneOf(['issued', 'active', 'ended', 'revoked', 'expired']).notNull().default('issued'),
    created_at: moment().notNull().defaultNow(),
    activated_at: moment(),
    ended_at: moment(),
    end_via: oneOf(['exit', 'revoked', 'expired']),
    ip: text(),
    user_agent: varchar({ length: 300 }),
  },
  (t) => [
    uniqueIndex('impersonation_sessions_token').on(t.token_hash),
    uniqueIndex('impersonation_sessions_session').on(t.session_hash),
    index('impersonation_sessions_admin').on(t.admin_user_id, t.created_at.desc()),
    index('impersonation_sessions_status').on(t.status),
    known('impersonation_sessions_status_value', t.status),
    known('impersonation_sessions_via', t.end_via),
  ],
)

/** What operators switch for the whole service, in one row, if there is any; it holds from the next request on. */
export const platformSwitches = entity(
  'platform_switches',
  { scope: null, history: 'none', access: 'functions' },
  {
    id: smallint().primaryKey().default(1),
    read_only: boolean().notNull().default(false),
    jobs_paused: boolean().notNull().default(false),
    reason: varchar({ length: 300 }),
    changed_by: uuid(),
    changed_at: moment().notNull().defaultNow(),
  },
  (t) => [check('platform_switches_one', sql`${t.id} = 1`)],
)

/** How often something went wrong in an hour, as isolates report it. */
export const serviceCounts = entity(
  'service_counts',
  { scope: null, history: 'none', access: 'functions' },
  {
    hour: moment().notNull(),
    name: varchar({ length: 40 }).notNull(),
    n: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.hour, t.name] })],
)

/** The ids of the keys of the deployment that something is sealed with, or was until the keys were last rotated. */
export const sealingKeys = entity(
  'sealing_keys',
  { scope: null, history: 'none', access: 'functions' },
  { key_id: varchar({ length: 40 }).primaryKey(), noted_at: moment().notNull().defaultNow() },
)
