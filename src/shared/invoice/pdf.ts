import { contentWidth } from '../pdf/blocks.ts'
import { paperOf, type Printing } from '../pdf/paper.ts'
import type { Sheet } from '../pdf/sheet.ts'
import { drawTable } from '../pdf/table.ts'
import type { InvoiceDocument } from './document.ts'
import { drawClosing } from './pdf/closing.ts'
import { drawHeader } from './pdf/header.ts'
import { viewOf } from './pdf/view.ts'
import { wordsOf } from './texts/texts.ts'

/** The logo is a PNG or JPEG; one that cannot be read is left out. */
type InvoicePrinting = Printing & { logo?: Uint8Array }

/** An invoice as a PDF/A-3b on A4. */
export async function pdfOf(invoice: InvoiceDocument, printing: InvoicePrinting): Promise<Uint8Array> {
  const sheet = await sheetOf(invoice, printing)
  return sheet.finish()
}

/** The drawn invoice, to which files may still be attached. */
export function sheetOf(invoice: InvoiceDocument, { logo, ...printing }: InvoicePrinting): Promise<Sheet> {
  const view = viewOf(invoice)
  const frame = {
    ...view,
    author: view.issuer.name,
    locale: invoice.locale,
    page: wordsOf(invoice.locale).page,
  }
  return paperOf(frame, view, printing, (flow) => {
    drawHeader(flow, view, logo, invoice.qr?.url)
    drawTable(flow, view.rows, contentWidth)
    drawClosing(flow, view)
  })
}
