import { pause } from '../../base/pause.ts'

/** A line of the diff, in reading order: removed lines before those added in their place. */
export type Line = { op: 'keep' | 'remove' | 'add'; text: string }
export type Hunk = {
  from_line: number
  from_lines: number
  to_line: number
  to_lines: number
  lines: Line[]
}
/** A part of both texts: lines `a` to `b` of the first, `c` to `d` of the second, ends excluded. */
type Box = [a: number, b: number, c: number, d: number]

/** The most steps before the rest is reported as replaced: some 450 changed lines. */
const defaultSteps = 100_000
/** Lines or steps before yielding to other requests: about two milliseconds of work. */
const sliceSize = 20_000
type Budget = { steps: number; pauseAt: number }

/**
 * The shortest line diff of two texts: Myers' "An O(ND) Difference Algorithm and Its Variations", 1986,
 * section 4b, which needs only linear memory. If the texts differ so much that it would take more than
 * `steps`, the rest is reported as removed and added, and `exact` is false. Long work yields to
 * other requests.
 */
export async function diff(
  from: string[],
  to: string[],
  steps = defaultSteps,
): Promise<{ lines: Line[]; exact: boolean }> {
  const isLong = from.length + to.length > sliceSize
  const numbers = new Map<string, number>()
  const one = numbered(from, numbers)
  if (isLong) await pause()
  const two = numbered(to, numbers)
  if (isLong) await pause()
  const budget: Budget = { steps, pauseAt: steps - sliceSize }
  const keptFrom = new Uint8Array(from.length)
  const keptTo = new Uint8Array(to.length)
  const open: Box[] = [[0, from.length, 0, to.length]]
  for (let box = open.pop(); box; box = open.pop()) {
    let [a, b, c, d] = box
    for (; a < b && c < d && one[a] === two[c]; a++, c++) keptFrom[a] = keptTo[c] = 1
    for (; a < b && c < d && one[b - 1] === two[d - 1]; b--, d--) keptFrom[b - 1] = keptTo[d - 1] = 1
    if (a === b || c === d) continue
    const [x, u, y, v] = (await middleOf(one, two, [a, b, c, d], budget)) ?? [b, b, d, d]
    keptFrom.fill(1, x, u)
    keptTo.fill(1, y, v)
    if (x < b || y < d) open.push([a, x, c, y], [u, b, v, d])
  }
  if (isLong) await pause()
  return { lines: merge(from, to, keptFrom, keptTo), exact: budget.steps > 0 }
}

/** Lines as numbers; equal lines get equal numbers. */
function numbered(lines: string[], numbers: Map<string, number>): Int32Array {
  return Int32Array.from(lines, (line) => {
    const number = numbers.get(line) ?? numbers.size
    numbers.set(line, number)
    return number
  })
}

/**
 * The middle snake: common lines from (x, y) to (u, v) half-way on a shortest path through the box, where the
 * forward search meets the backward one. Null when the budget is used up. Both sides of the box hold lines,
 * and it begins and ends with a difference.
 */
async function middleOf(one: Int32Array, two: Int32Array, box: Box, budget: Budget): Promise<Box | null> {
  const [a, b, c, d] = box
  const [n, m] = [b - a, d - c]
  const size = 2 * Math.min(n, m) + 2
  const place = (k: number) => ((k % size) + size) % size
  const ways = [new Int32Array(size), new Int32Array(size)] as const
  for (let cost = 0; budget.steps > 0; cost++) {
    if (budget.steps < budget.pauseAt) {
      budget.pauseAt = budget.steps - sliceSize
      await pause()
    }
    for (const back of [0, 1] as const) {
      const [reached, other, reach] = [ways[back], ways[1 - back]!, back ? cost : cost - 1]
      for (let k = 2 * Math.max(0, cost - m) - cost; k <= cost - 2 * Math.max(0, cost - n); k += 2) {
        const [left, right] = [reached[place(k - 1)]!, reached[place(k + 1)]!]
        const s = k === -cost || (k !== cost && left < right) ? right : left + 1
        let x = s
        if (back) while (x < n && x - k < m && one[b - 1 - x] === two[d - 1 - x + k]) x++
        else while (x < n && x - k < m && one[a + x] === two[c + x - k]) x++
        budget.steps -= 1 + x - s
        reached[place(k)] = x
        const meets = Math.abs(n - m - k) <= reach && x + other[place(n - m - k)]! >= n
        if (meets && (n + m) % 2 !== back)
          return back ? [b - x, b - s, d - x + k, d - s + k] : [a + s, a + x, c + s - k, c + x - k]
      }
    }
  }
  return null
}

/** Both texts merged, line by line. */
function merge(from: string[], to: string[], keptFrom: Uint8Array, keptTo: Uint8Array): Line[] {
  const lines: Line[] = []
  let [a, c] = [0, 0]
  while (a < from.length || c < to.length) {
    for (; a < from.length && !keptFrom[a]; a++) lines.push({ op: 'remove', text: from[a]! })
    for (; c < to.length && !keptTo[c]; c++) lines.push({ op: 'add', text: to[c]! })
    for (; keptFrom[a] && keptTo[c]; a++, c++) lines.push({ op: 'keep', text: from[a]! })
  }
  return lines
}

const context = 3
/** The changes with three lines of context; changes whose context overlaps share a hunk. */
export function hunksOf(lines: Line[]): Hunk[] {
  const hunks: Hunk[] = []
  let [from, to, end] = [1, 1, -1]
  const starts = [new Int32Array(lines.length), new Int32Array(lines.length)] as const
  for (const [n, { op }] of lines.entries()) {
    starts[0][n] = op === 'add' ? from : from++
    starts[1][n] = op === 'remove' ? to : to++
  }
  for (const [place, { op }] of lines.entries()) {
    if (op === 'keep' || place < end) continue
    const begin = Math.max(place - context, end, 0)
    end = endOf(lines, place)
    const hunkLines = lines.slice(begin, end)
    const without = (other: Line['op']) =>
      hunkLines.reduce((sum, { op: lineOp }) => sum + Number(lineOp !== other), 0)
    const [from_line, to_line] = [starts[0][begin]!, starts[1][begin]!]
    hunks.push({
      from_line,
      from_lines: without('add'),
      to_line,
      to_lines: without('remove'),
      lines: hunkLines,
    })
  }
  return hunks
}

/** Where the hunk of the change at `place` ends. */
function endOf(lines: Line[], place: number): number {
  let last = place
  for (let n = place; n < lines.length && n - last <= 2 * context; n++) if (lines[n]!.op !== 'keep') last = n
  return Math.min(last + context + 1, lines.length)
}
