import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asOwner } from '../kit/client.ts'
import { workspace } from '../kit/makers.ts'
import { aroundTheClock, calendar, type Spans, weekdays } from '../kit/sla.ts'

const due = async (id: string | null, start: string, seconds: number): Promise<string> => {
  const [row] = await asOwner(
    `select app.utc(app.business_due(c, $2, $3)) as at
      from (select 1) x left join business_calendars c on c.id = $1::uuid`,
    [id, start, seconds],
  )
  return row.at
}
const between = async (id: string | null, start: string, end: string): Promise<number> => {
  const [row] = await asOwner(
    `select app.business_seconds(c, $2, $3)::float8 as n
      from (select 1) x left join business_calendars c on c.id = $1::uuid`,
    [id, start, end],
  )
  return row.n
}
const at = (moment: string) => new Date(moment).toISOString()
const hours = 3600

describe('deadlines', () => {
  test('count only working time, and end with an interval rather than start the next', async () => {
    const { id } = await calendar(await workspace())
    expect(await due(id, '2026-11-20T16:30Z', 60 * 60)).toBe(at('2026-11-23T09:30Z'))
    expect(await due(id, '2026-11-18T07:00Z', 120 * 60)).toBe(at('2026-11-18T11:00Z'))
    expect(await due(id, '2026-11-16T09:00Z', 8 * hours)).toBe(at('2026-11-16T17:00Z'))
    expect(await due(id, '2026-11-16T09:00Z', 8 * hours + 1)).toBe(at('2026-11-17T09:00:01Z'))
  })

  test('move by a pause only as far as it is within working time', async () => {
    const { id } = await calendar(await workspace())
    const [start, target] = ['2026-11-16T09:00Z', 8 * hours]
    const resumed = async (from: string, to: string) => due(id, to, target - (await between(id, start, from)))
    expect(await resumed('2026-11-16T16:00Z', '2026-11-16T16:00Z')).toBe(at('2026-11-16T17:00Z'))
    expect(await resumed('2026-11-16T11:00Z', '2026-11-16T13:00Z')).toBe(at('2026-11-17T11:00Z'))
    // Paused from the end of the day to the next morning: everything was consumed by then.
    expect(await between(id, start, '2026-11-16T17:00Z')).toBe(target)
    expect(await between(id, '2026-11-16T17:00Z', '2026-11-17T09:00Z')).toBe(0)
  })

  test('skip the lunch break', async () => {
    const lunch = await calendar(await workspace(), { week: weekdays([480, 720], [810, 1080]) })
    expect(await due(lunch.id, '2026-11-18T11:30Z', 60 * 60)).toBe(at('2026-11-18T14:00Z'))
  })

  test('skip public holidays and exceptions, by the clock of the time zone', async () => {
    const ws = await workspace()
    const madrid = { time_zone: 'Europe/Madrid', holidays_from_region: 'ES' }
    const { id } = await calendar(ws, madrid)
    expect(await due(id, '2026-12-07T15:00Z', 120 * 60)).toBe(at('2026-12-09T09:00Z'))
    // In Madrid the Monday replaces the holiday on Sunday.
    const region = await calendar(ws, { ...madrid, holidays_from_region: 'ES-MD' })
    expect(await due(region.id, '2026-12-07T15:00Z', 120 * 60)).toBe(at('2026-12-09T10:00Z'))
    const off = await calendar(ws, {
      ...madrid,
      exceptions: { '2026-12-09': [], '2026-12-08': [[600, 660]] },
    })
    expect(await due(off.id, '2026-12-07T15:00Z', 90 * 60)).toBe(at('2026-12-08T09:30Z'))
    expect(await due(off.id, '2026-12-07T15:00Z', 150 * 60)).toBe(at('2026-12-10T08:30Z'))
  })

  test('are around the clock without a calendar', async () => {
    expect(await due(null, '2026-03-28T12:00Z', 48 * hours)).toBe(at('2026-03-30T12:00Z'))
    expect(await between(null, '2026-03-28T12:00Z', '2026-03-30T12:00Z')).toBe(48 * hours)
  })

  test('count days of 23 and 25 hours as they are', async () => {
    const { id } = await calendar(await workspace(), { time_zone: 'Europe/Madrid', week: aroundTheClock })
    expect(await between(id, '2026-03-28T23:00Z', '2026-03-29T22:00Z')).toBe(23 * hours)
    expect(await between(id, '2026-10-24T22:00Z', '2026-10-25T23:00Z')).toBe(25 * hours)
    expect(await due(id, '2026-03-28T23:00Z', 24 * hours)).toBe(at('2026-03-29T23:00Z'))
  })

  test('end after ten years at the latest', async () => {
    const { id } = await calendar(await workspace(), { week: { 1: [[540, 541]] } })
    expect(await due(id, '2026-11-16T09:00Z', 1_000_000)).toBe(at('2036-11-16T09:00Z'))
  })
})

