import { describe, expect, test } from 'vitest'
import { asOwner, type Caller, type Json } from '../kit/client.ts'
import { allocate, workforcePath, capacity, lead, plan } from '../kit/capacity.ts'
import { asked, hire } from '../kit/leave.ts'
import { join, project, task, workspace } from '../kit/makers.ts'
import { codedRefusal } from '../kit/refusals.ts'

describe('capacity', () => {
  test('is the schedule less holidays and leave, of which half a day counts half', async () => {
    const own = await plan({}, {})
    await asked(own, own.ada, { start_date: '2026-12-11', half: 'pm' })
    const waiting = await own.bucket('2026-12-07', '2026-12-13')
    expect(waiting).toMatchObject({ contracted: 2400, holidays: 480, leave: 0, available: 1920 })
    const { items } = await own.boss.ok('GET', `${own.ws.base}/leave-requests`)
    await own.boss.ok('POST', `${own.ws.base}/leave-requests/${items[0].id}/approve`)
    await allocate(own.ws, own.boss, own.on())
    expect(await own.bucket('2026-12-07', '2026-12-13')).toEqual({
      from: '2026-12-07',
      to: '2026-12-13',
      contracted: 2400,
      holidays: 480,
      leave: 240,
      not_available: 720,
      available: 1680,
      allocated: 1200,
      tentative: 0,
      assigned: 0,
      logged: 0,
      utilisation: 71.4,
      free: 480,
      over: 0,
    })
  })

  test('knows the place of the person and half holidays', async () => {
    const own = await plan()
    await own.ws.owner.ok('POST', `${own.ws.base}/calendar/holidays/overrides`, {
      date: '2026-12-24',
      kind: 'add',
      name: 'Eve',
      half_day: true,
    })
    expect(await own.bucket('2026-12-21', '2026-12-27')).toMatchObject({ contracted: 2400, holidays: 720 })
    await own.ws.owner.ok('PATCH', `${own.ws.base}/employees/${own.worker.id}`, {
      holiday_country: 'DE',
      holiday_region: 'BY',
      effective_from: '2026-12-01',
    })
    expect(await own.bucket('2026-12-07', '2026-12-13')).toMatchObject({ holidays: 0, available: 2400 })
  })

  test('counts days of the employment, and shares the minutes of a week out to its working days', async () => {
    const own = await plan({ hire_date: '2026-11-25' })
    const draft = own.on({ from: '2026-11-25', percent: null, minutes_per_week: 1000 })
    await allocate(own.ws, own.boss, draft)
    expect(await own.bucket('2026-11-23', '2026-11-29')).toMatchObject({ contracted: 1440, allocated: 600 })
    const month = await own.bucket('2026-11-01', '2026-11-30', 'month')
    expect(month).toMatchObject({ from: '2026-11-01', to: '2026-11-30', contracted: 1920, allocated: 800 })
    const { status, body } = await own.ws.owner.call(
      'POST',
      `${own.ws.base}/employees/${own.worker.id}/terminate`,
      { termination_date: '2026-12-03' },
    )
    expect([status, body]).toMatchObject([200, {}])
    expect(await own.bucket('2026-11-30', '2026-12-06')).toMatchObject({ contracted: 1920, allocated: 800 })
    const { items } = await own.boss.ok('GET', workforcePath(own.ws, '/allocations'))
    expect(items).toMatchObject([{ from: '2026-11-25', to: '2026-12-03', minutes_per_week: 1000 }])
    const after = await capacity(own.ws, own.boss, 'from=2026-12-07&to=2026-12-13')
    expect(after.items.map(({ employee }: Json) => employee.name)).toEqual(['Grace'])
  })

  test('has no utilisation where nothing is available, and says what is too much', async () => {
    const own = await plan()
    await own.ws.owner.ok('POST', `${own.ws.base}/leave-requests`, {
      leave_type_id: own.vacation.id,
      employee_id: own.worker.id,
      start_date: '2026-12-14',
      end_date: '2026-12-18',
    })
    await allocate(own.ws, own.boss, own.on({ percent: 100, status: 'tentative' }))
    expect(await own.bucket('2026-12-14', '2026-12-20')).toMatchObject({
      contracted: 2400,
      leave: 2400,
      available: 0,
      allocated: 2400,
      tentative: 2400,
      utilisation: null,
      free: 0,
      over: 2400,
    })
  })

  test('names the same assigned and logged time as workload and time entries', async () => {
    const own = await plan()
    const week = 'from=2026-11-02&to=2026-11-08'
    for (const days of [
      { due_date: '2026-11-05' },
      { start_date: '2026-11-05', due_date: '2026-11-10' },
      { due_date: '2026-11-09' },
    ]) {
      const { id } = await task(own.ws, own.web.id, { estimate_minutes: 600, ...days })
      await own.ws.owner.ok('PATCH', `${own.ws.base}/tasks/${id}`, { assignee_id: own.ada.id })
    }
    await own.ada.ok('POST', `${own.ws.base}/time-entries`, {
      work_date: '2026-11-02',
      duration_seconds: 5400,
    })
    const { people } = await own.boss.ok('GET', `${own.ws.base}/dashboard/workload?${week}&unit=minutes`)
    const load = people.find(({ person }: Json) => person.user_id === own.ada.id)
    expect(load).toMatchObject({ planned: 900, capacity: 2400 })
    expect(await own.bucket('2026-11-02', '2026-11-08')).toMatchObject({
      available: 2400,
      assigned: 900,
      logged: 90,
    })
  })

  test('of a part-time schedule is what it says, and members without a record work eight hours a day', async () => {
    const own = await plan()
    const three = [1, 2, 3].map((weekday) => ({ weekday, intervals: [[540, 840]] }))
    const part = await own.ws.owner.ok('POST', `${own.ws.base}/work-schedules`, { name: 'Part', days: three })
    await own.ws.owner.ok('PATCH', `${own.ws.base}/employees/${own.worker.id}`, {
      work_schedule_id: part.id,
      effective_from: '2026-01-01',
    })
    expect(await own.bucket('2026-12-14', '2026-12-20')).toMatchObject({ contracted: 900 })
    const query = 'from=2026-12-14&to=2026-12-20&unit=minutes'
    const { people } = await own.boss.ok('GET', `${own.ws.base}/dashboard/workload?${query}`)
    const of = (id: string) => people.find(({ person }: Json) => person.user_id === id).capacity
    expect([of(own.ada.id), of(own.boss.id), of(own.ws.owner.id)]).toEqual([900, 2400, 2400])
  })

  test('is that of the team, and of others on a project that one leads without the reasons', async () => {
    const own = await plan()
    const [pm, stranger] = [await join(own.ws, 'manager', 'Pam'), await join(own.ws, 'member', 'Sam')]
    await hire(own.ws, { first_name: 'Sam', user_id: stranger.id })
    const query = 'from=2026-12-07&to=2026-12-13'
    const names = async (who: Caller) =>
      (await capacity(own.ws, who, query)).items.map(({ employee }: Json) => employee.name)
    expect(await names(own.ws.owner)).toEqual(['Ada', 'Grace', 'Sam'])
    expect(await names(own.boss)).toEqual(['Ada', 'Grace'])
    await lead(own.ws, own.web.id, pm)
    expect(await names(pm)).toEqual([])
    await own.ws.owner.ok('POST', `${own.ws.base}/leave-requests`, {
      leave_type_id: own.vacation.id,
      employee_id: own.worker.id,
      start_date: '2026-12-09',
    })
    const { body } = await allocate(own.ws, own.boss, own.on())
    const seen = await capacity(own.ws, pm, query)
    expect(seen.items.map(({ employee, buckets }: Json) => [employee.name, buckets[0]])).toMatchObject([
      ['Ada', { holidays: null, leave: null, not_available: 960, available: 1440, free: 240, over: 0 }],
    ])
    expect((await pm.ok('GET', workforcePath(own.ws, '/allocations'))).total).toBe(1)
    for (const [method, sent] of [['PATCH', { percent: 60 }], ['DELETE']] as const)
      expect(
        codedRefusal(await pm.call(method, workforcePath(own.ws, `/allocations/${body.id}`), sent)),
      ).toEqual([403, 'forbidden', 'you allocate people of your team; an admin allocates others'])
    const reconciled = await pm.ok('GET', workforcePath(own.ws, `/reconciliation?${query}`))
    expect(reconciled.items).toEqual([])
    expect((await own.ada.call('GET', workforcePath(own.ws, `/capacity?${query}`))).status).toBe(403)
  })

  test('counts what is planned for hidden projects without naming them', async () => {
    const own = await plan()
    const hidden = await project(own.ws, { visibility: 'private' })
    await allocate(own.ws, own.ws.owner, own.on({ project_id: hidden.id }))
    expect(await own.bucket('2026-12-14', '2026-12-20')).toMatchObject({ allocated: 1200 })
    expect((await own.boss.ok('GET', workforcePath(own.ws, '/allocations'))).items).toEqual([])
  })
})

