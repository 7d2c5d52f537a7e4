import type { InvoiceDocument, InvoiceLine, InvoiceTax, TaxCategory } from '../document.ts'
import { scaled, sumOf } from '../decimals.ts'
import type { NormCategory, NormRate, NormTax } from './norm.ts'

type Rated = {
  category: TaxCategory
  rate: string
  surcharge_rate: string | null
  exemption_code: string | null
}

/** Reasons of the Spanish tax agency with a separate category: exports, supplies within the Union. */
const exemptCategories: Partial<Record<string, NormCategory>> = { E2: 'G', E5: 'K' }

/** Codes of the list VATEX, which name the provision. */
const exemptionCodes: Partial<Record<NormCategory, string>> = {
  AE: 'VATEX-EU-AE',
  G: 'VATEX-EU-G',
  K: 'VATEX-EU-IC',
  O: 'VATEX-EU-O',
}
const exemptionTexts: Partial<Record<NormCategory, string>> = {
  AE: 'Reverse charge',
  E: 'Exempt from tax',
  G: 'Export outside the EU',
  K: 'Intra-community supply',
  O: 'Not subject to VAT',
}

export function categoryOf({ category, rate, exemption_code }: Rated): NormCategory {
  if (category === 'exempt') return exemptCategories[exemption_code ?? ''] ?? 'E'
  if (category === 'reverse_charge') return 'AE'
  if (category === 'not_subject') return 'O'
  return scaled(rate, 6) > 0n ? 'S' : 'Z'
}

/** A rate in the terms of the norm, which has no surcharge: it is part of the rate. */
export function normRateOf(rated: Rated): NormRate {
  const category = categoryOf(rated)
  if (category === 'O') return { category, rate: undefined }
  return { category, rate: category === 'S' ? sumOf(rated.rate, rated.surcharge_rate ?? '0') : '0' }
}

/** The rate of a line; the exemption reason comes from the tax that the line belongs to. */
export function rateOfLine(line: InvoiceLine, invoice: InvoiceDocument): NormRate {
  const rated = { ...line, rate: line.tax_rate }
  const tax = invoice.taxes.find((each) => keyOf(each) === keyOf(rated))
  return normRateOf({ ...rated, exemption_code: tax?.exemption_code ?? null })
}

const keyOf = ({ category, rate, surcharge_rate }: Omit<Rated, 'exemption_code'>) =>
  [category, scaled(rate, 6), scaled(surcharge_rate ?? '0', 6)].join(' ')

export const sameRate = (a: NormRate, b: NormRate) => a.category === b.category && a.rate === b.rate

/** The taxes of an invoice, one for each category and rate of the norm. */
export function normTaxesOf(taxes: InvoiceTax[], money: (minor: number) => string): NormTax[] {
  const groups = Map.groupBy(taxes, (tax) => Object.values(normRateOf(tax)).join(' '))
  return [...groups.values()].map((group) => ({
    ...normRateOf(group[0]!),
    base: money(group.reduce((sum, { base_minor }) => sum + base_minor, 0)),
    tax: money(group.reduce((sum, { tax_minor, surcharge_minor }) => sum + tax_minor + surcharge_minor, 0)),
    exemption: exemptionOf(group[0]!),
  }))
}

function exemptionOf(tax: InvoiceTax): NormTax['exemption'] {
  const category = categoryOf(tax)
  const text = exemptionTexts[category]
  if (!text) return undefined
  return {
    code: exemptionCodes[category],
    text: tax.exemption_code ? `${text} (${tax.exemption_code})` : text,
  }
}
