import { describe, expect, test } from 'vitest'
import type { Caller, Json } from '../kit/client.ts'
import { sales } from '../kit/deals.ts'
import { issued } from '../kit/invoices.ts'
import { join, project, workspace } from '../kit/makers.ts'
import { inputOf, open, problemBeside, submit, textOf, to } from './browse.ts'

async function desk(draft: object = {}) {
  const here = await sales()
  const [ada, boss] = [await join(here.ws, 'member', 'Ada <b>'), await join(here.ws, 'manager', 'Boss')]
  const org = here.ws.org.slug
  const list = `/organizations/${org}/clients`
  const add = (more: object): Promise<Json> => boss.ok('POST', `${here.ws.base}/clients`, more)
  const wayne = await add({ name: 'Wayne <i>', email: 'pay@wayne.test', city: 'Gotham', ...draft })
  const at = (action = '') => `/clients/${wayne.id}${action && `/${action}`}?org=${org}`
  const see = async (who: Caller = ada, more = '') => (await open(at() + more, who.headers)).text
  const send = (action: string, fields: Record<string, string> = {}, who: Caller = ada) =>
    submit(at(action), fields, who.headers)
  const now = (): Promise<Json> => ada.ok('GET', `${here.ws.base}/clients/${wayne.id}`)
  const saved = [303, `${at()}&done=saved`]
  return { ...here, ada, boss, org, list, add, wayne, page: at, see, send, now, saved }
}

describe('the page of clients', () => {
  test('filters them by text and status, archived ones separately', async () => {
    const { ws, ada, list, add } = await desk({ status: 'prospect' })
    await add({ name: 'Zeta', tags: ['retail'] })
    const gone = await add({ name: 'Gone' })
    await ada.ok('PATCH', `${ws.base}/clients/${gone.id}`, { archived: true })
    const see = async (query = '') => (await open(list + query, ada.headers)).text
    for (const expected of ['3 clients', 'Wayne &lt;i&gt;', 'Gotham', 'Zeta', '#retail', 'Town hall'])
      expect(await see()).toContain(expected)
    expect(await see()).not.toContain('Gone')
    for (const [query, name] of [
      ['?q=wayne.test', 'Wayne'],
      ['?status=prospect', 'Wayne'],
      ['?status=archived', 'Gone'],
    ] as const) {
      const found = await see(query)
      expect([query, found.includes('>1 client<'), found.includes(name)]).toEqual([query, true, true])
    }
    expect((await open(`/organizations/${ws.org.slug}`, ada.headers)).text).toContain(`href="${list}"`)
  })

  test('is for members, and is linked from invoices', async () => {
    const { ws, list } = await desk()
    const viewer = await join(ws, 'viewer')
    expect((await open(list, viewer.headers)).status).toBe(403)
    expect((await submit(list, { name: 'X' }, viewer.headers)).status).toBe(403)
    const other = await workspace()
    expect((await open(list, other.owner.headers)).status).toBe(404)
    const at = `/organizations/${other.org.slug}`
    const invoices = await open(`${at}/invoices?new=yes`, other.owner.headers)
    expect(invoices.text).toContain(
      `There are no clients yet. <a href="${at}/clients?new=yes">Create one</a> first.`,
    )
  })

  test('creates a client once, and names possible duplicates', async () => {
    const { ws, ada, list, org, wayne } = await desk({ website: 'https://wayne.test' })
    const form = {
      name: 'Orrery',
      kind: 'company',
      status: 'active',
      country: 'es',
      currency: 'eur',
      once: 'a',
    }
    const created = await submit(list, { ...form, payment_terms_days: '30', tags: 'a, b' }, ada.headers)
    const again = await submit(list, { ...form, payment_terms_days: '30', tags: 'a, b' }, ada.headers)
    expect(to(again)).toEqual(to(created))
    const { items } = await ada.ok('GET', `${ws.base}/clients?q=orrery`)
    expect(items).toMatchObject([
      { country: 'ES', currency: 'EUR', payment_terms_days: 30, tags: ['a', 'b'] },
    ])
    expect(to(created)).toEqual([303, `/clients/${items[0].id}?org=${org}&done=saved`])
    const twin = await submit(list, { name: 'Batman', website: 'https://www.wayne.test' }, ada.headers)
    expect([twin.status, twin.text.includes('Possible duplicate')]).toEqual([200, true])
    expect(twin.text).toContain(`href="/clients/${wayne.id}?org=${org}">Wayne &lt;i&gt;</a> (client): domain`)
  })

  test.each([
    [{ name: '' }, 'name', 'Must not be empty.'],
    [{ email: 'none' }, 'email', 'Must be an e-mail address.'],
    [{ country: 'XX' }, 'country', 'Unknown country; send an ISO 3166-1 alpha-2 code such as ES.'],
    [{ payment_terms_days: '400' }, 'payment_terms_days', 'Must be 0 to 365.'],
    [{ website: 'wayne' }, 'website', 'Must be an http or https address.'],
  ])('shows the error beside the field: %j', async (wrong, field, message) => {
    const { ada, list } = await desk()
    const reply = await submit(list, { name: 'Kept', ...wrong }, ada.headers)
    expect([reply.status, problemBeside(field, reply)]).toEqual([422, message])
    expect(inputOf(field, reply)).toContain('aria-invalid="true"')
  })
})

