import { sql } from 'drizzle-orm'
import type { Consumer } from './consumer.ts'

/**
 * Fires a reminder when it is due: once, however often the work is delivered, and not if it has been
 * rescheduled.
 */
export const reminding: Consumer = {
  topic: 'reminder.due',
  action: 'reminder.fired',
  react: async ({ payload: { reminder_id, at } }) => [
    sql`select app.fire_reminder(${reminder_id}::uuid, ${at}::timestamptz)`,
  ],
}
