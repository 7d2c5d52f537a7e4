import { expect, test } from 'vitest'
import { ownDatabase } from '../kit/own-database.ts'
import { insiders, layers, report } from './one-layer.ts'
import { Reach } from './reach.ts'

await ownDatabase()

/** With the conditions on the organization removed; `isolation-conditions.test.ts` is the other way round. */
const all = layers()

test(
  'row-level security alone: nothing of another organization gets through',
  { timeout: 900_000 },
  async () => {
    const reach = await Reach.make({ SQL_ENDPOINT: all.stripped.url }, insiders)
    await all.walls.stripFunctions()
    expect(await reach.run()).toEqual([])
    report('row-level security alone', reach)
  },
)
