import { describe, expect, test } from 'vitest'
import type { Json } from '../kit/client.ts'
import { impersonating } from '../kit/impersonation.ts'
import { fullWeek } from '../kit/leave.ts'
import { type Workspace, workspace } from '../kit/makers.ts'
import { refusal } from '../kit/refusals.ts'

const load = ({ owner, base }: Workspace, csv: string, more: object = {}) =>
  owner.call('POST', `${base}/employees/import`, { csv, ...more })
const exported = ({ owner, base }: Workspace, query = ''): Promise<Json> =>
  owner.ok('GET', `${base}/employees/export?${query}`)

/** Three people with everything that a table can have, one of whom left. */
async function company() {
  const ws = await workspace()
  await ws.owner.ok('PATCH', ws.base, { country: 'ES', timezone: 'Europe/Madrid' })
  const top = await ws.owner.ok('POST', `${ws.base}/departments`, { name: 'Engineering' })
  await ws.owner.ok('POST', `${ws.base}/departments`, { name: 'Web', parent_id: top.id })
  await ws.owner.ok('POST', `${ws.base}/work-schedules`, { name: 'Mornings', days: fullWeek })
  const table = [
    'employee_number,first_name,last_name,work_email,work_phone,job_title,department,manager,employment_type,hire_date,termination_date,probation_end,work_schedule,holiday_country,holiday_region,time_zone,birth_date,personal_email,phone,notes,pay_from,pay_basis,pay_amount,pay_currency,payments_per_year',
    `7,Ada,Lovelace,ada@work.test,"'+34 600",Analyst,Engineering / Web,8,part_time,2026-01-01,,2026-03-01,Mornings,DE,BY,Europe/Berlin,1990-12-10,ada@home.test,"'+34 601","likes ""tea"",
and;'=SUM(A1)",2026-01-01,annual,30000.50,EUR,14`,
    '8,Grace,,,,,Engineering,,full_time,2025-01-01,,,,,,,,,,,2025-02-01,hourly,15.5,USD,',
    '9,Bob,,,,,,,full_time,2025-01-01,2026-06-30,,,,,,,,,,,,,,',
  ].join('\n')
  const reply = await load(ws, table)
  expect(reply.body).toMatchObject({ created: 3, problems: [] })
  return ws
}

describe('the people as a table', () => {
  test('import again unchanged, with pay and whoever left, and enter another organization as they are', async () => {
    const ws = await company()
    const { content, rows, ...file } = await exported(ws, 'status=all&pay=true')
    expect([rows, file]).toEqual([3, { filename: 'people.csv', content_type: 'text/csv' }])
    const counts = { dry_run: false, created: 0, updated: 0, unchanged: 3, problems: [] }
    expect((await load(ws, content)).body).toMatchObject(counts)
    const other = await workspace()
    const top = await other.owner.ok('POST', `${other.base}/departments`, { name: 'Engineering' })
    await other.owner.ok('POST', `${other.base}/departments`, { name: 'Web', parent_id: top.id })
    await other.owner.ok('POST', `${other.base}/work-schedules`, { name: 'Mornings', days: fullWeek })
    expect((await load(other, content)).body).toMatchObject({ created: 3 })
    expect((await exported(other, 'status=all&pay=true')).content).toBe(content)
  })

  test('has those who are here, without pay unless asked for, and no formula', async () => {
    const ws = await company()
    const { content } = await exported(ws)
    const [headings, ...lines] = content.split('\r\n')
    expect(headings).not.toContain('pay')
    expect(lines.map((line: string) => line.split(',')[1])).toEqual(['Ada', 'Grace', undefined])
    expect(content).toContain(`'+34 600`)
    expect((await exported(ws, 'status=terminated')).rows).toBe(1)
  })

  test('is closed to whoever impersonates', async () => {
    const ws = await company()
    const { send } = await impersonating(ws.owner)
    expect((await send('GET', `${ws.base}/employees/export`)).status).toBe(403)
  })
})

