import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Outside } from '../../base/config.ts'
import { conflict, invalid } from '../../kit/errors.ts'
import { asRecord } from '../../shared/outbound/records.ts'
import type { PlanDraft } from './platform-schemas.ts'

type Draft = z.output<typeof PlanDraft>

/** A price is read from the payment provider before a plan may name it. */
export const needsPrice = ({ provider_price_id }: Draft, _: unknown, { billing }: Outside) =>
  provider_price_id && billing.provider === 'stripe' ? [sql`select true`] : undefined

export async function checkPrice(
  { provider_price_id, currency, amount_minor, interval }: Draft,
  _: string,
  { billing }: Outside,
) {
  const price = await billing.call(`prices/${encodeURIComponent(provider_price_id!)}`)
  if (!price) throw invalid('body.provider_price_id: not found at the payment provider')
  const recurring = asRecord(price.recurring)
  const differing = [
    String(price.currency).toUpperCase() !== currency && 'currency',
    price.unit_amount !== amount_minor && 'amount_minor',
    (recurring.interval !== interval || (recurring.interval_count ?? 1) !== 1) && 'interval',
  ].filter(Boolean)
  if (differing.length)
    throw conflict(`the price at the payment provider differs in ${differing.join(', ')}; correct either`)
  return { values: {}, compensate: async () => {} }
}
