import { describe, expect, test } from 'vitest'
import type { Json } from '../kit/client.ts'
import { asked, available, dayFrom, makeType, nextYear, nextYearDay, office } from '../kit/leave.ts'
import { join, workspace } from '../kit/makers.ts'
import { open, submit, to } from './browse.ts'

const at = ({ org }: { org: Json }, path: string) => `/organizations/${org.slug}/${path}`

describe('the page of types of leave', () => {
  test('says when leave years begin, and lets admins change it', async () => {
    const ws = await workspace()
    const page = at(ws, 'leave-types')
    const { text } = await open(page, ws.owner.headers)
    for (const said of ['Leave years', 'Change when leave years begin', 'leave-recounts'])
      expect(text).toContain(said)
    const change = (form: object) => submit(`${page}/year`, { ...form }, ws.owner.headers)
    expect(to(await change({ starts: '04-01', from_year: '2098' }))[0]).toBe(303)
    const wrong = await change({ starts: '31-12', from_year: '2098' })
    expect([wrong.status, wrong.text.includes('Must be a month and day as 04-01, up to the 28th.')]).toEqual([
      422,
      true,
    ])
    const early = await change({ starts: '04-01', from_year: '2001' })
    expect(early.status).toBe(422)
    const member = await join(ws, 'member')
    const seen = (await open(page, member.headers)).text
    expect(seen).toContain('Leave years')
    for (const hidden of ['Change when leave years begin', 'leave-recounts'])
      expect(seen).not.toContain(hidden)
  })

  test('warns admins where types grant less than the law', async () => {
    const ws = await workspace()
    await makeType(ws, { annual_allowance: '15' })
    const page = at(ws, 'leave-types')
    const warning = 'get 3 weeks of paid leave a year; at least 4 are due'
    expect((await open(page, ws.owner.headers)).text).toContain(warning)
    expect((await open(page, (await join(ws)).headers)).text).not.toContain(warning)
  })
})

describe('the page of leave to count again', () => {
  test('lists what would count differently, and counts one or all of it', async () => {
    const place = await office()
    const { ws, ada, boss } = place
    const page = at(ws, 'leave-recounts')
    expect((await open(page, ws.owner.headers)).text).toContain('Nothing counts differently')
    const requests = await Promise.all(
      [
        [nextYearDay(2), nextYearDay(2, 4)],
        [nextYearDay(2, 7), nextYearDay(2, 11)],
      ].map(async ([start_date, end_date]) => {
        const one = await asked(place, ada, { start_date, end_date })
        await boss.ok('POST', `${ws.base}/leave-requests/${one.id}/approve`, {})
        return one
      }),
    )
    for (const date of [nextYearDay(2, 2), nextYearDay(2, 9)])
      await ws.owner.ok('POST', `${ws.base}/calendar/holidays/overrides`, { name: 'Ours', kind: 'add', date })
    const { text } = await open(page, ws.owner.headers)
    for (const said of ['2 requests', 'counted 5, now 4', 'Count all of them again'])
      expect(text).toContain(said)
    expect(to(await submit(`${page}/one`, { row: requests[0]!.id }, ws.owner.headers))[0]).toBe(303)
    expect(await available(place, `${nextYear}-06-01`)).toBe('13')
    expect((await submit(`${page}/one`, {}, ws.owner.headers)).status).toBe(422)
    expect(to(await submit(`${page}/all`, {}, ws.owner.headers))[0]).toBe(303)
    expect(await available(place, `${nextYear}-06-01`)).toBe('14')
    expect((await open(page, (await join(ws, 'manager')).headers)).status).toBe(403)
  })
})

