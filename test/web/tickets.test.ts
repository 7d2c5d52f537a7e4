import { describe, expect, test } from 'vitest'
import { asOwner, type Caller, type Json } from '../kit/client.ts'
import { join, project, workspace } from '../kit/makers.ts'
import { policy } from '../kit/sla.ts'
import { desk } from '../kit/tickets.ts'
import { inputOf, open, problemBeside, submit, textOf, to } from './browse.ts'

const targets = {
  urgent: { first_response_minutes: 30, resolution_minutes: 300 },
  low: { resolution_minutes: 6000 },
}

/** A support desk with deadlines, and an agent who uses its pages. */
async function served() {
  const here = await desk()
  await policy(here.ws, { applies_to: 'ticket', targets, name: 'Gold <b>' })
  const ada = await join(here.ws, 'member', 'Ada <b>')
  const boss = await join(here.ws, 'manager', 'Boss')
  const list = `/organizations/${here.ws.org.slug}/tickets`
  const at = ({ number }: Json, action = '') => `${list}/${number}${action && `/${action}`}`
  const see = async (one: Json, who: Caller = ada, query = '') =>
    (await open(at(one) + query, who.headers)).text
  const queue = async (query = '') => (await open(list + query, ada.headers)).text
  const send = (one: Json, action: string, fields: Record<string, string> = {}, who: Caller = ada) =>
    submit(at(one, action), fields, who.headers)
  const ticket = (draft: object = {}) => here.create({ subject: 'Wrong <prices>', ...draft })
  const saved = (one: Json) => [303, `${at(one)}?done=saved`]
  return { ...here, ada, boss, list, page: at, see, queue, send, ticket, saved }
}
type Served = Awaited<ReturnType<typeof served>>

/** The edit form as the page fills it in. */
const formOf = (one: Json) => ({
  subject: one.subject,
  status: one.status,
  priority: one.priority,
  assignee_user_id: one.assignee?.user_id ?? '',
  client_id: one.client?.id ?? '',
  contact_id: one.contact?.id ?? '',
  requester_email: '',
  type: '',
  tags: '',
  version: String(one.version),
})
const pass = (one: Json, minutes: number) =>
  asOwner(
    `update sla_clocks set started_at = started_at - d, since = since - d, due_at = due_at - d, warn_at = warn_at - d
      from make_interval(mins => ${minutes}) d where ticket_id = '${one.id}'`,
  )

