import { encode } from 'uqr'
import { contentWidth, drawFacts, drawSide } from '../../pdf/blocks.ts'
import { gray } from '../../pdf/colors.ts'
import type { Flow } from '../../pdf/flow.ts'
import { paper, type Sheet, type Style } from '../../pdf/sheet.ts'
import type { View } from './view.ts'

const half = contentWidth / 2 - 10
/** The side of the code in points: 36 mm, within the 30 to 40 that the Spanish tax agency requires. */
const codeSide = 102

/** The upper part of the first page: title, dates and parties. */
export function drawHeader(
  flow: Flow,
  view: View,
  logo: Uint8Array | undefined,
  code: string | undefined,
): void {
  drawTitle(flow, view, logo)
  drawFacts(flow, view.facts)
  drawSides(flow, view, code)
  for (const remark of view.remarks)
    flow.y = flow.sheet.text(remark, paper.margin, flow.y, contentWidth, { size: 9 }) + 2
  flow.y += 10
}

function drawTitle(flow: Flow, view: View, logo: Uint8Array | undefined): void {
  const { sheet, y } = flow
  const right = paper.margin + half + 20
  const title: Style = { size: 22, bold: true, align: 'right' }
  const left =
    logo && sheet.picture(logo, paper.margin, y, 190, 58)
      ? y + 58
      : sheet.text(view.issuer.name, paper.margin, y + 2, half, { size: 16, bold: true })
  const below = sheet.text(view.title, right, y, half, title)
  const end = sheet.text(view.number, right, below, half, { size: 11, color: gray, align: 'right' })
  flow.y = Math.max(left, end) + 18
}

function drawSides(flow: Flow, view: View, code: string | undefined): void {
  const width = code ? (contentWidth - codeSide - 40) / 2 : half
  const ends = [view.issuer, view.client].map((side, n) =>
    drawSide(flow.sheet, side, paper.margin + n * (width + 20), flow.y, width),
  )
  if (code) ends.push(drawCode(flow.sheet, code, view.captions, flow.y))
  flow.y = Math.max(...ends) + 14
}

/** The code at the right margin: the first line of its caption above it, the rest below. */
function drawCode(sheet: Sheet, code: string, captions: string[], y: number): number {
  const x = paper.width - paper.margin - codeSide
  const caption: Style = { size: 7.5, align: 'center' }
  const [above, ...below] = captions
  if (above) y = sheet.text(above, x, y, codeSide, caption) + 2
  const { data, size } = encode(code, { ecc: 'M', border: 0 })
  const module = codeSide / size
  const boxes = data.flatMap((cells, row) =>
    darkRuns(cells).map(([from, to]) => ({
      x: x + from * module,
      y: y + row * module,
      width: (to - from) * module,
      height: module,
    })),
  )
  sheet.boxes(boxes, '#000000')
  return sheet.text(below.join('\n'), x, y + codeSide + 4, codeSide, caption)
}

/** Where dark modules begin and end in a row of a code. */
function darkRuns(cells: boolean[]): [from: number, to: number][] {
  const runs: [number, number][] = []
  for (const [n, dark] of cells.entries())
    if (dark && runs.at(-1)?.[1] === n) runs.at(-1)![1] = n + 1
    else if (dark) runs.push([n, n + 1])
  return runs
}
