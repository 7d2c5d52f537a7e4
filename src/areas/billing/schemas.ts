import * as z from 'zod'
import {
  billingIntervals,
  billingInvoiceStatuses,
  billingProviders,
  subscriptionStatuses,
} from '../../../db/schema/billing.ts'
import { count, id, idOut, moment, paging } from '../../kit/fields.ts'
import { ownId } from '../../shared/common-fields.ts'

export const limits = [
  'seats',
  'storage_bytes',
  'requests',
  'tool_calls',
  'mails',
  'automation_runs',
  'meeting_minutes',
  'webhook_endpoints',
  'import_rows',
] as const
export const booleans = ['vault', 'apps', 'single_sign_on'] as const
const keys = [...limits, ...booleans, 'audit_days'] as const

const mostOf = () => z.int().min(0, 'must not be negative').max(1e15, 'at most 10^15').nullable()
const Limit = z
  .strictObject({
    type: z.literal('limit').describe('That it is a limit'),
    value: mostOf().describe('At most; null for unlimited'),
  })
  .meta({ id: 'BillingLimit' })
const Switch = z
  .strictObject({
    type: z.literal('boolean').describe('That it is there or not'),
    value: z.boolean().describe('Whether it is there'),
  })
  .meta({ id: 'BillingSwitch' })
const Setting = z
  .strictObject({
    type: z.literal('config').describe('That it is a setting'),
    value: mostOf().describe('How much; null for unlimited'),
  })
  .meta({ id: 'BillingSetting' })

const eachOf = (keys: readonly string[], schema: z.ZodType) =>
  Object.fromEntries(
    keys.map((key) => [key, schema.optional().describe(`What it allows of ${key.replaceAll('_', ' ')}`)]),
  )
/** What a plan allows; what it does not say is as in the free plan. */
export const Features = z
  .strictObject({
    ...eachOf(limits, Limit),
    ...eachOf(booleans, Switch),
    ...eachOf(['audit_days'], Setting),
  })
  .meta({ id: 'BillingFeatures' })

export const planKey = () =>
  z.string().meta({ description: 'What it is called in requests', example: 'pro_month' })
export const currencyOut = () => z.string().describe('ISO 4217, such as EUR')
export const amountOut = () => z.int().describe('In minor units')
const Interval = z.enum(billingIntervals)

export const planFields = {
  key: planKey(),
  name: z.string().describe('What it is called'),
  version: z.int().describe('Counts its changes; who has the plan keeps the version they have'),
  interval: Interval.describe('How often it is paid'),
  currency: currencyOut(),
  amount_minor: amountOut().meta({ description: 'For each seat and interval, in minor units' }),
  features: Features.describe('What it allows; what is not here is as in the free plan'),
}
const Plan = z
  .object({ ...planFields, current: z.boolean().describe('Whether it is the one that counts now') })
  .meta({ id: 'BillingPlan' })
export const Plans = z
  .object({ items: z.array(Plan).describe('By interval and price') })
  .meta({ id: 'BillingPlans' })

export const PlanName = z
  .object({ key: planKey(), name: z.string().describe('What it is called') })
  .meta({ id: 'BillingPlanName' })

const Entitlement = z
  .object({
    type: z
      .enum(['limit', 'boolean', 'config'])
      .describe('What the value is: how much at most, whether, or a setting'),
    value: z.union([z.number(), z.boolean()]).nullable().describe('Null for unlimited'),
    unlimited: z.boolean().describe('Whether it is a limit that does not bind'),
    used: z.number().optional().describe('How much is used up in this period'),
    remaining: z.number().optional().describe('How much is left'),
    source: z
      .enum(['plan', 'override', 'default'])
      .describe('Where the value comes from: the plan, an operator, or nobody limits it'),
    expires_at: moment().optional().describe('Until when an operator allows it'),
  })
  .meta({ id: 'Entitlement' })
export const Entitlements = z
  .object(
    Object.fromEntries(keys.map((key) => [key, Entitlement.describe(`Of ${key.replaceAll('_', ' ')}`)])),
  )
  .meta({ id: 'Entitlements' })

