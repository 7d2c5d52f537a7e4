import { Flow } from '../pdf/flow.ts'
import { fontsFor, type FontFiles } from '../pdf/fonts.ts'
import { leading, paper, Sheet, type Style } from '../pdf/sheet.ts'
import type { InvoiceDocument } from './document.ts'
import { drawClosing } from './pdf/closing.ts'
import { gray, hairline, watermark } from './pdf/colors.ts'
import { contentWidth, drawOpening } from './pdf/opening.ts'
import { drawTable } from './pdf/table.ts'
import { viewOf, type View } from './pdf/view.ts'
import { wordsOf } from './texts/texts.ts'

type Printing = {
  font: FontFiles
  /** When the file is created. */
  at: Date
  /** A PNG or JPEG; one that cannot be read is left out. */
  logo?: Uint8Array
}

const footerStyle: Style = { size: 7.5, color: gray }
const maxFooterLines = 5

/** An invoice as a PDF/A-3b on A4. */
export async function pdfOf(invoice: InvoiceDocument, printing: Printing): Promise<Uint8Array> {
  const sheet = await sheetOf(invoice, printing)
  return sheet.finish()
}

/** The drawn invoice, to which files may still be attached. */
export async function sheetOf(invoice: InvoiceDocument, { font, at, logo }: Printing): Promise<Sheet> {
  const view = viewOf(invoice)
  const fonts = await fontsFor(textsIn([view, wordsOf(invoice.locale).page(0, 123456789)]), font)
  const title = [view.title, view.number].filter(Boolean).join(' ')
  const sheet = new Sheet(fonts, { title, author: view.issuer.name, locale: invoice.locale, at })
  const footer = sheet.lines(view.footer, contentWidth, footerStyle).slice(0, maxFooterLines)
  const footHeight = (footer.length + 1) * footerStyle.size * leading + 14
  const flow = new Flow(sheet, footHeight, () => view.stamp && sheet.stamp(view.stamp, watermark))
  drawOpening(flow, view, logo, invoice.qr?.url)
  drawTable(flow, view.rows, contentWidth)
  drawClosing(flow, view)
  drawFooters(sheet, view, footer, invoice.locale)
  return sheet
}

function drawFooters(sheet: Sheet, view: View, footer: ReturnType<Sheet['lines']>, locale: string): void {
  const { page: pageOf } = wordsOf(locale)
  const step = footerStyle.size * leading
  const top = paper.height - paper.margin - (footer.length + 1) * step
  sheet.eachPage((page, pages) => {
    sheet.rule(paper.margin, top - 6, contentWidth, hairline)
    for (const [n, line] of footer.entries())
      sheet.line(line, paper.margin, top + n * step, contentWidth, { ...footerStyle, align: 'center' })
    const y = top + footer.length * step
    sheet.text(view.number, paper.margin, y, contentWidth / 2, footerStyle)
    sheet.text(pageOf(page, pages), paper.margin, y, contentWidth, { ...footerStyle, align: 'right' })
  })
}

/** Every text in a value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return value && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : []
}
