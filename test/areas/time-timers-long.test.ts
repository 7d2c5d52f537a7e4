import { describe, expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
import { office, set } from '../kit/time.ts'
import type { Workspace } from '../kit/makers.ts'

const run = (ws: Workspace) =>
  asOwner(`select app.enter_system($1, '', 'time_entry.timer_stopped'), app.stop_long_timers()`, [ws.org.id])
const due = (ws: Workspace) =>
  asOwner<{ at: string }>(
    `select round(extract(epoch from available_at - now()) / 3600)::text as at from outbox
      where org_id = $1 and topic = 'timers' order by available_at`,
    [ws.org.id],
  )

describe('a timer that nobody stops', () => {
  test('is stopped after 24 hours, to be looked at, and whose it is hears of it once', async () => {
    const { ws, ada, boss, at } = await office()
    const { id } = await ada.ok('POST', `${at}/timer/start`, {})
    const other = await boss.ok('POST', `${at}/timer/start`, {})
    expect(await due(ws)).toEqual([{ at: '24' }])
    await set('time_entries', `started_at = now() - interval '25 hours'`, id)
    await run(ws)
    await run(ws)
    const stopped = await ada.ok('GET', `${at}/${id}`)
    expect(stopped).toMatchObject({ duration_seconds: 86_400, running: false, needs_review: true })
    expect(Date.parse(stopped.ended_at) - Date.parse(stopped.started_at)).toBe(86_400_000)
    expect((await boss.ok('GET', `${at}/${other.id}`)).running).toBe(true)
    const titles = (await ada.ok('GET', `${ws.base}/notifications`)).items.map(({ title }: Json) => title)
    expect(titles).toEqual(['Your timer was stopped after 24 hours: say when the work ended'])
    const found = await ada.ok('GET', `${at}?needs_review=true`)
    expect(found.items.map((entry: Json) => entry.id)).toEqual([id])
    expect((await boss.ok('GET', `${ws.base}/notifications`)).items).toEqual([])
  })

  test('needs no review any more once its end is said, or confirmed', async () => {
    const { ws, ada, at } = await office()
    const stopped = async () => {
      const { id } = await ada.ok('POST', `${at}/timer/start`, {})
      await set('time_entries', `started_at = now() - interval '30 hours'`, id)
      await run(ws)
      return ada.ok('GET', `${at}/${id}`)
    }
    const first = await stopped()
    const described = await ada.ok('PATCH', `${at}/${first.id}`, { description: 'Draw' })
    expect(described.needs_review).toBe(true)
    const ended_at = new Date(Date.parse(first.started_at) + 3_600_000).toISOString()
    expect(await ada.ok('PATCH', `${at}/${first.id}`, { ended_at })).toMatchObject({
      needs_review: false,
      duration_seconds: 3600,
    })
    const second = await stopped()
    const confirmed = await ada.ok('PATCH', `${at}/${second.id}`, { needs_review: false })
    expect([confirmed.needs_review, confirmed.duration_seconds]).toEqual([false, 86_400])
    const wrong = await ada.call('PATCH', `${at}/${second.id}`, { needs_review: true })
    expect([wrong.status, wrong.body.error.message]).toEqual([422, 'body.needs_review: must be false'])
  })
})
