import { expect, test } from 'vitest'
import type { Json } from '../kit/client.ts'
import { dayOf, office, type Office, setColumns } from '../kit/contracts.ts'

/** A contract with this title whose dates are set as if it had been created long ago. */
async function createAged(setup: Office, title: string, columns: Record<string, unknown>): Promise<Json> {
  const created = await setup.signed({ title })
  await setColumns(created.id, columns)
  return created
}
test('lists are filtered by what contracts are today, their party, and words', async () => {
  const setup = await office()
  const { ws, at } = setup
  const drafted = await setup.draft({ title: 'Alpha' })
  const expired = await createAged(setup, 'Beta', { end_date: await dayOf(ws, -1) })
  const running = await createAged(setup, 'Gamma', { end_date: await dayOf(ws, 10) })
  await createAged(setup, 'Delta', { auto_renew: true, renewal_months: 12, end_date: await dayOf(ws, 10) })
  await setup.draft({ title: 'Epsilon', party_kind: 'employee', client_id: null, user_id: ws.owner.id })
  const titles = async (query: string) =>
    (await ws.owner.ok('GET', `${at}?sort=title&${query}`)).items.map(({ title }: Json) => title)
  expect(await titles('status=draft')).toEqual(['Alpha', 'Epsilon'])
  expect(await titles('status=expired,active')).toEqual(['Beta', 'Delta', 'Gamma'])
  expect(await titles('expiring_within_days=9')).toEqual([])
  expect(await titles('expiring_within_days=10')).toEqual(['Gamma'])
  expect(await titles(`party_kind=employee&user_id=${ws.owner.id}`)).toEqual(['Epsilon'])
  expect(await titles(`client_id=${setup.client}&q=town%20HALL&limit=2`)).toEqual(['Alpha', 'Beta'])
  expect(await titles(`q=${running.number}`)).toEqual(['Gamma'])
  expect(await titles('q=%25')).toEqual([])
  expect(await titles('owner_user_id=none')).toEqual([])
  const byEnd = await ws.owner.ok('GET', `${at}?sort=end_date&status=expired,draft&client_id=${setup.client}`)
  expect(byEnd.items.map(({ id }: Json) => id)).toEqual([expired.id, drafted.id])
  expect((await ws.owner.call('GET', `${at}?status=over`)).status).toBe(422)
})
