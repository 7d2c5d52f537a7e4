import { xmlOf, type Element } from '../xml.ts'
import type { InvoiceDocument } from './document.ts'
import { normOf } from './norm/invoice.ts'
import type { NormInvoice, NormLine, NormParty, NormRate, NormTax } from './norm/norm.ts'

const schema = (name: string) => `urn:un:unece:uncefact:data:standard:${name}:100`

/** An invoice as a Cross Industry Invoice (D16B) by EN 16931, the XML of Factur-X and ZUGFeRD. Call `problemsOf` first. */
export function ciiOf(document: InvoiceDocument): string {
  const invoice = normOf(document)
  return xmlOf('rsm:CrossIndustryInvoice', {
    '@xmlns:rsm': schema('CrossIndustryInvoice'),
    '@xmlns:ram': schema('ReusableAggregateBusinessInformationEntity'),
    '@xmlns:udt': schema('UnqualifiedDataType'),
    'rsm:ExchangedDocumentContext': {
      'ram:BusinessProcessSpecifiedDocumentContextParameter': { 'ram:ID': invoice.process },
      'ram:GuidelineSpecifiedDocumentContextParameter': { 'ram:ID': invoice.specification },
    },
    'rsm:ExchangedDocument': {
      'ram:ID': invoice.number,
      'ram:TypeCode': invoice.type,
      'ram:IssueDateTime': { 'udt:DateTimeString': dateOf(invoice.issueDate) },
      'ram:IncludedNote': invoice.notes.map((note) => ({ 'ram:Content': note })),
    },
    'rsm:SupplyChainTradeTransaction': {
      'ram:IncludedSupplyChainTradeLineItem': invoice.lines.map(lineOf),
      'ram:ApplicableHeaderTradeAgreement': {
        'ram:BuyerReference': invoice.buyerReference,
        'ram:SellerTradeParty': partyOf(invoice.seller),
        'ram:BuyerTradeParty': partyOf(invoice.buyer),
        'ram:BuyerOrderReferencedDocument': { 'ram:IssuerAssignedID': invoice.poNumber },
      },
      'ram:ApplicableHeaderTradeDelivery': deliveryOf(invoice) ?? '',
      'ram:ApplicableHeaderTradeSettlement': settlementOf(invoice),
    },
  })
}

/** Format 102 of UNTDID 2379: year, month, day. */
const dateOf = (date: string): Element => ({ '@format': '102', '#text': date.replaceAll('-', '') })

const partyOf = (party: NormParty): Element => ({
  'ram:Name': party.name,
  'ram:SpecifiedLegalOrganization': { 'ram:ID': party.legalId, 'ram:TradingBusinessName': party.tradingName },
  'ram:DefinedTradeContact':
    party.contact || party.phone || party.email
      ? {
          'ram:PersonName': party.contact,
          'ram:TelephoneUniversalCommunication': { 'ram:CompleteNumber': party.phone },
          'ram:EmailURIUniversalCommunication': { 'ram:URIID': party.email },
        }
      : undefined,
  'ram:PostalTradeAddress': {
    'ram:PostcodeCode': party.postalCode,
    'ram:LineOne': party.street,
    'ram:LineTwo': party.street2,
    'ram:CityName': party.city,
    'ram:CountryID': party.country,
    'ram:CountrySubDivisionName': party.region,
  },
  'ram:URIUniversalCommunication': {
    'ram:URIID': party.endpoint && { '@schemeID': party.endpoint.scheme, '#text': party.endpoint.id },
  },
  'ram:SpecifiedTaxRegistration': [
    party.vatId ? { 'ram:ID': { '@schemeID': 'VA', '#text': party.vatId } } : undefined,
    party.taxId ? { 'ram:ID': { '@schemeID': 'FC', '#text': party.taxId } } : undefined,
  ],
})

const deliveryOf = ({ deliveryDate, deliveryPlace: place, buyer }: NormInvoice): Element =>
  deliveryDate
    ? {
        'ram:ShipToTradeParty': place && {
          'ram:Name': buyer.name,
          'ram:PostalTradeAddress': {
            'ram:PostcodeCode': place.postalCode,
            'ram:CityName': place.city,
            'ram:CountryID': place.country,
          },
        },
        'ram:ActualDeliverySupplyChainEvent': {
          'ram:OccurrenceDateTime': { 'udt:DateTimeString': dateOf(deliveryDate) },
        },
      }
    : undefined

