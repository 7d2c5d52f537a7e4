import { sql } from 'drizzle-orm'
import { check, index, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment, orgKey, reference, tenant } from './columns.ts'
import { contractMilestones } from './contracts.ts'
import { entity } from './entity.ts'
import { expenses } from './expenses.ts'
import { invoiceLines } from './invoices.ts'
import { organization } from './scopes.ts'
import { timeEntries } from './time-entries.ts'

/** What an invoice line bills. A source has at most one live line, so that nothing is billed twice. */
export const invoiceLineSources = entity(
  'invoice_line_sources',
  {
    scope: organization,
    history: 'audited',
    conflicts: {
      invoice_line_sources_expense: 'the expense is on another invoice already',
      invoice_line_sources_milestone: 'the milestone is on another invoice already',
      invoice_line_sources_time: 'some of the time is on another invoice already; try again',
    },
  },
  {
    ...tenant(),
    line_id: uuid().notNull(),
    expense_id: uuid(),
    milestone_id: uuid(),
    time_entry_id: uuid(),
    released_at: moment(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('invoice_line_sources_expense')
      .on(t.org_id, t.expense_id)
      .where(sql`${t.released_at} is null`),
    uniqueIndex('invoice_line_sources_milestone')
      .on(t.org_id, t.milestone_id)
      .where(sql`${t.released_at} is null`),
    uniqueIndex('invoice_line_sources_time')
      .on(t.org_id, t.time_entry_id)
      .where(sql`${t.released_at} is null`),
    index('invoice_line_sources_times').on(t.org_id, t.time_entry_id),
    index('invoice_line_sources_line').on(t.org_id, t.line_id),
    index('invoice_line_sources_expenses').on(t.org_id, t.expense_id),
    index('invoice_line_sources_milestones').on(t.org_id, t.milestone_id),
    reference('invoice_line_sources_line_id', t, t.line_id, invoiceLines).onDelete('cascade'),
    reference('invoice_line_sources_expense_id', t, t.expense_id, expenses),
    reference('invoice_line_sources_milestone_id', t, t.milestone_id, contractMilestones),
    reference('invoice_line_sources_time_entry_id', t, t.time_entry_id, timeEntries),
    check(
      'invoice_line_sources_one',
      sql`num_nonnulls(${t.expense_id}, ${t.milestone_id}, ${t.time_entry_id}) = 1`,
    ),
  ],
)
