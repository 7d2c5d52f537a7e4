import { describe, expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
import { actions, join, project } from '../kit/makers.ts'
import { calendar, desk, kinds, passTime, policy, runDueClocks, targets } from '../kit/sla.ts'
import { codedRefusal, conflict, invalid } from '../kit/refusals.ts'

const minutes = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 60_000)

describe('the clock of a task', () => {
  test('runs from its creation, and is met when it is done in time', async () => {
    const { add, clock, patch } = await desk()
    const { id, created_at } = await add()
    const started = await clock(id)
    expect(started).toMatchObject({
      metric: 'resolution',
      subject_type: 'task',
      state: 'running',
      target_seconds: 3600,
      started_at: created_at,
      percent: 0,
      policy: { name: 'Gold' },
    })
    expect(minutes(created_at, started.due_at)).toBe(60)
    await passTime(id, 15)
    const later = await clock(id)
    expect(later.percent).toBe(25)
    expect(later.elapsed_seconds + later.remaining_seconds).toBe(3600)
    expect(Math.abs(later.elapsed_seconds - 900)).toBeLessThanOrEqual(30)
    await patch(id, { status: 'in_progress' })
    await patch(id, { status: 'done' })
    const ended = await clock(id)
    expect([ended.state, ended.due_at, kinds(ended)]).toEqual(['met', null, ['started', 'met']])
    expect(Math.abs(ended.elapsed_seconds - 900)).toBeLessThanOrEqual(30)
  })

  test('is at risk, then breached even before a job runs, and missed when it ends late', async () => {
    const { add, clock, patch } = await desk({ warn_percent: 50 })
    const { id } = await add()
    await passTime(id, 31)
    expect((await clock(id)).state).toBe('at_risk')
    await passTime(id, 30)
    expect(await clock(id)).toMatchObject({ state: 'breached', breached_at: null })
    await patch(id, { status: 'done' })
    const ended = await clock(id)
    expect([ended.state, kinds(ended)]).toEqual(['missed', ['started', 'breached', 'missed']])
    expect(ended.breached_at).not.toBeNull()
    expect(ended.remaining_seconds).toBeLessThan(0)
  })

  test('is cancelled with the task, and continues with its consumed time when the task is reopened', async () => {
    const { add, clock, patch } = await desk()
    const { id } = await add()
    await passTime(id, 20)
    await patch(id, { status: 'cancelled' })
    expect((await clock(id)).state).toBe('cancelled')
    await passTime(id, 500)
    await patch(id, { status: 'todo' })
    const reopenedClock = await clock(id)
    expect([reopenedClock.state, kinds(reopenedClock)]).toEqual([
      'running',
      ['started', 'cancelled', 'resumed'],
    ])
    expect(Math.abs(reopenedClock.elapsed_seconds - 1200)).toBeLessThanOrEqual(30)
    await patch(id, { status: 'done' })
    await patch(id, { status: 'in_progress' })
    expect(kinds(await clock(id)).slice(3)).toEqual(['met', 'resumed'])
  })

  test('ends with a task in the trash, and continues when that is restored', async () => {
    const { ws, add, clock } = await desk()
    const { id } = await add()
    await ws.owner.ok('DELETE', `${ws.base}/tasks/${id}`)
    expect((await asOwner(`select state from sla_clocks where task_id = $1`, [id]))[0].state).toBe(
      'cancelled',
    )
    await ws.owner.ok('POST', `${ws.base}/tasks/${id}/restore`)
    expect((await clock(id)).state).toBe('running')
  })

  test('pauses in certain statuses; its deadline moves by the working time of the pause', async () => {
    const { add, clock, patch } = await desk({ pause_statuses: ['todo'] })
    const { id } = await add()
    const paused = await clock(id)
    expect(paused).toMatchObject({ state: 'paused', due_at: null, elapsed_seconds: 0, pause_reason: null })
    expect(minutes(new Date().toISOString(), paused.due_at_if_resumed)).toBe(60)
    await passTime(id, 300)
    expect((await clock(id)).elapsed_seconds).toBe(0)
    await patch(id, { status: 'in_progress' })
    const running = await clock(id)
    expect(running.state).toBe('running')
    expect(minutes(new Date().toISOString(), running.due_at)).toBe(60)
    expect(kinds(running)).toEqual(['started', 'paused', 'resumed'])
  })

  test('gets another target with another priority, and keeps its start and consumed time', async () => {
    const { add, clock, patch } = await desk({
      targets: { medium: { resolution_minutes: 60 }, urgent: { resolution_minutes: 10 } },
    })
    const { id } = await add()
    await passTime(id, 20)
    await patch(id, { priority: 'urgent' })
    const urgent = await clock(id)
    expect([urgent.state, urgent.target_seconds]).toEqual(['breached', 600])
    // The job runs after the response, as the new target is over.
    expect(urgent.events).toMatchObject([
      { kind: 'breached' },
      { kind: 'target_changed', data: { from: 3600, to: 600 } },
      { kind: 'started' },
    ])
    expect(minutes(urgent.started_at, urgent.due_at)).toBe(10)
    await patch(id, { priority: 'low' })
    expect((await clock(id)).state).toBe('cancelled')
    await patch(id, { priority: 'medium' })
    expect((await clock(id)).state).toBe('running')
  })

  test('moves with every task of a bulk change', async () => {
    const { ws, add, clock } = await desk()
    const [a, b] = [await add(), await add()]
    await ws.owner.ok('POST', `${ws.base}/tasks/bulk`, { task_ids: [a.id, b.id], patch: { status: 'done' } })
    expect([(await clock(a.id)).state, (await clock(b.id)).state]).toEqual(['met', 'met'])
  })
})

