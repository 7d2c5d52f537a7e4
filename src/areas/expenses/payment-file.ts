import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { expenses } from '../../../db/schema/expenses.ts'
import { invoiceRegisterSettings as settings } from '../../../db/schema/invoice-register.ts'
import { organizations } from '../../../db/schema/organizations.ts'
import { supplierIbans, suppliers } from '../../../db/schema/suppliers.ts'
import { conflict } from '../../kit/errors.ts'
import { count, csv, day, id, idOut } from '../../kit/fields.ts'
import { read, type TransformContext } from '../../kit/operation.ts'
import { answer, inOrg, json, uuids } from '../../kit/sql.ts'
import { minor } from '../../shared/money/fields.ts'
import { type Carried, sealedJson, sealedOf } from '../../shared/sealing/sealed.ts'
import { open } from '../../shared/sealing/sealing.ts'
import { creditTransferOf, transferProblems } from '../../shared/sepa/pain001.ts'

const mostPayments = 500

const PaymentFileFilter = z.strictObject({
  execution_date: day().meta({ description: 'When the bank is asked to pay' }),
  expense_ids: csv(id()).optional().meta({ description: 'Only these; all that are approved without it' }),
})
const PaymentFile = z
  .object({
    filename: z.string().meta({ example: 'payments-2026-11-30.xml' }),
    content_type: z.literal('application/xml'),
    content: z.string().meta({ description: 'A SEPA credit transfer, pain.001.001.09, for the bank' }),
    payments: count().meta({ description: 'Transfers in the file' }),
    total_minor: minor().meta({ description: 'In cents of a euro' }),
    skipped: z
      .array(z.object({ expense_id: idOut(), reason: z.string() }))
      .meta({ description: 'Approved expenses that are not in the file, and why' }),
  })
  .meta({ id: 'ExpensePaymentFile' })

type Due = {
  id: string
  description: string
  reference: string | null
  total_minor: number
  supplier_id: string | null
  supplier: string | null
  skip: string | null
  sealed: Carried | null
}
type Told = { org: string; name: string; iban: string | null; execution_date: string; expenses: Due[] | null }

const why = sql`case when ${expenses.payment_source} = 'employee' then 'paid with somebody’s own money; their account is not known here'
  when ${expenses.currency} <> 'EUR' then 'not in EUR' when ${expenses.supplier_id} is null then 'has no supplier'
  when ${supplierIbans.id} is null then 'the supplier has no IBAN' end`

const due = (asked: z.output<typeof PaymentFileFilter>) =>
  answer(
    json({
      org: sql`app.org_id()`,
      name: sql`(select coalesce(nullif(${settings.issuer_name}, ''), ${organizations.name}) from ${organizations}
        where ${organizations.id} = (select app.org_id()))`,
      iban: settings.issuer_iban,
      execution_date: sql`${asked.execution_date}::text`,
      expenses: sql`(select array_to_json(array_agg(x.one)) from (select ${json({
        id: expenses.id,
        description: expenses.description,
        reference: expenses.supplier_invoice_number,
        total_minor: expenses.total_minor,
        supplier_id: expenses.supplier_id,
        supplier: suppliers.name,
        skip: why,
        sealed: sql`case when ${supplierIbans.id} is not null then ${sealedJson(supplierIbans)} end`,
      })} as one from ${expenses} left join ${suppliers} on ${inOrg(suppliers)} and ${suppliers.id} = ${expenses.supplier_id}
        left join ${supplierIbans} on ${inOrg(supplierIbans)} and ${supplierIbans.id} = ${expenses.supplier_id}
        where ${inOrg(expenses)} and ${expenses.status} = 'approved'
          and (${asked.expense_ids ? uuids(asked.expense_ids) : sql`null::uuid[]`} is null
            or ${expenses.id} = any(${asked.expense_ids ? uuids(asked.expense_ids) : sql`'{}'::uuid[]`}))
        order by ${expenses.expense_date}, ${expenses.id} limit ${mostPayments}) x)`,
    }),
  ).append(sql` from ${settings} where ${inOrg(settings)}`)

/** Opens the accounts of the suppliers and writes the order for the bank. */
async function fileOf(told: string, { outside, now }: TransformContext): Promise<string> {
  const { org, name, iban, execution_date, expenses: found } = JSON.parse(told) as Told
  if (!iban)
    throw conflict(
      'the account to pay from is not known; set issuer_iban with PUT .../invoice-register/settings',
    )
  const paid = (found ?? []).filter(({ skip }) => !skip)
  const keys = paid.length ? outside.sealingKeys() : new Map()
  const payments = await Promise.all(
    paid.map(async (expense) => {
      const { secret_version: version } = expense.sealed!
      const bound = { purpose: 'iban', org, record: expense.supplier_id!, version }
      return {
        end_to_end_id: expense.id.replaceAll('-', ''),
        amount_minor: expense.total_minor,
        creditor_name: expense.supplier!,
        creditor_iban: await open(keys, bound, sealedOf(expense.sealed!)),
        creditor_bic: null,
        remittance: expense.reference ?? expense.description,
      }
    }),
  )
  const message_id = `${execution_date.replaceAll('-', '')}-${now.getTime().toString(36)}`
  const debtor = { debtor_iban: iban, debtor_bic: null }
  const order = { message_id, created_at: now, execution_date, initiator_name: name, ...debtor, payments }
  const problems = transferProblems(order)
  if (problems.length) throw conflict(`the bank would refuse the file: ${problems.join('; ')}`)
  return JSON.stringify({
    filename: `payments-${execution_date}.xml`,
    content_type: 'application/xml',
    content: creditTransferOf(order),
    payments: payments.length,
    total_minor: payments.reduce((sum, { amount_minor }) => sum + amount_minor, 0),
    skipped: (found ?? []).flatMap(({ id: expense_id, skip }) =>
      skip ? [{ expense_id, reason: skip }] : [],
    ),
  })
}

export const paymentFile = read({
  id: 'getExpensePaymentFile',
  summary: 'Get a SEPA credit transfer for approved expenses, to hand to the bank',
  details:
    `At most ${mostPayments} expenses that the company pays in EUR to suppliers with an IBAN. It marks nothing as paid: do that when ` +
    'the bank has paid.',
  at: 'GET /expenses/payment-file',
  role: 'admin',
  not: ['impersonation'],
  query: PaymentFileFilter,
  returns: PaymentFile,
  refuses: [409],
  example: { query: 'execution_date=2026-11-30' },
  transform: fileOf,
  run: ({ query }) => due(query),
})
