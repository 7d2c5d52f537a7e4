import { sql } from 'drizzle-orm'
import type { Consumer } from './consumer.ts'

/** Reminds people of what waits for them, and tells of days that come. */
export const peopleDays: Consumer = {
  topic: 'people',
  action: 'employee.day',
  react: async () => [sql`select app.run_people_day()`],
}

/** Reminds people of weeks to submit, at the hour of their zone. */
export const weekReminders: Consumer = {
  topic: 'week_reminders',
  action: 'timesheet.reminders',
  react: async () => [sql`select app.remind_of_weeks()`],
}
