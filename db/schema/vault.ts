import { sql } from 'drizzle-orm'
import { check, index, integer, smallint, text, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core'
import { bytes } from './accounts.ts'
import { clients } from './clients.ts'
import {
  authored,
  inOrganization,
  moment,
  orgKey,
  reference,
  sealed,
  tenant,
  timestamps,
  versioned,
} from './columns.ts'
import { entity } from './entity.ts'
import { projects } from './projects.ts'
import { administration, organization, vaulted } from './scopes.ts'
import { known, oneOf } from './values.ts'

export const credentialKinds = ['password', 'api_key', 'ssh_key', 'certificate', 'note', 'other'] as const
/** The roles from which a credential can be seen and revealed. */
export const credentialRoles = ['member', 'manager', 'admin', 'owner'] as const
/** What is sealed of a credential: its secret, and what the codes of its second factor are made from. */
export const credentialParts = ['secret', 'totp'] as const
export const credentialActions = [
  'created',
  'updated',
  'rotated',
  'revealed',
  'code_shown',
  'reveal_denied',
  'deleted',
  'rewrapped',
  'listed',
  'exported',
  'export_denied',
] as const

/** What is known of a credential besides its secret: seen from the role `min_role` on, and unknown to all others. */
export const credentials = entity(
  'credentials',
  {
    kind: 'credential',
    block: 'org',
    called: (t) => ({ name: t.name, begins: true, leastLevel: 20 }),
    scope: vaulted,
    history: 'audited',
    label: 'name',
    derived: ['last_revealed_at', 'last_revealed_by', 'reminded'],
    page: (t) => sql`'/credentials/' || ${t.id}`,
    takes: ['notifications'],
  },
  {
    ...tenant(),
    name: varchar({ length: 200 }).notNull(),
    kind: oneOf(credentialKinds).notNull(),
    username: varchar({ length: 200 }),
    url: varchar({ length: 500 }),
    client_id: uuid(),
    project_id: uuid(),
    tags: text().array().notNull().default([]),
    min_role: oneOf(credentialRoles).notNull(),
    /** Not secret: shown to whoever sees the credential. */
    notes: text(),
    /** How many secrets it has had; 0 if none yet. */
    secret_version: integer().notNull().default(0),
    /** The same of its key for one-time codes. */
    totp_version: integer().notNull().default(0),
    expires_at: moment(),
    rotated_at: moment(),
    last_revealed_at: moment(),
    last_revealed_by: uuid(),
    /** How many of the moments at which its end is reminded of are over. */
    reminded: smallint().notNull().default(0),
    ...authored(),
    ...versioned(),
  },
  (t) => [
    orgKey(t),
    index('credentials_name').on(t.org_id, sql`app.folded(${t.name})`, t.id),
    index('credentials_expiry')
      .on(t.org_id, t.expires_at)
      .where(sql`${t.expires_at} is not null`),
    index('credentials_client')
      .on(t.org_id, t.client_id)
      .where(sql`${t.client_id} is not null`),
    index('credentials_project')
      .on(t.org_id, t.project_id)
      .where(sql`${t.project_id} is not null`),
    known('credentials_kind', t.kind),
    known('credentials_min_role', t.min_role),
    check('credentials_tags', sql`cardinality(${t.tags}) <= 20`),
    reference('credentials_client_id', t, t.client_id, clients),
    reference('credentials_project_id', t, t.project_id, projects).onDelete('set null'),
  ],
)

/** The secrets of a credential, the last five of each part; sealed for the credential, the part and the version. */
export const credentialSecrets = entity(
  'credential_secrets',
  { scope: organization, history: 'none', access: 'functions' },
  {
    ...tenant(),
    credential_id: uuid().notNull(),
    part: oneOf(credentialParts).notNull().default('secret'),
    ...sealed(),
    /** Tells equal secrets of the organization, by a key that is derived for it alone. */
    fingerprint: bytes().notNull(),
    fingerprint_key: varchar({ length: 40 }).notNull(),
    ...authored(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('credential_secrets_version').on(t.org_id, t.credential_id, t.part, t.secret_version),
    known('credential_secrets_part', t.part),
    index('credential_secrets_fingerprint').on(t.org_id, t.fingerprint),
    reference('credential_secrets_credential', t, t.credential_id, credentials).onDelete('cascade'),
  ],
)

/** Who did what with a credential, or with all of the vault. It outlasts the credential, whose name and role it repeats. */
export const credentialAccessLog = entity(
  'credential_access_log',
  { scope: { ...administration, readOnly: true }, history: 'append_only', access: 'read' },
  {
    ...inOrganization(),
    id: uuid()
      .notNull()
      .default(sql`uuidv7()`),
    /** Null where it is about all of the vault. */
    credential_id: uuid(),
    credential_name: varchar({ length: 200 }),
    min_role: oneOf(credentialRoles).notNull(),
    action: oneOf(credentialActions).notNull(),
    /** The version of the secret that was revealed or stored. */
    secret_version: integer(),
    /** The fields that were changed. */
    fields: text().array().notNull().default([]),
    reason: varchar({ length: 200 }),
    actor_user_id: uuid(),
    actor_label: varchar({ length: 254 }),
    auth_kind: varchar({ length: 20 }).notNull(),
    ip: text(),
    user_agent: varchar({ length: 300 }),
    request_id: varchar({ length: 100 }),
    created_at: moment().notNull().defaultNow(),
  },
  (t) => [
    orgKey(t),
    index('credential_access_log_credential').on(t.org_id, t.credential_id, t.created_at, t.id),
    index('credential_access_log_actor').on(t.org_id, t.actor_user_id, t.action, t.created_at),
    index('credential_access_log_newest').on(t.org_id, t.created_at.desc().nullsLast(), t.id),
    known('credential_access_log_action', t.action),
    known('credential_access_log_min_role', t.min_role),
  ],
)

/** How often somebody was denied a credential, in stretches of ten minutes, of which the log has the first attempt. */
export const credentialDenials = entity(
  'credential_denials',
  { scope: { ...administration, readOnly: true }, history: 'none', access: 'read' },
  {
    ...inOrganization(),
    /** The entry of the log. */
    id: uuid().notNull(),
    attempts: integer().notNull().default(1),
    ...timestamps(),
  },
  (t) => [orgKey(t), reference('credential_denials_entry', t, t.id, credentialAccessLog).onDelete('cascade')],
)
