import { billingProviders } from '../../../db/schema/billing.ts'
import type { Env } from '../../base/config.ts'
import { Refusal } from '../../kit/errors.ts'
import { note } from '../../kit/log.ts'
import { type Outbound, OutboundError } from '../outbound/outbound.ts'
import { asRecord, asText, type Item } from '../outbound/records.ts'
import { upstream } from '../outbound/upstream.ts'

declare module '../../base/config.ts' {
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
/** Parameters of a call, as Stripe nests them; undefined ones are not sent. */
type Parameters = { [name: string]: string | number | boolean | undefined | Parameters | Parameters[] }
export type BillingCall = { send?: Parameters; remove?: true; once?: string }

/** The version of Stripe's interface that is spoken, whatever the account's own. */
const version = '2025-08-27.basil'

/** Who charges for subscriptions, and how to reach them. An unknown name counts as none. */
export const billingOf = (env: Env, outbound: Outbound) => {
  const key = env.STRIPE_SECRET_KEY ?? ''
  const url = env.STRIPE_URL || 'https://api.stripe.com'
  /**
   * Calls the provider: GET without anything to `send`. `once` makes a repetition take effect once. Null where it knows no such
   * thing; throws 503 where it does not answer and 502 where it refuses.
   */
  const call = async (path: string, { send, remove, once }: BillingCall = {}): Promise<Item | null> => {
    const response = await outbound
      .send(url, {
        path: `v1/${path}`,
        ...(remove ? { method: 'DELETE' } : send ? { form: formOf(send) } : {}),
        headers: {
          authorization: `Bearer ${key}`,
          'stripe-version': version,
          ...(once ? { 'idempotency-key': once } : {}),
        },
      })
      .catch((error: unknown) => {
        throw error instanceof OutboundError ? silent(error) : error
      })
    if (response.status === 404) return null
    if (response.status >= 500 || response.status === 429)
      throw silent(new Error(`status ${response.status}`))
    if (response.status >= 400) throw refused(response.json)
    return asRecord(response.json)
  }
  return {
    provider: billingProviders.find((name): name is Provider => name === env.BILLING_PROVIDER),
    secrets: (env.STRIPE_WEBHOOK_SECRET ?? '').split(',').filter(Boolean),
    hasKey: key !== '',
    /** Whether the key moves real money. */
    isLive: /^[rs]k_live_/.test(key),
    /** Where people may come back to. */
    hosts: [env.WEB_URL, env.BASE_URL].flatMap((address) => URL.parse(address ?? '')?.host ?? []),
    call,
    /** Changes a subscription. One that has ended, which the provider refuses to change, is answered as it is; null for none. */
    async change(subscription: string, send: Parameters): Promise<Item | null> {
      const path = `subscriptions/${subscription}`
      return call(path, { send }).catch(async (error: unknown) => {
        const found = error instanceof Refusal && error.status === 502 ? await call(path) : undefined
        if (found === undefined || (found && !hasEnded(found))) throw error
        return found
      })
    },
  }
}
/** Whether a subscription is over for good. */
export const hasEnded = ({ status }: Item) => status === 'canceled' || status === 'incomplete_expired'
export type Billing = ReturnType<typeof billingOf>

const silent = (cause: Error) =>
  Object.assign(
    new Refusal(503, 'service_unavailable', 'the payment provider does not answer; try again', 5),
    { cause },
  )

function refused(json: unknown): Refusal {
  const { code, param } = asRecord(asRecord(json).error)
  note('billing_refused', { reason: asText(code, 60) ?? '', parameter: asText(param, 60) ?? '' })
  return upstream('the payment provider refused; the operator of this deployment finds the reason in the log')
}

/** `items[0][price]=…` */
function formOf(parameters: Parameters): Record<string, string> {
  const form: Record<string, string> = {}
  const add = (name: string, value: Parameters[string]) => {
    if (value === undefined) return
    if (typeof value !== 'object') form[name] = String(value)
    else for (const [part, inner] of Object.entries(value)) add(`${name}[${part}]`, inner)
  }
  for (const [name, value] of Object.entries(parameters)) add(name, value)
  return form
}
