import type { Answer } from './external-responses.ts'

type Fields = Record<string, unknown>
export type StripeCall = { method: string; path: string; form: URLSearchParams; once: string | undefined }

const second = () => Math.floor(Date.now() / 1000)
const month = 30 * 86_400
const missing: Answer = {
  status: 404,
  body: { error: { code: 'resource_missing', type: 'invalid_request_error' } },
}
/** What has ended changes no more. */
const refused: Answer = { status: 400, body: { error: { type: 'invalid_request_error' } } }

/**
 * A payment provider in memory that speaks as much of Stripe's interface as the service uses. Prices are named
 * `price_{amount}_{interval}` in euros. A checkout `cs_test_{org}` that nobody opened is one that `cus_{org}` has paid.
 */
export function stripeStandIn() {
  const subscriptions = new Map<string, Fields>()
  const sessions = new Map<string, Fields>()
  const repeated = new Map<string, Answer>()
  const calls: StripeCall[] = []
  const faults: string[] = []

  const subscribe = (id: string, more: Fields = {}): Fields => {
    const made = {
      id,
      object: 'subscription',
      customer: id.replace('sub_', 'cus_'),
      status: 'active',
      created: second(),
      cancel_at: null,
      cancel_at_period_end: false,
      canceled_at: null,
      ended_at: null,
      trial_end: null,
      items: {
        data: [
          {
            id: id.replace('sub_', 'si_'),
            quantity: 1,
            current_period_start: second(),
            current_period_end: second() + month,
            price: { id: 'price_900_month' },
          },
        ],
      },
      ...more,
    }
    subscriptions.set(id, made)
    return made
  }

  function change(one: Fields, form: URLSearchParams): Fields {
    const item = (one.items as { data: Fields[] }).data[0]!
    const price = form.get('items[0][price]')
    if (price) item.price = { id: price }
    const quantity = form.get('items[0][quantity]')
    if (quantity) item.quantity = Number(quantity)
    const cancels = form.get('cancel_at_period_end')
    if (cancels) {
      one.cancel_at_period_end = cancels === 'true'
      one.cancel_at = cancels === 'true' ? item.current_period_end : null
      one.canceled_at = cancels === 'true' ? second() : null
    }
    return one
  }

  function answer({ method, path, form }: StripeCall): Answer {
    const [kind, id, session = ''] = path.split('?')[0]!.split('/')
    if (kind === 'prices') {
      const [, amount, interval] = /^price_(\d+)_(month|year)$/.exec(id!) ?? []
      return amount
        ? {
            body: {
              id,
              currency: 'eur',
              unit_amount: Number(amount),
              recurring: { interval, interval_count: 1 },
            },
          }
        : missing
    }
    if (kind === 'customers') {
      if (id === 'search') return { body: { data: [] } }
      return { body: { id: `cus_${form.get('metadata[org_id]')}`, object: 'customer' } }
    }
    if (kind === 'billing_portal') return { body: { url: 'https://billing.stripe.test/p/session' } }
    if (kind === 'invoices' && method === 'GET')
      return { body: { id, payments: { data: [{ payment: { payment_intent: `pi_${id}` } }] } } }
    if (kind === 'invoices') {
      const lines = [
        { amount: -450, parent: { subscription_item_details: { proration: true } } },
        { amount: 1500, proration: true },
        { amount: 3000, proration: false },
      ]
      return { body: { lines: { data: lines } } }
    }
    if (kind === 'checkout' && method === 'POST') {
      const made = `cs_test_${sessions.size + 1}`
      const opened = { id: made, customer: form.get('customer'), status: 'open', subscription: null }
      sessions.set(made, opened)
      return { body: { ...opened, url: `https://checkout.stripe.test/c/pay/${made}` } }
    }
    if (kind === 'checkout') {
      const known = sessions.get(session)
      if (known) return { body: known }
      const org = /^cs_test_([0-9a-f-]{36})$/.exec(session)?.[1]
      if (!org) return missing
      const subscription = subscriptions.get(`sub_${org}`) ?? subscribe(`sub_${org}`)
      return { body: { id: session, customer: `cus_${org}`, status: 'complete', subscription } }
    }
    if (kind === 'subscriptions') {
      const one = subscriptions.get(id!)
      if (!one || (one.status === 'canceled' && method === 'DELETE')) return missing
      if (one.status === 'canceled' && method === 'POST') return refused
      if (method === 'DELETE')
        Object.assign(one, { status: 'canceled', ended_at: second(), canceled_at: second() })
      return { body: method === 'POST' ? change(one, form) : one }
    }
    return missing
  }

  return {
    subscriptions,
    sessions,
    calls,
    faults,
    subscribe,
    receive(received: {
      method: string
      path: string
      headers: Record<string, unknown>
      body: string
    }): Answer {
      const { method, path, headers, body } = received
      const form = new URLSearchParams(body)
      const once = headers['idempotency-key'] as string | undefined
      const call = { method, path: path.replace(/^.*?\/v1\//, ''), form, once }
      calls.push(call)
      if (!String(headers.authorization).startsWith('Bearer sk_test_'))
        return { status: 401, body: { error: {} } }
      if (!headers['stripe-version']) faults.push('no Stripe-Version')
      const known = once && repeated.get(once)
      if (known) return known
      const made = structuredClone(answer(call))
      if (once) repeated.set(once, made)
      return made
    },
  }
}
