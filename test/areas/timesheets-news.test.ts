import { describe, expect, test } from 'vitest'
import { asOwner } from '../kit/client.ts'
import { away, dayFrom, hire, makeType } from '../kit/leave.ts'
import { join } from '../kit/makers.ts'
import { clearNews, morning, news } from '../kit/news.ts'
import { approve, crew, nextWeek, sheetAt, submitted, week } from '../kit/timesheets.ts'

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
  /** Of the day whose morning it is. */
  const weekday = async (): Promise<number> => {
    const [row] = await asOwner(`select extract(isodow from app.job_day('Europe/Madrid'))::int as weekday`)
    return row!.weekday
  }
  const onMornings = ({ ws }: Awaited<ReturnType<typeof crew>>, reminder_weekday: number | null) =>
    ws.owner.ok('PUT', `${ws.base}/workforce/settings`, { reminder_weekday })

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
    await morning(ws)
    await onMornings(of, ((await weekday()) % 7) + 1)
    await morning(ws)
    expect(await news(ws, ada)).toEqual([])
    await onMornings(of, await weekday())
    await morning(ws)
    await morning(ws)
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
    await onMornings(of, null)
  })

  test('are not told to those on leave', async () => {
    const of = await fresh()
    const { ws, ada, boss } = of
    const vacation = await makeType(ws)
    await away({ ws, vacation }, of.worker, -1, 3)
    await onMornings(of, await weekday())
    await clearNews(ws)
    await morning(ws)
    expect(await news(ws, ada)).toEqual([])
    expect((await news(ws, boss))[0]).toBe('timesheet_asked | Ada has weeks to submit | Ada')
  })

  test('schedule the morning of that weekday alone', async () => {
    const of = await fresh()
    const due = async (day: number) => {
      await onMornings(of, day)
      const [row] = await asOwner('select app.has_people_news($1, $2::date) as due', [
        of.ws.org.id,
        '2030-01-07',
      ])
      return row!.due
    }
    expect([await due(1), await due(2)]).toEqual([true, false])
  })
})
