import { sql } from 'drizzle-orm'
import { boolean, index, text, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core'
import { entity } from './entity.ts'
import { bytes, users } from './accounts.ts'
import { moment } from './columns.ts'
import { known, oneOf } from './values.ts'

/**
 * Registered clients, and those identified by the URL of a metadata document, with a cached copy of it. All are public
 * clients: they have no secret.
 */
export const oauthClients = entity(
  'oauth_clients',
  { scope: null, history: 'none', access: 'functions' },
  {
    id: uuid().primaryKey(),
    name: varchar({ length: 120 }),
    redirect_uris: text().array().notNull(),
    scope: text().notNull(),
    created_at: moment().notNull().defaultNow(),
    used_at: moment(),
    document_url: text(),
    fetched_at: moment(),
    fresh_until: moment(),
  },
  (t) => [
    index('oauth_clients_unused')
      .on(t.created_at)
      .where(sql`${t.used_at} is null`),
    uniqueIndex('oauth_clients_document').on(t.document_url),
  ],
)

/** An approved consent: the family of all tokens issued from it. */
export const oauthAuthorizations = entity(
  'oauth_authorizations',
  { scope: null, history: 'audited', derived: ['last_used_at'], access: 'functions' },
  {
    id: uuid().primaryKey(),
    client_id: uuid()
      .notNull()
      .references(() => oauthClients.id),
    user_id: uuid()
      .notNull()
      .references(() => users.id),
    scope: text().notNull(),
    resource: text(),
    /** What the person restricted at consent: read-only, and only some organizations. */
    read_only: boolean().notNull().default(false),
    org_ids: uuid().array(),
    /** Where the response went and which browser approved it, to tell authorizations of the same name apart. */
    redirect_host: text(),
    user_agent: varchar({ length: 300 }),
    authorized_at: moment().notNull().defaultNow(),
    last_used_at: moment(),
    revoked_at: moment(),
    revoked_by: oneOf(['owner', 'reuse', 'replay', 'client']),
  },
  (t) => [
    index('oauth_authorizations_user').on(t.user_id, t.authorized_at),
    index('oauth_authorizations_client').on(t.client_id),
  ],
)

/** An authorization request, pending a signed-in person's decision; then it has the one-use code. */
export const oauthRequests = entity(
  'oauth_requests',
  { scope: null, history: 'none', access: 'functions' },
  {
    id: uuid().primaryKey(),
    client_id: uuid()
      .notNull()
      .references(() => oauthClients.id, { onDelete: 'cascade' }),
    redirect_uri: text().notNull(),
    scope: text().notNull(),
    state: text(),
    code_challenge: text().notNull(),
    resource: text(),
    status: oneOf(['pending', 'approved', 'denied']).notNull().default('pending'),
    expires_at: moment().notNull(),
    authorization_id: uuid().references(() => oauthAuthorizations.id),
    code_hash: bytes(),
    code_expires_at: moment(),
    code_used_at: moment(),
  },
  (t) => [
    uniqueIndex('oauth_requests_code').on(t.code_hash),
    index('oauth_requests_age').on(t.expires_at),
    index('oauth_requests_client').on(t.client_id),
    known('oauth_requests_status', t.status),
  ],
)

/** Access and refresh tokens by hash. */
export const oauthTokens = entity(
  'oauth_tokens',
  { scope: null, history: 'none', access: 'functions' },
  {
    hash: bytes().primaryKey(),
    kind: oneOf(['access', 'refresh']).notNull(),
    authorization_id: uuid()
      .notNull()
      .references(() => oauthAuthorizations.id, { onDelete: 'cascade' }),
    expires_at: moment().notNull(),
    /** When it was rotated, and its successor. */
    used_at: moment(),
    successor: bytes(),
    created_at: moment().notNull().defaultNow(),
  },
  (t) => [
    index('oauth_tokens_family').on(t.authorization_id),
    index('oauth_tokens_age').on(t.expires_at),
    known('oauth_tokens_kind', t.kind),
  ],
)
