import { beforeAll, expect, test } from 'vitest'
import { asOwner, call, type Caller, person } from '../kit/client.ts'
import { operations, World } from './world.ts'

/** Whatever hands out data of an organization as a file leaves an entry in the audit trail, and its owners hear of it. */
const exporting = operations.filter(({ exports }) => exports)

let world: World
let secondOwner: Caller
beforeAll(async () => {
  world = await World.make()
  secondOwner = await person('Second')
  await asOwner(`insert into organization_members (org_id, user_id, role) values ($1, $2, 'owner')`, [
    world.org,
    secondOwner.id,
  ])
})

test('every operation that exports says so, and has an action of its own', () => {
  const ofFiles = operations.filter(
    ({ path, role }) => /\/export$|-file$/.test(path) && role !== 'signed_in' && role !== 'portal',
  )
  expect(exporting.map(({ id }) => id).toSorted()).toEqual(ofFiles.map(({ id }) => id).toSorted())
  expect(exporting.length).toBeGreaterThan(5)
  const readsWithEntry = operations.filter(({ write, audit }) => !write && audit)
  expect(readsWithEntry.filter(({ exports }) => !exports)).toEqual([])
  const actions = exporting.map(({ audit }) => audit)
  expect([new Set(actions).size, actions.includes(undefined)]).toEqual([exporting.length, false])
})

test.each(exporting.map((operation) => [operation.id, operation] as const))(
  '%s is recorded with who asked for what, and the other owners are told once',
  async (_, operation) => {
    const { path, body, query } = await world.example(operation)
    const actor = operation.role === 'owner' ? secondOwner : world.people.admin
    const reply = await call(operation.method, path, { body, headers: actor.headers })
    expect(reply.status).toBeLessThan(300)
    const entries = await asOwner<{ id: string; actor: string; changes: Record<string, unknown> }>(
      'select id, actor_user_id as actor, changes from audit_log where request_id = $1 and action = $2',
      [reply.headers.get('x-request-id'), operation.audit],
    )
    expect(entries.map((entry) => entry.actor)).toEqual([actor.id])
    if (!operation.write)
      for (const [name, value] of new URLSearchParams(query))
        expect(entries[0]!.changes).toMatchObject({ [name]: { to: value } })
    const told = await asOwner<{ user_id: string; reason: string; title: string }>(
      'select user_id, reason, title from notifications where entity_id = $1 order by user_id',
      [entries[0]!.id],
    )
    const owners = [world.people.owner.id, secondOwner.id].filter((id) => id !== actor.id).toSorted()
    expect(told.map(({ user_id }) => user_id)).toEqual(owners)
    for (const { reason, title } of told) {
      expect(reason).toBe('security')
      expect(title).toMatch(/(exported|made), by \S+@/)
    }
  },
)
