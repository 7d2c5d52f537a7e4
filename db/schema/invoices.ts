import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  jsonb,
  numeric,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { clientContacts, clients, invoiceProfiles } from './clients.ts'
import { authored, inOrganization, moment, orgKey, reference, tenant, versioned } from './columns.ts'
import { entity } from './entity.ts'
import { invoiceSeries } from './invoice-numbers.ts'
import { currency, currencyCode, exchangeRate, money, moneyBounds, percent, percentBounds } from './money.ts'
import { projects } from './projects.ts'
import { organization } from './scopes.ts'
import { taxCategories, taxRates } from './tax-rates.ts'
import { known, oneOf } from './values.ts'

export const invoiceKinds = ['standard', 'simplified', 'corrective'] as const
export const invoiceStatuses = ['draft', 'issued', 'partially_paid', 'paid', 'cancelled'] as const
export const correctionMethods = ['difference', 'substitution'] as const
export const correctionReasons = ['R1', 'R2', 'R3', 'R4', 'R5'] as const
export const roundingModes = ['per_rate', 'per_line'] as const
export const discountKinds = ['none', 'percent', 'amount'] as const

export const invoices = entity(
  'invoices',
  {
    kind: 'invoice',
    block: 'fin',
    called: (t) => ({ numbers: [t.number], label: sql`${t.number}` }),
    said: 'has the number',
    scope: organization,
    history: 'audited',
    label: 'number',
    derived: ['viewed_at'],
    conflicts: {
      invoices_number: 'another invoice has this number; choose another prefix for the series',
      invoices_bounds: 'an amount of the invoice is more than 10000000000000 minor units',
    },
    item: (t) => ({
      title: sql`coalesce(${t.number}, 'Draft')`,
      key: t.number,
      body: sql`concat_ws(' ', ${t.po_number}, ${t.client_snapshot} ->> 'name', ${t.notes})`,
      leastLevel: sql`30`,
      follows: ['number', 'po_number', 'client_snapshot', 'notes'],
    }),
    page: (t) => sql`'/invoices/' || ${t.id}`,
    files: (t) => ({
      owner: t.created_by,
      state: sql`case when ${t.status} = 'cancelled'
        then 'the invoice is cancelled; its files cannot change any more' end`,
    }),
  },
  {
    ...tenant(),
    client_id: uuid().notNull(),
    contact_id: uuid(),
    project_id: uuid(),
    kind: oneOf(invoiceKinds).notNull().default('standard'),
    status: oneOf(invoiceStatuses).notNull().default('draft'),
    corrects_invoice_id: uuid(),
    correction_method: oneOf(correctionMethods),
    correction_reason: oneOf(correctionReasons),
    /** For a substitution, the replaced amounts of the corrected invoice. */
    replaced_net_minor: money(),
    replaced_tax_minor: money(),
    replaced_surcharge_minor: money(),
    /** The amount it takes off the invoice that it corrects. */
    credits_minor: money().notNull().default(0),
    series_id: uuid(),
    counter_period: varchar({ length: 4 }),
    series_seq: bigint({ mode: 'number' }),
    number: varchar({ length: 60 }),
    issue_date: date({ mode: 'string' }),
    operation_date: date({ mode: 'string' }),
    due_date: date({ mode: 'string' }),
    payment_terms_days: smallint(),
    currency: currency().notNull(),
    /** Null until known, at the latest when the invoice is issued. */
    exchange_rate: exchangeRate(),
    /** The day of that rate; set when the invoice is issued, if not before. */
    exchange_rate_date: date({ mode: 'string' }),
    prices_include_tax: boolean().notNull().default(false),
    rounding_mode: oneOf(roundingModes).notNull().default('per_rate'),
    discount_kind: oneOf(discountKinds).notNull().default('none'),
    /** Percent, or an amount in major units. */
    discount_value: numeric({ precision: 18, scale: 4 }).notNull().default('0'),
    withholding_rate: percent().notNull().default('0'),
    discount_minor: money().notNull().default(0),
    net_minor: money().notNull().default(0),
    tax_minor: money().notNull().default(0),
    surcharge_minor: money().notNull().default(0),
    withholding_minor: money().notNull().default(0),
    total_minor: money().notNull().default(0),
    payable_minor: money().notNull().default(0),
    paid_minor: money().notNull().default(0),
    credited_minor: money().notNull().default(0),
    /** The outstanding amount; negative if the client overpaid or was credited too much. */
    outstanding_minor: money()
      .notNull()
      .generatedAlwaysAs(
        sql`case when status in ('draft', 'cancelled') then 0 else payable_minor - paid_minor - credited_minor end`,
      ),
    /** Its contribution to sales: for a substitution, only the difference. */
    sales_net_minor: money()
      .notNull()
      .generatedAlwaysAs(sql`net_minor - coalesce(replaced_net_minor, 0)`),
    sales_minor: money()
      .notNull()
      .generatedAlwaysAs(
        sql`total_minor - coalesce(replaced_net_minor + replaced_tax_minor + replaced_surcharge_minor, 0)`,
      ),
    /** In the organization's currency, at the rate frozen at issue: the total, and its contribution to sales before tax. */
    base_total_minor: money(),
    base_net_minor: money(),
    base_currency: currency(),
    po_number: varchar({ length: 60 }),
    /** Those of the client without them; set when the invoice is issued. */
    profile: oneOf(invoiceProfiles),
    buyer_reference: varchar({ length: 100 }),
    notes: text(),
    internal_notes: text(),
    /** The issuer and the client as they were when the invoice was issued. */
    issuer_snapshot: jsonb(),
    client_snapshot: jsonb(),
    issued_at: moment(),
    issued_by: uuid(),
    sent_at: moment(),
    viewed_at: moment(),
    cancelled_at: moment(),
    cancelled_by: uuid(),
    cancel_reason: varchar({ length: 500 }),
    ...authored(),
    ...versioned(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('invoices_sequence')
      .on(t.org_id, t.series_id, t.counter_period, t.series_seq)
      .where(sql`${t.series_seq} is not null`),
    uniqueIndex('invoices_number')
      .on(t.org_id, t.number)
      .where(sql`${t.number} is not null`),
    index('invoices_due').on(t.org_id, t.status, t.due_date),
    index('invoices_owed')
      .on(t.org_id, t.due_date, t.client_id, t.currency, t.outstanding_minor)
      .where(sql`${t.outstanding_minor} <> 0`),
    index('invoices_client').on(t.org_id, t.client_id, t.id),
    index('invoices_contact').on(t.org_id, t.contact_id),
    index('invoices_project').on(t.org_id, t.project_id),
    index('invoices_corrects').on(t.org_id, t.corrects_invoice_id),
    index('invoices_issued').on(t.org_id, t.issue_date, t.id),
    index('invoices_sales')
      .on(t.org_id, t.issue_date, t.currency, t.client_id, t.sales_net_minor, t.sales_minor, t.base_net_minor)
      .where(sql`${t.status} in ('issued', 'partially_paid', 'paid')`),
    index('invoices_substitutions')
      .on(t.org_id, t.issue_date)
      .where(sql`${t.correction_method} = 'substitution'`),
    index('invoices_withheld')
      .on(t.org_id, t.issue_date)
      .where(sql`${t.withholding_minor} <> 0`),
    index('invoices_made').on(t.org_id, t.created_at.desc().nullsLast(), t.id),
    reference('invoices_client_id', t, t.client_id, clients),
    reference('invoices_contact_id', t, t.contact_id, clientContacts),
    reference('invoices_project_id', t, t.project_id, projects),
    reference('invoices_series_id', t, t.series_id, invoiceSeries),
    reference('invoices_corrects_id', t, t.corrects_invoice_id, t),
    known('invoices_kind', t.kind),
    known('invoices_status', t.status),
    known('invoices_method', t.correction_method),
    known('invoices_reason', t.correction_reason),
    known('invoices_rounding', t.rounding_mode),
    known('invoices_discount', t.discount_kind),
    known('invoices_profile', t.profile),
    currencyCode('invoices_currency', t.currency),
    percentBounds('invoices_withholding', t.withholding_rate),
    check('invoices_numbered', sql`(${t.status} = 'draft') = (${t.number} is null)`),
    check(
      'invoices_dated',
      sql`(${t.number} is null) = (${t.series_seq} is null) and (${t.number} is null or ${t.issue_date} is not null)`,
    ),
    check('invoices_corrective', sql`(${t.kind} = 'corrective') = (${t.corrects_invoice_id} is not null)`),
    check(
      'invoices_correction',
      sql`(${t.kind} = 'corrective') = (${t.correction_method} is not null) and (${t.kind} = 'corrective') = (${t.correction_reason} is not null)`,
    ),
    check('invoices_terms', sql`${t.payment_terms_days} between 0 and 365`),
    check('invoices_rate', sql`${t.exchange_rate} > 0`),
    check(
      'invoices_sums',
      sql`${t.total_minor} = ${t.net_minor} + ${t.tax_minor} + ${t.surcharge_minor} and ${t.payable_minor} = ${t.total_minor} - ${t.withholding_minor}`,
    ),
    check('invoices_paid', sql`${t.paid_minor} = 0 or ${t.paid_minor} between 1 and ${t.payable_minor}`),
    moneyBounds('invoices_bounds', t.net_minor, t.tax_minor, t.surcharge_minor, t.total_minor),
  ],
)

export const invoiceLines = entity(
  'invoice_lines',
  { kind: 'invoice_line', block: 'fin', scope: organization, history: 'audited', label: 'description' },
  {
    ...tenant(),
    invoice_id: uuid().notNull(),
    position: smallint().notNull(),
    description: varchar({ length: 1000 }).notNull(),
    quantity: numeric({ precision: 14, scale: 4 }).notNull(),
    unit: varchar({ length: 20 }),
    unit_price: numeric({ precision: 18, scale: 6 }).notNull(),
    discount_percent: percent().notNull().default('0'),
    tax_rate_id: uuid(),
    tax_rate: percent().notNull().default('0'),
    surcharge_rate: percent(),
    category: oneOf(taxCategories).notNull().default('standard'),
    exemption_code: varchar({ length: 10 }),
    /** Net of its own discount and its share of the document's. */
    net_minor: money().notNull().default(0),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('invoice_lines_position').on(t.invoice_id, t.position),
    index('invoice_lines_invoice').on(t.org_id, t.invoice_id, t.position),
    index('invoice_lines_rate').on(t.org_id, t.tax_rate_id),
    reference('invoice_lines_invoice_id', t, t.invoice_id, invoices).onDelete('cascade'),
    reference('invoice_lines_rate_id', t, t.tax_rate_id, taxRates),
    known('invoice_lines_category', t.category),
    percentBounds('invoice_lines_discount', t.discount_percent),
    check('invoice_lines_quantity', sql`${t.quantity} <> 0`),
    check('invoice_lines_place', sql`${t.position} between 1 and 200`),
  ],
)

/** The tax of an invoice per category and rate. */
export const invoiceTaxes = entity(
  'invoice_taxes',
  { scope: organization, history: 'none' },
  {
    ...inOrganization(),
    invoice_id: uuid().notNull(),
    category: oneOf(taxCategories).notNull(),
    rate: percent().notNull(),
    surcharge_rate: percent().notNull().default('0'),
    exemption_code: varchar({ length: 10 }),
    base_minor: money().notNull(),
    tax_minor: money().notNull(),
    surcharge_minor: money().notNull().default(0),
    /** The unrounded tax, in minor units. */
    exact: text().notNull(),
    /** Set while issued and not cancelled: the day and currency of the invoice, and the tax with surcharge in the organization's currency. */
    issued_on: date({ mode: 'string' }),
    currency: currency(),
    base_tax_minor: money(),
  },
  (t) => [
    primaryKey({ columns: [t.invoice_id, t.category, t.rate, t.surcharge_rate] }),
    index('invoice_taxes_invoice').on(t.org_id, t.invoice_id),
    index('invoice_taxes_issued')
      .on(
        t.org_id,
        t.issued_on,
        t.currency,
        t.category,
        t.rate,
        t.surcharge_rate,
        t.base_minor,
        t.tax_minor,
        t.surcharge_minor,
        t.base_tax_minor,
      )
      .where(sql`${t.issued_on} is not null`),
    reference('invoice_taxes_invoice_id', t, t.invoice_id, invoices).onDelete('cascade'),
    known('invoice_taxes_category', t.category),
  ],
)