describe('the queue', () => {
  test('is sorted by deadline, with the remaining time in words', async () => {
    const { queue, ticket, ada, change } = await served()
    await ticket({ subject: 'Later', priority: 'low' })
    await ticket({ subject: 'Never', priority: 'medium', contact_id: undefined, requester_email: 'a@x.test' })
    const soon = await ticket({ subject: 'Soon', priority: 'urgent', assignee_user_id: ada.id })
    const late = await ticket({ subject: 'Late <i>', priority: 'urgent' })
    await pass(soon, 26)
    await pass(late, 95)
    await change((await ticket({ subject: 'Done' })).id, { status: 'resolved' })
    const seen = await queue()
    const places = ['Late &lt;i&gt;', 'Soon', 'Later', 'Never'].map((subject) => seen.indexOf(`>${subject}<`))
    expect([places.toSorted((a, b) => a - b), places.includes(-1)]).toEqual([places, false])
    for (const expected of [
      '4 tickets',
      'late: 1 h 5 min over',
      /at risk: [34] min left to answer/,
      /(?:100|99) h left to resolve/,
      'Charles Babbage',
      'a@x.test',
      'Assigned to Ada &lt;b&gt;',
      'Nobody assigned',
      'Waiting for less than a minute',
      'urgent priority',
    ])
      expect(seen).toMatch(expected)
    expect(seen).not.toContain('>Done<')
  })

  test('is filtered by assignee, status, deadlines, waiting and text, and shows the count', async () => {
    const { queue, ticket, ada, change, addMessage, client } = await served()
    const mine = await ticket({ subject: 'Mine', assignee_user_id: ada.id, priority: 'urgent' })
    const other = await ticket({ subject: 'Other', contact_id: undefined, requester_email: 'b@x.test' })
    await addMessage(other.id)
    await pass(mine, 60)
    await change((await ticket({ subject: 'Done' })).id, { status: 'resolved' })
    const found = async (query: string) => {
      const seen = await queue(query)
      return ['Mine', 'Other', 'Done'].filter((subject) => seen.includes(`>${subject}<`))
    }
    expect(await found('?who=me')).toEqual(['Mine'])
    expect(await found('?who=none')).toEqual(['Other'])
    expect(await found('?status=all')).toEqual(['Mine', 'Other', 'Done'])
    expect(await found('?status=resolved')).toEqual(['Done'])
    expect(await found('?sla_state=breached')).toEqual(['Mine'])
    expect(await found('?waiting=false')).toEqual(['Other'])
    expect(await found('?q=b%40x.test')).toEqual(['Other'])
    expect(await found(`?client=${client}`)).toEqual(['Mine'])
    expect(await found('?sort=drop&status=%27&who=x&sla_state=no&offset=-3')).toEqual(['Mine', 'Other'])
    expect(await queue('?status=closed')).toContain('No ticket here')
    expect((await queue('?who=me')).match(/<a [^>]*aria-current="true">assigned to me</)).not.toBeNull()
  })

  test('has pages, and is linked from the organization', async () => {
    const { ws, queue, list, ada } = await served()
    await asOwner(
      `insert into tickets (org_id, number, subject) select $1, 1000 + n, 'Many' from generate_series(1, 120) n`,
      [ws.org.id],
    )
    expect(await queue()).toContain('1 to 50 of 120')
    expect(await queue('?who=none&offset=100')).toMatch(/href="[^"]*\?who=none&amp;offset=50">Previous/)
    expect((await open(`/organizations/${ws.org.slug}`, ada.headers)).text).toContain(`href="${list}"`)
  })

  test('and its tickets are for members only', async () => {
    const { ws, list, ticket, page } = await served()
    const one = await ticket()
    const viewer = await join(ws, 'viewer')
    for (const path of [list, `${list}?new=yes`]) expect((await open(path, viewer.headers)).status).toBe(403)
    expect([403, 404]).toContain((await open(page(one), viewer.headers)).status)
    expect((await submit(list, { subject: 'X' }, viewer.headers)).status).toBe(403)
    expect((await submit(page(one, 'reply'), { body: 'X' }, viewer.headers)).status).toBeGreaterThan(402)
    const stranger = (await workspace()).owner
    for (const path of [list, page(one)]) expect((await open(path, stranger.headers)).status).toBe(404)
    expect((await open(`/organizations/${ws.org.slug}`, viewer.headers)).text).not.toContain(`href="${list}"`)
    expect((await open(`${list}/99999`, ws.owner.headers)).status).toBe(404)
    expect((await open(`${list}/x`, ws.owner.headers)).status).toBe(404)
  })
})

describe('a new ticket', () => {
  test('is created once by the form, for a client and their contact', async () => {
    const { ws, list, ada, client, contact, at } = await served()
    const form = (await open(`${list}?new=yes&client=${client}`, ada.headers)).text
    const before = await open(`${list}/new?client=${client}`, ada.headers)
    expect(to(before)).toEqual([303, `${list}?new=yes&client=${client}`])
    expect(form).toContain(`<option value="${contact.id}"`)
    const draft = { subject: 'New <u>', description: 'What', client_id: client, contact_id: contact.id }
    const whole = { ...draft, priority: 'urgent', assignee_user_id: ada.id, tags: 'a, #b', once: 'n' }
    const created = await submit(list, whole, ada.headers)
    expect(to(await submit(list, whole, ada.headers))).toEqual(to(created))
    const { items, total } = await ws.owner.ok('GET', at)
    expect([total, to(created)]).toEqual([1, [303, `${list}/${items[0].number}?done=saved`]])
    expect(items[0]).toMatchObject({
      contact: { id: contact.id },
      tags: ['a', 'b'],
      assignee: { user_id: ada.id },
    })
  })

  test.each([
    [{ subject: '' }, 'subject', 'Must not be empty.'],
    [{ requester_email: 'nobody' }, 'requester_email', 'Must be an e-mail address.'],
  ])('shows the error beside the field, and keeps the rest: %j', async (wrong, field, message) => {
    const { list, ada } = await served()
    const reply = await submit(list, { subject: 'Kept', description: 'This too', ...wrong }, ada.headers)
    expect([reply.status, problemBeside(field, reply)]).toEqual([422, message])
    expect(inputOf(field, reply)).toContain('aria-invalid="true"')
    expect(reply.text).toContain('This too')
  })

  test('follows up a closed one', async () => {
    const { list, ada, ticket, change, see, get } = await served()
    const one = await ticket()
    for (const status of ['resolved', 'closed']) await change(one.id, { status })
    const seen = await see(one)
    expect(seen).toContain(`href="${list}?new=yes&amp;follow_up=${one.number}"`)
    expect(seen).not.toContain('action="' + list + '/' + one.number + '/reply"')
    const form = (await open(`${list}?new=yes&follow_up=${one.number}`, ada.headers)).text
    expect(form).toContain(`Follow-up of #${one.number}`)
    const created = await submit(list, { subject: 'Again', follow_up: one.id }, ada.headers)
    const number = /tickets\/(\d+)/.exec(String(to(created)[1]))![1]!
    expect(await get(number)).toMatchObject({ follow_up_of_id: one.id, client: one.client })
    expect(await see(one)).toContain('>Follow-ups<')
    expect(await see({ number })).toContain(`href="${list}/${one.id}"`)
    expect((await open(`${list}/${one.id}`, ada.headers)).text).toContain('Wrong &lt;prices&gt;')
  })
})

