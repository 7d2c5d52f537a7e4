import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  char,
  check,
  index,
  primaryKey,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { inOrganization, moment, orgKey } from './columns.ts'
import { entity } from './entity.ts'
import { organization, team } from './scopes.ts'
import { known, oneOf } from './values.ts'

export const clockEvents = ['clock_in', 'break_start', 'break_end', 'clock_out'] as const
export const hoursSources = ['web', 'api', 'mobile', 'mcp', 'import', 'kiosk'] as const
export const hoursModes = ['on_site', 'remote'] as const
export const hoursKinds = ['ordinary', 'overtime', 'complementary'] as const

/** The end of the chain of an organization; locked by whoever appends to it. */
export const workingHoursHeads = entity(
  'working_hours_heads',
  { scope: organization, history: 'none', access: 'functions', outlives: true },
  {
    org_id: uuid()
      .primaryKey()
      .default(sql`app.org_id()`),
    seq: bigint({ mode: 'number' }).notNull(),
    prev_hash: varchar({ length: 64 }).notNull(),
    last_hash: varchar({ length: 64 }).notNull(),
    last_at: moment().notNull(),
  },
)

/**
 * Who worked when: a chain of records, each with the hash of the one before it. It refers to nobody by a foreign key, as the
 * law keeps it for four years whatever is erased meanwhile.
 */
export const workingHoursLog = entity(
  'working_hours_log',
  {
    scope: { ...team, readOnly: true },
    history: 'append_only',
    private: true,
    outlives: true,
  },
  {
    ...inOrganization(),
    seq: bigint({ mode: 'number' }).notNull(),
    employee_id: uuid().notNull(),
    event: oneOf([...clockEvents, 'correction', 'void']).notNull(),
    /** What a correction records, where the corrected record does not say it. */
    of_event: oneOf(clockEvents),
    /** To the second, with the offset of the worker's time zone at that moment. */
    occurred_at: moment().notNull(),
    occurred_offset: varchar({ length: 6 }).notNull(),
    recorded_at: moment().notNull(),
    /** Who recorded it, if not the worker. */
    recorded_by: uuid(),
    source: oneOf(hoursSources).notNull(),
    mode: oneOf(hoursModes).notNull(),
    hours_kind: oneOf(hoursKinds),
    reason: varchar({ length: 500 }),
    corrects_seq: bigint({ mode: 'number' }),
    captured_offline: boolean().notNull().default(false),
    salt: char({ length: 32 }).notNull(),
    entry_digest: char({ length: 64 }).notNull(),
    prev_hash: varchar({ length: 64 }).notNull(),
    hash: char({ length: 64 }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.org_id, t.seq] }),
    uniqueIndex('working_hours_log_link').on(t.org_id, t.prev_hash),
    index('working_hours_log_worker').on(t.org_id, t.employee_id, t.occurred_at),
    index('working_hours_log_corrections')
      .on(t.org_id, t.recorded_at)
      .where(sql`${t.event} in ('correction', 'void')`),
    index('working_hours_log_corrects')
      .on(t.org_id, t.corrects_seq)
      .where(sql`${t.corrects_seq} is not null`),
    known('working_hours_log_event', t.event),
    known('working_hours_log_of_event', t.of_event),
    known('working_hours_log_source', t.source),
    known('working_hours_log_mode', t.mode),
    known('working_hours_log_kind', t.hours_kind),
    check(
      'working_hours_log_correction',
      sql`case ${t.event} when 'correction'
          then ${t.reason} is not null and (${t.corrects_seq} is not null or ${t.of_event} is not null)
        when 'void' then ${t.reason} is not null and ${t.corrects_seq} is not null
        else ${t.corrects_seq} is null and ${t.of_event} is null end`,
    ),
  ],
)

/** What stays of a record once the law no longer keeps what it says: its place in the chain. */
export const workingHoursHashes = entity(
  'working_hours_hashes',
  { scope: organization, history: 'append_only', access: 'functions', outlives: true },
  {
    ...inOrganization(),
    seq: bigint({ mode: 'number' }).notNull(),
    recorded_at: moment().notNull(),
    entry_digest: char({ length: 64 }).notNull(),
    prev_hash: varchar({ length: 64 }).notNull(),
    hash: char({ length: 64 }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.org_id, t.seq] })],
)

/** What each side says of a correction. */
export const workingHoursAcks = entity(
  'working_hours_acks',
  {
    scope: { ...team, readOnly: true },
    history: 'append_only',
    private: true,
    outlives: true,
    conflicts: { working_hours_acks_once: 'this side has answered already' },
  },
  {
    id: uuid()
      .notNull()
      .default(sql`uuidv7()`),
    ...inOrganization(),
    seq: bigint({ mode: 'number' }).notNull(),
    employee_id: uuid().notNull(),
    side: oneOf(['worker', 'company']).notNull(),
    /** `sole`: there is nobody else who could answer. `unilateral`: the worker cannot or did not. */
    decision: oneOf(['agreed', 'refused', 'unilateral', 'sole']).notNull(),
    reason: varchar({ length: 500 }),
    decided_by: uuid().notNull(),
    decided_at: moment().notNull().defaultNow(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('working_hours_acks_once')
      .on(t.org_id, t.seq, t.side)
      .where(sql`${t.decision} <> 'unilateral'`),
    uniqueIndex('working_hours_acks_unilateral')
      .on(t.org_id, t.seq)
      .where(sql`${t.decision} = 'unilateral'`),
    known('working_hours_acks_side', t.side),
    known('working_hours_acks_decision', t.decision),
  ],
)
