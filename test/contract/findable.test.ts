import { beforeAll, describe, expect, test } from 'vitest'
import { Kind } from '../../src/areas/search/schemas.ts'
import type { Operation } from '../../src/kit/operation.ts'
import { asOwner, call, type Json } from '../kit/client.ts'
import { type Credential, credentialsOf } from './credentials.ts'
import { operations, World } from './world.ts'

/** What a credential finds, it may open: the response of each search leads only to objects that it can get. */
let world: World
let credentials: Credential[]
let home: string

const reading = (kind: string): Operation =>
  operations.find(({ id }) => id === `get${kind[0]!.toUpperCase()}${kind.slice(1)}`)!
/** Comments have no address of their own: they are open to whoever may open their subject. */
const opened = ({ type, id, subject }: Json): { type: string; id: string } => subject ?? { type, id }

async function refused({ headers }: Credential, found: Json[]): Promise<string[]> {
  const refusals: string[] = []
  for (const item of found) {
    const { type, id } = opened(item)
    const path = reading(type)
      .path.replace('{org_id}', world.org)
      .replace(/\{\w+\}$/, id)
    const { status } = await call('GET', path, { headers })
    if (status !== 200) refusals.push(`${item.type}: ${status}`)
  }
  return [...new Set(refusals)]
}

beforeAll(async () => {
  world = await World.make()
  home = `/api/v1/organizations/${world.org}`
  for (const kind of Kind.options) await world.example(reading(kind))
  const ticket = await world.value('ticket_id')
  await world.people.owner.ok('POST', `${home}/tickets/${ticket}/messages`, { body: 'Palindromes' })
  // The records of the organization name the project, as they do when it is billed.
  const project = await world.value('project_id')
  for (const table of ['invoices', 'deals', 'contracts'])
    await asOwner(`update ${table} set project_id = $2 where org_id = $1`, [world.org, project])
  credentials = await credentialsOf(world, await World.make())
})

/** Words of the titles of everything there is. */
async function words(): Promise<string[]> {
  const rows = await asOwner(`select entity_type, title, body from search_entries where org_id = $1`, [
    world.org,
  ])
  const all = rows.flatMap(({ title, body }: Json) => `${title} ${body}`.match(/[\p{L}\p{N}]{3,}/gu) ?? [])
  return [...new Set(all.map((word: string) => word.toLowerCase()))] as string[]
}

describe('what a credential finds', () => {
  test('is only what it may open, by search, suggestions and recent items', async () => {
    const queries = await words()
    const shown: Record<string, string[]> = {}
    const kinds = new Set<string>()
    for (const credential of credentials) {
      const found = new Map<string, Json>()
      for (const at of [
        ...queries.flatMap((q) => [`search?q=${q}&limit=50`, `search/suggest?q=${q}&limit=10`]),
        'recent',
      ]) {
        const { status, body } = await call('GET', `${home}/${at}`, { headers: credential.headers })
        if (status === 200)
          for (const item of body.items)
            found.set(`${item.type} ${item.id}`, { ...item, ...found.get(`${item.type} ${item.id}`) })
      }
      if (credential.name === 'owner') for (const { type } of found.values()) kinds.add(type)
      const refusals = await refused(credential, [...found.values()])
      if (refusals.length) shown[credential.name] = refusals
    }
    expect([...kinds].toSorted()).toEqual([...Kind.options].toSorted())
    expect(shown).toEqual({})
  })
})
