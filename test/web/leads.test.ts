import { describe, expect, test } from 'vitest'
import type { Caller, Json } from '../kit/client.ts'
import { sales } from '../kit/deals.ts'
import { join, workspace } from '../kit/makers.ts'
import { inputOf, open, problemBeside, submit, textOf, to } from './browse.ts'

async function fair() {
  const here = await sales()
  const ada = await join(here.ws, 'member', 'Ada <b>')
  const org = here.ws.org.slug
  const list = `/organizations/${org}/leads`
  const lead = (draft: object = {}, who: Caller = ada): Promise<Json> =>
    who.ok('POST', `${here.ws.base}/leads`, { name: 'Mary <i>', email: 'mary@orrery.test', ...draft })
  const at = ({ id }: Json, action = '') => `/leads/${id}${action && `/${action}`}?org=${org}`
  const see = async (one: Json, who: Caller = ada) => (await open(at(one), who.headers)).text
  const send = (one: Json, action: string, fields: Record<string, string> = {}, who: Caller = ada) =>
    submit(at(one, action), fields, who.headers)
  const now = ({ id }: Json): Promise<Json> => ada.ok('GET', `${here.ws.base}/leads/${id}`)
  return { ...here, ada, org, list, lead, page: at, see, send, now }
}

describe('the page of leads', () => {
  test('filters them by status, text and owner', async () => {
    const { ws, ada, list, lead } = await fair()
    await lead({ company_name: 'Orrery <u>', estimated_minor: 500_000 })
    await lead({ name: 'Somebody', email: 's@x.test', status: 'qualified' }, ws.owner)
    const see = async (query = '') => (await open(list + query, ada.headers)).text
    for (const expected of ['2 leads', 'Mary &lt;i&gt;', 'Orrery &lt;u&gt;', '€5,000.00', 'Somebody'])
      expect(await see()).toContain(expected)
    for (const query of ['?status=new', '?q=orrery', '?mine=yes']) {
      const found = await see(query)
      expect([query, found.includes('Mary'), found.includes('Somebody')]).toEqual([query, true, false])
    }
    expect(await see('?status=converted')).toContain('No lead here')
    expect((await open(`/organizations/${ws.org.slug}`, ada.headers)).text).toContain(`href="${list}"`)
  })

  test('is for members', async () => {
    const { ws, list } = await fair()
    const viewer = await join(ws, 'viewer')
    expect((await open(list, viewer.headers)).status).toBe(403)
    expect((await submit(list, { name: 'X' }, viewer.headers)).status).toBe(403)
    expect((await open(list, (await workspace()).owner.headers)).status).toBe(404)
  })

  test('creates a lead once, and names possible duplicates', async () => {
    const { ada, ws, org, list, lead } = await fair()
    const form = {
      name: 'Mary',
      email: '',
      estimated_minor: '12,50',
      currency: 'eur',
      score: '70',
      once: 'a',
    }
    const created = await submit(list, form, ada.headers)
    expect(to(await submit(list, form, ada.headers))).toEqual(to(created))
    const { items } = await ada.ok('GET', `${ws.base}/leads`)
    expect(items).toMatchObject([{ name: 'Mary', estimated_minor: 1250, currency: 'EUR', score: 70 }])
    expect(to(created)).toEqual([303, `/leads/${items[0].id}?org=${org}&done=saved`])
    const first = await lead()
    const twin = await submit(list, { name: 'M. Somerville', email: 'mary@orrery.test' }, ada.headers)
    expect(twin.status).toBe(200)
    expect(twin.text).toContain('Possible duplicate')
    expect(twin.text).toContain(`href="/leads/${first.id}?org=${org}">Mary &lt;i&gt;</a> (lead): email`)
  })

  test.each([
    [{ name: '' }, 'name', 'Must not be empty.'],
    [{ email: 'no address' }, 'email', 'Must be an e-mail address.'],
    [{ estimated_minor: 'much' }, 'estimated_minor', 'Must be an amount such as 1250.00.'],
    [{ score: '101' }, 'score', 'Must be 0 to 100.'],
  ])('shows the error beside the field: %j', async (wrong, field, message) => {
    const { ada, list } = await fair()
    const reply = await submit(list, { name: 'Kept', ...wrong }, ada.headers)
    expect([reply.status, problemBeside(field, reply)]).toEqual([422, message])
    expect(inputOf(field, reply)).toContain('aria-invalid="true"')
  })
})

