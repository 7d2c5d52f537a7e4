import { describe, expect, test } from 'vitest'
import { ciiOf } from '../../src/shared/invoice/cii.ts'
import { outstandingOf } from '../../src/shared/invoice/document.ts'
import { problemsOf } from '../../src/shared/invoice/norm/problems.ts'
import { ublOf } from '../../src/shared/invoice/ubl.ts'
import { cases, inProfile } from './cases.ts'
import { rules } from './rules.ts'
import { invoiceOf, line, party } from './samples.ts'
import { cents, linesOf, readUbl, subtotalsOf, textOf, vatIdOf } from './ubl-reading.ts'

const ublOfCase = (name: string) => ublOf(cases[name]!)

describe.each(rules)('$id', ({ holds, broken: [name, from, to] }) => {
  test.each(Object.keys(cases))('in %s', (each) => {
    expect(holds(readUbl(ublOfCase(each)))).toBe(true)
  })
  test('and can be broken', () => {
    const broken = ublOfCase(name).replace(from, to)
    expect(broken).not.toBe(ublOfCase(name))
    expect(holds(readUbl(broken))).toBe(false)
  })
})

describe.each(Object.entries(cases))('%s', (name, invoice) => {
  test.each(['en16931', 'xrechnung', 'peppol'] as const)('asks for what is left to pay, in %s', (profile) => {
    const document = inProfile(invoice, profile)
    const [ubl, left] = [readUbl(ublOf(document)), outstandingOf(invoice)]
    const asks = left > 0
    expect(ubl.PaymentMeans?.PayeeFinancialAccount !== undefined).toBe(asks)
    expect(ciiOf(document).includes('<ram:IBANID>')).toBe(asks)
    if (!asks) expect([ubl.PaymentTerms.Note, ubl.DueDate]).toEqual([['Nothing to pay'], undefined])
    if (invoice.correction_method !== 'difference' && invoice.currency !== 'JPY')
      expect(cents(ubl.LegalMonetaryTotal.PayableAmount)).toBe(left)
  })
})

