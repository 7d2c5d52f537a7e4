import { sql } from 'drizzle-orm'
import { jsonb } from '../kit/sql.ts'
import type { Consumer } from './consumer.ts'

/** Records which clocks warn or are late, for a whole organization at once. */
export const clockStamps: Consumer = {
  topic: 'sla',
  action: 'sla_clock.stamped',
  react: async () => [sql`select app.run_sla()`],
}

/** Notifies a person of warnings and breaches: assignees, or managers if nobody is assigned. */
export const clockNews: Consumer = {
  topic: 'sla.stamped',
  action: 'notification.created',
  react: async ({ payload }) => [sql`select app.notify_of_clock_events(${jsonb(payload)})`],
}

/** Applies a change or deletion of a policy to its open clocks, in batches. */
export const policyApplication: Consumer = {
  topic: 'sla.apply',
  action: 'sla_policy.applied',
  react: async ({ payload }) => [
    payload.cancels
      ? sql`select app.cancel_clocks(${payload.policy_id}::uuid, 1000)`
      : sql`select app.apply_policy(${payload.policy_id}::uuid, 1000, ${jsonb(payload)})`,
  ],
}
