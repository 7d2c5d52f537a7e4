import { sql } from 'drizzle-orm'
import type { Consumer } from './consumer.ts'

/** What one job does before it leaves the rest to the next. */
const maxMilliseconds = 10_000

/** Gives members what is under their names in an import, in slices that each say how far it is. */
export const organizationImportBinding: Consumer = {
  topic: 'organization.bind',
  inSteps: true,
  action: 'organization.person_bound',
  async react({ payload }, database) {
    const id = String(payload.import_id)
    const until = Date.now() + maxMilliseconds
    while (Date.now() < until) {
      const [more] = await database.batch([sql`select app.bind_slice(${id}::uuid)::text`])
      if (more !== 'true') return []
    }
    return [sql`select app.emit_import('organization.bind', ${id}::uuid)`]
  },
}