describe('the page of a client', () => {
  test('shows its summary, and money only to managers', async () => {
    const { ws, ada, boss, draft, wayne, see } = await desk({ notes: 'Pays <late>' })
    await draft({ title: 'Batmobile', client_id: wayne.id, value_minor: 50_000 })
    await issued(ws, { client_id: wayne.id })
    const secret = await project(ws)
    await ws.owner.ok('PATCH', `${ws.base}/projects/${secret.id}`, {
      visibility: 'private',
      client_id: wayne.id,
    })
    const own = await see()
    for (const expected of [
      'Wayne &lt;i&gt;',
      'Pays &lt;late&gt;',
      '1 open',
      '€500.00',
      'Batmobile',
      'your own',
    ])
      expect(own).toContain(expected)
    for (const hidden of ['Outstanding', '€121.00', secret.key, 'id="merge"'])
      expect(own).not.toContain(hidden)
    const all = await see(boss)
    for (const expected of ['Outstanding', '€121.00', 'id="merge"']) expect(all).toContain(expected)
    expect(await see(ws.owner)).toContain(`/projects/${secret.key}`)
    expect(await see(ada)).not.toContain('>Delete<')
  })

  test('is for members of its organization', async () => {
    const { ws, page, send } = await desk()
    for (const stranger of [await join(ws, 'viewer'), (await workspace()).owner]) {
      expect((await open(page(), stranger.headers)).status).toBe(404)
      expect((await send('archive', { archived: 'yes' }, stranger)).status).toBe(404)
    }
    expect((await send('none')).status).toBe(404)
  })

  test('edits, archives and restores it; a concurrent change is shown first', async () => {
    const { add, wayne, send, saved, now, see } = await desk()
    await add({ name: 'Zeta', tax_id: 'ESB12345674' })
    const form = { name: 'Wayne Ltd', email: '', city: '', kind: 'company', version: String(wayne.version) }
    expect(to(await send('change', form))).toEqual(saved)
    expect(await now()).toMatchObject({ name: 'Wayne Ltd', email: null, city: null })
    const stale = await send('change', { ...form, name: 'Later' })
    expect([stale.status, stale.text.includes('save again')]).toEqual([409, true])
    const taken = await send('change', { name: 'Wayne Ltd', tax_id: 'ES B-12345674' })
    expect([taken.status, textOf('problems', taken)]).toEqual([
      409,
      expect.stringContaining('nother client has this tax number'),
    ])
    expect(to(await send('archive', { archived: 'yes' }))).toEqual(saved)
    expect(await see()).toContain('>Restore<')
    expect(to(await send('archive', { archived: 'no' }))).toEqual(saved)
    expect((await now()).archived_at).toBe(null)
  })

  test('adds contacts and deletes them', async () => {
    const { send, saved, now, see } = await desk()
    const contact = {
      name: 'Lucius <u>',
      email: 'l@wayne.test',
      is_primary: 'yes',
      once: 'a',
    }
    const wrong = await send('contact', { ...contact, name: '', email: 'none' })
    expect([wrong.status, problemBeside('name', wrong), problemBeside('email', wrong)]).toEqual([
      422,
      'Must not be empty.',
      'Must be an e-mail address.',
    ])
    expect(to(await send('contact', { ...contact, once: 'b' }))).toEqual(saved)
    expect(to(await send('contact', { ...contact, once: 'b' }))).toEqual(saved)
    const { contacts } = await now()
    expect(contacts).toMatchObject([{ name: 'Lucius <u>', is_primary: true }])
    expect(await see()).toContain('Lucius &lt;u&gt;')
    expect(to(await send('drop-contact', { contact_id: contacts[0].id }))).toEqual(saved)
    expect((await now()).contacts).toEqual([])
  })

  test('has activities of the client', async () => {
    const { page, see, send } = await desk()
    const planned = await send('plan', { type: 'meeting', subject: 'Lunch' })
    expect(to(planned)).toEqual([303, `${page()}&done=saved#activities`])
    expect(await see()).toContain('To do: 1')
  })

  test('merges another into it after a confirmation, for managers', async () => {
    const { ws, ada, boss, add, org, wayne, see, send, saved } = await desk()
    const other = await add({ name: 'Wayne Corp', email: 'x@corp.test' })
    const found = await see(boss, '&other=corp')
    expect(found).toContain('>Wayne Corp</a>')
    expect(found).not.toContain('It cannot be undone.')
    const confirmation = await see(boss, `&other=corp&merge=${other.id}`)
    expect(confirmation).toContain('Merge Wayne Corp into Wayne &lt;i&gt;?')
    expect((await send('merge', { source: other.id })).status).toBe(403)
    const itself = await send('merge', { source: wayne.id }, boss)
    expect([itself.status, textOf('problems', itself)]).toEqual([
      422,
      expect.stringContaining('source_client_id'),
    ])
    expect(to(await send('merge', { source: other.id }, boss))).toEqual(saved)
    const again = await send('merge', { source: other.id }, boss)
    expect([again.status, textOf('problems', again)]).toEqual([
      409,
      expect.stringContaining('The client to be merged was merged into another already.'),
    ])
    const ended = (await open(`/clients/${other.id}?org=${org}`, ada.headers)).text
    expect(ended).toContain(`href="/clients/${wayne.id}?org=${org}">another client</a>`)
    for (const form of ['>Edit<', 'Plan or log']) expect(ended).not.toContain(form)
    expect((await ws.owner.ok('GET', `${ws.base}/clients/${other.id}`)).merged_into_id).toBe(wayne.id)
  })

  test('deletes it, or archives it if something refers to it, for managers', async () => {
    const { boss, list, send, now, wayne, draft } = await desk()
    await draft({ client_id: wayne.id })
    expect((await send('delete')).status).toBe(403)
    expect(to(await send('delete', {}, boss))).toEqual([303, `${list}?done=saved`])
    expect((await now()).archived_at).not.toBe(null)
  })
})