describe('mapping', () => {
  test('a credit note has reversed signs, and references what it corrects', () => {
    const note = readUbl(ublOfCase('a credit note'))
    expect(ublOfCase('a credit note')).toContain(
      '<CreditNote xmlns="urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2"',
    )
    expect(note.BillingReference.InvoiceDocumentReference).toEqual({
      ID: 'F-2026-0001',
      IssueDate: '2026-01-10',
    })
    expect(linesOf(note).map((each) => textOf(each.CreditedQuantity))).toEqual(['1', '16'])
    expect(linesOf(note).map((each) => textOf(each.LineExtensionAmount))).toEqual(['0.13', '5350.66'])
    expect(textOf(note.LegalMonetaryTotal.PayableAmount)).toBe('6527.97')
    expect(note.PaymentTerms.Note).toEqual(['Nothing to pay'])
  })

  test('a negative price becomes a negative quantity, and in a credit note a positive one', () => {
    const [only] = linesOf(readUbl(ublOfCase('a credit note with a negative price')))
    expect([textOf(only.CreditedQuantity), textOf(only.Price.PriceAmount)]).toEqual(['1', '100'])
  })

  test.each([
    ['an ordinary invoice', '380'],
    ['a credit note', '381'],
    ['a debit note', '383'],
    ['one that replaces another', '384'],
  ])('%s is of type %s', (name, type) => {
    const document = readUbl(ublOfCase(name))
    expect(document.InvoiceTypeCode ?? document.CreditNoteTypeCode).toBe(type)
  })

  test('withholding and payments count as paid, and the former is mentioned', () => {
    const document = readUbl(ublOfCase('one with three rates, a discount, withholding, a payment and notes'))
    expect(textOf(document.LegalMonetaryTotal.PrepaidAmount)).toBe('290.60')
    expect(textOf(document.LegalMonetaryTotal.PayableAmount)).toBe('423.77')
    expect(document.Note).toEqual(['Thank you <very> much & "goodbye"', 'Withholding tax 15%: €90.60'])
  })

  test('a discount on the total is separate for each rate, and lines are without it', () => {
    const document = readUbl(ublOfCase('one with a discount on the whole'))
    const amounts = document.AllowanceCharge.map((each: typeof document) => [
      textOf(each.Amount),
      each.TaxCategory.Percent,
    ])
    expect(amounts).toEqual([
      ['18.00', '21'],
      ['3.33', '10'],
    ])
    expect(linesOf(document).map((each) => textOf(each.LineExtensionAmount))).toEqual(['180.00', '33.33'])
    expect(textOf(document.LegalMonetaryTotal.TaxExclusiveAmount)).toBe('192.00')
  })

  test('prices that include tax are written without it', () => {
    const document = readUbl(ublOfCase('one whose prices include tax'))
    expect(linesOf(document).map((each) => textOf(each.Price.PriceAmount))).toEqual(['8.25619835', '100'])
    expect(textOf(linesOf(document)[1].AllowanceCharge[0].Amount)).toBe('50.00')
  })

  test('tax in the currency of the books comes with the rate and its day', () => {
    const foreign = 'one in dollars, of an issuer whose books are in euro'
    const document = readUbl(ublOfCase(foreign))
    expect(document.Note).toEqual([
      'Thank you',
      'Exchange rate of 26 Feb 2026: 1\u00a0USD = 0.91234567\u00a0EUR',
    ])
    expect(document.TaxTotal.map(({ TaxAmount }: typeof document) => textOf(TaxAmount))).toEqual([
      '21.00',
      '19.16',
    ])
    const note = readUbl(ublOfCase('a credit note in dollars, of an issuer whose books are in euro'))
    expect(textOf(note.TaxTotal[1].TaxAmount)).toBe('19.32')
    const { accounting, ...rest } = cases[foreign]!
    const dinars = readUbl(ublOf({ ...rest, accounting: { ...accounting!, currency: 'KWD' } }))
    expect([dinars.TaxCurrencyCode, dinars.TaxTotal.length]).toEqual([undefined, 1])
  })

  test('a surcharge is part of rate and tax, and is mentioned', () => {
    const document = readUbl(ublOfCase('one with a surcharge'))
    const [tax] = subtotalsOf(document)
    expect([tax.TaxCategory.Percent, textOf(tax.TaxAmount)]).toEqual(['26.2', '26.20'])
    expect(document.Note).toEqual(['Surcharge: €5.20'])
  })

  test.each([
    ['an exempt one', 'E', undefined, 'Exempt from tax (E1)'],
    ['an export', 'G', 'VATEX-EU-G', 'Export outside the EU (E2)'],
    ['a supply within the Union', 'K', 'VATEX-EU-IC', 'Intra-community supply (E5)'],
    ['one where the client owes the tax', 'AE', 'VATEX-EU-AE', 'Reverse charge'],
    ['one that is not subject to tax', 'O', 'VATEX-EU-O', 'Not subject to VAT'],
  ])('%s is of category %s with its reason', (name, id, code, text) => {
    const [{ TaxCategory: tax }] = subtotalsOf(readUbl(ublOfCase(name)))
    expect([tax.ID, tax.TaxExemptionReasonCode, tax.TaxExemptionReason]).toEqual([id, code, text])
  })

  test.each([
    ['B12345674', 'ES', 'ESB12345674'],
    ['ES-B12345674', 'ES', 'ESB12345674'],
    ['123456789', 'GR', 'EL123456789'],
    ['CHE-123.456.789 MWST', 'CH', 'CHE123456789MWST'],
    ['12-3456789', 'US', undefined],
  ])('the tax number %s of %s is the VAT number %s', (tax_id, country, expected) => {
    const client = party({ tax_id, country })
    expect(vatIdOf(readUbl(ublOf(invoiceOf({ client }))).AccountingCustomerParty)).toBe(expected)
  })

  test.each([
    ['h', 'HUR'],
    ['Stunden', 'HUR'],
    ['days', 'DAY'],
    ['kg', 'KGM'],
    ['licences', 'C62'],
    [null, 'C62'],
  ])('the unit %s is %s', (unit, code) => {
    const [only] = linesOf(readUbl(ublOf(invoiceOf({ lines: [line({ unit })] }))))
    expect(only.InvoicedQuantity['@unitCode']).toBe(code)
  })

  test('characters that XML cannot contain are left out', () => {
    const notes = 'a\u0000b\u000bc\ud800d\ufffee]]>&lt;'
    expect(readUbl(ublOf(invoiceOf({ notes }))).Note[0]).toBe('abc\ufffdde]]>&lt;')
  })
})

describe('what the standard cannot express is reported, with the field and what to do', () => {
  const notSubject = line({ category: 'not_subject', tax_rate: '0' })
  test.each([
    ['status', invoiceOf({ number: null, status: 'draft', issue_date: null })],
    ['status', invoiceOf({ status: 'cancelled' })],
    ['currency', invoiceOf({ currency: 'BHD' })],
    ['client.country', invoiceOf({ client: party({ country: null }) })],
    ['issuer.tax_id', invoiceOf({ issuer: { ...party({ tax_id: null }), iban: null, footer: null } })],
    [
      'client.tax_id',
      invoiceOf({ ...cases['one where the client owes the tax'], client: party({ tax_id: null }) }),
    ],
    ['lines', invoiceOf({ lines: [line(), notSubject] })],
  ])('%s', (field, invoice) => {
    expect(problemsOf(invoice)).toEqual([expect.stringMatching(new RegExp(`^${field}: \\w+`))])
  })

  test.each(Object.keys(cases))('nothing about %s', (name) => {
    expect(problemsOf(cases[name]!)).toEqual([])
  })
})
