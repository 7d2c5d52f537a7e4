import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Outside } from '../../base/config.ts'
import { conflict, notFound } from '../../kit/errors.ts'
import type { PreflightResult } from '../../kit/operation.ts'
import { answer, jsonb } from '../../kit/sql.ts'
import { type Billing, hasEnded } from '../../shared/billing/provider.ts'
import { asLink, asNumber, asRecord, asRecords, asText, type Item } from '../../shared/outbound/records.ts'
import { refuseFields } from '../../shared/problems.ts'
import { upstream } from '../../shared/outbound/upstream.ts'
import type {
  Cancellation,
  CheckoutDraft,
  CheckoutReturn,
  PlanChange,
  PortalDraft,
} from './paying-schemas.ts'
import { named } from './queries.ts'

/** What the provider answered, for the write. */
const preflightOf = (facts: object): PreflightResult => ({
  values: { answer: JSON.stringify(facts) },
  compensate: async () => {},
})
const factsIn = (preflightResult: PreflightResult | undefined): unknown =>
  JSON.parse(preflightResult!.values.answer!)

/** Refuses addresses that are not of this service: http only on the own machine. */
function ours({ hosts }: Billing, urls: Record<string, string | undefined>) {
  const problems = Object.entries(urls).flatMap(([field, text]) => {
    const url = text === undefined ? null : URL.parse(text)
    if (!url) return []
    const isSecure = url.protocol === 'https:' || /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)
    return isSecure && hosts.includes(url.host) ? [] : [`body.${field}: must be an address of this service`]
  })
  return refuseFields(problems)
}

const asking = (facts: ReturnType<typeof sql>) => (outside: Outside) => [named(outside), answer(facts)]

type Checkout = {
  customer: string | null
  name: string
  email: string
  price: string
  plan: string
  seats: number
}
type Bought = { customer: string; email: string | null; plan: string; url: string }
const half = 1800

export const checkout = {
  authorize: (
    { plan_key, success_url, cancel_url }: z.output<typeof CheckoutDraft>,
    _: unknown,
    outside: Outside,
  ) => [
    ours(outside.billing, { success_url, cancel_url }),
    ...asking(sql`app.checkout_facts(${plan_key})`)(outside),
  ],
  /** The customer is known before the checkout is open, so that no event comes of somebody unknown. */
  perform: async (
    { success_url, cancel_url }: z.output<typeof CheckoutDraft>,
    org: string,
    { billing }: Outside,
    read: string | null,
  ) => {
    const facts = JSON.parse(read!) as Checkout
    const customer = facts.customer ?? (await customerFor(billing, org, facts))
    const window = Math.floor(Date.now() / 1000 / half)
    const send = {
      mode: 'subscription',
      customer,
      client_reference_id: org,
      metadata: { org_id: org },
      subscription_data: { metadata: { org_id: org } },
      line_items: [{ price: facts.price, quantity: facts.seats }],
      success_url,
      cancel_url,
      expires_at: (window + 2) * half,
    }
    const session = await billing.call('checkout/sessions', { send, once: digestOf(send) })
    const url = asLink(session?.url)
    if (!url) throw upstream('the payment provider opened no checkout')
    return preflightOf({ customer, email: facts.email, plan: facts.plan, url } satisfies Bought)
  },
}
/** The same request within half an hour is the same checkout. */
const digestOf = (send: object) => `checkout:${bytesToHex(sha256(utf8ToBytes(JSON.stringify(send))))}`

async function customerFor(billing: Billing, org: string, { name, email }: Checkout): Promise<string> {
  const query = encodeURIComponent(`metadata['org_id']:'${org}'`)
  const found = asRecords((await billing.call(`customers/search?query=${query}`))?.data)[0]
  const customer =
    found ??
    (await billing.call('customers', {
      send: { name, email, metadata: { org_id: org } },
      once: `org:${org}`,
    }))
  const id = asText(customer?.id, 120)
  if (!id) throw upstream('the payment provider made no customer')
  return id
}

