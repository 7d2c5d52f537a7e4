import { sql } from 'drizzle-orm'
import type { Consumer } from './consumer.ts'

/** Fires a reminder at its moment: once, however often the work comes, and not at all where it was moved meanwhile. */
export const reminding: Consumer = {
  topic: 'reminder.due',
  action: 'reminder.fired',
  react: async ({ payload: { reminder_id, at } }) => [
    sql`select app.fire_reminder(${reminder_id}::uuid, ${at}::timestamptz)`,
  ],
}
