import type { Choices } from '../kit/field-entries.ts'
import { bodyFields } from '../kit/fields.tsx'
import type { Item, Schemas } from '../kit/operations.ts'
import { say } from '../kit/say.ts'
import type { Form } from '../kit/page-request.ts'

type Line = Schemas['InvoiceLine']

/** Whose rules an electronic invoice keeps. */
export const invoiceProfileChoices: Choices = [
  ['', 'as usual'],
  ['en16931', 'EN 16931'],
  ['xrechnung', 'XRechnung 3'],
  ['peppol', 'Peppol BIS 3'],
]

/** Choices of the tax of a line that are no rates: none, and what a line has without naming one. */
const [untaxed, unnamed] = ['none', 'unnamed']
const taxIn = ({ tax_rate_id: id, category }: Line) => id ?? (category === 'not_subject' ? untaxed : unnamed)

export function taxChoices(rates: Item<'listTaxRates'>[]): Choices {
  const usual = rates.find(({ is_default }) => is_default)
  return [
    ['', usual ? say('{name}, the default', { name: usual.name }) : say('No tax')],
    ...rates.map(({ id, name }): [string, string] => [id, name]),
    [untaxed, say('Not subject to tax')],
  ]
}

/** The tax that was chosen, and what else a line keeps: what it bills, and why it is exempt while its tax stays. */
function beside({ tax_rate_id: tax }: Form, line?: Line) {
  const { tax_rate, category, surcharge_rate, exemption_code, expense_id, milestone_id } = line ?? {}
  return {
    ...(expense_id && { expense_id }),
    ...(milestone_id && { milestone_id }),
    ...(exemption_code && tax === taxIn(line!) && { exemption_code }),
    ...(tax === untaxed && { tax_rate_id: null }),
    ...(tax === unnamed && {
      tax_rate_id: undefined,
      tax_rate,
      category,
      ...(surcharge_rate && { surcharge_rate }),
    }),
  }
}

const client_id = { label: 'Client', none: 'Choose a client' }
const lines = {
  label: 'Lines',
  hint: 'Unit prices such as 348.35, without tax unless you say otherwise. What is left empty is left out.',
  rows: {
    fields: bodyFields('InvoiceLineDraft', {
      description: { label: 'Description', type: 'long', hint: '' },
      quantity: 'Quantity',
      unit: 'Unit',
      unit_price: 'Unit price',
      discount_percent: {
        label: 'Discount in percent',
        from: ({ discount_percent: off }: Line) => (off === '0' ? null : off),
      },
      tax_rate_id: { label: 'Tax', from: taxIn },
    }),
    also: beside,
  },
}

export const newInvoiceFields = bodyFields('InvoiceDraft', { client_id, lines })
export const invoiceFields = bodyFields('InvoiceChange', {
  client_id,
  lines,
  prices_include_tax: 'Unit prices include tax',
  withholding_rate: { label: 'Withheld in percent', hint: 'What the client pays to the tax office for you.' },
  currency: { label: 'Currency', hint: 'Three letters, such as EUR.' },
  payment_terms_days: { label: 'Days until it is due', hint: 'From its issue.' },
  due_date: { label: 'Due on', hint: 'Instead of days.' },
  operation_date: { label: 'Day of the work', hint: 'Where it is not that of the issue.' },
  po_number: 'Order number of the client',
  profile: {
    label: 'Electronic invoice',
    choices: [['', 'that of the client'], ...invoiceProfileChoices.slice(1)],
  },
  buyer_reference: {
    label: 'Buyer reference',
    hint: 'Such as a Leitweg-ID; that of the client unless you enter another.',
  },
  notes: { label: 'Notes', hint: 'Printed on the invoice.' },
  internal_notes: { label: 'Internal notes', hint: 'Visible only within the organization.' },
})

/** The fields of a credit note: what it takes back of an invoice, or what is right instead. */
export const creditFields = bodyFields('CreditNoteDraft', {
  reason: {
    label: 'Reason',
    choices: [
      ['R1', 'an error in the invoice, or the goods came back'],
      ['R2', 'the client is insolvent'],
      ['R3', 'the client does not pay'],
      ['R4', 'another one'],
      ['R5', 'it corrects a simplified invoice'],
    ],
  },
  method: {
    label: 'It says',
    choices: [
      ['difference', 'what is taken back'],
      ['substitution', 'what is right, in full'],
    ],
  },
  lines: { ...lines, hint: 'Without lines it takes back all that is not credited yet.' },
  notes: { label: 'Notes', hint: 'Printed on it: why, for the client.' },
})
