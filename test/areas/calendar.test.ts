import { beforeAll, describe, expect, test } from 'vitest'
import { asOwner, type Caller, type Json } from '../kit/client.ts'
import { nextYear, nextYearDay } from '../kit/leave.ts'
import { join, project, task, type Workspace, workspace } from '../kit/makers.ts'
import { dayFromNow, sprint } from '../kit/sprints.ts'

let ws: Workspace
let member: Caller
beforeAll(async () => {
  ws = await workspace()
  member = await join(ws)
})

const calendar = (own: Workspace, user: Caller) => (path: string) =>
  user.call('GET', `${own.base}/calendar/${path}`)
const set = (own: Workspace, body: object) => own.owner.call('PUT', `${own.base}/calendar/settings`, body)
const add = (own: Workspace, body: object) =>
  own.owner.call('POST', `${own.base}/calendar/holidays/overrides`, { name: 'Ours', kind: 'add', ...body })
const ok = async (own: Workspace, path: string, user = own.owner): Promise<Json> =>
  user.ok('GET', `${own.base}/calendar/${path}`)
const dates = ({ items }: Json): string[] => items.map(({ date }: Json) => date)

describe('my calendar', () => {
  test('has every occurrence of a recurring reminder, at nine o’clock on both sides of a clock change', async () => {
    const own = await workspace()
    await own.owner.ok('PATCH', own.base, { timezone: 'Europe/Berlin' })
    const draft = { title: 'Stand-up', timezone: 'Europe/Berlin', rrule: 'FREQ=WEEKLY;BYDAY=MO' }
    // The clocks of Berlin change on the last Sunday of March.
    const changes = new Date(Date.UTC(nextYear, 2, 31))
    changes.setUTCDate(31 - changes.getUTCDay())
    const around = (days: number) =>
      new Date(changes.getTime() + days * 86_400_000).toISOString().slice(0, 10)
    await own.owner.ok('POST', `${own.base}/reminders`, { ...draft, remind_at: `${around(-13)}T08:00:00Z` })
    const once = { title: 'Once', remind_at: `${around(-12)}T08:00:00Z` }
    await own.owner.ok('POST', `${own.base}/reminders`, once)
    const starts = async (from: string, to: string) =>
      (
        await own.owner.ok('GET', `${own.base}/calendar/feed?from=${from}&to=${to}&types=reminder`)
      ).events.map(({ title, start }: Json) => `${title} ${start.slice(0, 16)}`)
    expect(await starts(around(-13), around(8))).toEqual([
      `Stand-up ${around(-13)}T08:00`,
      `Once ${around(-12)}T08:00`,
      `Stand-up ${around(-6)}T08:00`,
      `Stand-up ${around(1)}T07:00`,
      `Stand-up ${around(8)}T07:00`,
    ])
    expect(await starts(`${nextYear}-12-01`, `${nextYear}-12-07`)).toEqual([
      `Stand-up ${nextYearDay(12)}T08:00`,
    ])
    expect(await starts(around(-27), around(-14))).toEqual([])
  })

  test('has the milestones of my projects, and my reminders at their moments', async () => {
    const own = await workspace()
    const home = await project(own)
    await asOwner(
      "insert into project_members (org_id, project_id, user_id, role, added_by) values ($1, $2, $3, 'lead', $3)",
      [own.org.id, home.id, own.owner.id],
    )
    const colleague = await join(own)
    const milestone = { name: 'Beta', due_date: dayFromNow(5) }
    await own.owner.ok('POST', `${own.base}/projects/${home.id}/milestones`, milestone)
    const remind_at = `${dayFromNow(6)}T10:00:00.000Z`
    await own.owner.ok('POST', `${own.base}/reminders`, { title: 'Call', remind_at })
    const events = async (who: Caller) =>
      (await ok(own, `feed?from=${dayFromNow(1)}&to=${dayFromNow(20)}`, who)).events
    expect(await events(own.owner)).toMatchObject([
      {
        type: 'milestone',
        title: `${home.key} · Beta`,
        all_day: true,
        start_date: dayFromNow(5),
        status: 'open',
      },
      { type: 'reminder', title: 'Call', all_day: false, start: remind_at, entity: { project_id: null } },
    ])
    expect(await events(colleague)).toEqual([])
  })

  test('has my tasks, their spans, sprints and project dates, and nobody else’s, in one round trip', async () => {
    const [home, other] = [await project(ws), await project(ws)]
    const [first, last] = [dayFromNow(1), dayFromNow(20)]
    const ownTask = await task(ws, home.id, {
      title: 'Mine',
      start_date: dayFromNow(2),
      due_date: dayFromNow(9),
    })
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${ownTask.id}`, { assignee_id: member.id })
    await task(ws, home.id, { title: 'Not mine', due_date: dayFromNow(9) })
    const run = await sprint(ws, home.id, { name: 'One' })
    await sprint(ws, other.id, { name: 'Elsewhere' })
    await asOwner(
      "insert into project_members (org_id, project_id, user_id, role, added_by) values ($1, $2, $3, 'contributor', $3)",
      [ws.org.id, home.id, member.id],
    )
    await ws.owner.ok('PATCH', `${ws.base}/projects/${home.id}`, { target_date: dayFromNow(12) })
    const reply = await calendar(ws, member)(`feed?from=${first}&to=${last}`)
    expect([reply.status, reply.roundTrips, reply.body.timezone]).toEqual([200, 1, 'UTC'])
    const result = reply.body.events.map(({ type, title, start_date, end_date }: Json) => [
      type,
      title,
      start_date,
      end_date,
    ])
    expect(result).toEqual([
      ['sprint', `${home.key} · One`, run.start_date, run.end_date],
      ['task_span', 'Mine', dayFromNow(2), dayFromNow(9)],
      ['task_due', 'Mine', dayFromNow(9), dayFromNow(9)],
      ['project', home.name, dayFromNow(12), dayFromNow(12)],
    ])
    expect(reply.body.events[2]).toMatchObject({
      id: `task-${ownTask.id}`,
      all_day: true,
      start: null,
      entity: { type: 'task', id: ownTask.id, key: ownTask.key, project_id: home.id },
      status: 'todo',
    })
    const few = await ok(ws, `feed?from=${first}&to=${last}&types=project,meeting`, member)
    expect(few.events.map(({ type }: Json) => type)).toEqual(['project'])
    expect(
      (await ok(ws, `feed?from=${dayFromNow(10)}&to=${dayFromNow(11)}&types=task_due,task_span`, member))
        .events,
    ).toEqual([])
  })

  test.each([
    ['feed?from=2026-02-01&to=2026-01-31', 'query.to: before from'],
    ['feed?from=2026-01-01&to=2027-01-02', 'query.to: more than 366 days after from'],
    ['feed?from=2026-01-01', 'query.to: required'],
    ['feed?from=2026-01-01&to=2026-01-02&types=walrus', 'query.types[0]'],
    ['feed?from=2026-01-01&to=2026-01-02&timezone=Mars', 'query.timezone'],
    ['holidays', 'query: year, or from and to'],
    ['holidays?year=2026&from=2026-01-01&to=2026-01-02', 'query: year, or from and to'],
    ['holidays?year=2026&country=QQ', 'query.country: not supported'],
    ['holidays?year=2026&country=DE&region=ENG', 'query.region: not supported'],
    ['holidays?year=2090', 'query.year: holidays are known from 2020 to 2036'],
    ['working-days?from=2026-02-01&to=2026-01-31', 'query.to: before from'],
    ['working-days?from=2090-01-01&to=2090-01-31', 'query.to: holidays are known from 2020 to'],
    ['working-days?from=2019-12-31&to=2020-01-31', 'query.to: holidays are known from 2020 to'],
    ['absences?from=2026-01-01&to=2027-06-01', 'query.to: more than 366 days after from'],
  ])('%s is rejected', async (path, reason) => {
    const refused = await calendar(ws, ws.owner)(path)
    expect([refused.status, refused.body.error.message]).toEqual([422, expect.stringContaining(reason)])
  })

  test('366 days are allowed', async () => {
    expect((await calendar(ws, member)('feed?from=2028-01-01&to=2028-12-31')).status).toBe(200)
  })
})

describe('holidays', () => {
  /** As published by the authorities. */
  test.each([
    [
      'DE',
      'BY',
      '2026-01-01 2026-01-06 2026-04-03 2026-04-06 2026-05-01 2026-05-14 2026-05-25 2026-06-04 2026-10-03 2026-11-01 2026-12-25 2026-12-26',
    ],
    [
      'DE',
      'SN',
      '2026-01-01 2026-04-03 2026-04-06 2026-05-01 2026-05-14 2026-05-25 2026-10-03 2026-10-31 2026-11-18 2026-12-25 2026-12-26',
    ],
    [
      'FR',
      '67',
      '2026-01-01 2026-04-03 2026-04-06 2026-05-01 2026-05-08 2026-05-14 2026-05-25 2026-07-14 2026-08-15 2026-11-01 2026-11-11 2026-12-25 2026-12-26',
    ],
    [
      'GB',
      'SCT',
      '2026-01-01 2026-01-02 2026-04-03 2026-05-04 2026-05-25 2026-08-03 2026-11-30 2026-12-25 2026-12-26 2026-12-28',
    ],
    [
      'NL',
      '',
      '2026-01-01 2026-04-05 2026-04-06 2026-04-27 2026-05-14 2026-05-24 2026-05-25 2026-12-25 2026-12-26',
    ],
    [
      'PL',
      '',
      '2026-01-01 2026-01-06 2026-04-05 2026-04-06 2026-05-01 2026-05-03 2026-05-24 2026-06-04 2026-08-15 2026-11-01 2026-11-11 2026-12-24 2026-12-25 2026-12-26',
    ],
    [
      'US',
      '',
      '2026-01-01 2026-01-19 2026-02-16 2026-05-25 2026-06-19 2026-07-03 2026-07-04 2026-09-07 2026-10-12 2026-11-11 2026-11-26 2026-12-25',
    ],
  ])('of %s %s in 2026', async (country, region, days) => {
    const query = `holidays?year=2026&country=${country}&types=public${region && `&region=${region}`}`
    expect(dates(await ok(ws, query))).toEqual(days.split(' '))
  })

  test.each([
    ['GB', '', '2020', '01-01 04-10 04-13 05-08 05-25 12-25 12-26 12-28'],
    ['GB', '', '2021', '01-01 04-02 04-05 05-03 05-31 12-25 12-26 12-27 12-28'],
    ['GB', '', '2022', '01-01 01-03 04-15 04-18 05-02 06-02 06-03 09-19 12-25 12-26 12-27'],
    ['GB', '', '2023', '01-01 01-02 04-07 04-10 05-01 05-08 05-29 12-25 12-26'],
    ['GB', 'SCT', '2023', '01-01 01-02 01-03 04-07 05-01 05-08 05-29 08-07 11-30 12-25 12-26'],
    ['IE', '', '2022', '01-01 03-17 03-18 04-18 05-02 06-06 08-01 10-31 12-25 12-26'],
    ['IE', '', '2023', '01-01 02-06 03-17 04-10 05-01 06-05 08-07 10-30 12-25 12-26'],
    ['US', '', '2020', '01-01 01-20 02-17 05-25 07-03 07-04 09-07 10-12 11-11 11-26 12-25'],
    ['DE', 'BE', '2020', '01-01 03-08 04-10 04-13 05-01 05-08 05-21 06-01 10-03 12-25 12-26'],
  ])(
    'of %s %s in %s, when single days were moved, added or did not exist yet',
    async (country, region, year, days) => {
      const query = `holidays?year=${year}&country=${country}&types=public${region && `&region=${region}`}`
      const found = new Set(dates(await ok(ws, query)).map((one) => one.slice(5)))
      expect([...found].join(' ')).toBe(days)
    },
  )

  test('on a weekend have their substitute', async () => {
    const { items } = await ok(ws, 'holidays?from=2027-12-20&to=2028-01-05&country=GB&region=ENG')
    expect(items.map(({ date, substitute }: Json) => [date, substitute])).toEqual([
      ['2027-12-25', false],
      ['2027-12-26', false],
      ['2027-12-27', true],
      ['2027-12-28', true],
      ['2028-01-01', false],
      ['2028-01-03', true],
    ])
    expect(dates(await ok(ws, 'holidays?from=2025-04-20&to=2025-04-30&country=NL&types=public'))).toContain(
      '2025-04-26',
    )
    expect(dates(await ok(ws, 'holidays?from=2027-12-25&to=2027-12-31&country=US'))).toContain('2027-12-31')
  })

  test('are named in the language of the place or in English', async () => {
    const name = async (lang: string) =>
      (await ok(ws, `holidays?from=2026-12-25&to=2026-12-25&country=PT&lang=${lang}`)).items[0].name
    expect([await name('en'), await name('pt')]).toEqual(['Christmas Day', 'Natal'])
  })

  test.each([
    ['IN', '', 'public', ['2026-01-26', '2026-08-15', '2026-10-02']],
    ['JP', '', 'public', ['2026-05-05', '2026-05-06', '2026-09-22']],
    ['CH', 'ZH', 'public', ['2026-08-01']],
    ['AU', 'VIC', 'public', ['2026-11-03']],
    ['BR', 'SP', 'public', ['2026-07-09', '2026-09-07']],
    ['CA', 'QC', 'public', ['2026-06-24', '2026-07-01']],
    ['EG', '', 'public', ['2026-03-20', '2026-03-21', '2026-03-22']],
    ['DE', 'BY-A', 'public', ['2026-08-08']],
  ])('of %s %s are known too, each day of longer ones', async (country, region, types, days) => {
    const found = dates(
      await ok(ws, `holidays?year=2026&country=${country}&types=${types}${region && `&region=${region}`}`),
    )
    expect(found).toEqual(expect.arrayContaining(days))
  })

  test('of every place are known in every year', async () => {
    expect(
      await asOwner(
        `select p.country, p.region, y from holiday_places p cross join generate_series(2020, 2036) y
          where not exists (select from app.holidays_of(p.country, p.region, make_date(y, 1, 1), make_date(y, 12, 31)))`,
      ),
    ).toEqual([])
  })

  test('of supported places are listed', async () => {
    const { items } = await ok(ws, 'holiday-regions?country=GB')
    expect(items.map(({ region }: Json) => region)).toEqual([null, 'ALD', 'ENG', 'NIR', 'SCT', 'WLS'])
    const all = (await ok(ws, 'holiday-regions')).items
    expect([all.length, new Set(all.map(({ country }: Json) => country)).size]).toEqual([620, 206])
  })
})

describe('the organization’s own days', () => {
  test('are added to and removed from those of its place, once a day, and undone', async () => {
    const own = await workspace()
    expect((await set(own, { country: 'DE', region: 'BY' })).status).toBe(200)
    const eve = await add(own, { date: '2026-12-24', half_day: true })
    expect([eve.status, (await add(own, { date: '2026-12-24' })).status]).toEqual([201, 409])
    await add(own, { date: '2026-01-06', kind: 'remove' })
    await add(own, { date: '2026-06-04', kind: 'remove', region: 'BE' })
    expect((await add(own, { date: '2026-07-01', region: 'ENG' })).status).toBe(422)
    const kept = await ok(own, 'holidays?year=2026&types=public')
    expect(dates(kept)).toEqual(
      '2026-01-01 2026-04-03 2026-04-06 2026-05-01 2026-05-14 2026-05-25 2026-06-04 2026-10-03 2026-11-01 2026-12-24 2026-12-25 2026-12-26'.split(
        ' ',
      ),
    )
    expect(kept.items.at(-3)).toEqual({
      date: '2026-12-24',
      name: 'Ours',
      type: 'public',
      substitute: false,
      half_day: true,
      source: 'override',
    })
    expect(dates(await ok(own, 'holidays?from=2026-12-24&to=2026-12-24&country=FR'))).toEqual([])
    expect((await ok(own, 'settings')).overrides).toHaveLength(3)
    await own.owner.ok('DELETE', `${own.base}/calendar/holidays/overrides/${eve.body.id}`)
    expect(dates(await ok(own, 'holidays?from=2026-12-24&to=2026-12-24&types=public'))).toEqual([])
  })

  test('count as working days by weekday, holiday and half', async () => {
    const own = await workspace()
    await set(own, { country: 'DE', region: 'BY', working_days: [1, 2, 3, 4] })
    await add(own, { date: '2026-12-24', half_day: true })
    const { count, days } = await ok(own, 'working-days?from=2026-12-21&to=2026-12-31')
    expect(count).toBe(7.5)
    expect(days.find(({ date }: Json) => date === '2026-12-24').share).toBe(0.5)
    expect(days.map(({ date }: Json) => date)).not.toContain('2026-12-25')
    const charts = await asOwner('select app.working_days($1, $2, $3) as n', [
      own.org.id,
      '2026-01-01',
      '2026-01-08',
    ])
    expect(charts).toEqual([{ n: 3 }])
    const ownDays = await ok(own, 'working-days?from=2026-12-21&to=2026-12-31&user_id=me')
    expect(ownDays.count).toBe(count)
    const other = await calendar(
      own,
      own.owner,
    )(`working-days?from=2026-12-21&to=2026-12-31&user_id=${member.id}`)
    expect([other.status, other.body.error.message]).toEqual([422, 'query.user_id: not an active member'])
  })

  test('observances and optional days are shown but not counted', async () => {
    const own = await workspace()
    await set(own, { country: 'NL' })
    expect(dates(await ok(own, 'holidays?from=2026-05-05&to=2026-05-05'))).toEqual(['2026-05-05'])
    expect((await ok(own, 'working-days?from=2026-05-05&to=2026-05-05')).count).toBe(1)
  })
})

describe('settings', () => {
  test.each([
    [{}, 'body: at least one field required'],
    [{ country: 'QQ' }, 'body.country: no holidays are known for it'],
    [{ country: 'DE', region: 'ENG' }, 'body.region: no holidays are known for it'],
    [{ region: 'BY' }, 'body.region: no holidays are known for it'],
    [{ working_days: [] }, 'body.working_days: must not be empty'],
    [{ working_days: [0] }, 'body.working_days[0]: must be 1 (Monday) to 7 (Sunday)'],
    [{ working_days: [8] }, 'body.working_days[0]: must be 1 (Monday) to 7 (Sunday)'],
    [{ timezone: 'Mars/Phobos' }, 'body.timezone: must be an IANA time zone'],
  ])('%j is rejected', async (body, reason) => {
    const refused = await set(ws, body)
    expect([refused.status, refused.body.error.message]).toEqual([422, expect.stringContaining(reason)])
  })

  test('keep what is not sent, and clear the region with its country', async () => {
    const own = await workspace()
    await set(own, { country: 'DE', region: 'BY', week_start: 7 })
    expect((await set(own, { timezone: 'Europe/Berlin' })).body).toEqual({
      country: 'DE',
      region: 'BY',
      week_start: 7,
      working_days: [1, 2, 3, 4, 5],
      timezone: 'Europe/Berlin',
      overrides: [],
    })
    expect((await set(own, { country: 'FR' })).body).toMatchObject({ country: 'FR', region: null })
  })
})
