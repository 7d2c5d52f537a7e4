import type { InvoiceDocument, InvoiceLine, InvoiceTax, Party } from '../../src/shared/invoice/document.ts'

export const party = (changes: Partial<Party> = {}): Party => ({
  name: 'Acme',
  legal_name: 'Acme Consulting, S.L.',
  tax_id: 'B12345674',
  email: 'billing@acme.example',
  phone: '+34 910 000 000',
  website: 'https://acme.example',
  address_line1: 'Calle de Alcalá 42',
  address_line2: '3º B',
  postal_code: '28014',
  city: 'Madrid',
  region: 'Madrid',
  country: 'ES',
  contact: null,
  electronic_address: null,
  ...changes,
})

export const line = (changes: Partial<InvoiceLine> = {}): InvoiceLine => ({
  description: 'Consulting',
  quantity: '1',
  unit: null,
  unit_price: '100',
  discount_percent: '0',
  tax_rate: '21',
  category: 'standard',
  surcharge_rate: null,
  net_minor: 10000,
  ...changes,
})

/** The taxes of the lines, each rounded once per rate, half away from zero. */
function taxesOf(lines: InvoiceLine[]): InvoiceTax[] {
  const groups = Map.groupBy(lines, (each) => [each.category, each.tax_rate, each.surcharge_rate].join(' '))
  return [...groups.values()].map((group) => {
    const { category, tax_rate: rate, surcharge_rate } = group[0]!
    const base_minor = group.reduce((sum, { net_minor }) => sum + net_minor, 0)
    return {
      category,
      rate,
      surcharge_rate,
      base_minor,
      exemption_code: null,
      tax_minor: shareOf(base_minor, rate),
      surcharge_minor: shareOf(base_minor, surcharge_rate ?? '0'),
    }
  })
}

export const shareOf = (minor: number, percent: string) =>
  Math.sign(minor) * Math.round((Math.abs(minor) * Math.round(Number(percent) * 10_000)) / 1_000_000)

/** An issued Spanish invoice whose sums follow from its lines. */
export function invoiceOf(changes: Partial<InvoiceDocument> = {}): InvoiceDocument {
  const lines = changes.lines ?? [line()]
  const taxes = changes.taxes ?? taxesOf(lines)
  const sum = (key: 'base_minor' | 'tax_minor' | 'surcharge_minor') =>
    taxes.reduce((total, tax) => total + tax[key], 0)
  const [net_minor, tax_minor, surcharge_minor] = [
    sum('base_minor'),
    sum('tax_minor'),
    sum('surcharge_minor'),
  ]
  const withholding_minor = shareOf(net_minor, changes.withholding_rate ?? '0')
  const total_minor = net_minor + tax_minor + surcharge_minor
  return {
    kind: 'standard',
    number: 'F-2026-0042',
    status: 'issued',
    issue_date: '2026-02-27',
    operation_date: null,
    due_date: '2026-03-29',
    currency: 'EUR',
    locale: 'en-GB',
    prices_include_tax: false,
    issuer: {
      ...party(),
      iban: 'ES9121000418450200051332',
      footer: 'Acme Consulting, S.L. · Madrid trade register, volume 1',
    },
    client: party({
      name: 'Beispiel',
      legal_name: 'Beispiel GmbH & Co. KG',
      tax_id: 'DE123456789',
      region: null,
      country: 'DE',
      address_line1: 'Unter den Linden 1',
      address_line2: null,
      postal_code: '10117',
      city: 'Berlin',
      email: 'rechnung@beispiel.example',
      phone: null,
      website: null,
    }),
    corrects: null,
    correction_method: null,
    correction_reason: null,
    po_number: null,
    profile: 'en16931',
    buyer_reference: null,
    notes: null,
    lines,
    taxes,
    accounting: null,
    discount_minor: 0,
    withholding_rate: '0',
    net_minor,
    tax_minor,
    surcharge_minor,
    withholding_minor,
    total_minor,
    payable_minor: total_minor - withholding_minor,
    paid_minor: 0,
    credited_minor: 0,
    qr: null,
    ...changes,
  }
}
