import { afterAll, beforeAll, expect, test } from 'vitest'
import { rollbackGateway } from '../kit/gateways.ts'
import type { Direct } from '../kit/direct.ts'
import { ownDatabase } from '../kit/own-database.ts'
import { parts } from '../kit/parts.ts'
import { stripQueries, Walls, withStripped } from '../kit/walls.ts'
import { Reach } from './reach.ts'

await ownDatabase()

/**
 * One layer of isolation at a time, in queries and inside functions: with the organization conditions removed, and with a
 * database role that bypasses row-level security and functions that no policy confines. All writes are rolled back.
 */
const orgCondition = /[\w".]+\."?org_id"? = \(select app\.org_id\(\)\)/g

let unmodified: Direct
let stripped: Direct
let walls: Walls
let cut = 0
beforeAll(async () => {
  walls = await Walls.of()
  unmodified = rollbackGateway()
  cut = await stripQueries(orgCondition)
  stripped = rollbackGateway((query) => withStripped(query.replace(orgCondition, () => (cut++, 'true'))))
})
afterAll(() => Promise.all([unmodified.stop(), stripped.stop(), walls.close()]))

const unbound = () => parts().ownerUrl.replace('127.0.0.1', 'db.localhost')
const insiders = (name: string) => ['owner', 'key', 'app'].includes(name)
const report = (name: string, { cases }: Reach) =>
  process.stderr.write(`isolation, ${name}: ${cases} cases, 0 leaks\n`)

test(
  'row-level security alone: nothing of another organization gets through',
  {
    timeout: 900_000,
  },
  async () => {
    const reach = await Reach.make({ SQL_ENDPOINT: stripped.url }, insiders)
    await walls.stripFunctions()
    const found = await reach.run()
    await walls.restoreFunctions()
    expect(found).toEqual([])
    report('row-level security alone', reach)
  },
)

test('conditions alone: nothing of another organization gets through', { timeout: 900_000 }, async () => {
  await walls.openPolicies()
  const reach = await Reach.make({ SQL_ENDPOINT: unmodified.url, DATABASE_URL: unbound() }, insiders)
  expect(await reach.run()).toEqual([])
  report('conditions alone', reach)
})

test('without either layer the same cases do find leaks', { timeout: 300_000 }, async () => {
  const settings = { SQL_ENDPOINT: stripped.url, DATABASE_URL: unbound() }
  const reach = await Reach.make(settings, (name) => name === 'owner')
  await walls.stripFunctions()
  const found = await reach.run(0, 3)
  expect(found.filter((leak) => leak.includes('in the path')).length).toBeGreaterThan(20)
  expect(found.filter((leak) => leak.includes(' reveals ')).length).toBeGreaterThan(0)
  expect(cut).toBeGreaterThan(500)
})
