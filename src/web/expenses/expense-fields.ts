import { readAll } from '../kit/all-of.ts'
import { bodyFields } from '../kit/fields.tsx'
import { mayCall, type Read, type Schemas } from '../kit/operations.ts'
import type { MemberOrganization } from '../kit/organization-context.ts'
import type { Form } from '../kit/page-request.ts'

type Expense = Schemas['Expense']

/** The fields of an expense. */
export const expenseFields = (body: 'ExpenseDraft' | 'ExpenseChange') =>
  bodyFields(body, {
    description: { label: 'What was bought', wide: true },
    expense_date: 'Day on the receipt',
    category_id: 'Category',
    total_minor: { label: 'Total with tax', hint: 'As on the receipt, such as 12.10.' },
    currency: { label: 'Currency', hint: 'Three letters, such as EUR.' },
    tax_rate: { label: 'Tax rate in percent', hint: 'Such as 21; the tax is computed from it.' },
    tax_minor: {
      label: 'Tax',
      hint: 'Only where there are several rates.',
      from: ({ tax_rate, tax_minor }: Expense) => (tax_rate === null && tax_minor ? tax_minor : null),
    },
    exchange_rate: {
      label: 'Exchange rate',
      hint: 'Only where the currency is a foreign one.',
      from: ({ currency, base_currency, exchange_rate: rate }: Expense) =>
        currency === base_currency ? null : rate,
    },
    supplier_invoice_number: { label: 'Invoice number', hint: 'As on the invoice.' },
    payment_source: {
      label: 'Paid with',
      choices: [
        ['employee', 'the money of whoever claims it'],
        ['company', 'the company’s card or account'],
      ],
    },
    supplier_id: 'Supplier',
    project_id: 'Project',
    client_id: 'Client',
    billable: { label: 'Billed to the client', show: (billed: boolean) => billed && 'yes' },
    notes: { label: 'Notes', hint: 'For whoever approves it.' },
  })

/** What is left empty is not sent: the tax follows from its rate, and without either there is none. */
export const taxOf = ({ tax_rate, tax_minor }: Form) => ({
  ...(!tax_rate?.trim() && { tax_rate: undefined }),
  ...(!tax_minor?.trim() && { tax_minor: tax_rate?.trim() ? undefined : 0 }),
})

/** What an expense can refer to. Suppliers are for managers. */
export async function aboutOf(read: Read, organization: MemberOrganization) {
  const [category_id, projects, clients, suppliers] = await Promise.all([
    readAll(read, 'listExpenseCategories'),
    readAll(read, 'listProjects'),
    readAll(read, 'listClients'),
    mayCall(organization, 'listSuppliers') ? readAll(read, 'listSuppliers', { status: 'active' }) : [],
  ])
  return { category_id, project_id: projects, client_id: clients, supplier_id: suppliers }
}

/** The fields that the person cannot fill in. */
export const notAsked = (organization: MemberOrganization) =>
  mayCall(organization, 'listSuppliers') ? [] : ['supplier_id']
