import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import { billingInvoices } from '../../../db/schema/billing.ts'
import type { Outside } from '../../kit/config.ts'
import { answer, inOrg, page, type Ref, shape } from '../../kit/sql.ts'
import { Invoice, type InvoiceFilter } from './schemas.ts'

/** Tells the database which provider the deployment names. */
export const named = ({ billing }: Outside) =>
  sql`select app.name_billing_provider(${billing.provider ?? null}::text)`
/** The same, and that it stays so after the request. */
export const kept = ({ billing }: Outside) =>
  sql`select app.keep_billing_provider(${billing.provider ?? null}::text)`

export const overview = (org: Ref) => answer(sql`app.billing_overview(${org}::uuid)`)
export const plans = (org: Ref) =>
  answer(sql`json_build_object('items', app.billing_plans_here(${org}::uuid))`)
export const entitlements = (org: Ref) => answer(sql`app.entitlements_json(${org}::uuid)`)
export const subscription = (org: Ref) =>
  answer(sql`json_build_object('subscription', app.subscription_json(app.subscription_of(${org}::uuid)))`)

const invoice = shape(Invoice, billingInvoices, {
  hosted_url: sql`case when app.rank() >= 50 and app.impersonator() is null then ${billingInvoices.hosted_url} end`,
})
export const invoices = (query: z.output<typeof InvoiceFilter>) =>
  page({ ...query, sort: [{ key: 'issued_at', descending: true }] }, invoice, {
    where: inOrg(billingInvoices),
    sorts: { issued_at: billingInvoices.issued_at },
  })