describe('a manual pause', () => {
  test('requires a reason, is shown, outlasts changes of status, and ends when it is resumed', async () => {
    const { ws, boss, add, clock, patch, sla } = await desk()
    const { id } = await add()
    const at = `${ws.base}/tasks/${id}/sla`
    expect(codedRefusal(await boss.call('POST', `${at}/pause`, {}))).toEqual(invalid('body.reason: required'))
    await passTime(id, 30)
    await boss.ok('POST', `${at}/pause`, { reason: 'Waiting for the printer' })
    expect(codedRefusal(await boss.call('POST', `${at}/pause`, { reason: 'Twice' }))).toEqual(
      conflict('the clock is paused already, by hand; resume it first to give another reason'),
    )
    await patch(id, { status: 'in_progress' })
    const paused = await clock(id)
    expect(paused).toMatchObject({ state: 'paused', pause_reason: 'Waiting for the printer', due_at: null })
    expect(paused.events[0]).toMatchObject({
      kind: 'paused',
      actor: { user_id: boss.id },
      data: { reason: 'Waiting for the printer', by_hand: true },
    })
    await boss.ok('POST', `${at}/resume`)
    const { clocks } = await sla(id)
    expect(minutes(new Date().toISOString(), clocks[0].due_at)).toBe(30)
    expect(codedRefusal(await boss.call('POST', `${at}/resume`))).toEqual(
      conflict('the clock is running; only one that is paused can be resumed'),
    )
    expect((await actions(ws)).slice(-3)).toEqual(['task.sla_paused', 'task.updated', 'task.sla_resumed'])
  })

  test('is for running clocks; a status that pauses cannot be resumed manually', async () => {
    const { ws, boss, add, patch } = await desk({ pause_statuses: ['todo'] })
    const { id } = await add()
    const at = `${ws.base}/tasks/${id}/sla`
    expect(codedRefusal(await boss.call('POST', `${at}/resume`))).toEqual(
      conflict('the status todo pauses the clock; change the status of the task'),
    )
    expect(codedRefusal(await boss.call('POST', `${at}/pause`, { reason: 'x' }))).toEqual(
      conflict('the clock is paused already, by the status of the task'),
    )
    await patch(id, { status: 'done' })
    for (const [action, body] of [['pause', { reason: 'x' }], ['resume']] as const)
      expect(codedRefusal(await boss.call('POST', `${at}/${action}`, body))).toEqual(
        conflict('no clock runs for the task; give it a policy first'),
      )
  })

  test('by two concurrently is one pause', async () => {
    const { ws, boss, add, clock } = await desk()
    const { id } = await add()
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => boss.call('POST', `${ws.base}/tasks/${id}/sla/pause`, { reason: 'x' })),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
    expect(kinds(await clock(id))).toEqual(['started', 'paused'])
  })
})

describe('a manual choice', () => {
  test('overrides the filters, until the choice is automatic again', async () => {
    const { ws, boss, gold, add, sla } = await desk()
    const slow = await policy(ws, { name: 'Slow', targets: targets(600), filter: { tags: ['slow'] } })
    const { id } = await add()
    const set = (body: object): Promise<Json> => boss.ok('PUT', `${ws.base}/tasks/${id}/sla`, body)
    const chosen = await set({ policy_id: slow.id })
    expect(chosen).toMatchObject({ source: 'by_hand', policy: { id: slow.id, name: 'Slow' } })
    expect(chosen.clocks).toMatchObject([{ state: 'running', target_seconds: 36_000 }])
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${id}`, { priority: 'high' })
    expect((await sla(id)).policy.id).toBe(slow.id)
    expect(await set({ policy_id: null })).toMatchObject({
      source: 'by_hand',
      policy: null,
      clocks: [{ state: 'cancelled' }],
    })
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${id}`, { priority: 'low' })
    expect((await sla(id)).clocks[0].state).toBe('cancelled')
    expect(await set({ automatic: true })).toMatchObject({
      source: 'matched',
      policy: { id: gold.id },
      clocks: [{ state: 'running' }],
    })
  })

  test('requires an existing policy with a target for the task', async () => {
    const { ws, boss, add } = await desk()
    const partial = await policy(ws, { targets: { urgent: { resolution_minutes: 5 } } })
    const { id } = await add({ priority: 'low' })
    const refused = async (body: object) =>
      codedRefusal(await boss.call('PUT', `${ws.base}/tasks/${id}/sla`, body))
    expect(await refused({ policy_id: id })).toEqual(invalid('body.policy_id: not found'))
    expect(await refused({ policy_id: partial.id })).toEqual(
      invalid(
        'body.policy_id: the policy has no target for the priority low; add one, or choose another policy',
      ),
    )
    const either = invalid('body.policy_id: either policy_id or automatic is required')
    expect([await refused({}), await refused({ policy_id: null, automatic: true })]).toEqual([either, either])
    const other = await desk()
    expect(await refused({ policy_id: other.gold.id })).toEqual(invalid('body.policy_id: not found'))
  })
})

