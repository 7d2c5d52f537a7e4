import { describe, expect, test } from 'vitest'
import { asOwner, type Caller, type Json } from '../kit/client.ts'
import { join } from '../kit/makers.ts'
import { desk, type Desk } from '../kit/tickets.ts'
import { refusal } from '../kit/refusals.ts'

type Script = {
  at: string
  priority?: string
  assignee?: 'ada' | 'bob'
  answered?: string
  note?: string
  resolved?: string
  status?: string
  merged?: true
}
/** A week in the organization's own time zone, nine hours ahead. */
const week: Script[] = [
  { at: '2026-03-01 23:59', answered: '2026-03-02 00:10', assignee: 'ada', resolved: '2026-03-02 10:00' },
  {
    at: '2026-03-02 00:00',
    priority: 'urgent',
    answered: '2026-03-02 00:30',
    assignee: 'ada',
    resolved: '2026-03-03 09:00',
  },
  {
    at: '2026-03-03 12:00',
    note: '2026-03-03 12:05',
    answered: '2026-03-04 12:00',
    assignee: 'bob',
    resolved: '2026-03-08 23:59',
  },
  { at: '2026-03-04 08:00', answered: '2026-03-04 08:01', assignee: 'bob', status: 'pending' },
  { at: '2026-03-05 08:00', priority: 'low' },
  {
    at: '2026-03-06 08:00',
    priority: 'high',
    answered: '2026-03-09 00:00',
    assignee: 'ada',
    status: 'on_hold',
  },
  { at: '2026-03-07 08:00', answered: '2026-03-07 09:00', resolved: '2026-03-09 00:01', assignee: 'ada' },
  { at: '2026-03-07 10:00', merged: true },
  { at: '2026-03-09 00:00', assignee: 'bob' },
]
const zone = 'Asia/Tokyo'
const instant = (local: string) => Date.parse(`${local.replace(' ', 'T')}:00+09:00`)
const inWeek = (local: string | undefined) =>
  local !== undefined && local >= '2026-03-02' && local < '2026-03-09'

/** By interpolation between the two nearest. */
function percentile(values: number[], share: number): number | null {
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) * share
  const low = Math.floor(place)
  return Math.round(sorted[low]! + (sorted[Math.ceil(place)]! - sorted[low]!) * (place - low))
}
const nearestRank = (values: number[], share: number): number | null => {
  const value = values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1]
  return value === undefined ? null : Math.round(value)
}
const timesOf = (spans: [from: string, to: string][]) => {
  const minutes = spans.map(([from, to]) => (instant(to) - instant(from)) / 60_000)
  return {
    tickets: minutes.length,
    median_elapsed_minutes: percentile(minutes, 0.5),
    p90_elapsed_minutes: nearestRank(minutes, 0.9),
  }
}
const resolvedIn = (of: Script[]) => of.filter(({ resolved }) => inWeek(resolved))
const resolution = (of: Script[]) => timesOf(resolvedIn(of).map(({ at, resolved }) => [at, resolved!]))
const openOnes = (of: Script[]) => of.filter(({ resolved, merged }) => !resolved && !merged)

async function respond(setup: Desk, people: Record<string, Caller>) {
  await asOwner('update organizations set timezone = $2 where id = $1', [setup.ws.org.id, zone])
  const target = await setup.create()
  for (const { at, priority, assignee, answered, note, resolved, status, merged } of week) {
    const who = people[assignee ?? 'ada']!
    const { id } = await setup.create({
      priority,
      ...(assignee && { assignee_user_id: people[assignee]!.id }),
    })
    const result: [string, string][] = []
    if (note) result.push([(await setup.addMessage(id, { is_internal: true }, who)).id, note])
    if (answered) result.push([(await setup.addMessage(id, {}, who)).id, answered])
    if (status) await setup.change(id, { status })
    if (resolved) await setup.change(id, { status: 'resolved' })
    if (merged) await setup.ws.owner.ok('POST', `${setup.at}/${id}/merge`, { into_ticket_id: target.id })
    await asOwner(
      `update tickets set created_at = $2::timestamp at time zone $5, first_response_at = $3::timestamp at time zone $5,
        resolved_at = $4::timestamp at time zone $5 where id = $1`,
      [id, at, answered ?? null, resolved ?? null, zone],
    )
    for (const [message, day] of result)
      await asOwner('update ticket_messages set created_at = $2::timestamp at time zone $3 where id = $1', [
        message,
        day,
        zone,
      ])
  }
  return target.id
}

