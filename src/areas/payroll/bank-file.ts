import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import { payrollRuns, payslipIbans } from '../../../db/schema/payroll.ts'
import type { TransformContext } from '../../kit/operation.ts'
import { inOrg, json, jsonb, type Ref } from '../../kit/sql.ts'
import { type Carried, sealedJson } from '../../shared/sealing/sealed.ts'
import { type CreditTransfer, creditTransferOf } from '../../shared/sepa/pain001.ts'
import { judged, type Payee, sorted, sumOf } from '../../shared/sepa/sealed-payments.ts'
import type { BankFile, BankOrder } from './bank-schemas.ts'

type Order = z.output<typeof BankOrder>

/** Payments of one file. */
const maxPayments = 500

/** Makes the order unless there is one, and reads the payslips of the part that is asked for. */
export function bankOrder(run: Ref, order: Order, id: string) {
  const { part = 1 } = order
  const slips = sql`from app.payable_slips(${run}::uuid) p
    left join ${payslipIbans} on ${inOrg(payslipIbans)} and ${payslipIbans.payslip_id} = (p.payslip).id`
  const row = {
    id: sql`(p.payslip).id`,
    employee_id: sql`(p.payslip).employee_id`,
    name: sql`(p.payslip).employee_name`,
    net_minor: sql`(p.payslip).net_minor`,
    remittance: sql`(p.payslip).title || ' ' || (p.payslip).number`,
    obstacle: sql`p.obstacle`,
    iban: sealedJson(payslipIbans),
  }
  return [
    sql`select app.order_payroll(${run}::uuid, ${jsonb(order)}, ${id.replaceAll('-', '')}::text)`,
    sql`select app.ensure_fields(array[(select format('body.part: the run has %s', case x.parts when 1
        then '1 file' else x.parts || ' files' end)
      from (select greatest(1, ceil(count(*) / ${maxPayments}::numeric))::int as parts
        from app.payable_slips(${run}::uuid) p where p.obstacle is null) x where x.parts < ${part}::int)])`,
    sql`select ${json({
      part: sql`${part}::int`,
      org: sql`(select app.org_id())`,
      pay_date: payrollRuns.pay_date,
      order: payrollRuns.bank_order,
      made_at: payrollRuns.bank_file_at,
      run_payments: sql`(select count(*) from app.payable_slips(${run}::uuid) p where p.obstacle is null)`,
      run_total_minor: sql`(select coalesce(sum((p.payslip).net_minor), 0)
        from app.payable_slips(${run}::uuid) p
          where p.obstacle is null)`,
      rows: sql`(select coalesce(json_agg(x.one), '[]') from (select ${json(row)} as one ${slips}
          where p.obstacle is null order by (p.payslip).number
          limit ${maxPayments} offset ${(part - 1) * maxPayments}) x)`,
      hindered: sql`(select coalesce(json_agg(${json(row)} order by (p.payslip).number), '[]') ${slips}
          where p.obstacle is not null)`,
    })}::text as answer from ${payrollRuns} where ${inOrg(payrollRuns)} and ${payrollRuns.id} = ${run}`,
  ]
}

type Row = {
  id: string
  employee_id: string
  name: string
  net_minor: number
  remittance: string
  obstacle: string | null
  iban: Carried
}
type Result = {
  part: number
  org: string
  pay_date: string
  order:
    | (Omit<CreditTransfer, 'payments' | 'created_at' | 'debtor_bic'> & {
        created_at: string
        debtor_bic?: string
      })
    | null
  made_at: string | null
  run_payments: number
  run_total_minor: number
  rows: Row[]
  hindered: Row[]
}

const payeeOf = (row: Row): Payee | string =>
  row.obstacle ?? {
    end_to_end_id: row.id.replaceAll('-', ''),
    amount_minor: row.net_minor,
    creditor_name: row.name,
    remittance: row.remittance,
    iban: row.iban,
    record: row.employee_id,
  }

/** The part of the order as an XML file for the bank, and whom no part pays. */
export async function bankFile(text: string, context: TransformContext): Promise<string> {
  const { order, rows, hindered, part, org, pay_date, ...sums } = JSON.parse(text) as Result
  const parts = Math.max(1, Math.ceil(sums.run_payments / maxPayments))
  const transfer: CreditTransfer = {
    message_id: part === 1 ? (order?.message_id ?? '') : `${order?.message_id}-${part}`,
    created_at: new Date(order?.created_at ?? context.now),
    execution_date: order?.execution_date ?? pay_date,
    initiator_name: order?.initiator_name ?? '',
    debtor_iban: order?.debtor_iban ?? '',
    debtor_bic: order?.debtor_bic ?? null,
    salaries: true,
    payments: [],
  }
  const { paid, left } = sorted(
    await Promise.all([...rows, ...hindered].map((row) => judged(row, payeeOf(row), transfer, org, context))),
  )
  const payments = paid.map(({ payment }) => payment)
  const file: z.output<typeof BankFile> = {
    ...sums,
    filename: `salaries-${transfer.execution_date}${parts > 1 ? `-${part}` : ''}.xml`,
    content_type: 'application/xml',
    content: order && payments.length ? creditTransferOf({ ...transfer, payments }) : null,
    message_id: order && transfer.message_id,
    execution_date: order && transfer.execution_date,
    debtor_end: order && order.debtor_iban.slice(-4),
    part,
    parts,
    payments: payments.length,
    total_minor: sumOf(paid),
    left_out: left.map(({ row: { id, employee_id, name, net_minor }, reason }) => ({
      payslip_id: id,
      employee: { employee_id, name },
      net_minor,
      reason,
    })),
  }
  return JSON.stringify(file)
}
