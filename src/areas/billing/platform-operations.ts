import * as z from 'zod'
import { pageOf } from '../../kit/fields.ts'
import { area, read, write } from '../../kit/operation.ts'
import {
  BillingEvent,
  EventFilter,
  OverrideDraft,
  PlanDraft,
  PlatformPlan,
  SubscriptionDraft,
} from './platform-schemas.ts'
import * as queries from './platform-queries.ts'
import { checkPrice, needsPrice } from './prices.ts'
import { kept, named } from './queries.ts'
import { CurrentSubscription, Entitlements } from './schemas.ts'

const word = /^[a-z][a-z0-9_]{0,39}$/
const key = (example: string) => ({
  format: word,
  problem: 'must be at most 40 small letters, digits and _, a letter first',
  example,
})

export default area('platform-billing', 'Platform', {}, [
  read({
    id: 'listPlatformBillingPlans',
    summary: 'List all plans, also those that are not offered',
    at: 'GET ~/platform/billing/plans',
    role: 'platform',
    returns: z.object({ items: z.array(PlatformPlan).describe('By interval and price') }),
    run: () => queries.listPlans,
  }),
  write({
    id: 'setPlatformBillingPlan',
    summary: 'Make a plan, or a new version of it',
    at: 'PUT ~/platform/billing/plans/{plan_key}',
    role: 'platform',
    audit: 'platform.billing_plan_set',
    pathFormats: { plan_key: key('pro_month') },
    body: PlanDraft,
    returns: PlatformPlan,
    details:
      'Who has the plan keeps their version until they change. The plan `free` is what everybody has without a ' +
      'subscription; as long as there is none, nothing is limited there.',
    example: {
      body: {
        name: 'Pro, monthly',
        interval: 'month',
        currency: 'EUR',
        amount_minor: 900,
        provider_price_id: 'price_900_month',
        active: true,
        features: { seats: { type: 'limit', value: 50 } },
      },
    },
    refuses: [409, 502],
    preflight: { authorize: needsPrice, perform: checkPrice },
    run: ({ params: { plan_key }, body, outside }) => [kept(outside), ...queries.setPlan(plan_key, body)],
  }),
  write({
    id: 'setEntitlementOverride',
    summary: 'Allow or deny an organization something, whatever its plan says',
    at: 'PUT ~/platform/organizations/{org_id}/entitlements/{entitlement_key}',
    role: 'platform',
    audit: 'platform.entitlement_set',
    pathFormats: { entitlement_key: key('seats') },
    body: OverrideDraft,
    returns: Entitlements,
    noun: 'organization',
    example: { body: { value: 50, reason: 'ticket 4711: agreed by contract' } },
    run: ({ params: { org_id, entitlement_key }, body, outside }) => [
      kept(outside),
      ...queries.setOverride(org_id, entitlement_key, body),
    ],
  }),
  write({
    id: 'removeEntitlementOverride',
    summary: 'Let the plan of an organization decide again',
    at: 'DELETE ~/platform/organizations/{org_id}/entitlements/{entitlement_key}',
    role: 'platform',
    audit: 'platform.entitlement_removed',
    pathFormats: { entitlement_key: key('seats') },
    status: 204,
    noun: 'entitlement',
    example: {},
    setup: ['setEntitlementOverride'],
    run: ({ params: { org_id, entitlement_key } }) => queries.removeOverride(org_id, entitlement_key),
  }),
  write({
    id: 'setPlatformSubscription',
    summary: 'Give an organization a subscription that is paid in another way, change it or end it',
    at: 'PUT ~/platform/organizations/{org_id}/subscription',
    role: 'platform',
    audit: 'platform.subscription_set',
    body: SubscriptionDraft,
    returns: CurrentSubscription,
    noun: 'organization',
    refuses: [409],
    details: 'Not beside a subscription that the payment provider charges for.',
    setup: ['setPlatformBillingPlan'],
    example: { body: { plan_key: '{plan_key}', quantity: 5, reason: 'ticket 4711: paid by transfer' } },
    run: ({ params: { org_id }, body, outside }) => [kept(outside), ...queries.setSubscription(org_id, body)],
  }),
  read({
    id: 'listPlatformBillingEvents',
    summary: 'List what the payment provider told, the newest first',
    at: 'GET ~/platform/billing/events',
    role: 'platform',
    query: EventFilter,
    returns: pageOf(BillingEvent),
    run: ({ query, outside }) => [named(outside), queries.listEvents(query)],
  }),
  write({
    id: 'applyPlatformBillingEvent',
    summary: 'Apply an event of the payment provider again',
    at: 'POST ~/platform/billing/events/{event_id}/apply',
    role: 'platform',
    audit: 'platform.billing_event_applied',
    pathFormats: {
      event_id: { format: /^evt_\w{1,100}$/i, problem: 'must be the id of an event', example: 'evt_1a2b' },
    },
    returns: BillingEvent,
    noun: 'event',
    example: {},
    run: ({ params: { event_id } }) => queries.applyEvent(event_id),
  }),
])
