import { text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { moment } from './columns.ts'
import { entity } from './entity.ts'
import { oneOf } from './values.ts'

export const signInProviders = ['google', 'github'] as const

/** A person's identities at sign-in providers. A subject is unique only within its issuer. */
export const userIdentities = entity(
  'user_identities',
  { scope: null, history: 'none', access: 'functions' },
  {
    id: uuid().primaryKey(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    provider: oneOf(signInProviders).notNull(),
    issuer: text().notNull(),
    subject: text().notNull(),
    /** The address that the provider reported when it was linked, if any. */
    address: text(),
    linked_at: moment().notNull().defaultNow(),
    last_used_at: moment(),
  },
  (t) => [
    uniqueIndex('user_identities_subject').on(t.issuer, t.subject),
    uniqueIndex('user_identities_provider').on(t.user_id, t.issuer),
  ],
)
