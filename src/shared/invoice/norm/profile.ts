import type { InvoiceDocument } from '../document.ts'
import type { NormInvoice } from './norm.ts'

const norm = 'urn:cen.eu:en16931:2017'
const peppolProcess = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'
const specifications = {
  en16931: norm,
  xrechnung: `${norm}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`,
  peppol: `${norm}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`,
}

type Context = Pick<NormInvoice, 'specification' | 'process'>
export const contextOf = ({ profile }: InvoiceDocument): Context => ({
  specification: specifications[profile],
  process: profile === 'en16931' ? undefined : peppolProcess,
})

const isGerman = ({ issuer, client }: InvoiceDocument) => issuer.country === 'DE' && client.country === 'DE'

/** Whether the rules of XRechnung hold: Peppol has them, too, between parties in Germany. */
export const isXRechnung = (invoice: InvoiceDocument) =>
  invoice.profile === 'xrechnung' || (invoice.profile === 'peppol' && isGerman(invoice))

/**
 * A correction downwards is a credit note, upwards a debit note, a substitution a corrected invoice. Where a profile does
 * not know the latter two, they are invoices that name the corrected one.
 */
export function typeOf(invoice: InvoiceDocument): NormInvoice['type'] {
  const { kind, correction_method, total_minor, profile } = invoice
  if (kind !== 'corrective') return '380'
  if (correction_method === 'substitution') return profile === 'peppol' && !isGerman(invoice) ? '380' : '384'
  if (total_minor < 0) return '381'
  return isXRechnung(invoice) ? '380' : '383'
}
