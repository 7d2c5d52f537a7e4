import { sql } from 'drizzle-orm'
import type { Consumer } from './consumer.ts'

/** Records the expiry of an impersonation in the audit trail. */
export const impersonationExpiry: Consumer = {
  topic: 'impersonation.expired',
  action: 'platform.impersonation_ended',
  react: async ({ payload: { impersonation_id } }) => [
    sql`select app.expire_impersonations(array[${impersonation_id}::uuid])`,
  ],
}
