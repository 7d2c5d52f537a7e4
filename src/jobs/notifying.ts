import { sql } from 'drizzle-orm'
import { jsonb } from '../kit/sql.ts'
import type { Consumer } from './consumer.ts'

/** Notifies people of an event: once per event and person, however often the work is delivered. */
export const notifying: Consumer = {
  topic: 'notify',
  action: 'notification.created',
  react: async ({ payload }) => [sql`select app.notify_of_event(${jsonb(payload)})`],
}

/** Notifies people of tasks that are due soon or overdue, by the current day of the organization. */
export const dueDays: Consumer = {
  topic: 'due',
  action: 'notification.created',
  react: async ({ payload }) => [sql`select app.notify_of_due_dates(${payload.at_once === true})`],
}
