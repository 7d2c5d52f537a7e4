import { describe, expect, test } from 'vitest'
import type { Json } from '../kit/client.ts'
import { makeType, asked } from '../kit/leave.ts'
import { project } from '../kit/makers.ts'
import { approve, crew, get, hours, log, sheetAt, submitted, week } from '../kit/timesheets.ts'
import { open, problemBeside, sentUnchanged, submit, to } from './browse.ts'

const place = async () => {
  const of = await crew()
  const org = `/organizations/${of.ws.org.slug}`
  return { of, org, mine: `${org}/weeks/me/${week}`, theirs: `${org}/weeks/${of.worker.id}/${week}` }
}
const plain = (text: string) => text.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')

describe('my week', () => {
  test('shows each day with what was worked and expected, and leads to the weeks around it', async () => {
    const { of, mine, org } = await place()
    await log(of, { ...hours('2026-01-07', 8.5), description: 'Drew the plan' })
    const { status, text } = await open(mine, of.ada.headers)
    expect(status).toBe(200)
    const said = plain(text)
    expect(said).toContain('Wednesday 7 Jan 8 h expected 8 h 30 min 8 h 30 min Drew the plan')
    expect(said).toContain('Tuesday 6 Jan holiday')
    expect(said).toContain('Saturday 10 Jan free')
    expect(said).toMatch(/Worked 8 h 30 min Expected 32 h 8 h less for holidays Balance −23 h 30 min/)
    for (const other of ['2025-12-29', 'current', '2026-01-12'])
      expect(text).toContain(`href="${org}/weeks/me/${other}"`)
    const now = await open(`${org}/week`, of.ada.headers)
    expect(now.text).toMatch(/<h1[^>]*>My week<\/h1>/)
  })

  test('takes time, loses it again, and is submitted and withdrawn', async () => {
    const { of, mine } = await place()
    const web = await project(of.ws)
    const { headers } = of.ada
    const bad = await submit(`${mine}/log-time`, { work_date: '2026-01-07', spent: 'long' }, headers)
    expect([bad.status, problemBeside('spent', bad)]).toEqual([
      422,
      'Write hours and minutes, such as 1:30, or 90m.',
    ])
    const entry = { work_date: '2026-01-07', spent: '2:30', project_id: web.id, description: 'Drew' }
    expect(to(await submit(`${mine}/log-time`, entry, headers))).toEqual([303, `${mine}?done=log-time`])
    const day = (await get(of, week)).days.find(({ date }: Json) => date === '2026-01-07')
    expect(day.entries).toMatchObject([{ minutes: 150, project: { id: web.id }, description: 'Drew' }])
    const removed = await submit(`${mine}/delete-time`, { entry_id: day.entries[0].id }, headers)
    expect(to(removed)).toEqual([303, `${mine}?done=delete-time`])
    const shown = await open(mine, headers)
    expect(plain(shown.text)).toContain('No time is logged in this week.')
    const empty = sentUnchanged(shown.text, `${mine}/submit-empty`)
    expect(to(await submit(`${mine}/submit-empty`, empty, headers))).toEqual([303, `${mine}?done=submit`])
    const after = await open(`${mine}?done=submit`, headers)
    expect(plain(after.text)).toContain('Grace is asked to decide.')
    expect(after.text).not.toContain(`${mine}/log-time`)
    const back = sentUnchanged(after.text, `${mine}/reopen`)
    expect(to(await submit(`${mine}/reopen`, back, headers))).toEqual([303, `${mine}?done=reopen`])
    expect((await get(of, week)).status).toBe('open')
  })

  test('changes how long an entry took, or its time of day, and keeps what was not changed', async () => {
    const { of, mine } = await place()
    const { headers } = of.ada
    await of.ada.ok('POST', `${of.ws.base}/time-entries`, {
      started_at: '2026-01-07T08:00:00Z',
      ended_at: '2026-01-07T12:00:00Z',
      description: 'Drew',
    })
    await of.ada.ok('POST', `${of.ws.base}/time-entries`, {
      work_date: '2026-01-08',
      duration_seconds: 5400,
      description: 'Talked',
    })
    const entries = async () =>
      (await of.ada.ok('GET', `${of.ws.base}/time-entries?sort=work_date`)).items as Json[]
    const [drawn, talked] = await entries()
    const change = (form: Record<string, string>) => submit(`${mine}/change-time`, form, headers)
    const { text } = await open(mine, headers)
    expect(text).toContain('value="1:30"')
    const clock = { entry_id: drawn.id, day: '2026-01-07', zone: 'Europe/Madrid', was: '09:00 13:00' }
    const wrong = await change({ ...clock, begun: '9 o’clock', until: '13:00' })
    expect([wrong.status, problemBeside('begun', wrong)]).toEqual([422, 'Must be a time such as 14:30.'])
    expect(to(await change({ ...clock, begun: '22:30', until: '01:00', description: 'Drew late' }))).toEqual([
      303,
      `${mine}?done=change-time`,
    ])
    await change({ entry_id: talked.id, was: '1:30', spent: '45m', description: 'Talked' })
    expect(await entries()).toMatchObject([
      {
        started_at: '2026-01-07T21:30:00.000Z',
        ended_at: '2026-01-08T00:00:00.000Z',
        description: 'Drew late',
      },
      { duration_seconds: 2700, started_at: null, description: 'Talked' },
    ])
  })

  test('has the timer, to start on a task or project and to stop', async () => {
    const { of, org } = await place()
    const { headers } = of.ada
    const web = await project(of.ws)
    const { text } = await open(`${org}/week`, headers)
    expect(text).toContain('Start a timer')
    expect(text).not.toContain('Stop the timer')
    const start = { project_id: web.id, description: 'Answer mail' }
    expect(to(await submit(`${org}/week/start-timer`, start, headers))[0]).toBe(303)
    const running = await open(`${org}/week`, headers)
    expect(plain(running.text)).toMatch(/Runs since .* on .*: Answer mail/)
    expect(to(await submit(`${org}/week/stop-timer`, {}, headers))[0]).toBe(303)
    expect(await of.ada.ok('GET', `${of.ws.base}/time-entries/timer`)).toBeNull()
  })

  test('says what the API refuses, in place', async () => {
    const { of, org } = await place()
    await of.ada.ok('POST', `${of.ws.base}/time-entries/timer/start`, {})
    const page = `${org}/week`
    const sheet = await of.ada.ok('GET', `${of.ws.base}/timesheets/me/current`)
    const fields = { employee_id: sheet.employee.employee_id, week_start: sheet.week_start }
    const refused = await submit(`${page}/submit-empty`, fields, of.ada.headers)
    expect(refused.status).toBe(409)
    expect(plain(refused.text)).toMatch(
      /A timer has been running since \d+ \w+ \d{4}, \d\d:\d\d ; stop it first\./,
    )
    expect(refused.text).toMatch(/<h1[^>]*>My week<\/h1>/)
  })

  test('says why it was rejected, and what is unusual', async () => {
    const { of, mine } = await place()
    const vacation = await makeType(of.ws)
    const leave = await asked({ ...of, vacation }, of.ada, { start_date: '2026-01-07' })
    await of.boss.ok('POST', `${of.ws.base}/leave-requests/${leave.id}/approve`, {})
    await log(of, hours('2026-01-07', 2))
    await submitted(of, week)
    await of.boss.ok('POST', sheetAt(of, week, 'reject'), { note: 'Friday is missing' })
    const said = plain((await open(mine, of.ada.headers)).text)
    expect(said).toContain('Rejected by Grace Friday is missing')
    expect(said).toContain('Time is logged on 7 Jan 2026 , a day of leave.')
    expect(said).toContain('time on a day of leave')
  })

  test('is nothing of people without a record, and says how to get one', async () => {
    const { of, org } = await place()
    const owner = await open(`${org}/week`, of.ws.owner.headers)
    expect(plain(owner.text)).toContain('You have no record as an employee here')
    expect(owner.text).toContain(`href="${org}/people"`)
  })
})

