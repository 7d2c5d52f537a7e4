import { contentWidth, drawHeading, drawText, drawTotals } from '../../pdf/blocks.ts'
import type { Flow } from '../../pdf/flow.ts'
import { drawTable } from '../../pdf/table.ts'
import type { View } from './view.ts'

/** What follows the lines: taxes, sums, how to pay, notes. */
export function drawClosing(flow: Flow, view: View): void {
  flow.y += 14
  drawTable(flow, view.taxes, contentWidth)
  flow.y += 10
  drawTotals(flow, view.totals)
  flow.y += 12
  if (view.payment) drawText(flow, view.payment, { size: 9, bold: true })
  if (view.notes) {
    flow.y += 8
    drawHeading(flow, view.notes.label)
    drawText(flow, view.notes.text)
  }
}
