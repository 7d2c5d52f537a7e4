import { sql } from 'drizzle-orm'
import type { Consumer } from './consumer.ts'

/** Stops timers that have run for a day. */
export const longTimers: Consumer = {
  topic: 'timers',
  action: 'time_entry.timer_stopped',
  react: async () => [sql`select app.stop_long_timers()`],
}
