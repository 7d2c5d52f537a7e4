import { describe, expect, test } from 'vitest'
import { type Json } from '../kit/client.ts'
import { secondsOf } from '../../src/web/time/task-time.tsx'
import { join, project, task, workspace } from '../kit/makers.ts'
import { open, submit, to } from './browse.ts'

async function desk() {
  const ws = await workspace()
  const [ada, boss] = [await join(ws, 'member', 'Ada <b>'), await join(ws, 'manager')]
  const item = await task(ws, (await project(ws, { key: 'WEB' })).id)
  const send = (action: string, form: Record<string, string> = {}) =>
    submit(`/tasks/${item.key}/${action}?org=${ws.org.slug}`, form, ada.headers)
  const pageOf = async (who = ada) => (await open(`/tasks/${item.key}?org=${ws.org.slug}`, who.headers)).text
  const list = async () => (await ws.owner.ok('GET', `${ws.base}/time-entries`)).items
  return { ws, ada, boss, item, send, pageOf, list }
}

describe('the time on the page of a task', () => {
  test('is logged by a form, once however often it is sent', async () => {
    const { ws, boss, item, send, pageOf, list } = await desk()
    expect(await pageOf()).toContain('My time: none yet')
    const form = { once: 'o-1', spent: '1:30', work_date: '2026-01-15', description: 'Drew <i>' }
    const done = await send('log-time', form)
    expect(to(done)).toEqual([303, `/tasks/${item.key}?org=${ws.org.slug}&done=saved#time`])
    await send('log-time', form)
    expect(await list()).toMatchObject([
      { duration_seconds: 5400, work_date: '2026-01-15', description: 'Drew <i>' },
    ])
    const text = await pageOf()
    for (const expected of ['My time: 1 h 30 min', 'Drew &lt;i&gt;', 'Ada &lt;b&gt;'])
      expect(text).toContain(expected)
    expect(await pageOf(boss)).toContain('Time logged: 1 h 30 min')
    expect(await pageOf(await join(ws))).toContain('My time: none yet')
    expect(await pageOf(await join(ws, 'viewer'))).not.toContain('id="time"')
  })

  test('is counted by a timer, which another task stops', async () => {
    const { ws, ada, send, pageOf, list } = await desk()
    expect(await pageOf()).toContain('Start a timer')
    expect((await send('start-timer')).status).toBe(303)
    expect(await pageOf()).toContain('on this task')
    const other = await task(ws, (await project(ws)).id)
    const there = `/tasks/${other.key}`
    const page = (await open(`${there}?org=${ws.org.slug}`, ada.headers)).text
    for (const expected of ['A timer runs on WEB-1 since', 'Stop it and start one here'])
      expect(page).toContain(expected)
    await submit(`${there}/start-timer?org=${ws.org.slug}`, {}, ada.headers)
    expect((await list()).map(({ running }: Json) => running).toSorted()).toEqual([false, true])
    expect((await send('stop-timer')).status).toBe(303)
    expect((await list()).filter(({ running }: Json) => running)).toEqual([])
    const late = await send('stop-timer')
    expect([late.status, late.text.includes('No timer is running; start one first.')]).toEqual([409, true])
  })

  test('is rejected with the error beside the field, and keeps what was entered', async () => {
    const { send, list } = await desk()
    for (const [form, problem] of [
      [{ spent: 'long', work_date: '2026-01-15' }, 'Write hours and minutes, such as 1:30, or 90m.'],
      [{ spent: '25', work_date: '2026-01-15' }, 'Must be more than zero and at most 24 hours.'],
      [{ spent: '1', work_date: '2999-01-01' }, 'Must not be in the future.'],
    ] as const) {
      const reply = await send('log-time', form)
      expect([
        reply.status,
        reply.text.includes(problem),
        reply.text.includes(`value="${form.spent}"`),
      ]).toEqual([422, true, true])
    }
    expect((await send('drop')).status).toBe(404)
    expect(await list()).toEqual([])
  })

  test.each([
    ['1:30', 5400],
    ['0:05', 300],
    ['1.5', 5400],
    ['1,5 h', 5400],
    ['90m', 5400],
    ['5 min', 300],
    ['1:60', null],
    ['', null],
    ['-1', null],
  ])('understands %j', (typed, seconds) => {
    expect(secondsOf(typed)).toBe(seconds)
  })
})
