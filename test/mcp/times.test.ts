import { beforeAll, describe, expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
import { project, task, workspace, type Workspace } from '../kit/makers.ts'
import { modern, oauthTokenOf } from './rpc.ts'

const zone = 'America/New_York'
let ws: Workspace
let token: string
beforeAll(async () => {
  ws = await workspace()
  await ws.owner.ok('PATCH', '/api/v1/auth/me', { timezone: zone })
  token = await oauthTokenOf(ws.owner)
})

const use = async (name: string, args: object): Promise<Json> => {
  const { body } = await modern('tools/call', { name, arguments: args }, { token, query: '?tools=all' })
  return JSON.parse(body.result.content[0].text)
}
/** A moment as people in New York read it. */
const local = (moment: string | Date) =>
  new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(new Date(moment))
const dayFromToday = (days: number) => {
  const [year, month, day] = local(new Date()).slice(0, 10).split('-').map(Number)
  return new Date(Date.UTC(year!, month! - 1, day! + days)).toISOString().slice(0, 10)
}
const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay()
const reminded = async (remind_at: string): Promise<Json> =>
  use('create_reminder', { title: 'Call', remind_at, detail: 'full' })

describe('a moment is taken in the time zone of the person', () => {
  test.each([
    ['tomorrow', () => `${dayFromToday(1)} 09:00`],
    ['Tomorrow 14:30', () => `${dayFromToday(1)} 14:30`],
    ['tomorrow at 3pm', () => `${dayFromToday(1)} 15:00`],
    ['tomorrow at 12am', () => `${dayFromToday(1)} 00:00`],
    ['tomorrow noon', () => `${dayFromToday(1)} 12:00`],
    ['2031-07-01T08:15', () => '2031-07-01 08:15'],
    ['2031-07-01 08:15', () => '2031-07-01 08:15'],
    ['2031-07-01', () => '2031-07-01 09:00'],
    ['2031-07-01T08:15:00-04:00', () => '2031-07-01 08:15'],
    ['2031-07-01T12:15:00Z', () => '2031-07-01 08:15'],
    // The clock goes from two to three that night.
    ['2031-03-09 02:30', () => '2031-03-09 03:30'],
    ['14d', () => dayFromToday(14)],
    ['in 2 weeks', () => dayFromToday(14)],
  ])('%s', async (said, expected) => {
    const { remind_at, error } = await reminded(said)
    expect(error).toBeUndefined()
    expect(local(remind_at)).toContain(expected())
  })

  test.each(['sunday', 'monday', 'next tuesday', 'wednesday', 'thursday', 'friday', 'saturday'])(
    '%s is the next one',
    async (said) => {
      const { remind_at } = await reminded(`${said} 10:00`)
      const day = local(remind_at).slice(0, 10)
      const names = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
      expect(names[weekday(day)]).toBe(said.replace('next ', '').slice(0, 3))
      expect(day > dayFromToday(0) && day <= dayFromToday(7)).toBe(true)
    },
  )

  test.each([
    'soon',
    '2031-02-30',
    '2031-02-30 10:00',
    '25:00',
    'tomorrow 9:75',
    '13pm tomorrow',
    '',
    '7',
    'next',
  ])('%j is refused with what could be written', async (said) => {
    const { error } = await reminded(said)
    expect([error.code, error.message]).toEqual(['validation_error', expect.stringContaining('remind_at: ')])
  })
})

test('a day may be said too, also beside others and in what is nested', async () => {
  const home = await project(ws)
  const dueOn = async (id: string) =>
    (await asOwner<{ due_date: string }>('select due_date::text from tasks where id = $1', [id]))[0]!.due_date
  const created = await use('create_issue', { project_id: home.key, title: 'A', due_date: 'tomorrow' })
  expect(await dueOn(created.id)).toBe(dayFromToday(1))
  const { id } = await task(ws, home.id)
  await use('bulk_update_issues', { task_ids: [id], patch: { due_date: 'in 3 days' }, mode: 'atomic' })
  expect(await dueOn(id)).toBe(dayFromToday(3))
})

test('a filter looks back, from the first moment of a day to the last of another', async () => {
  const home = await project(ws)
  await task(ws, home.id, { title: 'New' })
  const titles = async (args: object) =>
    (await use('list_issues', { project_id: home.key, ...args })).items?.map(({ title }: Json) => title)
  for (const updated_since of ['yesterday', '7d', '7d ago', 'today', '1 hour ago'])
    expect([updated_since, await titles({ updated_since })]).toEqual([updated_since, ['New']])
  expect(await titles({ updated_since: 'tomorrow' })).toEqual([])
  const acts = async (args: object) => (await use('list_audit_log', args)).items.length
  expect(await acts({ from: 'today', to: 'today', limit: 1 })).toBe(1)
  expect(await acts({ to: 'yesterday', limit: 1 })).toBe(0)
})
