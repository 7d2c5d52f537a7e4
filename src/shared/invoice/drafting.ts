import { type SQL, sql } from 'drizzle-orm'
import { clients } from '../../../db/schema/clients.ts'
import { invoices } from '../../../db/schema/invoices.ts'
import { organizations } from '../../../db/schema/organizations.ts'
import { insert, type Ref, type Statement } from '../../kit/sql.ts'

/** Columns of a new invoice, as values or SQL; `lines` is a jsonb array of `InvoiceLineDraft`. */
type Draft = {
  client_id: Ref
  currency?: Ref | undefined
  lines: SQL
  [column: string]: unknown
}

/** The currency of a client's invoices: the client's, else the organization's. */
export const currencyOf = (client: Ref) => sql`coalesce(
  (select c.currency from ${clients} c where c.org_id = (select app.org_id()) and c.id = ${client}),
  (select o.currency from ${organizations} o where o.id = (select app.org_id())))`

/** Creates a draft with its lines and totals. The caller must have checked its references, except those of the lines. */
export const draftInvoice = (id: string, { lines, currency, ...columns }: Draft): Statement[] => [
  insert(invoices, { id, ...columns, currency: currency ?? currencyOf(columns.client_id) }),
  sql`select app.rewrite_draft(${id}, ${lines})`,
]
