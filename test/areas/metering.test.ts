import { describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { asOwner, type Json } from '../kit/client.ts'
import { allowAtOnce } from '../kit/direct.ts'
import { join, type Workspace, workspace } from '../kit/makers.ts'
import { meteringPath, refused, report, setAge, statuses, tokens, usedOf } from '../kit/metering.ts'

const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString()
const [hour, day] = [36e5, 864e5]
const sumsOf = async (ws: Workspace) =>
  (
    await asOwner<{ quantity: string; events: number }>(
      `select trim_scale(sum(quantity))::text as quantity, sum(events)::int as events from usage_daily
        where org_id = $1 and meter = 'ai_tokens'`,
      [ws.org.id],
    )
  )[0]!

describe('meters', () => {
  test('are told with how each is counted, to admins alone', async () => {
    const ws = await workspace()
    const { items, total } = await ws.owner.ok('GET', meteringPath(ws, 'meters'))
    expect(total).toBe(10)
    expect(items.map(({ meter, source }: Json) => `${meter} ${source}`)).toEqual([
      'requests counted',
      'tool_calls counted',
      'storage_bytes gauge',
      'seats gauge',
      'mails derived',
      'automation_runs derived',
      'webhook_attempts derived',
      'meeting_minutes derived',
      'address_lookups counted',
      'ai_tokens reported',
    ])
    expect(items.filter(({ ingestable }: Json) => ingestable).map(({ meter }: Json) => meter)).toEqual([
      'ai_tokens',
    ])
    const second = await ws.owner.ok('GET', meteringPath(ws, 'meters?limit=2&offset=1'))
    expect([second.items.map(({ meter }: Json) => meter), second.total]).toEqual([
      ['tool_calls', 'storage_bytes'],
      10,
    ])
    const manager = await join(ws, 'manager')
    for (const path of ['meters', 'summary', 'usage?meter=seats', 'events'])
      expect((await manager.call('GET', meteringPath(ws, path))).status).toBe(403)
    expect((await manager.call('POST', meteringPath(ws, 'events'), { events: [tokens(1)] })).status).toBe(403)
  })
})

describe('reported events', () => {
  test('count once by source and id; another event under the same id is a conflict', async () => {
    const ws = await workspace()
    const event = tokens(100, { dimensions: { model: 'large', region: 'eu' } })
    expect(await statuses(ws, [event])).toEqual(['accepted'])
    const turned = { ...event, dimensions: { region: 'eu', model: 'large' } }
    expect(await statuses(ws, [event, turned, { ...event, source: 'other' }])).toEqual([
      'duplicate',
      'duplicate',
      'accepted',
    ])
    const [conflict] = await report(ws, [{ ...event, quantity: 101 }])
    expect([conflict.index, conflict.status, conflict.reason]).toEqual([
      0,
      'conflict',
      'another event has this id; send a correction under a new one',
    ])
    expect((await usedOf(ws, 'ai_tokens')).used).toBe(200)
  })

  test('that come twice in one call are a duplicate or a conflict there', async () => {
    const ws = await workspace()
    const event = tokens(5)
    expect(await statuses(ws, [event, event, { ...event, quantity: 6 }, tokens(1)])).toEqual([
      'accepted',
      'duplicate',
      'conflict',
      'accepted',
    ])
    expect((await usedOf(ws, 'ai_tokens')).used).toBe(6)
  })

  test('are corrected, never below nothing, by an event of the same source and meter', async () => {
    const ws = await workspace()
    const event = tokens(100)
    const correction = (quantity: number, of = event.event_id) => tokens(quantity, { correction_of: of })
    const first = correction(-60)
    expect(await statuses(ws, [event, first])).toEqual(['accepted', 'accepted'])
    const outcomes = await report(ws, [
      correction(-41),
      correction(-1, first.event_id),
      correction(-1, 'unknown'),
      { ...correction(-1), source: 'other' },
      correction(-40),
    ])
    expect(outcomes.map(({ status, reason }) => [status, reason])).toEqual([
      ['invalid', 'quantity: takes back more than the 40 that are left of it'],
      ['invalid', 'correction_of: is a correction itself'],
      ['invalid', 'correction_of: no such event of this source in the last 40 days'],
      ['invalid', 'correction_of: no such event of this source in the last 40 days'],
      ['accepted', null],
    ])
    await asOwner(
      `insert into usage_events (org_id, source, event_id, meter, quantity, occurred_at, payload_hash)
        values ($1, 'test', 'of-service', 'requests', 5, now(), '')`,
      [ws.org.id],
    )
    expect((await report(ws, [correction(-1, 'of-service')]))[0].reason).toBe(
      'correction_of: an event of requests',
    )
    expect((await usedOf(ws, 'ai_tokens')).used).toBe(0)
  })

  test('that are malformed refuse the whole call, all of them named', async () => {
    const ws = await workspace()
    const send = (events: unknown) => refused(ws.owner, 'POST', meteringPath(ws, 'events'), { events })
    expect(
      await send([
        tokens(1),
        tokens(-1),
        tokens(1, { meter: 'requests' }),
        tokens(1, { meter: 'coffee' }),
        tokens(1, { occurred_at: ago(31 * day) }),
        tokens(1, { occurred_at: ago(-6 * 60_000) }),
        tokens(0.123_456_7),
        tokens(1e13),
      ]),
    ).toEqual([
      422,
      'validation_error',
      [
        'body.events[1].quantity: must not be negative without correction_of',
        'body.events[2].meter: must be a meter that takes events: ai_tokens',
        'body.events[3].meter: must be a meter that takes events: ai_tokens',
        'body.events[4].occurred_at: must be within the last 30 days, and at most 5 minutes ahead',
        'body.events[5].occurred_at: must be within the last 30 days, and at most 5 minutes ahead',
        'body.events[6].quantity: must be at most 1000000000000, with at most six decimals',
        'body.events[7].quantity: must be at most 1000000000000, with at most six decimals',
      ].join('; '),
    ])
    expect(await send(Array.from({ length: 101 }, () => tokens(1)))).toEqual([
      422,
      'validation_error',
      'body.events: at most 100 events; send the others in a further call',
    ])
    const named = (dimensions: object) => tokens(1, { dimensions })
    const eleven = Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`d${n}`, 'a']))
    expect(await send([named({ Model: 'a' }), named(eleven)])).toEqual([
      422,
      'validation_error',
      'body.events[0].dimensions.Model: must be lower case; body.events[1].dimensions: at most 10',
    ])
    expect(await send([])).toEqual([422, 'validation_error', 'body.events: at least one event'])
    expect(await statuses(ws, [tokens(1, { occurred_at: ago(-4 * 60_000) })])).toEqual(['accepted'])
    expect(await sumsOf(ws)).toEqual({ quantity: '1', events: 1 })
  })

  test('are counted exactly once: two hundred, each delivered three times at once', async () => {
    const ws = await workspace()
    allowAtOnce(12)
    const events = Array.from({ length: 200 }, (_, n) => tokens(n + 1, { occurred_at: ago((n % 20) * hour) }))
    const deliveries = Array.from({ length: 3 }, (_, n) =>
      events.toSorted((a, b) => (a.event_id > b.event_id ? 1 : -1) * (n % 2 ? 1 : -1)),
    )
    const calls = deliveries.flatMap((all) =>
      Array.from({ length: 10 }, (_, n) => all.slice(n * 20, n * 20 + 20)),
    )
    const all = (await Promise.all(calls.map((some) => statuses(ws, some)))).flat()
    allowAtOnce()
    const count = (status: string) => all.filter((one) => one === status).length
    expect([count('accepted'), count('duplicate'), all.length]).toEqual([200, 400, 600])
    expect(await sumsOf(ws)).toEqual({ quantity: '20100', events: 200 })
  })

  test('are listed newest first, by meter, source and time', async () => {
    const ws = await workspace()
    const events = [2, 1, 0].map((n) =>
      tokens(n + 0.5, { occurred_at: ago(n * hour), source: n ? 'a' : 'b' }),
    )
    await report(ws, events)
    const list = async (query: string) =>
      (await ws.owner.ok('GET', meteringPath(ws, `events?meter=ai_tokens&${query}`))).items.map(
        ({ quantity }: Json) => quantity,
      )
    expect(await list('')).toEqual([0.5, 1.5, 2.5])
    expect(await list('source=a')).toEqual([1.5, 2.5])
    expect(await list(`from=${ago(1.5 * hour)}&to=${ago(0.5 * hour)}`)).toEqual([1.5])
  })
})

