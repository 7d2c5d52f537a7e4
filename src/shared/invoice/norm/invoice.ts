import { majorOf, minorDigits } from '../../money/currencies.ts'
import { beforeDiscount, beforeDiscounts } from '../discount.ts'
import { asksForPayment, type InvoiceDocument } from '../document.ts'
import { rateRemarkOf } from '../exchange.ts'
import { wordsOf } from '../texts/texts.ts'
import { valuesOf } from '../../money/values.ts'
import { normLineOf } from './lines.ts'
import type { NormInvoice } from './norm.ts'
import { normPartyOf } from './parties.ts'
import { contextOf, isXRechnung, typeOf } from './profile.ts'
import { normRateOf, normTaxesOf, rateOfLine, sameRate } from './rates.ts'

type Money = (minor: number) => string

/** An invoice in the terms of EN 16931. Call `problemsOf` first. */
export function normOf(invoice: InvoiceDocument): NormInvoice {
  const type = typeOf(invoice)
  const sign = type === '381' ? -1 : 1
  const money: Money = (minor) => majorOf(sign * minor || 0, invoice.currency)
  const taxes = normTaxesOf(invoice.taxes, money)
  const asked = asksForPayment(invoice)
  const words = wordsOf(invoice.locale)
  const notSubject = taxes.some(({ category }) => category === 'O')
  return {
    ...contextOf(invoice),
    type,
    number: invoice.number!,
    issueDate: invoice.issue_date!,
    ...deliveryOf(invoice),
    dueDate: (asked && invoice.due_date) || undefined,
    currency: invoice.currency,
    accounting: accountingOf(invoice, sign),
    notes: invoice.profile === 'peppol' ? oneNote(notesOf(invoice)) : notesOf(invoice),
    corrects: invoice.corrects ?? undefined,
    poNumber: invoice.po_number ?? undefined,
    buyerReference: invoice.buyer_reference ?? undefined,
    seller: normPartyOf(invoice.issuer, notSubject),
    buyer: normPartyOf(invoice.client, notSubject),
    payment: paymentOf(invoice),
    terms: asked ? (invoice.due_date ? undefined : words.payOnReceipt) : words.nothingToPay,
    allowances: allowancesOf(invoice, money),
    taxes: isXRechnung(invoice) ? taxes.map((tax) => ({ ...tax, rate: tax.rate ?? '0' })) : taxes,
    lines: invoice.lines.map((line, n) => normLineOf(line, invoice, sign, String(n + 1))),
    sums: sumsOf(invoice, money),
  }
}

/** When something was supplied, and where to if it went to another country of the Union. */
function deliveryOf(invoice: InvoiceDocument): Pick<NormInvoice, 'deliveryDate' | 'deliveryPlace'> {
  const withinUnion = invoice.taxes.some((tax) => normRateOf(tax).category === 'K')
  const isDated = withinUnion || isXRechnung(invoice)
  const { country, city, postal_code } = invoice.client
  return {
    deliveryDate: (invoice.operation_date ?? (isDated ? invoice.issue_date : null)) || undefined,
    deliveryPlace:
      withinUnion && country
        ? { country, city: city ?? undefined, postalCode: postal_code ?? undefined }
        : undefined,
  }
}

/** Peppol allows one note. */
const oneNote = (notes: string[]) => (notes.length > 0 ? [notes.join('\n')] : [])

/** The norm has no amounts of three decimals, as in Kuwait. */
function accountingOf({ accounting }: InvoiceDocument, sign: 1 | -1): NormInvoice['accounting'] {
  if (!accounting || minorDigits(accounting.currency) > 2) return undefined
  const { currency, tax_minor } = accounting
  return { currency, tax: majorOf(sign * tax_minor || 0, currency) }
}

/** The notes, and information that the norm has no field for. */
function notesOf(invoice: InvoiceDocument): string[] {
  const words = wordsOf(invoice.locale)
  const values = valuesOf(invoice.locale, invoice.currency)
  const { withholding_minor: withheld, surcharge_minor: surcharge } = invoice
  const credited = creditedOf(invoice)
  return [
    ...(invoice.notes ? [invoice.notes] : []),
    ...(withheld
      ? [`${words.withholding(values.percent(invoice.withholding_rate))}: ${values.amount(withheld)}`]
      : []),
    ...(credited ? [`${words.credited}: ${values.amount(credited)}`] : []),
    ...rateRemarkOf(invoice, words, values),
    ...(surcharge ? [`${words.surcharge('').trim()}: ${values.amount(surcharge)}`] : []),
  ]
}

/** Nothing asks for payment where nothing is left to pay; XRechnung demands instructions nevertheless. */
function paymentOf(invoice: InvoiceDocument): NormInvoice['payment'] {
  const iban = invoice.issuer.iban?.replace(/\s/g, '')
  if (iban && asksForPayment(invoice)) return { means: invoice.currency === 'EUR' ? '58' : '30', iban }
  return isXRechnung(invoice) ? { means: '1', iban: undefined } : undefined
}

/** The document's discount by rate: the amount of the lines without it, less their part of the base. */
function allowancesOf(invoice: InvoiceDocument, money: Money): NormInvoice['allowances'] {
  if (invoice.discount_minor === 0) return []
  const { discount: reason } = wordsOf(invoice.locale)
  const shares: { rate: ReturnType<typeof normRateOf>; minor: number }[] = []
  for (const line of invoice.lines) {
    const rate = rateOfLine(line, invoice)
    const minor = beforeDiscount(line, invoice) - line.net_minor
    const share = shares.find((each) => sameRate(each.rate, rate))
    if (share) share.minor += minor
    else shares.push({ rate, minor })
  }
  return shares
    .filter(({ minor }) => minor !== 0)
    .map(({ rate, minor }) => ({ ...rate, amount: money(minor), reason }))
}

/** What corrections took off the invoice; a credit note is not itself credited. */
const creditedOf = ({ correction_method, credited_minor }: InvoiceDocument) =>
  correction_method === 'difference' ? 0 : credited_minor

/**
 * Withheld tax is paid on the seller's behalf, so it counts as prepaid: the norm has no other field for it, nor for what
 * was credited.
 */
function sumsOf(invoice: InvoiceDocument, money: Money): NormInvoice['sums'] {
  const lines = beforeDiscounts(invoice)
  const prepaid = invoice.paid_minor + invoice.withholding_minor + creditedOf(invoice)
  return {
    lines: money(lines),
    allowances: money(lines - invoice.net_minor),
    net: money(invoice.net_minor),
    tax: money(invoice.tax_minor + invoice.surcharge_minor),
    total: money(invoice.total_minor),
    prepaid: money(prepaid),
    payable: money(invoice.total_minor - prepaid),
  }
}