const rateOf = ({ category, rate }: NormRate) => ({
  'ram:CategoryCode': category,
  'ram:RateApplicablePercent': rate,
})

function settlementOf(invoice: NormInvoice): Element {
  const { payment } = invoice
  return {
    'ram:TaxCurrencyCode': invoice.accounting?.currency,
    'ram:InvoiceCurrencyCode': invoice.currency,
    'ram:SpecifiedTradeSettlementPaymentMeans': payment && {
      'ram:TypeCode': payment.means,
      'ram:PayeePartyCreditorFinancialAccount': { 'ram:IBANID': payment.iban },
    },
    'ram:ApplicableTradeTax': invoice.taxes.map(taxOf),
    'ram:SpecifiedTradeAllowanceCharge': invoice.allowances.map(allowanceOf),
    'ram:SpecifiedTradePaymentTerms': {
      'ram:Description': invoice.terms,
      'ram:DueDateDateTime': invoice.dueDate ? { 'udt:DateTimeString': dateOf(invoice.dueDate) } : undefined,
    },
    'ram:SpecifiedTradeSettlementHeaderMonetarySummation': sumsOf(invoice),
    'ram:InvoiceReferencedDocument': referenceOf(invoice),
  }
}

const taxOf = (tax: NormTax): Element => ({
  'ram:CalculatedAmount': tax.tax,
  'ram:TypeCode': 'VAT',
  'ram:ExemptionReason': tax.exemption?.text,
  'ram:BasisAmount': tax.base,
  'ram:CategoryCode': tax.category,
  'ram:ExemptionReasonCode': tax.exemption?.code,
  'ram:RateApplicablePercent': tax.rate,
})

const allowanceOf = (allowance: NormInvoice['allowances'][number]): Element => ({
  'ram:ChargeIndicator': { 'udt:Indicator': 'false' },
  'ram:ActualAmount': allowance.amount,
  'ram:Reason': allowance.reason,
  'ram:CategoryTradeTax': { 'ram:TypeCode': 'VAT', ...rateOf(allowance) },
})

const sumsOf = ({ sums, currency, allowances, accounting }: NormInvoice): Element => ({
  'ram:LineTotalAmount': sums.lines,
  'ram:AllowanceTotalAmount': allowances.length > 0 ? sums.allowances : undefined,
  'ram:TaxBasisTotalAmount': sums.net,
  'ram:TaxTotalAmount': [
    { '@currencyID': currency, '#text': sums.tax },
    accounting && { '@currencyID': accounting.currency, '#text': accounting.tax },
  ],
  'ram:GrandTotalAmount': sums.total,
  'ram:TotalPrepaidAmount': sums.prepaid,
  'ram:DuePayableAmount': sums.payable,
})

const referenceOf = ({ corrects }: NormInvoice): Element =>
  corrects && {
    'ram:IssuerAssignedID': corrects.number,
    'ram:FormattedIssueDateTime': {
      'qdt:DateTimeString': {
        '@xmlns:qdt': schema('QualifiedDataType'),
        '@format': '102',
        '#text': corrects.issue_date.replaceAll('-', ''),
      },
    },
  }

const lineOf = (line: NormLine): Element => ({
  'ram:AssociatedDocumentLineDocument': { 'ram:LineID': line.id },
  'ram:SpecifiedTradeProduct': { 'ram:Name': line.name, 'ram:Description': line.description },
  'ram:SpecifiedLineTradeAgreement': { 'ram:NetPriceProductTradePrice': { 'ram:ChargeAmount': line.price } },
  'ram:SpecifiedLineTradeDelivery': {
    'ram:BilledQuantity': { '@unitCode': line.unit, '#text': line.quantity },
  },
  'ram:SpecifiedLineTradeSettlement': {
    'ram:ApplicableTradeTax': { 'ram:TypeCode': 'VAT', ...rateOf(line) },
    'ram:SpecifiedTradeAllowanceCharge': line.allowance
      ? {
          'ram:ChargeIndicator': { 'udt:Indicator': 'false' },
          'ram:ActualAmount': line.allowance,
          'ram:ReasonCode': '95',
        }
      : undefined,
    'ram:SpecifiedTradeSettlementLineMonetarySummation': { 'ram:LineTotalAmount': line.amount },
  },
})
