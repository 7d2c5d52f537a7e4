import { beforeAll, describe, expect, test } from 'vitest'
import { dayIn } from '../../src/web/kit/zone.ts'
import type { Caller, Json } from '../kit/client.ts'
import { join, project, task, type Workspace, workspace } from '../kit/makers.ts'
import { open, submit, textOf, to } from './browse.ts'

let ws: Workspace
let at: string
let grace: Caller
let alma: Caller
beforeAll(async () => {
  ws = await workspace('Ada & Co')
  at = `/organizations/${ws.org.slug}`
  grace = await join(ws, 'member', 'Grace Hopper')
  alma = await join(ws, 'admin', 'Alma Admin')
})
const settings = (): Promise<Json> => ws.owner.ok('GET', ws.base)
const roleOf = async (id: string): Promise<string | undefined> =>
  (await ws.owner.ok('GET', `${ws.base}/members?status=active`)).items.find((one: Json) => one.user_id === id)
    ?.role

describe('members', () => {
  test('are removed after a confirmation, and somebody takes over their open tasks', async () => {
    const leaver = await join(ws, 'member', 'Lea Leaver')
    const web = await project(ws)
    const one = await task(ws, web.id)
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${one.id}`, { assignee_id: leaver.id })
    const { text } = await open(at, alma.headers)
    expect(text).toContain(`href="${at}?edit=${leaver.id}#${leaver.id}"`)
    expect(text).not.toContain('Remove from the organization')
    const confirmation = (await open(`${at}?edit=${leaver.id}`, alma.headers)).text
    expect(confirmation).toContain('Remove from the organization')
    expect(confirmation).toContain(`<option value="${grace.id}">Grace Hopper</option>`)
    const fields = { user_id: leaver.id, reassign_tasks_to: grace.id }
    expect(to(await submit(`${at}/remove`, fields, alma.headers))).toEqual([303, `${at}?done=saved`])
    expect(await roleOf(leaver.id)).toBeUndefined()
    expect((await ws.owner.ok('GET', `${ws.base}/tasks/${one.id}`)).assignee.user_id).toBe(grace.id)
  })

  test('above one’s own role cannot be changed, and no change is offered', async () => {
    const { text } = await open(at, alma.headers)
    expect(text).toContain(`edit=${grace.id}`)
    expect(text).not.toContain(`edit=${ws.owner.id}`)
    expect((await open(`${at}?edit=${ws.owner.id}`, alma.headers)).text).not.toContain(`${at}/role"`)
    const opened = (await open(`${at}?edit=${grace.id}`, alma.headers)).text
    const forms = opened.slice(opened.indexOf(`action="${at}/role"`))
    expect(forms.slice(0, forms.indexOf('</form>'))).toContain('admin')
    expect(forms.slice(0, forms.indexOf('</form>'))).not.toContain('owner')
    for (const [path, fields] of [
      ['role', { user_id: ws.owner.id, role: 'viewer' }],
      ['role', { user_id: grace.id, role: 'owner' }],
      ['remove', { user_id: ws.owner.id }],
    ] as const) {
      const reply = await submit(`${at}/${path}`, fields, alma.headers)
      expect([reply.status, textOf('problems', reply)]).toEqual([403, expect.stringMatching(/role/)])
    }
    expect([await roleOf(ws.owner.id), await roleOf(grace.id)]).toEqual(['owner', 'member'])
  })

  test('are removed only by admins', async () => {
    expect((await open(at, grace.headers)).text).not.toContain('edit=')
    expect((await submit(`${at}/remove`, { user_id: alma.id }, grace.headers)).status).toBe(403)
    expect(await roleOf(alma.id)).toBe('admin')
  })

  test('can leave, except the last owner', async () => {
    const guest = await join(ws, 'viewer', 'Gus Guest')
    expect((await open(at, guest.headers)).text).toContain('Leave Ada &amp; Co')
    expect(to(await submit(`${at}/leave`, {}, guest.headers))).toEqual([303, '/dashboard'])
    expect(await roleOf(guest.id)).toBeUndefined()
    const last = await submit(`${at}/leave`, {}, ws.owner.headers)
    expect([last.status, textOf('problems', last)]).toEqual([409, expect.stringContaining('owner')])
  })

  test('of a large organization are paginated', async () => {
    const large = await workspace('Large')
    for (let n = 10; n < 37; n++) await join(large, 'member', `Member ${n}`)
    const page = async (query = '') =>
      (await open(`/organizations/${large.org.slug}${query}`, large.owner.headers)).text
    expect((await page()).match(/class="title">\s*Member \d\d/g)!.length).toBeLessThan(26)
    const second = await page('?offset=25')
    expect(second).toContain('26 to 28 of 28')
    expect(second).toContain('Member 36')
  })
})

