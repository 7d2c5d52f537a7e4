import { afterAll, describe, expect, test } from 'vitest'
import { subscribe, under } from '../kit/billing.ts'
import { deliver as send, eventId, subscriptionEvent } from '../kit/billing-events.ts'
import { paidService, back, checkoutOf } from '../kit/billing-service.ts'
import { asOwner, type Caller, type Json } from '../kit/client.ts'
import { actions, join } from '../kit/makers.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()
const { stripe, state, settings, olga, shop, subscribed, callsOf, runJobs, stop } = await paidService()
afterAll(stop)
const said = ({ status, body }: Json) => [status, body?.error?.message]

describe('a checkout', () => {
  test('is of a customer that is known before, and names the organization', async () => {
    const ws = await shop()
    await join(ws, 'member')
    await join(ws, 'viewer')
    const { url } = await ws.owner.ok('POST', `${ws.at}/checkout`, checkoutOf())
    expect(url).toMatch(/^https:\/\/checkout\.stripe\.test\/c\/pay\/cs_test_/)
    const customer = callsOf('customers').at(-1)!
    expect([customer.form.get('metadata[org_id]'), customer.once]).toEqual([ws.org.id, `org:${ws.org.id}`])
    const { form } = callsOf('checkout/sessions').at(-1)!
    expect(Object.fromEntries(form)).toMatchObject({
      mode: 'subscription',
      customer: `cus_${ws.org.id}`,
      client_reference_id: ws.org.id,
      'line_items[0][price]': 'price_900_month',
      'line_items[0][quantity]': '2',
      success_url: `${back}?checkout={CHECKOUT_SESSION_ID}`,
    })
    expect(await actions(ws)).toContain('billing.checkout_opened')
    const again = await ws.owner.ok('POST', `${ws.at}/checkout`, checkoutOf())
    expect(again.url).toBe(url)
    const other = await ws.owner.ok('POST', `${ws.at}/checkout`, checkoutOf('large_month'))
    expect(other.url).not.toBe(url)
    expect(stripe.faults).toEqual([])
  })

  test('comes back to this service alone', async () => {
    const ws = await shop()
    const urls = [
      'https://evil.test/x',
      'http://service.test/x',
      '//evil.test',
      'https://service.test\\@evil.test/',
      'https://me@service.test/x',
      'https://service.test.evil.test/',
      'javascript:alert(1)',
      'service.test/x',
    ]
    for (const success_url of urls)
      expect([
        success_url,
        said(await ws.owner.call('POST', `${ws.at}/checkout`, checkoutOf('pro_month', { success_url }))),
      ]).toEqual([success_url, [422, 'body.success_url: must be an address of this service']])
    const local = under(ws.owner, { ...settings, WEB_URL: 'http://localhost:8787' })
    const draft = checkoutOf('pro_month', {
      success_url: 'http://localhost:8787/x',
      cancel_url: 'http://localhost:8787/',
    })
    expect((await local.call('POST', `${ws.at}/checkout`, draft)).status).toBe(200)
  })

  test('is refused without a provider, for plans that are not sold, beside a subscription, and for others than owners', async () => {
    const ws = await shop()
    const post = async (who: Caller, body: object = checkoutOf()) =>
      said(await who.call('POST', `${ws.at}/checkout`, body))
    expect(await post(under(ws.owner, { ...settings, BILLING_PROVIDER: '' }))).toEqual([
      409,
      'this deployment has no payment provider',
    ])
    expect(await post(under(ws.owner, { ...settings, BILLING_PROVIDER: 'manual' }))).toEqual([
      409,
      'the operator of this deployment sets plans; ask them to change yours',
    ])
    expect(await post(ws.owner, checkoutOf('nothing'))).toEqual([422, 'body.plan_key: not found'])
    expect(await post(ws.owner, checkoutOf('free'))).toEqual([
      422,
      'body.plan_key: this plan is not sold; choose another, or ask the operator of this deployment',
    ])
    expect(await post(under(await join(ws, 'admin'), settings))).toEqual([
      403,
      'needs the role owner or above',
    ])
    await join(ws, 'member')
    expect(await post(ws.owner, checkoutOf('small_month'))).toEqual([
      409,
      'the plan allows less than is used: seats 3 of 2; use less first, or choose another plan',
    ])
    await subscribe(olga, ws.org.id, 'pro_month')
    expect(await post(ws.owner)).toEqual([
      409,
      'the organization has a subscription already; change that one instead',
    ])
  })

  test('stores nothing while the provider does not answer', async () => {
    const ws = await shop()
    state.isDown = true
    const reply = await ws.owner.call('POST', `${ws.at}/checkout`, checkoutOf())
    state.isDown = false
    expect([...said(reply), reply.headers.get('retry-after')]).toEqual([
      503,
      'the payment provider does not answer; try again',
      '5',
    ])
    expect(await asOwner('select from billing_customers where org_id = $1', [ws.org.id])).toEqual([])
    // What it says by itself does not depend on the provider.
    state.isDown = true
    expect((await ws.owner.ok('GET', `${ws.at}/entitlements`)).seats.value).toBe(10)
    state.isDown = false
  })

  test('counts as soon as somebody comes back from it, and may be read again', async () => {
    const ws = await shop()
    await ws.owner.ok('POST', `${ws.at}/checkout`, checkoutOf())
    const confirm = (session_id: string) => ws.owner.call('POST', `${ws.at}/checkout/confirm`, { session_id })
    const open = callsOf('checkout/sessions').at(-1)
    expect(open).toBeDefined()
    const unpaid = [...stripe.sessions.keys()].at(-1)!
    expect((await confirm(unpaid)).body).toEqual({ subscription: null, state: 'open' })
    stripe.sessions.get(unpaid)!.status = 'complete'
    expect((await confirm(unpaid)).body).toEqual({ subscription: null, state: 'pending' })
    for (let n = 0; n < 2; n++)
      expect((await confirm(`cs_test_${ws.org.id}`)).body).toMatchObject({
        state: 'confirmed',
        subscription: { status: 'active', plan: { key: 'pro_month' }, quantity: 1 },
      })
    const other = await shop()
    expect(said(await confirm(`cs_test_${other.org.id}`))).toEqual([404, 'checkout not found'])
    expect(said(await confirm('cs_test_nothing'))).toEqual([404, 'checkout not found'])
    expect((await confirm('../x')).status).toBe(422)
    expect(
      said(await other.owner.call('POST', `${other.at}/checkout/confirm`, { session_id: 'cs_test_1' })),
    ).toEqual([409, 'nothing was bought yet; choose a plan first'])
  })
})

