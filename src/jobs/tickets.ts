import { sql } from 'drizzle-orm'
import type { Consumer } from './consumer.ts'

/** Closes tickets that were resolved a week ago. */
export const ticketDays: Consumer = {
  topic: 'tickets',
  action: 'ticket.closed',
  react: async () => [sql`select app.close_due_tickets()`],
}