describe('an event that becomes known late', () => {
  test('is charged in the open period; the one that is over stays as it is and tells of it', async () => {
    const ws = await workspace()
    const zone = 'Europe/Madrid'
    // The open period began yesterday or today: the day before it is at most 28 days ago.
    await setAge(ws, new Date(Date.now() - 40 * day).toISOString(), zone)
    const { period } = await ws.owner.ok('GET', meteringPath(ws, 'summary'))
    const lastOfBefore = new Date(Date.parse(period.starts_at) - hour).toISOString()
    const dayBefore = new Date(Date.parse(period.first_day) - day).toISOString().slice(0, 10)
    expect(await statuses(ws, [tokens(7), tokens(100, { occurred_at: lastOfBefore })])).toEqual([
      'accepted',
      'accepted',
    ])
    const [open, closed] = [await usedOf(ws, 'ai_tokens'), await usedOf(ws, 'ai_tokens', `?day=${dayBefore}`)]
    expect([
      open.used,
      open.late_quantity,
      closed.used,
      closed.late_quantity,
      closed.limit,
      closed.projected,
    ]).toEqual([107, 0, 0, 100, null, null])
    const usage = await ws.owner.ok(
      'GET',
      meteringPath(ws, `usage?meter=ai_tokens&from=${dayBefore}&to=${dayBefore}`),
    )
    expect([usage.total, usage.points.map(({ value }: Json) => value)]).toEqual([100, [100]])
    const before = await ws.owner.ok('GET', meteringPath(ws, `summary?day=${dayBefore}`))
    expect([before.period.ends_at, before.period.last_day, before.period.open]).toEqual([
      period.starts_at,
      dayBefore,
      false,
    ])
    expect(
      await refused(
        ws.owner,
        'GET',
        meteringPath(ws, `summary?day=${new Date(Date.now() + 3 * day).toISOString().slice(0, 10)}`),
      ),
    ).toEqual([422, 'validation_error', 'query.day: must not be in the future'])
  })
})

