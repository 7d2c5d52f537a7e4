import { beforeAll, expect, test } from 'vitest'
import { asOwner, type Caller, type Json } from '../kit/client.ts'
import { deliver, subscriptionEvent } from '../kit/billing-events.ts'
import { operator } from '../kit/impersonation.ts'
import { workspace } from '../kit/makers.ts'
import { ownDatabase } from '../kit/own-database.ts'
import { open, submit, to } from './browse.ts'

await ownDatabase()
let olga: Caller
beforeAll(async () => {
  olga = await operator()
})
const at = '/platform/billing'
const plans = async (): Promise<Json[]> => (await olga.ok('GET', '/api/v1/platform/billing/plans')).items

test('an operator makes a plan and a new version of it by clicking alone', async () => {
  expect((await open(at, olga.headers)).text).toContain('There is no plan.')
  const draft = {
    plan_key: 'team_month',
    name: 'Team <b>',
    interval: 'month',
    amount_minor: '9.50',
    currency: 'EUR',
    tier: 'enterprise',
    provider_price_id: '',
    active: 'yes',
    allows_seats: '20',
    allows_requests: 'unlimited',
    allows_vault: 'no',
  }
  const wrong = await submit(`${at}/create`, { ...draft, allows_seats: 'many' }, olga.headers)
  expect([wrong.status, wrong.text.includes('value="many"')]).toEqual([422, true])
  expect(to(await submit(`${at}/create`, draft, olga.headers))).toEqual([303, `${at}?done=set`])
  expect(await plans()).toMatchObject([
    {
      key: 'team_month',
      amount_minor: 950,
      tier: 'enterprise',
      features: {
        seats: { type: 'limit', value: 20 },
        requests: { type: 'limit', value: null },
        vault: { type: 'boolean', value: false },
      },
    },
  ])
  const { text } = await open(at, olga.headers)
  for (const expected of ['Team &lt;b&gt;', 'seats 20', 'requests unlimited', 'without vault', 'version 1'])
    expect(text).toContain(expected)
  const shown = /name="shown" value="([^"]*)"/.exec(text)![1]!.replaceAll('&quot;', '"')
  const change = { ...draft, ...JSON.parse(shown), shown, allows_seats: '30', allows_vault: '' }
  expect(to(await submit(`${at}/change`, change, olga.headers))[0]).toBe(303)
  const [changed] = await plans()
  expect(changed!.tier).toBe('enterprise')
  expect([changed!.version, changed!.features.seats.value, changed!.features.vault]).toEqual([
    2,
    30,
    undefined,
  ])
})

test('an operator allows one organization more, lets its plan decide again, and gives it a subscription', async () => {
  const ws = await workspace()
  const organizations = '/platform/organizations'
  const send = (action: string, form: Record<string, string>) =>
    submit(`${organizations}/${action}`, { org_id: ws.org.id, ...form }, olga.headers)
  const seats = async () => (await ws.owner.ok('GET', `${ws.base}/billing/entitlements`)).seats
  const reason = 'ticket 4711'
  const wrong = await send('entitle', { entitlement_key: 'seats', most: 'lots', reason })
  expect(wrong.status).toBe(422)
  expect(to(await send('entitle', { entitlement_key: 'seats', most: '7', reason }))[0]).toBe(303)
  expect(await seats()).toMatchObject({ value: 7, source: 'override' })
  expect(to(await send('release', { entitlement_key: 'seats' }))[0]).toBe(303)
  expect((await seats()).source).not.toBe('override')
  expect(to(await send('subscribe', { plan_key: 'team_month', quantity: '3', reason }))[0]).toBe(303)
  expect(await ws.owner.ok('GET', `${ws.base}/billing/subscription`)).toMatchObject({
    subscription: { provider: 'manual', plan: { key: 'team_month' }, quantity: 3 },
  })
})

test('what the provider told is listed, and what failed is applied again there', async () => {
  const event = subscriptionEvent('nobody', 'active', 200)
  await deliver(event)
  const { text } = await open(at, olga.headers)
  expect(text).toContain('Of no organization that is known')
  const [stored] = await asOwner<{ event_id: string }>('select event_id from billing_events')
  const again = await submit(`${at}/apply`, { event_id: stored!.event_id }, olga.headers)
  expect(to(again)).toEqual([303, `${at}?done=apply`])
})
