import { sql } from 'drizzle-orm'
import type { Consumer } from './consumer.ts'

/** Tells people of what was announced: one notice an event and person, however often the work comes. */
export const notifying: Consumer = {
  topic: 'notify',
  action: 'notification.created',
  react: async ({ payload }) => [sql`select app.notify_of(${JSON.stringify(payload)}::jsonb)`],
}

/** Tells people of their tasks whose day is near or past, on the day that it is where the organization is. */
export const dueDays: Consumer = {
  topic: 'due',
  action: 'notification.created',
  react: async () => [sql`select app.notify_of_days()`],
}
