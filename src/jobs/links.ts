import { sql } from 'drizzle-orm'
import type { Consumer } from './consumer.ts'

/** Tells the owners of an organization that another one asks for its figures, if there is such an organization. */
export const holdingInvitations: Consumer = {
  topic: 'holding.invited',
  action: 'holding_link.invited',
  react: async ({ payload }) => [sql`select app.tell_of_holding_invitation(${String(payload.link)}::uuid)`],
}

/** Tells both sides, a week before, that a share of a project ends. */
export const endingShares: Consumer = {
  topic: 'share.ending',
  action: 'project_share.ending',
  react: async ({ payload: { share, day } }) => [
    sql`select app.tell_of_ending_share(${String(share)}::uuid, ${String(day)}::date)`,
  ],
}