export const bought = (preflightResult: PreflightResult | undefined) => {
  const { customer, email, plan, url } = factsIn(preflightResult) as Bought
  return [
    sql`select app.store_customer(${customer}, ${email})`,
    sql`select app.log_billing('billing.checkout_opened', ${jsonb({ plan })})`,
    sql`select json_build_object('url', ${url}::text)::text as answer`,
  ]
}

export const portal = {
  authorize: ({ return_url }: z.output<typeof PortalDraft>, _: unknown, outside: Outside) => [
    ours(outside.billing, { return_url }),
    ...asking(sql`to_json(app.customer_of_org())`)(outside),
  ],
  perform: async (
    { return_url }: z.output<typeof PortalDraft>,
    _: string,
    { billing }: Outside,
    read: string | null,
  ) => {
    const customer = JSON.parse(read!) as string
    const session = await billing.call('billing_portal/sessions', { send: { customer, return_url } })
    const url = asLink(session?.url)
    if (!url) throw upstream('the payment provider opened no portal')
    return preflightOf({ url })
  },
}
export const opened = (preflightResult: PreflightResult | undefined) => [
  sql`select app.log_billing('billing.portal_opened', '{}')`,
  sql`select json_build_object('url', ${(factsIn(preflightResult) as { url: string }).url}::text)::text as answer`,
]

/** Reads a checkout from the provider once, and stores what it led to. */
export const returning = {
  authorize: (_: unknown, __: unknown, outside: Outside) => asking(sql`app.return_facts()`)(outside),
  perform: async (
    { session_id }: z.output<typeof CheckoutReturn>,
    _: string,
    { billing }: Outside,
    read: string | null,
  ) => {
    const session = await billing.call(`checkout/sessions/${session_id}?expand[]=subscription`)
    const { customer, seen } = JSON.parse(read!) as { customer: string; seen: Record<string, number> }
    if (!session || idOf(session.customer) !== customer) throw notFound('checkout')
    const subscription = asRecord(session.subscription)
    const id = asText(subscription.id, 120)
    return preflightOf({
      subscription: id ? subscription : null,
      seen: seen[id ?? ''] ?? -1,
      isPaid: session.status === 'complete',
    })
  },
}
type Returned = { subscription: Item | null; seen: number; isPaid: boolean }
export const returned = (preflightResult: PreflightResult | undefined) => {
  const { subscription, seen, isPaid } = factsIn(preflightResult) as Returned
  const state = sql`case when app.has_access(app.last_subscription()) then 'confirmed'
    when ${isPaid}::boolean then 'pending' else 'open' end`
  return [
    ...(subscription ? [sql`select app.store_subscription(${jsonb(subscription)}, ${seen}::bigint)`] : []),
    sql`select json_build_object('subscription', app.subscription_json(app.subscription_of(app.org_id())),
      'state', ${state})::text as answer`,
  ]
}
const idOf = (value: unknown) => asText(typeof value === 'string' ? value : asRecord(value).id, 120)

type Change = {
  subscription: string
  item: string
  provider: string
  customer: string
  plan: { key: string; name: string }
  price: string
  at: 'now' | 'period_end'
  seats: number
  prorated_minor: number | null
  next_minor: number
  currency: string
  exceeds: unknown[]
  is_same: boolean
  preview: boolean
}
const toldOf = ({ preview, plan, at, prorated_minor, next_minor, currency, exceeds }: Change) => ({
  preview,
  plan,
  at,
  prorated_minor,
  next_minor,
  currency,
  exceeds,
})

type Changed = { facts: Change; subscription: Item | null }
export const changing = {
  authorize: (
    { plan_key, at }: z.output<typeof PlanChange>,
    _: unknown,
    outside: Outside,
    { preview }: { preview?: boolean },
  ) => asking(sql`app.change_facts(${plan_key}, ${at ?? null}::text, ${preview ?? false}::boolean)`)(outside),
  perform: async (_: unknown, org: string, { billing }: Outside, read: string | null) => {
    const facts = JSON.parse(read!) as Change
    const asked = facts.provider === 'stripe' && facts.at === 'now' && !facts.is_same
    if (facts.preview && asked) facts.prorated_minor = await previewed(facts, billing)
    const isDone = facts.preview || !asked
    return preflightOf({
      facts,
      subscription: isDone ? null : await changeAt(facts, org, billing),
    } satisfies Changed)
  },
}

