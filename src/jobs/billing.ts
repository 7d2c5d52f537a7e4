import { sql } from 'drizzle-orm'
import type { Consumer } from './consumer.ts'

/** What time does to a subscription: the next period, the end of a trial or of the days of grace. */
export const billingClock: Consumer = {
  topic: 'billing',
  action: 'subscription.advanced',
  whenSuspended: true,
  react: async () => [sql`select app.run_billing()`],
}
