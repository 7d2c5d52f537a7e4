import { beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '../kit/client.ts'
import { hire, makeType } from '../kit/leave.ts'
import { join, type Workspace } from '../kit/makers.ts'
import { compensate, employer, paidRun } from '../kit/payroll.ts'
import { refusal } from '../kit/refusals.ts'

const half = 'from=2026-01-01&to=2026-06-30'
let ws: Workspace
let bob: Json
let lab: Json
const report = async (): Promise<Json[]> =>
  (await ws.owner.ok('GET', `${ws.base}/workforce/report?${half}`)).items

/** Ada moves from the lab to the works in April; Bob stays; Cy is there from March to May. Dee is in no department. */
beforeAll(async () => {
  ws = await employer()
  lab = await ws.owner.ok('POST', `${ws.base}/departments`, { name: 'Lab' })
  const works = await ws.owner.ok('POST', `${ws.base}/departments`, { name: 'Works' })
  const inLab = { department_id: lab.id }
  const ada = await hire(ws, inLab)
  bob = await hire(ws, { first_name: 'Bob', ...inLab })
  const cy = { first_name: 'Cy', hire_date: '2026-03-01', termination_date: '2026-05-31' }
  await hire(ws, { ...cy, ...inLab })
  await hire(ws, { first_name: 'Dee' })
  await ws.owner.ok('PATCH', `${ws.base}/employees/${ada.id}`, {
    department_id: works.id,
    effective_from: '2026-04-01',
  })
})

describe('the figures of people', () => {
  test('count for the department of each day: who was there, came and left', async () => {
    const [first, works, none, ...more] = await report()
    expect(more).toEqual([])
    // 90 days of Ada, 181 of Bob and 92 of Cy, of 181.
    expect(first).toMatchObject({
      department: { name: 'Lab' },
      people: 3,
      average: 2.01,
      joined: 1,
      left: 1,
      turnover_percent: 49.8,
    })
    expect(works).toMatchObject({
      department: { name: 'Works' },
      people: 1,
      average: 0.5,
      joined: 0,
      left: 0,
    })
    expect(none).toMatchObject({ department: null, people: 1, average: 1, turnover_percent: 0 })
  })

  test('tell absence and overtime of approved leave and weeks, and no absence of fewer than three people', async () => {
    const vacation = await makeType(ws, { requires_approval: false })
    const leave = (employee: Json, start_date: string, end_date: string) =>
      ws.owner.ok('POST', `${ws.base}/leave-requests`, {
        leave_type_id: vacation.id,
        employee_id: employee.id,
        start_date,
        end_date,
      })
    await leave(bob, '2026-02-02', '2026-02-06')
    const week = `${ws.base}/timesheets/${bob.id}/2026-02-09`
    await ws.owner.ok('POST', `${week}/submit`, { empty: true })
    await ws.owner.ok('POST', `${week}/approve`, {})
    const [first, works] = await report()
    // 62 days of Ada, 125 of Bob and 63 of Cy were to be worked.
    expect(first).toMatchObject({ absence_percent: 2, overtime_minutes: -2400, leave_days: '17' })
    expect(works).toMatchObject({ absence_percent: null, overtime_minutes: 0, leave_days: '22' })
  })

  test('value the leave that is left by the pay of the day, and cost what payslips cost, as a table too', async () => {
    await compensate(ws, bob)
    await paidRun(ws, { period_start: '2026-06-01', pay_date: '2026-06-30', department_id: lab.id })
    const [first, works] = await report()
    // 17 · 30 000.00 / (52 · 5)
    expect(first!.leave_values).toEqual([{ currency: 'EUR', amount_minor: 196_154 }])
    expect(first!.costs).toEqual([{ currency: 'EUR', amount_minor: 250_000 }])
    expect([works!.leave_values, works!.costs]).toEqual([[], []])
    const file = await ws.owner.ok('GET', `${ws.base}/workforce/report/export?${half}`)
    expect(file).toMatchObject({ content_type: 'text/csv', rows: 3, filename: 'people-figures.csv' })
    expect(file.content.split('\r\n').slice(0, 3)).toEqual([
      'department,people,average,joined,left,turnover_percent,absence_percent,overtime_minutes,leave_days,currency,leave_value,cost',
      'Lab,3,2.01,1,1,49.8,2,-2400,17,EUR,1961.54,2500.00',
      'Works,1,0.5,0,0,0,,0,22,,,',
    ])
  })

  test('are for admins, of a year at most', async () => {
    const manager = await join(ws, 'manager')
    for (const path of ['report', 'report/export'])
      expect(refusal(await manager.call('GET', `${ws.base}/workforce/${path}?${half}`))).toEqual([
        403,
        'needs the role admin or above',
      ])
    const asked = (query: string) => ws.owner.call('GET', `${ws.base}/workforce/report?${query}`)
    expect(refusal(await asked('from=2026-01-01&to=2027-01-02'))).toEqual([
      422,
      'query.to: at most 366 days from the first',
    ])
    expect(refusal(await asked('from=2026-02-01&to=2026-01-01'))).toEqual([
      422,
      'query.to: must not be before from',
    ])
  })
})
