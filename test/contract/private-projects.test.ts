import { beforeAll, expect, test } from 'vitest'
import { inOrganization } from '../../src/kit/operation.ts'
import { asOwner, call, type Caller } from '../kit/client.ts'
import { operations, World } from './world.ts'

/** Everything of the organization that belongs to a project names a private one, of which the manager is no member. */
let world: World
let project: string
const reads = operations.filter((one) => one.method === 'GET' && inOrganization(one))
const paths = new Map<string, string>()

async function nameProject() {
  for (const table of ['invoices', 'deals', 'contracts', 'expenses', 'time_entries'])
    await asOwner(`update ${table} set project_id = $2 where org_id = $1`, [world.org, project])
}

beforeAll(async () => {
  world = await World.make()
  for (const operation of reads) {
    const { path, query } = await world.example(operation)
    paths.set(operation.id, path + query)
  }
  project = await world.value('project_id')
  await nameProject()
  await asOwner(
    `update projects set visibility = 'private', lead_user_id = null, name = 'Palimpsest' where id = $1`,
    [project],
  )
  await asOwner('delete from project_members where project_id = $1 and user_id = $2', [
    project,
    world.people.manager.id,
  ])
})

/** The reads of which this person's answer names the project. */
async function naming(person: Caller): Promise<string[]> {
  const found: string[] = []
  for (const [id, path] of paths) {
    const { status, text } = await call('GET', path, { headers: person.headers })
    if (status === 200 && (text.includes(project) || text.includes('Palimpsest'))) found.push(id)
  }
  return found
}

test('no answer names a project that the reader cannot see', async () => {
  expect((await naming(world.people.owner)).length).toBeGreaterThan(25)
  expect(await naming(world.people.manager)).toEqual([])
})

test('who cannot see the project of a record does not clear it by sending back what they see', async () => {
  const { manager, owner } = world.people
  const records = new Map<string, string>()
  for (const id of ['Invoice', 'Deal', 'Contract', 'Expense'])
    records.set(id, (await world.example(operations.find((one) => one.id === `update${id}`)!)).path)
  await nameProject()
  await asOwner('update expenses set user_id = $2, created_by = $2 where org_id = $1', [
    world.org,
    manager.id,
  ])
  const stored = async (path: string) => (await owner.ok('GET', path)).project_id
  for (const [id, path] of records) {
    await manager.ok('PATCH', path, { project_id: null })
    expect([id, await stored(path)]).toEqual([id, project])
  }
  const deal = records.get('Deal')!
  await owner.ok('PATCH', deal, { project_id: null })
  expect(await stored(deal)).toBe(null)
})
