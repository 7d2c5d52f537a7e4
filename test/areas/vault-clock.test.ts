import { expect, test } from 'vitest'
import { credentialExpiry } from '../../src/jobs/credentials.ts'
import { asOwner, type Caller, type Json } from '../kit/client.ts'
import { enteredDatabase } from '../kit/inbox.ts'
import { join, type Workspace, workspace } from '../kit/makers.ts'
import { addCredential, atCredential, revealing } from '../kit/vault.ts'

const told = async (ws: Workspace, who: Caller): Promise<string[]> =>
  (await who.ok('GET', `${ws.base}/notifications?limit=100`)).items
    .map(({ title }: Json) => title)
    .filter((title: string) => !title.startsWith('There is a new admin'))
const run = async (ws: Workspace) =>
  enteredDatabase(ws.org.id).batch(await credentialExpiry.react({} as never, {} as never, {} as never))
const inHours = (hours: number) => new Date(Date.now() + hours * 36e5).toISOString()
/** As if so much time had gone by. */
const pass = (id: string, hours: number) =>
  asOwner(`select set_config('app.org_id', org_id::text, false) from credentials where id = $1`, [id]).then(
    () =>
      asOwner(
        `with moved as (select set_config('session_replication_role', 'replica', true)) update credentials
      set expires_at = expires_at - $2 * interval '1 hour' from moved where id = $1`,
        [id, hours],
      ),
  )
const due = async (ws: Workspace) =>
  (
    await asOwner<{ at: Date }>(
      `select available_at as at from outbox where org_id = $1 and topic = 'vault' and done_at is null
        order by available_at`,
      [ws.org.id],
    )
  ).map(({ at }) => at.toISOString())

test('creator and admins are reminded 30, 7 and 1 days before the end and at it, once each, by the clock', async () => {
  const ws = await workspace()
  const [manager, member] = [await join(ws, 'manager'), await join(ws)]
  const expires_at = inHours(31 * 24)
  const { id } = await addCredential(ws, { name: 'Certificate', min_role: 'member', expires_at }, manager)
  const first = new Date(Date.parse(expires_at) - 720 * 36e5).toISOString()
  expect(await due(ws)).toEqual([first])
  const steps: [hours: number, title: string][] = [
    [25, 'Certificate is over in 30 days'],
    [23 * 24, 'Certificate is over in a week'],
    [6 * 24, 'Certificate is over tomorrow'],
    [24, 'Certificate is over: replace the secret'],
  ]
  const expected: string[] = []
  for (const [hours, title] of steps) {
    await run(ws)
    await pass(id, hours)
    for (let again = 0; again < 2; again++) await run(ws)
    expected.unshift(title)
    expect([await told(ws, manager), await told(ws, ws.owner), await told(ws, member)]).toEqual([
      expected,
      expected,
      [],
    ])
  }
  expect((await revealing(ws, id, member)).status).toBe(200)
})

test('what ends sooner is reminded of at the moments to come, and moving the end begins anew', async () => {
  const ws = await workspace()
  const { id } = await addCredential(ws, { expires_at: inHours(3 * 24) })
  await run(ws)
  expect(await told(ws, ws.owner)).toEqual([])
  await pass(id, 49)
  await run(ws)
  expect(await told(ws, ws.owner)).toEqual(['Server is over tomorrow'])
  await ws.owner.ok('PATCH', atCredential(ws, id), { expires_at: inHours(40 * 24) })
  await pass(id, 11 * 24)
  await run(ws)
  expect(await told(ws, ws.owner)).toEqual(['Server is over in 30 days', 'Server is over tomorrow'])
  await ws.owner.ok('PATCH', atCredential(ws, id), { expires_at: null })
  await run(ws)
  expect(await told(ws, ws.owner)).toHaveLength(2)
})

test('whoever may not see it is not reminded, also of what they entered', async () => {
  const ws = await workspace()
  const [manager, admin] = [await join(ws, 'manager'), await join(ws, 'admin')]
  const { id } = await addCredential(ws, { expires_at: inHours(25) }, manager)
  await ws.owner.ok('PATCH', atCredential(ws, id), { min_role: 'owner' })
  await pass(id, 2)
  await run(ws)
  expect([await told(ws, manager), await told(ws, admin), await told(ws, ws.owner)]).toEqual([
    [],
    [],
    ['Server is over tomorrow'],
  ])
})

test('admins are told how many credentials somebody who leaves has revealed or seen codes of, and where they are', async () => {
  const ws = await workspace()
  const grace = await join(ws, 'admin', 'Grace Hopper')
  for (const name of ['One', 'Two']) await revealing(ws, (await addCredential(ws, { name })).id, grace)
  const shown = await addCredential(ws, { name: 'Registrar', totp: 'MZXW6YTBOI7DEMRT' })
  for (let n = 0; n < 2; n++) await grace.ok('POST', `${atCredential(ws, shown.id)}/code`, {})
  await addCredential(ws, { name: 'Unseen' })
  const other = await join(ws, 'admin')
  await ws.owner.ok('DELETE', `${ws.base}/members/${grace.id}`)
  expect(await told(ws, ws.owner)).toEqual([])
  expect(await told(ws, other)).toEqual([
    'Grace Hopper left, who has revealed 3 credentials, or seen codes, in the last 365 days',
  ])
  const { items } = await other.ok('GET', `${ws.base}/notifications`)
  const { pathname, searchParams } = new URL(items[0].url)
  expect([pathname, items[0].entity.id]).toEqual([`/organizations/${ws.org.slug}/vault`, grace.id])
  const known = await other.ok('GET', `${ws.base}/vault/credentials?${searchParams}`)
  expect(known.items.map(({ name }: Json) => name)).toEqual(['One', 'Registrar', 'Two'])
})
