import { XMLParser } from 'fast-xml-parser'
import { describe, expect, test } from 'vitest'
import { ciiOf } from '../../src/shared/invoice/cii.ts'
import { facturXOf } from '../../src/shared/invoice/factur-x.ts'
import { ublOf } from '../../src/shared/invoice/ubl.ts'
import { cases } from './cases.ts'
import { printedAt, attachmentsOf, deployedFonts, pagesOf } from './reading.ts'
import { linesOf, readUbl, subtotalsOf, textOf, type Node } from './ubl-reading.ts'

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  removeNSPrefix: true,
  isArray: (name) => /^(IncludedSupplyChainTradeLineItem|ApplicableTradeTax)$/.test(name),
})
const readCii = (xml: string): Node => parser.parse(xml).CrossIndustryInvoice.SupplyChainTradeTransaction

describe.each(Object.keys(cases))('%s as a Cross Industry Invoice', (name) => {
  test('has the same values as the UBL', () => {
    const [cii, ubl] = [readCii(ciiOf(cases[name]!)), readUbl(ublOf(cases[name]!))]
    const settlement = cii.ApplicableHeaderTradeSettlement
    const sums = settlement.SpecifiedTradeSettlementHeaderMonetarySummation
    expect(
      [
        sums.LineTotalAmount,
        sums.TaxBasisTotalAmount,
        ...[sums.TaxTotalAmount].flat(),
        sums.DuePayableAmount,
      ].map(textOf),
    ).toEqual(
      [
        ubl.LegalMonetaryTotal.LineExtensionAmount,
        ubl.LegalMonetaryTotal.TaxExclusiveAmount,
        ...ubl.TaxTotal.map(({ TaxAmount }: Node) => TaxAmount),
        ubl.LegalMonetaryTotal.PayableAmount,
      ].map(textOf),
    )
    expect(settlement.TaxCurrencyCode).toBe(ubl.TaxCurrencyCode)
    expect(settlement.ApplicableTradeTax.map((tax: Node) => [tax.CategoryCode, tax.BasisAmount])).toEqual(
      subtotalsOf(ubl).map((tax) => [tax.TaxCategory.ID, textOf(tax.TaxableAmount)]),
    )
    const amounts = cii.IncludedSupplyChainTradeLineItem.map(
      (line: Node) =>
        line.SpecifiedLineTradeSettlement.SpecifiedTradeSettlementLineMonetarySummation.LineTotalAmount,
    )
    expect(amounts).toEqual(linesOf(ubl).map((line) => textOf(line.LineExtensionAmount)))
  })
})

describe('Factur-X', () => {
  test('is the PDF with the XML embedded, and declares it in its metadata', async () => {
    const invoice = cases['an ordinary invoice']!
    const pdf = await facturXOf(invoice, { font: deployedFonts().font, at: printedAt })
    expect(await attachmentsOf(pdf)).toEqual([['factur-x.xml', ciiOf(invoice)]])
    expect((await pagesOf(pdf))[0]).toContain('Invoice F-2026-0042')
    const text = Buffer.from(pdf).toString('latin1')
    expect(text).toMatch(/\/AF \[\d+ 0 R\]/)
    expect(text).toContain('/AFRelationship /Alternative')
    expect(text).toContain('<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>')
    expect(text).toContain('<pdfaid:part>3</pdfaid:part>')
  })
})
