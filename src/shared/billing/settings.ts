import { billingProviders } from '../../../db/schema/billing.ts'
import type { Env } from '../../kit/config.ts'

declare module '../../kit/config.ts' {
  interface Env {
    /** `stripe` or `manual`; without it no plan limits anything. */
    BILLING_PROVIDER?: string
    STRIPE_SECRET_KEY?: string
    /** Secrets of the webhook, comma separated while they are rotated. */
    STRIPE_WEBHOOK_SECRET?: string
    /** The address of the payment provider; https://api.stripe.com unless set. */
    STRIPE_URL?: string
  }
}

type Provider = (typeof billingProviders)[number]

/** Who charges for subscriptions, and how to reach them. An unknown name counts as none. */
export const billingOf = (env: Env) => ({
  provider: billingProviders.find((name): name is Provider => name === env.BILLING_PROVIDER),
  key: env.STRIPE_SECRET_KEY ?? '',
  secrets: (env.STRIPE_WEBHOOK_SECRET ?? '').split(',').filter(Boolean),
  url: env.STRIPE_URL || 'https://api.stripe.com',
})