describe('allocations', () => {
  test('tell the weeks in which too much is planned', async () => {
    const own = await plan()
    await allocate(own.ws, own.boss, own.on({ percent: 60, to: '2026-12-06' }))
    const second = await allocate(
      own.ws,
      own.boss,
      own.on({ percent: 60, from: '2026-11-30', to: '2026-12-18' }),
    )
    expect(second.status).toBe(201)
    expect(second.body.over_allocated_weeks).toEqual([
      { week: '2026-11-30', available: 2400, allocated: 2880, over: 480 },
    ])
    const changed = await own.boss.ok('PATCH', workforcePath(own.ws, `/allocations/${second.body.id}`), {
      minutes_per_week: 2000,
    })
    expect(changed).toMatchObject({ percent: null, minutes_per_week: 2000, version: 2 })
    expect(changed.over_allocated_weeks).toEqual([
      { week: '2026-11-30', available: 2400, allocated: 3440, over: 1040 },
      { week: '2026-12-07', available: 1920, allocated: 2000, over: 80 },
    ])
    const stale = { percent: 10, version: 1 }
    expect(
      (await own.boss.call('PATCH', workforcePath(own.ws, `/allocations/${second.body.id}`), stale)).status,
    ).toBe(409)
    const ends = await Promise.all(
      [14, 15, 16].map((day) =>
        own.boss.call('PATCH', workforcePath(own.ws, `/allocations/${second.body.id}`), {
          to: `2026-12-${day}`,
          version: changed.version,
        }),
      ),
    )
    expect(ends.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    await own.boss.ok('DELETE', workforcePath(own.ws, `/allocations/${second.body.id}`))
    expect((await own.boss.ok('GET', workforcePath(own.ws, '/allocations'))).total).toBe(1)
  })

  test('are refused with what does not fit', async () => {
    const own = await plan({ hire_date: '2026-11-25' })
    const archived = await project(own.ws)
    await asOwner('update projects set archived_at = now() where id = $1', [archived.id])
    const nobody = '0193a5c0-0000-7000-8000-000000000001'
    const cases: [object, string][] = [
      [{ employee_id: nobody }, 'body.employee_id: not found'],
      [{ project_id: nobody }, 'body.project_id: not found'],
      [{ project_id: archived.id, from: '2026-11-25' }, 'body.project_id: archived; restore it first'],
      [{ from: '2026-11-24' }, 'body.from: not employed on that day'],
      [{ to: '2026-11-01' }, 'body.to: must not be before from'],
      [{ minutes_per_week: 60 }, 'body.percent: send it, or minutes_per_week'],
      [{ percent: null }, 'body.percent: send it, or minutes_per_week'],
      [{ percent: 201 }, 'body.percent: must be 1 to 200'],
    ]
    for (const [draft, message] of cases)
      expect(codedRefusal(await allocate(own.ws, own.boss, own.on(draft)))).toEqual([
        422,
        'validation_error',
        message,
      ])
    const other = await hire(own.ws, { first_name: 'Sam' })
    expect(codedRefusal(await allocate(own.ws, own.boss, own.on({ employee_id: other.id })))).toEqual([
      403,
      'forbidden',
      'you allocate people of your team; an admin allocates others',
    ])
    await own.ws.owner.ok('POST', `${own.ws.base}/employees/${own.worker.id}/terminate`, {
      termination_date: '2026-12-31',
    })
    const late = own.on({ from: '2026-12-01', to: '2027-01-15' })
    expect(codedRefusal(await allocate(own.ws, own.boss, late))).toEqual([
      422,
      'validation_error',
      'body.to: the employment ends on 2026-12-31',
    ])
    const open = await allocate(own.ws, own.boss, own.on({ from: '2026-12-01' }))
    expect(open.body.to).toBe('2026-12-31')
    const change = (body: object) =>
      own.boss.call('PATCH', workforcePath(own.ws, `/allocations/${open.body.id}`), body)
    const one = 'body.percent: send it, or minutes_per_week'
    for (const [body, message] of [
      [{ percent: 5, minutes_per_week: 5 }, one],
      [{ percent: null }, one],
      [{ minutes_per_week: 0 }, 'body.minutes_per_week: must be 1 to 10080'],
      [{ to: '2026-11-01' }, 'body.to: must not be before from'],
      [{ from: '2026-11-24' }, 'body.from: not employed on that day'],
      [{ project_id: nobody }, 'body.project_id: not found'],
    ] as [object, string][])
      expect(codedRefusal(await change(body))).toEqual([422, 'validation_error', message])
    expect(codedRefusal(await allocate(own.ws, own.ada, own.on()))).toEqual([
      403,
      'forbidden',
      'needs the role manager or above',
    ])
    const none = await own.boss.call('DELETE', workforcePath(own.ws, `/allocations/${nobody}`))
    expect(codedRefusal(none)).toEqual([404, 'not_found', 'allocation not found'])
    const gone = await own.boss.call('PATCH', workforcePath(own.ws, `/allocations/${nobody}`), {
      percent: 10,
    })
    expect(codedRefusal(gone)).toEqual([404, 'not_found', 'allocation not found'])
  })
})

test('five hundred people and thirteen weeks are one round trip', async () => {
  const ws = await workspace()
  await asOwner(
    `with hired as (insert into employees (org_id, employee_number, first_name, created_by)
        select $1, n::text, 'Person ' || n, $2 from generate_series(1, 500) n returning id),
      employed as (insert into employments (org_id, employee_id, valid, employment_type)
        select $1, h.id, '[2026-01-01,)', 'full_time' from hired h),
      planned as (insert into projects (org_id, key, name, created_by) values ($1, 'WEB', 'Web', $2) returning id)
    insert into capacity_allocations (org_id, employee_id, project_id, valid, percent, created_by)
      select $1, h.id, p.id, '[2026-06-01,)', 50, $2 from hired h, planned p`,
    [ws.org.id, ws.owner.id],
  )
  const began = performance.now()
  const path = workforcePath(ws, '/capacity?from=2026-09-07&to=2026-12-06&limit=500')
  const { body, status, roundTrips } = await ws.owner.call('GET', path)
  const took = performance.now() - began
  expect([status, roundTrips, body.items.length, body.items[0].buckets.length]).toEqual([200, 1, 500, 13])
  expect(body.items[7]).toMatchObject({ available: 13 * 2400, allocated: 13 * 1200, free: 13 * 1200 })
  expect(took).toBeLessThan(6000)
}, 30_000)

test('reports are of days in order, and of so many that they fit', async () => {
  const { ws, boss } = await plan()
  for (const [path, message, who = boss] of [
    ['/capacity?from=2026-02-01&to=2026-01-01', 'query.to: must not be before from'],
    ['/capacity?from=2026-01-01&to=2027-02-05', 'query.to: at most 400 days from the first'],
    ['/reconciliation?from=2026-02-01&to=2026-01-01', 'query.to: must not be before from'],
    ['/reconciliation?from=2026-01-01&to=2026-04-03', 'query.to: at most 92 days from the first'],
    ['/reconciliation?from=2026-01-01&to=2026-02-01&tolerance=481', 'query.tolerance: must be 0 to 480'],
    ['/report?from=2025-01-01&to=2026-01-02', 'query.to: at most 366 days from the first', ws.owner],
    ['/allocations?from=2026-02-01&to=2026-01-01', 'query.to: must not be before from'],
  ] as [string, string, Caller?][])
    expect(codedRefusal(await who.call('GET', workforcePath(ws, path)))).toEqual([
      422,
      'validation_error',
      message,
    ])
})
