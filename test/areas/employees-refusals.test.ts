import { describe, expect, test } from 'vitest'
import type { Json } from '../kit/client.ts'
import { dayFrom, fullWeek, hire, office } from '../kit/leave.ts'
import { join, type Workspace, workspace } from '../kit/makers.ts'
import { refusal } from '../kit/refusals.ts'

const at = (ws: Workspace, { id }: Json, action = '') => `${ws.base}/employees/${id}${action}`

describe('an employee', () => {
  test('has no manager who left, no archived department, and numbers that can be read', async () => {
    const ws = await workspace()
    const employee = await hire(ws)
    const left = await hire(ws, { first_name: 'Left', termination_date: '2026-01-31' })
    const { id: department_id } = await ws.owner.ok('POST', `${ws.base}/departments`, { name: 'Old' })
    await ws.owner.ok('PATCH', `${ws.base}/departments/${department_id}`, { archived: true })
    const today = new Date().toISOString().slice(0, 10)
    for (const [body, message] of [
      [{ department_id }, 'body.department_id: archived; choose another'],
      [{ manager_employee_id: left.id }, `body.manager_employee_id: not employed on ${today}`],
      [
        { employee_number: 'no. 7' },
        'body.employee_number: must be letters, digits, dots, hyphens and slashes',
      ],
      [{ national_id: '1-2 3' }, 'body.national_id: at least 4 characters'],
      [{ probation_end: '2019-12-31' }, 'body.probation_end: must not be before hire_date'],
      [
        { iban: 'ES9121000418450200051333' },
        'body.iban: has wrong check digits; look for a mistyped character',
      ],
    ] as [object, string][])
      expect(refusal(await ws.owner.call('PATCH', at(ws, employee), body))).toEqual([422, message])
  })

  test('is not entered with a probation that is over, an address that somebody has, nor half a place', async () => {
    const ws = await workspace()
    await hire(ws, { work_email: 'ada@work.test' })
    const old = await ws.owner.ok('POST', `${ws.base}/departments`, { name: 'Old' })
    await ws.owner.ok('PATCH', `${ws.base}/departments/${old.id}`, { archived: true })
    const region = 'body.holiday_region: not a region of holiday_country; send both'
    for (const [body, status, message] of [
      [{ probation_end: '2025-12-31' }, 422, 'body.probation_end: must not be before hire_date'],
      [{ work_email: 'ADA@work.test' }, 409, 'another employee has this work e-mail address'],
      [{ holiday_country: 'ES', holiday_region: 'BY' }, 422, region],
      [{ holiday_region: 'BY' }, 422, region],
      [{ department_id: old.id }, 422, 'body.department_id: archived; choose another'],
      [{ work_schedule_id: old.id }, 422, 'body.work_schedule_id: not found'],
      [
        { iban: 'ES9121000418450200051333' },
        422,
        'body.iban: has wrong check digits; look for a mistyped character',
      ],
    ] as [object, number, string][])
      expect(
        refusal(
          await ws.owner.call('POST', `${ws.base}/employees`, {
            first_name: 'Eve',
            hire_date: '2026-01-01',
            ...body,
          }),
        ),
      ).toEqual([status, message])
  })

  test('is changed by admins alone, but for what is the own; it is deleted by owners', async () => {
    const { ws, ada, boss, worker, lead } = await office()
    const [admin, manager] = [await join(ws, 'admin'), await join(ws, 'manager')]
    const own = 'needs the role admin or above, unless it is your own'
    for (const who of [boss, manager])
      for (const change of [{ iban: 'ES9121000418450200051332' }, { phone: '1' }])
        expect(refusal(await who.call('PATCH', at(ws, worker), change))).toEqual([403, own])
    expect(refusal(await ada.call('PATCH', at(ws, worker), { iban: null, phone: '1' }))).toEqual([
      403,
      'iban: only admins change it; you may change personal_email, phone, address, emergency_contact',
    ])
    expect((await ada.ok('GET', at(ws, worker))).phone).toBeNull()
    expect(refusal(await boss.call('GET', at(ws, worker, '/compensations')))).toEqual([403, own])
    const end = { termination_date: '2026-12-31' }
    for (const action of ['/terminate', '/rehire', '/compensations'])
      expect(refusal(await boss.call('POST', at(ws, worker, action), end))).toEqual([
        403,
        'needs the role admin or above',
      ])
    expect(refusal(await admin.call('DELETE', at(ws, lead)))).toEqual([403, 'needs the role owner or above'])
    expect(refusal(await ada.call('POST', `${ws.base}/employees`, {}))).toEqual([
      403,
      'needs the role admin or above',
    ])
    for (const user_id of [ws.org.id, ada.id])
      expect(refusal(await ws.owner.call('PATCH', at(ws, lead), { user_id }))).toEqual(
        user_id === ada.id
          ? [409, 'another employee is linked to this account']
          : [422, 'body.user_id: not an active member'],
      )
  })

  test('is not hired later than the first day with time, nor again with a probation that is over', async () => {
    const { ws, ada, worker } = await office({}, { hire_date: '2026-01-01' })
    await ada.ok('POST', `${ws.base}/time-entries`, { work_date: '2026-01-07', duration_seconds: 60 })
    const change = (hire_date: string) => ws.owner.call('PATCH', at(ws, worker), { hire_date })
    expect(refusal(await change('2026-01-08'))).toEqual([
      422,
      'body.hire_date: time was logged before that day',
    ])
    expect((await change('2026-01-07')).body.hire_date).toBe('2026-01-07')
    await ws.owner.ok('POST', at(ws, worker, '/terminate'), { termination_date: dayFrom(-10) })
    const again = { hire_date: dayFrom(-5), probation_end: dayFrom(-6) }
    expect(refusal(await ws.owner.call('POST', at(ws, worker, '/rehire'), again))).toEqual([
      422,
      'body.probation_end: must not be before hire_date',
    ])
  })

  test('is no deputy who is not employed yet, or without an account, or oneself', async () => {
    const ws = await workspace()
    const own = await hire(ws, { user_id: ws.owner.id })
    const [coming, absent] = [
      await hire(ws, { first_name: 'Coming', hire_date: '2099-01-01' }),
      await hire(ws, { first_name: 'Absent' }),
    ]
    for (const [{ id }, why] of [
      [own, 'yourself; name somebody else'],
      [coming, 'not employed today'],
      [absent, 'has no account in the organization; name somebody who does'],
    ] as [Json, string][])
      expect(
        refusal(await ws.owner.call('PUT', `${ws.base}/employees/me/deputy`, { employee_id: id })),
      ).toEqual([422, `body.employee_id: ${why}`])
  })

  test('has a compensation corrected once, for its own day', async () => {
    const ws = await workspace()
    const employee = await hire(ws)
    const pay = (body: object) =>
      ws.owner.call('POST', at(ws, employee, '/compensations'), {
        effective_from: '2026-01-01',
        currency: 'EUR',
        pay_basis: 'monthly',
        amount_minor: 100,
        ...body,
      })
    const { id: replaces } = (await pay({})).body
    expect(refusal(await pay({ replaces, effective_from: '2026-01-02' }))).toEqual([
      422,
      'body.replaces: is effective from 2026-01-01, not from that day',
    ])
    const replies = await Promise.all([1, 2, 3].map((more) => pay({ replaces, amount_minor: 100 + more })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    expect(refusal(await pay({ replaces }))).toEqual([409, 'that compensation was corrected already'])
    expect((await ws.owner.ok('GET', at(ws, employee, '/compensations'))).total).toBe(1)
  })
})

test('a compensation names components that are in use, each once, in a currency, within limits', async () => {
  const ws = await workspace()
  const [employee, other] = [await hire(ws), await hire(ws, { first_name: 'Bob' })]
  const pay = (whose: Json, body: object = {}) =>
    ws.owner.call('POST', at(ws, whose, '/compensations'), {
      effective_from: '2026-02-01',
      currency: 'EUR',
      pay_basis: 'monthly',
      amount_minor: 100,
      ...body,
    })
  const meal = { code: 'meal', name: 'Meal', kind: 'earning', calc: 'fixed', applies_to: 'listed' }
  const { id } = await ws.owner.ok('POST', `${ws.base}/payroll-components`, { ...meal, amount_minor: 1 })
  const none = 'code: no payroll component in use has this code'
  const listed = (...codes: string[]) => ({ components: codes.map((code) => ({ code })) })
  const theirs = (await pay(other)).body
  for (const [body, message] of [
    [listed('meal', 'lunch'), `body.components[1].${none}`],
    [listed('meal', 'Meal'), 'body.components: each code once'],
    [listed(...Array.from({ length: 21 }, (_, n) => `c${n}`)), 'body.components: at most 20'],
    [{ components: [{ code: 'meal', rate: '-1' }] }, 'body.components[0].rate: must not be negative'],
    [{ currency: 'XXQ' }, 'body.currency: unknown currency; send an ISO 4217 code such as EUR'],
    [{ amount_minor: 1.5 }, 'body.amount_minor: must be a whole number of minor units'],
    [{ replaces: theirs.id }, 'body.replaces: not found'],
  ] as [object, string][])
    expect(refusal(await pay(employee, body))).toEqual([422, message])
  expect((await pay(employee, listed('Meal'))).status).toBe(201)
  await ws.owner.ok('DELETE', `${ws.base}/payroll-components/${id}`)
  expect(refusal(await pay(employee, { effective_from: '2026-03-01', ...listed('meal') }))).toEqual([
    422,
    `body.components[0].${none}`,
  ])
})

test('a work schedule has no shift that goes on when the next one begins', async () => {
  const ws = await workspace()
  const night = { weekday: 1, intervals: [[1320, 1860]] }
  const on = (weekday: number, from: number, week = 1) => ({ weekday, week, intervals: [[from, from + 60]] })
  const create = (days: object[], cycle_weeks = 1) =>
    ws.owner.call('POST', `${ws.base}/work-schedules`, { name: `${Math.random()}`, days, cycle_weeks })
  const said = (weekday: number, begins: string) => [
    422,
    `body.days: the shift of weekday ${weekday} goes on until 07:00 of the next day, whose own begins at ${begins}`,
  ]
  expect(refusal(await create([night, on(2, 419)]))).toEqual(said(1, '06:59'))
  expect((await create([night, on(2, 420)])).status).toBe(201)
  const sunday = { ...night, weekday: 7 }
  expect(refusal(await create([sunday, on(1, 360)]))).toEqual(said(7, '06:00'))
  expect((await create([sunday, on(1, 360)], 2)).status).toBe(201)
  expect(refusal(await create([{ ...sunday, week: 2 }, on(1, 360)], 2))).toEqual(said(7, '06:00'))
  const { id } = (await create([night])).body
  const change = { days: [night, on(2, 0)] }
  expect(refusal(await ws.owner.call('PATCH', `${ws.base}/work-schedules/${id}`, change))).toEqual(
    said(1, '00:00'),
  )
})

test('a work schedule refuses what no week has, and stays as long as somebody had it', async () => {
  const ws = await workspace()
  const create = (draft: object) =>
    ws.owner.call('POST', `${ws.base}/work-schedules`, { name: 'Odd', days: fullWeek, ...draft })
  const day = { weekday: 1, intervals: [[540, 1020]] }
  for (const [draft, message] of [
    [{ cycle_weeks: 5 }, 'body.cycle_weeks: must be 1 to 4'],
    [{ days: [{ ...day, week: 5 }] }, 'body.days[0].week: must be 1 to 4'],
    [{ days: [{ ...day, minutes: 479 }] }, 'body.days[0].minutes: follows from the intervals; leave it out'],
    [{ days: [{ ...day, value: 0.3 }] }, 'body.days[0].value: must be 0.5 or 1'],
    [{ days: [{ weekday: 1, minutes: 1441 }] }, 'body.days[0].minutes: must be 1 to 1440'],
    [
      { days: [{ weekday: 1, intervals: [[540, 2881]] }] },
      'body.days[0].intervals[0][1]: must be minutes from 0 to 2880; body.days[0].intervals: at most 1440 minutes a day',
    ],
    [
      { days: [{ weekday: 1, intervals: Array.from({ length: 9 }, (_, n) => [n * 60, n * 60 + 30]) }] },
      'body.days[0].intervals: at most 8 intervals',
    ],
  ] as [object, string][])
    expect(refusal(await create(draft))).toEqual([422, message])
  const long = { weekday: 1, intervals: [[480, 1260]] }
  const week = (week: number, days: number) =>
    Array.from({ length: days }, (_, n) => ({ ...long, week, weekday: n + 1 }))
  const { warnings } = (await create({ cycle_weeks: 2, days: [...week(1, 4), ...week(2, 5)], name: 'Long' }))
    .body
  expect(warnings).toEqual(['week 2 has 65 hours, more than 60'])
  const { id, warnings: none } = (await create({})).body
  expect(none).toEqual([])
  const hours = await Promise.all(
    [2, 3, 4].map((count) =>
      ws.owner.call('PATCH', `${ws.base}/work-schedules/${id}`, {
        days: fullWeek.slice(0, count),
        version: 1,
      }),
    ),
  )
  expect(hours.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect(refusal(hours.find(({ status }) => status === 409)!)).toEqual([
    409,
    'the work schedule was changed meanwhile; look again',
  ])
  const employee = await hire(ws, { work_schedule_id: id })
  await ws.owner.ok('PATCH', at(ws, employee), { work_schedule_id: null })
  expect(refusal(await ws.owner.call('DELETE', `${ws.base}/work-schedules/${id}`))).toEqual([
    409,
    'employees have or had this work schedule; give them another and keep it for the past',
  ])
  const unused = (await create({ name: 'Unused' })).body
  expect((await ws.owner.call('DELETE', `${ws.base}/work-schedules/${unused.id}`)).status).toBe(204)
  expect((await (await join(ws, 'manager')).call('POST', `${ws.base}/work-schedules`, {})).status).toBe(403)
})

test('an employee is changed once by changes of the same version at the same moment, by an admin or the person', async () => {
  const { ws, ada, worker } = await office()
  for (const [who, field, values] of [
    [ws.owner, 'job_title', ['Analyst', 'Lead', 'Head']],
    [ada, 'phone', ['+34 600 000 001', '+34 600 000 002', '+34 600 000 003']],
  ] as const) {
    const { version } = await who.ok('GET', at(ws, worker))
    const replies = await Promise.all(
      values.map((value) => who.call('PATCH', at(ws, worker), { [field]: value, version })),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(refusal(replies.find(({ status }) => status === 409)!)).toEqual([
      409,
      'the employee was changed meanwhile; look again',
    ])
  }
})
