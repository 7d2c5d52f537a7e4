import { sql } from 'drizzle-orm'
import { check, index, integer, text, uuid, varchar } from 'drizzle-orm/pg-core'
import { entity, isKindTaking } from './entity.ts'
import { person } from './scopes.ts'
import { users } from './accounts.ts'
import { moment, orgKey, tenant, versioned } from './columns.ts'
import { isKnown, known, oneOf } from './values.ts'

/** A person's reminders. Nobody else can read them, whatever their role. */
export const reminders = entity(
  'reminders',
  {
    kind: 'reminder',
    said: 'is called',
    scope: person,
    history: 'audited',
    conflicts: {
      reminders_kind: 'body.offset_minutes: only of a reminder that is relative to a day',
      reminders_relative_task: 'body.entity_type: a relative reminder is about a task',
    },
    derived: ['job_id'],
    private: true,
    trash: { days: 30 },
  },
  {
    ...tenant(),
    user_id: uuid()
      .notNull()
      .default(sql`app.user_id()`)
      .references(() => users.id),
    title: varchar({ length: 200 }).notNull(),
    body: varchar({ length: 2000 }),
    kind: oneOf(['absolute', 'relative']).notNull(),
    /** If absolute: the time, and the first one of a rule. */
    remind_at: moment(),
    relative_to: oneOf(['due_date', 'start_date']),
    offset_minutes: integer(),
    entity_type: text(),
    entity_id: uuid(),
    timezone: text().notNull(),
    rrule: text(),
    next_fire_at: moment(),
    status: oneOf(['scheduled', 'fired', 'completed', 'dismissed']).notNull().default('scheduled'),
    fired_at: moment(),
    fire_count: integer().notNull().default(0),
    snooze_count: integer().notNull().default(0),
    /** When it was last completed; a rule goes on. */
    completed_at: moment(),
    /** When it would have fired while its subject is in the trash. */
    held_at: moment(),
    /** The outbox job that fires it. */
    job_id: uuid(),
    ...versioned(),
    deleted_at: moment(),
  },
  (t) => [
    orgKey(t),
    index('reminders_due')
      .on(t.next_fire_at)
      .where(sql`${t.status} = 'scheduled' and ${t.next_fire_at} is not null`),
    index('reminders_mine').on(t.org_id, t.user_id, t.next_fire_at),
    index('reminders_entity')
      .on(t.org_id, t.entity_type, t.entity_id)
      .where(sql`${t.entity_id} is not null`),
    index('reminders_trash')
      .on(t.org_id, t.deleted_at)
      .where(sql`${t.deleted_at} is not null`),
    check(
      'reminders_kind',
      sql`${t.kind} = case when ${t.remind_at} is null then 'relative' else 'absolute' end
        and (${t.kind} = 'relative') = (${t.relative_to} is not null)
        and (${t.kind} = 'relative') = (${t.offset_minutes} is not null)`,
    ),
    check(
      'reminders_relative_task',
      sql`${t.kind} = 'absolute' or ${t.entity_type} is null or ${t.entity_type} = 'task'`,
    ),
    known('reminders_relative_to', t.relative_to),
    check('reminders_offset', sql`${t.offset_minutes} between -525600 and 525600`),
    check(
      'reminders_status',
      sql`${isKnown(t.status)}
        and (${t.status} = 'scheduled' or ${t.next_fire_at} is null)`,
    ),
    check(
      'reminders_entity_type',
      sql`${isKindTaking('links', t.entity_type)}
        and (${t.entity_type} is null) = (${t.entity_id} is null)`,
    ),
  ],
)
