import { pageOf } from '../../kit/fields.ts'
import { area, read, write } from '../../kit/operation.ts'
import { categoryOperations, categoryTarget } from './categories.ts'
import { toCsv, exportRows } from './exporting.ts'
import * as queries from './queries.ts'
import { payableExpenses, paymentFile } from './paying.ts'
import {
  ExpenseFilter,
  Export,
  ExportFilter,
  Payment,
  PaymentFile,
  PaymentOrder,
  Rejection,
  Totals,
} from './schemas.ts'

const { expense } = queries
const decision = { returns: expense.Detail, refuses: [403, 409] as (403 | 409)[] }

export default area('expenses', 'Expenses', { expense_id: expense.target, category_id: categoryTarget }, [
  read({
    id: 'listExpenses',
    summary: 'List my expenses; for managers, everybody’s',
    at: 'GET /expenses',
    role: 'member',
    tool: 'list_expenses',
    details: 'The totals are of all that match, not of the page alone.',
    query: ExpenseFilter,
    returns: pageOf(expense.Shown, Totals),
    run: ({ query }) => queries.listExpenses(query),
  }),
  read({
    id: 'exportExpenses',
    summary: 'Export the expenses of a time as CSV',
    at: 'GET /expenses/export',
    role: 'manager',
    exports: true,
    audit: 'expense.exported',
    details: 'Approved and paid ones unless status is sent; at most 10 000.',
    query: ExportFilter,
    returns: Export,
    example: { query: 'from=2026-01-01&to=2026-03-31' },
    run: ({ query }) => exportRows(query),
    computes: true,
    transform: toCsv,
  }),
  write({
    id: 'createExpensePaymentFile',
    summary: 'Make a SEPA file that pays suppliers what was approved',
    at: 'POST /expenses/payment-file',
    role: 'admin',
    exports: true,
    audit: 'expense.payment_file_made',
    details:
      'Approved expenses in EUR that the company pays, to the IBANs of their suppliers; at most 200. It changes no expense: record each payment when the bank has made it.',
    body: PaymentOrder,
    returns: PaymentFile,
    example: { body: { debtor_iban: 'ES9121000418450200051332' } },
    run: ({ body, id }) => payableExpenses(id(), body),
    transform: paymentFile,
  }),
  expense.create('createExpense', 'Create an expense as a draft', {
    role: 'member',
    tool: 'create_expense',
    details:
      'Send net_minor and tax_minor, or total_minor and tax_rate; what is sent besides must agree. Managers create expenses for others with user_id. The answer names expenses that may be the same one.',
    example: {
      description: 'Train to the fair',
      expense_date: '2026-01-15',
      total_minor: 12_100,
      tax_rate: '21',
    },
    run: ({ body, id }) => queries.addExpense(id(), body),
  }),
  expense.find('getExpense', 'Get an expense', { role: 'member', tool: 'get_expense' }),
  expense.change('updateExpense', 'Change an expense of mine that is a draft or was rejected', {
    role: 'member',
    only: 'author',
    tool: 'update_expense',
    details: 'Where neither net_minor nor total_minor is sent, total_minor stays.',
    example: { description: 'Train to the trade fair' },
    run: ({ params: { expense_id }, body: { version, ...change } }) =>
      queries.changeExpense(expense_id, version, change),
  }),
  expense.remove('deleteExpense', 'Delete an expense of mine that is a draft or was rejected', {
    role: 'member',
    only: 'author',
    tool: 'delete_expense',
    run: ({ params: { expense_id } }) => queries.dropExpense(expense_id),
  }),
  write({
    id: 'submitExpense',
    summary: 'Submit an expense of mine for approval',
    at: 'POST /expenses/{expense_id}/submit',
    partOf: [
      { tool: 'create_expense', argument: 'status', is: 'submitted', given: { expense_id: '{id}' } },
      { tool: 'update_expense', argument: 'status', is: 'submitted' },
    ],
    role: 'member',
    only: 'author',
    audit: 'expense.submitted',
    ...decision,
    example: {},
    run: ({ params: { expense_id } }) => queries.submitExpense(expense_id),
  }),
  write({
    id: 'approveExpense',
    summary: 'Approve a submitted expense of somebody else',
    at: 'POST /expenses/{expense_id}/approve',
    role: 'manager',
    tool: 'approve_expense',
    audit: 'expense.approved',
    ...decision,
    example: {},
    run: ({ params: { expense_id } }) => queries.approveExpense(expense_id),
  }),
  write({
    id: 'rejectExpense',
    summary: 'Reject a submitted expense of somebody else, with the reason',
    at: 'POST /expenses/{expense_id}/reject',
    role: 'manager',
    tool: 'reject_expense',
    audit: 'expense.rejected',
    body: Rejection,
    ...decision,
    example: { body: { reason: 'The receipt is missing' } },
    run: ({ params: { expense_id }, body: { reason } }) => queries.rejectExpense(expense_id, reason),
  }),
  write({
    id: 'payExpense',
    summary: 'Record that an approved expense was paid',
    at: 'POST /expenses/{expense_id}/pay',
    partOf: [{ tool: 'update_expense', argument: 'status', is: 'paid' }],
    role: 'admin',
    audit: 'expense.paid',
    body: Payment,
    ...decision,
    example: { body: { paid_on: '2026-02-01' } },
    run: ({ params: { expense_id }, body: { paid_on } }) => queries.payExpense(expense_id, paid_on),
  }),
  ...categoryOperations,
])
