import { sql } from 'drizzle-orm'
import { check, date, index, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core'
import { bytes } from './accounts.ts'
import { authored, globalId, moment, orgKey, orgPair, reference, tenant } from './columns.ts'
import { entity } from './entity.ts'
import { invoices } from './invoices.ts'
import { currency, money } from './money.ts'
import { organization } from './scopes.ts'
import { known, oneOf } from './values.ts'

export const paymentMethods = ['bank_transfer', 'card', 'cash', 'direct_debit', 'other'] as const

export const invoicePayments = entity(
  'invoice_payments',
  {
    kind: 'invoice_payment',
    block: 'fin',
    scope: organization,
    history: 'audited',
    label: 'reference',
    conflicts: { invoice_payments_key: 'another payment has this idempotency_key' },
  },
  {
    ...tenant(),
    invoice_id: uuid().notNull(),
    amount_minor: money().notNull(),
    currency: currency().notNull(),
    paid_on: date({ mode: 'string' }).notNull(),
    method: oneOf(paymentMethods).notNull(),
    reference: varchar({ length: 140 }),
    idempotency_key: varchar({ length: 64 }),
    ...authored(),
    voided_at: moment(),
    voided_by: uuid(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('invoice_payments_key')
      .on(t.org_id, t.idempotency_key)
      .where(sql`${t.idempotency_key} is not null`),
    index('invoice_payments_invoice').on(t.org_id, t.invoice_id, t.paid_on, t.id),
    index('invoice_payments_day')
      .on(t.org_id, t.paid_on, t.currency, t.amount_minor)
      .where(sql`${t.voided_at} is null`),
    reference('invoice_payments_invoice_id', t, t.invoice_id, invoices),
    known('invoice_payments_method', t.method),
    check('invoice_payments_amount', sql`${t.amount_minor} > 0`),
    check('invoice_payments_void', sql`(${t.voided_at} is null) = (${t.voided_by} is null)`),
  ],
)

export const unmailedReasons = ['no_address', 'no_mail', 'limit'] as const
export const mailStatuses = ['waiting', 'sent', 'failed', 'dropped'] as const

/** Links to one invoice for somebody without an account. */
export const invoiceLinks = entity(
  'invoice_links',
  {
    scope: organization,
    history: 'audited',
    derived: ['mailed_to', 'not_mailed', 'mail_status', 'mail_error'],
  },
  {
    ...tenant(),
    id: globalId(),
    invoice_id: uuid().notNull(),
    token_hash: bytes().notNull(),
    expires_at: moment().notNull(),
    revoked_at: moment(),
    /** Whom the mail with it went to and what became of that, or why there was none. */
    mailed_to: varchar({ length: 254 }),
    not_mailed: oneOf(unmailedReasons),
    mail_status: oneOf(mailStatuses),
    mail_error: varchar({ length: 300 }),
    ...authored(),
  },
  (t) => [
    orgPair(t),
    known('invoice_links_not_mailed', t.not_mailed),
    known('invoice_links_mail_status', t.mail_status),
    uniqueIndex('invoice_links_token').on(t.token_hash),
    index('invoice_links_invoice').on(t.org_id, t.invoice_id, t.created_at),
    reference('invoice_links_invoice_id', t, t.invoice_id, invoices).onDelete('cascade'),
  ],
)
