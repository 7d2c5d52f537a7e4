import { afterAll, beforeAll, expect, test } from 'vitest'
import { discarding } from '../kit/gateways.ts'
import type { Direct } from '../kit/direct.ts'
import { Reach } from './reach.ts'

/** Half of the operations, with both walls; `isolation-more.test.ts` has the other. All work is rolled back. */
let gateway: Direct
beforeAll(() => {
  gateway = discarding()
})
afterAll(() => gateway.stop())

test('both walls let nothing of another organization through', { timeout: 900_000 }, async () => {
  const settings = { SQL_ENDPOINT: gateway.url, UPSTASH_REDIS_REST_URL: '' }
  const reach = await Reach.make(settings, () => true)
  expect(await reach.everything(0, 2)).toEqual([])
  process.stderr.write(`isolation, both walls, first half: ${reach.cases} cases, 0 leaks\n`)
})
