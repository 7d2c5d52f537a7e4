import { beforeAll, expect, test } from 'vitest'
import { addHistory, fullWorld } from '../contract/full-world.ts'
import type { World } from '../contract/world.ts'
import { seal } from '../kit/audit.ts'
import { type Json } from '../kit/client.ts'
import { exported } from '../kit/organization-exports.ts'
import { archiveOf, imported } from '../kit/organization-imports.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

let world: World
let made: Json

beforeAll(async () => {
  world = await fullWorld()
  await addHistory(world)
  await seal(world.org)
  const ws = { owner: world.people.owner, base: `/api/v1/organizations/${world.org}` }
  const { id } = await exported(ws)
  const archive = await archiveOf(ws, id)
  const began = Date.now()
  made = await imported(world.people.owner, archive)
  console.log('imported in', Date.now() - began, 'ms', JSON.stringify(made).slice(0, 3000))
}, 300_000)

test('is done', () => {
  expect(made.problem).toBe(null)
  expect(made.state).toBe('done')
})
