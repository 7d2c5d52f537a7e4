import { type Choices, saidChoice } from '../kit/field-entries.ts'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { listPage } from '../kit/list-page.tsx'
import type { Item } from '../kit/operations.ts'
import { addressIn } from '../kit/page.tsx'
import { Badge } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'

const kinds: Choices = [
  ['invoice', 'invoices'],
  ['simplified', 'simplified invoices'],
  ['credit_note', 'credit notes'],
]
const described = {
  name: 'Name of the series',
  prefix: { label: 'Before the number', hint: 'Such as INV-{YYYY}-.' },
  padding: { label: 'Digits', hint: 'With zeros before the number, such as 4.' },
  reset_policy: {
    label: 'Counting',
    choices: [
      ['yearly', 'starts again each year'],
      ['never', 'goes on'],
    ],
  },
  is_default: 'Taken unless another is chosen',
} satisfies Parameters<
  typeof bodyFields<'InvoiceSeriesChange', 'name' | 'prefix' | 'padding' | 'reset_policy' | 'is_default'>
>[1]

/** How invoices are numbered. */
export default listPage({
  at: '/organizations/:slug/invoice-series',
  of: 'listInvoiceSeries',
  title: 'Numbers of invoices',
  lead: 'The first invoice of each kind begins a series of its own, such as INV-{YYYY}-0001, unless there is one.',
  noun: ['series', 'series'],
  states: ['current', 'archived'],
  firstState: 'current',
  stateQuery: (state) => ({ archived: state === 'archived' }),
  under: (organization) => [[say('Invoicing'), addressIn(organization, 'invoicing')]],
  forms: {
    '': calling('createInvoiceSeries', {
      title: 'New series of numbers',
      verb: 'Create series',
      fields: bodyFields('InvoiceSeriesDraft', {
        ...described,
        code: { label: 'Code', hint: 'Such as INV.' },
        doc_kind: { label: 'Numbers', choices: kinds },
        first_number: { label: 'First number', hint: 'After numbers given elsewhere.' },
      }),
    }),
    change: calling('updateInvoiceSeries', {
      fields: bodyFields('InvoiceSeriesChange', described),
    }),
    archive: calling('updateInvoiceSeries', {
      verb: 'Archive',
      warning: 'Its numbers stay as they are, and no invoice gets a new one.',
      also: () => ({ archived: true }),
    }),
    restore: calling('updateInvoiceSeries', { verb: 'Restore', also: () => ({ archived: false }) }),
  },
  create: { values: { reset_policy: 'yearly', is_default: 'yes' } },
  line: (series, { form }) => ({
    title: series.name,
    facts: [
      series.code,
      saidChoice(kinds, series.doc_kind),
      say('next: {next}', { next: nextNumber(series) }),
    ],
    marks: series.is_default ? <Badge kind="accent">{say('default')}</Badge> : null,
    forms: series.archived_at
      ? [form('restore', { of: series, about: series.name })]
      : [form('change', { of: series }), form('archive', { of: series, about: series.name })],
  }),
})

const nextNumber = ({ prefix, padding, first_number, counters }: Item<'listInvoiceSeries'>) =>
  prefix + String(counters.at(-1)?.next_number ?? first_number).padStart(padding, '0')
