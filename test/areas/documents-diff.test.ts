import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { diff, hunksOf, type Line } from '../../src/areas/documents/diff.ts'

/** How many lines two texts have in common at most, in order: the textbook table. */
function longest(a: string[], b: string[]): number {
  const table = Array.from({ length: a.length + 1 }, () => Array<number>(b.length + 1).fill(0))
  for (const [i, one] of a.entries())
    for (const [j, two] of b.entries())
      table[i + 1]![j + 1] = one === two ? table[i]![j]! + 1 : Math.max(table[i]![j + 1]!, table[i + 1]![j]!)
  return table[a.length]![b.length]!
}
const side = (lines: Line[], not: Line['op']) => lines.filter(({ op }) => op !== not).map(({ text }) => text)
const text = fc.array(fc.constantFrom<string[]>('a', 'b', 'c', 'd'), { maxLength: 14 })

describe('the difference of two texts', () => {
  test('contains both texts, and no smaller one exists', async () => {
    await fc.assert(
      fc.asyncProperty(text, text, async (from, to) => {
        const { lines, exact } = await diff(from, to)
        expect([side(lines, 'add'), side(lines, 'remove'), exact]).toEqual([from, to, true])
        expect(lines.filter(({ op }) => op === 'keep').length).toBe(longest(from, to))
      }),
      { numRuns: 3000 },
    )
  })

  test('as hunks turns one into the other', async () => {
    await fc.assert(
      fc.asyncProperty(text, text, async (from, to) => {
        const created = [...from]
        for (const hunk of hunksOf((await diff(from, to)).lines).toReversed()) {
          const at = hunk.from_line - 1
          expect(created.slice(at, at + hunk.from_lines)).toEqual(side(hunk.lines, 'add'))
          expect(to.slice(hunk.to_line - 1, hunk.to_line - 1 + hunk.to_lines)).toEqual(
            side(hunk.lines, 'remove'),
          )
          created.splice(at, hunk.from_lines, ...side(hunk.lines, 'remove'))
        }
        expect(created).toEqual(to)
      }),
      { numRuns: 2000 },
    )
  })

  test('is correct even if it gives up being minimal', async () => {
    await fc.assert(
      fc.asyncProperty(text, text, fc.integer({ min: 1, max: 30 }), async (from, to, steps) => {
        const { lines } = await diff(from, to, steps)
        expect([side(lines, 'add'), side(lines, 'remove')]).toEqual([from, to])
      }),
    )
  })

  test('of two texts of 700 000 lines that have nothing in order takes no more than its steps', async () => {
    const lines = (step: number) => Array.from({ length: 700_000 }, (_, n) => String((n * step) % 99_991))
    expect((await diff(lines(7), lines(13))).exact).toBe(false)
  })
})
