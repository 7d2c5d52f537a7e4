import { describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { asOwner, type Caller, type Json, type Reply } from '../kit/client.ts'
import { hoursPath, crew, hire, log } from '../kit/hours.ts'
import { impersonating } from '../kit/impersonation.ts'
import { actions, join, workspace } from '../kit/makers.ts'
import { codedRefusal } from '../kit/refusals.ts'

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const none = 'no employee record is linked to your account; ask an administrator'

describe('recording', () => {
  test('chains each record to the one before it, with the time of the place of the worker', async () => {
    const { ws, ada, worker } = await crew()
    const first = await ada.call('POST', hoursPath(ws), {
      event: 'clock_in',
      mode: 'remote',
      hours_kind: 'overtime',
    })
    expect(first.status).toBe(201)
    expect(first.body).toMatchObject({
      seq: 1,
      employee: { employee_id: worker.id, name: 'Ada' },
      event: 'clock_in',
      mode: 'remote',
      hours_kind: 'overtime',
      source: 'web',
      recorded_by: null,
      prev_hash: '',
      repeated: false,
      status: null,
      acks: [],
    })
    expect(first.body.occurred_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0[12]:00$/)
    const second = await ada.ok('POST', hoursPath(ws), { event: 'break_start', occurred_at: ago(-2) })
    expect(second).toMatchObject({ seq: 2, prev_hash: first.body.hash, mode: 'remote' })
    expect(await actions(ws)).toContain('working_hours.recorded')
  })

  test('takes the events in their order, and names the present state and what may follow', async () => {
    const { ws, ada, worker } = await crew()
    const record = (event: string, minutes: number) =>
      ada.call('POST', hoursPath(ws), { event, occurred_at: ago(minutes) })
    const refused = async (event: string, minutes: number) => codedRefusal(await record(event, minutes))
    for (const event of ['break_start', 'break_end', 'clock_out'])
      expect(await refused(event, 4)).toEqual([409, 'conflict', 'Ada is not at work; possible now: clock_in'])
    const { body } = await record('clock_in', 4)
    const since = body.occurred_at
    expect((await refused('break_end', 2))[2]).toBe(
      `Ada is at work since ${since}; possible now: break_start, clock_out`,
    )
    expect((await refused('clock_in', 2))[2]).toBe(
      `Ada is at work since ${since}; possible now: break_start, clock_out`,
    )
    const pause = (await record('break_start', 2)).body.occurred_at
    expect((await refused('clock_out', 0))[2]).toBe(
      `Ada is on a break since ${pause}; possible now: break_end`,
    )
    expect((await refused('break_end', 3))[2]).toBe(
      `the last record is of ${pause}; what was before it is a correction (POST .../working-hours/corrections)`,
    )
    await record('break_end', 1)
    const { body: out } = await record('clock_out', 0)
    expect((await refused('clock_out', -2))[2]).toBe(
      `Ada is not at work since ${out.occurred_at}; possible now: clock_in`,
    )
    expect(worker.name).toBe('Ada')
  })

  test('refuses what is too early, too late or not from a phone, and who is not employed', async () => {
    const { ws, ada } = await crew()
    const correctIt = 'correct it instead (POST .../working-hours/corrections)'
    const cases: [object, string][] = [
      [{ occurred_at: ago(-6) }, 'body.occurred_at: more than 5 minutes ahead'],
      [{ occurred_at: ago(6) }, `body.occurred_at: more than 5 minutes ago; ${correctIt}`],
      [{ occurred_at: ago(6), captured_offline: true }, 'body.captured_offline: only with source mobile'],
      [
        { occurred_at: ago(24 * 60 + 1), captured_offline: true, source: 'mobile' },
        `body.occurred_at: more than 24 hours ago; ${correctIt}`,
      ],
      [
        { event: 'correction' },
        'body.event: Invalid option: expected one of "clock_in"|"break_start"|"break_end"|"clock_out"',
      ],
      [{ employee_id: uuidv7() }, 'body.employee_id: not found'],
      [{ mode: 'home' }, 'body.mode: Invalid option: expected one of "on_site"|"remote"'],
    ]
    for (const [draft, message] of cases)
      expect(codedRefusal(await ada.call('POST', hoursPath(ws), { event: 'clock_in', ...draft }))).toEqual([
        422,
        'validation_error',
        message,
      ])
    const late = await hire(ws, undefined, 'Late', { hire_date: '2099-01-01' })
    const reply = await ws.owner.call('POST', hoursPath(ws), { event: 'clock_in', employee_id: late.id })
    expect(codedRefusal(reply)).toEqual([
      409,
      'conflict',
      expect.stringMatching(/^Late is not employed on \d{4}-\d\d-\d\d$/),
    ])
  })

  test('takes what a phone kept for a day, in the place where it happened', async () => {
    const { ws, ada } = await crew()
    const kept = { captured_offline: true, source: 'mobile' }
    const early = await ada.ok('POST', hoursPath(ws), { event: 'clock_in', occurred_at: ago(600), ...kept })
    expect(early).toMatchObject({ captured_offline: true, source: 'mobile' })
    await ada.ok('POST', hoursPath(ws), { event: 'clock_out' })
    const pause = await ada.ok('POST', hoursPath(ws), {
      event: 'break_start',
      occurred_at: ago(300),
      ...kept,
    })
    expect(pause.seq).toBe(3)
  })

  test('of the same event within a minute keeps the first', async () => {
    const { ws, ada } = await crew()
    const first = await ada.ok('POST', hoursPath(ws), { event: 'clock_in' })
    const again = await ada.call('POST', hoursPath(ws), { event: 'clock_in' })
    expect([again.status, again.body]).toEqual([200, { ...first, repeated: true }])
    expect((await ada.ok('GET', hoursPath(ws))).total).toBe(1)
  })

  test('of fifty at once records one; fifty people at once leave the chain whole', async () => {
    const { ws, ada } = await crew()
    const taps = await Promise.all(
      Array.from({ length: 50 }, () => ada.call('POST', hoursPath(ws), { event: 'clock_in' })),
    )
    const counts = taps.map(({ status }) => status)
    expect([counts.filter((status) => status === 201).length, new Set(counts)]).toEqual([
      1,
      new Set([201, 200]),
    ])
    const people = await asOwner<{ id: string }>(
      `with hired as (insert into employees (org_id, employee_number, first_name, created_by)
          select $1, 'W' || n, 'Worker ' || n, $2 from generate_series(1, 50) n returning id),
        employed as (insert into employments (org_id, employee_id, valid, employment_type)
          select $1, h.id, '[2026-01-01,)', 'full_time' from hired h)
        select id from hired`,
      [ws.org.id, ws.owner.id],
    )
    await Promise.all(
      people.map(({ id }) => ws.owner.ok('POST', hoursPath(ws), { event: 'clock_in', employee_id: id })),
    )
    expect(await ws.owner.ok('GET', hoursPath(ws, '/verify'))).toMatchObject({
      valid: true,
      checked: 51,
      head: { seq: 51 },
    })
  }, 120_000)

  test('lets in who forgot to clock out, after sixteen hours, and leaves that shift open', async () => {
    const { ws, ada, worker } = await crew()
    const start = new Date(Date.now() - 15.9 * 3_600_000)
    const iso = (date: Date) => `${date.toISOString().slice(0, 19)}+00:00`
    await log(ws, worker, [`clock_in ${iso(start)}`])
    expect((await ada.call('POST', hoursPath(ws), { event: 'clock_in' })).status).toBe(409)
    await ada.ok('POST', hoursPath(ws), { event: 'break_start' })
    const second = await crew()
    await log(second.ws, second.worker, [`clock_in ${iso(new Date(Date.now() - 16.1 * 3_600_000))}`])
    await second.ada.ok('POST', hoursPath(second.ws), { event: 'clock_in' })
    const from = iso(new Date(Date.now() - 48 * 3_600_000)).slice(0, 10)
    const { open_shifts, warnings } = await second.ada.ok(
      'GET',
      hoursPath(second.ws, `/summary?from=${from}`),
    )
    expect(open_shifts.map(({ seq, is_running }: Json) => [seq, is_running])).toEqual([
      [1, false],
      [2, true],
    ])
    expect(warnings.map(({ code }: Json) => code)).toContain('open_shift')
  })

  test('by others says by whom', async () => {
    const { ws, boss, worker } = await crew()
    const record = await boss.ok('POST', hoursPath(ws), { event: 'clock_in', employee_id: worker.id })
    expect(record).toMatchObject({ recorded_by: boss.id, employee: { name: 'Ada' } })
  })
})

describe('who reaches what', () => {
  /** Every operation about an employee, as seen by somebody. */
  const doors = (ws: Json, id: string): [string, string, object?][] => [
    ['POST', hoursPath(ws as never), { event: 'clock_in', employee_id: id }],
    ['GET', hoursPath(ws as never, `?employee_id=${id}`)],
    [
      'POST',
      hoursPath(ws as never, '/corrections'),
      { employee_id: id, missing: true, event: 'clock_in', occurred_at: '2026-02-02T08:00:00Z', reason: 'x' },
    ],
    ['POST', hoursPath(ws as never, '/corrections/1/ack'), { decision: 'agreed' }],
    ['GET', hoursPath(ws as never, `/summary?employee_id=${id}`)],
    ['GET', hoursPath(ws as never, `/export?employee_id=${id}`)],
  ]
  const outcome = ({ status, text }: Reply) => [status, text.replace(/"request_id":"[^"]*"/, '')]

  test('nobody reaches the hours of others but those who have them in their team; they are as if missing', async () => {
    const { ws, boss, ada, bob, grace, worker, other } = await crew()
    const missing = { employee_id: worker.id, missing: true, event: 'clock_in', reason: 'x' }
    await ada.ok('POST', hoursPath(ws, '/corrections'), { ...missing, occurred_at: '2026-02-03T08:00:00Z' })
    const idle = await join(ws, 'manager')
    await hire(ws, idle, 'Idle')
    const strangers: [Caller, Json][] = [
      [bob, worker],
      [idle, worker],
      [ada, other],
      [ada, grace],
      [boss, other],
    ]
    for (const [who, whose] of strangers) {
      const about = doors(ws, whose.id).filter(([, path]) => whose === worker || !path.endsWith('/ack'))
      const gone = doors(ws, uuidv7())
      for (const [method, path, body] of about) {
        const same = gone.find((door) => door[0] === method && door[1].split('?')[0] === path.split('?')[0])!
        const reply = await who.call(method, path, body)
        expect(reply.status).toBe(path.endsWith('/ack') ? 404 : 422)
        const target = path.endsWith('/ack') ? path.replace('/1/', '/999/') : same[1]
        expect(outcome(reply)).toEqual(outcome(await who.call(same[0], target, same[2])))
      }
      const listed = await who.ok('GET', hoursPath(ws))
      expect(listed.items.every(({ employee }: Json) => employee.employee_id !== whose.id)).toBe(true)
    }
    expect((await boss.ok('GET', hoursPath(ws))).total).toBe(1)
    expect((await ws.owner.ok('GET', hoursPath(ws))).total).toBe(1)
  })

  test('without an employee record there is none of the own, and lists of managers are empty', async () => {
    const { ws } = await crew()
    const [plain, lead] = [await join(ws), await join(ws, 'manager')]
    for (const path of ['', '/summary', '/export'])
      expect(codedRefusal(await plain.call('GET', hoursPath(ws, path)))).toEqual([404, 'not_found', none])
    expect(codedRefusal(await plain.call('POST', hoursPath(ws), { event: 'clock_in' }))).toEqual([
      404,
      'not_found',
      none,
    ])
    expect((await lead.ok('GET', hoursPath(ws))).total).toBe(0)
  })

  test('an operator who impersonates somebody sees and does nothing of it', async () => {
    const { ws, ada, worker } = await crew()
    await ada.ok('POST', hoursPath(ws), { event: 'clock_in' })
    const { send } = await impersonating(ada)
    for (const [method, path] of doors(ws, worker.id)) expect((await send(method, path)).status).toBe(403)
    expect((await send('GET', hoursPath(ws))).status).toBe(403)
  })

  test('members do not verify all of it', async () => {
    const { ws, ada } = await crew()
    expect((await ada.call('GET', hoursPath(ws, '/verify'))).status).toBe(403)
    expect((await (await join(ws, 'manager')).call('GET', hoursPath(ws, '/verify'))).status).toBe(200)
  })
})

test('the log outlives what it names: nobody changes it, and an employee whom it names is not deleted', async () => {
  const { ws, ada, worker } = await crew()
  await ada.ok('POST', hoursPath(ws), { event: 'clock_in' })
  for (const table of ['working_hours_log', 'working_hours_acks'])
    for (const statement of [
      `update ${table} set employee_id = employee_id`,
      `delete from ${table}`,
      `truncate ${table}`,
    ])
      await expect(asOwner(statement)).rejects.toThrow(`${table} is append-only`)
  expect(codedRefusal(await ws.owner.call('DELETE', `${ws.base}/employees/${worker.id}`))).toEqual([
    409,
    'conflict',
    expect.stringMatching(
      /^kept of this employee: working hours until \d+ \w+ 20\d\d; end the employment instead$/,
    ),
  ])
  const purging = `do $$ begin perform set_config('app.purging', 'on', true);
    delete from working_hours_log where org_id = '${ws.org.id}'; end $$`
  await expect(asOwner(purging)).rejects.toThrow('working_hours_log is append-only')
})

test('a workspace without records verifies as empty', async () => {
  const ws = await workspace()
  expect(await ws.owner.ok('GET', hoursPath(ws, '/verify'))).toMatchObject({
    valid: true,
    checked: 0,
    head: null,
  })
})

test('what is asked of the log has days in order, at most 400 of them, and a head of two parts', async () => {
  const { ws, ada } = await crew()
  const long = 'from=2025-01-01&to=2026-12-31'
  const days = 'query.to: at most 400 days from the first'
  for (const [path, message, who = ada] of [
    ['?from=2026-02-01&to=2026-01-01', 'query.to: must not be before from'],
    [`/summary?${long}`, days],
    [`/export?${long}`, days],
    ['/verify?known_seq=1', 'query.known_hash: send known_seq and known_hash together', ws.owner],
    ['/verify?known_seq=1&known_hash=zz', 'query.known_hash: must be 64 hexadecimal digits', ws.owner],
    ['/verify?from_seq=0', 'query.from_seq: must be 1 to 999999999', ws.owner],
  ] as [string, string, Caller?][])
    expect(codedRefusal(await who.call('GET', hoursPath(ws, path)))).toEqual([
      422,
      'validation_error',
      message,
    ])
  expect(
    codedRefusal(await ada.call('POST', hoursPath(ws, '/corrections/x/ack'), { decision: 'agreed' })),
  ).toEqual([422, 'validation_error', 'path.seq: must be a whole number from 1'])
})
