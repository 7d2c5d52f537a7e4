import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
import { type Workspace, workspace } from '../kit/makers.ts'
import { jsonIn, setAge, answerIn } from '../kit/metering.ts'

/** The period of a moment, as [start, end] in UTC. */
const periodAt = async (ws: Workspace, moment: string): Promise<[string, string]> => {
  const { starts_at, ends_at } = await jsonIn(
    ws,
    sql`app.metering_period(${ws.org.id}::uuid, ${moment}::timestamptz)`,
  )
  return [new Date(starts_at).toISOString(), new Date(ends_at).toISOString()]
}
/** The starts of periods that follow each other, from the one that holds a moment. */
async function startsFrom(ws: Workspace, moment: string, many: number) {
  const starts = []
  for (let next = moment; starts.length < many;) {
    const [start, end] = await periodAt(ws, next)
    starts.push(start)
    next = end
  }
  return starts
}
const hours = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 36e5

describe('periods', () => {
  test('begin on the last day of months that are too short, and on the anchor again afterwards', async () => {
    const ws = await workspace()
    await setAge(ws, '2027-01-31T10:00:00Z', 'Europe/Madrid')
    const starts = await startsFrom(ws, '2027-02-01T00:00:00Z', 5)
    expect(starts).toEqual([
      '2027-01-30T23:00:00.000Z',
      '2027-02-27T23:00:00.000Z',
      '2027-03-30T22:00:00.000Z',
      '2027-04-29T22:00:00.000Z',
      '2027-05-30T22:00:00.000Z',
    ])
    expect(hours(starts[1]!, starts[2]!)).toBe(743)
    const days = await jsonIn(
      ws,
      sql`array(select p.next_day - p.first_day from unnest(${`{${starts.join()}}`}::timestamptz[]) at(moment),
        app.metering_period(${ws.org.id}::uuid, at.moment) p)`,
    )
    expect(days).toEqual([28, 31, 30, 31, 30])
  })

  test('begin at the first moment of the local day, wherever that is', async () => {
    const ws = await workspace()
    await setAge(ws, '2026-09-15T16:00:00Z', 'America/New_York')
    const [start, end] = await periodAt(ws, '2026-11-01T00:00:00Z')
    expect([start, end, hours(start, end)]).toEqual([
      '2026-10-15T04:00:00.000Z',
      '2026-11-15T05:00:00.000Z',
      745,
    ])
    await setAge(ws, '2026-09-01T10:00:00Z', 'Asia/Kathmandu')
    expect((await periodAt(ws, '2026-11-15T00:00:00Z'))[0]).toBe('2026-10-31T18:15:00.000Z')
  })

  test('hold a moment to the millisecond', async () => {
    const ws = await workspace()
    await setAge(ws, '2027-01-31T10:00:00Z', 'Europe/Madrid')
    expect((await periodAt(ws, '2027-02-27T22:59:59.999Z'))[0]).toBe('2027-01-30T23:00:00.000Z')
    expect((await periodAt(ws, '2027-02-27T23:00:00.000Z'))[0]).toBe('2027-02-27T23:00:00.000Z')
  })

  test('keep their zone when the organization moves: the next one begins where they end', async () => {
    const ws = await workspace()
    await setAge(ws, '2026-05-31T10:00:00Z', 'Asia/Tokyo')
    await ws.owner.ok('PATCH', ws.base, { timezone: 'America/Los_Angeles' })
    const now = new Date().toISOString()
    const [start, end] = await periodAt(ws, now)
    const [first, next] = await jsonIn(
      ws,
      sql`array(select app.day_start(d, 'Asia/Tokyo') from app.metering_period(${ws.org.id}::uuid, now()) p,
        unnest(array[p.first_day, p.next_day]) d)`,
    )
    expect([start, end]).toEqual([new Date(first).toISOString(), new Date(next).toISOString()])
    const [after, afterEnd] = await periodAt(ws, end)
    expect(after).toBe(end)
    const stored: Json = await jsonIn(ws, sql`app.metering_period(${ws.org.id}::uuid, ${end}::timestamptz)`)
    expect(stored.zone).toBe('America/Los_Angeles')
    expect(afterEnd).toBe(
      new Date(
        await jsonIn(ws, sql`app.day_start(${stored.next_day}::date, 'America/Los_Angeles')`),
      ).toISOString(),
    )
    const days = await jsonIn(
      ws,
      sql`array[app.usage_day(${end}::timestamptz - interval '1 millisecond'), app.usage_day(${end}::timestamptz)]`,
    )
    expect(days).toEqual([dayBefore(stored.first_day), stored.first_day])
  })

  test('follow a subscription that begins in the middle of one, by its local day', async () => {
    const ws = await workspace()
    await setAge(ws, '2026-05-01T10:00:00Z', 'Europe/Madrid')
    const [start, end] = await periodAt(ws, new Date().toISOString())
    const middle = new Date((Date.parse(start) + Date.parse(end)) / 2)
    middle.setUTCHours(9)
    await answerIn(ws, sql`select app.anchor_usage(${ws.org.id}::uuid, ${middle.toISOString()}::timestamptz)`)
    const begin = new Date(
      await jsonIn(ws, sql`app.day_start(${middle.toISOString().slice(0, 10)}::date, 'Europe/Madrid')`),
    ).toISOString()
    expect((await startsFrom(ws, start, 2))[1]).toBe(begin)
    const [{ n }] = await asOwner(
      `select count(*)::int as n from usage_periods a join usage_periods b on b.org_id = a.org_id
        and b.starts_at < a.ends_at and b.ends_at > a.starts_at and b.id <> a.id where a.org_id = $1`,
      [ws.org.id],
    )
    expect(n).toBe(0)
  })

  test('are projected to their end by the share of it that is over, but not in their first tenth', async () => {
    const ws = await workspace()
    const projected = (now: string) =>
      jsonIn(
        ws,
        sql`app.projected_usage(1000, '2026-10-14T22:00:00Z', '2026-11-14T23:00:00Z', ${now}::timestamptz)`,
      )
    expect(await projected('2026-10-26T00:00:00Z')).toBe(2801)
    expect(
      await jsonIn(
        ws,
        sql`coalesce(app.projected_usage(1, '2026-10-14T22:00:00Z', '2026-11-14T23:00:00Z',
      '2026-10-17T00:00:00Z'), -1)`,
      ),
    ).toBe(-1)
  })
})

const dayBefore = (day: string) => new Date(Date.parse(day) - 864e5).toISOString().slice(0, 10)
