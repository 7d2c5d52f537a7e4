/** The codes of UNTDID 5305 in EN 16931 that these invoices use. */
export type NormCategory = 'S' | 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O'

/** A rate of tax; what is not subject to tax has none. */
export type NormRate = { category: NormCategory; rate: string | undefined }

export type NormParty = {
  name: string
  tradingName: string | undefined
  /** With the country prefix, in countries that have VAT numbers. */
  vatId: string | undefined
  /** A tax number that is not a VAT number. */
  taxId: string | undefined
  legalId: string | undefined
  street: string | undefined
  street2: string | undefined
  city: string | undefined
  postalCode: string | undefined
  region: string | undefined
  country: string
  contact: string | undefined
  phone: string | undefined
  email: string | undefined
  /** Where systems deliver to, with its code in the list EAS. */
  endpoint: { scheme: string; id: string } | undefined
}

export type NormLine = NormRate & {
  id: string
  name: string
  description: string | undefined
  quantity: string
  unit: string
  price: string
  /** The line's own discount. */
  allowance: string | undefined
  amount: string
}

export type NormTax = NormRate & {
  base: string
  tax: string
  exemption: { code: string | undefined; text: string } | undefined
}

/**
 * An invoice in the terms of EN 16931-1, independent of the syntax. Amounts are decimal strings in major units. The signs of
 * a credit note are inverted, as its type implies that money goes back.
 */
export type NormInvoice = {
  /** UNTDID 1001: 380 invoice, 381 credit note, 383 debit note, 384 corrected invoice. */
  specification: string
  /** Of Peppol, for profiles that name one. */
  process: string | undefined
  type: '380' | '381' | '383' | '384'
  number: string
  issueDate: string
  deliveryDate: string | undefined
  /** Where goods went; required for supplies within the Union. */
  deliveryPlace: Pick<NormParty, 'country' | 'city' | 'postalCode'> | undefined
  dueDate: string | undefined
  currency: string
  /** Of the issuer's books, if another: BT-6, with the total tax in it, BT-111. */
  accounting: { currency: string; tax: string } | undefined
  notes: string[]
  corrects: { number: string; issue_date: string } | undefined
  poNumber: string | undefined
  buyerReference: string | undefined
  seller: NormParty
  buyer: NormParty
  /** UNTDID 4461: 58 SEPA credit transfer, 30 credit transfer, 1 not defined, as there is nothing to pay. */
  payment: { means: '58' | '30'; iban: string } | { means: '1'; iban: undefined } | undefined
  terms: string | undefined
  allowances: (NormRate & { amount: string; reason: string })[]
  taxes: NormTax[]
  lines: NormLine[]
  sums: Record<'lines' | 'allowances' | 'net' | 'tax' | 'total' | 'prepaid' | 'payable', string>
}
