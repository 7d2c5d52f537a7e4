import { sql } from 'drizzle-orm'
import {
  index,
  integer,
  jsonb,
  pgPolicy,
  smallint,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { entity } from './entity.ts'
import { organization } from './scopes.ts'
import { bytes } from './accounts.ts'
import { globalId, inOrganization, moment } from './columns.ts'
import { oneOf } from './values.ts'

/** The audit trail, written by a trigger on every audited table; append-only. */
export const auditLog = entity(
  'audit_log',
  { scope: { ...organization, readOnly: true }, history: 'append_only', outlives: true },
  {
    id: uuid()
      .primaryKey()
      .default(sql`uuidv7()`),
    org_id: uuid(),
    actor_type: oneOf(['user', 'api_key', 'oauth', 'portal', 'automation', 'system']).notNull(),
    actor_user_id: uuid(),
    actor_label: text(),
    impersonator_user_id: uuid(),
    api_key_id: uuid(),
    oauth_authorization_id: uuid(),
    automation_id: uuid(),
    action: varchar({ length: 80 }).notNull(),
    entity_type: text().notNull(),
    entity_id: text().notNull(),
    entity_label: text(),
    entity_version: integer(),
    changes: jsonb().notNull(),
    ip: text(),
    user_agent: varchar({ length: 300 }),
    request_id: text(),
    created_at: moment().notNull().defaultNow(),
  },
  (t) => [
    index('audit_log_time').on(t.org_id, t.created_at.desc(), t.id.desc()),
    index('audit_log_action').on(t.org_id, t.action, t.created_at),
    index('audit_log_actor').on(t.org_id, t.actor_user_id, t.created_at),
    index('audit_log_entity').on(t.org_id, t.entity_type, t.entity_id, t.id),
    index('audit_log_chain').on(sql`app.chain_of(${t.org_id}, ${t.action})`, t.id),
  ],
)

/** Responses of POSTs by Idempotency-Key, kept for 24 hours. */
export const idempotencyKeys = entity(
  'idempotency_keys',
  { scope: null, history: 'none', access: 'read' },
  {
    ...inOrganization(),
    user_id: uuid().notNull(),
    key: varchar({ length: 80 }).notNull(),
    request_hash: bytes().notNull(),
    /** The project of the object in the request's path; the response is not replayed to callers who no longer see it. */
    project_id: uuid(),
    status: smallint(),
    answer: text(),
    created_at: moment().notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('idempotency_keys_key').on(t.org_id, t.user_id, t.key),
    index('idempotency_keys_age').on(t.created_at),
    pgPolicy('person', { to: 'svc_app', using: sql`${t.user_id} = (select app.user_id())` }),
  ],
)

/** Jobs enqueued by writes and taken in order by the drain. Reached through functions only. */
export const outbox = entity(
  'outbox',
  { scope: null, history: 'none', access: 'functions', outlives: true },
  {
    id: globalId(),
    org_id: uuid().notNull(),
    topic: varchar({ length: 60 }).notNull(),
    payload: jsonb().notNull(),
    created_at: moment().notNull().defaultNow(),
    available_at: moment().notNull().defaultNow(),
    attempts: integer().notNull().default(0),
    last_error: varchar({ length: 300 }),
    done_at: moment(),
  },
  (t) => [
    index('outbox_due')
      .on(sql`app.shard_of(${t.org_id})`, t.available_at)
      .where(sql`${t.done_at} is null`),
    index('outbox_waiting')
      .on(t.org_id, t.topic)
      .where(sql`${t.done_at} is null`),
    uniqueIndex('outbox_seals')
      .on(t.org_id, t.payload)
      .where(sql`${t.topic} = 'audit.seal' and ${t.done_at} is null`),
  ],
)

/** Jobs that were tried in vain and wait until an operator has them tried again or drops them. */
export const parkedJobs = entity(
  'parked_jobs',
  { scope: null, history: 'none', access: 'functions' },
  {
    id: globalId(),
    org_id: uuid().notNull(),
    topic: varchar({ length: 60 }).notNull(),
    payload: jsonb().notNull(),
    created_at: moment().notNull(),
    attempts: integer().notNull(),
    last_error: varchar({ length: 300 }),
    parked_at: moment().notNull().defaultNow(),
  },
)
