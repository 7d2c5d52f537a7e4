import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Env } from '../../src/kit/config.ts'
import { rollbackGateway } from '../kit/gateways.ts'
import type { Direct } from '../kit/direct.ts'
import { parts } from '../kit/parts.ts'
import { Reach } from './reach.ts'

/**
 * One layer of isolation at a time: with the organization conditions removed from the queries, and with a database role
 * that bypasses row-level security. All writes are rolled back.
 */
const orgCondition = /[\w".]+\."?org_id"? = \(select app\.org_id\(\)\)/g

let unmodified: Direct
let stripped: Direct
let cut = 0
beforeAll(() => {
  unmodified = rollbackGateway()
  stripped = rollbackGateway((query) => query.replace(orgCondition, () => (cut++, 'true')))
})
afterAll(() => Promise.all([unmodified.stop(), stripped.stop()]))

const unbound = () => parts().ownerUrl.replace('127.0.0.1', 'db.localhost')
const insiders = (name: string) => ['owner', 'key', 'app'].includes(name)

test.each<[string, () => Partial<Env>]>([
  ['row-level security alone', () => ({ SQL_ENDPOINT: stripped.url })],
  ['query conditions alone', () => ({ SQL_ENDPOINT: unmodified.url, DATABASE_URL: unbound() })],
])('%s: nothing of another organization gets through', { timeout: 900_000 }, async (name, settings) => {
  const reach = await Reach.make(settings(), insiders)
  expect(await reach.run()).toEqual([])
  process.stderr.write(`isolation, ${name}: ${reach.cases} cases, 0 leaks\n`)
})

test('without either layer the same cases do find leaks', { timeout: 300_000 }, async () => {
  const settings = { SQL_ENDPOINT: stripped.url, DATABASE_URL: unbound() }
  const reach = await Reach.make(settings, (name) => name === 'owner')
  const found = await reach.run()
  expect(found.filter((leak) => leak.includes('in the path')).length).toBeGreaterThan(20)
  expect(found.filter((leak) => leak.includes(' reveals ')).length).toBeGreaterThan(0)
  expect(cut).toBeGreaterThan(500)
})
