import { describe, expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
import { client } from '../kit/invoices.ts'
import { join, project, task, workspace } from '../kit/makers.ts'
import { calendar, desk, passTime, policy, targets, weekdays } from '../kit/sla.ts'
import { codedRefusal, conflict, forbidden, invalid } from '../kit/refusals.ts'

const named = ({ items }: Json): [string, number][] =>
  items.map(({ name, position }: Json) => [name, position])

describe('policies', () => {
  test('are ordered without gaps, and new ones are inserted at a position', async () => {
    const ws = await workspace()
    const at = `${ws.base}/sla/policies`
    const [a] = [await policy(ws, { name: 'a' }), await policy(ws, { name: 'b' })]
    await policy(ws, { name: 'c', position: 1 })
    expect(named(await ws.owner.ok('GET', at))).toEqual([
      ['c', 1],
      ['a', 2],
      ['b', 3],
    ])
    await ws.owner.ok('PATCH', `${at}/${a.id}`, { position: 3 })
    expect(named(await ws.owner.ok('GET', at))).toEqual([
      ['c', 1],
      ['b', 2],
      ['a', 3],
    ])
    await ws.owner.ok('PATCH', `${at}/${a.id}`, { position: 1 })
    await ws.owner.ok('DELETE', `${at}/${a.id}`)
    expect(named(await ws.owner.ok('GET', at))).toEqual([
      ['c', 1],
      ['b', 2],
    ])
    expect((await ws.owner.call('GET', `${at}/${a.id}`)).status).toBe(404)
  })

  test('match by project, type, priority, client and tag; the first match counts', async () => {
    const { ws, home, add, sla } = await desk()
    const buyer = await client(ws)
    const foreign = await project(ws)
    await asOwner('update projects set client_id = $2 where id = $1', [foreign.id, buyer.id])
    const filters = {
      project: { project_ids: [home.id], types: ['bug'] },
      priority: { priorities: ['urgent'] },
      client: { client_ids: [buyer.id] },
      tag: { tags: ['vip'] },
    }
    for (const [name, filter] of Object.entries(filters)) await policy(ws, { name, filter, position: 1 })
    const of = async ({ id }: Json) => (await sla(id)).policy.name
    expect(await of(await add())).toBe('Gold')
    expect(await of(await add({ type: 'bug' }))).toBe('project')
    expect(await of(await add({ priority: 'urgent' }))).toBe('priority')
    expect(await of(await add({ priority: 'urgent', type: 'bug' }))).toBe('priority')
    expect(await of(await task(ws, foreign.id, { type: 'bug' }))).toBe('client')
    const tag = await ws.owner.ok('POST', `${ws.base}/tags`, { name: 'VIP' })
    expect(await of(await add({ tag_ids: [tag.id] }))).toBe('tag')
    const later = await add()
    await ws.owner.ok('PUT', `${ws.base}/tasks/${later.id}/tags/${tag.id}`)
    expect(await of(later)).toBe('tag')
    await ws.owner.ok('DELETE', `${ws.base}/tasks/${later.id}/tags/${tag.id}`)
    expect(await of(later)).toBe('Gold')
  })

  test('that change do not affect running clocks, unless they are applied to them', async () => {
    const { ws, gold, add, clock, patch } = await desk()
    const at = `${ws.base}/sla/policies/${gold.id}`
    const { id } = await add()
    await passTime(id, 30)
    await ws.owner.ok('PATCH', at, { name: 'Silver', targets: targets(240) })
    await patch(id, { status: 'in_progress', priority: 'high' })
    expect(await clock(id)).toMatchObject({ target_seconds: 3600, policy: { name: 'Gold' } })
    await ws.owner.ok('PATCH', `${at}?apply_to_open=true`, { warn_percent: 10 })
    const applied = await clock(id)
    expect(applied).toMatchObject({ target_seconds: 14_400, policy: { name: 'Silver' }, state: 'at_risk' })
    expect(Date.parse(applied.due_at) - Date.parse(applied.started_at)).toBe(14_400_000)
    expect((await clock((await add()).id)).target_seconds).toBe(14_400)
  })

  test('that are deleted or turned off start no clocks; existing ones continue, or are cancelled', async () => {
    const { ws, gold, add, clock, patch, sla } = await desk()
    const other = await policy(ws, { name: 'Other', filter: { types: ['bug'] } })
    const [kept, bug] = [await add(), await add({ type: 'bug' })]
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${bug.id}`, { priority: 'high' })
    await ws.owner.ok('DELETE', `${ws.base}/sla/policies/${gold.id}`)
    await patch(kept.id, { priority: 'urgent' })
    expect((await clock(kept.id)).state).toBe('running')
    expect((await sla((await add()).id)).clocks).toEqual([])
    await ws.owner.ok('PATCH', `${ws.base}/sla/policies/${other.id}`, { active: false })
    const bare = await add({ type: 'bug' })
    expect(await sla(bare.id)).toEqual({ task_id: bare.id, source: 'matched', policy: null, clocks: [] })
    await ws.owner.ok('PATCH', `${ws.base}/sla/policies/${other.id}`, { active: true })
    const open = await add({ type: 'bug' })
    await ws.owner.ok('DELETE', `${ws.base}/sla/policies/${other.id}?clocks=cancel`)
    expect((await clock(open.id)).state).toBe('cancelled')
  })

  test('are rejected if they could not work, with a message', async () => {
    const { ws, boss } = await desk()
    const refused = async (draft: object, who = ws.owner) =>
      codedRefusal(
        await who.call('POST', `${ws.base}/sla/policies`, { name: 'P', targets: targets(1), ...draft }),
      )
    const unknownId = '0199c1f0-7d5e-7c3a-9b61-2f8d6a1e4c70'
    expect(await refused({}, boss)).toEqual(forbidden('needs the role admin or above'))
    expect(await refused({ name: 'gold' })).toEqual(conflict('a policy of this name already exists'))
    expect(await refused({ targets: {} })).toEqual(invalid('body.targets: at least one priority'))
    expect(await refused({ targets: { low: { resolution_minutes: 0 } } })).toEqual(
      invalid('body.targets.low.resolution_minutes: must be 1 to 525600'),
    )
    expect(await refused({ targets: { low: { first_response_minutes: 5 } } })).toEqual(
      invalid('body.targets.low.first_response_minutes: only for policies on tickets'),
    )
    for (const warn_percent of [0, 100])
      expect(await refused({ warn_percent })).toEqual(invalid('body.warn_percent: must be 1 to 99'))
    expect(await refused({ pause_statuses: ['todo', 'in_progress'] })).toEqual(
      invalid('body.pause_statuses: leave a status in which clocks run'),
    )
    expect(await refused({ filter: { tags: [] } })).toEqual(
      invalid('body.filter.tags: at least one; leave it out for all'),
    )
    expect(
      await refused({
        filter: { project_ids: [unknownId], client_ids: [unknownId] },
        calendar_id: unknownId,
      }),
    ).toEqual(
      invalid(
        'body.calendar_id: not found; body.filter.client_ids[0]: not found; body.filter.project_ids[0]: not found',
      ),
    )
  })

  test('of another organization are not found, nor are its calendars and projects', async () => {
    const [{ ws }, other] = [await desk(), await desk()]
    const foreign = await calendar(other.ws)
    const refused = await ws.owner.call('POST', `${ws.base}/sla/policies`, {
      name: 'P',
      targets: targets(1),
      filter: { project_ids: [other.home.id] },
      calendar_id: foreign.id,
    })
    expect(codedRefusal(refused)).toEqual(
      invalid('body.calendar_id: not found; body.filter.project_ids[0]: not found'),
    )
    expect((await ws.owner.call('GET', `${ws.base}/sla/policies/${other.gold.id}`)).status).toBe(404)
  })

  test('do not name projects that are hidden from the reader', async () => {
    const { ws, home, boss } = await desk()
    const secret = await project(ws, { visibility: 'private' })
    const { id } = await policy(ws, { filter: { project_ids: [home.id, secret.id] } })
    const read = async (who = boss) =>
      (await who.ok('GET', `${ws.base}/sla/policies/${id}`)).filter.project_ids
    expect([await read(), await read(ws.owner)]).toEqual([[home.id], [home.id, secret.id]])
  })

  test('use the default calendar unless they name another', async () => {
    const ws = await workspace()
    const [defaults, next] = [await calendar(ws, { is_default: true }), await calendar(ws)]
    const created = [
      await policy(ws),
      await policy(ws, { calendar_id: null }),
      await policy(ws, { calendar_id: next.id }),
    ]
    expect(created.map(({ calendar_id }) => calendar_id)).toEqual([defaults.id, null, next.id])
    await ws.owner.ok('PATCH', `${ws.base}/sla/calendars/${next.id}`, { is_default: true })
    expect((await policy(ws)).calendar_id).toBe(next.id)
    const marks = (await ws.owner.ok('GET', `${ws.base}/sla/calendars`)).items.map(
      ({ is_default }: Json) => is_default,
    )
    expect(marks.toSorted()).toEqual([false, true])
  })
})

describe('calendars', () => {
  test('are rejected if their deadlines would never come, or are ambiguous', async () => {
    const ws = await workspace()
    const refused = async (draft: object) =>
      codedRefusal(
        await ws.owner.call('POST', `${ws.base}/sla/calendars`, {
          name: 'C',
          time_zone: 'UTC',
          week: weekdays([540, 1020]),
          ...draft,
        }),
      )
    const never = invalid('body.week: at least one interval of working time; its deadlines would never come')
    expect([await refused({ week: {} }), await refused({ week: { 1: [], 7: [] } })]).toEqual([never, never])
    expect(
      await refused({
        week: {
          1: [
            [540, 700],
            [600, 720],
          ],
        },
      }),
    ).toEqual(invalid('body.week.1: intervals must not overlap'))
    expect(await refused({ week: { 1: [[540, 540]] } })).toEqual(
      invalid('body.week.1: each interval must end after it begins'),
    )
    expect(await refused({ week: { 1: [[540]] } })).toEqual(
      invalid(
        'body.week.1[0]: must be a beginning and an end; body.week.1: each interval must end after it begins',
      ),
    )
    expect(await refused({ week: { 1: [[0, 1441]] } })).toEqual(
      invalid('body.week.1[0][1]: must be 0 to 1440'),
    )
    expect(await refused({ week: { 1: [[0, 60]], 8: [[0, 60]] } })).toEqual(
      invalid('body.week.8: unknown field'),
    )
    expect(await refused({ time_zone: 'Mars/Olympus' })).toEqual(
      invalid('body.time_zone: must be an IANA time zone'),
    )
    expect(await refused({ exceptions: { '2026-02-30': [] } })).toEqual(
      invalid('body.exceptions: each key must be a day as YYYY-MM-DD'),
    )
    expect(await refused({ exceptions: { '2026-02-28': [[60, 30]] } })).toEqual(
      invalid('body.exceptions.2026-02-28: each interval must end after it begins'),
    )
    expect(await refused({ holidays_from_region: 'ES-XX' })).toEqual(
      invalid(
        'body.holidays_from_region: no holidays are known for it; calendar/holiday-regions lists the places',
      ),
    )
    await calendar(ws, { name: 'c' })
    expect(await refused({})).toEqual(conflict('a calendar of this name already exists'))
  })

  test('accept intervals in any order, and store them in order', async () => {
    const ws = await workspace()
    const created = await calendar(ws, {
      week: {
        1: [
          [840, 1020],
          [540, 780],
        ],
      },
      exceptions: { '2026-12-24': [] },
    })
    expect([created.week, created.exceptions]).toEqual([
      {
        1: [
          [540, 780],
          [840, 1020],
        ],
      },
      { '2026-12-24': [] },
    ])
  })

  test('are deleted unless a policy or a clock uses them', async () => {
    const { ws, gold, add } = await desk()
    const used = await calendar(ws)
    await ws.owner.ok('PATCH', `${ws.base}/sla/policies/${gold.id}`, { calendar_id: used.id })
    await add()
    const drop = async () =>
      codedRefusal(await ws.owner.call('DELETE', `${ws.base}/sla/calendars/${used.id}`))
    expect(await drop()).toEqual(conflict('policies follow the calendar: Gold; give them another one first'))
    await ws.owner.ok('PATCH', `${ws.base}/sla/policies/${gold.id}`, { calendar_id: null })
    expect(await drop()).toEqual(
      conflict(
        'clocks have run on the calendar, so it cannot be deleted; rename it, and use another one from now on',
      ),
    )
    const free = await calendar(ws)
    expect((await ws.owner.call('DELETE', `${ws.base}/sla/calendars/${free.id}`)).status).toBe(204)
  })

  test('and policies are readable by members and writable by admins', async () => {
    const { ws, boss } = await desk()
    const viewer = await join(ws, 'viewer')
    for (const path of ['policies', 'calendars', 'clocks', 'report?from=2026-01-01&to=2026-01-31']) {
      expect((await boss.call('GET', `${ws.base}/sla/${path}`)).status).toBe(200)
      expect(codedRefusal(await viewer.call('GET', `${ws.base}/sla/${path}`))).toEqual(
        forbidden('needs the role member or above'),
      )
    }
  })
})
