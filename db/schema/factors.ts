import { bigint, index, integer, primaryKey, text, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core'
import { bytes, users } from './accounts.ts'
import { moment, sealed } from './columns.ts'
import { entity } from './entity.ts'

const ofPerson = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** The secret that a person's authenticator app shares with the service. Active once confirmed by a code. */
export const totpSecrets = entity(
  'totp_secrets',
  { scope: null, history: 'none', access: 'functions' },
  {
    id: uuid().primaryKey(),
    user_id: ofPerson(),
    ...sealed(),
    confirmed_at: moment(),
    /** The 30-second step of the last used code; that and earlier ones are no longer accepted. */
    last_step: integer(),
    created_at: moment().notNull().defaultNow(),
  },
  (t) => [uniqueIndex('totp_secrets_user').on(t.user_id)],
)

/** Single-use recovery codes for people who lost their app or passkey; only hashes are stored. */
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

/** WebAuthn credentials. Id and public key (COSE) are base64url, as browsers send them. */
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
    /** The authenticator's signature counter; one that decreases indicates a cloned authenticator. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull().default([]),
    name: varchar({ length: 80 }).notNull(),
    created_at: moment().notNull().defaultNow(),
    last_used_at: moment(),
  },
  (t) => [uniqueIndex('passkeys_credential').on(t.credential_id), index('passkeys_user').on(t.user_id)],
)

/** Used tickets and challenges, kept until they expire. */
export const spentTickets = entity(
  'spent_tickets',
  { scope: null, history: 'none', access: 'functions' },
  { hash: bytes().primaryKey(), expires_at: moment().notNull() },
  (t) => [index('spent_tickets_age').on(t.expires_at)],
)
