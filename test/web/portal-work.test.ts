import { beforeEach, expect, test } from 'vitest'
import type { Json } from '../kit/client.ts'
import { openSession, portal } from '../kit/portal.ts'
import { desk, type Desk } from '../kit/tickets.ts'
import { open, to } from './browse.ts'
import { openedPortal } from './portal-browse.ts'

let home: Desk
beforeEach(async () => {
  home = await desk('Ada & Co')
})
const owner = (method: string, path: string, body?: object): Promise<Json> =>
  home.ws.owner.ok(method, `${home.ws.base}${path}`, body)

/** A browser whose contact has these abilities, and the client that they belong to. */
async function contactWith(abilities: string[]) {
  const { access, who } = await openSession(home, abilities)
  const { link_token } = await owner('POST', `/portal/accesses/${access.id}/links`, {})
  const { client } = await who.ok('GET', `${portal}/me`)
  return { headers: await openedPortal(link_token), client: client.id as string }
}

test('projects show how far they are and their milestones, in one round trip, and nothing of their tasks', async () => {
  const { headers, client } = await contactWith(['projects'])
  expect(to(await open('/portal', headers))).toEqual([303, '/portal/projects'])
  expect((await open('/portal/projects', headers)).text).toContain('No project here')
  const site = await owner('POST', '/projects', {
    name: 'Site <new>',
    client_id: client,
    description: 'A *new* site',
    target_date: '2026-12-01',
  })
  const { id } = await owner('POST', `/projects/${site.id}/tasks`, { title: 'Secret' })
  await owner('PATCH', `/tasks/${id}`, { status: 'done' })
  await owner('POST', `/projects/${site.id}/tasks`, { title: 'Secret' })
  await owner('POST', `/projects/${site.id}/milestones`, { name: 'Beta', due_date: '2026-05-01' })
  const list = await open('/portal/projects', headers)
  expect([list.status, list.roundTrips]).toEqual([200, 1])
  for (const text of ['Site &lt;new&gt;', '1 project', '1 of 2 tasks done', '1 Dec 2026'])
    expect(list.text).toContain(text)
  const page = await open(`/portal/projects/${site.id}`, headers)
  expect([page.status, page.roundTrips]).toEqual([200, 1])
  for (const text of ['A <em>new</em> site', 'Beta', '1 May 2026', 'active'])
    expect(page.text).toContain(text)
  expect(list.text + page.text).not.toContain('Secret')
  // The contact has no other ability.
  expect(page.text).not.toContain('/portal/contracts')
  expect((await open('/portal/contracts', headers)).status).toBe(403)
})

test('contracts that were sent show their text, value and signatures; drafts are not there', async () => {
  const { headers, client } = await contactWith(['contracts'])
  const draft = {
    title: 'Care',
    party_kind: 'client',
    client_id: client,
    body: 'We **care**.',
    start_date: '2026-01-01',
    value_minor: 120_000,
    currency: 'EUR',
  }
  const { id, number } = await owner('POST', '/contracts', draft)
  const unsent = await owner('POST', '/contracts', { ...draft, title: 'Not yet' })
  await owner('POST', `/contracts/${id}/send`, {})
  const list = await open('/portal/contracts', headers)
  expect([list.status, list.roundTrips]).toEqual([200, 1])
  for (const text of [`${number} Care`, '1 contract', 'Not signed by you yet'])
    expect(list.text).toContain(text)
  expect(list.text).not.toContain('Not yet</a>')
  const page = await open(`/portal/contracts/${id}`, headers)
  expect([page.status, page.roundTrips]).toEqual([200, 1])
  for (const text of ['We <strong>care</strong>', 'No end', 'Signed by Ada &amp; Co'])
    expect(page.text).toContain(text)
  expect((await open(`/portal/contracts/${unsent.id}`, headers)).status).toBe(404)
})
