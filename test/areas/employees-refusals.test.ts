import { describe, expect, test } from 'vitest'
import type { Json, Reply } from '../kit/client.ts'
import { dayFrom, fullWeek, hire, office } from '../kit/leave.ts'
import { join, type Workspace, workspace } from '../kit/makers.ts'

const refusal = ({ status, body }: Reply) => [status, body.error.message]
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
  const { id } = (await create({})).body
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
