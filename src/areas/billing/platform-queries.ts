import { type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { billingEvents } from '../../../db/schema/billing.ts'
import { isMoment } from '../../kit/fields.ts'
import { answer, json, jsonb, page, type Ref } from '../../kit/sql.ts'
import {
  BillingEvent,
  type EventFilter,
  type OverrideDraft,
  type PlanDraft,
  PlatformPlan,
  type SubscriptionDraft,
} from './platform-schemas.ts'

const column = (name: string) => sql`l.${sql.identifier(name)}`
const fieldsOf = (schema: { shape: object }) =>
  Object.fromEntries(
    Object.entries(schema.shape).map(([name, field]) => [
      name,
      isMoment(field) ? sql`app.utc(${column(name)})` : column(name),
    ]),
  )
const plan = fieldsOf(PlatformPlan)

export const listPlans = answer(
  sql`json_build_object('items', coalesce((select json_agg(${json(plan)} order by l.interval, l.amount_minor, l.key)
    from app.platform_billing_plans() l), '[]'))`,
)
const getPlan = (key: Ref) =>
  sql`select ${json(plan)}::text as answer from app.platform_billing_plans() l where l.key = ${key}`

export const setPlan = (key: Ref, draft: z.output<typeof PlanDraft>) => [
  sql`select app.platform_set_plan(${key}, ${jsonb(draft)})`,
  getPlan(key),
]

const entered = (org: Ref) => sql`select app.platform_enter(${org}::uuid)`

export const setOverride = (org: Ref, key: Ref, draft: z.output<typeof OverrideDraft>) => [
  entered(org),
  sql`select app.platform_set_entitlement(${key}, ${jsonb(draft)})`,
  answer(sql`app.entitlements_json(${org}::uuid)`),
]
export const removeOverride = (org: Ref, key: Ref) => [
  entered(org),
  sql`select app.platform_remove_entitlement(${key})`,
]

export const setSubscription = (org: Ref, draft: z.output<typeof SubscriptionDraft>) => [
  entered(org),
  sql`select app.platform_set_subscription(${jsonb(draft)})`,
  answer(sql`json_build_object('subscription', app.subscription_json(app.subscription_of(${org}::uuid)))`),
]

export const applyEvent = (event: Ref) => [
  sql`select app.platform_apply_event(${event})`,
  sql`select ${json(fieldsOf(BillingEvent))}::text as answer from app.platform_billing_events(null) l where l.id = ${event}`,
]

export const listEvents = ({ status, ...query }: z.output<typeof EventFilter>): SQL =>
  sql`with listed as materialized (select * from app.platform_billing_events(
    ${status ? `{${status.join(',')}}` : null}::text[])) ${page(
      { ...query, sort: [{ key: 'received_at', descending: true }] },
      { fields: fieldsOf(BillingEvent), table: billingEvents, answer: json(fieldsOf(BillingEvent)) },
      {
        from: sql`listed l`,
        where: sql`true`,
        id: column('id'),
        sorts: { received_at: column('received_at') },
      },
    )}`
