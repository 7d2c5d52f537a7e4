import { bigint, index, integer, primaryKey, text, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core'
import { bytes, users } from './accounts.ts'
import { moment, sealed } from './columns.ts'
import { entity } from './entity.ts'

const ofPerson = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** The secret that a person's authenticator app shares with the service. It counts once a code of it confirmed it. */
export const totpSecrets = entity(
  'totp_secrets',
  { scope: null, history: 'none', access: 'functions' },
  {
    id: uuid().primaryKey(),
    user_id: ofPerson(),
    ...sealed(),
    confirmed_at: moment(),
    /** The step of 30 seconds whose code was used last; no earlier one counts any more. */
    last_step: integer(),
    created_at: moment().notNull().defaultNow(),
  },
  (t) => [uniqueIndex('totp_secrets_user').on(t.user_id)],
)

/** What proves a person whose app or passkey is lost, each once; only hashes are kept. */
export const recoveryCodes = entity(
  'recovery_codes',
  { scope: null, history: 'none', access: 'functions' },
  {
    user_id: ofPerson(),
    hash: bytes().notNull(),
    used_at: moment(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.hash] })],
)

/** WebAuthn credentials. Id and public key (COSE) are base64url, as browsers give them. */
export const passkeys = entity(
  'passkeys',
  {
    scope: null,
    history: 'none',
    access: 'functions',
    conflicts: { passkeys_credential: 'this passkey was added before' },
  },
  {
    id: uuid().primaryKey(),
    user_id: ofPerson(),
    credential_id: text().notNull(),
    public_key: text().notNull(),
    /** The authenticator's own count of its signatures; one that falls is of a copy. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull().default([]),
    name: varchar({ length: 80 }).notNull(),
    created_at: moment().notNull().defaultNow(),
    last_used_at: moment(),
  },
  (t) => [uniqueIndex('passkeys_credential').on(t.credential_id), index('passkeys_user').on(t.user_id)],
)

/** Tickets and challenges that were used, until they have expired by themselves. */
export const spentTickets = entity(
  'spent_tickets',
  { scope: null, history: 'none', access: 'functions' },
  { hash: bytes().primaryKey(), expires_at: moment().notNull() },
  (t) => [index('spent_tickets_age').on(t.expires_at)],
)
