import { expect, test } from 'vitest'
import { Refusal } from '../../src/kit/errors.ts'
import { inTurn } from '../../src/platform/heavy-work.ts'

const busy = (milliseconds: number) => {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}
const statusOf = (work: Promise<unknown>) =>
  work.then(
    () => 200,
    (error: unknown) => (error as Refusal).status,
  )

test('computations have turns with a rest after each, and a third one of a group is refused', async () => {
  const turns: [number, number][] = []
  const work = () => {
    const begin = performance.now()
    busy(40)
    turns.push([begin, performance.now()])
  }
  const mine = [1, 2, 3].map(() => statusOf(inTurn('one', work)))
  const other = statusOf(inTurn('other', work))
  expect([...(await Promise.all(mine)), await other]).toEqual([200, 200, 429, 200])
  const pauses = turns.slice(1).map(([begin], n) => begin - turns[n]![1])
  expect(turns).toHaveLength(3)
  for (const pause of pauses) expect(pause).toBeGreaterThanOrEqual(70)
  expect(await statusOf(inTurn('one', () => undefined))).toBe(200)
})

test('a computation that fails gives its turn to the next', async () => {
  const failing = inTurn('failing', () => {
    throw new Refusal(409, 'conflict', 'no')
  })
  expect(await statusOf(failing)).toBe(409)
  expect(await inTurn('failing', () => 'done')).toBe('done')
})
