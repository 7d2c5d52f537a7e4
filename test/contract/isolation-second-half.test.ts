import { afterAll, beforeAll, expect, test } from 'vitest'
import { rollbackGateway } from '../kit/gateways.ts'
import type { Direct } from '../kit/direct.ts'
import { Reach } from './reach.ts'

/** The other half of the operations of `isolation.test.ts`, so that two workers share them. */
let gateway: Direct
beforeAll(() => {
  gateway = rollbackGateway()
})
afterAll(() => gateway.stop())

test('both layers together let nothing of another organization through', { timeout: 900_000 }, async () => {
  const settings = { SQL_ENDPOINT: gateway.url, UPSTASH_REDIS_REST_URL: '' }
  const reach = await Reach.make(settings, () => true)
  expect(await reach.run(1, 2)).toEqual([])
  process.stderr.write(`isolation, both layers, second half: ${reach.cases} cases, 0 leaks\n`)
})
