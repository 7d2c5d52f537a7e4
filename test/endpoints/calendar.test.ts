import { beforeAll, describe, expect, test } from 'vitest'
import { type CalendarEvent, icalOf } from '../../src/endpoints/calendar/ical.ts'
import { makeToken } from '../../src/base/tokens.ts'
import { asOwner, call, type Caller } from '../kit/client.ts'
import { eventsOf, only, parseIcal, textOf } from '../kit/ical.ts'
import { join, project, type Project, task, type Workspace, workspace } from '../kit/makers.ts'
import { dayFromNow, sprint } from '../kit/sprints.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const digits = (day: string) => day.replaceAll('-', '')

let ws: Workspace
let home: Project
let member: Caller
beforeAll(async () => {
  ws = await workspace('Ada; Sons, & Co')
  home = await project(ws)
  member = await join(ws)
})

const subscribe = async (subscriber: Caller, body: object = {}) => {
  const { url } = await subscriber.ok('POST', `${ws.base}/calendar/subscription`, body)
  expect(url).toMatch(/^https:\/\/service\.test\/calendar\/ical\/svc_cal_\w{37}\.ics$/)
  return new URL(url).pathname
}
/** A task for `who`, who is assigned after it is created. */
const assigned = async (who: Caller, draft: object, projectId = home.id) => {
  const { id } = await task(ws, projectId, draft)
  return ws.owner.ok('PATCH', `${ws.base}/tasks/${id}`, { assignee_id: who.id })
}
const fetched = async (path: string, headers: Record<string, string> = {}) => call('GET', path, { headers })
const read = async (path: string) => eventsOf(parseIcal(bytes((await fetched(path)).text)))

describe('a recurring reminder', () => {
  const draft = { title: 'Stand-up', timezone: 'Europe/Berlin', remind_at: '2027-03-15T08:00:00Z' }
  const feed = async (more: object) => {
    const subscriber = await join(ws)
    await subscriber.ok('POST', `${ws.base}/reminders`, { ...draft, ...more })
    const calendar = parseIcal(bytes((await fetched(await subscribe(subscriber))).text))
    const event = [...eventsOf(calendar).values()].find((one) => textOf(only(one, 'SUMMARY')) === 'Stand-up')
    return { calendar, event: event! }
  }

  test('is one event with its rule, in the time zone whose hour it keeps', async () => {
    const { calendar, event } = await feed({ rrule: 'FREQ=WEEKLY;BYDAY=MO;UNTIL=20270430' })
    expect(only(event, 'RRULE').value).toBe('FREQ=WEEKLY;BYDAY=MO;UNTIL=20270430T215959Z')
    expect(only(event, 'DTSTART')).toMatchObject({
      params: { TZID: 'Europe/Berlin' },
      value: '20270315T090000',
    })
    expect(only(event, 'DTEND').value).toBe('20270315T091500')
    const zone = calendar.components.find(({ name }) => name === 'VTIMEZONE')
    expect(only(zone!, 'TZID').value).toBe('Europe/Berlin')
    const changes = zone!.components.map((one) => [
      one.name,
      only(one, 'DTSTART').value,
      only(one, 'TZOFFSETFROM').value,
      only(one, 'TZOFFSETTO').value,
    ])
    expect(changes.slice(0, 3)).toEqual([
      ['STANDARD', '20270313T090000', '+0100', '+0100'],
      ['DAYLIGHT', '20270328T020000', '+0100', '+0200'],
      ['STANDARD', '20271031T030000', '+0200', '+0100'],
    ])
  })

  test('needs no time zone if it counts hours, or in UTC', async () => {
    for (const more of [{ rrule: 'FREQ=HOURLY;INTERVAL=6' }, { rrule: 'FREQ=DAILY', timezone: 'UTC' }]) {
      const { calendar, event } = await feed(more)
      expect(only(event, 'DTSTART')).toMatchObject({ params: {}, value: '20270315T080000Z' })
      expect(only(event, 'RRULE').value).toBe(more.rrule)
      expect(calendar.components.filter(({ name }) => name === 'VTIMEZONE')).toEqual([])
    }
  })
})

