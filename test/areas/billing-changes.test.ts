import { afterAll, describe, expect, test } from 'vitest'
import { override, subscribe, under } from '../kit/billing.ts'
import { deliver as send, subscriptionEvent } from '../kit/billing-events.ts'
import { checkoutOf, paidService } from '../kit/billing-service.ts'
import { asOwner, type Json } from '../kit/client.ts'
import { actions, join } from '../kit/makers.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()
const { stripe, state, settings, olga, shop, subscribed, callsOf, runJobs, stop } = await paidService()
afterAll(stop)
const said = ({ status, body }: Json) => [status, body?.error?.message]

describe('changing the plan', () => {
  const change = (ws: Json, plan_key: string, more: object = {}, query = '') =>
    ws.owner.call('POST', `${ws.at}/subscription/change${query}`, { plan_key, ...more })

  test('to a dearer one takes effect at once, with the seats that there are', async () => {
    const ws = await subscribed()
    await join(ws, 'member')
    const preview = await change(ws, 'large_month', {}, '?preview=true')
    expect(preview.body).toMatchObject({
      preview: true,
      at: 'now',
      plan: { key: 'large_month' },
      prorated_minor: 1050,
      next_minor: 3600,
      currency: 'EUR',
      exceeds: [],
      subscription: { plan: { key: 'pro_month' } },
    })
    const reply = await change(ws, 'large_month')
    expect(reply.body).toMatchObject({
      preview: false,
      at: 'now',
      subscription: { plan: { key: 'large_month' }, quantity: 2, pending_plan: null },
    })
    expect(callsOf(`subscriptions/sub_${ws.org.id}`).at(-1)!.form.get('items[0][quantity]')).toBe('2')
    expect(said(await change(ws, 'large_month'))).toEqual([409, 'this is the plan that the organization has'])
    expect(await actions(ws)).toContain('subscription.plan_chosen')
  })

  test('to a cheaper one waits for the end of the period, a later choice replaces it, and cancelling drops it', async () => {
    const ws = await subscribed()
    expect((await change(ws, 'small_month')).body).toMatchObject({
      at: 'period_end',
      prorated_minor: 0,
      next_minor: 300,
      subscription: { plan: { key: 'pro_month' }, pending_plan: { key: 'small_month' } },
    })
    expect((await ws.owner.ok('GET', ws.at)).next_charge.amount_minor).toBe(300)
    expect((await change(ws, 'large_month', { at: 'period_end' })).body.subscription.pending_plan.key).toBe(
      'large_month',
    )
    expect((await change(ws, 'pro_month', { at: 'period_end' })).body.subscription.pending_plan).toBe(null)
    await change(ws, 'small_month')
    // A change of seats keeps it.
    await send(
      subscriptionEvent(ws.org.id, 'active', Math.floor(Date.now() / 1000) + 5, {
        items: (stripe.subscriptions.get(`sub_${ws.org.id}`) as Json).items,
      }),
      settings as Json,
    )
    expect((await ws.owner.ok('GET', ws.at)).pending_plan.key).toBe('small_month')
    await ws.owner.ok('POST', `${ws.at}/subscription/cancel`, {})
    expect((await ws.owner.ok('GET', ws.at)).pending_plan).toBe(null)
  })

  test('that waited is put in place shortly before the next period', async () => {
    const ws = await subscribed()
    await change(ws, 'small_month')
    const soon = Math.floor(Date.now() / 1000) + 1800
    const mine = stripe.subscriptions.get(`sub_${ws.org.id}`) as Json
    mine.items.data[0].current_period_end = soon
    await asOwner(`update subscriptions set current_period_end = to_timestamp($2) where org_id = $1`, [
      ws.org.id,
      soon,
    ])
    await asOwner(`update outbox set available_at = now() where org_id = $1 and topic = 'billing.plan'`, [
      ws.org.id,
    ])
    await runJobs()
    expect(mine.items.data[0].price.id).toBe('price_300_month')
    expect((await ws.owner.ok('GET', `${ws.at}/subscription`)).subscription).toMatchObject({
      plan: { key: 'small_month' },
      pending_plan: null,
    })
  })

  test('to one that allows less than is used is refused with the list, which a preview tells', async () => {
    const ws = await subscribed()
    await join(ws, 'member')
    await join(ws, 'manager')
    const exceeds = [{ key: 'seats', used: 3, limit: 2 }]
    expect((await change(ws, 'small_month', {}, '?preview=true')).body.exceeds).toEqual(exceeds)
    expect(said(await change(ws, 'small_month'))).toEqual([
      409,
      'the plan allows less than is used: seats 3 of 2; use less first, or choose another plan',
    ])
    await override(olga, ws.org.id, 'seats', 20)
    expect((await change(ws, 'small_month')).status).toBe(200)
  })

  test('needs a subscription, and one of the provider', async () => {
    const ws = await shop()
    expect(said(await change(ws, 'pro_month'))).toEqual([
      409,
      'there is no subscription to change; choose a plan first',
    ])
    await subscribe(olga, ws.org.id, 'pro_month', { quantity: 2 })
    expect(said(await change(ws, 'large_month'))).toEqual([
      409,
      'the operator of this deployment sets this plan; ask them to change it',
    ])
    const none = under(ws.owner, { ...settings, BILLING_PROVIDER: '' })
    expect(said(await change({ ...ws, owner: none }, 'large_month'))).toEqual([
      409,
      'this deployment has no payment provider',
    ])
    const { body } = await change(ws, 'large_month', {}, '?preview=true')
    expect(body.prorated_minor).toEqual(expect.any(Number))
    expect(said(await change(ws, 'nothing'))).toEqual([422, 'body.plan_key: not found'])
  })

  test('is prorated by whole local days, also where a clock changes, and each line is rounded', async () => {
    const [{ n }] = (await asOwner(`select app.prorated(3000, 2, 17, 31)::int as n`)) as [{ n: number }]
    expect(n).toBe(3290)
    const [{ days }] = (await asOwner(
      `select app.local_day('2026-04-14T22:00Z', 'Europe/Madrid') - app.local_day('2026-03-29T10:00Z', 'Europe/Madrid') as days`,
    )) as [{ days: number }]
    expect(days).toBe(17)
  })
})