describe('the algorithm', () => {
  const zones = ['Europe/Madrid', 'America/New_York', 'Pacific/Auckland', 'Asia/Kolkata']
  // Bounds are outside the hours that clocks skip and repeat.
  const bound = fc.oneof(fc.constantFrom(0, 1440), fc.integer({ min: 240, max: 1380 }))
  const spans = fc
    .uniqueArray(bound, { minLength: 2, maxLength: 6 })
    .map((bounds) => bounds.toSorted((a, b) => a - b))
    .map((bounds): Spans =>
      Array.from({ length: bounds.length >> 1 }, (_, n) => [bounds[2 * n]!, bounds[2 * n + 1]!]),
    )
  const aDay = fc.integer({ min: 0, max: 60 })
  // Around the clock changes in March and April, September and October.
  const start = fc.tuple(
    fc.constantFrom('2026-03-05', '2026-09-20', '2026-10-20'),
    fc.integer({ min: 0, max: 20_000 }),
  )
  const scene = fc.record({
    zone: fc.constantFrom(...zones),
    week: fc.dictionary(fc.constantFrom('1', '2', '3', '5', '7'), spans, { minKeys: 1 }),
    off: fc.dictionary(aDay.map(String), fc.oneof(fc.constant<Spans>([]), spans), { maxKeys: 6 }),
    start,
    length: fc.integer({ min: 1, max: 40_000 }),
    wanted: fc.integer({ min: 1, max: 6000 }),
  })

  /** The working minutes of a range, counted by the local clock: the slow way. */
  function oracle(zone: string, week: Record<string, Spans>, exceptions: Record<string, Spans>) {
    const wall = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
    return (minute: number) => {
      const [date = '', clock = ''] = wall.format(minute * 60_000).split(', ')
      const [hour = 0, past = 0] = clock.split(':').map(Number)
      const weekday = String(new Date(`${date}T00:00Z`).getUTCDay() || 7)
      return (exceptions[date] ?? week[weekday] ?? []).some(
        ([opens, closes]) => opens <= hour * 60 + past && hour * 60 + past < closes,
      )
    }
  }

  test('agrees with counting minute by minute, over clock changes, exceptions and several intervals', async () => {
    const ws = await workspace()
    const { id } = await calendar(ws)
    await fc.assert(
      fc.asyncProperty(scene, async ({ zone, week, off, start: [day, minute], length, wanted }) => {
        const first = Date.parse(`${day}T00:00Z`) / 60_000 + minute
        const exceptions = Object.fromEntries(
          Object.entries(off).map(([n, given]) => [
            new Date((first + Number(n) * 1440) * 60_000).toISOString().slice(0, 10),
            given,
          ]),
        )
        await ws.owner.ok('PATCH', `${ws.base}/sla/calendars/${id}`, { time_zone: zone, week, exceptions })
        const works = oracle(zone, week, exceptions)
        let [total, due_at] = [0, 0]
        let remaining = wanted
        for (let each = first; each < first + 60_000 && (each < first + length || remaining > 0); each++) {
          if (!works(each)) continue
          if (each < first + length) total++
          if (--remaining === 0) due_at = each + 1
        }
        const moment = (n: number) => new Date(n * 60_000).toISOString()
        expect(await between(id, moment(first), moment(first + length))).toBe(total * 60)
        if (due_at) expect(await due(id, moment(first), wanted * 60)).toBe(moment(due_at))
      }),
      { numRuns: 40 },
    )
  })
})
