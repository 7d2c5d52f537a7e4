import { describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { asOwner, type Json } from '../kit/client.ts'
import { join } from '../kit/makers.ts'
import { dayOf, office, type Office, setColumns } from '../kit/contracts.ts'
import { open, problemBeside, submit, to } from './browse.ts'

const listOf = ({ ws }: Office, query = '') => `/organizations/${ws.org.slug}/contracts${query}`
const pageOf = ({ ws }: Office, { id }: Json, action = '') =>
  `/contracts/${id}${action && `/${action}`}?org=${ws.org.slug}`
const see = (here: Office, path: string) => open(path, here.ws.owner.headers)
const send = (here: Office, created: Json, { action, ...fields }: Record<string, string>) =>
  submit(pageOf(here, created, action), fields, here.ws.owner.headers)

describe('the contracts of an organization', () => {
  test('are listed by effective status, with party, end, notice deadline and value', async () => {
    const here = await office()
    const running = await here.signed({ title: 'Care <of> it', notice_days: 30, value_minor: 123_456 })
    const drafted = await here.draft({ title: 'Not yet' })
    await setColumns((await here.signed({ title: 'Long gone' })).id, { end_date: await dayOf(here.ws, -1) })
    const { status, text } = await see(here, listOf(here))
    expect(status).toBe(200)
    for (const expected of [
      `${running.number} Care &lt;of&gt; it`,
      'Town hall',
      '€1,234.56',
      'Ends on',
      'Notice by',
      '>active<',
    ])
      expect(text).toContain(expected)
    expect(text).toContain(`datetime="${running.notice_deadline}"`)
    expect(text).not.toMatch(/Not yet|Long gone/)
    expect((await see(here, listOf(here, '?status=drafts'))).text).toContain(`${drafted.number} Not yet`)
    const over = (await see(here, listOf(here, '?status=ended'))).text
    expect([over.includes('Long gone'), over.includes('>expired<')]).toEqual([true, true])
  })

  test('are linked from its page only for those who may read them', async () => {
    const here = await office()
    const created = await here.draft()
    const member = await join(here.ws, 'member')
    const home = `/organizations/${here.ws.org.slug}`
    expect((await see(here, home)).text).toContain(`href="${listOf(here)}"`)
    expect((await open(home, member.headers)).text).not.toContain(listOf(here))
    expect((await open(listOf(here), member.headers)).status).toBe(403)
    const hidden = await open(pageOf(here, created), member.headers)
    expect([hidden.status, hidden.text.includes('No such contract')]).toEqual([404, true])
    expect((await see(here, `/contracts/${uuidv7()}`)).status).toBe(404)
    expect((await see(here, '/contracts/x')).status).toBe(404)
    expect(to(await open(listOf(here)))[0]).toBe(303)
  })

  test('are created with whom they are made, and edited as long as they are drafts', async () => {
    const here = await office()
    expect((await see(here, listOf(here))).text).toContain('No contract here')
    const blank = await see(here, listOf(here, '?new=yes'))
    const party = /<option value="(client:[^"]*)">Town hall/.exec(blank.text)![1]!
    const form = { title: 'Care <b>', start_date: '2030-01-01', value_minor: '1250', body: '# Scope', party }
    const create = (fields: Record<string, string>) =>
      submit(listOf(here), { ...form, ...fields }, here.ws.owner.headers)
    const nobody = await create({ party: '' })
    expect([nobody.status, problemBeside('party', nobody)]).toEqual([422, 'Choose who it is with.'])
    expect(nobody.text).toContain('value="Care &lt;b&gt;"')
    const [status, at] = to(await create({ once: 'a' }))
    const id = /contracts\/([\w-]+)/.exec(String(at))![1]!
    expect([status, to(await create({ once: 'a' }))]).toEqual([303, [303, at]])
    expect(await here.get(id)).toMatchObject({ value_minor: 125_000, body: '# Scope', status: 'draft' })
    const change = { ...form, title: 'Care', version: String((await here.get(id)).version) }
    expect(to(await send(here, { id }, { action: 'change', ...change }))[0]).toBe(303)
    expect(to(await send(here, { id }, { action: 'add-milestone', name: 'Half', percent: '50' }))[0]).toBe(
      303,
    )
    const { title, milestones } = await here.get(id)
    expect([title, milestones[0]]).toEqual(['Care', expect.objectContaining({ amount_minor: 62_500 })])
    const drop = { action: 'drop-milestone', milestone_id: milestones[0].id }
    expect(to(await send(here, { id }, drop))[0]).toBe(303)
    expect((await here.get(id)).milestones).toEqual([])
  })
})

