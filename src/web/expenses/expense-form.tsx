import type { FC } from 'hono/jsx'
import { majorOf } from '../../shared/money/currencies.ts'
import { minorOf } from '../kit/money.tsx'
import { Hidden } from '../kit/parts.tsx'
import { Choice, Field, Text } from '../kit/inputs.tsx'
import type { Form, Problems } from '../kit/visit.ts'

export type Expense = {
  id: string
  user_id: string
  created_by: string
  user: { user_id: string; name: string }
  description: string
  expense_date: string
  supplier_id: string | null
  category_id: string | null
  project_id: string | null
  client_id: string | null
  supplier_invoice_number: string | null
  currency: string
  net_minor: number
  tax_minor: number
  total_minor: number
  tax_rate: string | null
  tax_deductible: boolean
  exchange_rate: string
  base_total_minor: number
  base_currency: string
  payment_source: 'company' | 'employee'
  billable: boolean
  notes: string | null
  status: 'draft' | 'submitted' | 'approved' | 'rejected' | 'paid'
  rejection_reason: string | null
  paid_on: string | null
  version: number
  possible_duplicates: { id: string; description: string; expense_date: string; status: string }[]
}
type Named = { id: string; name: string }
/** What an expense can refer to. Suppliers are for managers. */
export type About = { categories: Named[]; projects: Named[]; clients: Named[]; suppliers: Named[] }

export const labels = {
  description: 'What was bought',
  expense_date: 'Day on the receipt',
  total_minor: 'Total with tax',
  currency: 'Currency',
  tax_rate: 'Tax rate in percent',
  tax_minor: 'Tax',
  exchange_rate: 'Exchange rate',
  category_id: 'Category',
  supplier_id: 'Supplier',
  supplier_invoice_number: 'Number of the invoice',
  project_id: 'Project',
  client_id: 'Client',
  billable: 'Billed to the client',
  payment_source: 'Paid with',
  notes: 'Notes',
  reason: 'Reason',
  paid_on: 'Paid on',
  file: 'File',
  caption: 'Caption',
}

const named = (none: string, all: Named[]): [string, string][] => [
  ['', none],
  ...all.map(({ id, name }): [string, string] => [id, name]),
]

type Props = {
  action: string
  about: About
  values: Form
  problems: Problems
  hidden: Form
  submitLabel: string
}

/** All fields of an expense. */
export const ExpenseForm: FC<Props> = ({ action, about, hidden, submitLabel, ...shared }) => {
  const field = (name: keyof typeof labels, more: object = {}) => (
    <Field {...shared} name={name} label={labels[name]} {...more} />
  )
  const choice = (name: keyof typeof labels, choices: [string, string][]) => (
    <Choice {...shared} name={name} label={labels[name]} choices={choices} />
  )
  return (
    <form class="stack" method="post" action={action} novalidate>
      <Hidden fields={hidden} />
      {field('description')}
      <div class="columns">
        {field('expense_date', { type: 'date' })}
        {choice('category_id', named('None', about.categories))}
        {field('total_minor', { hint: 'As shown on the receipt, such as 12.10.' })}
        {field('currency', { hint: 'Three letters, such as EUR.' })}
        {field('tax_rate', { optional: true, hint: 'Such as 21; the tax is computed from it.' })}
        {field('tax_minor', { optional: true, hint: 'Only where there are several rates.' })}
        {field('exchange_rate', { optional: true, hint: 'Only where the currency is a foreign one.' })}
        {field('supplier_invoice_number', { optional: true, hint: 'As on the invoice.' })}
        {choice('payment_source', payments)}
        {about.suppliers.length ? choice('supplier_id', named('None', about.suppliers)) : null}
        {choice('project_id', named('None', about.projects))}
        {choice('client_id', named('None', about.clients))}
        {choice('billable', yesOrNo)}
      </div>
      <Text
        {...shared}
        name="notes"
        label={labels.notes}
        value={shared.values.notes}
        rows={3}
        hint="For whoever approves it."
      />
      <button class="primary">{submitLabel}</button>
    </form>
  )
}

const yesOrNo: [string, string][] = [
  ['no', 'No'],
  ['yes', 'Yes'],
]
const payments: [string, string][] = [
  ['employee', 'My own money'],
  ['company', 'The company’s card or account'],
]

/** The form values of an expense. */
export const valuesOf = (expense: Expense): Form => ({
  description: expense.description,
  expense_date: expense.expense_date,
  currency: expense.currency,
  total_minor: majorOf(expense.total_minor, expense.currency),
  tax_rate: expense.tax_rate ?? '',
  tax_minor:
    expense.tax_rate === null && expense.tax_minor ? majorOf(expense.tax_minor, expense.currency) : '',
  exchange_rate: expense.currency === expense.base_currency ? '' : expense.exchange_rate,
  category_id: expense.category_id ?? '',
  supplier_id: expense.supplier_id ?? '',
  supplier_invoice_number: expense.supplier_invoice_number ?? '',
  project_id: expense.project_id ?? '',
  client_id: expense.client_id ?? '',
  billable: expense.billable ? 'yes' : 'no',
  payment_source: expense.payment_source,
  notes: expense.notes ?? '',
})

const clearable = [
  'category_id',
  'supplier_id',
  'supplier_invoice_number',
  'project_id',
  'client_id',
  'notes',
]

/** The request body for the form, and the errors in its amounts. */
export function draftOf(form: Form): { body: Record<string, unknown>; problems: Form } {
  const currency = (form.currency ?? '').trim().toUpperCase()
  const problems: Form = {}
  const amount = (name: 'total_minor' | 'tax_minor') => {
    const minor = minorOf(form[name] ?? '', currency)
    if (minor === undefined) problems[name] = 'Must be an amount such as 12.10.'
    return minor
  }
  const text = (name: string) => form[name]?.trim() ?? ''
  const tax = text('tax_minor')
    ? { tax_minor: amount('tax_minor') }
    : text('tax_rate')
      ? { tax_rate: text('tax_rate').replace(',', '.') }
      : { tax_minor: 0 }
  const body = {
    description: form.description,
    expense_date: form.expense_date,
    currency,
    total_minor: amount('total_minor'),
    ...tax,
    ...(text('exchange_rate') ? { exchange_rate: text('exchange_rate').replace(',', '.') } : {}),
    ...Object.fromEntries(clearable.flatMap((name) => (name in form ? [[name, text(name) || null]] : []))),
    billable: form.billable === 'yes',
    payment_source: form.payment_source,
  }
  return { body, problems }
}