test('a contact gets into the portal by a link that the page shows once, until access is revoked', async () => {
  const { ws, boss, ada, wayne, send, see, page, saved } = await desk()
  const contact = await boss.ok('POST', `${ws.base}/clients/${wayne.id}/contacts`, {
    name: 'Lucius <u>',
    email: 'lucius@wayne.test',
  })
  expect(await see(ada)).not.toContain('Give access to the portal')
  const form = { row: contact.id, contact_id: contact.id, abilities: 'asked', send_link: 'no' }
  const nothing = await send('access', { ...form, once: 'a' }, boss)
  expect([nothing.status, problemBeside('abilities', nothing)]).toEqual([422, expect.any(String)])
  const given = await send('access', { ...form, 'abilities:tickets': 'on', once: 'b' }, boss)
  const link = /<pre id="portal-link"[^>]*>([^<]*)</.exec(given.text)?.[1]
  expect([given.status, link]).toEqual([200, expect.stringContaining('/portal/open?token=')])
  expect((await open(new URL(link!).pathname + new URL(link!).search)).text).toContain('/portal/open')
  const text = await see(boss)
  expect([text.includes('portal: tickets'), text.includes(link!)]).toEqual([true, false])
  const [access] = (await boss.ok('GET', `${ws.base}/portal/accesses?client_id=${wayne.id}`)).items
  expect(to(await send('drop-access', { access_id: access.id }, boss))).toEqual(saved)
  expect((await open(page(), boss.headers)).text).toContain('Give access to the portal')
})
