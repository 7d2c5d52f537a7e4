import { beforeAll, describe, expect, test } from 'vitest'
import { allEntities } from '../../scripts/stack/entities.ts'
import { daily } from '../../src/jobs/clock.ts'
import { addHistory, fullWorld } from '../contract/full-world.ts'
import { operations, type World } from '../contract/world.ts'
import { asOwner, env } from '../kit/client.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

const entities = await allEntities()
const tenant = entities.filter(({ columns }) => 'org_id' in columns).map(({ name }) => name)
/**
 * What outlives an organization: its audit log until it is archived, the log of working hours and what was paid, which the law
 * keeps, and the record of its erasure.
 */
const retained = new Set([
  'audit_log',
  'audit_seals',
  'billing_invoices',
  'outbox',
  'subscriptions',
  'working_hours_acks',
  'working_hours_hashes',
  'working_hours_heads',
  'working_hours_log',
])

const nonEmptyTables = async (org: string) => {
  const found: string[] = []
  for (const table of tenant) {
    const [row] = await asOwner(`select 1 from ${table} where org_id = $1 limit 1`, [org])
    if (row) found.push(table)
  }
  return found.toSorted()
}

test('every table of the database is declared in db/schema with its properties', async () => {
  const tables = await asOwner<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  expect(tables.map(({ name }) => name).toSorted()).toEqual(entities.map(({ name }) => name).toSorted())
})

describe('the daily run', () => {
  let world: World
  beforeAll(async () => {
    world = await fullWorld()
  })

  // What belongs to something comes first.
  const inTrash = entities.filter(({ facts }) => facts.trash && !facts.trash.erase).toReversed()

  test.each(inTrash.map(({ name, facts }) => [name, facts.kind!, facts.trash!.days] as const))(
    'erases rows of %s that were deleted long enough ago, and no newer ones',
    async (table, kind, days) => {
      const param = `${kind.replace('bi_', '')}_id`
      const id = await world.value(param)
      const removal = operations.find(
        ({ method, params }) => method === 'DELETE' && params.length === 2 && params[1] === param,
      )!
      const [{ status }] = await world.perform(removal, world.people.owner)
      expect(status < 300 || status === 404).toBe(true)
      const leftAfter = async (age: number) => {
        await asOwner(`update ${table} set deleted_at = now() - make_interval(days => $2) where id = $1`, [
          id,
          age,
        ])
        await daily(env())
        return asOwner(`select id from ${table} where id = $1`, [id])
      }
      expect(await leftAfter(days - 1)).toEqual([{ id }])
      expect(await leftAfter(days + 1)).toEqual([])
    },
  )

  test('erases an organization whose restore period has passed from every table', async () => {
    const doomed = await fullWorld()
    await addHistory(doomed)
    const { org } = doomed
    const before = await nonEmptyTables(org)
    expect(tenant.filter((table) => !before.includes(table) && !retained.has(table))).toEqual([])
    await asOwner('update organizations set deleted_at = now(), purge_after = now() where id = $1', [org])
    await daily(env())
    expect((await nonEmptyTables(org)).filter((table) => !retained.has(table))).toEqual([])
    expect(await asOwner('select id from organizations where id = $1', [org])).toEqual([])
    const suffix = 'where org_id = $1 order by id desc limit 1'
    const [last] = await asOwner(`select action from audit_log ${suffix}`, [org])
    expect(last.action).toBe('organization.erased')
  })
})