describe('pay in a table', () => {
  test('is entered once, in units of the currency; another amount for the day is a problem', async () => {
    const ws = await company()
    const [ada] = (await ws.owner.ok('GET', `${ws.base}/employees?q=Ada`)).items
    const pay = async () => {
      const list = await ws.owner.ok('GET', `${ws.base}/employees/${ada.id}/compensations`)
      return list.items.map((one: Json) => [
        one.effective_from,
        one.pay_basis,
        one.amount_minor,
        one.payments_per_year,
      ])
    }
    expect(await pay()).toEqual([['2026-01-01', 'annual', 3_000_050, 14]])
    const raise = 'employee_number,pay_from,pay_basis,pay_amount\n7,2026-10-01,annual,33000'
    expect((await load(ws, raise)).body).toMatchObject({ updated: 1 })
    expect((await load(ws, raise)).body).toMatchObject({ updated: 0, unchanged: 1 })
    expect(await pay()).toEqual([
      ['2026-10-01', 'annual', 3_300_000, 12],
      ['2026-01-01', 'annual', 3_000_050, 14],
    ])
    expect(refusal(await load(ws, raise.replace('33000', '34000')))).toEqual([
      422,
      'body.csv: row 2, pay_from: another compensation is effective from that day; correct it there',
    ])
  })

  test('needs day, basis and amount, none before the employment, and no more decimals than its currency', async () => {
    const ws = await company()
    const bad = [
      'employee_number,first_name,hire_date,pay_from,pay_basis,pay_amount,pay_currency,payments_per_year',
      '20,Eve,2026-05-01,2026-04-01,annual,100,,',
      '21,Fay,2026-05-01,,,100,,',
      '22,Gus,2026-05-01,2026-05-01,annual,0,,',
      '23,Hal,2026-05-01,2026-05-01,weekly,1.5,JPY,20',
      '24,Ivy,2026-05-01,2026-05-01,monthly,100.5,JPY,',
      '7,,,2025-06-01,monthly,100,,',
    ].join('\n')
    const { body } = await load(ws, bad, { dry_run: true })
    const said = body.problems.map(({ row, column, problem }: Json) => `${row} ${column}: ${problem}`)
    expect(said).toEqual([
      '2 pay_from: the employment begins on 2026-05-01',
      '3 pay_basis: required with pay',
      '3 pay_from: required with pay',
      '4 pay_amount: must be more than 0 for full-time work',
      '5 pay_amount: has more decimals than JPY',
      '5 pay_basis: Invalid option: expected one of "annual"|"monthly"|"hourly"',
      '5 payments_per_year: must be 12 to 16',
      '6 pay_amount: has more decimals than JPY',
    ])
    const early = await load(ws, 'employee_number,pay_from,pay_basis,pay_amount\n7,2025-06-01,monthly,100')
    expect(refusal(early)).toEqual([422, 'body.csv: row 2, pay_from: the employment begins on 2026-01-01'])
  })
})

describe('balances in a table', () => {
  test('are what can be taken until the end of the leave year, however often they come', async () => {
    const ws = await company()
    await ws.owner.ok('POST', `${ws.base}/leave-types`, { name: 'Vacation', annual_allowance: '22' })
    const table = 'employee_number,Balance: vacation\n7,12.5\n8,-1\n'
    expect((await load(ws, table)).body).toMatchObject({ updated: 2 })
    expect((await load(ws, table)).body).toMatchObject({ updated: 0, unchanged: 2 })
    const { items } = await ws.owner.ok('GET', `${ws.base}/vacation-balances`)
    expect(items.map((one: Json) => one.available)).toEqual(expect.arrayContaining(['-1', '12.5']))
    expect(refusal(await load(ws, 'employee_number,balance: Sick\n7,1'))).toEqual([
      422,
      'body.csv: row 2, balance: Sick: no type of leave with a balance has this name',
    ])
    expect(refusal(await load(ws, 'employee_number,balance: Vacation\n7,a day'))[0]).toBe(422)
  })
})

test('a table of 2 000 people is entered, and changed, in one request', async () => {
  const ws = await company()
  const made = (title: string) =>
    [
      'employee_number,first_name,work_email,hire_date,department,manager,work_schedule,holiday_country,job_title,pay_from,pay_basis,pay_amount',
    ]
      .concat(
        Array.from(
          { length: 2000 },
          (_, n) =>
            `${1000 + n},P${n},p${n}@work.test,2026-01-01,Engineering / Web,${n ? 1000 + Math.floor(n / 10) : ''},Mornings,ES,${title},2026-01-01,annual,30000`,
        ),
      )
      .join('\n')
  expect((await load(ws, made('Clerk'))).body).toMatchObject({ created: 2000 })
  expect((await load(ws, made('Clerk'))).body).toMatchObject({ unchanged: 2000 })
  expect((await load(ws, made('Analyst'))).body).toMatchObject({ updated: 2000 })
})
