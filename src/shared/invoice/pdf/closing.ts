import type { Flow } from '../../pdf/flow.ts'
import { leading, paper, type Style } from '../../pdf/sheet.ts'
import { gray, hairline } from './colors.ts'
import { contentWidth } from './opening.ts'
import type { Total } from './sums.ts'
import { drawTable } from './table.ts'
import type { View } from './view.ts'

const small: Style = { size: 9 }
const totalsWidth = 230

/** What follows the lines: taxes, sums, how to pay, notes. */
export function drawClosing(flow: Flow, view: View): void {
  flow.y += 14
  drawTable(flow, view.taxes, contentWidth)
  flow.y += 10
  drawTotals(flow, view.totals)
  flow.y += 12
  if (view.payment) drawText(flow, view.payment, { ...small, bold: true })
  if (view.notes) {
    flow.y += 8
    flow.need(4 * small.size * leading)
    drawText(flow, view.notes.label, { size: 8, bold: true, color: gray })
    drawText(flow, view.notes.text, small)
  }
}

function drawTotals(flow: Flow, totals: Total[]): void {
  const height = (strong: boolean) => (strong ? 21 : 16)
  flow.need(totals.reduce((sum, { strong }) => sum + height(strong), 0))
  const x = paper.width - paper.margin - totalsWidth
  for (const { label, value, strong } of totals) {
    const style: Style = strong ? { size: 11, bold: true } : small
    if (strong) flow.sheet.rule(x, flow.y, totalsWidth, hairline)
    const y = flow.y + (strong ? 4 : 2)
    flow.sheet.text(label, x, y, totalsWidth - 110, style)
    flow.sheet.text(value, x + 60, y, totalsWidth - 60, { ...style, align: 'right' })
    flow.y += height(strong)
  }
}

/** A text over as many pages as it takes. */
function drawText(flow: Flow, text: string, style: Style): void {
  for (const line of flow.sheet.lines(text, contentWidth, style)) {
    flow.need(style.size * leading)
    flow.sheet.line(line, paper.margin, flow.y, contentWidth, style)
    flow.y += style.size * leading
  }
}