/** The first day from tomorrow on that takes a day of leave. */
async function nextWorkday({ ws, ada, worker }: Awaited<ReturnType<typeof office>>): Promise<string> {
  const { id } = await makeType(ws, { name: 'At once' })
  for (let n = 1; ; n++) {
    const draft = { leave_type_id: id, employee_id: worker.id, start_date: dayFrom(n) }
    const { body } = await ada.call('POST', `${ws.base}/leave-requests/preview`, draft)
    if (body.total === '1') return dayFrom(n)
  }
}

describe('rules of leave and blocked days', () => {
  test('are passed over by an admin who enters leave on the page of the person, and by who approves it', async () => {
    const place = await office({ min_notice_days: 5 })
    const { ws, ada, boss, worker } = place
    const soon = await nextWorkday(place)
    const page = `/people/${worker.id}`
    const { text } = await open(`${page}?org=${ws.org.slug}`, ws.owner.headers)
    expect(text).toContain('Enter leave')
    const enter = (form: object) =>
      submit(
        `${page}/leave?org=${ws.org.slug}`,
        { leave_type_id: place.vacation.id, start_date: soon, ...form },
        ws.owner.headers,
      )
    const refused = await enter({})
    expect(refused.status).toBe(422)
    expect(refused.text).toContain(
      'Needs 5 working days of notice; choose “Although rules of its kind or blocked days say no” to enter it nevertheless.',
    )
    expect(to(await enter({ override: 'yes' }))[0]).toBe(303)
    const { items } = await ada.ok('GET', `${ws.base}/leave-requests?overridden=true`)
    expect(items).toMatchObject([{ start_date: soon, employee: { name: 'Ada' } }])

    const vacation = await makeType(ws, { name: 'Unpaid', affects_balance: false })
    const { id } = await asked({ ws, vacation }, ada, { start_date: nextYearDay(3) })
    await ws.owner.ok('POST', `${ws.base}/leave-blocks`, {
      name: 'Fair',
      first_day: nextYearDay(3),
      last_day: nextYearDay(3, 1),
    })
    const request = `/absences/${id}`
    const approve = (form: object) =>
      submit(`${request}/note?org=${ws.org.slug}`, { note: 'Go', ...form }, boss.headers)
    expect((await open(`${request}?org=${ws.org.slug}`, boss.headers)).text).toContain('Approve with a note')
    const blocked = await approve({})
    expect(blocked.status).toBe(409)
    expect(blocked.text).toContain('choose “Although the days are blocked” to approve it nevertheless')
    expect(to(await approve({ override: 'yes' }))[0]).toBe(303)
    expect(await ada.ok('GET', `${ws.base}/leave-requests/${id}`)).toMatchObject({
      status: 'approved',
      decision_note: 'Go',
      overridden: ['block'],
    })
    const form = await open(at(ws, 'absences'), ada.headers)
    expect(form.text).not.toContain('name="override"')
    expect((await open(at(ws, 'absences'), ws.owner.headers)).text).toContain('Although rules of its kind')
  })
})

test('the page of a person says what must be kept, and offers to delete only whom nothing keeps', async () => {
  const place = await office()
  const { ws, ada, worker, boss } = place
  const page = `/people/${worker.id}?org=${ws.org.slug}`
  expect((await open(page, ws.owner.headers)).text).toContain(`/people/${worker.id}/delete`)
  const { id } = await asked(place, ada, { start_date: nextYearDay(2) })
  await boss.ok('POST', `${ws.base}/leave-requests/${id}/approve`, {})
  const { text } = await open(page, ws.owner.headers)
  for (const said of ['What is kept', 'for 3 years from the last day of employment', 'Directive 2003/88/EC'])
    expect(text).toContain(said)
  expect(text).not.toContain(`/people/${worker.id}/delete`)
  const forced = await submit(`/people/${worker.id}/delete?org=${ws.org.slug}`, {}, ws.owner.headers)
  expect(forced.status).toBe(409)
  expect(forced.text).toContain('Kept of this employee: leave until 3 years after the last day of employment')
  expect((await open(page, boss.headers)).text).not.toContain('What is kept')
})