describe('warnings and breaches', () => {
  test('are recorded once, notify the assignee, and are scheduled again for another deadline', async () => {
    const { ws, add, clock, patch } = await desk()
    const ada = await join(ws, 'member', 'Ada')
    const { id } = await add()
    await patch(id, { assignee_id: ada.id })
    const noticesOf = async (): Promise<Json[]> =>
      (await ada.ok('GET', `${ws.base}/notifications?reason=system`)).items
    await passTime(id, 50)
    for (let n = 0; n < 3; n++) await runDueClocks(ws)
    expect(kinds(await clock(id))).toEqual(['started', 'warned'])
    await passTime(id, 30)
    for (let n = 0; n < 3; n++) await runDueClocks(ws)
    const late = await clock(id)
    expect([late.state, kinds(late)]).toEqual(['breached', ['started', 'warned', 'breached']])
    expect(late.breached_at).toBe(late.due_at)
    const notices = await noticesOf()
    expect(notices.map(({ snippet }) => snippet.slice(0, 18))).toEqual([
      'It was to be done ',
      'It is to be done b',
    ])
    await ws.owner.ok('PATCH', `${ws.base}/sla/policies/${late.policy.id}?apply_to_open=true`, {
      targets: targets(120),
    })
    expect(await clock(id)).toMatchObject({ state: 'running', breached_at: null, target_seconds: 7200 })
    await passTime(id, 60)
    await runDueClocks(ws)
    expect(kinds(await clock(id)).slice(3)).toEqual(['target_changed', 'breached'])
    await patch(id, { status: 'done' })
    await runDueClocks(ws)
    expect(kinds(await clock(id)).at(-1)).toBe('missed')
  })

  test('do not notify people who cannot open the project, and nobody of a done task', async () => {
    const { ws, add, patch } = await desk()
    const secret = await project(ws, { visibility: 'private' })
    const ada = await join(ws, 'member', 'Ada')
    const hidden = await ws.owner.ok('POST', `${ws.base}/projects/${secret.id}/tasks`, { title: 'Secret' })
    await asOwner('update tasks set assignee_id = $2 where id = $1', [hidden.id, ada.id])
    const done = await add()
    await patch(done.id, { assignee_id: ada.id })
    await passTime(hidden.id, 70)
    await passTime(done.id, 70)
    await patch(done.id, { status: 'done' })
    await runDueClocks(ws)
    expect((await ada.ok('GET', `${ws.base}/notifications?reason=system`)).items).toEqual([])
  })

  test('are due in the outbox at the time of the warning, without polling', async () => {
    const { ws, add, clock } = await desk()
    const { id } = await add()
    const { started_at } = await clock(id)
    const jobs = () =>
      asOwner(`select available_at from outbox where org_id = $1 and topic = 'sla' and done_at is null`, [
        ws.org.id,
      ])
    const [job, ...others] = await jobs()
    expect([minutes(started_at, job.available_at.toISOString()), others]).toEqual([48, []])
    await add()
    expect(await jobs()).toHaveLength(1)
  })
})

describe('a calendar that changes', () => {
  test('moves the deadlines of the clocks that run on it', async () => {
    const { ws, clock, add, gold } = await desk()
    const hours = await calendar(ws, { week: { 1: [[0, 1440]] } })
    await ws.owner.ok('PATCH', `${ws.base}/sla/policies/${gold.id}`, { calendar_id: hours.id })
    const { id } = await add()
    const before = await clock(id)
    await ws.owner.ok('PATCH', `${ws.base}/sla/calendars/${hours.id}`, {
      week: Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((day) => [day, [[0, 1440]]])),
    })
    const after = await clock(id)
    expect(minutes(after.started_at, after.due_at)).toBe(60)
    expect(Date.parse(before.due_at)).toBeGreaterThanOrEqual(Date.parse(after.due_at))
    expect(kinds(after)).toEqual(['started'])
  })
})
