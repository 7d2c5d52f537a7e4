import { sql } from 'drizzle-orm'
import type { Consumer } from './consumer.ts'

/** Writes what the days have made of contracts, and tells their owners what ends. */
export const contractDays: Consumer = {
  topic: 'contracts',
  action: 'contract.settled',
  react: async () => [sql`select app.run_contract_days()`],
}
