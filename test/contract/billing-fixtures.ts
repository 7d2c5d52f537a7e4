import { asOwner } from '../kit/client.ts'
import type { World } from './world.ts'

/** A plan without limits, which every world may have. */
async function plan({ operator }: World, key: string, amount_minor: number) {
  const draft = {
    name: `Plan ${key}`,
    interval: 'month',
    currency: 'EUR',
    amount_minor,
    provider_price_id: `price_${amount_minor}_month`,
    active: true,
    features: {},
  }
  await operator.ok('PUT', `/api/v1/platform/billing/plans/${key}`, draft)
  return key
}

/** Objects of billing. */
export const billingFixtures: Record<string, (world: World) => Promise<string>> = {
  plan_key: (world) => plan(world, 'world_month', 900),
  sold_plan_key: (world) => plan(world, 'world_month', 900),
  dearer_plan_key: (world) => plan(world, 'world_large', 1800),
  entitlement_key: async () => 'seats',
  /** A checkout that the provider says is paid. */
  checkout_session_id: async (world) => {
    await plan(world, 'world_month', 900)
    await asOwner(
      `insert into billing_customers (org_id, provider, provider_customer_id) values ($1, 'stripe', 'cus_' || $1::uuid)
        on conflict do nothing`,
      [world.org],
    )
    return `cs_test_${world.org}`
  },
  event_id: async () => {
    await asOwner(
      `insert into billing_events (provider, event_id, type, created, status, payload)
        values ('stripe', 'evt_world', 'product.created', 1, 'ignored', '{}') on conflict do nothing`,
    )
    return 'evt_world'
  },
}
