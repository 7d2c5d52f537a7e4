import { describe, expect, test } from 'vitest'
import { stretchesOf } from '../../src/web/timesheets/overlaps.ts'
import { asked, away, dayFrom, hire, makeType } from '../kit/leave.ts'
import { join } from '../kit/makers.ts'
import { crew, get, hours, log, nextWeek, submitted, week } from '../kit/timesheets.ts'
import { open, problemBeside, sentUnchanged, submit, to } from './browse.ts'

const plain = (text: string) => text.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
const place = async () => {
  const of = await crew()
  return { of, at: `/organizations/${of.ws.org.slug}/approvals`, vacation: await makeType(of.ws) }
}

describe('approvals', () => {
  test('tell which weeks are not submitted, and lead there', async () => {
    const { of, at } = await place()
    const { text } = await open(`${at}?show=missing`, of.boss.headers)
    expect(plain(text)).toMatch(/Ada week of \d+ \w+ \d+ 0 min of 40 h/)
    expect(text).toContain(`/weeks/${of.worker.id}/`)
  })

  test('are nothing where nothing waits, and are for those with a record or a role', async () => {
    const { of, at } = await place()
    expect(plain((await open(at, of.ada.headers)).text)).toContain('Nothing waits for you')
    const stranger = await join(of.ws)
    expect(plain((await open(at, stranger.headers)).text)).toContain('You have no record as an employee here')
    expect((await open(at, (await join(of.ws, 'viewer')).headers)).status).toBe(403)
  })

  test('of leave say who else is away, and are decided in place', async () => {
    const { of, at, vacation } = await place()
    const eve = await hire(of.ws, { first_name: 'Eve', manager_employee_id: of.lead.id })
    await away({ ws: of.ws, vacation }, eve, 20, 25)
    const all = { ...of, vacation }
    const first = await asked(all, of.ada, { start_date: dayFrom(24), end_date: dayFrom(27) })
    const second = await asked(all, of.ada, { start_date: dayFrom(40), end_date: dayFrom(43) })
    const { text } = await open(at, of.boss.headers)
    expect(plain(text)).toMatch(/Ada: Vacation .* also away: Eve .* nobody else is away/)
    const approve = { request_id: first.id, version: String(first.version) }
    expect(to(await submit(`${at}/approve-leave`, approve, of.boss.headers))).toEqual([
      303,
      `${at}?done=approve-leave`,
    ])
    const refused = await submit(`${at}/approve-leave`, approve, of.boss.headers)
    expect([refused.status, plain(refused.text)]).toEqual([409, expect.stringContaining('approved already')])
    const reject = { request_id: second.id, version: String(second.version), note: '' }
    const empty = await submit(`${at}/reject-leave`, reject, of.boss.headers)
    expect([empty.status, Boolean(problemBeside('note', empty))]).toEqual([422, true])
    const done = await submit(`${at}/reject-leave`, { ...reject, note: 'Too many' }, of.boss.headers)
    expect(to(done)[0]).toBe(303)
    const { items } = await of.boss.ok('GET', `${of.ws.base}/leave-requests?sort=start_date&mine=false`)
    expect(items.map(({ status }: { status: string }) => status).toSorted()).toEqual([
      'approved',
      'approved',
      'rejected',
    ])
  })

  test('of weeks are given together, those that changed apart, and what is refused is named', async () => {
    const { of, at } = await place()
    await submitted(of, week, { empty: true })
    await log(of, hours('2026-01-14', 40 / 2))
    await submitted(of, nextWeek)
    const { text } = await open(at, of.boss.headers)
    expect(plain(text)).toMatch(
      /Ada week of 5 Jan 2026 0 min of 32 h −32 h .*Ada week of 12 Jan 2026 20 h of 40 h −20 h/,
    )
    const boxes = [...text.matchAll(/name="(weeks:[^"]+)"/g)].map(([, name]) => name!)
    const none = await submit(`${at}/approve-weeks`, {}, of.boss.headers)
    expect([none.status, plain(none.text)]).toEqual([
      422,
      expect.stringContaining('Weeks: Choose at least one week.'),
    ])
    await of.boss.ok('POST', `${of.ws.base}/timesheets/${of.worker.id}/${nextWeek}/reject`, { note: 'No' })
    await submitted(of, nextWeek)
    const sent = Object.fromEntries(boxes.map((name) => [name, 'on']))
    const some = await submit(`${at}/approve-weeks`, sent, of.boss.headers)
    expect(some.status).toBe(409)
    expect(plain(some.text)).toContain('1 of 2 weeks are approved')
    expect(plain(some.text)).toContain('Week of 12 Jan 2026 : Ada submitted it again; look again')
    const again = [...some.text.matchAll(/name="(weeks:[^"]+)"/g)].map(([, name]) => name!)
    const rest = Object.fromEntries(again.map((name) => [name, 'on']))
    expect(to(await submit(`${at}/approve-weeks`, rest, of.boss.headers))).toEqual([
      303,
      `${at}?done=approve-weeks`,
    ])
    expect([(await get(of, week)).status, (await get(of, nextWeek)).status]).toEqual(['approved', 'approved'])
  })

  test('of corrections are agreed to or refused with a reason', async () => {
    const { of, at } = await place()
    const draft = (event: string, hour: string) => ({
      missing: true,
      event,
      occurred_at: `2026-01-07T${hour}:00:00Z`,
      reason: 'My phone was empty',
    })
    for (const [event, hour] of [
      ['clock_in', '08'],
      ['clock_out', '16'],
    ] as const)
      await of.ada.ok('POST', `${of.ws.base}/working-hours/corrections`, draft(event, hour))
    const { text } = await open(at, of.boss.headers)
    expect(plain(text)).toContain('Clock in 09:00 on 7 Jan 2026 , which is missing “My phone was empty”')
    expect(plain((await open(at, of.ada.headers)).text)).toContain('Nothing waits for you')
    const agree = sentUnchanged(text, `${at}/agree`)
    expect(to(await submit(`${at}/agree`, agree, of.boss.headers))).toEqual([303, `${at}?done=agree`])
    const next = await open(at, of.boss.headers)
    const refuse = sentUnchanged(next.text, `${at}/refuse`)
    const unsaid = await submit(`${at}/refuse`, refuse, of.boss.headers)
    expect([unsaid.status, problemBeside('reason', unsaid)]).toEqual([422, 'Required unless agreed.'])
    const no = await submit(`${at}/refuse`, { ...refuse, reason: 'You left at noon' }, of.boss.headers)
    expect(to(no)).toEqual([303, `${at}?done=refuse`])
    expect(plain((await open(at, of.boss.headers)).text)).toContain('Nothing waits for you')
  })
})

test('leave is covered by few calendars', () => {
  const span = (start_date: string, end_date: string) => ({ start_date, end_date })
  expect(stretchesOf([])).toEqual([])
  expect(
    stretchesOf([
      span('2026-06-01', '2026-06-10'),
      span('2026-01-05', '2026-01-09'),
      span('2026-01-20', '2026-02-01'),
      span('2026-08-01', '2026-12-31'),
    ]),
  ).toEqual([
    { from: '2026-01-05', to: '2026-02-01' },
    { from: '2026-06-01', to: '2026-06-10' },
    { from: '2026-08-01', to: '2026-10-31' },
  ])
})
