import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Env } from '../../src/kit/config.ts'
import { discarding } from '../kit/gateways.ts'
import type { Direct } from '../kit/direct.ts'
import { parts } from '../kit/parts.ts'
import { Reach } from './reach.ts'

/**
 * One wall between organizations at a time: the organization conditions cut out of the queries, and a database role
 * that row-level security does not bind. All work is rolled back.
 */
const orgCondition = /[\w".]+\."?org_id"? = \(select app\.org_id\(\)\)/g

let whole: Direct
let stripped: Direct
let cut = 0
beforeAll(() => {
  whole = discarding()
  stripped = discarding((query) => query.replace(orgCondition, () => (cut++, 'true')))
})
afterAll(() => Promise.all([whole.stop(), stripped.stop()]))

const unbound = () => parts().ownerUrl.replace('127.0.0.1', 'db.localhost')
const insiders = (name: string) => ['owner', 'key', 'app'].includes(name)

test.each<[string, () => Partial<Env>]>([
  ['row-level security alone', () => ({ SQL_ENDPOINT: stripped.url })],
  ['queries alone', () => ({ SQL_ENDPOINT: whole.url, DATABASE_URL: unbound() })],
])('%s let nothing of another organization through', { timeout: 900_000 }, async (name, settings) => {
  const reach = await Reach.make(settings(), insiders)
  expect(await reach.everything()).toEqual([])
  process.stderr.write(`isolation, ${name}: ${reach.cases} cases, 0 leaks\n`)
})

test('with both walls gone the same cases find what the walls held back', { timeout: 300_000 }, async () => {
  const settings = { SQL_ENDPOINT: stripped.url, DATABASE_URL: unbound() }
  const reach = await Reach.make(settings, (name) => name === 'owner')
  const found = await reach.everything()
  expect(found.filter((leak) => leak.includes('in the path')).length).toBeGreaterThan(20)
  expect(found.filter((leak) => leak.includes(' tells ')).length).toBeGreaterThan(0)
  expect(cut).toBeGreaterThan(500)
})
