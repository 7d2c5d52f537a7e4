import { describe, expect, test } from 'vitest'
import { ciiOf } from '../../src/shared/invoice/cii.ts'
import type { InvoiceDocument } from '../../src/shared/invoice/document.ts'
import { facturXOf } from '../../src/shared/invoice/factur-x.ts'
import { ublOf } from '../../src/shared/invoice/ubl.ts'
import { cases, inProfile } from './cases.ts'
import { printedAt, attachmentsOf, deployedFonts } from './reading.ts'
import { readUbl, subtotalsOf } from './ubl-reading.ts'

const read = (name: string, profile: InvoiceDocument['profile']) =>
  readUbl(ublOf(inProfile(cases[name]!, profile)))
const typeOf = (document: ReturnType<typeof readUbl>) =>
  document.InvoiceTypeCode ?? document.CreditNoteTypeCode
const process = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'
const xrechnung = 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0'
const peppol = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0'

describe.each(Object.keys(cases))('%s in a profile', (name) => {
  test.each([
    ['xrechnung', xrechnung],
    ['peppol', peppol],
  ] as const)(
    '%s names it, the process, buyer reference, contact and addresses',
    (profile, specification) => {
      const document = read(name, profile)
      const seller = document.AccountingSupplierParty.Party
      expect([document.CustomizationID, document.ProfileID]).toEqual([specification, process])
      expect(document.BuyerReference).toBe('04011000-1234512345-06')
      expect(seller.Contact).toEqual({
        Name: 'Ada Lovelace',
        Telephone: '+34 910 000 000',
        ElectronicMail: 'billing@acme.example',
      })
      expect(seller.EndpointID).toEqual({ '#text': 'ESB12345674', '@schemeID': '9920' })
      expect(document.AccountingCustomerParty.Party.EndpointID['@schemeID']).toBe('9930')
      if (profile === 'peppol') expect(document.Note?.length ?? 0).toBeLessThanOrEqual(1)
      else {
        expect(document.Delivery.ActualDeliveryDate).toMatch(/^2026-/)
        expect(document.PaymentMeans.PaymentMeansCode).toMatch(/^\d+$/)
        expect(subtotalsOf(document).every(({ TaxCategory }) => TaxCategory.Percent !== undefined)).toBe(true)
      }
      const cii = ciiOf(inProfile(cases[name]!, profile))
      for (const text of [specification, process, '04011000-1234512345-06', 'Ada Lovelace'])
        expect(cii).toContain(`>${text}</ram:`)
    },
  )
})

test.each([
  ['a debit note', 'xrechnung', '380'],
  ['a debit note', 'peppol', '383'],
  ['one that replaces another', 'xrechnung', '384'],
  ['one that replaces another', 'peppol', '380'],
  ['a credit note', 'peppol', '381'],
] as const)('%s in %s is of type %s', (name, profile, type) => {
  const document = read(name, profile)
  expect([typeOf(document), document.BillingReference.InvoiceDocumentReference.ID]).toEqual([
    type,
    'F-2026-0001',
  ])
})

test('a supply within the Union names where it went', () => {
  expect(read('a supply within the Union', 'xrechnung').Delivery.DeliveryLocation.Address).toEqual({
    CityName: 'Berlin',
    PostalZone: '10117',
    Country: { IdentificationCode: 'DE' },
  })
})

test.each([
  ['xrechnung', 'xrechnung.xml', 'XRECHNUNG', xrechnung],
  ['peppol', 'factur-x.xml', 'EN 16931', 'urn:cen.eu:en16931:2017'],
] as const)('Factur-X of %s has %s of level %s', async (profile, file, level, specification) => {
  const pdf = await facturXOf(inProfile(cases['an ordinary invoice']!, profile), {
    font: deployedFonts().font,
    at: printedAt,
  })
  const [[name, xml]] = (await attachmentsOf(pdf)) as [[string, string]]
  expect([name, xml.includes(`>${specification}</ram:ID>`)]).toEqual([file, true])
  expect(Buffer.from(pdf).toString('latin1')).toContain(`<fx:ConformanceLevel>${level}</fx:ConformanceLevel>`)
})