describe('the text', () => {
  const event = (more: Partial<CalendarEvent>): CalendarEvent => ({
    id: 'task-1',
    title: 'Title',
    first_day: '2026-12-31',
    last_day: '2026-12-31',
    starts: null,
    ends: null,
    cancelled: false,
    changed: '2026-11-21T09:00:00.123Z',
    version: 3,
    ...more,
  })
  const one = (more: Partial<CalendarEvent>) => {
    const calendar = parseIcal(
      bytes(icalOf({ name: 'A, b', events: [event(more)] }, 'S;ervice', 'host.test')),
    )
    return [...eventsOf(calendar).values()][0]!
  }

  test.each([
    'plain',
    'a\\b;c,d\ne',
    '\r\nbreaks\rof\nall kinds',
    '😀'.repeat(60),
    'é'.repeat(200),
    `${'x'.repeat(65)}€€€€€€€€${'y'.repeat(80)}`,
    'BEGIN:VEVENT',
  ])('keeps the title %j', (title) => {
    expect(textOf(only(one({ title }), 'SUMMARY'))).toBe(title.replace(/\r\n|\r/g, '\n'))
  })

  test('loses control characters, which no calendar may contain', () => {
    expect(textOf(only(one({ title: 'a\u0007b\u001bc' }), 'SUMMARY'))).toBe('abc')
  })

  test('ends an all-day event on the day after its last, also at the end of a year', () => {
    const event = one({ first_day: '2026-12-30', last_day: '2026-12-31' })
    expect(only(event, 'DTSTART')).toMatchObject({ params: { VALUE: 'DATE' }, value: '20261230' })
    expect(only(event, 'DTEND')).toMatchObject({ params: { VALUE: 'DATE' }, value: '20270101' })
  })

  test('has times in UTC', () => {
    const times = {
      first_day: null,
      last_day: null,
      starts: '2026-11-21T09:00:00.000Z',
      ends: '2026-11-21T10:30:00.000Z',
    }
    const event = one(times)
    expect([only(event, 'DTSTART').value, only(event, 'DTEND').value]).toEqual([
      '20261121T090000Z',
      '20261121T103000Z',
    ])
  })

  test('split by a writer within characters would be detected', () => {
    expect(() => parseIcal(bytes(`BEGIN:VCALENDAR\r\nX-A:${'é'.repeat(40)}\r\nEND:VCALENDAR\r\n`))).toThrow(
      '75 octets',
    )
    expect(() => parseIcal(bytes('BEGIN:VCALENDAR\nEND:VCALENDAR\n'))).toThrow('not ended')
  })
})

