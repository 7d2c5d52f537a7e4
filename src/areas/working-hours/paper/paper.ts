import { contentWidth, drawFacts, drawSide, drawText } from '../../../shared/pdf/blocks.ts'
import { paperOf, type Printing } from '../../../shared/pdf/paper.ts'
import type { Flow } from '../../../shared/pdf/flow.ts'
import { paper, type Style } from '../../../shared/pdf/sheet.ts'
import { drawTable } from '../../../shared/pdf/table.ts'
import { type Printed, type View, viewOf } from './view.ts'

const half = contentWidth / 2 - 10
const title: Style = { size: 20, bold: true, align: 'right' }

/** The working hours of somebody as a PDF/A-3b on A4. */
export async function pdfOf(printed: Printed, printing: Printing): Promise<Uint8Array> {
  const view = viewOf(printed, printing.at)
  const sheet = await paperOf(view.frame, view, printing, (flow) => draw(flow, view))
  return sheet.finish()
}

function draw(flow: Flow, { frame, facts, employer, employee, tables, log }: View): void {
  flow.y = flow.sheet.text(frame.title, paper.margin, flow.y, contentWidth, title) + 18
  drawFacts(flow, facts)
  const ends = [employer, employee].map((side, n) =>
    drawSide(flow.sheet, side, paper.margin + n * (half + 20), flow.y, half),
  )
  flow.y = Math.max(...ends) + 18
  for (const table of tables) {
    drawTable(flow, table, contentWidth)
    flow.y += 10
  }
  drawText(flow, log)
}
