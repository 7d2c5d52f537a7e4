import { expect, test } from 'vitest'
import { conflict, refusalOf, unavailable } from '../../src/kit/errors.ts'
import { type Database, unused } from '../../src/kit/database.ts'
import { bounded } from '../../src/platform/bounded-database.ts'

/** A database whose round trips end when the test says so, or fail with what it says. */
function database(fail: () => Error | undefined = () => undefined) {
  const open: (() => void)[] = []
  let [most, now] = [0, 0]
  const made: Database = {
    used: unused(),
    async batch() {
      made.used.roundTrips++
      most = Math.max(most, ++now)
      const failure = fail()
      if (!failure) await new Promise<void>((resolve) => open.push(resolve))
      now--
      if (failure) throw failure
      return ['answer']
    },
  }
  return { made, end: () => open.splice(0).forEach((one) => one()), most: () => most }
}
const lost = (code = '08006') => refusalOf({ code, message: 'the connection was lost' })
const settled = async (trips: Promise<unknown>[]) =>
  (await Promise.allSettled(trips)).map((one) =>
    one.status === 'rejected' ? (one.reason as Error).message : 'answered',
  )

test('round trips beyond the slots of an isolate wait for their turn', async () => {
  const { made, end, most } = database()
  const trips = Array.from({ length: 20 }, () => bounded(made, 8).batch([]))
  const ending = setInterval(end, 10)
  expect(await settled(trips)).toEqual(Array(20).fill('answered'))
  clearInterval(ending)
  expect([most(), made.used.roundTrips]).toEqual([8, 20])
})

test('a round trip without a turn within a second is 503 with the reason, and no round trip is made for it', async () => {
  const { made, end } = database()
  const [first, second] = [bounded(made, 1).batch([]), bounded(made, 1).batch([])]
  await expect(second).rejects.toMatchObject({
    status: 503,
    retryAfter: 2,
    message: 'the database has more requests than it can answer; try again',
  })
  end()
  await first
  expect(made.used.roundTrips).toBe(1)
})

test('one organization leaves places to others', async () => {
  const { made, end, most } = database()
  const busy = Array.from({ length: 8 }, () => bounded(made, 8, 'one').batch([]))
  const other = bounded(made, 8, 'two').batch([])
  await expect.poll(() => made.used.roundTrips).toBe(7)
  expect(most()).toBe(7)
  const ending = setInterval(end, 5)
  expect(await settled([...busy, other])).toEqual(Array(9).fill('answered'))
  clearInterval(ending)
})

test.each(['', '08006', '53300', '57P01'])(
  'a read whose connection fails with %j is repeated once',
  async (code) => {
    let failures = 1
    const { made, end } = database(() => (failures-- > 0 ? lost(code) : undefined))
    const read = bounded(made, 8).batch([], { readOnly: true })
    const ending = setInterval(end, 5)
    expect(await read).toEqual(['answer'])
    clearInterval(ending)
    expect(made.used.roundTrips).toBe(2)
  },
)

test.each([
  ['a write', lost(), false],
  ['what the database refused', conflict('taken'), true],
  ['a query that took too long', lost('57014'), true],
  [
    'a database that did not answer in time',
    Object.assign(unavailable(), { cause: new DOMException('', 'TimeoutError') }),
    true,
  ],
])('%s is not repeated', async (_, failure, readOnly) => {
  const { made } = database(() => failure)
  await expect(bounded(made, 8).batch([], { readOnly })).rejects.toBe(failure)
  expect(made.used.roundTrips).toBe(1)
})

test('while all connections are lost, a tenth of the reads is repeated', async () => {
  const { made } = database(() => lost())
  await settled(Array.from({ length: 200 }, () => bounded(made, 200).batch([], { readOnly: true })))
  expect(made.used.roundTrips).toBeGreaterThan(200)
  expect(made.used.roundTrips).toBeLessThanOrEqual(200 + 10 + 20)
})
