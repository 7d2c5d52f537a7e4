import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core'
import { clients } from './clients.ts'
import { authored, moment, orgKey, reference, tenant, versioned } from './columns.ts'
import { entity } from './entity.ts'
import { currency, money, moneyBounds } from './money.ts'
import { projects } from './projects.ts'
import { claims } from './scopes.ts'
import { tasks } from './tasks.ts'
import { known, oneOf } from './values.ts'

/** Time worked. The rate is frozen when the entry is recorded. */
export const timeEntries = entity(
  'time_entries',
  {
    kind: 'time_entry',
    block: 'hr',
    scope: claims,
    history: 'audited',
    label: 'description',
    conflicts: { time_entries_running: 'a timer is running already; stop it first' },
  },
  {
    ...tenant(),
    user_id: uuid()
      .notNull()
      .default(sql`app.user_id()`),
    client_id: uuid(),
    project_id: uuid(),
    task_id: uuid(),
    description: varchar({ length: 500 }),
    kind: oneOf(['timer', 'manual']).notNull().default('manual'),
    started_at: moment(),
    ended_at: moment(),
    work_date: date({ mode: 'string' }).notNull(),
    duration_seconds: integer().notNull().default(0),
    billable: boolean().notNull().default(true),
    /** A timer that nobody stopped: when the work ended is not known. */
    needs_review: boolean().notNull().default(false),
    hourly_rate_minor: money(),
    currency: currency(),
    ...authored(),
    ...versioned(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('time_entries_running')
      .on(t.org_id, t.user_id)
      .where(sql`${t.ended_at} is null and ${t.kind} = 'timer'`),
    index('time_entries_person').on(t.org_id, t.user_id, t.work_date),
    index('time_entries_day').on(t.org_id, t.work_date, t.id),
    index('time_entries_project').on(t.org_id, t.project_id, t.work_date),
    index('time_entries_client').on(t.org_id, t.client_id, t.work_date),
    index('time_entries_task').on(t.org_id, t.task_id),
    reference('time_entries_client_id', t, t.client_id, clients),
    reference('time_entries_project_id', t, t.project_id, projects),
    // The migration sets only task_id to null, not org_id.
    reference('time_entries_task_id', t, t.task_id, tasks).onDelete('set null'),
    known('time_entries_kind', t.kind),
    check('time_entries_order', sql`${t.ended_at} > ${t.started_at}`),
    check('time_entries_duration', sql`${t.duration_seconds} between 0 and 86400`),
    check('time_entries_rate', sql`(${t.hourly_rate_minor} is null) = (${t.currency} is null)`),
    moneyBounds('time_entries_bounds', t.hourly_rate_minor),
  ],
)