describe('a day of random events', () => {
  test('equals a recount', async () => {
    const ws = await workspace()
    await setAge(ws, ago(200 * day), 'Europe/Madrid')
    let seed = Number(process.env.SEED ?? Date.now() % 1e9)
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
      return Math.floor((seed / 2 ** 31) * below)
    }
    const began = seed
    type Known = { source: string; event_id: string; quantity: number; left: number; at: string }
    const known: Known[] = []
    let expected = 0
    const byDay = new Map<string, number>()
    const local = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Madrid' })
    const count = (quantity: number, when: string) => {
      expected += quantity
      const on = local.format(new Date(when))
      byDay.set(on, (byDay.get(on) ?? 0) + quantity)
    }
    for (let call = 0; call < 12; call++) {
      const events = []
      const wanted: string[] = []
      for (let n = 0; n < 25; n++) {
        const kind = random(10)
        const when = ago(random(29 * 24 * 60) * 60_000 + 60_000)
        const old = known[random(Math.max(known.length, 1))]
        if (kind < 6 || !old) {
          const event = tokens(random(1000) / 4, {
            occurred_at: when,
            source: `s${random(3)}`,
            subject: `u${random(4)}`,
          })
          events.push(event)
          wanted.push('accepted')
          known.push({ ...event, left: event.quantity, at: when })
          count(event.quantity, when)
        } else if (kind < 8) {
          const { source, event_id, quantity, at: occurred_at } = old
          events.push({ source, event_id, meter: 'ai_tokens', quantity: quantity + 1, occurred_at })
          wanted.push('conflict')
        } else {
          const take = random(1000) / 4
          const fits = take <= old.left
          events.push({
            source: old.source,
            event_id: uuidv7(),
            meter: 'ai_tokens',
            quantity: -take,
            correction_of: old.event_id,
            occurred_at: when,
          })
          wanted.push(fits ? 'accepted' : 'invalid')
          if (!fits) continue
          old.left -= take
          count(-take, when)
        }
      }
      expect([began, await statuses(ws, events)]).toEqual([began, wanted])
      expect(await statuses(ws, events)).toEqual(
        wanted.map((one) => (one === 'accepted' ? 'duplicate' : one)),
      )
    }
    const usage = await ws.owner.ok(
      'GET',
      meteringPath(ws, `usage?meter=ai_tokens&from=${ago(31 * day).slice(0, 10)}`),
    )
    expect([began, usage.total]).toEqual([began, expected])
    for (const { start, value } of usage.points)
      expect([began, start, value]).toEqual([began, start, byDay.get(start.slice(0, 10)) ?? 0])
    const [recount] = await asOwner(
      `select trim_scale(sum(quantity))::float as total from usage_events where org_id = $1 and meter = 'ai_tokens'`,
      [ws.org.id],
    )
    expect(recount.total).toBe(expected)
    const { period } = await ws.owner.ok('GET', meteringPath(ws, 'summary'))
    const before = new Date(Date.parse(period.first_day) - day).toISOString().slice(0, 10)
    const [open, closed] = [await usedOf(ws, 'ai_tokens'), await usedOf(ws, 'ai_tokens', `?day=${before}`)]
    expect([began, open.used, closed.used]).toEqual([began, expected, 0])
  })
})
