import { band, gray, hairline } from './colors.ts'
import type { Flow } from './flow.ts'
import { leading, paper, type Sheet, type Style } from './sheet.ts'

/** A value with what it is. */
export type Fact = { label: string; value: string }
/** A party of a paper. */
export type Side = { label: string; name: string; lines: string[] }
export type Total = { label: string; value: string; strong: boolean }

export const contentWidth = paper.width - 2 * paper.margin
const label: Style = { size: 8, color: gray }
const value: Style = { size: 9.5, bold: true }
const small: Style = { size: 9 }
const totalsWidth = 230

/** A band of facts beside each other. */
export function drawFacts(flow: Flow, facts: Fact[]): void {
  if (facts.length === 0) return
  const { sheet } = flow
  const width = (contentWidth - 20) / facts.length
  const inner = width - 10
  const cells = facts.map((fact) => ({
    ...fact,
    height: sheet.lines(fact.value, inner, value).length * value.size * leading,
  }))
  const height = Math.max(...cells.map((cell) => cell.height)) + label.size * leading + 16
  sheet.boxes([{ x: paper.margin, y: flow.y, width: contentWidth, height }], band)
  for (const [n, fact] of cells.entries()) {
    const x = paper.margin + 10 + n * width
    const below = sheet.text(fact.label, x, flow.y + 8, inner, label)
    sheet.text(fact.value, x, below, inner, value)
  }
  flow.y += height + 18
}

/** Draws a party in a box `width` wide, and returns where it ends. */
export function drawSide(sheet: Sheet, side: Side, x: number, y: number, width: number): number {
  y = sheet.text(side.label, x, y, width, label) + 1
  y = sheet.text(side.name, x, y, width, { size: 11, bold: true }) + 1
  return sheet.text(side.lines.join('\n'), x, y, width, small)
}

/** Sums at the right margin. */
export function drawTotals(flow: Flow, totals: Total[]): void {
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
export function drawText(flow: Flow, text: string, style: Style = small): void {
  for (const line of flow.sheet.lines(text, contentWidth, style)) {
    flow.need(style.size * leading)
    flow.sheet.line(line, paper.margin, flow.y, contentWidth, style)
    flow.y += style.size * leading
  }
}

/** A heading that stays with what follows. */
export function drawHeading(flow: Flow, text: string): void {
  flow.need(4 * small.size * leading)
  drawText(flow, text, { ...label, bold: true })
}
