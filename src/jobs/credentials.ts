import { sql } from 'drizzle-orm'
import type { Consumer } from './consumer.ts'

/** Reminds of credentials that end. */
export const credentialExpiry: Consumer = {
  topic: 'vault',
  action: 'credential.expiring',
  react: async () => [sql`select app.remind_of_expiry()`],
}
