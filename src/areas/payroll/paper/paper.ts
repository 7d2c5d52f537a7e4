import { contentWidth, drawFacts, drawSide, drawTotals } from '../../../shared/pdf/blocks.ts'
import { gray } from '../../../shared/pdf/colors.ts'
import type { Flow } from '../../../shared/pdf/flow.ts'
import { paperOf, type Printing } from '../../../shared/pdf/paper.ts'
import { paper, type Style } from '../../../shared/pdf/sheet.ts'
import { drawTable } from '../../../shared/pdf/table.ts'
import { type Printed, type View, viewOf } from './view.ts'

const half = contentWidth / 2 - 10

/** A payslip as a PDF/A-3b on A4. */
export async function pdfOf(slip: Printed, printing: Printing): Promise<Uint8Array> {
  const view = viewOf(slip)
  const sheet = await paperOf(view.frame, view, printing, (flow) => draw(flow, view))
  return sheet.finish()
}

function draw(flow: Flow, view: View): void {
  drawTitle(flow, view)
  drawFacts(flow, view.facts)
  const ends = [view.employer, view.employee].map((side, n) =>
    drawSide(flow.sheet, side, paper.margin + n * (half + 20), flow.y, half),
  )
  flow.y = Math.max(...ends) + 18
  for (const table of view.paid) drawPart(flow, table)
  drawTotals(flow, view.totals)
  flow.y += 16
  for (const table of view.further) drawPart(flow, table)
}

function drawPart(flow: Flow, table: View['paid'][number]): void {
  drawTable(flow, table, contentWidth)
  flow.y += 10
}

function drawTitle(flow: Flow, { frame, employer }: View): void {
  const { sheet, y } = flow
  const right = paper.margin + half + 20
  const title: Style = { size: 20, bold: true, align: 'right' }
  const left = sheet.text(employer.name, paper.margin, y + 2, half, { size: 16, bold: true })
  const below = sheet.text(frame.title, right, y, half, title)
  const end = sheet.text(frame.number, right, below, half, { size: 11, color: gray, align: 'right' })
  flow.y = Math.max(left, end) + 18
}
