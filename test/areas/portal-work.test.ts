import { beforeEach, describe, expect, test } from 'vitest'
import { type Caller, type Json } from '../kit/client.ts'
import { openSession, portal } from '../kit/portal.ts'
import { desk, type Desk } from '../kit/tickets.ts'
import { refusal } from '../kit/refusals.ts'

let home: Desk
let who: Caller
let clientId: string
beforeEach(async () => {
  home = await desk('Ada & Co')
  ;({ who } = await openSession(home, ['projects', 'contracts']))
  clientId = (await who.ok('GET', `${portal}/me`)).client.id
})
const owner = (method: string, path: string, body?: object): Promise<Json> =>
  home.ws.owner.ok(method, `${home.ws.base}${path}`, body)
const names = ({ items }: Json) => items.map(({ name, title }: Json) => name ?? title)

describe('projects in the portal', () => {
  test('are those of the client with counts and milestones, never tasks; not private, archived or deleted ones', async () => {
    const site = await owner('POST', '/projects', { name: 'Site', client_id: clientId, description: 'New' })
    for (const status of ['done', 'in_progress', 'cancelled']) {
      const { id } = await owner('POST', `/projects/${site.id}/tasks`, { title: 'Secret' })
      await owner('PATCH', `/tasks/${id}`, { status })
    }
    await owner('POST', `/projects/${site.id}/milestones`, { name: 'Beta', due_date: '2026-05-01' })
    await owner('POST', '/projects', { name: 'Other' })
    const hidden = await owner('POST', '/projects', {
      name: 'Hidden',
      client_id: clientId,
      visibility: 'private',
    })
    const old = await owner('POST', '/projects', { name: 'Old', client_id: clientId })
    await owner('POST', `/projects/${old.id}/archive`)
    const gone = await owner('POST', '/projects', { name: 'Gone', client_id: clientId })
    await owner('DELETE', `/projects/${gone.id}`)
    const list = await who.ok('GET', `${portal}/projects`)
    expect(list).toMatchObject({
      total: 1,
      limit: 50,
      offset: 0,
      items: [{ key: site.key, tasks: 2, done_tasks: 1 }],
    })
    expect((await who.ok('GET', `${portal}/projects?offset=1`)).items).toEqual([])
    const shown = await who.ok('GET', `${portal}/projects/${site.id}`)
    expect(shown).toMatchObject({
      name: 'Site',
      description: 'New',
      milestones: [{ name: 'Beta', due_date: '2026-05-01', completed_at: null }],
    })
    expect(JSON.stringify([list, shown])).not.toContain('Secret')
    for (const { id } of [hidden, old, gone])
      expect((await who.call('GET', `${portal}/projects/${id}`)).status).toBe(404)
  })
})

describe('contracts in the portal', () => {
  test('are those that were sent to the client, with their text and the status of today', async () => {
    const draft = {
      title: 'Care',
      party_kind: 'client',
      client_id: clientId,
      body: 'We care.',
      start_date: '2026-01-01',
    }
    const sent = await owner('POST', '/contracts', { ...draft, end_date: '2026-01-31' })
    await owner('POST', `/contracts/${sent.id}/send`, {})
    const unsent = await owner('POST', '/contracts', { ...draft, title: 'Draft' })
    const list = await who.ok('GET', `${portal}/contracts`)
    expect(names(list)).toEqual(['Care'])
    const shown = await who.ok('GET', `${portal}/contracts/${sent.id}`)
    expect(shown).toMatchObject({ number: sent.number, status: 'sent', body: 'We care.' })
    expect(shown.body_sha256).toMatch(/^[0-9a-f]{64}$/)
    expect((await who.call('GET', `${portal}/contracts/${unsent.id}`)).status).toBe(404)
  })
})

test('each needs its ability, and contacts of another client see neither', async () => {
  const site = await owner('POST', '/projects', { name: 'Site', client_id: clientId })
  const other = await owner('POST', '/clients', { name: 'Other' })
  const contact = await owner('POST', `/clients/${other.id}/contacts`, {
    name: 'Otto',
    email: 'otto@other.example',
  })
  const { who: stranger } = await openSession(home, ['projects', 'contracts'], contact.id)
  expect((await stranger.ok('GET', `${portal}/projects`)).total).toBe(0)
  expect((await stranger.call('GET', `${portal}/projects/${site.id}`)).status).toBe(404)
  const second = await owner('POST', `/clients/${other.id}/contacts`, {
    name: 'Olga',
    email: 'olga@other.example',
  })
  const { who: limited } = await openSession(home, ['tickets'], second.id)
  for (const kind of ['projects', 'contracts'])
    expect(refusal(await limited.call('GET', `${portal}/${kind}`))).toEqual([
      403,
      `your access does not include ${kind}`,
    ])
})
