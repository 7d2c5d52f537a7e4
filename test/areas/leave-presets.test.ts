import { expect, test } from 'vitest'
import type { Json } from '../kit/client.ts'
import { join, workspace } from '../kit/makers.ts'

const countries = ['AT', 'DE', 'ES', 'FR', 'GB', 'IT', 'NL', 'PT', 'US']

test('types of leave to begin with are offered by country with their source, and nothing is created', async () => {
  const ws = await workspace()
  await ws.owner.ok('PATCH', ws.base, { country: 'ES' })
  const path = `${ws.base}/leave-types/presets`
  const offered = await ws.owner.ok('GET', path)
  expect(offered).toMatchObject({
    country: 'ES',
    items: [
      {
        draft: { name: 'Vacation', annual_allowance: '30', count_by: 'calendar' },
        source: 'Estatuto de los Trabajadores, art. 38.1: 30 days of the calendar',
        is_there: false,
      },
      { draft: { name: 'Sickness', overrides: true }, source: expect.any(String) },
      { draft: { name: 'Unpaid leave', paid: 'unpaid' }, source: null },
    ],
  })
  expect((await ws.owner.ok('GET', `${ws.base}/leave-types`)).total).toBe(0)
  const other = await ws.owner.ok('GET', `${path}?country=US`)
  expect(other.items[0].source).toBe('Directive 2003/88/EC, art. 7: four weeks')
  const member = await join(ws)
  expect((await member.call('GET', path)).status).toBe(403)
})

test.each(countries)('those of %s can be created as they are, masked for colleagues', async (country) => {
  const ws = await workspace()
  const path = `${ws.base}/leave-types/presets?country=${country}`
  const { items } = await ws.owner.ok('GET', path)
  for (const { draft } of items as Json[]) {
    const made = await ws.owner.ok('POST', `${ws.base}/leave-types`, draft)
    expect(made).toMatchObject({ ...draft, visibility: 'masked' })
  }
  const again = await ws.owner.ok('GET', path)
  expect(again.items.map(({ is_there }: Json) => is_there)).toEqual([true, true, true])
})

test('types that together grant less paid leave than the law of the country warn admins', async () => {
  const ws = await workspace()
  const types = `${ws.base}/leave-types`
  const make = (draft: object): Promise<Json> => ws.owner.ok('POST', types, { name: 'Vacation', ...draft })
  const few = await make({ annual_allowance: '15' })
  const law = 'Directive 2003/88/EC, art. 7: four weeks'
  expect(few.warnings).toEqual([
    `Full-time employees get 3 weeks of paid leave a year; at least 4 are due (${law})`,
  ])
  expect((await make({ name: 'Sick', overrides: true, affects_balance: false })).warnings).toEqual([])
  const more = await make({ name: 'Summer', annual_allowance: '4' })
  expect(more.warnings[0]).toContain('3.8 weeks')
  const change = (id: string, body: object): Promise<Json> => ws.owner.ok('PATCH', `${types}/${id}`, body)
  expect((await change(more.id, { annual_allowance: '5' })).warnings).toEqual([])
  await ws.owner.ok('PATCH', ws.base, { country: 'AT' })
  const listed = async (who = ws.owner) =>
    (await who.ok('GET', types)).items.map(({ warnings }: Json) => warnings.length)
  expect(await listed()).toEqual([0, 1, 1])
  expect(await listed(await join(ws))).toEqual([0, 0, 0])
  await change(few.id, { annual_allowance: '24', count_by: 'six_day' })
  expect(await listed()).toEqual([0, 0, 0])
  await change(few.id, { archived: true })
  expect((await change(more.id, { annual_allowance: '6' })).warnings[0]).toContain('1.2 weeks')
})