describe('what cannot be', () => {
  const refused = 'the payment provider refused; the operator of this deployment finds the reason in the log'
  test.each<[string, object, number, string]>([
    ['a customer', {}, 200, 'the payment provider made no customer'],
    [
      'a checkout',
      { id: 'cus_1', url: 'javascript:alert(1)' },
      200,
      'the payment provider opened no checkout',
    ],
    ['what it refuses', { error: { code: 'secret' } }, 400, refused],
  ])('is not bought where the provider makes no sense of %s', async (_, body, status, why) => {
    const ws = await shop()
    state.answer = { status, body }
    const reply = await ws.owner.call('POST', `${ws.at}/checkout`, checkoutOf())
    state.answer = undefined
    expect([...said(reply), reply.body.error.code]).toEqual([502, why, 'upstream_error'])
    expect(await asOwner('select from billing_customers where org_id = $1', [ws.org.id])).toEqual([])
  })

  test('is refused where it is written wrongly, and what the provider charges is not set by operators', async () => {
    const ws = await subscribed()
    state.answer = { body: {} }
    const opened = await ws.owner.call('POST', `${ws.at}/portal`, {})
    state.answer = undefined
    expect(said(opened)).toEqual([502, 'the payment provider opened no portal'])
    expect(said(await subscribe(olga, ws.org.id, 'pro_month'))).toEqual([
      409,
      'the payment provider charges for this organization; cancel that subscription first',
    ])
    const platform = '/api/v1/platform/billing'
    const malformed: [Caller, string, string, object, string][] = [
      [
        ws.owner,
        'POST',
        `${ws.at}/checkout/confirm`,
        { session_id: 'cs test' },
        'body.session_id: must be the id of a checkout, such as cs_test_a1b2',
      ],
      [
        olga,
        'PUT',
        `${platform}/plans/Pro-1`,
        {},
        'path.plan_key: must be at most 40 small letters, digits and _, a letter first',
      ],
      [olga, 'POST', `${platform}/events/a%20b/apply`, {}, 'path.event_id: must be the id of an event'],
      [
        olga,
        'PUT',
        `/api/v1/platform/organizations/${ws.org.id}/entitlements/seats`,
        { value: 1e15 + 1, reason: 'too many' },
        'body.value: at most 10^15',
      ],
    ]
    for (const [who, method, path, body, why] of malformed)
      expect(said(await who.call(method, path, body))).toEqual([422, why])
  })

  test.each(['subscription/cancel', 'subscription/resume', 'portal', 'checkout/confirm'])(
    'is done by nobody where there is no provider: %s',
    async (path) => {
      const ws = await subscribed()
      const body = path.endsWith('confirm') ? { session_id: 'cs_1' } : {}
      const nobody = under(ws.owner, { ...settings, BILLING_PROVIDER: '' })
      expect(said(await nobody.call('POST', `${ws.at}/${path}`, body))).toEqual([
        409,
        'this deployment has no payment provider',
      ])
    },
  )
})

