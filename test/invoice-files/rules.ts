import { isCountry } from '../../src/shared/countries.ts'
import {
  categoriesOf,
  cents,
  linesOf,
  subtotalsOf,
  sumOf,
  textOf,
  vatIdOf,
  type Node,
} from './ubl-reading.ts'

type Rule = {
  id: string
  holds: (document: Node) => boolean
  /** The case, and replacements in it that break the rule. */
  broken: [of: string, from: string | RegExp, to: string]
}

const ordinary = 'an ordinary invoice'
const full = 'one with three rates, a discount, withholding, a payment and notes'
const discounted = 'one with a discount on the whole'
const sums = (document: Node) => document.LegalMonetaryTotal
const seller = (document: Node) => document.AccountingSupplierParty
const buyer = (document: Node) => document.AccountingCustomerParty
const has = (value: unknown) => value !== undefined && value !== ''
const allowances = (document: Node): Node[] => document.AllowanceCharge ?? []
const every = (pick: (document: Node) => Node[], holds: (node: Node) => boolean) => (document: Node) =>
  pick(document).every(holds)
const amountsOf = (node: Node): string[] =>
  Object.entries(node ?? {}).flatMap(([key, value]): string[] => {
    if (Array.isArray(value)) return value.flatMap(amountsOf)
    if (key.endsWith('Amount') && key !== 'PriceAmount') return [textOf(value)!]
    return typeof value === 'object' ? amountsOf(value) : []
  })

/** Bases, taxes and rates of one category agree with lines and discounts (BR-x-08, BR-x-09). */
const baseIsOf = (tax: Node, document: Node) => {
  const same = (category: Node) =>
    category.ID === tax.TaxCategory.ID && category.Percent === tax.TaxCategory.Percent
  const lines = linesOf(document).filter((line) => same(line.Item.ClassifiedTaxCategory))
  const discounts = allowances(document).filter((allowance) => same(allowance.TaxCategory))
  return cents(tax.TaxableAmount) === sumOf(lines, 'LineExtensionAmount') - sumOf(discounts, 'Amount')
}
const taxIsOf = (tax: Node) =>
  Math.abs(cents(tax.TaxAmount) - (cents(tax.TaxableAmount) * Number(tax.TaxCategory.Percent ?? 0)) / 100) <
  100
const of = (id: string) => (document: Node) =>
  subtotalsOf(document).filter((tax) => tax.TaxCategory.ID === id)
const uses = (document: Node, ...ids: string[]) => categoriesOf(document).some(({ ID }) => ids.includes(ID))

