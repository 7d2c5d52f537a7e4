import { afterAll, beforeAll, expect, test } from 'vitest'
import { rollbackGateway } from '../kit/gateways.ts'
import type { Direct } from '../kit/direct.ts'
import { Reach } from './reach.ts'

const parts = 3

/** A third of the operations with both layers, so that several workers share them. All writes are rolled back. */
export function testBothLayers(part: 1 | 2 | 3) {
  let gateway: Direct
  beforeAll(() => {
    gateway = rollbackGateway()
  })
  afterAll(() => gateway.stop())

  test('both layers together let nothing of another organization through', { timeout: 900_000 }, async () => {
    const settings = { SQL_ENDPOINT: gateway.url, UPSTASH_REDIS_REST_URL: '' }
    const reach = await Reach.make(settings, () => true)
    expect(await reach.run(part - 1, parts)).toEqual([])
    process.stderr.write(`isolation, both layers, part ${part} of ${parts}: ${reach.cases} cases, 0 leaks\n`)
  })
}
