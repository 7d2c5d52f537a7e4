import { expect, test } from 'vitest'
import { Refusal } from '../../src/kit/errors.ts'
import { takeBody } from '../../src/platform/large-bodies.ts'

const megabytes = 2 ** 20
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => [(error as Refusal).status, (error as Refusal).message],
  )

test('large bodies share the memory of the isolate: the next waits, and is 503 where no room comes', async () => {
  const first = await takeBody('ada', 14 * megabytes)
  const second = await takeBody('bob', 6 * megabytes)
  const began = performance.now()
  expect(await refusal(takeBody('eve', 2 * megabytes))).toEqual([
    503,
    'as many large files are being sent as there is room for; try again',
  ])
  expect(performance.now() - began).toBeGreaterThan(2900)
  const waiting = takeBody('eve', 14 * megabytes)
  second()
  first()
  const third = await waiting
  third()
  // One alone is taken whatever its size, and what was left is free.
  const whole = await takeBody('bob', 90 * megabytes)
  whole()
})

test('of one sender two are taken at once', async () => {
  const leave = [await takeBody('ada', 2 * megabytes), await takeBody('ada', 2 * megabytes)]
  expect((await refusal(takeBody('ada', 2 * megabytes)))![0]).toBe(429)
  for (const one of leave) one()
  const again = await takeBody('ada', 2 * megabytes)
  again()
})
