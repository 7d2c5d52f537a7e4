import type { InvoiceDocument } from '../../src/shared/invoice/document.ts'
import { invoiceOf, line, party } from './samples.ts'

const threeRates = [
  line({ quantity: '1.5', unit: 'h', unit_price: '333.335', net_minor: 50000 }),
  line({
    description: 'Books\nThree of them',
    quantity: '3',
    unit_price: '19.99',
    discount_percent: '10',
    tax_rate: '10',
    category: 'reduced',
    net_minor: 5397,
  }),
  line({ unit_price: '50', tax_rate: '0', category: 'zero', net_minor: 5000 }),
]
const without = (
  category: 'exempt' | 'reverse_charge' | 'not_subject',
  exemption_code: string | null = null,
) => {
  const { taxes, lines } = invoiceOf({ lines: [line({ category, tax_rate: '0' })] })
  return { lines, taxes: taxes.map((tax) => ({ ...tax, exemption_code })) }
}
const corrects = { number: 'F-2026-0001', issue_date: '2026-01-10' }

/** An invoice with everything that a profile demands. */
export const inProfile = (
  invoice: InvoiceDocument,
  profile: InvoiceDocument['profile'],
): InvoiceDocument => ({
  ...invoice,
  profile,
  buyer_reference: '04011000-1234512345-06',
  issuer: {
    ...invoice.issuer,
    iban: invoice.issuer.iban ?? 'ES9121000418450200051332',
    contact: 'Ada Lovelace',
    electronic_address: '9920:ESB12345674',
  },
  client: {
    ...invoice.client,
    city: invoice.client.city ?? 'Tokyo',
    postal_code: invoice.client.postal_code ?? '100-0001',
    electronic_address: '9930:DE123456789',
  },
})

/** Invoices of every kind that EN 16931 can express. */
export const cases: Record<string, InvoiceDocument> = {
  'an ordinary invoice': invoiceOf(),
  'one with three rates, a discount, withholding, a payment and notes': invoiceOf({
    lines: threeRates,
    withholding_rate: '15',
    paid_minor: 2e4,
    status: 'partially_paid',
    po_number: 'PO-7781',
    operation_date: '2026-02-20',
    notes: 'Thank you <very> much & "goodbye"',
  }),
  'one with a discount on the whole': invoiceOf({
    lines: [
      line({ quantity: '2', unit_price: '100', discount_percent: '10', net_minor: 16200 }),
      line({ unit_price: '33.33', tax_rate: '10', category: 'reduced', net_minor: 3000 }),
    ],
    discount_minor: 2133,
  }),
  'one whose prices include tax': invoiceOf({
    prices_include_tax: true,
    due_date: null,
    lines: [
      line({
        quantity: '3',
        unit_price: '9.99',
        net_minor: 2477,
      }),
      line({
        unit_price: '121',
        discount_percent: '50',
        net_minor: 5e3,
      }),
    ],
  }),
  'one whose prices include tax, with a discount on the whole': invoiceOf({
    prices_include_tax: true,
    lines: [line({ unit_price: '121', net_minor: 9000 })],
    discount_minor: 1000,
  }),
  'one with a surcharge': invoiceOf({ lines: [line({ surcharge_rate: '5.2' })] }),
  'an exempt one': invoiceOf(without('exempt', 'E1')),
  'a supply within the Union': invoiceOf(without('exempt', 'E5')),
  'an export': invoiceOf({
    ...without('exempt', 'E2'),
    client: party({ name: 'Globex', legal_name: null, tax_id: '12-3456789', country: 'US' }),
  }),
  'one where the client owes the tax': invoiceOf(without('reverse_charge')),
  'one that is not subject to tax': invoiceOf(without('not_subject')),
  'a credit note': invoiceOf({
    kind: 'corrective',
    corrects,
    correction_method: 'difference',
    correction_reason: 'R1',
    lines: [
      line({
        quantity: '-1',
        unit_price: '0.125',
        net_minor: -13,
      }),
      line({
        quantity: '-16',
        unit_price: '348.35',
        discount_percent: '4',
        tax_rate: '22',
        net_minor: -535066,
      }),
    ],
  }),
  'a credit note with a negative price': invoiceOf({
    kind: 'corrective',
    corrects,
    correction_method: 'difference',
    lines: [
      line({
        unit_price: '-100',
        net_minor: -1e4,
      }),
    ],
  }),
  'a debit note': invoiceOf({ kind: 'corrective', corrects, correction_method: 'difference' }),
  'one that replaces another': invoiceOf({ kind: 'corrective', corrects, correction_method: 'substitution' }),
  'one that was credited in full': invoiceOf({ credited_minor: 12100 }),
  'one that was credited in part': invoiceOf({
    credited_minor: 2100,
    paid_minor: 1000,
    status: 'partially_paid',
  }),
  'one that was paid': invoiceOf({ paid_minor: 12100, status: 'paid' }),
  'one in yen, to somebody without an address': invoiceOf({
    currency: 'JPY',
    kind: 'simplified',
    lines: [line({ unit_price: '10000' })],
    client: party({
      name: '株式会社サンプル',
      legal_name: null,
      tax_id: null,
      email: null,
      phone: null,
      country: 'JP',
      address_line1: null,
      address_line2: null,
      postal_code: null,
      city: null,
      region: null,
    }),
  }),
  'one in dollars, of an issuer whose books are in euro': invoiceOf({
    currency: 'USD',
    notes: 'Thank you',
    accounting: {
      currency: 'EUR',
      exchange_rate: '0.91234567',
      exchange_rate_date: '2026-02-26',
      tax_minor: 1916,
    },
  }),
  'a credit note in dollars, of an issuer whose books are in euro': invoiceOf({
    kind: 'corrective',
    corrects,
    correction_method: 'difference',
    currency: 'USD',
    lines: [line({ quantity: '-1', net_minor: -10000 })],
    accounting: {
      currency: 'EUR',
      exchange_rate: '0.92',
      exchange_rate_date: '2026-02-26',
      tax_minor: -1932,
    },
  }),
  'one between parties in Germany': invoiceOf({
    issuer: {
      ...party({ country: 'DE', tax_id: 'DE123456788', region: null, postal_code: '80331', city: 'München' }),
      iban: 'DE89370400440532013000',
      footer: null,
    },
    lines: [line({ tax_rate: '19' })],
  }),
  'a debit note between parties in Germany': invoiceOf({
    kind: 'corrective',
    corrects,
    correction_method: 'difference',
    issuer: {
      ...party({ country: 'DE', tax_id: 'DE123456788', region: null, postal_code: '80331', city: 'München' }),
      iban: 'DE89370400440532013000',
      footer: null,
    },
    lines: [line({ tax_rate: '19' })],
  }),
  'one of an issuer outside of Europe': invoiceOf({
    issuer: { ...party({ country: 'US', tax_id: '12-3456789', region: 'CA' }), iban: null, footer: null },
    currency: 'USD',
  }),
}
