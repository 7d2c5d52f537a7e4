import Pdf from 'pdfkit'
import type { Fonts } from './fonts.ts'
import { linesOf } from './paragraphs.ts'
import { directionOf, runsOf, type Run } from './runs.ts'

export type Style = { size: number; bold?: boolean; color?: string; align?: 'left' | 'right' | 'center' }
type Box = { x: number; y: number; width: number; height: number }
type Line = { runs: { run: Run; width: number }[]; width: number }

/** A4 in points, and its margin. */
export const paper = { width: 595.28, height: 841.89, margin: 48 }
export const leading = 1.4

const ink = '#1f2937'

/** A file that is attached to the paper, as PDF/A-3 allows. */
export type Attachment = { name: string; type: string; bytes: Uint8Array; description: string }
export type About = { title: string; author: string; locale: string; at: Date }

/**
 * A PDF/A-3b under construction. It writes any script at a position, in lines that fit, and knows nothing about the content.
 * Positions are in points from the upper left corner; `y` is the top of a line.
 */
export class Sheet {
  private readonly document: PDFKit.PDFDocument
  private readonly fonts: Fonts
  private readonly bytes: Promise<Uint8Array>

  constructor(fonts: Fonts, about: About) {
    this.fonts = fonts
    this.document = new Pdf({
      size: 'A4',
      margin: 0,
      autoFirstPage: false,
      bufferPages: true,
      font: null as unknown as string,
      pdfVersion: '1.7',
      subset: 'PDF/A-3b',
      lang: about.locale,
      info: {
        Title: withoutMarkup(about.title),
        Author: withoutMarkup(about.author),
        CreationDate: about.at,
      },
    })
    for (const [name, bytes] of fonts.files) this.document.registerFont(name, bytes)
    this.bytes = collected(this.document)
  }

  /** The lines of a text that are at most `width` wide; each paragraph has the direction of its first letter. */
  lines(text: string, width: number, style: Style): Line[] {
    return this.fonts
      .legible(text)
      .split('\n')
      .flatMap((paragraph) => this.paragraph(paragraph, width, style))
  }

  /** Writes one line in a box `width` wide. */
  line({ runs, width }: Line, x: number, y: number, box: number, style: Style): void {
    let at = x + { left: 0, center: (box - width) / 2, right: box - width }[style.align ?? 'left']
    for (const { run, width } of runs) {
      this.document.font(run.font).fontSize(style.size)
      /* Shaped letters cannot be recovered from their glyphs: this is the text for copying and screen readers. */
      if (run.rightToLeft) this.document.markContent('Span', { actual: run.says })
      this.document.fillColor(style.color ?? ink).text(run.text, at, y + style.size * 1.06, {
        lineBreak: false,
        baseline: 'alphabetic',
      })
      if (run.rightToLeft) this.document.endMarkedContent()
      at += width
    }
  }

  /** Writes a text in a box `width` wide, and returns where it ends. */
  text(text: string, x: number, y: number, width: number, style: Style): number {
    for (const line of this.lines(text, width, style)) {
      this.line(line, x, y, width, style)
      y += style.size * leading
    }
    return y
  }

  page(): void {
    this.document.addPage()
  }

  /** Iterates over the finished pages, for content that depends on their number. */
  eachPage(draw: (page: number, pages: number) => void): void {
    const { start, count } = this.document.bufferedPageRange()
    for (let page = 0; page < count; page++) {
      this.document.switchToPage(start + page)
      draw(page + 1, count)
    }
  }

  rule(x: number, y: number, width: number, color: string, thickness = 0.75): void {
    this.document
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(thickness)
      .strokeColor(color)
      .stroke()
  }

  /** Fills boxes as one shape, so that no seams show between adjacent ones. */
  boxes(boxes: Box[], color: string): void {
    for (const { x, y, width, height } of boxes) this.document.rect(x, y, width, height)
    this.document.fill(color)
  }

  /** Writes a word across the page, below what is written afterwards. */
  stamp(word: string, color: string): void {
    const [x, y] = [paper.width / 2, paper.height / 2]
    this.document.save().rotate(-52, { origin: [x, y] })
    this.text(word, 0, y - 60, paper.width, { size: 92, bold: true, color, align: 'center' })
    this.document.restore()
  }

  /** Draws a PNG or JPEG into a box; false if it cannot be read or is too large. */
  picture(bytes: Uint8Array, x: number, y: number, width: number, height: number): boolean {
    try {
      if (pixelsOf(bytes) > maxPixels) return false
      this.document.image(bytes as unknown as ArrayBuffer, x, y, { fit: [width, height] })
      return true
    } catch {
      return false
    }
  }

  /** Attaches a file, with its XMP metadata. */
  attach({ name, type, bytes, description }: Attachment, at: Date, metadata: string): void {
    const options = {
      name,
      type,
      description,
      relationship: 'Alternative',
      creationDate: at,
      modifiedDate: at,
    }
    this.document.file(bytes as unknown as Buffer, options)
    this.document.appendXML(metadata)
  }

  finish(): Promise<Uint8Array> {
    this.document.end()
    return this.bytes
  }

  private paragraph(text: string, width: number, style: Style): Line[] {
    const direction = directionOf(text)
    const widths = new Map<string, number>()
    const widthOf = (piece: string) => {
      const pieceWidth = widths.get(piece) ?? this.measure(piece, direction, style).width
      widths.set(piece, pieceWidth)
      return pieceWidth
    }
    return linesOf(text, width, widthOf).map((line) => this.measure(line, direction, style))
  }

  private measure(text: string, direction: 'ltr' | 'rtl', { size, bold = false }: Style): Line {
    const runs = runsOf(text, direction, bold, this.fonts).map((run) => ({
      run,
      width: this.document.font(run.font).fontSize(size).widthOfString(run.text),
    }))
    return { runs, width: runs.reduce((sum, { width }) => sum + width, 0) }
  }
}

/** A decompressed PNG can be far larger than its file. */
const maxPixels = 4_000_000
const pixelsOf = (bytes: Uint8Array) => {
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return header.getUint32(0) === 0x89504e47 ? header.getUint32(16) * header.getUint32(20) : 0
}

/** PDFKit does not escape titles in XML. */
const withoutMarkup = (text: string) => text.replace(/[&<>\p{Cc}]/gu, ' ')

function collected(document: PDFKit.PDFDocument): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  return new Promise((resolve, reject) => {
    document.on('data', (part: Uint8Array) => parts.push(part))
    document.on('error', reject)
    document.on('end', () => resolve(joined(parts)))
  })
}

function joined(parts: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
