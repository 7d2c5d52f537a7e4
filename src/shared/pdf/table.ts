import { gray, hairline } from './colors.ts'
import type { Flow } from './flow.ts'
import { leading, paper, type Sheet, type Style } from './sheet.ts'

/** A table whose first column takes the remaining width. */
export type Table = { head: string[]; rows: string[][] }

const cell: Style = { size: 9 }
const head: Style = { size: 8, bold: true, color: gray }
const lineHeight = cell.size * leading
const [gap, padding] = [12, 5]
/** How many lines of a row stay together on a page. */
const together = 4

/** Draws a table over as many pages as it takes, with its head on each. */
export function drawTable(flow: Flow, table: Table, width: number): void {
  const widths = widthsOf(flow.sheet, table, width)
  const drawHead = () => {
    drawCells(flow, table.head, widths, head)
    flow.sheet.rule(paper.margin, flow.y - 1, width, gray)
    flow.y += padding
  }
  flow.need(6 * lineHeight)
  drawHead()
  for (const row of table.rows) {
    drawRow(flow, row, widths, drawHead)
    flow.sheet.rule(paper.margin, flow.y + padding / 2 - 1, width, hairline, 0.5)
    flow.y += padding
  }
}

/** Draws a row line by line, as it may be longer than a page. */
function drawRow(flow: Flow, row: string[], widths: number[], drawHead: () => void): void {
  const cells = row.map((text, n) => flow.sheet.lines(text, widths[n]!, cell))
  const count = Math.max(...cells.map((lines) => lines.length))
  flow.need(Math.min(count, together) * lineHeight + padding, drawHead)
  for (let n = 0; n < count; n++) {
    flow.need(lineHeight, drawHead)
    for (const [column, lines] of cells.entries()) {
      const line = lines[n]
      if (line) flow.sheet.line(line, leftOf(widths, column), flow.y, widths[column]!, sided(cell, column))
    }
    flow.y += lineHeight
  }
}

function drawCells(flow: Flow, texts: string[], widths: number[], style: Style): void {
  const ends = texts.map((text, n) =>
    flow.sheet.text(text, leftOf(widths, n), flow.y, widths[n]!, sided(style, n)),
  )
  flow.y = Math.max(...ends) + padding / 2
}

const sided = (style: Style, column: number): Style => ({ ...style, align: column === 0 ? 'left' : 'right' })

const leftOf = (widths: number[], column: number) =>
  paper.margin + widths.slice(0, column).reduce((sum, width) => sum + width + gap, 0)

/** Columns are as wide as their widest cell, up to a fifth of the table; the first has the rest. */
function widthsOf(sheet: Sheet, { head: heads, rows }: Table, width: number): number[] {
  const natural = (column: number) =>
    Math.max(
      ...rows.map((row) => widest(sheet, row[column]!, cell)),
      ...heads[column]!.split(' ').map((word) => widest(sheet, word, head)),
    )
  const others = heads.slice(1).map((_, n) => Math.min(natural(n + 1) + 1, width / 5))
  return [width - others.reduce((sum, other) => sum + other + gap, 0), ...others]
}

const widest = (sheet: Sheet, text: string, style: Style) =>
  Math.max(...sheet.lines(text, Infinity, style).map((line) => line.width))
