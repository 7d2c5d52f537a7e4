import { sql } from 'drizzle-orm'
import type { Consumer } from './consumer.ts'

const rows = 2000

/** Erases a project step by step, each in a transaction of its own, until nothing is left of it. */
export const projectPurge: Consumer = {
  topic: 'project.purge',
  action: 'project.erased',
  async react({ payload }, database) {
    for (let more = true; more;) {
      const [left] = await database.batch([
        sql`select app.purge_project_step(${String(payload.project_id)}::uuid, ${rows})::text`,
      ])
      more = left === 'true'
    }
    return []
  },
}
