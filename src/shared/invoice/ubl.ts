import { xmlOf, type Element } from '../xml.ts'
import type { InvoiceDocument } from './document.ts'
import { normOf } from './norm/invoice.ts'
import type { NormInvoice, NormLine, NormParty, NormRate } from './norm/norm.ts'

const schema = (name: string) => `urn:oasis:names:specification:ubl:schema:xsd:${name}-2`
const vat = { 'cbc:ID': 'VAT' }

/** What differs between the two documents of UBL. */
const invoiceNames = {
  root: 'Invoice',
  type: 'cbc:InvoiceTypeCode',
  line: 'cac:InvoiceLine',
  quantity: 'cbc:InvoicedQuantity',
}
const creditNames = {
  root: 'CreditNote',
  type: 'cbc:CreditNoteTypeCode',
  line: 'cac:CreditNoteLine',
  quantity: 'cbc:CreditedQuantity',
}

/** An invoice as UBL 2.1 by EN 16931. Call `problemsOf` first. */
export function ublOf(document: InvoiceDocument): string {
  const invoice = normOf(document)
  const names = invoice.type === '381' ? creditNames : invoiceNames
  const amount = amountIn(invoice.currency)
  return xmlOf(names.root, {
    '@xmlns': schema(names.root),
    '@xmlns:cac': schema('CommonAggregateComponents'),
    '@xmlns:cbc': schema('CommonBasicComponents'),
    ...headOf(invoice, names),
    'cac:AccountingSupplierParty': { 'cac:Party': partyOf(invoice.seller) },
    'cac:AccountingCustomerParty': { 'cac:Party': partyOf(invoice.buyer) },
    'cac:Delivery': deliveryOf(invoice),
    'cac:PaymentMeans': paymentOf(invoice, names === creditNames),
    'cac:PaymentTerms': { 'cbc:Note': invoice.terms },
    'cac:AllowanceCharge': allowancesOf(invoice, amount),
    'cac:TaxTotal': [taxesOf(invoice, amount), accountingOf(invoice)],
    'cac:LegalMonetaryTotal': sumsOf(invoice, amount),
    [names.line]: invoice.lines.map((line) => lineOf(line, names.quantity, amount)),
  })
}

const headOf = (invoice: NormInvoice, names: typeof invoiceNames): { [name: string]: Element } => ({
  'cbc:CustomizationID': invoice.specification,
  'cbc:ProfileID': invoice.process,
  'cbc:ID': invoice.number,
  'cbc:IssueDate': invoice.issueDate,
  'cbc:DueDate': names === invoiceNames ? invoice.dueDate : undefined,
  [names.type]: invoice.type,
  'cbc:Note': invoice.notes,
  'cbc:DocumentCurrencyCode': invoice.currency,
  'cbc:TaxCurrencyCode': invoice.accounting?.currency,
  'cbc:BuyerReference': invoice.buyerReference,
  'cac:OrderReference': { 'cbc:ID': invoice.poNumber },
  'cac:BillingReference': referenceOf(invoice),
})

type Amount = (value: string | undefined) => Element
const amountIn =
  (currency: string): Amount =>
  (value) =>
    value === undefined ? undefined : { '@currencyID': currency, '#text': value }

const referenceOf = ({ corrects }: NormInvoice): Element =>
  corrects && {
    'cac:InvoiceDocumentReference': { 'cbc:ID': corrects.number, 'cbc:IssueDate': corrects.issue_date },
  }

function partyOf(party: NormParty): Element {
  return {
    'cbc:EndpointID': party.endpoint && { '@schemeID': party.endpoint.scheme, '#text': party.endpoint.id },
    'cac:PartyName': { 'cbc:Name': party.tradingName },
    'cac:PostalAddress': {
      'cbc:StreetName': party.street,
      'cbc:AdditionalStreetName': party.street2,
      'cbc:CityName': party.city,
      'cbc:PostalZone': party.postalCode,
      'cbc:CountrySubentity': party.region,
      'cac:Country': { 'cbc:IdentificationCode': party.country },
    },
    'cac:PartyTaxScheme': [
      party.vatId ? { 'cbc:CompanyID': party.vatId, 'cac:TaxScheme': vat } : undefined,
      party.taxId ? { 'cbc:CompanyID': party.taxId, 'cac:TaxScheme': { 'cbc:ID': 'TAX' } } : undefined,
    ],
    'cac:PartyLegalEntity': { 'cbc:RegistrationName': party.name, 'cbc:CompanyID': party.legalId },
    'cac:Contact': {
      'cbc:Name': party.contact,
      'cbc:Telephone': party.phone,
      'cbc:ElectronicMail': party.email,
    },
  }
}