describe('the portal', () => {
  test('opens for those who bought something', async () => {
    const ws = await shop()
    const post = () => ws.owner.call('POST', `${ws.at}/portal`, { return_url: back })
    expect(said(await post())).toEqual([409, 'nothing was bought yet; choose a plan first'])
    await ws.owner.ok('POST', `${ws.at}/checkout`, checkoutOf())
    expect((await post()).body).toEqual({ url: 'https://billing.stripe.test/p/session' })
    const away = await ws.owner.call('POST', `${ws.at}/portal`, { return_url: 'https://evil.test/' })
    expect(said(away)).toEqual([422, 'body.return_url: must be an address of this service'])
    const manual = under(ws.owner, { ...settings, BILLING_PROVIDER: 'manual' })
    expect(said(await manual.call('POST', `${ws.at}/portal`, {}))).toEqual([
      409,
      'the operator of this deployment sets plans; ask them to change yours',
    ])
  })
})

describe('jobs', () => {
  test('tell the provider the number of seats, once a minute at most', async () => {
    const ws = await subscribed()
    const grace = await join(ws, 'member')
    await join(ws, 'viewer')
    await join(ws, 'member')
    const due = await asOwner(
      `select available_at > now() + interval '50 seconds' as later from outbox where org_id = $1 and topic = 'billing.seats'`,
      [ws.org.id],
    )
    expect(due).toEqual([{ later: true }])
    await asOwner(`update outbox set available_at = now() where org_id = $1`, [ws.org.id])
    await runJobs()
    const mine = stripe.subscriptions.get(`sub_${ws.org.id}`) as Json
    expect(mine.items.data[0].quantity).toBe(3)
    expect((await ws.owner.ok('GET', ws.at)).seats).toEqual({ used: 3, paid: 3, limit: 50, over: null })
    await asOwner(
      `update organization_members set status = 'deactivated' where org_id = $1 and user_id = $2`,
      [ws.org.id, grace.id],
    )
    state.isDown = true
    await asOwner(`update outbox set available_at = now() where org_id = $1 and done_at is null`, [ws.org.id])
    await runJobs()
    state.isDown = false
    expect(mine.items.data[0].quantity).toBe(3)
    await asOwner(`update outbox set available_at = now() where org_id = $1 and done_at is null`, [ws.org.id])
    await runJobs()
    expect(mine.items.data[0].quantity).toBe(2)
  })

  test('read what an event was about, since events may be old', async () => {
    const ws = await subscribed()
    const mine = stripe.subscriptions.get(`sub_${ws.org.id}`) as Json
    await send(
      subscriptionEvent(ws.org.id, 'past_due', Math.floor(Date.now() / 1000) + 5, { items: mine.items }),
      settings as Json,
    )
    expect((await ws.owner.ok('GET', ws.at)).status).toBe('active')
    state.isDown = true
    await send(
      subscriptionEvent(ws.org.id, 'past_due', Math.floor(Date.now() / 1000) + 9, { items: mine.items }),
      settings as Json,
    )
    state.isDown = false
    expect((await ws.owner.ok('GET', ws.at)).status).toBe('past_due')
    await asOwner(`update outbox set available_at = now() where org_id = $1 and done_at is null`, [ws.org.id])
    await runJobs()
    expect((await ws.owner.ok('GET', ws.at)).status).toBe('active')
  })

  test('end a second subscription at the provider', async () => {
    const ws = await subscribed()
    const id = `sub_second_${ws.org.id}`
    const second = stripe.subscribe(id, { customer: `cus_${ws.org.id}` }) as Json
    second.created += 10
    await send(
      subscriptionEvent(ws.org.id, 'active', Math.floor(Date.now() / 1000), second),
      settings as Json,
    )
    await runJobs()
    expect(second.status).toBe('canceled')
    expect((await ws.owner.ok('GET', ws.at)).status).toBe('active')
  })

  test('read everything again once a day', async () => {
    const ws = await subscribed()
    const mine = stripe.subscriptions.get(`sub_${ws.org.id}`) as Json
    mine.status = 'past_due'
    await asOwner(`select app.enter_system($1, '', 'daily'), app.daily_billing($1)`, [ws.org.id])
    await runJobs()
    expect((await ws.owner.ok('GET', ws.at)).status).toBe('past_due')
  })

  test('take over that a subscription has ended, instead of telling it the number of seats', async () => {
    const ws = await subscribed()
    Object.assign(stripe.subscriptions.get(`sub_${ws.org.id}`)!, { status: 'canceled', ended_at: 1 })
    await join(ws, 'member')
    await asOwner(`update outbox set available_at = now() where org_id = $1`, [ws.org.id])
    await runJobs()
    expect(await ws.owner.ok('GET', ws.at)).toMatchObject({ plan: { key: 'free' }, status: null })
  })

  test('try again each day to end what could not be ended, as the provider did not answer for long', async () => {
    const [twice, gone] = [await subscribed(), await subscribed()]
    const second = stripe.subscribe(`sub_second_${twice.org.id}`, { customer: `cus_${twice.org.id}` }) as Json
    second.created += 10
    state.isDown = true
    await send(subscriptionEvent(twice.org.id, 'active', second.created, second), settings as Json)
    await gone.owner.ok('DELETE', gone.base, { confirm_slug: gone.org.slug })
    await runJobs()
    state.isDown = false
    const mine = stripe.subscriptions.get(`sub_${gone.org.id}`) as Json
    for (const { org } of [twice, gone]) {
      await asOwner(`delete from outbox where org_id = $1`, [org.id])
      await asOwner(`select app.enter_system($1, '', 'daily'), app.daily_billing($1)`, [org.id])
    }
    expect([second.status, mine.status]).toEqual(['active', 'active'])
    await runJobs()
    expect([second.status, mine.status]).toEqual(['canceled', 'canceled'])
    expect((await twice.owner.ok('GET', twice.at)).status).toBe('active')
  })

  test('read what has paid an invoice, by which a refund and a dispute find it', async () => {
    const ws = await subscribed()
    const [customer, id] = [`cus_${ws.org.id}`, `in_${ws.org.id}`]
    const tell = (type: string, object: Json) =>
      send({ id: eventId(), type, created: 200, livemode: false, data: { object } }, settings as Json)
    const paid = { id, customer, number: 'A-1', status: 'paid', total: 900, currency: 'eur', created: 100 }
    await tell('invoice.paid', paid)
    await runJobs()
    const status = async () => (await ws.owner.ok('GET', `${ws.at}/invoices`)).items[0].status
    const charge = { charge: 'ch_1', payment_intent: `pi_${id}` }
    await tell('charge.dispute.created', { id: 'dp_1', ...charge, status: 'needs_response' })
    expect(await status()).toBe('disputed')
    await tell('charge.dispute.closed', { id: 'dp_1', ...charge, status: 'lost' })
    expect(await status()).toBe('uncollectible')
    await tell('charge.refunded', { customer, ...charge, id: 'ch_1', refunded: true })
    expect(await status()).toBe('refunded')
  })
})
