import { beforeAll, describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { isSigned } from '../../src/shared/billing/signature.ts'
import { plan, under } from '../kit/billing.ts'
import { deliver as send, eventId, sign, subscriptionEvent } from '../kit/billing-events.ts'
import { asOwner, call, type Caller, type Json } from '../kit/client.ts'
import { operator } from '../kit/impersonation.ts'
import { join, workspace } from '../kit/makers.ts'
import { ownDatabase } from '../kit/own-database.ts'
import { suspend } from '../kit/platform.ts'

await ownDatabase()
/** Without a key, so that what events say counts. */
const deliver = (event: object) => send(event, { STRIPE_SECRET_KEY: '' })
const said = ({ status, body }: Json) => [status, body?.error?.message]
let olga: Caller
beforeAll(async () => {
  olga = await operator()
  await plan(olga, 'free', { features: { seats: 3 } })
  await plan(olga, 'pro_month', { provider_price_id: 'price_900_month', features: { seats: 50 } })
})

/** An organization whose customer the service knows. */
async function customer() {
  const ws = await workspace()
  await asOwner(
    `insert into billing_customers (org_id, provider, provider_customer_id) values ($1, 'stripe', $2)`,
    [ws.org.id, `cus_${ws.org.id}`],
  )
  return ws
}
const storedOf = async (org: string) =>
  asOwner('select * from subscriptions where org_id = $1 order by created_at', [org])
const eventsOf = async (org: string) =>
  asOwner(
    `select status, error from billing_events where organization_id = $1 order by received_at, event_id`,
    [org],
  )
const seatsOf = async (ws: Json) => (await ws.owner.ok('GET', `${ws.base}/billing/entitlements`)).seats.value

describe('the signature', () => {
  const body = '{"id":"evt_1","object":"event","type":"customer.subscription.updated"}'
  const v1 = 'eb03864eff8a502eb2620746551ea017dde47de0ddff61da8d48248a0e8f8813'
  const second =
    '{"id":"evt_2","object":"event","created":1795597200,"livemode":true,"type":"customer.subscription.updated","data":{"object":{"id":"sub_1","customer":"cus_1","status":"active","cancel_at":1798189200,"cancel_at_period_end":false,"items":{"data":[{"id":"si_1","quantity":5,"current_period_start":1795597200,"current_period_end":1798189200,"price":{"id":"price_pro_month"}}]}}}}'
  const at = (seconds: number) => new Date(seconds * 1000)
  const fits = (header: string, text = body, secrets = ['whsec_test'], now = 1_700_000_000) =>
    isSigned(secrets, header, new TextEncoder().encode(text), at(now))

  test('is that of the vectors', () => {
    expect(sign(body, 1_700_000_000)).toBe(v1)
    expect(sign(second, 1_795_597_210, 'whsec_new')).toBe(
      'ff6335fb4a09dc5e5004dd2cef6300f75674ba15d21c14c07e3bdf43ea973804',
    )
    expect(sign(second, 1_795_597_210, 'whsec_old')).toBe(
      '736b1c854cbf4232776bd0ad75973089c3212c29e2542e8b7f12ad86f144cc03',
    )
    expect(fits(`t=1700000000,v1=${v1}`)).toBe(true)
  })

  test('fits by any of several secrets and values, within 300 seconds, over the bytes', () => {
    expect(fits(`t=1700000000,v1=${'0'.repeat(64)},v1=${v1},v0=x`)).toBe(true)
    expect(fits(`t=1700000000,v1=${v1}`, body, ['whsec_new', 'whsec_test'])).toBe(true)
    expect(fits(`t=1700000000,v1=${v1}`, body, ['whsec_new'])).toBe(false)
    expect(fits(`t=1700000000,v1=${v1}`, body, ['whsec_test'], 1_700_000_300)).toBe(true)
    expect(fits(`t=1700000000,v1=${v1}`, body, ['whsec_test'], 1_700_000_301)).toBe(false)
    expect(fits(`t=1700000000,v1=${v1}`, body, ['whsec_test'], 1_699_999_699)).toBe(false)
    expect(fits(`t=1700000000,v1=${v1}`, `${body} `)).toBe(false)
    expect(fits(`t=1700000001,v1=${v1}`)).toBe(false)
    for (const header of ['', 't=1700000000', `v1=${v1}`, `t=x,v1=${v1}`, `t=1700000000,v1=zz`])
      expect(fits(header)).toBe(false)
    expect(isSigned(['whsec_test'], undefined, new Uint8Array(), at(0))).toBe(false)
  })

  test('that is wrong or missing is 401 without a reason, and nothing is stored', async () => {
    const ws = await customer()
    const raw = JSON.stringify(subscriptionEvent(ws.org.id, 'active', 200))
    const time = Math.floor(Date.now() / 1000)
    const wrong = { 'stripe-signature': `t=${time},v1=${sign(raw, time, 'whsec_other')}` }
    for (const headers of [{}, wrong] as Record<string, string>[])
      expect(said(await call('POST', '/api/v1/billing/webhooks/stripe', { raw, headers }))).toEqual([
        401,
        'the request is not signed by the provider',
      ])
    expect([await storedOf(ws.org.id), await eventsOf(ws.org.id)]).toEqual([[], []])
  })

  test('is verified before JSON is read, and what is too large is 413', async () => {
    const time = Math.floor(Date.now() / 1000)
    const post = (raw: string, signed = raw) =>
      call('POST', '/api/v1/billing/webhooks/stripe', {
        raw,
        headers: { 'stripe-signature': `t=${time},v1=${sign(signed, time)}`, 'content-type': 'text/plain' },
      })
    expect((await post('{', 'x')).status).toBe(401)
    expect(said(await post('{'))).toEqual([422, 'body: not valid JSON in UTF-8'])
    expect(said(await post('[]'))).toEqual([422, 'body: not an event'])
    expect((await post('x'.repeat(256 * 1024 + 1))).status).toBe(413)
  })

  test('has no meaning where there is no provider, or another one', async () => {
    const event = subscriptionEvent(uuidv7(), 'active', 1)
    expect(said(await send(event, { BILLING_PROVIDER: '' }))).toEqual([
      404,
      'webhook of a payment provider not found',
    ])
    expect((await send(event, { BILLING_PROVIDER: 'manual' })).status).toBe(404)
    expect((await call('POST', '/api/v1/billing/webhooks/paypal', { body: {} })).status).toBe(404)
  })
})

describe('events', () => {
  const after = async (...events: [status: string, at: number][]) => {
    const ws = await customer()
    for (const [status, at] of events) {
      const reply = await deliver(subscriptionEvent(ws.org.id, status, at))
      expect([reply.status, reply.body]).toEqual([200, { received: true }])
    }
    return (await storedOf(ws.org.id))[0].status as string
  }

  test('of the past change nothing: what is newest counts, in whatever order they come', async () => {
    const ws = await customer()
    const first = subscriptionEvent(ws.org.id, 'canceled', 300)
    for (const event of [
      first,
      subscriptionEvent(ws.org.id, 'active', 200),
      first,
      subscriptionEvent(ws.org.id, 'active', 300),
    ])
      expect((await deliver(event)).status).toBe(200)
    expect((await storedOf(ws.org.id))[0].status).toBe('canceled')
    expect((await eventsOf(ws.org.id)).map(({ status }: Json) => status)).toEqual([
      'applied',
      'stale',
      'stale',
    ])
  })

  test('of one second count by what they mean', async () => {
    expect(await after(['active', 200], ['incomplete', 200])).toBe('active')
    expect(await after(['past_due', 200], ['active', 200])).toBe('active')
    expect(await after(['active', 200], ['past_due', 200])).toBe('active')
    expect(await after(['incomplete', 200], ['active', 200])).toBe('active')
    expect(await after(['canceled', 300], ['active', 300])).toBe('canceled')
    expect(await after(['canceled', 300], ['active', 400])).toBe('active')
  })

  test('have the period in the item or beside it, and the end as a moment or a switch', async () => {
    const ws = await customer()
    await deliver(
      subscriptionEvent(ws.org.id, 'active', 1_795_597_200, {
        cancel_at: 1_798_189_200,
        cancel_at_period_end: false,
      }),
    )
    expect((await ws.owner.ok('GET', `${ws.base}/billing/subscription`)).subscription).toMatchObject({
      status: 'active',
      quantity: 2,
      cancel_at: '2026-12-25T09:00:00.000Z',
      current_period_start: '2026-11-25T09:00:00.000Z',
    })
    const old = {
      items: { data: [{ id: 'si_1', price: { id: 'price_900_month' } }] },
      quantity: 5,
      current_period_start: 1_795_597_200,
      current_period_end: 1_798_189_200,
      cancel_at_period_end: true,
    }
    await deliver(subscriptionEvent(ws.org.id, 'active', 1_795_597_300, old))
    expect((await ws.owner.ok('GET', `${ws.base}/billing/subscription`)).subscription).toMatchObject({
      quantity: 5,
      current_period_end: '2026-12-25T09:00:00.000Z',
      cancel_at: '2026-12-25T09:00:00.000Z',
    })
  })

  test('give and take the plan', async () => {
    const ws = await customer()
    expect(await seatsOf(ws)).toBe(3)
    await deliver(subscriptionEvent(ws.org.id, 'trialing', 1))
    expect(await seatsOf(ws)).toBe(50)
    for (const [n, status] of ['unpaid', 'paused', 'incomplete', 'canceled'].entries()) {
      await deliver(subscriptionEvent(ws.org.id, status, 10 + n))
      expect([status, await seatsOf(ws)]).toEqual([status, 3])
    }
    const [row] = await asOwner('select plan from organizations where id = $1', [ws.org.id])
    expect(row.plan).toBe('free')
  })

  test('leave the plan for 14 days after a payment first failed, whatever is tried again', async () => {
    const ws = await customer()
    const first = Date.parse('2026-03-20T09:15:00Z') / 1000
    await deliver(subscriptionEvent(ws.org.id, 'active', first - 10))
    for (const at of [first, first + 3 * 86_400, first + 7 * 86_400])
      await deliver(subscriptionEvent(ws.org.id, 'past_due', at))
    const { subscription } = await ws.owner.ok('GET', `${ws.base}/billing/subscription`)
    expect(subscription).toMatchObject({
      past_due_since: '2026-03-20T09:15:00.000Z',
      access_until: '2026-04-03T09:15:00.000Z',
      has_access: false,
    })
    expect(await seatsOf(ws)).toBe(3)
    await asOwner(`update subscriptions set past_due_since = now() - interval '13 days' where org_id = $1`, [
      ws.org.id,
    ])
    expect(await seatsOf(ws)).toBe(50)
    await deliver(subscriptionEvent(ws.org.id, 'active', first + 8 * 86_400))
    expect((await storedOf(ws.org.id))[0].past_due_since).toBe(null)
  })

  test('of an unknown customer are kept, and applied once the customer is known', async () => {
    const ws = await workspace()
    const event = subscriptionEvent(ws.org.id, 'active', 100)
    expect((await deliver(event)).status).toBe(200)
    const [stored] = await asOwner('select status, error from billing_events where event_id = $1', [event.id])
    expect(stored).toEqual({ status: 'ignored', error: 'unknown customer' })
    expect(await storedOf(ws.org.id)).toEqual([])
    const adopting = subscriptionEvent(ws.org.id, 'active', 200, { metadata: { org_id: ws.org.id } })
    await deliver(adopting)
    expect((await eventsOf(ws.org.id)).map(({ status }: Json) => status)).toEqual(['stale', 'applied'])
    expect(await seatsOf(ws)).toBe(50)
    const again = await workspace()
    const later = subscriptionEvent(again.org.id, 'active', 100)
    await deliver(later)
    await asOwner(
      `insert into billing_customers (org_id, provider, provider_customer_id) values ($1, 'stripe', $2)`,
      [again.org.id, `cus_${again.org.id}`],
    )
    const applied = await under(olga, { STRIPE_SECRET_KEY: '' }).ok(
      'POST',
      `/api/v1/platform/billing/events/${later.id}/apply`,
    )
    expect(applied).toMatchObject({ id: later.id, status: 'applied', organization: { id: again.org.id } })
    expect(await seatsOf(again)).toBe(50)
    const missing = await olga.call('POST', '/api/v1/platform/billing/events/evt_nothing/apply')
    expect(said(missing)).toEqual([404, 'event not found'])
  })

  test('that name an organization with another customer are not of it', async () => {
    const ws = await customer()
    const foreign = subscriptionEvent(uuidv7(), 'active', 100, { metadata: { org_id: ws.org.id } })
    await deliver(foreign)
    expect(await storedOf(ws.org.id)).toEqual([])
  })

  test('of unknown types, of a price in no plan and of another mode have no effect', async () => {
    const ws = await customer()
    await deliver({ id: eventId(), type: 'product.created', created: 1, data: { object: {} } })
    const items = { data: [{ id: 'si', quantity: 1, price: { id: 'price_unknown' } }] }
    await deliver(subscriptionEvent(ws.org.id, 'active', 100, { items }))
    await send({ ...subscriptionEvent(ws.org.id, 'active', 200), livemode: true }, {})
    expect(await storedOf(ws.org.id)).toEqual([])
    const listed = await olga.ok('GET', '/api/v1/platform/billing/events?status=ignored&limit=200')
    const errors = listed.items.map(({ error }: Json) => error)
    expect(errors).toContain('the price price_unknown is in no plan')
    expect(errors).toContain('of another mode of the provider')
    await deliver(subscriptionEvent(ws.org.id, 'active', 300))
    await deliver(subscriptionEvent(ws.org.id, 'past_due', 400, { items }))
    expect((await storedOf(ws.org.id))[0]).toMatchObject({ status: 'past_due', plan_key: 'pro_month' })
  })

  test('that fail are 500 and applied when they come again', async () => {
    const ws = await customer()
    await asOwner(
      `alter table subscriptions add constraint planted check (provider_item_id <> 'si_broken') not valid`,
    )
    const items = { data: [{ id: 'si_broken', quantity: 1, price: { id: 'price_900_month' } }] }
    const event = subscriptionEvent(ws.org.id, 'active', 100, { items })
    expect(said(await deliver(event))).toEqual([500, 'the event could not be applied; send it again'])
    const [failed] = await asOwner('select status, error from billing_events where event_id = $1', [event.id])
    expect(failed).toMatchObject({ status: 'failed', error: expect.stringContaining('23514') })
    await asOwner('alter table subscriptions drop constraint planted')
    expect((await deliver(event)).status).toBe(200)
    expect((await storedOf(ws.org.id))[0]).toMatchObject({ status: 'active' })
    expect(await eventsOf(ws.org.id)).toEqual([{ status: 'applied', error: null }])
  })

  test('are taken while the organization is suspended', async () => {
    const ws = await customer()
    await suspend(ws.org.id, olga)
    await deliver(subscriptionEvent(ws.org.id, 'active', 100))
    expect((await storedOf(ws.org.id))[0]).toMatchObject({ status: 'active' })
  })

  test('sent fifty times at once take effect once', async () => {
    const ws = await customer()
    const event = subscriptionEvent(ws.org.id, 'active', 100)
    const replies = await Promise.all(Array.from({ length: 50 }, () => deliver(event)))
    expect(replies.map(({ status }) => status)).toEqual(Array(50).fill(200))
    expect(await storedOf(ws.org.id)).toHaveLength(1)
  })
})

describe('a second subscription', () => {
  const second = (org: string, status: string, at: number, created: number) =>
    subscriptionEvent(org, status, at, { id: `sub_second_${org}`, created })

  test('is a duplicate that a job ends, whichever came first, and the older one stays', async () => {
    for (const created of [200, 50]) {
      const ws = await customer()
      await deliver(subscriptionEvent(ws.org.id, 'active', 1000))
      await deliver(second(ws.org.id, 'active', 1000, created))
      const rows = await storedOf(ws.org.id)
      expect(rows.map((row) => row.is_duplicate)).toEqual([false, true])
      const duplicate = rows[1].provider_subscription_id
      const jobs = await asOwner(`select payload from outbox where org_id = $1 and topic = 'billing.end'`, [
        ws.org.id,
      ])
      expect(jobs.map(({ payload }: Json) => payload.subscription)).toEqual([duplicate])
      const news = await asOwner(`select title from notifications where org_id = $1`, [ws.org.id])
      expect(news.map(({ title }: Json) => title)).toEqual([
        'A second subscription was paid for; it ends now',
      ])
      expect((await eventsOf(ws.org.id)).at(-1)).toEqual({
        status: 'applied',
        error: 'charged twice: the second subscription ends now; refund it at the provider',
      })
    }
  })

  test('that ends takes nothing away, and counts once the first ends', async () => {
    const ws = await customer()
    await deliver(subscriptionEvent(ws.org.id, 'active', 1000))
    await deliver(second(ws.org.id, 'active', 1000, 200))
    await deliver(subscriptionEvent(ws.org.id, 'canceled', 1100))
    expect(await seatsOf(ws)).toBe(50)
    expect((await storedOf(ws.org.id))[1]).toMatchObject({ is_duplicate: false, status: 'active' })
    const other = await customer()
    await deliver(subscriptionEvent(other.org.id, 'active', 1000))
    await deliver(second(other.org.id, 'active', 1000, 200))
    await deliver(second(other.org.id, 'canceled', 1100, 200))
    expect(await seatsOf(other)).toBe(50)
  })

  test('replaces one that was never paid', async () => {
    const ws = await customer()
    await deliver(subscriptionEvent(ws.org.id, 'incomplete', 1000))
    await deliver(second(ws.org.id, 'active', 1100, 200))
    expect(await seatsOf(ws)).toBe(50)
    const news = await asOwner(`select title from notifications where org_id = $1`, [ws.org.id])
    expect(news).toEqual([])
  })
})

describe('invoices', () => {
  const invoice = (org: string, type: string, created: number, more: Json = {}) => ({
    id: eventId(),
    type,
    created,
    livemode: false,
    data: {
      object: {
        id: `in_${org}`,
        object: 'invoice',
        customer: `cus_${org}`,
        number: 'A-1',
        status: 'open',
        total: 1800,
        currency: 'eur',
        created: 1_795_597_200,
        hosted_invoice_url: 'https://invoice.stripe.test/i/1',
        lines: { data: [{ period: { start: 1_795_597_200, end: 1_798_189_200 } }] },
        ...more,
      },
    },
  })

  test('are listed for admins, and their address for owners', async () => {
    const ws = await customer()
    await deliver(invoice(ws.org.id, 'invoice.finalized', 100))
    await deliver(invoice(ws.org.id, 'invoice.paid', 100, { status: 'paid', charge: 'ch_1' }))
    await deliver(invoice(ws.org.id, 'invoice.updated', 90))
    const { items } = await ws.owner.ok('GET', `${ws.base}/billing/invoices`)
    expect(items).toEqual([
      {
        id: items[0].id,
        number: 'A-1',
        status: 'paid',
        total_minor: 1800,
        currency: 'EUR',
        hosted_url: 'https://invoice.stripe.test/i/1',
        period_start: '2026-11-25T09:00:00.000Z',
        period_end: '2026-12-25T09:00:00.000Z',
        issued_at: '2026-11-25T09:00:00.000Z',
      },
    ])
    const admin = await join(ws, 'admin')
    expect((await admin.ok('GET', `${ws.base}/billing/invoices`)).items[0].hosted_url).toBe(null)
  })

  test('say that they were refunded or disputed, and access stays', async () => {
    const ws = await customer()
    await deliver(subscriptionEvent(ws.org.id, 'active', 100))
    await deliver(invoice(ws.org.id, 'invoice.paid', 100, { status: 'paid', charge: 'ch_9' }))
    // A dispute names its charge, and no customer.
    const charge = (type: string, object: Json) => {
      const customer = type.includes('dispute') ? {} : { customer: `cus_${ws.org.id}` }
      return deliver({ id: eventId(), type, created: 200, data: { object: { ...customer, ...object } } })
    }
    const status = async () => (await ws.owner.ok('GET', `${ws.base}/billing/invoices`)).items[0].status
    await charge('charge.refunded', { id: 'ch_9', refunded: false })
    expect(await status()).toBe('paid')
    await charge('charge.dispute.created', { charge: 'ch_9', status: 'warning_needs_response' })
    expect(await status()).toBe('paid')
    await charge('charge.dispute.created', { charge: 'ch_9', status: 'needs_response' })
    expect([await status(), await seatsOf(ws)]).toEqual(['disputed', 50])
    await charge('charge.dispute.closed', { charge: 'ch_9', status: 'won' })
    expect(await status()).toBe('paid')
    await charge('charge.refunded', { id: 'ch_9', refunded: true })
    expect([await status(), await seatsOf(ws)]).toEqual(['refunded', 50])
    await deliver(invoice(ws.org.id, 'invoice.paid', 300, { status: 'paid', charge: 'ch_9' }))
    expect(await status()).toBe('refunded')
  })
})
