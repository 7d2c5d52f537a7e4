import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import { billingInvoices } from '../../../db/schema/billing.ts'
import type { Outside } from '../../base/config.ts'
import { answer, ensureFields, inOrg, page, type Ref, shape } from '../../kit/sql.ts'
import { type Reference, referencesIn } from '../../kit/targets.ts'
import { Invoice, type InvoiceFilter } from './schemas.ts'

/** Tells the database which provider the deployment names. */
export const named = ({ billing }: Outside) =>
  sql`select app.name_billing_provider(${billing.provider ?? null}::text)`
/** The same, and that it stays so after the request. */
export const kept = ({ billing }: Outside) =>
  sql`select app.keep_billing_provider(${billing.provider ?? null}::text)`

/** Owners keep what they may, and viewers have no seat to give up. */
const withSeat: Reference = (person) => [
  sql`exists (select from app.seats_in_turn(app.org_id()) s where s.user_id = ${person}::uuid)`,
  'not an active member with a seat, other than an owner',
]
export const chooseViewers = (user_ids: string[], { billing }: Outside) => [
  ...ensureFields(referencesIn({ user_ids: withSeat }, { user_ids })),
  answer(sql`app.choose_viewers(${billing.provider ?? null}::text, ${`{${user_ids.join(',')}}`}::uuid[])`),
]

export const overview = (org: Ref) => answer(sql`app.billing_overview(${org}::uuid)`)
export const plans = (org: Ref) =>
  answer(sql`json_build_object('items', app.billing_plans_here(${org}::uuid))`)
export const entitlements = (org: Ref) => answer(sql`app.entitlements_json(${org}::uuid)`)
export const subscription = (org: Ref) =>
  answer(sql`json_build_object('subscription', app.subscription_json(app.subscription_of(${org}::uuid)))`)

const invoice = shape(Invoice, billingInvoices, {
  hosted_url: sql`case when app.role_level() >= 50 and app.impersonator() is null then ${billingInvoices.hosted_url} end`,
})
export const invoices = (query: z.output<typeof InvoiceFilter>) =>
  page({ ...query, sort: [{ key: 'issued_at', descending: true }] }, invoice, {
    where: inOrg(billingInvoices),
    sorts: { issued_at: billingInvoices.issued_at },
  })