describe('the page of a ticket', () => {
  test('shows the conversation with notes marked, its deadlines and its history', async () => {
    const { ticket, addMessage, receiveMessage, see } = await served()
    const one = await ticket({ description: 'Since **today** <script>', priority: 'urgent' })
    await addMessage(one.id, { body: 'A secret <b>', is_internal: true })
    await receiveMessage(one.id)
    const seen = await see(one)
    for (const expected of [
      'Wrong &lt;prices&gt;',
      '<strong>today</strong>',
      'internal note, not for the customer',
      'A secret &lt;b&gt;',
      'Any news?',
      'recorded by ',
      'First answer',
      'Policy Gold &lt;b&gt;',
      'left to answer',
      'created the ticket',
      'mailto:charles@babbage.example',
    ])
      expect(seen).toContain(expected)
    expect(seen).not.toContain('<script>')
  })

  test('sends replies and notes once, and sets the status with them', async () => {
    const { ticket, send, saved, messages, get } = await served()
    const one = await ticket()
    const reply = { body: 'We look.', set_status: 'pending', once: 'r' }
    for (let n = 0; n < 2; n++) expect(to(await send(one, 'reply', reply))).toEqual(saved(one))
    await send(one, 'reply', { body: 'Psst', audience: 'internal' })
    await send(one, 'reply', { body: 'He called', audience: 'customer' })
    expect((await messages(one.id)).map((m) => [m.body, m.is_internal, m.author_kind])).toEqual([
      ['We look.', false, 'agent'],
      ['Psst', true, 'agent'],
      ['He called', false, 'customer'],
    ])
    expect((await get(one.id)).status).toBe('open')
    const empty = await send(one, 'reply', { body: '' })
    expect([empty.status, problemBeside('body', empty)]).toEqual([422, 'Must not be empty.'])
    const both = await send(one, 'reply', { body: 'Kept text', audience: 'customer', set_status: 'pending' })
    expect([both.status, both.text.includes('Kept text')]).toEqual([422, true])
  })

  test('appends a canned response to the entered text, and sends nothing', async () => {
    const { ws, ticket, send, messages, see } = await served()
    const canned = await ws.owner.ok('POST', `${ws.base}/canned-responses`, {
      shortcut: 'hi',
      title: 'Greeting <b>',
      body: 'Dear {{customer}}, {{number}}.',
    })
    const one = await ticket()
    expect(await see(one)).toContain('Greeting &lt;b&gt; (hi)')
    const reply = await send(one, 'insert', { body: 'First this', canned: canned.id, audience: 'internal' })
    expect(reply.status).toBe(200)
    expect(textOf('reply-body', reply)?.trim()).toBe(`First this\n\nDear Charles Babbage, #${one.number}.`)
    expect(reply.text).toMatch(/<option value="internal" selected/)
    expect(await messages(one.id)).toEqual([])
  })

  test('saves a form, unless somebody else changed the ticket meanwhile; then nothing entered is lost', async () => {
    const { ticket, send, saved, get, change, ada, contact } = await served()
    const one = await ticket()
    const form = { ...formOf(one), assignee_user_id: ada.id, status: 'on_hold', tags: 'x' }
    expect(to(await send(one, 'change', form))).toEqual(saved(one))
    expect(await get(one.id)).toMatchObject({
      status: 'on_hold',
      assignee: { user_id: ada.id },
      tags: ['x'],
      contact: { id: contact.id },
    })
    await change(one.id, { subject: 'Theirs' })
    const stale = await send(one, 'change', { ...formOf(one), subject: 'Mine', status: 'on_hold' })
    expect([stale.status, stale.text.includes('save again')]).toEqual([409, true])
    expect(inputOf('subject', stale)).toContain('value="Mine"')
    const now = await get(one.id)
    expect(now.subject).toBe('Theirs')
    await send(one, 'change', { ...formOf(now), subject: 'Mine' })
    expect((await get(one.id)).subject).toBe('Mine')
    const bad = await send(one, 'change', { ...formOf(await get(one.id)), requester_email: 'no' })
    expect([bad.status, problemBeside('requester_email', bad)]).toEqual([422, 'Must be an e-mail address.'])
  })

  test('keeps the text of a reply to a ticket that was closed meanwhile', async () => {
    const { ticket, send, change } = await served()
    const one = await ticket()
    for (const status of ['resolved', 'closed']) await change(one.id, { status })
    const late = await send(one, 'reply', { body: 'A long <answer>' })
    expect([late.status, textOf('typed', late)]).toEqual([
      409,
      expect.stringContaining('A long &lt;answer&gt;'),
    ])
    expect(textOf('problems', late)).toContain('The ticket is closed and cannot change any more')
  })

  test('snoozes until the morning of a day, and wakes up', async () => {
    const { ticket, send, saved, get } = await served()
    const one = await ticket()
    for (const [until, message] of [
      ['soon', 'Must be a day.'],
      ['2020-01-01', 'Must be in the future.'],
    ] as const) {
      const reply = await send(one, 'snooze', { until })
      expect([reply.status, problemBeside('until', reply)]).toEqual([422, message])
    }
    expect(to(await send(one, 'snooze', { until: '2031-03-05' }))).toEqual(saved(one))
    expect((await get(one.id)).snoozed_until).toMatch(/^2031-03-05T0\d:00:00/)
    await send(one, 'wake')
    expect((await get(one.id)).snoozed_until).toBeNull()
  })

  test('creates a task from it, once', async () => {
    const { ws, ticket, send, saved, see } = await served()
    const home = await project(ws)
    const one = await ticket()
    const form = { project_id: home.id, title: 'Mend <it>' }
    expect(to(await send(one, 'task', form))).toEqual(saved(one))
    expect(await see(one)).toContain('Mend &lt;it&gt;')
    const again = await send(one, 'task', form)
    expect([again.status, textOf('problems', again)]).toEqual([
      409,
      expect.stringContaining('The ticket has a task already'),
    ])
  })

  test('is merged by managers into a ticket by its number, and deleted by admins', async () => {
    const here: Served = await served()
    const { ws, ticket, send, saved, see, get, boss, list, ada } = here
    const [one, two] = [await ticket(), await ticket({ subject: 'Stays' })]
    expect(await see(one)).not.toContain('>Merge<')
    expect(await see(one, boss)).toContain('>Merge<')
    expect((await send(one, 'merge', { into: String(two.number) }, ada)).status).toBe(403)
    for (const into of ['', 'x', '999999']) {
      const reply = await send(one, 'merge', { into }, boss)
      expect([reply.status, problemBeside('into', reply)]).toEqual([422, 'Must be the number of a ticket.'])
    }
    expect(to(await send(one, 'merge', { into: `#${two.number}` }, boss))).toEqual(saved(one))
    expect((await get(one.id)).merged_into_id).toBe(two.id)
    expect(await see(one)).toContain(`href="${list}/${two.id}"`)
    expect(await see(two)).toContain('>another ticket</a> into it')
    expect((await send(two, 'delete', {}, boss)).status).toBe(403)
    expect(to(await send(one, 'delete', {}, ws.owner))).toEqual([303, `${list}?done=saved`])
    expect((await open(here.page(one), ada.headers)).status).toBe(404)
  })

  test('rejects unknown actions', async () => {
    const { ticket, send } = await served()
    expect((await send(await ticket(), 'constructor')).status).toBe(404)
  })
})