const deliveryOf = ({ deliveryDate, deliveryPlace: place }: NormInvoice): Element => ({
  'cbc:ActualDeliveryDate': deliveryDate,
  'cac:DeliveryLocation': place && {
    'cac:Address': {
      'cbc:CityName': place.city,
      'cbc:PostalZone': place.postalCode,
      'cac:Country': { 'cbc:IdentificationCode': place.country },
    },
  },
})

/** Credit notes have no due date element; it is part of the payment means. */
const paymentOf = ({ payment, dueDate }: NormInvoice, credit: boolean): Element =>
  payment && {
    'cbc:PaymentMeansCode': payment.means,
    'cbc:PaymentDueDate': credit ? dueDate : undefined,
    'cac:PayeeFinancialAccount': { 'cbc:ID': payment.iban },
  }

const rateOf = ({ category, rate }: NormRate, exemption: { [name: string]: Element } = {}): Element => ({
  'cbc:ID': category,
  'cbc:Percent': rate,
  ...exemption,
  'cac:TaxScheme': vat,
})

const allowancesOf = ({ allowances }: NormInvoice, amount: Amount): Element =>
  allowances.map((allowance) => ({
    'cbc:ChargeIndicator': 'false',
    'cbc:AllowanceChargeReason': allowance.reason,
    'cbc:Amount': amount(allowance.amount),
    'cac:TaxCategory': rateOf(allowance),
  }))

const taxesOf = (invoice: NormInvoice, amount: Amount): Element => ({
  'cbc:TaxAmount': amount(invoice.sums.tax),
  'cac:TaxSubtotal': invoice.taxes.map((tax) => ({
    'cbc:TaxableAmount': amount(tax.base),
    'cbc:TaxAmount': amount(tax.tax),
    'cac:TaxCategory': rateOf(tax, {
      'cbc:TaxExemptionReasonCode': tax.exemption?.code,
      'cbc:TaxExemptionReason': tax.exemption?.text,
    }),
  })),
})

/** The total tax in the currency of the books, for which the norm has no rate: it is in a note. */
const accountingOf = ({ accounting }: NormInvoice): Element =>
  accounting && { 'cbc:TaxAmount': amountIn(accounting.currency)(accounting.tax) }

const sumsOf = ({ sums, allowances }: NormInvoice, amount: Amount): Element => ({
  'cbc:LineExtensionAmount': amount(sums.lines),
  'cbc:TaxExclusiveAmount': amount(sums.net),
  'cbc:TaxInclusiveAmount': amount(sums.total),
  'cbc:AllowanceTotalAmount': allowances.length > 0 ? amount(sums.allowances) : undefined,
  'cbc:PrepaidAmount': amount(sums.prepaid),
  'cbc:PayableAmount': amount(sums.payable),
})

const lineOf = (line: NormLine, quantity: string, amount: Amount): Element => ({
  'cbc:ID': line.id,
  [quantity]: { '@unitCode': line.unit, '#text': line.quantity },
  'cbc:LineExtensionAmount': amount(line.amount),
  'cac:AllowanceCharge': line.allowance && {
    'cbc:ChargeIndicator': 'false',
    'cbc:AllowanceChargeReasonCode': '95',
    'cbc:Amount': amount(line.allowance),
  },
  'cac:Item': {
    'cbc:Description': line.description,
    'cbc:Name': line.name,
    'cac:ClassifiedTaxCategory': rateOf(line),
  },
  'cac:Price': { 'cbc:PriceAmount': amount(line.price) },
})
