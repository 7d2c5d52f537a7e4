import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Tenant } from '../../scripts/bench/data.ts'
import { type Floor, floorsOf, ticketFloors } from '../../scripts/bench/floor-statements.ts'
import { paramsOf } from '../../scripts/bench/floors.ts'
import { timesFloor } from '../../scripts/bench/report.ts'
import { shotsOf } from '../../scripts/bench/shots.ts'
import { project, task, workspace } from '../kit/makers.ts'
import { ownDatabase } from '../kit/own-database.ts'
import { parts } from '../kit/parts.ts'

await ownDatabase()

let client: Client
beforeAll(async () => {
  client = new Client({ connectionString: parts().ownerUrl })
  await client.connect()
})
afterAll(() => client.end())

const nobody = '00000000-0000-7000-8000-000000000000'
const tenant: Tenant = {
  org: nobody,
  project: nobody,
  inbox: nobody,
  sprint: nobody,
  task: nobody,
  user: nobody,
  token: '',
  others: [],
  drafts: [],
}
const floors = (of: Partial<Tenant> = {}): Record<string, Floor> =>
  floorsOf({ ...tenant, ...of }, () => ({ task: of.task ?? nobody, status: 'done' }))

test('every request of the benchmark has a floor, but for what depends on the one before', () => {
  expect(Object.keys(shotsOf(tenant).shots).filter((name) => !(name in floors()))).toEqual(['issue'])
})

test.each(Object.keys({ ...floors(), ...ticketFloors }))('the floor %s is a statement', async (name) => {
  const floor = { ...floors(), ...ticketFloors }[name]!
  if (!('statement' in floor)) return expect(['tools', 'allTools']).toContain(name)
  await client.query(`prepare floor as ${floor.statement}`)
  const { rows } = await client.query(
    `select cardinality(parameter_types) as count from pg_prepared_statements where name = 'floor'`,
  )
  await client.query('deallocate floor')
  expect(rows).toEqual([{ count: paramsOf(floor, 0).length }])
})

test('the floors of tasks answer what the service answers', async () => {
  const ws = await workspace()
  const home = await project(ws, { key: 'WEB' })
  const made = await task(ws, home.id, { title: 'Paint the fence' })
  const own = floors({
    org: ws.org.id,
    project: home.id,
    inbox: home.id,
    task: made.id,
    user: ws.owner.id,
  })
  await client.query('set session_replication_role = replica')
  const answer = async (name: string) => {
    const floor = own[name] as Extract<Floor, { statement: string }>
    const { rows } = await client.query<unknown[]>({
      text: floor.statement,
      values: [...paramsOf(floor, 0)],
      rowMode: 'array',
    })
    return rows[0]![0] as { title: string; status: string; items: object[]; total: number }
  }
  const listed = await ws.owner.ok('GET', `${ws.base}/projects/${home.id}/tasks`)
  const known = Object.keys(listed.items[0])
  const [one, list, created, changed] = [
    await answer('get'),
    await answer('list'),
    await answer('create'),
    await answer('status'),
  ]
  expect(one.title).toBe('Paint the fence')
  for (const found of [one, created, changed, list.items[0]!])
    expect(known.filter((key) => !(key in found))).toEqual([])
  expect([list.total, created.title, changed.status]).toEqual([1, 'Floor 0', 'done'])
})

describe('a row of the report', () => {
  test.each([
    [{ p50: 3, floor: { p50: 1.5, share: 1 } }, '2.0 × 1.50'],
    [{ p50: 3, floor: { p50: 1.5, share: 0.5 } }, '2.0 × 1.50 (its answer has 50 % of the bytes)'],
    [{ p50: 3, floor: { p50: 1.5, share: 1.6 } }, '2.0 × 1.50 (its answer has 160 % of the bytes)'],
    [{ floor: 'no request' }, 'none: no request'],
  ])('says its floor: %j', (row, said) => expect(timesFloor(row)).toBe(said))

  test('cannot have a floor without a median', () =>
    expect(() => timesFloor({ floor: { p50: 1, share: 1 } })).toThrow('needs its median'))
})
