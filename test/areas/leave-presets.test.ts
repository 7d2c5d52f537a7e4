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
