import type { World } from './world.ts'

export const planKey = 'world_month'

/** Objects of billing. */
export const billingFixtures: Record<string, (world: World) => Promise<string>> = {
  /** A plan without limits, which every world may have. */
  plan_key: async ({ operator }) => {
    const draft = {
      name: 'World, monthly',
      interval: 'month',
      currency: 'EUR',
      amount_minor: 900,
      active: true,
      features: {},
    }
    await operator.ok('PUT', `/api/v1/platform/billing/plans/${planKey}`, draft)
    return planKey
  },
  entitlement_key: async () => 'seats',
}