describe('a contract', () => {
  test('is shown with its text as Markdown, its milestones and its history', async () => {
    const here = await office()
    const milestones = [{ name: 'On <signature>', percent: '30', due_date: '2026-01-05' }]
    const created = await here.draft({
      body: '# Scope\n\n**All** of it<script>',
      milestones,
      notes: 'Secret',
    })
    const { text } = await see(here, pageOf(here, created))
    for (const expected of [
      '<h3>Scope</h3>',
      '<strong>All</strong>',
      '&lt;script&gt;',
      'On &lt;signature&gt;',
      '€300.00',
      '30 %',
    ])
      expect(text).toContain(expected)
    expect(text).toContain('5 Jan 2026')
    expect(text).toMatch(/<span>Created<\/span><span class="muted small">Ada Lovelace, </)
  })

  test('is sent, signed by both, completed, invoiced, renewed and terminated by its forms', async () => {
    const here = await office()
    const created = await here.draft({ milestones: [{ name: 'Delivery', amount_minor: 500 }] })
    const saved = [303, `${pageOf(here, created)}&done=saved`]
    expect(to(await send(here, created, { action: 'send' }))).toEqual(saved)
    const sent = await see(here, pageOf(here, created))
    expect(sent.text).toContain((await here.get(created.id)).body_sha256)
    expect(
      to(await send(here, created, { action: 'sign', signed_by_name: 'Ada', counterparty_name: '' })),
    ).toEqual(saved)
    const half = await see(here, pageOf(here, created))
    expect([
      half.text.includes('name="signed_by_name"'),
      half.text.includes('name="counterparty_name"'),
    ]).toEqual([false, true])
    expect(to(await send(here, created, { action: 'sign', counterparty_name: 'Grace' }))).toEqual(saved)
    const [{ id: milestone_id }] = (await here.get(created.id)).milestones
    expect((await see(here, `${pageOf(here, created)}&done=saved`)).text).toContain('Mark as reached')
    expect(to(await send(here, created, { action: 'complete', milestone_id }))).toEqual(saved)
    expect((await see(here, pageOf(here, created))).text).toContain('Create an invoice')
    expect(to(await send(here, created, { action: 'invoice', milestone_id }))).toEqual(saved)
    const invoiced = (await see(here, pageOf(here, created))).text
    const { invoice } = (await here.get(created.id)).milestones[0]
    expect(invoiced).toContain(`href="/invoices/${invoice.id}?org=${here.ws.org.slug}">Invoice in draft`)
    expect(invoiced).not.toContain('Create an invoice')
    const renewed = to(await send(here, created, { action: 'renew', months: '12', once: 'once' }))
    expect(to(await send(here, created, { action: 'renew', months: '12', once: 'once' }))).toEqual(renewed)
    const { renewed_by_id } = await here.get(created.id)
    expect(renewed).toEqual([303, `${pageOf(here, { id: renewed_by_id })}&done=saved`])
    expect((await see(here, pageOf(here, created))).text).not.toContain('name="months"')
    const end = { action: 'terminate', terminated_on: await dayOf(here.ws), reason: 'Enough' }
    expect(to(await send(here, created, end))).toEqual(saved)
    const over = (await see(here, pageOf(here, created))).text
    expect([over.includes(': Enough'), over.includes('What comes next')]).toEqual([true, false])
    expect(to(await send(here, { id: renewed_by_id }, { action: 'cancel' }))[0]).toBe(303)
  })

  test('shows errors beside the form, and keeps what was entered', async () => {
    const here = await office()
    const created = await here.signed()
    const wrong = await send(here, created, {
      action: 'terminate',
      terminated_on: '2020-01-01',
      reason: 'Too <late>',
    })
    expect(wrong.status).toBe(422)
    expect(wrong.text).toContain('Before the start_date')
    expect(wrong.text).toContain('value="Too &lt;late&gt;"')
    const months = await send(here, created, { action: 'renew', months: 'many' })
    expect([months.status, problemBeside('months', months)]).toEqual([422, expect.any(String)])
    const again = await send(here, created, { action: 'send' })
    expect([again.status, again.text.includes('The contract is active; only a draft can be sent.')]).toEqual([
      409,
      true,
    ])
    expect((await send(here, created, { action: 'constructor' })).status).toBe(404)
  })

  test('offers only what the reader may do', async () => {
    const here = await office()
    const created = await here.draft()
    await here.act(created.id, 'send')
    const manager = await join(here.ws, 'manager')
    const text = async () => (await open(pageOf(here, created), manager.headers)).text
    expect(await text()).not.toContain('name="signed_by_name"')
    const refused = await submit(pageOf(here, created, 'sign'), { signed_by_name: 'Eve' }, manager.headers)
    expect([refused.status, refused.text.includes('Needs the role admin or above')]).toEqual([403, true])
    await here.act(created.id, 'sign', { signed_by_name: 'Ada', counterparty_name: 'Grace' })
    expect(await text()).not.toContain('name="terminated_on"')
  })

  test('is found by the search of the pages and opened from a notification', async () => {
    const here = await office()
    const created = await here.draft({ title: 'Weathervane' })
    const found = await see(here, '/search?q=weathervane')
    expect(found.text).toContain(`href="/contracts/${created.id}?org=${here.ws.org.slug}"`)
    await asOwner(
      `insert into notifications (org_id, user_id, reason, entity_type, entity_id, title, snippet)
        values ($1, $2, 'system', 'contract', $3, 'It ends', 'Soon')`,
      [here.ws.org.id, here.ws.owner.id, created.id],
    )
    expect((await see(here, '/inbox')).text).toContain(
      `href="/contracts/${created.id}?org=${here.ws.org.slug}"`,
    )
  })
})
