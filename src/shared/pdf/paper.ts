import { contentWidth } from './blocks.ts'
import { gray, hairline, watermark } from './colors.ts'
import { Flow } from './flow.ts'
import { fontsFor, type FontFiles } from './fonts.ts'
import { leading, paper, Sheet, type Style } from './sheet.ts'

/** `at` is when the file is created. */
export type Printing = { font: FontFiles; at: Date }

/** What a paper has besides its content: how it is called, and what every page says. */
export type Frame = {
  title: string
  number: string
  author: string
  locale: string
  /** A word across each page, below the content. */
  stamp: string | null
  footer: string
  page: (page: number, pages: number) => string
}

const footerStyle: Style = { size: 7.5, color: gray }
const maxFooterLines = 5

/** A paper on A4 with these texts; files may still be attached to it. */
export async function paperOf(
  frame: Frame,
  texts: unknown,
  { font, at }: Printing,
  draw: (flow: Flow) => void,
): Promise<Sheet> {
  const fonts = await fontsFor(textsIn([frame, texts, frame.page(0, 123456789)]), font)
  const title = [frame.title, frame.number].filter(Boolean).join(' ')
  const sheet = new Sheet(fonts, { title, author: frame.author, locale: frame.locale, at })
  const footer = sheet.lines(frame.footer, contentWidth, footerStyle).slice(0, maxFooterLines)
  const footHeight = (footer.length + 1) * footerStyle.size * leading + 14
  draw(new Flow(sheet, footHeight, () => frame.stamp && sheet.stamp(frame.stamp, watermark)))
  drawFooters(sheet, frame, footer)
  return sheet
}

function drawFooters(sheet: Sheet, frame: Frame, footer: ReturnType<Sheet['lines']>): void {
  const step = footerStyle.size * leading
  const top = paper.height - paper.margin - (footer.length + 1) * step
  sheet.eachPage((page, pages) => {
    sheet.rule(paper.margin, top - 6, contentWidth, hairline)
    for (const [n, line] of footer.entries())
      sheet.line(line, paper.margin, top + n * step, contentWidth, { ...footerStyle, align: 'center' })
    const y = top + footer.length * step
    sheet.text(frame.number, paper.margin, y, contentWidth / 2, footerStyle)
    sheet.text(frame.page(page, pages), paper.margin, y, contentWidth, { ...footerStyle, align: 'right' })
  })
}

/** Every text in a value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return value && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : []
}
