import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { asOwner } from '../kit/client.ts'
import { away, dayFrom, hire, makeType } from '../kit/leave.ts'
import { enteredDatabase } from '../kit/inbox.ts'
import { join, type Workspace } from '../kit/makers.ts'
import { clearNews, news } from '../kit/news.ts'
import { approve, crew, nextWeek, sheetAt, submitted, week } from '../kit/timesheets.ts'

/** The time zone in which it is that hour now, in whole hours from UTC. */
function zoneAt(hour: number) {
  const ahead = ((hour - new Date().getUTCHours() + 36) % 24) - 12
  return ahead === 0 ? 'UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}
async function fresh() {
  const of = await crew()
  await clearNews(of.ws)
  return of
}
const url = async (of: Awaited<ReturnType<typeof crew>>, who: typeof of.ada) =>
  (await who.ok('GET', `${of.ws.base}/notifications`)).items[0].url

describe('a week', () => {
  test('is told to whoever is asked, then to the person; never to the actor', async () => {
    const of = await fresh()
    const { ws, ada, boss, worker } = of
    await submitted(of, week, { empty: true })
    expect(await news(ws, boss)).toEqual(['timesheet_asked | Timesheet to decide | Ada, week of 5 Jan 2026'])
    expect([await news(ws, ada), await news(ws, ws.owner)]).toEqual([[], []])
    const page = `/organizations/${ws.org.slug}/weeks/${worker.id}/${week}`
    expect(await url(of, boss)).toMatch(new RegExp(`${page}$`))
    await approve(of, week)
    expect(await news(ws, ada)).toEqual(['timesheet_decided | Timesheet approved | Week of 5 Jan 2026'])
    expect(await url(of, ada)).toMatch(new RegExp(`${page}$`))
    expect((await boss.ok('GET', `${ws.base}/notifications?unread=true`)).items).toEqual([])
  })

  test('that is rejected, opened again or submitted by others is told to the person', async () => {
    const of = await fresh()
    const { ws, ada, boss } = of
    await submitted(of, week, { empty: true })
    await boss.ok('POST', sheetAt(of, week, 'reject'), { note: 'Friday is missing' })
    expect(await news(ws, ada)).toEqual(['timesheet_decided | Timesheet rejected | Week of 5 Jan 2026'])
    await clearNews(ws)
    await boss.ok('POST', sheetAt(of, week, 'submit'), { empty: true })
    expect(await news(ws, ada)).toEqual([
      'timesheet_decided | Timesheet submitted for you | Week of 5 Jan 2026',
    ])
    expect(await news(ws, boss)).toEqual([])
    await clearNews(ws)
    await approve(of, week)
    await clearNews(ws)
    await ws.owner.ok('POST', sheetAt(of, week, 'reopen'), {})
    expect(await news(ws, ada)).toEqual(['timesheet_decided | Timesheet opened again | Week of 5 Jan 2026'])
  })

  test('that is withdrawn waits for nobody, and is told to nobody', async () => {
    const of = await fresh()
    const { ws, ada, boss } = of
    await submitted(of, week, { empty: true })
    await ada.ok('POST', sheetAt(of, week, 'reopen'), {})
    expect((await boss.ok('GET', `${ws.base}/notifications?unread=true`)).items).toEqual([])
    expect((await news(ws, boss)).length).toBe(1)
    expect(await news(ws, ada)).toEqual([])
    await submitted(of, week, { empty: true })
    expect((await boss.ok('GET', `${ws.base}/notifications?unread=true`)).items.length).toBe(1)
  })

  test('is told to the deputy of whoever goes on leave, and to the next manager', async () => {
    const of = await fresh()
    const { ws, boss, worker } = of
    const [eve, hedy] = [await join(ws, 'member', 'Eve'), await join(ws, 'member', 'Hedy')]
    const deputy = await hire(ws, { first_name: 'Eve', user_id: eve.id })
    const manager = await hire(ws, { first_name: 'Hedy', user_id: hedy.id })
    await boss.ok('PUT', `${ws.base}/employees/me/deputy`, { employee_id: deputy.id })
    await submitted(of, nextWeek, { empty: true })
    await clearNews(ws)
    await away({ ws, vacation: await makeType(ws) }, of.lead, 0, 20)
    const told = 'timesheet_asked | Timesheet to decide | Ada, week of 12 Jan 2026'
    expect(await news(ws, eve)).toEqual([told])
    await ws.owner.ok('PATCH', `${ws.base}/employees/${worker.id}`, { manager_employee_id: manager.id })
    expect(await news(ws, hedy)).toContain(told)
  })

  test('that nobody else decides is told to nobody', async () => {
    const of = await crew()
    const own = await hire(of.ws, { first_name: 'Olga', user_id: of.ws.owner.id })
    await clearNews(of.ws)
    const path = `${of.ws.base}/timesheets/${own.id}/${week}/submit`
    await of.ws.owner.ok('POST', path, { empty: true })
    expect(await news(of.ws, of.ws.owner)).toEqual([])
  })
})

describe('weeks that are not submitted', () => {
  const weekday = async (zone = 'Europe/Madrid'): Promise<number> => {
    const [row] = await asOwner(`select extract(isodow from app.today($1))::int as weekday`, [zone])
    return row!.weekday
  }
  const remindOn = ({ ws }: Awaited<ReturnType<typeof crew>>, reminder_weekday: number | null, hour = 0) =>
    ws.owner.ok('PUT', `${ws.base}/workforce/settings`, { reminder_weekday, reminder_hour: hour })
  const reminders = (ws: Workspace) => enteredDatabase(ws.org.id).batch([sql`select app.remind_of_weeks()`])

  test('are told on the weekday that is set: to everybody theirs, and to whoever is asked those of all', async () => {
    const of = await fresh()
    const { ws, ada, boss } = of
    const eve = await join(ws, 'member', 'Eve')
    await hire(ws, {
      first_name: 'Eve',
      user_id: eve.id,
      manager_employee_id: of.lead.id,
      hire_date: dayFrom(-9),
    })
    await clearNews(ws)
    await reminders(ws)
    await remindOn(of, ((await weekday()) % 7) + 1)
    await reminders(ws)
    expect(await news(ws, ada)).toEqual([])
    await remindOn(of, await weekday())
    await reminders(ws)
    await reminders(ws)
    expect(await news(ws, ada)).toEqual([
      expect.stringMatching(/^timesheet_decided \| 4 weeks to submit \| The first of \d+ \w+ \d+$/),
    ])
    expect(await url(of, ada)).toMatch(/\/week$/)
    expect(await news(ws, eve)).toEqual([
      expect.stringMatching(/^timesheet_decided \| (A week|2 weeks) to submit/),
    ])
    expect(await news(ws, boss)).toEqual([
      'timesheet_asked | 2 people have weeks to submit | Ada, Eve',
      expect.stringMatching(/^timesheet_decided \| 4 weeks to submit/),
    ])
    expect(await url(of, boss)).toMatch(/\/approvals\?show=missing$/)
    expect(await news(ws, ws.owner)).toEqual(['timesheet_asked | Grace has weeks to submit | Grace'])
    await remindOn(of, null)
  })

  test('are not told to those on leave', async () => {
    const of = await fresh()
    const { ws, ada, boss } = of
    const vacation = await makeType(ws)
    await away({ ws, vacation }, of.worker, -1, 3)
    await remindOn(of, await weekday())
    await clearNews(ws)
    await reminders(ws)
    expect(await news(ws, ada)).toEqual([])
    expect((await news(ws, boss))[0]).toBe('timesheet_asked | Ada has weeks to submit | Ada')
  })

  test('are told at the hour that is set, by the clock of each person', async () => {
    const of = await fresh()
    const { ws, ada, boss, worker, lead } = of
    const zones = { [worker.id]: zoneAt(12), [lead.id]: zoneAt(3) }
    for (const [id, time_zone] of Object.entries(zones))
      await ws.owner.ok('PATCH', `${ws.base}/employees/${id}`, { time_zone })
    await clearNews(ws)
    await remindOn(of, await weekday(zones[worker.id]), 10)
    await reminders(ws)
    expect((await news(ws, ada)).length).toBe(1)
    expect(await news(ws, boss)).toEqual([])
    await remindOn(of, await weekday(zones[lead.id]), 1)
    await reminders(ws)
    expect((await news(ws, boss)).length).toBe(2)
    expect((await news(ws, ada)).length).toBe(1)
  })

  test('are told by a job that is due when the hour comes first in a zone of somebody', async () => {
    const of = await fresh()
    const { ws, worker } = of
    await ws.owner.ok('PATCH', `${ws.base}/employees/${worker.id}`, { time_zone: 'Pacific/Auckland' })
    await remindOn(of, 3, 17)
    const due = () =>
      asOwner(
        `select (available_at at time zone 'Pacific/Auckland')::text as at,
            extract(isodow from available_at at time zone 'Pacific/Auckland')::int as weekday
          from outbox where org_id = $1 and topic = 'week_reminders' and done_at is null order by available_at`,
        [ws.org.id],
      )
    // In Auckland it is Wednesday first, unless that of Auckland is over and that of Madrid to come.
    const [first] = await due()
    expect(first!.at).toMatch(first!.at.endsWith(' 17:00:00') ? / 17:00:00$/ : / 0[3-5]:00:00$/)
    expect(first!.weekday).toBe(first!.at.endsWith('17:00:00') ? 3 : 4)
    expect((await due()).length).toBe(1)
  })

  test('follow the clock where it changes', async () => {
    const [row] = await asOwner(`select array_agg(app.utc(app.hour_of_day('Europe/Madrid', d::date, h))) as at
      from (values ('2026-03-28', 2), ('2026-03-29', 2), ('2026-03-29', 7), ('2026-10-24', 2), ('2026-10-25', 2),
        ('2026-10-25', 7)) x(d, h)`)
    expect(row!.at.map((at: string) => at.slice(0, 16))).toEqual([
      '2026-03-28T01:00',
      '2026-03-29T01:00',
      '2026-03-29T05:00',
      '2026-10-24T00:00',
      '2026-10-25T01:00',
      '2026-10-25T06:00',
    ])
  })
})
