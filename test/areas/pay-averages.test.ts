import { beforeAll, describe, expect, test } from 'vitest'
import { asOwner, type Caller, type Json } from '../kit/client.ts'
import { hire } from '../kit/leave.ts'
import { join, type Workspace } from '../kit/makers.ts'
import { compensate, employer } from '../kit/payroll.ts'
import { refusal } from '../kit/refusals.ts'

let ws: Workspace
let lab: Json
let ada: Caller
let workers: [Json, Json, Json]

const averages = async (who = ws.owner): Promise<Json[]> =>
  (await who.ok('GET', `${ws.base}/payroll/averages`)).items
const ofLab = async () => (await averages()).find(({ department }) => department?.name === 'Lab')
/** The first day of the quarter in Spain that was so many quarters ago. */
function quarter(back: number): string {
  const [year, month] = new Date()
    .toLocaleDateString('sv', { timeZone: 'Europe/Madrid' })
    .split('-')
    .map(Number) as [number, number]
  return new Date(Date.UTC(year, Math.floor((month - 1) / 3) * 3 - 3 * back, 1)).toISOString().slice(0, 10)
}
/** Somebody paid so much a year, known and due so many quarters and a day ago. */
async function paidSince(back: number, amount_minor: number, draft: object = {}): Promise<Json> {
  const employee = await hire(ws, { department_id: lab.id, ...draft })
  const since = [employee.id, quarter(back)]
  for (const [kind, table, department] of [
    ['employment', 'employments', 'null::uuid'],
    ['position', 'employee_positions', 'department_id'],
  ])
    await asOwner(
      `insert into employment_versions (org_id, employee_id, kind, valid, department_id, known_from)
        select org_id, employee_id, '${kind}', valid, ${department}, $2::date - 1 from ${table} where employee_id = $1`,
      since,
    )
  await raised(employee, back, amount_minor)
  return employee
}
async function raised(employee: Json, back: number, amount_minor: number, more: object = {}) {
  const day = new Date(Date.parse(quarter(back)) - 86_400_000).toISOString().slice(0, 10)
  const { id } = await compensate(ws, employee, {
    effective_from: day,
    pay_basis: 'annual',
    amount_minor,
    ...more,
  })
  await asOwner('update employee_compensations set created_at = $2::date where id = $1', [id, day])
}

beforeAll(async () => {
  ws = await employer()
  lab = await ws.owner.ok('POST', `${ws.base}/departments`, { name: 'Lab' })
  ada = await join(ws)
  workers = [
    await paidSince(6, 3_000_000, { user_id: ada.id }),
    await paidSince(6, 3_300_000, { first_name: 'Bob' }),
    await paidSince(6, 3_600_050, { first_name: 'Cy' }),
  ]
})

describe('what people are paid in the mean', () => {
  test('is told of three people at least, by department, per year and per hour apart', async () => {
    const works = await ws.owner.ok('POST', `${ws.base}/departments`, { name: 'Works' })
    for (const name of ['Di', 'Ed'])
      await paidSince(6, 4_000_000, { first_name: name, department_id: works.id })
    const hourly = await hire(ws, { first_name: 'Flo', department_id: works.id })
    await raised(hourly, 6, 1500, { pay_basis: 'hourly' })
    expect(await averages()).toEqual([
      {
        department: { department_id: lab.id, name: 'Lab' },
        currency: 'EUR',
        per: 'year',
        on: quarter(0),
        people: 3,
        average_minor: 3_300_000,
      },
    ])
  })

  test('of their own department for employees, and of all for admins', async () => {
    expect(await averages(ada)).toEqual([await ofLab()])
    const boris = await join(ws)
    const path = `${ws.base}/payroll/averages`
    expect(refusal(await boris.call('GET', path))).toEqual([
      404,
      'no employee record is linked to your account; ask an administrator',
    ])
    await hire(ws, { first_name: 'Boris', user_id: boris.id })
    expect(await averages(boris)).toEqual([])
  })

  test('does not change by one or two people, until three differ from every earlier figure', async () => {
    // Two quarters ago one more came; a quarter ago a raise, which makes two who differ.
    const gus = await paidSince(2, 6_000_000, { first_name: 'Gus' })
    expect(await ofLab()).toMatchObject({ on: quarter(3), people: 3, average_minor: 3_300_000 })
    await raised(workers[1], 1, 3_400_000)
    expect(await ofLab()).toMatchObject({ on: quarter(3), people: 3, average_minor: 3_300_000 })
    await raised(workers[2], 0, 3_700_000)
    const now = { on: quarter(0), people: 4, average_minor: 4_025_000 }
    expect(await ofLab()).toMatchObject(now)
    // What is entered now for then changes nothing of what was known.
    await compensate(ws, gus, { effective_from: '2020-01-01', pay_basis: 'annual', amount_minor: 1_000_000 })
    expect(await ofLab()).toMatchObject(now)
  })

  test('is not moved by a department or an end that somebody is given for a past day', async () => {
    const before = await averages()
    const shop = await ws.owner.ok('POST', `${ws.base}/departments`, { name: 'Shop' })
    const moved = { department_id: shop.id, effective_from: quarter(4) }
    await ws.owner.ok('PATCH', `${ws.base}/employees/${workers[0].id}`, moved)
    expect(await averages()).toEqual(before)
    const end = { termination_date: quarter(2), reason: 'He left' }
    await ws.owner.ok('POST', `${ws.base}/employees/${workers[1].id}/terminate`, end)
    expect(await averages()).toEqual(before)
  })
})
