import { sql } from 'drizzle-orm'
import { area, read } from '../../kit/operation.ts'
import { answer } from '../../kit/sql.ts'
import {
  FinanceSummary,
  Receivables,
  ReceivablesFilter,
  SummaryFilter,
  TaxFilter,
  TaxSummary,
} from './schemas.ts'

const example = { query: 'from=2026-01-01&to=2026-03-31' }

export default area('finance', 'Finance', {}, [
  read({
    id: 'getFinanceSummary',
    summary: 'Sum up what was invoiced, collected and spent, and what is owed',
    details: 'Currencies are never added up; `converted` has them all in the currency of the organization.',
    at: 'GET /finance/summary',
    role: 'manager',
    heavy: true,
    tool: 'get_finance_summary',
    query: SummaryFilter,
    example,
    returns: FinanceSummary,
    run: ({ query: { from, to, currency } }) =>
      answer(sql`app.finance_summary(${from}, ${to}, ${currency ?? null})`),
  }),
  read({
    id: 'getReceivables',
    summary: 'List what clients owe, by how long it is overdue',
    at: 'GET /finance/receivables',
    role: 'manager',
    query: ReceivablesFilter,
    returns: Receivables,
    run: ({ query: { client_id, currency, limit, offset } }) =>
      answer(sql`app.receivables(${client_id ?? null}, ${currency ?? null}, ${limit}, ${offset})`),
  }),
  read({
    id: 'getTaxSummary',
    summary: 'Sum up the tax on sales and purchases per month or quarter',
    details:
      'By the day of each invoice and expense, whether it is paid or not. Cancelled invoices are left out.',
    at: 'GET /finance/tax-summary',
    role: 'manager',
    heavy: true,
    query: TaxFilter,
    example,
    returns: TaxSummary,
    run: ({ query: { from, to, group_by } }) => answer(sql`app.tax_summary(${from}, ${to}, ${group_by})`),
  }),
])
