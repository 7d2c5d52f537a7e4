import { type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { clientContacts, clients } from '../../../db/schema/clients.ts'
import { invoiceRegister, invoiceRegisterSettings } from '../../../db/schema/invoice-register.ts'
import { invoiceLineSources } from '../../../db/schema/invoice-sources.ts'
import { invoiceSeries } from '../../../db/schema/invoice-numbers.ts'
import { invoicePayments } from '../../../db/schema/invoice-payments.ts'
import { invoiceLines, invoices, invoiceTaxes } from '../../../db/schema/invoices.ts'
import { organizations } from '../../../db/schema/organizations.ts'
import { resource } from '../../kit/resource.ts'
import {
  any,
  type AnyColumn,
  contains,
  inOrg,
  json,
  jsonb,
  jsonIf,
  jsonList,
  type Ref,
  rejectStale,
  ensure,
  ensureFields,
  shape,
  type Statement,
  update,
} from '../../kit/sql.ts'
import { currencyOf, draftInvoice } from '../../shared/invoice/drafting.ts'
import { decimalText } from '../../shared/money/fields.ts'
import { referencesIn, targetOf } from '../../kit/targets.ts'
import { projectId } from '../../shared/projects.ts'
import { openClient, project, that } from '../../shared/references.ts'
import { InvoiceChange, InvoiceDraft, type InvoiceFields, type TimeBilling } from './draft-schemas.ts'
import { type CreditNoteDraft, type InvoiceCopy, type InvoiceIssue } from './action-schemas.ts'
import { payment } from './payments.ts'
import { detail, InvoiceLine, shown } from './schemas.ts'

export const overdue = sql`(${invoices.outstanding_minor} > 0 and ${invoices.due_date} < (select app.org_today()))`
export const clientName = sql`coalesce(${invoices.client_snapshot} ->> 'name',
  (select c.name from ${clients} c where c.org_id = (select app.org_id()) and c.id = ${invoices.client_id}))`

const ofInvoice = (table: { org_id: AnyColumn; invoice_id: AnyColumn }) =>
  sql`${inOrg(table)} and ${table.invoice_id} = ${invoices.id}`
const decimals = (table: object, names: string[]) =>
  Object.fromEntries(names.map((name) => [name, decimalText((table as Record<string, SQL>)[name]!)]))

const taxRows = jsonList(
  {
    category: invoiceTaxes.category,
    ...decimals(invoiceTaxes, ['rate', 'surcharge_rate']),
    exemption_code: invoiceTaxes.exemption_code,
    base_minor: invoiceTaxes.base_minor,
    tax_minor: invoiceTaxes.tax_minor,
    surcharge_minor: invoiceTaxes.surcharge_minor,
    exact: invoiceTaxes.exact,
  },
  sql`from ${invoiceTaxes} where ${ofInvoice(invoiceTaxes)}`,
  sql`${invoiceTaxes.rate} desc, ${invoiceTaxes.category}, ${invoiceTaxes.surcharge_rate}`,
)

const source = (column: SQL) => sql`(select ${column} from ${invoiceLineSources} s
  where s.org_id = ${invoiceLines.org_id} and s.line_id = ${invoiceLines.id}
  and ${column} is not null)`
const line = shape(InvoiceLine, invoiceLines, {
  ...decimals(invoiceLines, ['quantity', 'unit_price', 'discount_percent', 'tax_rate', 'surcharge_rate']),
  expense_id: source(sql`s.expense_id`),
  milestone_id: source(sql`s.milestone_id`),
  before_discount_minor: sql`(select app.before_document_discount(${invoiceLines.net_minor}, i.discount_minor,
    ${invoiceLines.quantity}, ${invoiceLines.unit_price}, ${invoiceLines.discount_percent},
    ${invoiceLines.tax_rate} + coalesce(${invoiceLines.surcharge_rate}, 0), i.prices_include_tax, i.currency)
    from ${invoices} i where i.org_id = ${invoiceLines.org_id} and i.id = ${invoiceLines.invoice_id})`,
})
const listOf = ({ answer: item, table }: typeof line, where: SQL, order: SQL) =>
  sql`(select coalesce(array_to_json(array_agg(${item} order by ${order})), '[]') from ${table} where ${where})`

export const invoice = resource(invoices, {
  noun: 'invoice',
  name: 'Invoice',
  row: 'id~number number status currency kind!standard overdue client issue_date due_date total_minor outstanding_minor',
  at: '/invoices',
  item: '/invoices/{invoice_id}',
  fields: {},
  required: [],
  draft: InvoiceDraft,
  change: InvoiceChange,
  shown: {
    ...shown,
    overdue: [shown.overdue, overdue],
    client: [shown.client, json({ id: invoices.client_id, name: clientName })],
    corrects: [
      shown.corrects,
      jsonIf(sql`${invoices.corrects_invoice_id} is not null`, {
        id: invoices.corrects_invoice_id,
        number: sql`(select o.number from ${invoices} o where o.org_id = ${invoices.org_id} and o.id = ${invoices.corrects_invoice_id})`,
      }),
    ],
    project_id: [shown.project_id, projectId(invoices.project_id)],
    exchange_rate: [shown.exchange_rate, decimalText(invoices.exchange_rate)],
    base_currency: [
      shown.base_currency,
      sql`coalesce(${invoices.base_currency}, (select o.currency from ${organizations} o where o.id = ${invoices.org_id}))`,
    ],
    discount: [
      shown.discount,
      json({ kind: invoices.discount_kind, value: decimalText(invoices.discount_value) }),
    ],
    withholding_rate: [shown.withholding_rate, decimalText(invoices.withholding_rate)],
  },
  detail: {
    base_tax_minor: [detail.base_tax_minor, sql`app.base_tax(${invoices})`],
    lines: [detail.lines, listOf(line, ofInvoice(invoiceLines), sql`${invoiceLines.position}`)],
    taxes: [detail.taxes, taxRows],
    payments: [
      detail.payments,
      listOf(payment, ofInvoice(invoicePayments), sql`${invoicePayments.paid_on}, ${invoicePayments.id}`),
    ],
    corrections: [
      detail.corrections,
      sql`(select coalesce(array_to_json(array_agg(row_to_json(x) order by x.id)), '[]') from (select c.id, c.number, c.status,
        c.total_minor from ${invoices} c where c.org_id = ${invoices.org_id} and c.corrects_invoice_id = ${invoices.id}) x)`,
    ],
    register_records: [
      detail.register_records,
      sql`(select coalesce(array_to_json(array_agg(row_to_json(x) order by x.seq)), '[]') from (select g.issuer_tax_id, g.seq,
        g.record_type, g.hash, g.generated_at_text as generated_at from ${invoiceRegister} g
        where g.org_id = ${invoices.org_id} and g.invoice_id = ${invoices.id}) x)`,
    ],
    qr_url: [
      detail.qr_url,
      sql`(select app.register_qr(r.mode, g.issuer_tax_id, g.number, g.issue_date, g.total) from ${invoiceRegister} g
        join ${invoiceRegisterSettings} r on r.org_id = g.org_id where g.org_id = ${invoices.org_id}
        and g.invoice_id = ${invoices.id} and g.record_type = 'alta' order by g.seq desc limit 1)`,
    ],
  },
})

/** A contact of the client. */
export const contactOf = (client: SQL) =>
  that(
    targetOf(clientContacts, { noun: 'contact' }),
    sql`${clientContacts.client_id} = ${client}`,
    'of another client',
  )
const seriesTarget = targetOf(invoiceSeries, { noun: 'series' })

/** Requires everything a draft refers to; `id` is the invoice if it already exists. */
const requireReferences = (
  body: Partial<z.output<typeof InvoiceDraft>>,
  id?: Ref,
  kind: SQL = sql`${body.kind ?? 'standard'}::text`,
): Statement[] => {
  const client = body.client_id
    ? sql`${body.client_id}::uuid`
    : sql`(select i.client_id from ${invoices} i where i.org_id = (select app.org_id()) and i.id = ${id})`
  const forKind = sql`case ${kind} when 'standard' then 'invoice' when 'simplified' then 'simplified' else 'credit_note' end`
  const refers = {
    client_id: openClient,
    project_id: project,
    contact_id: contactOf(client),
    series_id: that(
      seriesTarget,
      sql`${invoiceSeries.archived_at} is null and ${invoiceSeries.doc_kind} = ${forKind}`,
      'archived, or for another kind of document',
    ),
  }
  return ensureFields(referencesIn(refers, body))
}

/** The columns for the fields of a body. */
const columnsOf = ({ discount, ...columns }: Partial<InvoiceFields>) => ({
  ...columns,
  lines: undefined,
  version: undefined,
  ...(discount && { discount_kind: discount.kind, discount_value: discount.value }),
  ...(columns.due_date && { payment_terms_days: null }),
  ...(columns.payment_terms_days != null && { due_date: null }),
})

export const createInvoice = (id: string, body: z.output<typeof InvoiceDraft>) => [
  ...requireReferences(body),
  ...draftInvoice(id, {
    ...columnsOf(body),
    client_id: body.client_id,
    currency: body.currency,
    lines: jsonb(body.lines ?? []),
  }),
  invoice.get(id),
]

/** The fields of an issued invoice that can be changed. */
const editableOnceIssued = new Set(['internal_notes', 'project_id', 'due_date'])

/** Everything in a draft can change; in an issued invoice only what is not printed on it. */
export function changeInvoice(id: Ref, { version, ...body }: z.output<typeof InvoiceChange>) {
  const { lines } = body
  const kind = sql`coalesce(${body.kind ?? null}::text,
    (select i.kind from ${invoices} i where i.org_id = (select app.org_id()) and i.id = ${id}))`
  const changed = columnsOf(body)
  return [
    ...requireReferences(body, id, kind),
    ...rejectStale('invoices', id, version, { ...changed, ...(lines && { net_minor: 0, total_minor: 0 }) }),
    sql`select app.check_invoice_change(${id},
      ${Object.keys(body).every((field) => editableOnceIssued.has(field))},
      ${jsonb({ client: body.client_id, kind: body.kind, due_date: body.due_date })})`,
    update(
      invoices,
      { ...changed, ...(body.client_id && body.contact_id === undefined && { contact_id: null }) },
      invoice.row(id),
    ),
    sql`select app.rewrite_draft(${id}, ${lines ? jsonb(lines) : null}::jsonb)`,
    invoice.get(id),
  ]
}

export const deleteInvoice = (id: Ref) => [
  ensure(
    sql`(select i.status = 'draft' from ${invoices} i where i.org_id = (select app.org_id()) and i.id = ${id})`,
    'WM409',
    'the invoice is issued; cancel it, or correct it with a credit note',
  ),
  sql`delete from ${invoices} where ${invoice.row(id)}`,
]

export const previewInvoice = (body: z.output<typeof InvoiceDraft>) => {
  const currency = body.currency ? sql`${body.currency}::text` : currencyOf(body.client_id)
  const terms = sql`(${currency}, ${body.prices_include_tax ?? false}::boolean, ${body.rounding_mode ?? 'per_rate'}::text,
    ${body.discount?.kind ?? 'none'}::text, ${body.discount?.value ?? 0}::numeric, ${body.withholding_rate ?? 0}::numeric)::app.invoice_terms`
  return [
    ...requireReferences(body),
    sql`select app.ensure_fields(app.invoice_line_problems(${body.client_id}, ${currency}, ${jsonb(body.lines ?? [])}))`,
    sql`select row_to_json(r)::text as answer from (select ${currency} as currency, t.discount_minor, t.net_minor, t.tax_minor,
        t.surcharge_minor, t.withholding_minor, t.total_minor, t.payable_minor,
        (select coalesce(array_to_json(array_agg(row_to_json(y))), '[]') from (select x.category, trim_scale(x.rate)::text as rate,
          trim_scale(x.surcharge_rate)::text as surcharge_rate, x.exemption_code, x.base_minor, x.tax_minor, x.surcharge_minor, x.exact
          from unnest(t.taxes) x) y) as taxes,
        (select coalesce(array_to_json(array_agg(row_to_json(l))), '[]') from (select n.position::int, n.net_minor,
            app.before_document_discount(n.net_minor, t.discount_minor, w.quantity, w.unit_price, w.discount_percent,
              w.tax_rate + coalesce(w.surcharge_rate, 0), ${body.prices_include_tax ?? false}::boolean, ${currency}) as before_discount_minor
          from unnest(t.nets) with ordinality n(net_minor, position)
            join unnest(app.invoice_lines_of(${jsonb(body.lines ?? [])}, ${currency})) w on w.place = n.position) l) as lines
      from app.total_invoice(${terms}, app.invoice_lines_of(${jsonb(body.lines ?? [])}, ${currency})) t) r`,
  ]
}

export const issueInvoice = (id: Ref, body: z.output<typeof InvoiceIssue>) => [
  sql`select app.issue_invoice(${id}, ${body.issue_date ?? null}, ${body.exchange_rate ?? null},
    ${body.exchange_rate_date ?? null})`,
  invoice.get(id),
]

export const createCreditNote = (id: Ref, newId: string, body: z.output<typeof CreditNoteDraft>) => [
  sql`select app.draft_correction(${id}, ${newId}, ${body.reason}, ${body.method},
    ${body.lines ? jsonb(body.lines) : null}::jsonb, ${body.notes ?? null})`,
  invoice.get(newId),
]

/** Matches part of the number, the order number or the client name. */
export const matching = (needle: string) =>
  any(
    sql`strpos(upper(${invoices.number}), upper(${needle})) > 0`,
    sql`(${invoices.po_number} is not null and ${contains(invoices.po_number, needle)})`,
    sql`${invoices.client_id} in (select ${clients.id} from ${clients} where ${inOrg(clients)} and ${contains(clients.name, needle)})`,
  )

export const copyInvoice = (id: Ref, newId: string, { client_id }: z.output<typeof InvoiceCopy>) => [
  ...ensureFields(referencesIn({ client_id: openClient }, { client_id })),
  sql`select app.duplicate_invoice(${id}, ${newId}, ${client_id ?? null})`,
  invoice.get(newId),
]

export const billTime = (newId: string, body: z.output<typeof TimeBilling>) => {
  const { client_id, project_id, from, to, group_by, ...heading } = body
  return [
    ...requireReferences({ client_id, project_id, ...heading }),
    sql`select app.bill_time(${newId}, ${client_id}, ${project_id ?? null}, ${from}, ${to}, ${group_by}, ${jsonb(heading)})`,
    invoice.get(newId),
  ]
}
