import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import { expenses } from '../../../db/schema/expenses.ts'
import { invoiceRegisterSettings as settings } from '../../../db/schema/invoice-register.ts'
import { organizations } from '../../../db/schema/organizations.ts'
import { supplierIbans, suppliers } from '../../../db/schema/suppliers.ts'
import type { TransformContext } from '../../kit/operation.ts'
import { all, answer, inOrg, json, jsonIf, ensureFields, uuids } from '../../kit/sql.ts'
import { type Carried, sealedJson } from '../../shared/sealing/sealed.ts'
import { type CreditTransfer, creditTransferOf } from '../../shared/sepa/pain001.ts'
import { judged, type Payee, sorted, sumOf } from '../../shared/sepa/sealed-payments.ts'
import { matching } from './queries.ts'
import type { PaymentOrder } from './schemas.ts'

/** Payments per file; the next file continues once these are recorded as paid. */
const maxPayments = 200

/** Why an expense cannot be paid by transfer, or null. */
const obstacle = sql`case when ${expenses.status} <> 'approved' then 'it is ' || ${expenses.status} || ', not approved'
  when ${expenses.payment_source} = 'employee' then 'an employee paid it, and is paid back otherwise'
  when ${expenses.currency} <> 'EUR' then 'its currency is not EUR'
  when ${suppliers.id} is null then 'it has no supplier'
  when ${suppliers.status} <> 'active' then 'its supplier is ' || ${suppliers.status}
  when ${supplierIbans.id} is null then 'its supplier has no IBAN' end`

const row = {
  id: expenses.id,
  description: expenses.description,
  total_minor: expenses.total_minor,
  number: expenses.supplier_invoice_number,
  supplier_id: expenses.supplier_id,
  supplier: suppliers.name,
  hindrance: obstacle,
  sealed: jsonIf(sql`${obstacle} is null`, { iban: sealedJson(supplierIbans) }),
}

/** Rejects ids that name no expense, and says which. */
const requireKnown = (ids: string[]) =>
  sql`select app.ensure_fields(array[(select 'body.expense_ids: not found: ' || string_agg(i.id::text, ', ')
    from unnest(${uuids(ids)}) i(id)
    where not exists (select from ${expenses} where ${all(matching({}), sql`${expenses.id} = i.id`)}))])`

type Order = z.output<typeof PaymentOrder>

/** The selected approved expenses, or all that the company pays: payable ones first, with the sealed IBANs. */
export function payableExpenses(id: string, { expense_ids, execution_date, debtor_iban, debtor_bic }: Order) {
  const issuerIban = sql`(select ${settings.issuer_iban} from ${settings} where ${inOrg(settings)})`
  const account = sql`coalesce(${debtor_iban ?? null}::text, ${issuerIban})`
  const selection = expense_ids
    ? sql`${expenses.id} = any(${uuids(expense_ids)})`
    : sql`${expenses.status} = 'approved' and ${expenses.payment_source} = 'company'`
  const rows = sql`(select array_to_json(array_agg(f.one)) from (select ${json(row)} as one from ${expenses}
    left join ${suppliers} on ${inOrg(suppliers)} and ${suppliers.id} = ${expenses.supplier_id}
    left join ${supplierIbans} on ${inOrg(supplierIbans)} and ${supplierIbans.id} = ${expenses.supplier_id}
    where ${all(matching({}), selection)}
    order by (${obstacle}) is not null, ${expenses.expense_date}, ${expenses.id} limit ${maxPayments}) f)`
  return [
    ...ensureFields({
      'body.debtor_iban': [
        sql`${account} is not null`,
        'required, unless issuer_iban is in the settings of the invoice register',
      ],
      'body.execution_date': execution_date
        ? [sql`${execution_date}::date >= app.org_today()`, 'must not be in the past']
        : undefined,
    }),
    ...(expense_ids ? [requireKnown(expense_ids)] : []),
    sql`select app.audit_event('expense.payment_file_made', 'expenses', ${id}, (select app.org_id()))`,
    answer(
      json({
        message_id: sql`${id.replaceAll('-', '')}::text`,
        execution_date: sql`coalesce(${execution_date ?? null}::date, app.org_today())`,
        debtor: { debtor_iban: account, debtor_bic: sql`${debtor_bic ?? null}::text` },
        organization: sql`(select ${json({ id: organizations.id, name: organizations.name })} from ${organizations}
          where ${organizations.id} = (select app.org_id()))`,
        rows,
      }),
    ),
  ]
}

type Row = {
  id: string
  description: string
  total_minor: number
  number: string | null
  supplier_id: string | null
  supplier: string | null
  hindrance: string | null
  sealed: { iban: Carried } | null
}
type Result = {
  message_id: string
  execution_date: string
  debtor: Pick<CreditTransfer, 'debtor_iban' | 'debtor_bic'>
  organization: { id: string; name: string }
  rows: Row[] | null
}

const payeeOf = (row: Row): Payee | string =>
  row.hindrance ?? {
    end_to_end_id: row.id.replaceAll('-', ''),
    amount_minor: row.total_minor,
    creditor_name: row.supplier!,
    remittance: row.number ?? row.description,
    iban: row.sealed!.iban,
    record: row.supplier_id!,
  }

/** The transfer as an XML file for the bank, and what is left out. */
export async function paymentFile(text: string, context: TransformContext): Promise<string> {
  const { message_id, execution_date, debtor, organization, rows } = JSON.parse(text) as Result
  const order: CreditTransfer = {
    message_id,
    created_at: context.now,
    execution_date,
    initiator_name: organization.name,
    ...debtor,
    payments: [],
  }
  const { paid, left } = sorted(
    await Promise.all((rows ?? []).map((row) => judged(row, payeeOf(row), order, organization.id, context))),
  )
  const payments = paid.map(({ payment }) => payment)
  return JSON.stringify({
    filename: `payments-${execution_date}.xml`,
    content_type: 'application/xml',
    content: payments.length ? creditTransferOf({ ...order, payments }) : null,
    execution_date,
    total_minor: sumOf(paid),
    expense_ids: paid.map(({ row }) => row.id),
    left_out: left.map(({ row: { id, description }, reason }) => ({ expense_id: id, description, reason })),
  })
}