describe('ending a subscription', () => {
  const cancel = (ws: Json, body: object = {}) => ws.owner.call('POST', `${ws.at}/subscription/cancel`, body)
  const resume = (ws: Json) => ws.owner.call('POST', `${ws.at}/subscription/resume`)

  test('at the end of the period can be taken back, and either again is the same', async () => {
    const ws = await subscribed()
    const first = await cancel(ws)
    expect(first.body.subscription).toMatchObject({
      has_access: true,
      cancel_at: first.body.subscription.current_period_end,
    })
    expect((await cancel(ws)).body).toEqual(first.body)
    expect((await resume(ws)).body.subscription).toMatchObject({ cancel_at: null, status: 'active' })
    expect((await resume(ws)).body.subscription.cancel_at).toBe(null)
  })

  test('at once needs a confirmation that names the loss, and cannot be taken back', async () => {
    const ws = await subscribed()
    const refused = await cancel(ws, { at_period_end: false })
    expect(said(refused)).toEqual([
      422,
      expect.stringMatching(
        /^body\.confirm: the plan ends at once, and what is paid until \d{4}-\d\d-\d\d is not refunded; send true if that is wanted$/,
      ),
    ])
    const ended = await cancel(ws, { at_period_end: false, confirm: true })
    expect(ended.body.subscription).toMatchObject({ status: 'canceled', has_access: false })
    expect((await cancel(ws, { at_period_end: false, confirm: true })).body).toEqual(ended.body)
    expect(said(await resume(ws))).toEqual([409, 'the subscription has ended; choose a plan'])
    expect((await ws.owner.ok('GET', ws.at)).plan.key).toBe('free')
  })

  test('that has ended at the provider already is taken over', async () => {
    const ws = await subscribed()
    stripe.subscriptions.delete(`sub_${ws.org.id}`)
    expect((await cancel(ws)).body.subscription).toMatchObject({ status: 'canceled', has_access: false })
    const other = await subscribed()
    const change = () =>
      other.owner.call('POST', `${other.at}/subscription/change`, { plan_key: 'large_month' })
    await cancel(other)
    Object.assign(stripe.subscriptions.get(`sub_${other.org.id}`)!, { status: 'canceled', ended_at: 1 })
    expect(said(await resume(other))).toEqual([409, 'the subscription has ended; choose a plan'])
    expect(said(await change())).toEqual([
      409,
      'the subscription has ended at the payment provider; choose a plan',
    ])
    await asOwner('update subscriptions set cancel_at = null where org_id = $1', [other.org.id])
    const ended = { status: 'canceled', has_access: false }
    expect((await cancel(other)).body.subscription).toMatchObject(ended)
  })

  test('needs one, and one of the provider', async () => {
    const ws = await shop()
    expect(said(await cancel(ws))).toEqual([409, 'there is no subscription; choose a plan'])
    expect(said(await resume(ws))).toEqual([409, 'there is no subscription; choose a plan'])
    await subscribe(olga, ws.org.id, 'pro_month')
    expect(said(await cancel(ws))).toEqual([
      409,
      'the operator of this deployment sets this plan; ask them to change it',
    ])
  })

  test('follows from the deletion of the organization', async () => {
    const ws = await subscribed()
    await ws.owner.ok('DELETE', ws.base, { confirm_slug: ws.org.slug })
    await runJobs()
    expect(stripe.subscriptions.get(`sub_${ws.org.id}`)!.status).toBe('canceled')
  })
})