describe('a lead', () => {
  test('is shown to members of its organization, and edited unless it has changed meanwhile', async () => {
    const { ws, lead, page, see, send, now } = await fair()
    const one = await lead({ notes: 'By <u>', phone: '+34 600' })
    for (const expected of ['Mary &lt;i&gt;', 'By &lt;u&gt;', '+34 600', 'Ada &lt;b&gt;'])
      expect(await see(one)).toContain(expected)
    for (const stranger of [await join(ws, 'viewer'), (await workspace()).owner])
      expect((await open(page(one), stranger.headers)).status).toBe(404)
    const form = {
      name: 'Mary S.',
      phone: '',
      estimated_minor: '',
      currency: '',
      version: String(one.version),
    }
    expect(to(await send(one, 'change', form))).toEqual([303, `${page(one)}&done=saved`])
    expect(await now(one)).toMatchObject({ name: 'Mary S.', phone: null, notes: 'By <u>' })
    const stale = await send(one, 'change', { ...form, name: 'Later' })
    expect([stale.status, stale.text.includes('save again')]).toEqual([409, true])
    const money = await send(one, 'change', { ...form, estimated_minor: '5' })
    expect([money.status, problemBeside('currency', money)]).toEqual([422, 'Say the currency of the amount.'])
  })

  test('is qualified, disqualified for a reason, and then not converted', async () => {
    const { lead, page, see, send, now } = await fair()
    const one = await lead()
    const saved = [303, `${page(one)}&done=saved`]
    expect(to(await send(one, 'status', { status: 'qualified' }))).toEqual(saved)
    const silent = await send(one, 'disqualify', { disqualify_reason: ' ' })
    expect([silent.status, problemBeside('disqualify_reason', silent)]).toEqual([422, 'Say why.'])
    expect(to(await send(one, 'disqualify', { disqualify_reason: 'No <money>' }))).toEqual(saved)
    expect(await see(one)).toContain('No &lt;money&gt;')
    const late = await send(one, 'convert')
    expect([late.status, textOf('problems', late)]).toEqual([
      409,
      expect.stringContaining('The lead is disqualified; set its status to qualified first.'),
    ])
    expect(to(await send(one, 'status', { status: 'contacted' }))).toEqual(saved)
    expect(await now(one)).toMatchObject({ status: 'contacted', disqualify_reason: null })
  })

  test('becomes a client, or a client with a deal, once', async () => {
    const { lead, org, page, see, send, now, client } = await fair()
    const plain = await lead()
    const converted = to(await send(plain, 'convert', { client_id: '', deal: '' }))
    const { converted_client_id } = await now(plain)
    expect(converted).toEqual([303, `/clients/${converted_client_id}?org=${org}&done=saved`])
    expect(to(await send(plain, 'convert', { client_id: client }))).toEqual(converted)
    const text = await see(plain)
    expect([text.includes('The client it became'), text.includes('What comes next')]).toEqual([true, false])
    const rich = await lead({ email: 'x@other.test', estimated_minor: 100 })
    const wrong = await send(rich, 'convert', { deal: 'create', deal_value: 'much' })
    expect([wrong.status, problemBeside('deal_value', wrong)]).toEqual([
      422,
      'Must be an amount such as 1250.00.',
    ])
    const sent = { client_id: client, deal: 'create', deal_title: 'Globes', deal_value: '7' }
    const created = to(await send(rich, 'convert', sent))
    const after = await now(rich)
    expect(after.converted_client_id).toBe(client)
    expect(created).toEqual([303, `/deals/${after.converted_deal_id}?org=${org}&done=saved`])
    expect((await open(page(rich))).status).toBe(303)
  })

  test('has activities, and is deleted only by managers', async () => {
    const { ws, list, lead, page, see, send } = await fair()
    const one = await lead()
    const planned = await send(one, 'plan', { type: 'email', subject: 'Write', due_at: '2027-01-05' })
    expect(to(planned)).toEqual([303, `${page(one)}&done=saved#activities`])
    expect(await see(one)).toContain('To do: 1')
    expect((await send(one, 'delete')).status).toBe(403)
    const boss = await join(ws, 'manager')
    expect(to(await send(one, 'delete', {}, boss))).toEqual([303, `${list}?done=saved`])
    expect((await open(page(one), boss.headers)).status).toBe(404)
  })
})
