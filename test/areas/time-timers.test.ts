import { describe, expect, test } from 'vitest'
import { asOwner, type Caller, type Json } from '../kit/client.ts'
import { join, project, task, workspace } from '../kit/makers.ts'
import { spentOn } from '../kit/time.ts'
import { codedRefusal, conflict, invalid } from '../kit/refusals.ts'

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

async function office() {
  const ws = await workspace()
  const ada = await join(ws, 'member', 'Ada')
  const at = `${ws.base}/time-entries`
  const start = (draft: object = {}, who: Caller = ada): Promise<Json> =>
    who.ok('POST', `${at}/timer/start`, draft)
  const stop = (draft: object = {}) => ada.call('POST', `${at}/timer/stop`, draft)
  const running = (who: Caller = ada): Promise<Json> => who.ok('GET', `${at}/timer`)
  /** Makes a timer started some minutes ago. */
  const createAged = (minutes: number) =>
    asOwner('update time_entries set started_at = $2 where org_id = $1 and ended_at is null', [
      ws.org.id,
      ago(minutes),
    ])
  return { ws, ada, at, start, stop, running, aged: createAged }
}
describe('a timer', () => {
  test('runs until it is stopped, and then its time is on its task', async () => {
    const { ws, ada, at, start, stop, running, aged } = await office()
    expect(await running()).toBe(null)
    const item = await task(ws, (await project(ws)).id)
    const started = await start({ task_id: item.id, description: 'Draw' })
    expect(started).toMatchObject({
      kind: 'timer',
      running: true,
      ended_at: null,
      duration_seconds: 0,
      billable: true,
    })
    expect([(await running()).id, (await running()).task.id, await running(ws.owner)]).toEqual([
      started.id,
      item.id,
      null,
    ])
    await aged(90)
    const { status, body, roundTrips } = await stop()
    expect([status, roundTrips, body.id, body.running]).toEqual([200, 1, started.id, false])
    expect(body.duration_seconds).toBe(
      Math.round((Date.parse(body.ended_at) - Date.parse(body.started_at)) / 1000),
    )
    expect([body.duration_seconds >= 5400, await spentOn(ws, item), await running()]).toEqual([
      true,
      90,
      null,
    ])
    expect(codedRefusal(await stop())).toEqual(conflict('no timer is running; start one first'))
    expect(await ada.ok('GET', `${at}/${started.id}`)).toEqual(body)
  })

  test('is rejected next to another, which stop_running stops', async () => {
    const { ada, at, start, running } = await office()
    const first = await start()
    expect(codedRefusal(await ada.call('POST', `${at}/timer/start`, { stop_running: false }))).toEqual(
      conflict(
        `a timer has been running since ${first.started_at}; stop it first, or send stop_running: true`,
      ),
    )
    const second = await start({ stop_running: true })
    expect((await running()).id).toBe(second.id)
    expect(await ada.ok('GET', `${at}/${first.id}`)).toMatchObject({ running: false, version: 2 })
  })

  test(
    'of fifty concurrent starts one timer runs, whether or not they stop others',
    { tags: ['race'] },
    async () => {
      const { ada, at, running } = await office()
      const starts = (draft: object) =>
        Promise.all(Array.from({ length: 50 }, () => ada.call('POST', `${at}/timer/start`, draft)))
      const count = async () => (await ada.ok('GET', `${at}?running=true`)).total
      const first = await starts({})
      expect(first.filter(({ status }) => status === 201).length).toBe(1)
      expect(first.filter(({ status }) => status === 409).length).toBe(49)
      expect(await count()).toBe(1)
      const second = await starts({ stop_running: true })
      expect([second.every(({ status }) => status === 201), await count()]).toEqual([true, 1])
      expect(second.map(({ body }) => body.id)).toContain((await running()).id)
      expect((await ada.ok('GET', `${at}?running=false`)).total).toBe(50)
    },
  )

  test('of twenty concurrent stops one stops it', { tags: ['race'] }, async () => {
    const { start, stop } = await office()
    await start()
    const stops = await Promise.all(Array.from({ length: 20 }, () => stop()))
    expect(stops.map(({ status }) => status).toSorted()).toEqual([
      200,
      ...Array.from({ length: 19 }, () => 409),
    ])
  })

  test('with the same Idempotency-Key it is started once', async () => {
    const { ada, at } = await office()
    const again = () =>
      ada.call('POST', `${at}/timer/start`, { description: 'Draw' }, { 'idempotency-key': 'start-1' })
    const [one, two] = [await again(), await again()]
    expect([one.status, two.status, two.body.id]).toEqual([201, 201, one.body.id])
  })

  test('is stopped at a time between its start and now', async () => {
    const { start, stop, aged } = await office()
    const { started_at } = await start()
    expect(codedRefusal(await stop({ ended_at: started_at }))).toEqual(
      invalid(`body.ended_at: must be after ${started_at}, when the timer was started`),
    )
    expect(codedRefusal(await stop({ ended_at: ago(-6) }))).toEqual(
      invalid('body.ended_at: must not be in the future'),
    )
    expect(codedRefusal(await stop({ ended_at: 'noon' }))).toEqual(
      invalid('body.ended_at: must be a moment in UTC as 2026-11-21T09:00:00Z'),
    )
    await aged(60)
    const ended_at = ago(30)
    expect((await stop({ ended_at })).body).toMatchObject({ ended_at, duration_seconds: 1800 })
  })

  test('that ran for more than a day is stopped at the time when the work ended', async () => {
    const { ada, at, start, stop, running, aged } = await office()
    await start()
    await aged(1441)
    const { started_at } = await running()
    const later = `body.ended_at: must be at most 24 hours after ${started_at}, when the timer was started; send when the work ended`
    expect(codedRefusal(await stop())).toEqual(invalid(later))
    expect(codedRefusal(await stop({ ended_at: ago(0.5) }))).toEqual(invalid(later))
    expect(codedRefusal(await ada.call('POST', `${at}/timer/start`, { stop_running: true }))).toEqual(
      conflict(
        `a timer has been running since ${started_at}, more than 24 hours ago; stop it first with ended_at, when the work ended`,
      ),
    )
    expect((await stop({ ended_at: ago(1381) })).body.duration_seconds).toBe(3600)
  })

  test('is stopped although its project was archived, hidden or deleted meanwhile', async () => {
    const { ws, ada, start, stop, aged } = await office()
    for (const columns of ['archived_at = now()', `visibility = 'private'`, 'deleted_at = now()']) {
      const home = await project(ws)
      await ws.owner.ok('PUT', `${ws.base}/projects/${home.id}/members/${ada.id}`, { role: 'contributor' })
      const item = await task(ws, home.id)
      await start({ task_id: item.id })
      await aged(10)
      await ws.owner.ok('DELETE', `${ws.base}/projects/${home.id}/members/${ada.id}`)
      await asOwner(`update projects set ${columns} where id = $1`, [home.id])
      expect([columns, (await stop()).status]).toEqual([columns, 200])
      const [row] = await asOwner('select spent_minutes from tasks where id = $1', [item.id])
      expect([columns, row]).toEqual([columns, { spent_minutes: 10 }])
    }
  })

  test('that runs can be corrected, and a forgotten one is ended by a manager', async () => {
    const { ws, ada, at, start, running } = await office()
    const started = await start()
    const change = (draft: object, who = ada) => who.call('PATCH', `${at}/${started.id}`, draft)
    const earlier = ago(120)
    expect((await change({ started_at: earlier, description: 'Draw' })).body).toMatchObject({
      started_at: earlier,
      running: true,
      duration_seconds: 0,
    })
    expect(codedRefusal(await change({ started_at: ago(-6) }))).toEqual(
      invalid('body.started_at: must not be in the future'),
    )
    expect(codedRefusal(await change({ duration_seconds: 60 }))).toEqual(
      invalid(
        'body.duration_seconds: follows from started_at and ended_at; change those, or send null for both',
      ),
    )
    expect(codedRefusal(await change({ started_at: null }))).toEqual(
      invalid('body.duration_seconds: required without started_at and ended_at'),
    )
    const boss = await join(ws, 'manager')
    const ended = await change({ ended_at: ago(60) }, boss)
    expect(ended.body).toMatchObject({ running: false, kind: 'timer', duration_seconds: 3600 })
    expect(await running()).toBe(null)
    expect(codedRefusal(await change({ ended_at: null }))).toEqual(
      invalid('body.ended_at: required with started_at'),
    )
  })
})