describe('a price', () => {
  test('must agree with the plan', async () => {
    const put = async (draft: object) =>
      said(
        await olga.call('PUT', '/api/v1/platform/billing/plans/priced', {
          name: 'Priced',
          interval: 'month',
          currency: 'EUR',
          amount_minor: 900,
          active: true,
          features: {},
          ...draft,
        }),
      )
    expect(await put({ provider_price_id: 'price_800_month' })).toEqual([
      409,
      'the price at the payment provider differs in amount_minor; correct either',
    ])
    expect(await put({ provider_price_id: 'price_900_year', currency: 'USD' })).toEqual([
      409,
      'the price at the payment provider differs in currency, interval; correct either',
    ])
    expect(await put({ provider_price_id: 'price_other' })).toEqual([
      422,
      'body.provider_price_id: not found at the payment provider',
    ])
    expect((await put({ provider_price_id: 'price_900_month' }))[0]).toBe(200)
  })
})

describe('coming back from a checkout', () => {
  const confirm = (ws: Json) =>
    ws.owner.call('POST', `${ws.at}/checkout/confirm`, { session_id: `cs_test_${ws.org.id}` })
  const event = (ws: Json, status: string, at: number) =>
    send(subscriptionEvent(ws.org.id, status, at), { ...settings, STRIPE_SECRET_KEY: '' } as Json)
  const during = (happens: () => Promise<unknown>) => {
    state.meanwhile = () => {
      state.meanwhile = undefined
      return happens()
    }
  }
  const standing = async (ws: Json) =>
    asOwner('select status, last_event_at::int as at from subscriptions where org_id = $1', [ws.org.id])

  test('does not undo what an event told while the provider answered', async () => {
    const ws = await shop()
    await ws.owner.ok('POST', `${ws.at}/checkout`, checkoutOf())
    during(() => event(ws, 'past_due', 300))
    expect((await confirm(ws)).status).toBe(200)
    expect(await standing(ws)).toEqual([{ status: 'past_due', at: 300 }])
    during(() => event(ws, 'unpaid', 400))
    await confirm(ws)
    expect(await standing(ws)).toEqual([{ status: 'unpaid', at: 400 }])
    expect((await confirm(ws)).body.subscription.status).toBe('active')
  })

  test('twice at once, beside its event, is one subscription, and nobody is told of a second one', async () => {
    const ws = await shop()
    await ws.owner.ok('POST', `${ws.at}/checkout`, checkoutOf())
    const replies = await Promise.all([confirm(ws), confirm(ws), event(ws, 'active', 300), confirm(ws)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await standing(ws)).toHaveLength(1)
    const told = await asOwner(`select title from notifications where org_id = $1`, [ws.org.id])
    expect(told).toEqual([])
  })
})
