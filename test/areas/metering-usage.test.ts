import { describe, expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
import { operator } from '../kit/impersonation.ts'
import { join, workspace } from '../kit/makers.ts'
import { meteringPath, refused, report, setAge, tokens, usedOf } from '../kit/metering.ts'

const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString()
const [hour, day] = [36e5, 864e5]

describe('usage over time', () => {
  test('has as many hours as the local day, and points with the offset', async () => {
    const ws = await workspace()
    await setAge(ws, ago(39 * day), 'Europe/Madrid')
    const now = new Date()
    const from = ago(3 * day).slice(0, 10)
    await report(ws, [tokens(3, { occurred_at: ago(5 * 60_000) }), tokens(4)])
    const usage = await ws.owner.ok('GET', meteringPath(ws, `usage?meter=ai_tokens&window=hour&from=${from}`))
    expect(usage.total).toBe(7)
    const starts: string[] = usage.points.map(({ start }: Json) => start)
    expect(starts[0]).toMatch(/^\d{4}-\d\d-\d\dT00:00\+0[12]:00$/)
    const first = Date.parse(starts[0]!)
    expect(starts.map((start) => Date.parse(start))).toEqual(starts.map((_, n) => first + n * hour))
    expect(Date.parse(starts.at(-1)!)).toBeGreaterThan(now.getTime() - hour)
    const grouped = await ws.owner.ok(
      'GET',
      meteringPath(ws, `usage?meter=ai_tokens&from=${from}&group_by=source`),
    )
    expect(grouped.points.map(({ group }: Json) => group)).toContain('test')
  })

  test('by hour: a day of the change of clocks has 23 or 25, in zones of half hours too', async () => {
    const ws = await workspace()
    const hours = async (zone: string, on: string) => {
      await setAge(ws, '2026-01-01T00:00:00Z', zone)
      const rows = await asOwner(
        `select count(*)::int as n from generate_series(app.day_start($1::date, $2),
          app.day_start($1::date + 1, $2) - interval '1 microsecond', interval '1 hour')`,
        [on, zone],
      )
      return rows[0].n
    }
    expect(await hours('Europe/Madrid', '2026-03-29')).toBe(23)
    expect(await hours('Europe/Madrid', '2026-10-25')).toBe(25)
    expect(await hours('Asia/Kathmandu', '2026-10-25')).toBe(24)
  })

  test('refuses what it does not keep, or would be too much', async () => {
    const ws = await workspace()
    const ask = (query: string) => refused(ws.owner, 'GET', meteringPath(ws, `usage?${query}`))
    const days = (n: number) => ago(n * day).slice(0, 10)
    expect(await ask(`meter=ai_tokens&window=hour&from=${days(45)}&to=${days(44)}`)).toEqual([
      422,
      'validation_error',
      'query.window: hour is kept for 40 days',
    ])
    expect(await ask('meter=seats&window=hour')).toEqual([
      422,
      'validation_error',
      'query.window: seats is kept by day; use day or month',
    ])
    expect((await ask(`meter=ai_tokens&window=hour&from=${days(39)}&to=${days(-10)}`))[2]).toBe(
      'query.window: more than 1000 points; use day, or fewer days',
    )
    expect((await ask('meter=requests&group_by=model'))[2]).toBe(
      'query.group_by: only reported meters have groups: ai_tokens',
    )
    expect((await ask(`meter=ai_tokens&group_by=model&from=${days(60)}`))[2]).toBe(
      'query.group_by: events are kept for 40 days',
    )
    expect((await ask(`meter=ai_tokens&from=${days(1)}&to=${days(2)}`))[2]).toBe(
      'query.to: must not be before from',
    )
    expect((await ask(`meter=ai_tokens&from=${days(500)}`))[2]).toBe(
      'query.to: at most 400 days from the first',
    )
    expect((await ask(`meter=ai_tokens&from=${days(500)}&to=${days(0)}`))[2]).toBe(
      'query.to: at most 400 days from the first',
    )
    expect((await ask('meter=coffee'))[0]).toBe(422)
    expect((await ask('meter=ai_tokens&group_by=Model'))[2]).toBe(
      'query.group_by: must be subject, source or the name of a dimension',
    )
    await report(
      ws,
      Array.from({ length: 100 }, (_, n) =>
        tokens(1, { subject: `s${n}`, occurred_at: ago((n % 20) * day) }),
      ),
    )
    for (let n = 0; n < 10; n++)
      await report(
        ws,
        Array.from({ length: 100 }, (_, k) =>
          tokens(1, { subject: `t${n}-${k}`, occurred_at: ago((k % 20) * day) }),
        ),
      )
    expect((await ask(`meter=ai_tokens&group_by=subject&from=${days(30)}`))[2]).toBe(
      'query.window: more than 1000 points; use month, or fewer days',
    )
  })

  test('groups by subject, source or a dimension, also over months', async () => {
    const ws = await workspace()
    await report(ws, [
      tokens(1, { dimensions: { model: 'large' }, subject: 'sales' }),
      tokens(2, { dimensions: { model: 'large' } }),
      tokens(4, { dimensions: { model: 'small' } }),
    ])
    const groups = async (by: string, window = 'day') =>
      (
        await ws.owner.ok('GET', meteringPath(ws, `usage?meter=ai_tokens&group_by=${by}&window=${window}`))
      ).points.map(({ group, value }: Json) => [group, value])
    expect(await groups('model')).toEqual([
      ['large', 3],
      ['small', 4],
    ])
    expect(await groups('subject', 'month')).toEqual([
      ['sales', 1],
      [null, 6],
    ])
  })
})

describe('gauges', () => {
  test('tell what is there now: seats of all but viewers, and the bytes that the quota counts', async () => {
    const ws = await workspace()
    await join(ws, 'member')
    await join(ws, 'viewer')
    expect((await usedOf(ws, 'seats')).used).toBe(2)
    const files = await asOwner(
      `select coalesce(sum(size_bytes), 0)::int as bytes from attachments where org_id = $1`,
      [ws.org.id],
    )
    expect((await usedOf(ws, 'storage_bytes')).used).toBe(files[0].bytes)
    const usage = await ws.owner.ok('GET', meteringPath(ws, 'usage?meter=seats'))
    expect([usage.total, usage.points.at(-1).value]).toEqual([null, 2])
  })
})

describe('derived meters', () => {
  test('stay as they are when the rows that they are derived from go', async () => {
    const ws = await workspace()
    const olga = await operator()
    for (let n = 0; n < 3; n++)
      await asOwner(
        `insert into mails (message, address, language, facts, state, sent_at)
          values ('digest', $2, 'en', jsonb_build_object('sender', $1::text), 'sent', now() - $3 * interval '1 minute')`,
        [ws.org.id, olga.email, n],
      )
    await asOwner(
      `insert into mails (message, address, language, facts) values ('digest', $2, 'en', jsonb_build_object('sender', $1::text))`,
      [ws.org.id, olga.email],
    )
    const mails = async () => [
      (await usedOf(ws, 'mails')).used,
      (await ws.owner.ok('GET', meteringPath(ws, 'usage?meter=mails'))).total,
    ]
    expect(await mails()).toEqual([3, 3])
    await asOwner(`delete from mails where facts->>'sender' = $1`, [ws.org.id])
    expect(await mails()).toEqual([3, 3])
  })
})

test('figures of usage are those of the report, of what is counted, derived and reported', async () => {
  const ws = await workspace()
  const olga = await operator()
  const mail = () =>
    asOwner(
      `insert into mails (message, address, language, facts, state, sent_at)
        values ('digest', $2, 'en', jsonb_build_object('sender', $1::text), 'sent', now())`,
      [ws.org.id, olga.email],
    )
  await Promise.all([mail(), mail()])
  await asOwner(`delete from mails where facts->>'sender' = $1`, [ws.org.id])
  await mail()
  await report(ws, [tokens(300), tokens(500, { occurred_at: ago(3 * day) })])
  const query = {
    measures: ['quantity'],
    dimensions: ['meter'],
    time_dimension: { field: 'day', range: 'last_30_days' },
  }
  const body = { source: 'usage_meters', query }
  const { rows } = await ws.owner.ok('POST', `${ws.base}/bi/query`, body)
  const [from, to] = [ago(29 * day), ago(0)].map((moment) => moment.slice(0, 10))
  for (const meter of ['mails', 'ai_tokens']) {
    const { total } = await ws.owner.ok('GET', meteringPath(ws, `usage?meter=${meter}&from=${from}&to=${to}`))
    expect([meter, rows.find((row: Json) => row.meter.id === meter)?.quantity]).toEqual([meter, total])
  }
  const manager = await join(ws, 'manager')
  const { status, body: refusal } = await manager.call('POST', `${ws.base}/bi/query`, body)
  expect([status, refusal.error.message]).toEqual([403, 'usage_meters needs the role admin or above'])
})
