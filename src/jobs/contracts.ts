import { sql } from 'drizzle-orm'
import type { Consumer } from './consumer.ts'

/** Updates contracts whose dates have passed, and notifies their owners of what ends. */
export const contractDays: Consumer = {
  topic: 'contracts',
  action: 'contract.settled',
  react: async () => [sql`select app.run_due_contracts()`],
}
