import { sql } from 'drizzle-orm'
import { index, integer, jsonb, text, uuid, varchar } from 'drizzle-orm/pg-core'
import { bytes, users } from './accounts.ts'
import { moment } from './columns.ts'
import { entity } from './entity.ts'
import { known, oneOf } from './values.ts'

/**
 * Outgoing mail and its outcome. The facts hold no secret: a token is derived when its mail is sent. `refused`,
 * `unclear` (it may have been sent), `failed` (given up) and `dropped` (no longer needed) are final, each with a reason.
 */
export const mails = entity(
  'mails',
  { scope: null, history: 'none', access: 'functions' },
  {
    id: uuid()
      .primaryKey()
      .default(sql`uuidv7()`),
    message: varchar({ length: 40 }).notNull(),
    user_id: uuid().references(() => users.id, { onDelete: 'cascade' }),
    address: text().notNull(),
    language: varchar({ length: 2 }).notNull(),
    facts: jsonb().notNull().default({}),
    state: oneOf(['queued', 'sending', 'sent', 'refused', 'unclear', 'failed', 'dropped'])
      .notNull()
      .default('queued'),
    created_at: moment().notNull().defaultNow(),
    available_at: moment().notNull().defaultNow(),
    attempts: integer().notNull().default(0),
    sent_at: moment(),
    last_error: varchar({ length: 300 }),
  },
  (t) => [
    index('mails_due')
      .on(sql`app.shard_of((${t.facts}->>'sender')::uuid)`, t.available_at)
      .where(sql`${t.state} in ('queued', 'sending')`),
    index('mails_unclear')
      .on(t.created_at)
      .where(sql`${t.state} = 'unclear'`),
    index('mails_recent').on(t.address, t.message, sql`(${t.state} <> 'dropped')`, t.created_at),
    index('mails_user').on(t.user_id),
    index('mails_age').on(t.created_at),
    index('mails_sent')
      .on(sql`((${t.facts}->>'sender')::uuid)`, t.sent_at)
      .where(sql`${t.sent_at} is not null`),
    known('mails_state', t.state),
  ],
)

/** Mailed tokens, by hash: presenting one proves access to the mail of that address. */
export const mailTokens = entity(
  'mail_tokens',
  { scope: null, history: 'none', access: 'functions' },
  {
    hash: bytes().primaryKey(),
    message: varchar({ length: 40 }).notNull(),
    user_id: uuid().references(() => users.id, { onDelete: 'cascade' }),
    address: text().notNull(),
    /** What the mail was about, such as the invitation. */
    subject_id: uuid(),
    expires_at: moment().notNull(),
    used_at: moment(),
  },
  (t) => [
    index('mail_tokens_user').on(t.user_id),
    index('mail_tokens_address').on(t.address),
    index('mail_tokens_subject').on(t.subject_id),
    index('mail_tokens_age').on(t.expires_at),
  ],
)