describe('the feed', () => {
  test('has what is due, as days, with stable ids', async () => {
    const due = dayFromNow(5)
    const created = await assigned(member, { title: 'Due; soon', due_date: due })
    const span = { title: 'Long', start_date: dayFromNow(1), due_date: due }
    const long = await assigned(member, span)
    await task(ws, home.id, { title: 'Not mine', due_date: due })
    const run = await sprint(ws, home.id)
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${created.id}`, { sprint_id: run.id })
    const path = await subscribe(member)
    const events = await read(path)
    expect([...events.keys()].toSorted()).toEqual(
      [`task-${created.id}`, `task-${long.id}`, `task-span-${long.id}`, `sprint-${run.id}`]
        .map((id) => `${id}@service.test`)
        .toSorted(),
    )
    const event = events.get(`task-${created.id}@service.test`)!
    expect([only(event, 'DTSTART').value, only(event, 'DTEND').value]).toEqual([
      digits(due),
      digits(dayFromNow(6)),
    ])
    expect(textOf(only(event, 'SUMMARY'))).toBe('Due; soon')
    const version = Number(only(event, 'SEQUENCE').value)
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${created.id}`, { title: 'Due later' })
    const after = (await read(path)).get(`task-${created.id}@service.test`)!
    expect([textOf(only(after, 'SUMMARY')), Number(only(after, 'SEQUENCE').value)]).toEqual([
      'Due later',
      version + 1,
    ])
  })

  test('is iCalendar in one round trip, cached by its ETag until something changes', async () => {
    const subscriber = await join(ws)
    const path = await subscribe(subscriber, { types: ['task_due'] })
    const first = await fetched(path)
    expect([first.status, first.roundTrips, first.headers.get('content-type')]).toEqual([
      200,
      1,
      'text/calendar; charset=utf-8',
    ])
    expect(first.headers.get('cache-control')).toBe('private, max-age=300')
    expect(first.text).toContain('X-WR-CALNAME:Ada\\; Sons\\, & Co\r\n')
    expect(first.text).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\nX-PUBLISHED-TTL:PT1H\r\n')
    const etag = first.headers.get('etag')!
    const repeated = await fetched(path, { 'if-none-match': `"other", W/${etag}` })
    expect([repeated.status, repeated.text, repeated.headers.get('etag')]).toEqual([304, '', etag])
    await assigned(subscriber, { due_date: dayFromNow(1) })
    const changed = await fetched(path, { 'if-none-match': etag })
    expect([changed.status, changed.headers.get('etag') === etag]).toEqual([200, false])
  })

  test('shows cancelled events as such for thirty days, then not at all', async () => {
    const subscriber = await join(ws)
    const created = await assigned(subscriber, { due_date: dayFromNow(2) })
    const path = await subscribe(subscriber)
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${created.id}`, { status: 'cancelled' })
    const uid = `task-${created.id}@service.test`
    expect(only((await read(path)).get(uid)!, 'STATUS').value).toBe('CANCELLED')
    await asOwner("update tasks set cancelled_at = now() - interval '31 days' where id = $1", [created.id])
    expect((await read(path)).has(uid)).toBe(false)
  })

  test('has nothing that its person may no longer see', async () => {
    const subscriber = await join(ws)
    const hidden = await project(ws)
    await assigned(subscriber, { due_date: dayFromNow(2) }, hidden.id)
    const path = await subscribe(subscriber)
    expect((await read(path)).size).toBe(1)
    await ws.owner.ok('PATCH', `${ws.base}/projects/${hidden.id}`, { visibility: 'private' })
    expect((await read(path)).size).toBe(0)
  })
})

describe('the link', () => {
  const gone = async (path: string) => {
    const { status, text } = await fetched(path)
    expect([status, text]).toEqual([404, ''])
  }

  test('stops at once when it is revoked, and when another is created', async () => {
    const subscriber = await join(ws)
    const first = await subscribe(subscriber)
    const second = await subscribe(subscriber)
    await gone(first)
    expect((await fetched(second)).status).toBe(200)
    await subscriber.ok('DELETE', `${ws.base}/calendar/subscription`)
    await gone(second)
    const repeated = await subscriber.call('DELETE', `${ws.base}/calendar/subscription`)
    expect([repeated.status, repeated.body.error.message]).toEqual([404, 'subscription not found'])
  })

  test('stops when its person leaves the organization', async () => {
    const subscriber = await join(ws)
    const path = await subscribe(subscriber)
    await asOwner("update organization_members set status = 'deactivated' where user_id = $1", [
      subscriber.id,
    ])
    await gone(path)
  })

  test('that is unknown or malformed finds nothing, a malformed one without a round trip', async () => {
    await gone(`/calendar/ical/${makeToken('svc_cal_', 'a')}.ics`)
    await gone(`/calendar/ical/${makeToken('svc_live_', 'a')}.ics`)
    expect((await fetched('/calendar/ical/x.ics')).roundTrips).toBe(0)
    expect((await fetched(`/calendar/ical/${makeToken('svc_cal_', 'a')}`)).status).toBe(404)
  })

  test('is stored only as a hash, shown once, and never available to an API key', async () => {
    const subscriber = await join(ws)
    const key = { 'idempotency-key': 'calendar-link' }
    const { url } = await subscriber.ok('POST', `${ws.base}/calendar/subscription`, {}, key)
    const repeated = await subscriber.call('POST', `${ws.base}/calendar/subscription`, {}, key)
    expect([repeated.status, repeated.body.url]).toEqual([201, null])
    const token = /svc_cal_\w+/.exec(url)![0]
    const stored = await asOwner(
      `select (select count(*)::int from calendar_feed_tokens t where t::text like '%' || $1 || '%')
        + (select count(*)::int from audit_log a where a::text like '%' || $1 || '%')
        + (select count(*)::int from idempotency_keys i where i::text like '%' || $1 || '%') as n`,
      [token],
    )
    expect(stored).toEqual([{ n: 0 }])
    const state = await subscriber.ok('GET', `${ws.base}/calendar/subscription`)
    expect([state.active, state.last_fetched_at, JSON.stringify(state).includes(token)]).toEqual([
      true,
      null,
      false,
    ])
    await fetched(new URL(url).pathname)
    expect((await subscriber.ok('GET', `${ws.base}/calendar/subscription`)).last_fetched_at).not.toBeNull()
  })

  test('created fifty times at once is one link that works', { tags: 'race' }, async () => {
    const subscriber = await join(ws)
    const created = await Promise.all(Array.from({ length: 50 }, () => subscribe(subscriber)))
    const replies = await Promise.all(created.map((path) => fetched(path)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('serves its calendar sixty times an hour', async () => {
    const path = await subscribe(await join(ws))
    for (let n = 1; n <= 60; n++) expect([n, (await fetched(path)).status]).toEqual([n, 200])
    const refused = await fetched(path)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})
