import { sql } from 'drizzle-orm'
import { jsonb } from '../kit/sql.ts'
import { hasEnded } from '../shared/billing/provider.ts'
import type { Item } from '../shared/outbound/records.ts'
import type { Consumer } from './consumer.ts'

/** What the provider answered of a subscription; null where it knows none any more. */
const stored = (subscription: string, found: Item | null) => [
  found
    ? sql`select app.store_subscription(${jsonb(found)})`
    : sql`select app.forget_subscription(${subscription})`,
]

/** What time does to a subscription: the next period, the end of a trial or of the days of grace. */
export const billingClock: Consumer = {
  topic: 'billing',
  action: 'subscription.advanced',
  whenSuspended: true,
  mails: true,
  react: async () => [sql`select app.run_billing()`],
}

/** Reads a subscription from the payment provider after it told of it, since what it tells may be old. */
export const billingSync: Consumer = {
  topic: 'billing.sync',
  action: 'subscription.synced',
  whenSuspended: true,
  react: async ({ payload: { subscription } }, database, _, __, { billing } = {}) => {
    if (!billing?.hasKey) return []
    const [seen] = await database.batch([sql`select app.last_event_of(${String(subscription)})::text`])
    const found = await billing.call(`subscriptions/${String(subscription)}`)
    return found
      ? [sql`select app.store_subscription(${jsonb(found)}, ${seen!}::bigint)`]
      : [sql`select app.forget_subscription(${String(subscription)})`]
  },
}

/** Ends a subscription at the provider: a second one, or that of an organization that is deleted. */
export const billingEnd: Consumer = {
  topic: 'billing.end',
  action: 'subscription.ended',
  whenSuspended: true,
  react: async ({ payload: { subscription } }, database, _, __, { billing } = {}) => {
    if (!billing?.hasKey) throw new Error('the payment provider is not set up')
    const [must] = await database.batch([sql`select app.must_end(${String(subscription)})`])
    if (must !== 'true') return []
    const ended = await billing.call(`subscriptions/${String(subscription)}`, { remove: true })
    return stored(String(subscription), ended)
  },
}

/** Reads what has paid an invoice, by which a refund or a dispute finds it: events do not say so any more. */
export const billingInvoice: Consumer = {
  topic: 'billing.invoice',
  action: 'billing.invoice_read',
  whenSuspended: true,
  react: async ({ payload: { invoice } }, _, __, ___, { billing } = {}) => {
    if (!billing?.hasKey) return []
    const found = await billing.call(`invoices/${String(invoice)}?expand%5B%5D=payments`)
    return found ? [sql`select app.store_invoice_payment(${jsonb(found)})`] : []
  },
}

/** Tells the provider how many seats there are: the number itself, so that a repetition changes nothing. */
export const billingSeats: Consumer = {
  topic: 'billing.seats',
  action: 'subscription.seats_sent',
  whenSuspended: true,
  react: async (_, database, __, ___, { billing } = {}) => {
    const [read] = await database.batch([sql`select app.seats_to_send()::text`])
    if (!read || !billing?.hasKey) return []
    const { subscription, item, seats } = JSON.parse(read) as Record<'subscription' | 'item', string> & {
      seats: number
    }
    const found = await billing.change(subscription, {
      items: [{ id: item, quantity: seats }],
      proration_behavior: 'create_prorations',
    })
    return found && !hasEnded(found)
      ? [sql`select app.seats_were_sent(${subscription}, ${seats}::int)`]
      : stored(subscription, found)
  },
}

/** Puts the plan that was chosen for the next period in place, shortly before the provider writes the invoice for it. */
export const billingPlan: Consumer = {
  topic: 'billing.plan',
  action: 'subscription.plan_changed',
  whenSuspended: true,
  react: async (_, database, __, ___, { billing } = {}) => {
    const [read] = await database.batch([sql`select app.plan_to_send()::text`])
    if (!read || !billing?.hasKey) return []
    const { subscription, item, price, seats } = JSON.parse(read) as Record<
      'subscription' | 'item' | 'price',
      string
    > & {
      seats: number
    }
    const found = await billing.change(subscription, {
      items: [{ id: item, price, quantity: seats }],
      proration_behavior: 'none',
    })
    return stored(subscription, found)
  },
}