test('a document is created once on the page of the documents', async () => {
  const fields = { once: crypto.randomUUID(), title: 'Handbook' }
  const places = [
    await submit(`${at}/documents`, fields, grace.headers),
    await submit(`${at}/documents`, fields, grace.headers),
  ].map(to)
  expect(places[0]).toEqual([303, expect.stringMatching(/^\/documents\/[\w-]{36}\?org=/)])
  expect(places[1]).toEqual(places[0])
  expect((await submit(`${at}/documents`, { title: '' }, grace.headers)).status).toBe(422)
  const vera = await join(ws, 'viewer', 'Vera Viewer')
  for (const page of [at, `${at}/documents`])
    expect((await open(page, vera.headers)).text).not.toContain('New document')
  expect((await submit(`${at}/documents`, { title: 'No' }, vera.headers)).status).toBe(403)
})

/** What a browser sends: boxes that are not checked are not there. */
const filled = (form: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(form).filter((pair): pair is [string, string] => pair[1] !== undefined))

describe('the settings', () => {
  const form = async (more: Record<string, string | undefined>) =>
    filled({
      name: 'Ada & Co',
      timezone: 'UTC',
      locale: 'en',
      country: '',
      region: '',
      currency: 'eur',
      week_start: '1',
      fiscal_year_start: '1',
      logo_url: '',
      working_days: 'asked',
      'working_days:1': 'on',
      'working_days:2': 'on',
      version: String((await settings()).version),
      ...more,
    })

  test('show the current values and save changes', async () => {
    const { text } = await open(`${at}/settings`, alma.headers)
    expect(text).toContain('value="Ada &amp; Co"')
    expect(text).toContain('<h2 id="security">')
    const fields = await form({
      timezone: 'Europe/Madrid',
      country: 'es',
      week_start: '7',
      fiscal_year_start: '4',
    })
    expect(to(await submit(`${at}/settings`, fields, alma.headers))).toEqual([
      303,
      `${at}/settings?done=saved`,
    ])
    expect(await settings()).toMatchObject({
      timezone: 'Europe/Madrid',
      country: 'ES',
      currency: 'EUR',
      week_start: 7,
      fiscal_year_start: 4,
      working_days: [1, 2],
      logo_url: null,
    })
  })

  test.each([
    ['name', { name: '' }],
    ['currency', { currency: 'Euro' }],
    ['logo_url', { logo_url: 'http://example.com/a.png' }],
    ['working_days', { 'working_days:1': undefined, 'working_days:2': undefined }],
  ])('show the error of %s, and save nothing', async (name, wrong) => {
    const before = (await settings()).version
    const reply = await submit(`${at}/settings`, await form(wrong), alma.headers)
    expect([reply.status, textOf(`${name}-problem`, reply)]).toEqual([422, expect.stringMatching(/\w+/)])
    expect((await settings()).version).toBe(before)
  })

  test('are not saved over a concurrent change', async () => {
    const fields = await form({ name: 'Mine' })
    await ws.owner.ok('PATCH', ws.base, { name: 'Theirs' })
    const late = await submit(`${at}/settings`, fields, alma.headers)
    expect([late.status, late.text.includes('save again to replace')]).toEqual([409, true])
    expect((await settings()).name).toBe('Theirs')
    const version = /name="version" value="(\d+)"/.exec(late.text)![1]!
    await submit(`${at}/settings`, { ...fields, version, name: 'Ada & Co' }, alma.headers)
    expect((await settings()).name).toBe('Ada & Co')
  })

  test('are not for members, nor is the slug for admins', async () => {
    const memberPage = await open(`${at}/settings`, grace.headers)
    expect(memberPage.text).toContain('Only admins and owners change the settings')
    expect(memberPage.text).not.toContain('name="currency"')
    expect((await submit(`${at}/settings`, await form({ name: 'No' }), grace.headers)).status).toBe(403)
    expect((await open(`${at}/settings`, alma.headers)).text).not.toContain('name="slug"')
    const slug = await submit(`${at}/settings`, await form({ slug: 'other-address' }), alma.headers)
    expect(slug.status).toBe(403)
    const { headers } = (await workspace()).owner
    expect((await open(`${at}/settings`, headers)).status).toBe(404)
  })

  test('lead to the new address when the owner changes it', async () => {
    const own = await workspace()
    const version = String((await own.owner.ok('GET', own.base)).version)
    const slug = `moved-${own.org.id.slice(-12)}`
    const reply = await submit(
      `/organizations/${own.org.slug}/settings`,
      { slug, version },
      own.owner.headers,
    )
    expect(to(reply)).toEqual([303, `/organizations/${slug}/settings?done=saved`])
    expect((await open(`/organizations/${slug}`, own.owner.headers)).status).toBe(200)
    expect((await open(`/organizations/${own.org.slug}`, own.owner.headers)).status).toBe(404)
  })
})

