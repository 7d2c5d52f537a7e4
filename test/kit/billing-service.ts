import { drain } from '../../src/jobs/outbox.ts'
import { openDatabase } from '../../src/kit/round-trip.ts'
import { outsideOf } from '../../src/shared/outside.ts'
import { plan, under } from './billing.ts'
import { env, trusted } from './client.ts'
import { operator } from './impersonation.ts'
import { workspace } from './makers.ts'
import { serve } from './serve.ts'
import { stripeStandIn } from './stripe.ts'

export const back = 'https://service.test/organizations/ada-co/plan'
export const checkoutOf = (plan_key = 'pro_month', more: object = {}) => ({
  plan_key,
  success_url: `${back}?checkout={CHECKOUT_SESSION_ID}`,
  cancel_url: back,
  ...more,
})

/** A payment provider of its own for a test file, and a service that sells four plans there. */
export async function paidService() {
  const stripe = stripeStandIn()
  /** Down, or answering everything alike. */
  const state: {
    isDown: boolean
    answer?: { status?: number; body: object } | undefined
    /** What happens between the answer and its arrival. */
    meanwhile?: (() => Promise<unknown>) | undefined
  } = { isDown: false }
  const server = await serve(async (request) => {
    if (state.isDown) return new Response('down', { status: 503 })
    if (state.answer) return Response.json(state.answer.body, { status: state.answer.status ?? 200 })
    const { pathname, search } = new URL(request.url)
    const { status = 200, body } = stripe.receive({
      method: request.method,
      path: pathname + search,
      headers: Object.fromEntries(request.headers),
      body: await request.text(),
    })
    const late = structuredClone(body)
    await state.meanwhile?.()
    return Response.json(late, { status })
  })
  trusted.add(server.url)
  const settings = { STRIPE_URL: server.url }
  const olga = under(await operator(), settings)
  const sell = (key: string, amount_minor: number, seats: number | null) =>
    plan(olga, key, { amount_minor, provider_price_id: `price_${amount_minor}_month`, features: { seats } })
  await plan(olga, 'free', { features: { seats: 10 } })
  await sell('pro_month', 900, 50)
  await sell('large_month', 1800, null)
  await sell('small_month', 300, 2)
  const shop = async () => {
    const ws = await workspace()
    return { ...ws, owner: under(ws.owner, settings), at: `${ws.base}/billing` }
  }
  return {
    stripe,
    state,
    settings,
    olga,
    stop: () => server.stop(),
    shop,
    /** An organization that has paid for a plan. */
    subscribed: async () => {
      const ws = await shop()
      await ws.owner.ok('POST', `${ws.at}/checkout`, checkoutOf())
      await ws.owner.ok('POST', `${ws.at}/checkout/confirm`, { session_id: `cs_test_${ws.org.id}` })
      return ws
    },
    callsOf: (part: string) => stripe.calls.filter(({ path }) => path.includes(part)),
    runJobs: () => {
      const all = env(settings)
      return drain(
        openDatabase(all.DATABASE_URL, all.SQL_ENDPOINT, 30_000),
        undefined,
        '',
        undefined,
        {},
        { billing: outsideOf(all).billing },
      )
    },
  }
}
