import { sql } from 'drizzle-orm'
import type { Consumer } from './consumer.ts'

/** Tells the owners of an organization that another one asks for its figures, if there is such an organization. */
export const holdingInvitations: Consumer = {
  topic: 'holding.invited',
  action: 'holding_link.invited',
  react: async ({ payload }) => [sql`select app.tell_of_holding_invitation(${String(payload.link)}::uuid)`],
}