describe('the audit log', () => {
  test('shows who did what, by person, action and day', async () => {
    const own = await workspace('Audited')
    const here = `/organizations/${own.org.slug}/audit`
    const max = await join(own, 'manager', 'Max Manager')
    await max.ok('POST', `${own.base}/projects`, { name: 'Of Max', key: 'MAX' })
    await own.owner.ok('POST', `${own.base}/projects`, { name: 'Of the owner', key: 'OWN' })
    const page = async (query = '') => (await open(here + query, own.owner.headers)).text
    for (const expected of ['Of Max', 'Of the owner', 'project.created', max.email])
      expect(await page()).toContain(expected)
    const filtered = await page(`?actor_id=${max.id}&action=project.created`)
    expect(filtered).toContain('Of Max')
    expect(filtered).not.toContain(': Of the owner')
    const today = new Date().toISOString().slice(0, 10)
    expect(await page(`?day=${today}&actor_id=&action=`)).toContain('Of Max')
    expect(await page('?day=2020-01-01')).toContain('No entry here')
  })

  test('goes on to older entries, and back to the newest', async () => {
    const own = await workspace('Busy')
    for (let n = 0; n < 60; n++)
      await own.owner.ok('POST', `${own.base}/notes`, { title: `Note ${n}`, body: 'x' })
    const here = `/organizations/${own.org.slug}/audit`
    const { text } = await open(here, own.owner.headers)
    const older = /href="([^"]*cursor=[^"]*)">Older/.exec(text)![1]!.replaceAll('&amp;', '&')
    const next = await open(older, own.owner.headers)
    expect(next.status).toBe(200)
    expect(next.text).toContain(`href="${here}">Newest`)
    expect(next.text).not.toContain('>Older')
  })

  test('reports an invalid day, person or cursor', async () => {
    const day = await open(`${at}/audit?day=2026-02-31`, alma.headers)
    expect([day.status, textOf('day-problem', day)]).toEqual([422, 'Must be a day.'])
    for (const query of ['?actor_id=x', '?cursor=x']) {
      const reply = await open(`${at}/audit${query}`, alma.headers)
      expect([reply.status, reply.text.includes('There is a problem')]).toEqual([422, true])
    }
  })

  test('is closed to members, who see no link to it', async () => {
    const reply = await open(`${at}/audit`, grace.headers)
    expect([reply.status, reply.text.includes('Only admins and owners')]).toEqual([403, true])
    const { text } = await open(at, grace.headers)
    for (const link of ['/audit"', '/settings"', '/settings/keys?org']) expect(text).not.toContain(at + link)
    expect((await open(at, alma.headers)).text).toContain(`href="${at}/audit"`)
  })
})

describe('a day of a zone', () => {
  test.each([
    ['UTC', '2026-11-22', '2026-11-22T00:00:00.000Z', '2026-11-22T23:59:59.999Z'],
    ['Europe/Madrid', '2026-11-22', '2026-11-21T23:00:00.000Z', '2026-11-22T22:59:59.999Z'],
    ['Europe/Madrid', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
    ['Europe/Madrid', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
    ['Pacific/Auckland', '2026-01-01', '2025-12-31T11:00:00.000Z', '2026-01-01T10:59:59.999Z'],
    ['America/Los_Angeles', '2026-11-01', '2026-11-01T07:00:00.000Z', '2026-11-02T07:59:59.999Z'],
  ])('%s %s is from midnight to midnight there', (zone, date, from, until) => {
    expect(dayIn(zone, date)).toEqual([from, until])
  })
  test.each(['', '2026-13-01', '2026-02-30', '22.11.2026', '2026-11-22T00:00'])('%j is none', (date) =>
    expect(dayIn('UTC', date)).toBeNull(),
  )
})
