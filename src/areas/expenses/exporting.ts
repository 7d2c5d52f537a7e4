import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import { users } from '../../../db/schema/accounts.ts'
import { clients } from '../../../db/schema/clients.ts'
import { expenseCategories, expenses } from '../../../db/schema/expenses.ts'
import { projects } from '../../../db/schema/projects.ts'
import { suppliers } from '../../../db/schema/suppliers.ts'
import { answer, inOrg, json, ensure, visible } from '../../kit/sql.ts'
import { line } from '../../shared/csv.ts'
import { majorOf } from '../../shared/money/currencies.ts'
import { decimalText } from '../../shared/money/fields.ts'
import { matching } from './queries.ts'
import type { ExportFilter } from './schemas.ts'

const maxRows = 10_000

const columns = {
  expense_date: expenses.expense_date,
  claimed_by: users.name,
  description: expenses.description,
  category: expenseCategories.name,
  account_code: expenseCategories.account_code,
  supplier: suppliers.name,
  supplier_tax_id: suppliers.tax_id,
  supplier_invoice_number: expenses.supplier_invoice_number,
  project: projects.name,
  client: clients.name,
  currency: expenses.currency,
  net: expenses.net_minor,
  tax: expenses.tax_minor,
  total: expenses.total_minor,
  tax_rate: decimalText(expenses.tax_rate),
  tax_deductible: expenses.tax_deductible,
  exchange_rate: decimalText(expenses.exchange_rate),
  base_currency: expenses.base_currency,
  base_total: expenses.base_total_minor,
  payment_source: expenses.payment_source,
  billable: expenses.billable,
  status: expenses.status,
  paid_on: expenses.paid_on,
  id: expenses.id,
}

const joined = sql`${expenses} join ${users} on ${users.id} = ${expenses.user_id}
  left join ${expenseCategories} on ${inOrg(expenseCategories)} and ${expenseCategories.id} = ${expenses.category_id}
  left join ${suppliers} on ${inOrg(suppliers)} and ${suppliers.id} = ${expenses.supplier_id}
  left join ${clients} on ${inOrg(clients)} and ${clients.id} = ${expenses.client_id}
  left join ${projects} on ${inOrg(projects)} and ${projects.id} = ${expenses.project_id} and ${visible(projects.id)}`

export function exportRows({ from, to, status = ['approved', 'paid'] }: z.output<typeof ExportFilter>) {
  const where = matching({ from, to, status })
  return [
    ensure(
      sql`(select count(*) from ${expenses} where ${where}) <= ${maxRows}`,
      'WM409',
      `there are more than ${maxRows} expenses; ask for a shorter period`,
    ),
    answer(
      json({
        filename: sql`${`expenses-${from}-${to}.csv`}::text`,
        rows: sql`(select array_to_json(array_agg(r.one)) from (select ${json(columns)} as one
          from ${joined} where ${where} order by ${expenses.expense_date}, ${expenses.id}) r)`,
      }),
    ),
  ]
}

type Row = Record<keyof typeof columns, unknown>
type Result = { filename: string; rows: Row[] | null }

/** Amounts in major units, as accounting software expects. */
const inMajorUnits = (row: Row): Row => {
  const amount = (value: unknown, currency: unknown) => majorOf(value as number, currency as string)
  return {
    ...row,
    net: amount(row.net, row.currency),
    tax: amount(row.tax, row.currency),
    total: amount(row.total, row.currency),
    base_total: amount(row.base_total, row.base_currency),
  }
}

/** The rows from the database as a CSV file. */
export function toCsv(result: string): string {
  const { filename, rows } = JSON.parse(result) as Result
  const headings = Object.keys(columns) as (keyof Row)[]
  const lines = (rows ?? []).map(inMajorUnits).map((row) => line(headings.map((name) => row[name])))
  const content = [line(headings), ...lines].join('')
  return JSON.stringify({ filename, content_type: 'text/csv', rows: lines.length, content })
}
