import * as z from 'zod'
import { boolParam } from '../../kit/fields.ts'
import { amountOut, CurrentSubscription, currencyOut, limits, planKey, PlanName } from './schemas.ts'

const isWritten = (value: string) => /^https?:\/\/[^/?#@]+(?:[/?#]|$)/.test(value) && !/[\s\\]/.test(value)

/** An address to come back to; which hosts are ours is checked with the settings. */
const returnUrl = () =>
  z
    .string()
    .max(500, 'at most 500 characters')
    .refine((value) => isWritten(value) && URL.canParse(value), 'must be an address of this service')
    .meta({ example: 'https://service.test/organizations/ada-co/plan' })

export const CheckoutDraft = z
  .strictObject({
    plan_key: planKey(),
    success_url: returnUrl().describe(
      'Where to go once it is paid; {CHECKOUT_SESSION_ID} in it becomes its id',
    ),
    cancel_url: returnUrl().describe('Where to go otherwise'),
  })
  .meta({ id: 'CheckoutDraft' })
export const PortalDraft = z
  .strictObject({
    return_url: returnUrl().optional().describe('Where to go afterwards; the pages if absent'),
  })
  .meta({ id: 'BillingPortalDraft' })
export const Address = z
  .object({ url: z.string().describe('Where the provider goes on') })
  .meta({ id: 'BillingAddress' })

export const CheckoutReturn = z
  .strictObject({
    session_id: z
      .string()
      .regex(/^[\w-]{1,200}$/, 'must be the id of a checkout, such as cs_test_a1b2')
      .meta({ description: 'Of the checkout', example: 'cs_test_a1b2' }),
  })
  .meta({ id: 'CheckoutReturn' })
export const CheckoutState = CurrentSubscription.extend({
  state: z
    .enum(['confirmed', 'pending', 'open'])
    .describe('Whether it counts already, is paid and being confirmed, or is not paid yet'),
}).meta({ id: 'CheckoutState' })

export const PlanChange = z
  .strictObject({
    plan_key: planKey(),
    at: z
      .enum(['now', 'period_end'])
      .optional()
      .describe('When; if absent, now for a dearer plan, and at the end of the period for a cheaper one'),
  })
  .meta({ id: 'PlanChange' })
export const ChangeFilter = z.strictObject({
  preview: boolParam().default(false).meta({ description: 'Only tell what it would mean', example: true }),
})
export const PlanChanged = CurrentSubscription.extend({
  preview: z.boolean().describe('Whether nothing was changed'),
  plan: PlanName.describe('The plan that was chosen'),
  at: z.enum(['now', 'period_end']).describe('When it begins'),
  prorated_minor: amountOut()
    .nullable()
    .meta({ description: 'What is charged for the rest of the period, in minor units' }),
  next_minor: amountOut().meta({
    description: 'What each further period costs, in minor units, without tax',
  }),
  currency: currencyOut(),
  exceeds: z
    .array(
      z.object({
        key: z.enum(limits).describe('What is limited'),
        used: z.number().describe('How much is used'),
        limit: z.number().describe('How much the plan allows'),
      }),
    )
    .describe('What is used more than the plan allows'),
}).meta({ id: 'PlanChanged' })

export const Cancellation = z
  .strictObject({
    at_period_end: z.boolean().default(true).describe('Whether it goes on until the end of what is paid'),
    confirm: z.boolean().default(false).describe('Required to end it at once: nothing is refunded'),
  })
  .meta({ id: 'SubscriptionCancellation' })
