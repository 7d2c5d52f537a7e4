import { describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { asOwner, type Caller, type Json } from '../kit/client.ts'
import { join, type Workspace, workspace } from '../kit/makers.ts'
import { codedRefusal } from '../kit/refusals.ts'

const at = (ws: Workspace, path = '') => `${ws.base}/employees${path}`
const hire = (ws: Workspace, draft: object = {}): Promise<Json> =>
  ws.owner.ok('POST', at(ws), { first_name: 'Ada', hire_date: '2026-01-01', ...draft })
const names = (page: Json) => page.items.map(({ name }: Json) => name)

/** A manager with one report, who has an account, and a colleague of both. */
async function company() {
  const ws = await workspace()
  const [boss, ada, bob] = [await join(ws, 'manager'), await join(ws), await join(ws)]
  const lead = await hire(ws, { first_name: 'Grace', user_id: boss.id })
  const report = await hire(ws, {
    first_name: 'Ada',
    last_name: 'Lovelace',
    user_id: ada.id,
    manager_employee_id: lead.id,
    birth_date: '1990-12-10',
    phone: '+34 600',
    notes: 'quiet',
    iban: 'ES9121000418450200051332',
    national_id: '12345678-z',
    employment_type: 'part_time',
  })
  const other = await hire(ws, { first_name: 'Bob', user_id: bob.id })
  return { ws, boss, ada, bob, lead, report, other }
}

describe('an employee', () => {
  test('is shown whole to admins and the person, its employment to the manager, the directory to others', async () => {
    const { ws, boss, ada, bob, report, lead } = await company()
    const path = at(ws, `/${report.id}`)
    expect(report).toMatchObject({
      view: 'full',
      name: 'Ada Lovelace',
      employee_number: '0002',
      manager: { employee_id: lead.id, name: 'Grace' },
      employment_type: 'part_time',
      birth_date: '1990-12-10',
      notes: 'quiet',
      iban_last4: '1332',
      national_id_last4: '678Z',
      employments: [{ hire_date: '2026-01-01', termination_date: null }],
    })
    const own = await ada.ok('GET', at(ws, '/me'))
    expect(own).toEqual({ ...report, notes: null, suggested_account: null })
    expect(await ada.ok('GET', path)).toEqual(own)
    const seen = await boss.ok('GET', path)
    expect(seen).toMatchObject({
      view: 'team',
      employment_type: 'part_time',
      birth_date: null,
      phone: null,
      iban_last4: null,
    })
    const told = await bob.ok('GET', path)
    expect(told).toMatchObject({ view: 'directory', name: 'Ada Lovelace', manager: { name: 'Grace' } })
    const shown = new Set([
      'id',
      'view',
      'name',
      'first_name',
      'last_name',
      'user_id',
      'manager',
      'manager_employee_id',
    ])
    const rest = Object.entries(told).filter(([key, value]) => value !== null && !shown.has(key))
    expect(rest.map(([key]) => key)).toEqual(['version', 'created_at', 'updated_at'])
    const listed = await bob.ok('GET', at(ws))
    expect(listed.items.find(({ id }: Json) => id === report.id)).toMatchObject({
      status: null,
      hire_date: null,
    })
  })

  test('changes the own address and phone, and nothing else', async () => {
    const { ws, ada, bob, report } = await company()
    const path = at(ws, `/${report.id}`)
    const mine = {
      phone: '+34 601',
      emergency_contact: { name: 'Anne', phone: '1' },
      address: { city: 'London' },
    }
    expect(await ada.ok('PATCH', path, mine)).toMatchObject({ phone: '+34 601', address: { city: 'London' } })
    expect(codedRefusal(await ada.call('PATCH', path, { phone: '2', job_title: 'CEO' }))).toEqual([
      403,
      'forbidden',
      'job_title: only admins change it; you may change personal_email, phone, address, emergency_contact',
    ])
    expect((await ada.ok('GET', path)).phone).toBe('+34 601')
    const rejected = await bob.call('PATCH', path, { phone: '2' })
    expect(rejected.status).toBe(403)
  })

  test('is refused with what does not fit', async () => {
    const { ws, report, lead } = await company()
    const drafts: [object, number, string][] = [
      [{ first_name: undefined }, 422, 'body.first_name: required'],
      [{ hire_date: undefined }, 422, 'body.hire_date: required'],
      [{ hire_date: '2026-02-30' }, 422, 'body.hire_date: must be a day as YYYY-MM-DD'],
      [{ termination_date: '2025-12-31' }, 422, 'body.termination_date: must not be before hire_date'],
      [{ user_id: uuidv7() }, 422, 'body.user_id: not an active member'],
      [{ department_id: uuidv7() }, 422, 'body.department_id: not found'],
      [{ manager_employee_id: uuidv7() }, 422, 'body.manager_employee_id: not found'],
      [{ employee_number: report.employee_number }, 409, 'another employee has this number'],
      [{ user_id: report.user_id }, 409, 'another employee is linked to this account'],
      [{ national_id: '12345678Z' }, 409, `employee ${report.employee_number} has this id`],
      [
        { holiday_country: 'AQ' },
        422,
        'body.holiday_country: no holidays are known for it; calendar/holiday-regions lists the places',
      ],
      [{ time_zone: 'Mars/Olympus' }, 422, 'body.time_zone: must be an IANA time zone'],
    ]
    for (const [draft, status, message] of drafts) {
      const reply = await ws.owner.call('POST', at(ws), {
        first_name: 'Eve',
        hire_date: '2026-01-01',
        ...draft,
      })
      expect([reply.status, reply.body.error.message]).toEqual([status, message])
    }
    const ring = await ws.owner.call('PATCH', at(ws, `/${lead.id}`), { manager_employee_id: report.id })
    expect(codedRefusal(ring)).toEqual([
      422,
      'validation_error',
      'body.manager_employee_id: reports to this employee',
    ])
    const self = await ws.owner.call('PATCH', at(ws, `/${lead.id}`), { manager_employee_id: lead.id })
    expect(codedRefusal(self)).toEqual([
      422,
      'validation_error',
      'body.manager_employee_id: the employee itself',
    ])
  })

  test('of two opposite moves at once, one is refused', async () => {
    const ws = await workspace()
    const [a, b] = [await hire(ws), await hire(ws, { first_name: 'Bob' })]
    for (let round = 0; round < 10; round++) {
      const moves = [
        [a, b],
        [b, a],
      ].map(([who, to]) => ws.owner.call('PATCH', at(ws, `/${who!.id}`), { manager_employee_id: to!.id }))
      const done = await Promise.all(moves)
      expect(done.map(({ status }) => status).toSorted()).toEqual([200, 422])
      for (const { id } of [a, b]) await ws.owner.ok('PATCH', at(ws, `/${id}`), { manager_employee_id: null })
    }
  })

  test('has its place by date: a later move leaves today as it is', async () => {
    const ws = await workspace()
    const [sales, labs] = [
      await ws.owner.ok('POST', `${ws.base}/departments`, { name: 'Sales' }),
      await ws.owner.ok('POST', `${ws.base}/departments`, { name: 'Labs' }),
    ]
    const { id } = await hire(ws, { department_id: sales.id, job_title: 'Clerk' })
    const moved = await ws.owner.ok('PATCH', at(ws, `/${id}`), {
      department_id: labs.id,
      effective_from: '2099-01-01',
    })
    expect(moved).toMatchObject({ department_id: sales.id, job_title: 'Clerk' })
    const periods = await asOwner<{ valid: string; department_id: string; job_title: string }>(
      'select valid::text, department_id, job_title from employee_positions where employee_id = $1 order by valid',
      [id],
    )
    expect(periods).toEqual([
      { valid: '[2026-01-01,2099-01-01)', department_id: sales.id, job_title: 'Clerk' },
      { valid: '[2099-01-01,)', department_id: labs.id, job_title: 'Clerk' },
    ])
    const early = await ws.owner.call('PATCH', at(ws, `/${id}`), {
      job_title: 'x',
      effective_from: '2025-01-01',
    })
    expect(codedRefusal(early)).toEqual([
      422,
      'validation_error',
      'body.effective_from: not employed on that day',
    ])
  })

  test('has hours and holidays by date, which end where null is sent, and an account number that can be replaced', async () => {
    const ws = await workspace()
    const schedule = await ws.owner.ok('POST', `${ws.base}/work-schedules`, {
      name: 'Mornings',
      days: [{ weekday: 1, intervals: [[480, 720]] }],
    })
    const mornings = `${ws.base}/work-schedules/${schedule.id}`
    await ws.owner.ok('PATCH', mornings, { days: [{ weekday: 2, intervals: [[480, 720]] }] })
    await ws.owner.ok('PATCH', mornings, { days: [{ weekday: 3, intervals: [[480, 720]] }] })
    const given = { work_schedule_id: schedule.id, holiday_country: 'DE', holiday_region: 'BY' }
    const { id } = await hire(ws, { ...given, iban: 'ES9121000418450200051332', national_id: '11111111H' })
    const path = at(ws, `/${id}`)
    const changed = await ws.owner.ok('PATCH', path, {
      holiday_country: 'ES',
      holiday_region: null,
      iban: 'DE89370400440532013000',
      national_id: '22222222J',
    })
    expect(changed).toMatchObject({ holiday_country: 'ES', iban_last4: '3000', national_id_last4: '222J' })
    const ended = await ws.owner.ok('PATCH', path, { work_schedule_id: null, holiday_country: null })
    expect(ended).toMatchObject({ work_schedule_id: null, holiday_country: null })
    const periods = await asOwner<{ valid: string }>(
      'select valid::text from employee_schedules where employee_id = $1',
      [id],
    )
    expect(periods).toEqual([{ valid: expect.stringMatching(/^\[2026-01-01,\d{4}-\d\d-\d\d\)$/) }])
    const gone = await ws.owner.ok('PATCH', path, { iban: null })
    expect(gone.iban_last4).toBeNull()
  })

  test('leaves: the last day counts, colleagues lose sight of it the day after, and the end can be undone', async () => {
    const { ws, boss, bob, lead, report } = await company()
    const path = at(ws, `/${report.id}`)
    const done = await ws.owner.ok('POST', `${at(ws)}/${lead.id}/terminate`, {
      termination_date: '2099-12-31',
    })
    expect(done).toMatchObject({
      status: 'active',
      termination_date: '2099-12-31',
      left_open: {
        reports: [{ employee_id: report.id, name: 'Ada Lovelace' }],
        departments: [],
        account: { user_id: boss.id },
      },
    })
    expect(await ws.owner.ok('PATCH', at(ws, `/${lead.id}`), { termination_date: null })).toMatchObject({
      termination_date: null,
    })
    expect(
      await ws.owner.ok('POST', `${path}/terminate`, { termination_date: '2026-01-31', reason: 'moved' }),
    ).toMatchObject({
      status: 'terminated',
      employments: [{ termination_date: '2026-01-31', reason: 'moved' }],
    })
    expect((await bob.call('GET', path)).status).toBe(404)
    expect(names(await bob.ok('GET', at(ws)))).toEqual(['Bob', 'Grace'])
    expect((await boss.ok('GET', path)).status).toBe('terminated')
    expect(names(await ws.owner.ok('GET', `${at(ws)}?status=terminated`))).toEqual(['Ada Lovelace'])
    const again = await ws.owner.call('POST', `${path}/terminate`, { termination_date: '2026-02-28' })
    expect(codedRefusal(again)).toEqual([409, 'conflict', 'the employment ended on 2026-01-31 already'])
    const before = await ws.owner.call('POST', at(ws, `/${lead.id}/terminate`), {
      termination_date: '2025-12-31',
    })
    expect(codedRefusal(before)).toEqual([
      409,
      'conflict',
      'the employment begins on 2026-01-01; delete the employee instead',
    ])
  })

  test('stays when the account leaves the organization, without it', async () => {
    const { ws, ada, report } = await company()
    await ws.owner.ok('DELETE', `${ws.base}/members/${ada.id}`)
    expect(await ws.owner.ok('GET', at(ws, `/${report.id}`))).toMatchObject({
      user_id: null,
      name: 'Ada Lovelace',
    })
  })

  test('is deleted only while nobody refers to it', async () => {
    const { ws, lead, other } = await company()
    const refused = await ws.owner.call('DELETE', at(ws, `/${lead.id}`))
    expect(codedRefusal(refused)).toEqual([
      409,
      'conflict',
      'others refer to this employee: end the employment instead, which keeps the records',
    ])
    await ws.owner.ok('DELETE', at(ws, `/${other.id}`))
  })

  test('of somebody without one is told so', async () => {
    const ws = await workspace()
    expect(codedRefusal(await ws.owner.call('GET', at(ws, '/me')))).toEqual([
      404,
      'not_found',
      'no employee record is linked to your account; ask an administrator',
    ])
  })

  test('a member with the work address is suggested, never linked by itself', async () => {
    const ws = await workspace()
    const member: Caller = await join(ws)
    const created = await hire(ws, { work_email: member.email })
    expect(created).toMatchObject({ user_id: null, suggested_account: { user_id: member.id } })
  })
})

describe('what an employee is paid', () => {
  const pay = (ws: Workspace, id: string) => at(ws, `/${id}/compensations`)
  const salary = {
    effective_from: '2026-01-01',
    currency: 'EUR',
    pay_basis: 'annual',
    amount_minor: 3_000_000,
  }

  test('is for the person and admins, and a mistake is corrected for the same day', async () => {
    const { ws, boss, ada, bob, report } = await company()
    const path = pay(ws, report.id)
    const typo = await ws.owner.ok('POST', path, { ...salary, amount_minor: 300_000 })
    expect(codedRefusal(await ws.owner.call('POST', path, salary))).toEqual([
      409,
      'conflict',
      'a compensation is effective from that day already; name it in replaces to correct it',
    ])
    const right = await ws.owner.ok('POST', path, { ...salary, replaces: typo.id })
    expect((await ada.ok('GET', path)).items).toEqual([right])
    const all = (await ws.owner.ok('GET', `${path}?voided=true`)).items
    expect(all.map(({ id, replaced_by }: Json) => [id, replaced_by])).toEqual(
      expect.arrayContaining([
        [typo.id, right.id],
        [right.id, null],
      ]),
    )
    for (const other of [boss, bob]) expect((await other.call('GET', path)).status).toBe(403)
    expect((await ada.call('POST', path, salary)).status).toBe(403)
  })

  test('is refused with what does not fit', async () => {
    const ws = await workspace()
    const { id } = await hire(ws)
    const drafts: [object, string][] = [
      [{ effective_from: '2025-12-31' }, 'body.effective_from: the employment begins on 2026-01-01'],
      [{ amount_minor: 0 }, 'body.amount_minor: must be more than 0 for full-time work'],
      [{ amount_minor: -1 }, 'body.amount_minor: must not be negative'],
      [{ payments_per_year: 17 }, 'body.payments_per_year: must be 12 to 16'],
      [{ replaces: uuidv7() }, 'body.replaces: not found'],
    ]
    for (const [draft, message] of drafts)
      expect(codedRefusal(await ws.owner.call('POST', pay(ws, id), { ...salary, ...draft }))).toEqual([
        422,
        'validation_error',
        message,
      ])
  })
})

describe('a work schedule', () => {
  const path = (ws: Workspace) => `${ws.base}/work-schedules`
  const week = [1, 2, 3, 4, 5].map((weekday) => ({
    weekday,
    intervals: [
      [540, 780],
      [840, 1080],
    ],
  }))
  const create = (ws: Workspace, draft: object = {}): Promise<Json> =>
    ws.owner.ok('POST', path(ws), { name: 'Full time', days: week, ...draft })

  test('says the minutes of a week, is given to employees from a day on, and cannot go while they have it', async () => {
    const ws = await workspace()
    const full = await create(ws, { is_default: true })
    expect(full).toMatchObject({ weekly_minutes: 2400, cycle_weeks: 1, is_default: true })
    const night = await create(ws, {
      name: 'Nights',
      cycle_weeks: 2,
      days: [{ weekday: 1, week: 2, intervals: [[1320, 1800]] }],
    })
    expect(night.weekly_minutes).toBe(240)
    const worker = await hire(ws)
    expect(worker).toMatchObject({ work_schedule_id: null, weekly_minutes: 2400 })
    const moved = await ws.owner.ok('PATCH', at(ws, `/${worker.id}`), { work_schedule_id: night.id })
    expect(moved).toMatchObject({ work_schedule_id: night.id, weekly_minutes: 240 })
    expect(codedRefusal(await ws.owner.call('DELETE', `${path(ws)}/${night.id}`))[0]).toBe(409)
    expect(await ws.owner.ok('PATCH', `${path(ws)}/${night.id}`, { is_default: true })).toMatchObject({
      is_default: true,
    })
    expect((await ws.owner.ok('GET', path(ws))).items.map(({ is_default }: Json) => is_default)).toEqual([
      false,
      true,
    ])
  })

  test('changes from a day on', async () => {
    const ws = await workspace()
    const { id } = await create(ws)
    const later = await ws.owner.ok('PATCH', `${path(ws)}/${id}`, {
      days: week.slice(0, 4),
      effective_from: '2099-01-01',
    })
    expect(later.weekly_minutes).toBe(2400)
    const now = await ws.owner.ok('PATCH', `${path(ws)}/${id}`, { days: week.slice(0, 3) })
    expect(now.weekly_minutes).toBe(1440)
  })

  test('is refused with what does not fit', async () => {
    const ws = await workspace()
    const days: [unknown, string][] = [
      [[{ weekday: 8, intervals: [[0, 60]] }], 'body.days[0].weekday: must be 1 to 7'],
      [[{ weekday: 1 }], 'body.days[0].intervals: send intervals, or minutes for a flexible day'],
      [
        [{ weekday: 1, intervals: [[600, 540]] }],
        'body.days[0].intervals: each must end after it begins and before the next one; a night shift ends after 1440',
      ],
      [[{ weekday: 1, intervals: [[0, 1441]] }], 'body.days[0].intervals: at most 1440 minutes a day'],
      [[week[0], week[0]], 'body.days: each day once'],
      [[{ weekday: 1, week: 2, intervals: [[0, 60]] }], 'body.days: week 2 is not in a cycle of 1'],
    ]
    for (const [sent, message] of days)
      expect(codedRefusal(await ws.owner.call('POST', path(ws), { name: 'Odd', days: sent }))).toEqual([
        422,
        'validation_error',
        message,
      ])
    const tuesday = await ws.owner.call('POST', path(ws), {
      name: 'Odd',
      days: week,
      cycle_start: '2026-01-06',
    })
    expect(codedRefusal(tuesday)).toEqual([422, 'validation_error', 'body.cycle_start: must be a Monday'])
  })
})
