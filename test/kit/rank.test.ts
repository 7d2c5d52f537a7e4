import fc from 'fast-check'
import { generateKeyBetween } from 'fractional-indexing'
import { expect, test } from 'vitest'
import { asOwner } from './client.ts'

/** The ranks that the database computes for pairs of neighbours. */
const ranks = async (pairs: [string | null, string | null][]): Promise<string[]> =>
  (
    await asOwner<{ rank: string }>(
      `select app.rank_between(p.a, p.b) as rank
    from unnest($1::text[], $2::text[]) with ordinality p(a, b, place) order by p.place`,
      [pairs.map(([a]) => a), pairs.map(([, b]) => b)],
    )
  ).map(({ rank }) => rank)

/** The pairs of a random sequence of insertions, with ranks of the library. */
function pairsOf(positions: number[]): [string | null, string | null][] {
  const keys: string[] = []
  return positions.map((spot) => {
    const at = spot % (keys.length + 1)
    const pair: [string | null, string | null] = [keys[at - 1] ?? null, keys[at] ?? null]
    keys.splice(at, 0, generateKeyBetween(...pair))
    return pair
  })
}

async function expectSameRanks(pairs: [string | null, string | null][]) {
  expect(await ranks(pairs)).toEqual(pairs.map((pair) => generateKeyBetween(...pair)))
}

test('ranks of random insertions equal those of fractional-indexing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(10_000), { minLength: 1, maxLength: 300 }), async (positions) => {
      await expectSameRanks(pairsOf(positions))
    }),
    { numRuns: 30 },
  )
})

test('ranks at one position, at the top and at the bottom equal those of fractional-indexing', async () => {
  for (const spot of [0, 1, 2, 10_000_000]) {
    await expectSameRanks(pairsOf(Array.from({ length: 400 }, (_, n) => (spot > 2 ? n : spot))))
  }
})
