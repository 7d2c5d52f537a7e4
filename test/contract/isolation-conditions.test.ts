import { expect, test } from 'vitest'
import { ownDatabase } from '../kit/own-database.ts'
import { insiders, layers, report, unbound } from './one-layer.ts'
import { Reach } from './reach.ts'

await ownDatabase()

/** With a database role that bypasses row-level security, and functions that no policy confines. */
const all = layers()

test('conditions alone: nothing of another organization gets through', { timeout: 900_000 }, async () => {
  await all.walls.openPolicies()
  const reach = await Reach.make({ SQL_ENDPOINT: all.whole.url, DATABASE_URL: unbound() }, insiders)
  expect(await reach.run()).toEqual([])
  report('conditions alone', reach)
})

test('without either layer the same cases do find leaks', { timeout: 300_000 }, async () => {
  const settings = { SQL_ENDPOINT: all.stripped.url, DATABASE_URL: unbound() }
  const reach = await Reach.make(settings, (name) => name === 'owner')
  await all.walls.stripFunctions()
  const found = await reach.run(0, 3)
  expect(found.filter((leak) => leak.includes('in the path')).length).toBeGreaterThan(20)
  expect(found.filter((leak) => leak.includes(' reveals ')).length).toBeGreaterThan(0)
  expect(all.cut).toBeGreaterThan(500)
})
