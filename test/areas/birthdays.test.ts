import { describe, expect, test } from 'vitest'
import type { Caller } from '../kit/client.ts'
import { hoursPath, crew, hire } from '../kit/hours.ts'
import { impersonating } from '../kit/impersonation.ts'
import { join, type Workspace } from '../kit/makers.ts'
import { actions } from '../kit/makers.ts'

const path = (ws: Workspace, from = '2026-12-01', to = '2027-03-31') =>
  `${ws.base}/employees/birthdays?from=${from}&to=${to}`
const own = (ws: Workspace) => `${ws.base}/employees/me/birthday`
const show = (ws: Workspace, who: Caller, shown = true) => who.call('PUT', own(ws), { shown })
const allow = (ws: Workspace, show_birthdays = true) =>
  ws.owner.ok('PUT', `${ws.base}/workforce/settings`, { show_birthdays })
const born = (ws: Workspace, { id }: { id: string }, birth_date: string) =>
  ws.owner.ok('PATCH', `${ws.base}/employees/${id}`, { birth_date })
const listed = async (ws: Workspace, who: Caller, ...range: [from?: string, to?: string]) =>
  (await who.ok('GET', path(ws, ...range))).items

describe('birthdays', () => {
  test('are shown where the organization shows them and the person agrees, without the year', async () => {
    const { ws, ada, bob, worker } = await crew()
    await born(ws, worker, '1988-12-10')
    const refused = await show(ws, ada)
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      'birthdays are not shown in this organization; an admin switches them on in the settings of the workforce',
    ])
    await allow(ws)
    expect(await listed(ws, bob)).toEqual([])
    expect((await show(ws, ada)).body).toEqual({ shown: true, has_birth_date: true, allowed: true })
    const reply = await bob.call('GET', path(ws))
    expect(reply.body.items).toEqual([{ employee_id: worker.id, name: 'Ada', date: '2026-12-10' }])
    expect(reply.text).not.toContain('1988')
    await show(ws, ada, false)
    expect(await listed(ws, bob)).toEqual([])
    await show(ws, ada)
    await allow(ws, false)
    expect(await listed(ws, bob)).toEqual([])
    expect(await actions(ws)).toContain('employee.birthday_shown')
  })

  test('need a birth date, a record, and the person’s own browser session', async () => {
    const { ws, ada } = await crew()
    await allow(ws)
    const missing = await show(ws, ada)
    expect([missing.status, missing.body.error.message]).toEqual([
      409,
      'your record has no birth date; ask an administrator to enter it',
    ])
    const outsider = await join(ws)
    const unknown = await show(ws, outsider)
    expect([unknown.status, unknown.body.error.message]).toEqual([
      404,
      'no employee record is linked to your account; ask an administrator',
    ])
    const { send } = await impersonating(ada)
    expect((await send('PUT', own(ws))).status).toBe(403)
    const wrong = await ada.call('GET', path(ws, '2026-01-01', '2027-01-02'))
    expect([wrong.status, wrong.body.error.message]).toEqual([
      422,
      'query.to: at most 366 days from the first',
    ])
  })

  test('of 29 February are on the 28th in other years, and whoever left has none', async () => {
    const { ws, ada, bob, boss, worker, other } = await crew()
    await allow(ws)
    await born(ws, worker, '1992-02-29')
    await born(ws, other, '1990-01-15')
    await show(ws, ada)
    await show(ws, bob)
    expect((await listed(ws, boss)).map(({ date }: { date: string }) => date)).toEqual([
      '2027-01-15',
      '2027-02-28',
    ])
    await ws.owner.ok('POST', `${ws.base}/employees/${other.id}/terminate`, {
      termination_date: '2026-12-31',
    })
    expect((await listed(ws, boss)).map(({ date }: { date: string }) => date)).toEqual(['2027-02-28'])
    expect((await listed(ws, boss, '2028-02-01', '2028-03-01'))[0].date).toBe('2028-02-29')
  })

  test('are in the calendar of members, in no link of it unless asked, and in the day of an employee', async () => {
    const { ws, ada, bob } = await crew()
    await allow(ws)
    const now = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Madrid' }).format(new Date())
    const carl = await join(ws)
    const person = await hire(ws, carl, 'Carl', { birth_date: `1980${now.slice(4)}` })
    await show(ws, carl)
    const viewer = await join(ws, 'viewer')
    const feed = `${ws.base}/calendar/feed?from=${now}&to=${now}&types=birthday`
    expect((await bob.ok('GET', feed)).events).toMatchObject([
      { type: 'birthday', title: 'Carl', start_date: now, end_date: now, entity: null },
    ])
    expect((await viewer.ok('GET', feed)).events).toEqual([])
    expect((await viewer.call('GET', path(ws))).status).toBe(403)
    const { types } = await bob.ok('POST', `${ws.base}/calendar/subscription`, {})
    expect(types).not.toContain('birthday')
    const day = await ada.ok('GET', hoursPath(ws, '/today'))
    expect(day.birthdays.map(({ employee_id }: { employee_id: string }) => employee_id)).toContain(person.id)
    const { send } = await impersonating(bob)
    expect((await send('GET', path(ws))).status).toBe(403)
    expect(JSON.parse((await send('GET', feed)).text).events).toEqual([])
  })
})
