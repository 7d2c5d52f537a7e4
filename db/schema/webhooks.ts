import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { appInstallations } from './apps.ts'
import { authored, inOrganization, moment, orgKey, reference, sealed, tenant, versioned } from './columns.ts'
import { entity } from './entity.ts'
import { administration } from './scopes.ts'
import { known, oneOf } from './values.ts'

export const webhookPayloads = ['thin', 'object'] as const
export const webhookFormats = ['standard', 'slack'] as const
export const webhookStates = ['active', 'paused', 'disabled'] as const
export const disabledReasons = ['gone', 'failing', 'unsafe', 'plan'] as const
export const messageStates = ['pending', 'delivered', 'failed', 'skipped'] as const
export const attemptOutcomes = ['ok', 'status', 'redirected', 'slow', 'failed', 'unsafe'] as const

const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' })
const written = { ...administration, readOnly: true } as const

/**
 * What changed, where the organization has endpoints: written by `app.audit` with the change, and read by transaction and
 * then number, as far as no older transaction is open. It goes once every endpoint has its messages of it.
 */
export const changeLog = entity(
  'change_log',
  { scope: written, history: 'none', access: 'functions' },
  {
    ...inOrganization(),
    xid: xid8()
      .notNull()
      .default(sql`pg_current_xact_id()`),
    seq: bigint({ mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
    kind: varchar({ length: 40 }).notNull(),
    object_id: uuid().notNull(),
    project_id: uuid(),
    event: varchar({ length: 20 }).notNull(),
    fields: text().array().notNull().default([]),
    key: varchar({ length: 100 }),
    label: varchar({ length: 200 }),
    version: integer(),
    actor_kind: varchar({ length: 20 }).notNull(),
    actor_id: uuid(),
    change_id: uuid(),
    /** What messages hold besides: the values before a change, or what is told of a special event. */
    more: jsonb(),
    at: moment()
      .notNull()
      .default(sql`clock_timestamp()`),
  },
  (t) => [primaryKey({ columns: [t.org_id, t.xid, t.seq] })],
)

/** Where messages about changes go. The address, secrets and headers are sealed, in `webhook_secrets`. */
export const webhookEndpoints = entity(
  'webhook_endpoints',
  {
    kind: 'webhook',
    block: 'org',
    scope: administration,
    history: 'audited',
    label: 'name',
    called: (t) => ({ name: t.name, begins: true, leastLevel: 40 }),
    derived: [
      'failing_since',
      'failures',
      'unsafe_in_row',
      'last_success_at',
      'held_until',
      'warned',
      'dropped',
      'dropped_from',
      'position_xid',
      'position_seq',
    ],
    page: (t) => sql`'/webhooks/' || ${t.id}`,
    takes: ['notifications'],
  },
  {
    ...tenant(),
    name: varchar({ length: 80 }).notNull(),
    /** Its origin, and the end of the rest. */
    url_hint: varchar({ length: 300 }).notNull(),
    types: text().array().notNull(),
    project_ids: uuid().array(),
    payload: oneOf(webhookPayloads).notNull().default('thin'),
    format: oneOf(webhookFormats).notNull().default('standard'),
    header_names: text().array().notNull().default([]),
    sensitive: boolean().notNull().default(false),
    status: oneOf(webhookStates).notNull().default('active'),
    disabled_reason: oneOf(disabledReasons),
    /** Until when messages are signed with the secret before the current one, too. */
    previous_until: moment(),
    /** Since when no message has arrived; null if the last one did. */
    failing_since: moment(),
    failures: integer().notNull().default(0),
    unsafe_in_row: integer().notNull().default(0),
    last_success_at: moment(),
    /** Until when the receiver asked to be left alone. */
    held_until: moment(),
    /** Whether people were told that it fails. */
    warned: boolean().notNull().default(false),
    /** How many messages were not kept while it was off, and the first of them, as xid:seq. */
    dropped: integer().notNull().default(0),
    dropped_from: varchar({ length: 60 }),
    /** The app that it belongs to, whose settings have the address; null for what people set up. */
    installation_id: uuid(),
    position_xid: xid8()
      .notNull()
      .default(sql`pg_snapshot_xmin(pg_current_snapshot())`),
    position_seq: bigint({ mode: 'number' }).notNull().default(0),
    ...authored(),
    ...versioned(),
  },
  (t) => [
    orgKey(t),
    index('webhook_endpoints_name').on(t.org_id, sql`app.folded(${t.name})`, t.id),
    known('webhook_endpoints_payload', t.payload),
    reference('webhook_endpoints_installation', t, t.installation_id, appInstallations).onDelete('cascade'),
    known('webhook_endpoints_format', t.format),
    known('webhook_endpoints_status', t.status),
    check('webhook_endpoints_types', sql`cardinality(${t.types}) between 1 and 200`),
    check('webhook_endpoints_headers', sql`cardinality(${t.header_names}) <= 5`),
    check('webhook_endpoints_reason', sql`(${t.disabled_reason} is not null) = (${t.status} = 'disabled')`),
  ],
)

/** The address, the secrets and the headers of an endpoint: one sealed JSON value, bound to it and to the version. */
export const webhookSecrets = entity(
  'webhook_secrets',
  { scope: written, history: 'none', access: 'functions' },
  { ...tenant(), ...sealed() },
  (t) => [orgKey(t), reference('webhook_secrets_endpoint', t, t.id, webhookEndpoints).onDelete('cascade')],
)

/** A message for an endpoint: one for each change that it asked for, and those that people sent to try it. */
export const webhookMessages = entity(
  'webhook_messages',
  { scope: written, history: 'none', access: 'read' },
  {
    ...tenant(),
    endpoint_id: uuid().notNull(),
    /** The entry of the change log that it tells of; null for a test. */
    xid: xid8(),
    seq: bigint({ mode: 'number' }),
    type: varchar({ length: 60 }).notNull(),
    object_id: uuid().notNull(),
    /** As it is sent, to the byte; null once it has been erased. */
    body: text(),
    bytes: integer().notNull(),
    /** Its object is still to be added; until then it is not sent. */
    incomplete: boolean().notNull().default(false),
    state: oneOf(messageStates).notNull().default('pending'),
    /** Attempts in all, and failed ones since it was last queued. */
    attempts: smallint().notNull().default(0),
    failures: smallint().notNull().default(0),
    next_at: moment(),
    leased_until: moment(),
    /** Resent by hand: ahead of the others. */
    urgent: boolean().notNull().default(false),
    replayed: boolean().notNull().default(false),
    /** When it was delivered, given up or skipped. */
    ended_at: moment(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('webhook_messages_change').on(t.org_id, t.endpoint_id, t.xid, t.seq),
    index('webhook_messages_pending')
      .on(t.org_id, t.endpoint_id, t.object_id, t.xid, t.seq)
      .where(sql`${t.state} = 'pending'`),
    index('webhook_messages_incomplete')
      .on(t.org_id, t.xid, t.seq)
      .where(sql`${t.incomplete}`),
    index('webhook_messages_endpoint').on(t.org_id, t.endpoint_id, t.created_at, t.id),
    index('webhook_messages_object').on(t.org_id, t.object_id),
    known('webhook_messages_state', t.state),
    check('webhook_messages_size', sql`octet_length(${t.body}) <= 65536`),
    reference('webhook_messages_endpoint_id', t, t.endpoint_id, webhookEndpoints).onDelete('cascade'),
  ],
)

/** An attempt to deliver a message, with the beginning of what the receiver answered. */
export const webhookAttempts = entity(
  'webhook_attempts',
  { scope: written, history: 'none', access: 'read' },
  {
    ...inOrganization(),
    message_id: uuid().notNull(),
    n: smallint().notNull(),
    at: moment().notNull(),
    ms: integer().notNull(),
    status: smallint(),
    outcome: oneOf(attemptOutcomes).notNull(),
    answer: varchar({ length: 1024 }),
  },
  (t) => [
    primaryKey({ columns: [t.org_id, t.message_id, t.n] }),
    index('webhook_attempts_at').on(t.org_id, t.at),
    known('webhook_attempts_outcome', t.outcome),
    reference('webhook_attempts_message', t, t.message_id, webhookMessages).onDelete('cascade'),
  ],
)
