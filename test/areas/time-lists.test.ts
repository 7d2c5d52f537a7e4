import { describe, expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
import { client } from '../kit/invoices.ts'
import { project, task } from '../kit/makers.ts'
import { office } from '../kit/time.ts'
import { codedRefusal, conflict, forbidden, invalid } from '../kit/refusals.ts'

describe('the list', () => {
  test('filters, sorts and sums all that matches', async () => {
    const { ws, ada, boss, at, log } = await office()
    const [home, buyer] = [await project(ws), await client(ws)]
    const item = await task(ws, home.id)
    const a = await log({ task_id: item.id, work_date: '2026-01-10', duration_seconds: 100 })
    const b = await log({
      project_id: home.id,
      work_date: '2026-01-12',
      duration_seconds: 20,
      billable: false,
    })
    const c = await log({ client_id: buyer.id, work_date: '2026-01-11', duration_seconds: 3 })
    const d = await log({ work_date: '2026-01-09' }, boss)
    const timer = await ada.ok('POST', `${at}/timer/start`, {})
    const names = new Map([a, b, c, d, timer].map(({ id }, n) => [id, 'abcdt'[n]]))
    const list = async (query: string, who = boss) => {
      const { items, totals } = await who.ok(
        'GET',
        `${at}?${query.includes('sort') ? '' : 'sort=work_date&'}${query}`,
      )
      return [items.map(({ id }: Json) => names.get(id)).join(''), totals.seconds, totals.billable_seconds]
    }
    expect(await list('')).toEqual(['dacbt', 3723, 3703])
    expect(await list('limit=1')).toEqual(['d', 3723, 3703])
    expect(await list('user_id=me')).toEqual(['d', 3600, 3600])
    expect(await list('', ada)).toEqual(['acbt', 123, 103])
    expect(await list(`project_id=${home.id}`)).toEqual(['ab', 120, 100])
    expect(await list(`task_id=${item.id}`)).toEqual(['a', 100, 100])
    expect(await list(`client_id=${buyer.id}`)).toEqual(['c', 3, 3])
    expect(await list('from=2026-01-10&to=2026-01-11')).toEqual(['ac', 103, 103])
    expect(await list('billable=false')).toEqual(['b', 20, 0])
    expect(await list('billed=true')).toEqual(['', 0, 0])
    expect(await list('running=true')).toEqual(['t', 0, 0])
    expect(await list('running=false&sort=-duration_seconds')).toEqual(['dabc', 3723, 3703])
    const wrongs: [string, string][] = [
      ['from=2026-01-02&to=2026-01-01', 'query.to: must not be before from'],
      ['sort=rate', 'query.sort: unknown key; use work_date, created_at, started_at, duration_seconds'],
      ['user_id=Ada', 'query.user_id[0]: must be a uuid, me or none'],
      ['running=yes', 'query.running: must be true or false'],
    ]
    for (const [query, problem] of wrongs)
      expect(codedRefusal(await boss.call('GET', `${at}?${query}`))).toEqual(invalid(problem))
  })

  test('is a CSV of up to 400 days for managers, in which nothing is a formula', async () => {
    const { ws, ada, boss, at, log } = await office()
    const home = await project(ws, { key: 'WEB', name: 'Site' })
    const item = await task(ws, home.id, { title: 'Draw, twice' })
    await log({ task_id: item.id, description: '=1+1', duration_seconds: 5400 })
    await log({ user_id: ada.id, work_date: '2026-01-16', hourly_rate_minor: 7550, billable: false }, boss)
    await ada.ok('POST', `${at}/timer/start`, {})
    const path = (more = '') => `${at}/export?from=2026-01-01&to=2026-12-31${more}`
    const file = await boss.ok('GET', path())
    expect([file.filename, file.rows]).toEqual(['time-2026-01-01-2026-12-31.csv', 2])
    const rows = file.content.split('\r\n')
    expect(rows[0]).toBe(
      'work_date,person,project,task,task_title,client,description,started_at,ended_at,hours,seconds,billable,hourly_rate,currency,invoice,id',
    )
    expect(rows[1]).toContain(`2026-01-15,Ada,Site,WEB-1,"Draw, twice",,'=1+1,,,1.5,5400,true,,,,`)
    expect(rows[2]).toContain('2026-01-16,Ada,,,,,,,,1,3600,false,75.50,EUR,,')
    expect((await boss.ok('GET', path('&billable=true'))).rows).toBe(1)
    expect(codedRefusal(await ada.call('GET', path()))).toEqual(forbidden('needs the role manager or above'))
    expect(codedRefusal(await boss.call('GET', `${at}/export?from=2026-01-01&to=2027-06-01`))).toEqual(
      invalid('query.to: at most 400 days from the first'),
    )
  })

  test('as a CSV has ten thousand lines at most', async () => {
    const { ws, boss, at } = await office()
    await asOwner(
      `insert into time_entries (org_id, user_id, created_by, work_date, duration_seconds)
        select $1, $2, $2, '2026-01-15', 60 from generate_series(1, 10001)`,
      [ws.org.id, boss.id],
    )
    const path = `${at}/export?to=2026-01-31&from=2026-01-`
    expect(codedRefusal(await boss.call('GET', `${path}01`))).toEqual(
      conflict('there are more than 10000 time entries; ask for fewer days'),
    )
    expect((await boss.ok('GET', `${path}16`)).rows).toBe(0)
  })
})
