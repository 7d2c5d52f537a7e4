import { sql } from 'drizzle-orm'
import { jsonb } from '../kit/sql.ts'
import type { Consumer } from './consumer.ts'

/** Writes down which clocks warn or are late, all of an organization at once. */
export const clockStamps: Consumer = {
  topic: 'sla',
  action: 'sla_clock.stamped',
  react: async () => [sql`select app.run_sla()`],
}

/** Tells a person of warnings and breaches: assignees, or managers where nobody is assigned. */
export const clockNews: Consumer = {
  topic: 'sla.stamped',
  action: 'notification.created',
  react: async ({ payload }) => [sql`select app.tell_of_stamps(${jsonb(payload)})`],
}

/** What a change or deletion of a policy left to do with its open clocks, some at a time. */
export const policyApplication: Consumer = {
  topic: 'sla.apply',
  action: 'sla_policy.applied',
  react: async ({ payload }) => [
    payload.cancels
      ? sql`select app.cancel_clocks(${payload.policy_id}::uuid, 1000)`
      : sql`select app.apply_policy(${payload.policy_id}::uuid, 1000, ${jsonb(payload)})`,
  ],
}