describe('a change of a time entry', () => {
  test('converts instants to a duration and back, and requires all of one or the other', async () => {
    const { ada, at } = await office()
    const instants = { started_at: '2026-01-15T09:00:00.000Z', ended_at: '2026-01-15T10:00:00.000Z' }
    const { id } = await ada.ok('POST', at, instants)
    const change = (draft: object) => ada.call('PATCH', `${at}/${id}`, draft)
    expect((await change({ ended_at: '2026-01-15T10:30:00Z' })).body.duration_seconds).toBe(5400)
    expect((await change({ started_at: '2026-01-14T23:00:00Z' })).body).toMatchObject({
      work_date: '2026-01-14',
      duration_seconds: 41_400,
    })
    expect(codedRefusal(await change({ started_at: null }))).toEqual(
      invalid('body.started_at: required with ended_at'),
    )
    const cleared = { started_at: null, ended_at: null }
    expect((await change({ ...cleared, duration_seconds: 60 })).body).toMatchObject({
      ...cleared,
      duration_seconds: 60,
      kind: 'manual',
    })
    expect((await change(instants)).body).toMatchObject({ ...instants, duration_seconds: 3600 })
    expect(codedRefusal(await change({}))).toEqual(invalid('body: at least one field required'))
    expect((await change({ billable: false, version: 1 })).status).toBe(200)
  })

  test('conflicts with another of the same field, and moves the time from task to task', async () => {
    const { ws, ada, at } = await office()
    const home = await project(ws)
    const [one, two] = [await task(ws, home.id), await task(ws, home.id)]
    const { id } = await ada.ok('POST', at, {
      work_date: '2026-01-15',
      duration_seconds: 3600,
      task_id: one.id,
    })
    const change = (draft: object) => ada.call('PATCH', `${at}/${id}`, draft)
    await change({ description: 'a' })
    expect((await change({ description: 'b', version: 1 })).status).toBe(409)
    expect([await spentOn(ws, one), await spentOn(ws, two)]).toEqual([60, 0])
    await change({ task_id: two.id, duration_seconds: 90 })
    expect([await spentOn(ws, one), await spentOn(ws, two)]).toEqual([0, 2])
    expect((await ada.call('DELETE', `${at}/${id}`)).status).toBe(204)
    expect([await spentOn(ws, two), (await ada.call('DELETE', `${at}/${id}`)).status]).toEqual([0, 404])
  })

  test('concurrent entries of twenty people on a task are all added up', { tags: ['race'] }, async () => {
    const { ws, ada, at } = await office()
    const item = await task(ws, (await project(ws)).id)
    const draft = { work_date: '2026-01-15', duration_seconds: 90, task_id: item.id }
    await Promise.all(Array.from({ length: 20 }, () => ada.ok('POST', at, draft)))
    expect(await spentOn(ws, item)).toBe(30)
  })
})