/** The live number of seats goes with every change. */
const itemsOf = ({ item, price, seats }: Change) => ({
  items: [{ id: item, price, quantity: seats }],
  proration_behavior: 'create_prorations',
})

async function changeAt(facts: Change, org: string, billing: Billing): Promise<Item> {
  const send = { ...itemsOf(facts), metadata: { org_id: org } }
  const subscription = await billing.change(facts.subscription, send)
  if (!subscription || hasEnded(subscription))
    throw conflict('the subscription has ended at the payment provider; choose a plan')
  return subscription
}

/** What the provider says that a change would cost for the rest of the period. */
async function previewed(facts: Change, billing: Billing): Promise<number> {
  const { customer, subscription } = facts
  const send = { customer, subscription, subscription_details: itemsOf(facts) }
  const preview = await billing.call('invoices/create_preview', { send })
  const lines = asRecords(asRecord(preview?.lines).data).filter(isProration)
  return lines.reduce((sum, { amount }) => sum + (asNumber(amount) ?? 0), 0)
}
const isProration = ({ proration, parent }: Item) =>
  proration === true || asRecord(asRecord(parent).subscription_item_details).proration === true

export const changed = (preflightResult: PreflightResult | undefined) => {
  const { facts, subscription } = factsIn(preflightResult) as Changed
  const answered = sql`select (${jsonb(toldOf(facts))} || jsonb_build_object('subscription',
    app.subscription_json(app.subscription_of(app.org_id()))))::text as answer`
  if (facts.preview) return [answered]
  return [
    ...(subscription ? [sql`select app.store_subscription(${jsonb(subscription)})`] : []),
    sql`select app.plan_next(${facts.at === 'now' ? null : facts.plan.key}::text)`,
    sql`select app.log_billing('subscription.plan_chosen', ${jsonb({ plan: facts.plan.key, at: facts.at })})`,
    answered,
  ]
}

type End = { subscription: string; ended: boolean; cancels: boolean }
type Ended = { subscription: Item | null; gone: string | null }
export const ending = {
  authorize: ({ at_period_end, confirm }: z.output<typeof Cancellation>, _: unknown, outside: Outside) =>
    asking(sql`app.end_facts(false, ${!at_period_end}::boolean, ${confirm}::boolean)`)(outside),
  perform: async (
    { at_period_end }: z.output<typeof Cancellation>,
    _: string,
    { billing }: Outside,
    read: string | null,
  ) => {
    const { subscription: id, ended, cancels } = JSON.parse(read!) as End
    if (ended || (cancels && at_period_end)) return preflightOf({ subscription: null, gone: null })
    const subscription = at_period_end
      ? await billing.change(id, { cancel_at_period_end: true })
      : await billing.call(`subscriptions/${id}`, { remove: true })
    return preflightOf({ subscription, gone: subscription ? null : id } satisfies Ended)
  },
}
export const resuming = {
  authorize: (_: unknown, __: unknown, outside: Outside) =>
    asking(sql`app.end_facts(true, false, false)`)(outside),
  perform: async (_: unknown, __: string, { billing }: Outside, read: string | null) => {
    const { subscription: id, cancels } = JSON.parse(read!) as End
    if (!cancels) return preflightOf({ subscription: null, gone: null })
    const subscription = await billing.change(id, { cancel_at_period_end: false })
    if (!subscription || hasEnded(subscription)) throw conflict('the subscription has ended; choose a plan')
    return preflightOf({ subscription, gone: null } satisfies Ended)
  },
}
export const stored = (action: string) => (preflightResult: PreflightResult | undefined) => {
  const { subscription, gone } = factsIn(preflightResult) as Ended
  return [
    ...(subscription ? [sql`select app.store_subscription(${jsonb(subscription)})`] : []),
    ...(gone ? [sql`select app.forget_subscription(${gone})`] : []),
    sql`select app.log_billing(${action}, '{}')`,
    sql`select json_build_object('subscription', app.subscription_json(app.last_subscription()))::text as answer`,
  ]
}
