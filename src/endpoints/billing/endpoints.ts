import { sql } from 'drizzle-orm'
import { invalid, notFound, Refusal } from '../../kit/errors.ts'
import type { Context } from '../../kit/http.ts'
import { causeOf, log } from '../../kit/log.ts'
import { jsonb } from '../../kit/sql.ts'
import { isSigned } from '../../shared/billing/signature.ts'
import { endpoints } from '../endpoint.ts'
import { providerEvent } from '../provider-event.ts'

export default endpoints('billing', 'Billing', [
  {
    id: 'receiveBillingEvent',
    summary: 'Take what the payment provider tells of subscriptions and invoices',
    at: 'POST /api/v1/billing/webhooks/{provider}',
    auth: 'none',
    params: { provider: 'Who sends it: stripe' },
    details:
      'Signed by the provider (Stripe-Signature) over the bytes of the body. Unknown types and repetitions are taken and ' +
      'have no effect.',
    status: 200,
    refuses: [401, 404, 413, 422],
    perMinute: 600,
    handle: receiveEvent,
  },
])

async function receiveEvent(c: Context) {
  const { billing } = c.get('outside')()
  if (c.req.param('provider') !== 'stripe' || billing.provider !== 'stripe' || !billing.secrets.length)
    throw notFound('webhook of a payment provider')
  const signature = c.req.header('stripe-signature')
  const event = await providerEvent(c, (body) => isSigned(billing.secrets, signature, body, new Date()))
  if (typeof event.id !== 'string' || event.id.length > 120 || typeof event.type !== 'string')
    throw invalid('body: not an event')
  const isOurs = !billing.hasKey || event.livemode === undefined || event.livemode === billing.isLive
  const database = c.get('database')
  const named = sql`select app.keep_billing_provider('stripe')`
  const summary = await database
    .batch([
      named,
      sql`select app.take_billing_event(${jsonb(event)}, ${isOurs})`,
      sql`select app.write_summary()`,
    ])
    .catch(async (error: unknown) => {
      const { error: name, sqlstate, in: functions } = causeOf(error)
      log('billing_event_failed', c.get('requestId'), error)
      const reason = [name, sqlstate, ...(functions ?? [])].join(' ')
      await database.batch([sql`select app.fail_billing_event(${jsonb(event)}, ${reason})`]).catch(() => [])
      throw new Refusal(500, 'internal_error', 'the event could not be applied; send it again')
    })
  const { emitted } = JSON.parse(summary.at(-1)!) as { emitted: number[] | null }
  if (emitted) c.get('after')(() => c.get('drain')(emitted))
  return c.json({ received: true })
}