export const Subscription = z
  .object({
    id: ownId,
    provider: z.enum(billingProviders).describe('Who charges for it; `manual` is agreed with the operator'),
    status: z.enum(subscriptionStatuses).describe('As the provider says it'),
    has_access: z.boolean().describe('Whether its plan counts; otherwise the free one does'),
    plan: PlanName.extend({ version: z.int().describe('The version that the organization keeps') })
      .nullable()
      .describe('What it is about'),
    interval: Interval.nullable().describe('How often it is paid'),
    currency: currencyOut().nullable(),
    amount_minor: amountOut().nullable().meta({ description: 'For each seat and interval, in minor units' }),
    quantity: count().describe('Seats that are paid for'),
    trial_end: moment().nullable().describe('When the trial ends'),
    current_period_start: moment().nullable().describe('When the period that is paid began'),
    current_period_end: moment().nullable().describe('When it ends'),
    cancel_at: moment().nullable().describe('When it ends for good'),
    canceled_at: moment().nullable().describe('When that was decided'),
    past_due_since: moment().nullable().describe('Since when a payment is missing'),
    access_until: moment().nullable().describe('Until when the plan counts although a payment is missing'),
    pending_plan: PlanName.nullable().describe('The plan from the next period on'),
    card: z
      .object({
        brand: z.string().nullable().describe('Whose card'),
        last4: z.string().describe('Its last four digits'),
      })
      .nullable()
      .describe('What pays'),
  })
  .meta({ id: 'Subscription' })

export const CurrentSubscription = z
  .object({ subscription: Subscription.nullable().describe('Null on the free plan') })
  .meta({ id: 'CurrentSubscription' })

const SeatsOver = z
  .object({
    missing: count().describe('How many seats there are too few'),
    viewers_from: moment().nullable().describe('From when members act as viewers; null if all are owners'),
    viewers: z
      .array(
        z.object({
          user_id: idOut().describe('Who it is'),
          name: z.string().describe('Their name'),
          chosen: z.boolean().describe('Whether an owner chose them; otherwise they joined last'),
        }),
      )
      .describe('Who acts as a viewer from then until there are seats for all'),
  })
  .meta({ id: 'BillingSeatsOver' })

export const ViewersChoice = z
  .strictObject({
    user_ids: z
      .array(id())
      .max(1000, 'at most 1000 members')
      .refine((ids) => new Set(ids).size === ids.length, 'names a member twice')
      .meta({
        description:
          'At most as many as seats are missing; as far as they are fewer, who joined last follows',
        'x-names': 'member',
      }),
  })
  .meta({ id: 'BillingViewersChoice' })

export const Overview = z
  .object({
    provider: z.enum(billingProviders).nullable().describe('Null where nothing is limited by a plan'),
    plan: PlanName.describe('The plan that counts now'),
    is_overridden: z.boolean().describe('Whether an operator chose it'),
    status: z.enum(subscriptionStatuses).nullable().describe('Of the subscription; null on the free plan'),
    period: z
      .object({
        start: moment().nullable().describe('Its first moment'),
        end: moment().describe('The first after it'),
      })
      .nullable()
      .describe('The period that is paid'),
    seats: z
      .object({
        used: count().describe('Active members, except viewers'),
        paid: count().nullable().describe('Seats of the subscription'),
        limit: count().nullable().describe('Null for unlimited'),
        over: SeatsOver.nullable().describe('Null while there are seats for all members'),
      })
      .describe('Who counts as a seat'),
    usage: z
      .array(
        z.object({
          key: z.enum(limits).describe('What is limited'),
          used: z.number().describe('How much is used up'),
          limit: z.number().describe('How much there is'),
          percent: z.int().nullable().describe('Of the limit; null where that is 0'),
        }),
      )
      .describe('What is used up by half or more; getEntitlements has the rest'),
    next_charge: z
      .object({ at: moment().describe('When'), amount_minor: amountOut(), currency: currencyOut() })
      .nullable()
      .describe('What is charged next, without tax'),
    trial_end: moment().nullable().describe('When the trial ends'),
    cancel_at: moment().nullable().describe('When the subscription ends for good'),
    access_until: moment().nullable().describe('Until when the plan counts although a payment is missing'),
    pending_plan: PlanName.nullable().describe('The plan from the next period on'),
  })
  .meta({ id: 'BillingOverview' })

export const Invoice = z
  .object({
    id: ownId,
    number: z.string().nullable().describe('As the provider numbers it'),
    status: z.enum(billingInvoiceStatuses).describe('How far it has come'),
    total_minor: amountOut(),
    currency: currencyOut(),
    hosted_url: z.string().nullable().describe('Where it is shown and paid; for owners'),
    period_start: moment().nullable().describe('The first moment of what it charges for'),
    period_end: moment().nullable().describe('The first moment after that'),
    issued_at: moment().describe('When it was issued'),
  })
  .meta({ id: 'BillingInvoice' })
export const InvoiceFilter = z.strictObject(paging)
