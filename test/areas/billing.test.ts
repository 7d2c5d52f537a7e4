import { beforeAll, describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { openDatabase } from '../../src/kit/round-trip.ts'
import { drain } from '../../src/jobs/outbox.ts'
import { override, plan, subscribe, under } from '../kit/billing.ts'
import { asOwner, type Caller, env, type Json } from '../kit/client.ts'
import { operator } from '../kit/impersonation.ts'
import { actions, join, workspace } from '../kit/makers.ts'
import { ownDatabase } from '../kit/own-database.ts'
import { suspend } from '../kit/platform.ts'

await ownDatabase()
const said = ({ status, body }: Json) => [status, body?.error?.message]
let olga: Caller
beforeAll(async () => {
  olga = await operator()
  await plan(olga, 'free', { features: { seats: 3, mails: 100, vault: false, audit_days: 30 } })
  await plan(olga, 'pro_month', { features: { seats: 50, vault: true } })
  await plan(olga, 'pro_year', {
    interval: 'year',
    amount_minor: 9000,
    features: { seats: null, vault: true },
  })
})

const entitlements = async (ws: { owner: Caller; base: string }) =>
  ws.owner.ok('GET', `${ws.base}/billing/entitlements`)
const planOf = async (org: string) =>
  (await asOwner('select plan from organizations where id = $1', [org]))[0].plan as string
const runJobs = () => drain(openDatabase(env().DATABASE_URL, env().SQL_ENDPOINT, 30_000))

describe('entitlements', () => {
  test('are those of the free plan without a subscription, and what it does not say is not limited', async () => {
    const ws = await workspace()
    const all = await entitlements(ws)
    expect(all.seats).toEqual({
      type: 'limit',
      value: 3,
      unlimited: false,
      used: 1,
      remaining: 2,
      source: 'plan',
    })
    expect(all.vault).toEqual({ type: 'boolean', value: false, unlimited: false, source: 'plan' })
    expect(all.audit_days).toEqual({ type: 'config', value: 30, unlimited: false, source: 'plan' })
    expect(all.import_rows).toEqual({ type: 'limit', value: null, unlimited: true, source: 'default' })
    expect(all.mails).toMatchObject({ value: 100, used: 0, remaining: 100 })
    expect(all.apps).toEqual({ type: 'boolean', value: true, unlimited: false, source: 'default' })
    expect(Object.keys(all)).toHaveLength(13)
  })

  test('come from the plan, and from the free one where it says nothing', async () => {
    const ws = await workspace()
    await subscribe(olga, ws.org.id, 'pro_month')
    const all = await entitlements(ws)
    expect([all.seats.value, all.mails.value, all.vault.value]).toEqual([50, 100, true])
    await subscribe(olga, ws.org.id, 'pro_year')
    expect((await entitlements(ws)).seats).toMatchObject({ value: null, unlimited: true, source: 'plan' })
  })

  test('of an operator come first, until they expire or are removed', async () => {
    const ws = await workspace()
    const expires_at = new Date(Date.now() + 864e5).toISOString()
    const reply = await override(olga, ws.org.id, 'seats', 1, { expires_at })
    expect(reply.body.seats).toEqual({
      type: 'limit',
      value: 1,
      unlimited: false,
      used: 1,
      remaining: 0,
      source: 'override',
      expires_at,
    })
    await asOwner(`update entitlement_overrides set expires_at = now() where org_id = $1`, [ws.org.id])
    expect((await entitlements(ws)).seats).toMatchObject({ value: 3, source: 'plan' })
    await override(olga, ws.org.id, 'seats', null)
    expect((await entitlements(ws)).seats).toMatchObject({ value: null, unlimited: true, source: 'override' })
    const path = `/api/v1/platform/organizations/${ws.org.id}/entitlements/seats`
    expect((await olga.call('DELETE', path)).status).toBe(204)
    expect((await entitlements(ws)).seats.source).toBe('plan')
    expect(said(await olga.call('DELETE', path))).toEqual([404, 'entitlement not found'])
  })

  test('of an operator have the type of the key, a key that is known, and a reason', async () => {
    const ws = await workspace()
    const send = async (key: string, value: unknown, more: object = {}) =>
      said(await override(olga, ws.org.id, key, value, more))
    expect(await send('vault', 3)).toEqual([422, 'body.value: must be true or false'])
    expect(await send('seats', true)).toEqual([
      422,
      'body.value: must be a whole number, or null for unlimited',
    ])
    expect(await send('seats', -1)).toEqual([422, 'body.value: must not be negative'])
    expect(await send('seats', 'many')).toEqual([
      422,
      'body.value: must be a whole number, true, false or null',
    ])
    expect(await send('chairs', 3)).toEqual([404, 'entitlement not found'])
    expect(await send('seats', 3, { reason: 'no' })).toEqual([422, 'body.reason: at least 3 characters'])
    expect(await send('seats', 3, { expires_at: '2026-01-01T00:00:00Z' })).toEqual([
      422,
      'body.expires_at: must be in the future',
    ])
    expect(said(await override(olga, uuidv7(), 'seats', 3))).toEqual([404, 'organization not found'])
  })

  test('limit nothing where the deployment names no provider', async () => {
    const ws = await workspace()
    const owner = under(ws.owner, { BILLING_PROVIDER: '' })
    const all = await entitlements({ ...ws, owner })
    expect(all.seats).toMatchObject({ value: null, unlimited: true, source: 'default' })
    expect(all.vault).toMatchObject({ value: true, source: 'default' })
    expect((await owner.ok('GET', `${ws.base}/billing`)).provider).toBe(null)
    expect(said(await subscribe(under(olga, { BILLING_PROVIDER: '' }), ws.org.id, 'pro_month'))).toEqual([
      409,
      'this deployment has no payment provider',
    ])
    // The next request of billing tells the database of the provider again.
    await override(olga, ws.org.id, 'mails', 5)
  })

  test('are the same for other functions of the database', async () => {
    const ws = await workspace()
    const { limit, on } = (
      await asOwner(
        `select app.entitlement_limit($1, 'seats')::int as limit, app.entitled($1, 'vault') as on
          from set_config('app.org_id', $2, true)`,
        [ws.org.id, ws.org.id],
      )
    )[0]
    expect([limit, on]).toEqual([3, false])
  })
})

describe('a plan', () => {
  test('gets a new version where anything differs, and subscribers keep theirs until they change', async () => {
    const key = `team_${Date.now()}`
    const first = await plan(olga, key, { features: { seats: 10 } })
    expect([first.version, first.tier]).toEqual([1, 'pro'])
    expect((await plan(olga, key, { features: { seats: 10 } })).version).toBe(1)
    const ws = await workspace()
    await subscribe(olga, ws.org.id, key)
    expect((await plan(olga, key, { features: { seats: 5 } })).version).toBe(2)
    expect((await entitlements(ws)).seats.value).toBe(10)
    await subscribe(olga, ws.org.id, key, { quantity: 6 })
    expect((await entitlements(ws)).seats.value).toBe(10)
    await subscribe(olga, ws.org.id, 'pro_month')
    await subscribe(olga, ws.org.id, key)
    expect((await entitlements(ws)).seats.value).toBe(5)
    const { items } = await olga.ok('GET', '/api/v1/platform/billing/plans')
    expect(items.filter((one: Json) => one.key === key)).toHaveLength(1)
  })

  test('is refused with an unknown key, a wrong type, or a price of the free one', async () => {
    const send = async (key: string, more: object) =>
      said(
        await olga.call('PUT', `/api/v1/platform/billing/plans/${key}`, {
          name: 'Plan',
          interval: 'month',
          currency: 'EUR',
          amount_minor: 900,
          active: true,
          features: {},
          ...more,
        }),
      )
    expect(await send('x', { features: { chairs: { type: 'limit', value: 1 } } })).toEqual([
      422,
      'body.features.chairs: unknown field',
    ])
    expect((await send('x', { features: { seats: { type: 'boolean', value: true } } }))[0]).toBe(422)
    expect(await send('free', {})).toEqual([422, 'body.amount_minor: the free plan costs 0'])
    expect(await send('free', { amount_minor: 0, tier: 'pro' })).toEqual([
      422,
      'body.tier: the free plan is of the tier free',
    ])
    expect(await send('x', { currency: 'XYZ' })).toEqual([
      422,
      'body.currency: unknown currency; send an ISO 4217 code such as EUR',
    ])
    expect(await send('x', { amount_minor: 1.5 })).toEqual([
      422,
      'body.amount_minor: must be a whole number of minor units',
    ])
    expect((await send('UPPER', {}))[0]).toBe(422)
  })

  test('is offered as long as it is active, and the own one is marked', async () => {
    const ws = await workspace()
    const key = `old_${Date.now()}`
    await plan(olga, key)
    await subscribe(olga, ws.org.id, key)
    await plan(olga, key, { active: false })
    const { items } = await ws.owner.ok('GET', `${ws.base}/billing/plans`)
    expect(items.filter((one: Json) => one.current).map((one: Json) => [one.key, one.version])).toEqual([
      [key, 1],
    ])
    const other = await workspace()
    const { items: offered } = await other.owner.ok('GET', `${other.base}/billing/plans`)
    expect(offered.some((one: Json) => one.key === key)).toBe(false)
    expect(offered.find((one: Json) => one.current).key).toBe('free')
  })
})

describe('a subscription that is paid in another way', () => {
  test('is set, changed and ended by an operator, and the plan of the organization follows', async () => {
    const ws = await workspace()
    const created = (await subscribe(olga, ws.org.id, 'pro_month')).body.subscription
    expect(created).toMatchObject({ provider: 'manual', status: 'active', quantity: 5, has_access: true })
    expect(await planOf(ws.org.id)).toBe('pro')
    const ends_at = new Date(Date.now() + 864e5).toISOString()
    const changed = (await subscribe(olga, ws.org.id, 'pro_month', { quantity: 7, ends_at })).body
      .subscription
    expect(changed).toMatchObject({ id: created.id, quantity: 7, cancel_at: ends_at, has_access: true })
    const over = await subscribe(olga, ws.org.id, 'pro_month', { ends_at: '2026-01-01T00:00:00Z' })
    expect(over.body.subscription).toBe(null)
    expect(await planOf(ws.org.id)).toBe('free')
    expect((await entitlements(ws)).seats.value).toBe(3)
    expect(await actions(ws)).not.toContain('platform.subscription_set')
    const log = await olga.ok('GET', `/api/v1/platform/audit-log?entity_id=${ws.org.id}`)
    expect(log.items[0]).toMatchObject({ action: 'platform.subscription_set' })
  })

  test('is refused for plans that do not exist, and where there is none to end', async () => {
    const ws = await workspace()
    const send = async (key: string, more: object = {}) => said(await subscribe(olga, ws.org.id, key, more))
    expect(await send('nothing')).toEqual([422, 'body.plan_key: not found'])
    expect(await send('free')).toEqual([
      422,
      'body.plan_key: the free plan is what remains when a subscription ends',
    ])
    expect(await send('pro_month', { quantity: 0 })).toEqual([422, 'body.quantity: at least 1'])
    expect(await send('pro_month', { ends_at: '2026-01-01T00:00:00Z' })).toEqual([
      409,
      'there is no subscription to end',
    ])
  })

  test('ends by time although no job has run, and the job writes it down', async () => {
    const ws = await workspace()
    await subscribe(olga, ws.org.id, 'pro_month', { ends_at: new Date(Date.now() + 864e5).toISOString() })
    await asOwner(`update subscriptions set cancel_at = now() - interval '1 minute' where org_id = $1`, [
      ws.org.id,
    ])
    expect((await entitlements(ws)).seats.value).toBe(3)
    await asOwner(`insert into outbox (org_id, topic, payload) values ($1, 'billing', '{}')`, [ws.org.id])
    await runJobs()
    expect(await planOf(ws.org.id)).toBe('free')
    expect((await ws.owner.ok('GET', `${ws.base}/billing/subscription`)).subscription).toBe(null)
  })

  test('goes on to the next period, counted from its first day', async () => {
    const ws = await workspace()
    await subscribe(olga, ws.org.id, 'pro_month')
    await asOwner(
      `update subscriptions set current_period_start = now() - interval '32 days', created_at = now() - interval '32 days',
        current_period_end = now() - interval '1 day' where org_id = $1`,
      [ws.org.id],
    )
    await asOwner(`insert into outbox (org_id, topic, payload) values ($1, 'billing', '{}')`, [ws.org.id])
    await runJobs()
    const { subscription: s } = await ws.owner.ok('GET', `${ws.base}/billing/subscription`)
    expect(Date.parse(s.current_period_start)).toBeLessThanOrEqual(Date.now())
    expect(Date.parse(s.current_period_end)).toBeGreaterThan(Date.now())
  })

  test('has periods of whole local days from the day of the month on which it began', async () => {
    const starts = async (first: string, interval: string, zone: string, at: string[]) =>
      (
        await asOwner(
          `select app.utc(lower(app.plan_period($1, $2, $3, m.at))) as at from unnest($4::timestamptz[])
            with ordinality m(at, n) order by n`,
          [first, interval, zone, at],
        )
      ).map((row: Json) => row.at.slice(0, 16))
    expect(
      await starts('2027-01-31', 'month', 'Europe/Madrid', [
        '2027-02-10T00:00Z',
        '2027-02-27T22:59:59.999Z',
        '2027-02-27T23:00:00Z',
        '2027-04-01T00:00Z',
        '2027-05-01T00:00Z',
        '2027-06-01T00:00Z',
      ]),
    ).toEqual([
      '2027-01-30T23:00',
      '2027-01-30T23:00',
      '2027-02-27T23:00',
      '2027-03-30T22:00',
      '2027-04-29T22:00',
      '2027-05-30T22:00',
    ])
    expect(
      await starts('2026-10-15', 'month', 'America/New_York', ['2026-11-01T00:00Z', '2026-11-20T00:00Z']),
    ).toEqual(['2026-10-15T04:00', '2026-11-15T05:00'])
    expect(await starts('2024-02-29', 'year', 'UTC', ['2025-02-28T00:00Z', '2025-02-27T23:00Z'])).toEqual([
      '2025-02-28T00:00',
      '2024-02-29T00:00',
    ])
  })
})

describe('the plan that an operator sets', () => {
  test('counts instead of the subscription until it is set to that again', async () => {
    const ws = await workspace()
    const set = (name: string) =>
      olga.ok('PATCH', `/api/v1/platform/organizations/${ws.org.id}`, { plan: name, reason: 'ticket 4711' })
    await set('enterprise')
    expect(await planOf(ws.org.id)).toBe('enterprise')
    // No plan of this tier is described, so it has no limits.
    expect((await entitlements(ws)).seats).toMatchObject({ unlimited: true, source: 'default' })
    await subscribe(olga, ws.org.id, 'pro_month')
    expect(await planOf(ws.org.id)).toBe('enterprise')
    expect((await ws.owner.ok('GET', `${ws.base}/billing`)).is_overridden).toBe(true)
    await set('pro')
    expect((await ws.owner.ok('GET', `${ws.base}/billing`)).is_overridden).toBe(false)
    expect((await entitlements(ws)).seats.value).toBe(50)
    await subscribe(olga, ws.org.id, 'pro_month', { ends_at: '2026-01-01T00:00:00Z' })
    expect(await planOf(ws.org.id)).toBe('free')
  })
})

describe('the overview', () => {
  test('tells the plan, the seats and what is used up by half or more', async () => {
    const ws = await workspace()
    await join(ws, 'member')
    await join(ws, 'viewer')
    const free = await ws.owner.ok('GET', `${ws.base}/billing`)
    expect(free).toMatchObject({
      provider: 'stripe',
      plan: { key: 'free' },
      status: null,
      period: null,
      seats: { used: 2, paid: null, limit: 3 },
      usage: [{ key: 'seats', used: 2, limit: 3, percent: 66 }],
      next_charge: null,
    })
    await subscribe(olga, ws.org.id, 'pro_month')
    const paid = await ws.owner.ok('GET', `${ws.base}/billing`)
    expect(paid).toMatchObject({
      plan: { key: 'pro_month' },
      status: 'active',
      seats: { used: 2, paid: 5, limit: 50 },
    })
    expect([paid.usage, paid.next_charge]).toEqual([[], null])
    expect(paid.period.end > paid.period.start).toBe(true)
  })

  test('is for admins, entitlements are for members, and both work while the organization is suspended', async () => {
    const ws = await workspace()
    const [member, viewer] = [await join(ws, 'member'), await join(ws, 'viewer')]
    expect(said(await member.call('GET', `${ws.base}/billing`))).toEqual([
      403,
      'needs the role admin or above',
    ])
    expect((await member.call('GET', `${ws.base}/billing/entitlements`)).status).toBe(200)
    expect((await viewer.call('GET', `${ws.base}/billing/entitlements`)).status).toBe(403)
    await suspend(ws.org.id, olga)
    for (const rest of ['', '/plans', '/entitlements', '/subscription', '/invoices'])
      expect((await ws.owner.call('GET', `${ws.base}/billing${rest}`)).status).toBe(200)
  })
})

describe('the platform', () => {
  test('lists subscriptions with their state, and counts what is paid by the month', async () => {
    const ws = await workspace(`Paying ${uuidv7()}`)
    await subscribe(olga, ws.org.id, 'pro_year', { quantity: 2 })
    const { items } = await olga.ok('GET', '/api/v1/platform/subscriptions?limit=200')
    expect(items.find((one: Json) => one.organization.id === ws.org.id)).toMatchObject({
      plan: 'pro',
      status: 'active',
    })
    const { mrr } = await olga.ok('GET', '/api/v1/platform/overview')
    expect(mrr.currency).toBe('EUR')
    expect(mrr.amount_minor).toBeGreaterThanOrEqual(1500)
  })
})
