import { sql } from 'drizzle-orm'
import type { Consumer } from './consumer.ts'

/** Archives tasks that were finished as many days ago as their project says. */
export const archivingTasks: Consumer = {
  topic: 'archive',
  action: 'task.archived',
  react: async () => [sql`select app.archive_finished()`],
}