describe('the summary of the support desk', () => {
  test('has the figures of a week that its tickets add up to', async () => {
    const setup = await desk()
    const [ada, bob] = [await join(setup.ws, 'member', 'Ada'), await join(setup.ws, 'member', 'Bob')]
    const people = { ada, bob }
    const target = await respond(setup, people)
    await asOwner('update tickets set created_at = $2 where id = $1', [target, '2020-01-01T00:00:00Z'])
    const manager = await join(setup.ws, 'manager')
    const at = `${setup.ws.base}/support/summary?from=2026-03-02&to=2026-03-08`
    const backlog = openOnes(week)
    const has = (key: 'status' | 'priority', value: string) =>
      backlog.filter((one) => (one[key] ?? (key === 'status' ? 'open' : 'medium')) === value).length
    const agent = (name: 'ada' | 'bob', person: Caller) => ({
      agent: { user_id: person.id, name: name === 'ada' ? 'Ada' : 'Bob' },
      replies: week.filter(({ assignee, answered }) => assignee === name && inWeek(answered)).length,
      backlog: backlog.filter(({ assignee }) => assignee === name).length,
      resolution: resolution(week.filter(({ assignee }) => assignee === name)),
    })
    const expected = {
      from: '2026-03-02',
      to: '2026-03-08',
      created: week.filter((one) => inWeek(one.at) && !one.merged).length,
      resolved: resolvedIn(week).length,
      reopened: 0,
      backlog: {
        // And the ticket that another was merged into.
        total: backlog.length + 1,
        waiting: backlog.filter(({ answered }) => !answered).length + 1,
        unassigned: backlog.filter(({ assignee }) => !assignee).length + 1,
        by_status: {
          open: has('status', 'open') + 1,
          pending: has('status', 'pending'),
          on_hold: has('status', 'on_hold'),
        },
        by_priority: {
          low: has('priority', 'low'),
          medium: has('priority', 'medium') + 1,
          high: has('priority', 'high'),
          urgent: has('priority', 'urgent'),
        },
      },
      first_response: timesOf(
        week.filter(({ answered }) => inWeek(answered)).map((one) => [one.at, one.answered!]),
      ),
      resolution: resolution(week),
      csat: { ratings: 0, average_score: null },
    }
    const agents = [agent('ada', ada), agent('bob', bob)]
    expect(agents.map((one) => one.resolution.tickets)).toEqual([2, 1])
    expect(await manager.ok('GET', at)).toEqual({ ...expected, agents })
    expect(await ada.ok('GET', at)).toEqual({ ...expected, agents: null })
  })

  test('of an empty period has no medians, and counts reopened tickets', async () => {
    const setup = await desk()
    const today = new Date().toISOString().slice(0, 10)
    const none = await setup.ws.owner.ok(
      'GET',
      `${setup.ws.base}/support/summary?from=2020-01-01&to=2020-01-01`,
    )
    const nothing = { tickets: 0, median_elapsed_minutes: null, p90_elapsed_minutes: null }
    expect([none.created, none.first_response, none.resolution, none.agents]).toEqual([
      0,
      nothing,
      nothing,
      [],
    ])
    await asOwner(`update organizations set timezone = 'UTC' where id = $1`, [setup.ws.org.id])
    const { id } = await setup.create()
    await setup.change(id, { status: 'resolved' })
    await setup.receiveMessage(id)
    const now = await setup.ws.owner.ok('GET', `${setup.ws.base}/support/summary?from=${today}&to=${today}`)
    expect([now.reopened, now.resolved, now.created]).toEqual([1, 0, 1])
    // An agent who opens it again is not a customer who came back.
    await setup.change(id, { status: 'resolved' })
    await setup.change(id, { status: 'open' })
    const later = await setup.ws.owner.ok('GET', `${setup.ws.base}/support/summary?from=${today}&to=${today}`)
    expect(later.reopened).toBe(1)
  })

  test('is for 400 days at most, in order, and for members', async () => {
    const setup = await desk()
    const viewer = await join(setup.ws, 'viewer')
    const send = async (query: string, who = setup.ws.owner) =>
      refusal(await who.call('GET', `${setup.ws.base}/support/summary${query}`))
    expect(await send('?from=2025-01-01&to=2026-02-05')).toEqual([
      422,
      'query.to: at most 400 days from the first',
    ])
    expect((await send('?from=2025-01-01&to=2026-02-04'))[0]).toBe(200)
    expect(await send('?from=2026-01-02&to=2026-01-01')).toEqual([422, 'query.to: must not be before from'])
    expect(await send('')).toEqual([422, 'query.from: required; query.to: required'])
    expect(await send('?from=2026-01-01&to=2026-01-02', viewer)).toEqual([
      403,
      'needs the role member or above',
    ])
  })
})

