import { bytesOfBase64 } from '../../base/base64.ts'
import { conflict } from '../../kit/errors.ts'
import type { FontFiles } from '../pdf/fonts.ts'
import type { InvoiceDocument } from './document.ts'
import { problemsOf } from './norm/problems.ts'

export const fileFormats = ['pdf', 'facturx', 'ubl'] as const
export type FileFormat = (typeof fileFormats)[number]
/** An invoice as the database returns it. */
export type Printed = InvoiceDocument & { logo: string | null }
export type Paper = { bytes: Uint8Array; type: string; filename: string }

/** Throws 409 for a format of EN 16931 if the norm cannot express the invoice; the message says what is missing. */
export function requireExpressible(document: InvoiceDocument, format: FileFormat): void {
  const problems = format === 'pdf' ? [] : problemsOf(document)
  if (problems.length) throw conflict(`not as ${format}: ${problems.join('; ')}`)
}

/** The type and name of an invoice as a file. */
export function labelOf(document: InvoiceDocument, format: FileFormat): Omit<Paper, 'bytes'> {
  const name = `${document.kind === 'corrective' ? 'credit-note' : 'invoice'}-${document.number ?? 'draft'}`
  const filename = name.replace(/[^\w.-]+/g, '-')
  return format === 'ubl'
    ? { type: 'application/xml', filename: `${filename}.xml` }
    : { type: 'application/pdf', filename: `${filename}.pdf` }
}

/** An invoice as a file. The renderers are loaded on demand, so that other requests do not pay for them. */
export async function bytesOf(
  { logo, ...document }: Printed,
  format: FileFormat,
  font: FontFiles,
  at: Date,
): Promise<Uint8Array> {
  if (format === 'ubl') return new TextEncoder().encode((await import('./ubl.ts')).ublOf(document))
  const printing = { font, at, ...(logo && { logo: bytesOfBase64(logo) }) }
  return format === 'pdf'
    ? (await import('./pdf.ts')).pdfOf(document, printing)
    : (await import('./factur-x.ts')).facturXOf(document, printing)
}
