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

/** An invoice as a file. The renderers are loaded on demand, so that other requests do not pay for them. */
export async function fileOf(
  { logo, ...document }: Printed,
  format: FileFormat,
  font: FontFiles,
  at: Date,
): Promise<Paper> {
  requireExpressible(document, format)
  const name = `${document.kind === 'corrective' ? 'credit-note' : 'invoice'}-${document.number ?? 'draft'}`
  const filename = name.replace(/[^\w.-]+/g, '-')
  if (format === 'ubl') {
    const { ublOf } = await import('./ubl.ts')
    const bytes = new TextEncoder().encode(ublOf(document))
    return { bytes, type: 'application/xml', filename: `${filename}.xml` }
  }
  const printing = { font, at, ...(logo && { logo: bytesOf(logo) }) }
  const bytes =
    format === 'pdf'
      ? await (await import('./pdf.ts')).pdfOf(document, printing)
      : await (await import('./factur-x.ts')).facturXOf(document, printing)
  return { bytes, type: 'application/pdf', filename: `${filename}.pdf` }
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
