import { sql } from 'drizzle-orm'
import { boolean, check, smallint, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { bytes } from './accounts.ts'
import { authored, orgKey, tenant, versioned } from './columns.ts'
import { entity } from './entity.ts'
import { organization } from './scopes.ts'

/** Addresses that customers write to, and that replies to their tickets come from. */
export const mailboxes = entity(
  'mailboxes',
  {
    kind: 'mailbox',
    scope: organization,
    history: 'audited',
    label: 'address',
    conflicts: { mailboxes_address: 'another mailbox has this address' },
  },
  {
    ...tenant(),
    address: varchar({ length: 254 }).notNull(),
    name: varchar({ length: 80 }).notNull(),
    /** The hash of the token in the webhook URL that a mail provider posts to. */
    token_hash: bytes().notNull(),
    /** The hash of user and password, as basic authentication sends them; null if the URL has none. */
    password_hash: bytes(),
    /** The next webhook URL has a user and a password. */
    basic_auth: boolean().notNull().default(false),
    acknowledges: boolean().notNull().default(true),
    asks_rating: boolean().notNull().default(true),
    active: boolean().notNull().default(true),
    /** For how long mail is kept as it came. */
    keep_days: smallint().notNull().default(30),
    ...authored(),
    ...versioned(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('mailboxes_address').on(t.org_id, sql`lower(${t.address})`),
    uniqueIndex('mailboxes_token').on(t.token_hash),
    check('mailboxes_keep_days', sql`${t.keep_days} between 1 and 365`),
  ],
)