/** The business rules of EN 16931-1 that apply to our invoices; each can be broken. */
export const rules: Rule[] = [
  {
    id: 'BR-01 names the specification',
    holds: (document) => document.CustomizationID === 'urn:cen.eu:en16931:2017',
    broken: [ordinary, 'urn:cen.eu:en16931:2017', 'x'],
  },
  { id: 'BR-02 has a number', holds: (document) => has(document.ID), broken: [ordinary, 'F-2026-0042', ''] },
  {
    id: 'BR-03 has a date of issue',
    holds: (document) => /^\d{4}-\d\d-\d\d$/.test(document.IssueDate),
    broken: [ordinary, '2026-02-27', '27.02.2026'],
  },
  {
    id: 'BR-04 and BR-CL-01 have a type that their document may have',
    holds: (document) =>
      document.CreditNoteTypeCode
        ? document.CreditNoteTypeCode === '381'
        : /^38[034]$/.test(document.InvoiceTypeCode),
    broken: [ordinary, '>380<', '>381<'],
  },
  {
    id: 'BR-05 has a currency, which all amounts are in',
    holds: (document) => /^[A-Z]{3}$/.test(document.DocumentCurrencyCode),
    broken: [ordinary, '>EUR<', '>€<'],
  },
  {
    id: 'BR-06, BR-07 name seller and buyer',
    holds: (document) =>
      [seller, buyer].every((side) => has(side(document).Party.PartyLegalEntity.RegistrationName)),
    broken: [ordinary, 'Beispiel GmbH &amp; Co. KG', ''],
  },
  {
    id: 'BR-08 to BR-11 and BR-CL-14 have addresses with countries of ISO 3166',
    holds: (document) =>
      [seller, buyer].every((side) =>
        isCountry(side(document).Party.PostalAddress.Country.IdentificationCode),
      ),
    broken: [ordinary, '>DE<', '>XX<'],
  },
  {
    id: 'BR-16 has a line',
    holds: (document) => linesOf(document).length > 0,
    broken: [ordinary, /<cac:InvoiceLine>[^]*<\/cac:InvoiceLine>/, ''],
  },
  {
    id: 'BR-21 to BR-26 have lines with id, quantity, unit, amount, name and price',
    holds: every(linesOf, (line) => {
      const quantity = line.InvoicedQuantity ?? line.CreditedQuantity
      return [
        line.ID,
        quantity?.['#text'],
        quantity?.['@unitCode'],
        line.Item?.Name,
        line.Price?.PriceAmount,
      ].every(has)
    }),
    broken: [ordinary, /<cbc:Name>Consulting<\/cbc:Name>/, ''],
  },
  {
    id: 'BR-27 has no negative price',
    holds: every(linesOf, (line) => Number(textOf(line.Price.PriceAmount)) >= 0),
    broken: ['a credit note with a negative price', /(<cbc:PriceAmount[^>]*>)/, '$1-'],
  },
  {
    id: 'BR-31, BR-33 have discounts with amount and reason',
    holds: every(
      allowances,
      (allowance) => has(textOf(allowance.Amount)) && has(allowance.AllowanceChargeReason),
    ),
    broken: [discounted, /<cbc:AllowanceChargeReason>[^]*?<\/cbc:AllowanceChargeReason>/, ''],
  },
  {
    id: 'BR-50, BR-61 have an account where they ask for a transfer',
    holds: (document) =>
      !document.PaymentMeans ||
      (/^(30|58)$/.test(document.PaymentMeans.PaymentMeansCode) &&
        has(document.PaymentMeans.PayeeFinancialAccount.ID)),
    broken: [ordinary, 'ES9121000418450200051332', ''],
  },
  {
    id: 'BR-62, BR-63 name the scheme of electronic addresses',
    holds: (document) =>
      [seller, buyer].every((side) => {
        const address = side(document).Party.EndpointID
        return address === undefined || address['@schemeID'] === 'EM'
      }),
    broken: [ordinary, ' schemeID="EM"', ''],
  },
  {
    id: 'BR-CO-04 has a category of tax at each line',
    holds: every(linesOf, (line) => has(line.Item?.ClassifiedTaxCategory?.ID)),
    broken: [ordinary, /<cac:ClassifiedTaxCategory>[^]*?<\/cac:ClassifiedTaxCategory>/, ''],
  },
  {
    id: 'BR-CO-09 has VAT numbers that begin with their country',
    holds: (document) =>
      [seller, buyer].every((side) => {
        const id = vatIdOf(side(document))
        return id === undefined || isCountry(id.slice(0, 2)) || id.startsWith('EL')
      }),
    broken: [ordinary, 'ESB12345674', 'B12345674'],
  },
  {
    id: 'BR-CO-10 adds up its lines',
    holds: (document) =>
      cents(sums(document).LineExtensionAmount) === sumOf(linesOf(document), 'LineExtensionAmount'),
    broken: [full, /(<cbc:LineExtensionAmount[^>]*>)603/, '$1604'],
  },
  {
    id: 'BR-CO-11 adds up its discounts',
    holds: (document) => cents(sums(document).AllowanceTotalAmount) === sumOf(allowances(document), 'Amount'),
    broken: [discounted, />21\.33</, '>21.34<'],
  },
  {
    id: 'BR-CO-13 has the net total that lines and discounts give',
    holds: (document) =>
      cents(sums(document).TaxExclusiveAmount) ===
      cents(sums(document).LineExtensionAmount) - cents(sums(document).AllowanceTotalAmount),
    broken: [ordinary, /(<cbc:TaxExclusiveAmount[^>]*>)100/, '$1101'],
  },
  {
    id: 'BR-CO-14 adds up its taxes',
    holds: (document) => cents(document.TaxTotal[0].TaxAmount) === sumOf(subtotalsOf(document), 'TaxAmount'),
    broken: [ordinary, '>21.00<', '>22.00<'],
  },
  {
    id: 'BR-53 has a total tax in the currency of the books, and only that',
    holds: ({ TaxCurrencyCode: books, DocumentCurrencyCode: currency, TaxTotal: totals }) =>
      totals[0].TaxAmount['@currencyID'] === currency &&
      (books
        ? books !== currency && totals.length === 2 && totals[1].TaxAmount['@currencyID'] === books
        : totals.length === 1),
    broken: ['one in dollars, of an issuer whose books are in euro', 'currencyID="EUR"', 'currencyID="USD"'],
  },
  {
    id: 'BR-CO-15 has the total that net total and tax give',
    holds: (document) =>
      cents(sums(document).TaxInclusiveAmount) ===
      cents(sums(document).TaxExclusiveAmount) + cents(document.TaxTotal[0].TaxAmount),
    broken: [ordinary, /(<cbc:TaxInclusiveAmount[^>]*>)121/, '$1122'],
  },
  {
    id: 'BR-CO-16 has left to pay what is not paid',
    holds: (document) =>
      cents(sums(document).PayableAmount) ===
      cents(sums(document).TaxInclusiveAmount) - cents(sums(document).PrepaidAmount),
    broken: [full, /(<cbc:PrepaidAmount[^>]*>)\d+/, '$11'],
  },
  {
    id: 'BR-CO-18 breaks down its tax, BR-45 to BR-48 with base, amount, category and rate',
    holds: (document) =>
      subtotalsOf(document).length > 0 &&
      subtotalsOf(document).every(
        (tax) =>
          [textOf(tax.TaxableAmount), textOf(tax.TaxAmount), tax.TaxCategory.ID].every(has) &&
          (has(tax.TaxCategory.Percent) || tax.TaxCategory.ID === 'O'),
      ),
    broken: [ordinary, '<cbc:Percent>21</cbc:Percent>', ''],
  },
  {
    id: 'BR-CO-25 says when to pay if there is something to pay',
    holds: (document) =>
      cents(sums(document).PayableAmount) <= 0 ||
      [document.DueDate, document.PaymentTerms?.Note, document.PaymentMeans?.PaymentDueDate].flat().some(has),
    broken: [ordinary, /<cbc:DueDate>[^]*?<\/cbc:DueDate>/, ''],
  },
  {
    id: 'BR-CO-26 identifies the seller',
    holds: (document) =>
      has(vatIdOf(seller(document))) || has(seller(document).Party.PartyLegalEntity.CompanyID),
    broken: [ordinary, 'ESB12345674', ''],
  },
  {
    id: 'BR-DEC has amounts of two decimals at most',
    holds: (document) => amountsOf(document).every((amount) => /^-?\d+(\.\d{1,2})?$/.test(amount)),
    broken: [ordinary, '>100.00<', '>100.000<'],
  },
  {
    id: 'BR-S-02, BR-S-03 name the seller to the tax office',
    holds: (document) =>
      !uses(document, 'S', 'Z', 'E', 'AE') || has(seller(document).Party.PartyTaxScheme?.[0].CompanyID),
    broken: [ordinary, '<cbc:CompanyID>ESB12345674</cbc:CompanyID>', ''],
  },
  {
    id: 'BR-S-05 to BR-S-07 have a standard rate above nothing',
    holds: every(categoriesOf, ({ ID, Percent }) => ID !== 'S' || Number(Percent) > 0),
    broken: [ordinary, '<cbc:Percent>21', '<cbc:Percent>0'],
  },
  {
    id: 'BR-Z-05, BR-E-05, BR-AE-05, BR-IC-05, BR-G-05 have no rate where there is no tax',
    holds: every(categoriesOf, ({ ID, Percent }) => !/^(Z|E|AE|K|G)$/.test(ID) || Number(Percent) === 0),
    broken: ['an exempt one', '<cbc:Percent>0', '<cbc:Percent>4'],
  },
  {
    id: 'BR-S-08, BR-Z-08, BR-E-08, BR-AE-08 have bases that their lines give',
    holds: (document) => subtotalsOf(document).every((tax) => baseIsOf(tax, document)),
    broken: [discounted, /(<cbc:TaxableAmount[^>]*>)\d+/, '$11'],
  },
  {
    id: 'BR-CO-17, BR-S-09, BR-Z-09, BR-E-09, BR-AE-09 have the tax that base and rate give',
    holds: (document) => subtotalsOf(document).every(taxIsOf),
    broken: [ordinary, '<cbc:Percent>21', '<cbc:Percent>12'],
  },
  {
    id: 'BR-E-10, BR-AE-10, BR-IC-10, BR-G-10, BR-O-10 say why there is no tax, BR-S-10, BR-Z-10 say none',
    holds: (document) =>
      subtotalsOf(document).every(
        ({ TaxCategory: { ID, TaxExemptionReason } }) => has(TaxExemptionReason) === !/^[SZ]$/.test(ID),
      ),
    broken: ['an exempt one', /<cbc:TaxExemptionReason>[^]*?<\/cbc:TaxExemptionReason>/, ''],
  },
  {
    id: 'BR-AE-02, BR-IC-02 identify the buyer who owes the tax',
    holds: (document) => !uses(document, 'AE', 'K') || has(vatIdOf(buyer(document))),
    broken: ['one where the client owes the tax', 'DE123456789', ''],
  },
  {
    id: 'BR-IC-11, BR-IC-12 say when and to which country goods went',
    holds: (document) =>
      !uses(document, 'K') ||
      (has(document.Delivery?.ActualDeliveryDate) &&
        has(document.Delivery?.DeliveryLocation?.Address?.Country?.IdentificationCode)),
    broken: ['a supply within the Union', /<cbc:ActualDeliveryDate>[^]*?<\/cbc:ActualDeliveryDate>/, ''],
  },
  {
    id: 'BR-O-02 to BR-O-05 have neither VAT numbers nor rates where nothing is subject to tax',
    holds: (document) =>
      !uses(document, 'O') ||
      (!vatIdOf(seller(document)) &&
        !vatIdOf(buyer(document)) &&
        categoriesOf(document).every(({ Percent }) => !has(Percent))),
    broken: [
      'one that is not subject to tax',
      '<cbc:ID>O</cbc:ID>',
      '<cbc:ID>O</cbc:ID><cbc:Percent>0</cbc:Percent>',
    ],
  },
  {
    id: 'BR-O-11 to BR-O-14 have nothing else where something is not subject to tax',
    holds: (document) =>
      of('O')(document).length === 0 ||
      (subtotalsOf(document).length === 1 && categoriesOf(document).every(({ ID }) => ID === 'O')),
    broken: ['one that is not subject to tax', /(<cac:ClassifiedTaxCategory>\s*<cbc:ID>)O/, '$1E'],
  },
  {
    id: 'PEPPOL-EN16931-R120 has lines that quantity, price and discount give',
    holds: every(linesOf, (line) => {
      const quantity = Number(textOf(line.InvoicedQuantity ?? line.CreditedQuantity))
      const exact =
        quantity * Number(textOf(line.Price.PriceAmount)) * 100 - sumOf(line.AllowanceCharge ?? [], 'Amount')
      return Math.abs(exact - cents(line.LineExtensionAmount)) <= 2
    }),
    broken: [full, '>333.335<', '>333.36<'],
  },
]