describe('the week of somebody', () => {
  test('is approved or rejected by whoever is asked', async () => {
    const { of, theirs } = await place()
    await submitted(of, week, { empty: true, comment: 'As agreed' })
    const { text } = await open(theirs, of.boss.headers)
    expect(text).toMatch(/<h1[^>]*>Week of Ada<\/h1>/)
    expect(plain(text)).toContain('“As agreed”')
    const refused = await submit(`${theirs}/reject`, sentUnchanged(text, `${theirs}/reject`), of.boss.headers)
    expect(refused.status).toBe(422)
    expect(problemBeside('note', refused)).toBeTruthy()
    const no = { ...sentUnchanged(text, `${theirs}/reject`), note: 'Friday is missing' }
    expect(to(await submit(`${theirs}/reject`, no, of.boss.headers))).toEqual([303, `${theirs}?done=reject`])
    await submitted(of, week, { empty: true })
    const late = await submit(`${theirs}/approve`, sentUnchanged(text, `${theirs}/approve`), of.boss.headers)
    expect([late.status, plain(late.text)]).toEqual([
      409,
      expect.stringContaining('Ada submitted it again; look again'),
    ])
    const again = sentUnchanged((await open(theirs, of.boss.headers)).text, `${theirs}/approve`)
    expect(to(await submit(`${theirs}/approve`, again, of.boss.headers))[0]).toBe(303)
    expect(await get(of, week)).toMatchObject({ status: 'approved', decided_by: { name: 'Grace' } })
  })

  test('is opened again by admins once it is approved, and is not found by others', async () => {
    const { of, theirs, mine } = await place()
    await submitted(of, week, { empty: true })
    await approve(of, week)
    for (const [page, who] of [
      [theirs, of.boss],
      [mine, of.ada],
    ] as const)
      expect((await open(page, who.headers)).text).not.toContain(`${page}/reopen`)
    const { text } = await open(theirs, of.ws.owner.headers)
    const fields = sentUnchanged(text, `${theirs}/reopen`)
    expect(to(await submit(`${theirs}/reopen`, fields, of.ws.owner.headers))[0]).toBe(303)
    const stranger = await open(
      `/organizations/${of.ws.org.slug}/weeks/${of.lead.id}/${week}`,
      of.ada.headers,
    )
    expect(stranger.status).toBe(404)
  })
})
