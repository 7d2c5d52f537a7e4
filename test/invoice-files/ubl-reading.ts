import { XMLParser } from 'fast-xml-parser'

// oxlint-disable-next-line typescript/no-explicit-any -- tests read documents freely
export type Node = any

/** Elements that may be repeated: parsed as lists, even if there is only one. */
const lists = /(^|:)(TaxTotal|InvoiceLine|CreditNoteLine|TaxSubtotal|AllowanceCharge|PartyTaxScheme|Note)$/

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  removeNSPrefix: true,
  isArray: (name) => lists.test(name),
})

/** A UBL document as an object without prefixes; elements with attributes have their text as `#text`. */
export function readUbl(xml: string): Node {
  const read = parser.parse(xml)
  return read.Invoice ?? read.CreditNote
}

export const textOf = (node: Node): string | undefined => node?.['#text'] ?? node
/** An amount in minor units of a currency with two decimals, exact. */
export const cents = (node: Node) => Math.round(Number(textOf(node) ?? 0) * 100)
export const linesOf = (document: Node): Node[] => document.InvoiceLine ?? document.CreditNoteLine ?? []
export const subtotalsOf = (document: Node): Node[] => document.TaxTotal[0].TaxSubtotal
export const sumOf = (nodes: Node[], key: string) => nodes.reduce((sum, node) => sum + cents(node[key]), 0)
/** The parts of the document with a tax category: breakdown, discounts, lines. */
export const categoriesOf = (document: Node): Node[] => [
  ...subtotalsOf(document).map((tax) => tax.TaxCategory),
  ...(document.AllowanceCharge ?? []).map((allowance: Node) => allowance.TaxCategory),
  ...linesOf(document).map((line) => line.Item.ClassifiedTaxCategory),
]
export const vatIdOf = (party: Node): string | undefined =>
  party.Party.PartyTaxScheme?.find((scheme: Node) => scheme.TaxScheme.ID === 'VAT')?.CompanyID
