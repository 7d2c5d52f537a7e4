import * as z from 'zod'
import { billingEventStatuses, billingIntervals } from '../../../db/schema/billing.ts'
import { plans } from '../../../db/schema/values.ts'
import { csv, moment, paging, text } from '../../kit/fields.ts'
import { createdAt, ownId } from '../../shared/common-fields.ts'
import { currencyCode, minorFrom0 } from '../../shared/money/fields.ts'
import { nameText } from '../../shared/names.ts'
import { Features, planFields, planKey } from './schemas.ts'

const Tier = z.enum(plans)
const reason = () =>
  z
    .string()
    .trim()
    .min(3, 'at least 3 characters')
    .max(200, 'at most 200 characters')
    .meta({ description: 'Why, for the audit log', example: 'ticket 4711: agreed by contract' })

export const PlatformPlan = z
  .object({
    ...planFields,
    tier: Tier.describe('What organizations that have it count as'),
    provider_price_id: z.string().nullable().describe('Its price at the payment provider'),
    active: z.boolean().describe('Whether it is offered'),
    created_at: createdAt,
  })
  .meta({ id: 'PlatformBillingPlan' })

export const PlanDraft = z
  .strictObject({
    name: nameText(80).meta({ description: 'What it is called', example: 'Pro, monthly' }),
    tier: Tier.optional().describe('What organizations that have it count as; pro if absent'),
    interval: z.enum(billingIntervals).describe('How often it is paid'),
    currency: currencyCode().describe('ISO 4217, such as EUR'),
    amount_minor: minorFrom0().meta({
      description: 'For each seat and interval, in minor units',
      example: 900,
    }),
    provider_price_id: text(120).optional().describe('Its price at the payment provider, which must agree'),
    active: z.boolean().describe('Whether it is offered'),
    features: Features.describe('What it allows; what is absent is as in the free plan'),
  })
  .meta({ id: 'PlatformBillingPlanDraft' })

export const OverrideDraft = z
  .strictObject({
    value: z
      .union([z.int().min(0, 'must not be negative').max(1e15, 'at most 10^15'), z.boolean()], {
        error: 'must be a whole number, true, false or null',
      })
      .nullable()
      .meta({ description: 'How much at most, or whether; null for unlimited', example: 50 }),
    expires_at: moment().optional().describe('Until when; for good if absent'),
    reason: reason(),
  })
  .meta({ id: 'EntitlementOverrideDraft' })

export const SubscriptionDraft = z
  .strictObject({
    plan_key: planKey(),
    quantity: z
      .int()
      .min(1, 'at least 1')
      .max(1_000_000, 'at most 1000000')
      .describe('Seats that are paid for'),
    ends_at: moment().optional().describe('When it ends; one that has passed ends it now'),
    reason: reason(),
  })
  .meta({ id: 'PlatformSubscriptionDraft' })

export const BillingEvent = z
  .object({
    id: z.string().describe('As the provider names it'),
    provider: z.string().describe('Who sent it'),
    type: z.string().describe('What happened'),
    status: z.enum(billingEventStatuses).describe('What became of it here'),
    error: z.string().nullable().describe('Why it failed or was ignored, or what to see to'),
    organization: z

      .object({ id: ownId, name: z.string().describe('What it is called') })
      .nullable()
      .describe('The organization that it is about, if its customer is known'),
    created_at: createdAt,
    received_at: moment().describe('When it came'),
  })
  .meta({ id: 'BillingEvent' })
export const EventFilter = z.strictObject({
  status: csv(z.enum(billingEventStatuses)).optional(),
  ...paging,
})
