import { sql } from 'drizzle-orm'
import type { Consumer } from './consumer.ts'

/** Says in the trail that an impersonation ran out, when it does. */
export const impersonationExpiry: Consumer = {
  topic: 'impersonation.expired',
  action: 'platform.impersonation_ended',
  react: async ({ payload: { impersonation_id } }) => [
    sql`select app.expire_impersonations(${impersonation_id}::uuid)`,
  ],
}