describe('canned responses', () => {
  const draft = {
    shortcut: 'received',
    title: 'We have it',
    body: 'Dear {{customer}}, {{number}} is {{ subject }}.',
  }

  test('are filled in for a ticket, each value literally and not parsed again', async () => {
    const setup = await desk()
    const at = `${setup.ws.base}/canned-responses`
    const { id } = await setup.ws.owner.ok('POST', at, draft)
    const { id: ticket } = await setup.create({ subject: '{{agent}} {{customer}}' })
    const plain = (await setup.ws.owner.ok('GET', at)).items[0]
    expect([plain.id, plain.body, plain.text]).toEqual([id, draft.body, draft.body])
    const filled = (await setup.ws.owner.ok('GET', `${at}?ticket_id=${ticket}`)).items[0]
    expect([filled.body, filled.text]).toEqual([
      draft.body,
      'Dear Charles Babbage, #1 is {{agent}} {{customer}}.',
    ])
    const foreign = await (await desk()).create()
    expect(refusal(await setup.ws.owner.call('GET', `${at}?ticket_id=${foreign.id}`))).toEqual([
      422,
      'query.ticket_id: not found',
    ])
    await setup.ws.owner.ok('PATCH', `${at}/${id}`, { body: '{{agent}} of {{organization}}' })
    const [repeated] = (await setup.ws.owner.ok('GET', `${at}?ticket_id=${ticket}&q=HAVE`)).items
    expect(repeated.text).toBe('Ada Lovelace of Ada & Co')
    expect((await setup.ws.owner.ok('GET', `${at}?q=nothing`)).total).toBe(0)
  })

  test('have a unique shortcut and known placeholders, and are written by managers', async () => {
    const setup = await desk()
    const at = `${setup.ws.base}/canned-responses`
    const [member, viewer] = [await join(setup.ws), await join(setup.ws, 'viewer')]
    const { id } = await setup.ws.owner.ok('POST', at, draft)
    const post = async (more: Json, who = setup.ws.owner) =>
      refusal(await who.call('POST', at, { ...draft, shortcut: 'other', ...more }))
    expect(await post({ shortcut: 'received' })).toEqual([409, 'another canned response has this shortcut'])
    expect(await post({ shortcut: 'Not this' })).toEqual([
      422,
      'body.shortcut: must be lower-case letters, digits, _ and -, at most 40 of them',
    ])
    expect(await post({ body: 'Dear {{name}}' })).toEqual([
      422,
      'body.body: unknown placeholder; use {{customer}}, {{number}}, {{subject}}, {{agent}}, {{organization}}',
    ])
    expect(await post({ body: 'x'.repeat(20_001) })).toEqual([422, 'body.body: at most 20000 characters'])
    expect(await post({}, member)).toEqual([403, 'needs the role manager or above'])
    expect((await member.ok('GET', at)).total).toBe(1)
    expect(refusal(await viewer.call('GET', at))).toEqual([403, 'needs the role member or above'])
    expect((await setup.ws.owner.call('DELETE', `${at}/${id}`)).status).toBe(204)
    expect((await setup.ws.owner.ok('GET', at)).total).toBe(0)
  })
})
