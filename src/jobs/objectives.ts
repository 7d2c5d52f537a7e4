import { sql } from 'drizzle-orm'
import type { Consumer } from './consumer.ts'

/** Tells owners of objectives that fall behind, and reminds them to check in. */
export const objectiveDays: Consumer = {
  topic: 'okr',
  action: 'objective.day',
  react: async () => [
    sql`select app.keep_figures(array(select o.id from okr_objectives o where o.org_id = app.org_id()
      and o.deleted_at is null and o.status = 'active'))`,
    sql`select app.run_okr_day()`,
  ],
}
