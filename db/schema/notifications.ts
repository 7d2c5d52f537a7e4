import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { entity } from './entity.ts'
import { recipient } from './scopes.ts'
import { users } from './accounts.ts'
import { inOrganization, moment, orgKey, tenant, reference } from './columns.ts'
import { projects } from './projects.ts'
import { oneOf } from './values.ts'

/** Reasons for a notification; some belong to parts of the service that do not exist yet. */
export const notificationReasons = [
  'mentioned',
  'assigned',
  'unassigned',
  'replied',
  'commented',
  'status_changed',
  'due_soon',
  'overdue',
  'blocked',
  'unblocked',
  'sprint_started',
  'sprint_completed',
  'document_updated',
  'document_commented',
  'invited',
  'share_request',
  'approval',
  'automation',
  'reminder',
  'security',
  'system',
  'leave_asked',
  'leave_decided',
  'leave_changed',
  'timesheet_asked',
  'timesheet_decided',
  'hours_correction',
  'payslip_ready',
  'hr_task',
  'objective',
  'meeting',
] as const

const knownReasons = sql.raw(notificationReasons.map((reason) => `'${reason}'`).join(', '))

const myself = () =>
  uuid()
    .notNull()
    .default(sql`app.user_id()`)
    .references(() => users.id)

export const notifications = entity(
  'notifications',
  {
    kind: 'notification',
    scope: recipient,
    history: 'audited',
    private: (t) => sql`${t.entity_type} = 'reminder'`,
  },
  {
    ...tenant(),
    user_id: myself(),
    reason: oneOf(notificationReasons).notNull(),
    actor_id: uuid(),
    actor_type: oneOf(['user', 'api_key', 'oauth', 'automation', 'system']),
    entity_type: varchar({ length: 40 }).notNull(),
    entity_id: uuid().notNull(),
    project_id: uuid(),
    title: varchar({ length: 200 }).notNull(),
    snippet: varchar({ length: 300 }),
    data: jsonb().notNull().default({}),
    /** One row per group while unread. */
    group_key: varchar({ length: 120 }),
    count: integer().notNull().default(1),
    /** The newest task event it covers. */
    event_id: bigint({ mode: 'number' }),
    /** The source, if not a task event; nobody is notified of a source twice. */
    source_key: varchar({ length: 120 }),
    read_at: moment(),
    archived_at: moment(),
    snoozed_until: moment(),
    /** When it was sent by e-mail. */
    mailed_at: moment(),
    /** Deleted rows are kept for a while, so that retried jobs do not recreate them. */
    deleted_at: moment(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('notifications_event')
      .on(t.user_id, t.event_id)
      .where(sql`${t.event_id} is not null`),
    uniqueIndex('notifications_source')
      .on(t.user_id, t.source_key)
      .where(sql`${t.source_key} is not null`),
    uniqueIndex('notifications_group')
      .on(t.user_id, t.group_key)
      .where(sql`${t.read_at} is null and ${t.deleted_at} is null and ${t.group_key} is not null`),
    index('notifications_inbox')
      .on(t.org_id, t.user_id, t.created_at.desc(), t.id)
      .where(sql`${t.archived_at} is null and ${t.deleted_at} is null`),
    index('notifications_put_away')
      .on(t.org_id, t.user_id, t.created_at.desc(), t.id)
      .where(sql`${t.archived_at} is not null or ${t.deleted_at} is not null`),
    index('notifications_unread')
      .on(t.org_id, t.user_id)
      .where(sql`${t.read_at} is null and ${t.archived_at} is null and ${t.deleted_at} is null`),
    index('notifications_entity').on(t.org_id, t.entity_type, t.entity_id),
    index('notifications_project').on(t.org_id, t.project_id),
    index('notifications_deleted')
      .on(t.deleted_at)
      .where(sql`${t.deleted_at} is not null`),
    reference('notifications_project_id', t, t.project_id, projects).onDelete('cascade'),
    check('notifications_reason', sql`${t.reason} in (${knownReasons})`),
  ],
)

/**
 * Preferences per reason. By default notifications are shown, and those in `app.mailed_by_default` are mailed too; hidden
 * ones are never e-mailed.
 */
export const notificationPreferences = entity(
  'notification_preferences',
  { scope: recipient, history: 'audited' },
  {
    user_id: myself(),
    ...inOrganization(),
    reason: text({ enum: [...notificationReasons] }).notNull(),
    in_app: boolean().notNull().default(true),
    email: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.user_id, t.org_id, t.reason] }),
    check('notification_preferences_reason', sql`${t.reason} in (${knownReasons})`),
  ],
)

export const notificationMutes = entity(
  'notification_mutes',
  { scope: recipient, history: 'audited' },
  {
    user_id: myself(),
    ...inOrganization(),
    project_id: uuid().notNull(),
    created_at: moment().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.user_id, t.org_id, t.project_id] }),
    index('notification_mutes_project').on(t.org_id, t.project_id),
    reference('notification_mutes_project_id', t, t.project_id, projects).onDelete('cascade'),
  ],
)
