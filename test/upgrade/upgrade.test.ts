import { beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '../../scripts/stack/migrate.ts'
import { seed } from '../../scripts/seed.ts'
import { uuidv7 } from '../../src/base/id.ts'
import { hashOf, makeToken } from '../../src/base/tokens.ts'
import { addHistory, fullWorld } from '../contract/full-world.ts'
import { operations } from '../contract/world.ts'
import { asOwner, type Caller, caller } from '../kit/client.ts'
import { settled } from '../kit/inbox.ts'
import { ownDatabase } from '../kit/own-database.ts'
import { parts, useDatabase } from '../kit/parts.ts'
import { serveApp } from '../kit/serve.ts'
import { addAccounts } from './accounts.ts'
import { changes } from './changes.ts'
import { lostRows, restoreRelease, tablesOfRelease, withOwner, writeRelease } from './release.ts'

await ownDatabase()
if (process.env.RELEASE === 'write') await write()

/** Fills this file's database with the demo organization and a row of everything else, and writes it as the release. */
async function write() {
  const server = await serveApp({ COOKIE_SECURE: 'false' })
  await seed(server.url, parts().ownerUrl)
  await server.stop()
  const world = await fullWorld()
  await addHistory(world)
  await addAccounts(world)
  await settled({ org: { id: world.org } })
  await writeRelease()
}

const { renamed, dropped, altered } = changes
const tables = tablesOfRelease()
const kept = tables.flatMap(({ table, ...rest }) =>
  dropped.includes(table)
    ? []
    : [{ ...rest, table: renamed[table] ?? table, mayDiffer: altered[table] ?? [] }],
)

test('the last release has a row in every table', () => {
  expect(tables.filter(({ rows }) => rows === '[]').map(({ table }) => table)).toEqual([])
})

test('only tables and columns of the last release are said to change', () => {
  const columns = new Map(tables.map((one) => [one.table, one.columns]))
  const named = [...Object.keys(renamed), ...dropped, ...Object.keys(altered)]
  expect(named.filter((table) => !columns.has(table))).toEqual([])
  for (const [table, names] of Object.entries(altered))
    expect(columns.get(table)).toEqual(expect.arrayContaining(names))
})

describe('a database of the last release, upgraded', () => {
  let upgraded: { name: string; url: string }
  beforeAll(async () => {
    upgraded = await restoreRelease()
    await migrate(upgraded.url)
    useDatabase(upgraded.name)
  })

  test('has every row of the release', async () => {
    const lost = []
    for (const one of kept)
      for (const row of await lostRows(upgraded.url, one, one.mayDiffer)) lost.push([one.table, row])
    expect(lost).toEqual([])
  })

  test('is migrated whole: another run has nothing to do but to drop functions that nothing defines', async () => {
    const left = await asOwner(`select from drizzle.indexes_to_make`)
    expect(left).toEqual([])
    const retired = () =>
      asOwner(`select from pg_proc p where p.pronamespace = 'app'::regnamespace
        and obj_description(p.oid, 'pg_proc') = 'retired'`)
    // A function of a trigger is retired once the trigger is gone, a run later than others.
    for (let runs = 0; runs < 2 && (await retired()).length; runs++) await migrate(upgraded.url)
    const lines: string[] = []
    await migrate(upgraded.url, { log: (line) => lines.push(line) })
    expect(lines).toEqual(['already up to date'])
  })

  const lists = operations.filter(
    ({ method, params, role, path, example }) =>
      method === 'GET' &&
      params.join() === 'org_id' &&
      path.includes('{org_id}') &&
      role !== 'platform' &&
      role !== 'portal' &&
      !/\{/.test((example as { query?: string } | undefined)?.query ?? ''),
  )

  test('answers every list and report of every organization, never with 500', async () => {
    const organizations = await asOwner<{ org_id: string; user_id: string }>(
      `select org_id, user_id from organization_members where role = 'owner'`,
    )
    const failed = []
    for (const { org_id, user_id } of organizations) {
      const who = await keyOf(org_id, user_id)
      for (const { id, path, example } of lists) {
        const query = (example as { query?: string } | undefined)?.query
        const reply = await who.call('GET', path.replace('{org_id}', org_id) + (query ? `?${query}` : ''))
        if (reply.status === 500) failed.push([id, reply.status, reply.text])
      }
    }
    expect(organizations.length).toBeGreaterThan(1)
    expect(failed).toEqual([])
  })

  test('is found to have lost what a migration deletes or changes', async () => {
    const tags = kept.find(({ table }) => table === 'tags')!
    const damaged = await withOwner(upgraded.url, async (owner) => {
      await owner.query('set session_replication_role = replica')
      const { rows } = await owner.query(
        `with gone as (delete from tags where id = (select min(id::text) from tags)::uuid returning id)
          update tags set name = 'other' where id = (select max(id::text) from tags)::uuid
          returning array[id, (select id from gone)] as ids`,
      )
      return (rows[0] as { ids: string[] }).ids
    })
    const lost = (await lostRows(upgraded.url, tags)) as { id: string }[]
    expect(lost.map(({ id }) => id).toSorted()).toEqual(damaged.toSorted())
  })
})

async function keyOf(org: string, user: string): Promise<Caller> {
  const token = makeToken('svc_live_', 'a')
  await asOwner(
    `insert into api_keys (id, org_id, user_id, name, token_hash, hint) values ($1, $2, $3, 'test', $4, 'svc_live_…')`,
    [uuidv7(), org, user, Buffer.from(hashOf(token), 'hex')],
  )
  return caller({ authorization: `Bearer ${token}` }, { id: user, email: '' })
}
