import { expect, test } from 'vitest'
import type { Json } from '../kit/client.ts'
import { asked, fullWeek, hire, makeType } from '../kit/leave.ts'
import { join, type Workspace, workspace } from '../kit/makers.ts'

const steps = async (ws: Workspace): Promise<Json[]> =>
  (await ws.owner.ok('GET', `${ws.base}/workforce/first-steps`)).items
const open = async (ws: Workspace) => (await steps(ws)).flatMap(({ step, is_done }) => (is_done ? [] : step))

test('the first steps are told in their order, until they are done', async () => {
  const ws = await workspace()
  await ws.owner.ok('PATCH', ws.base, { country: null })
  const all = ['holidays', 'work_schedule', 'leave_types', 'people', 'accounts', 'leave_request']
  expect(await open(ws)).toEqual(all)
  expect((await steps(ws))[2]).toEqual({
    step: 'leave_types',
    count: 0,
    is_done: false,
    page: 'leave-types',
  })
  await ws.owner.ok('PATCH', ws.base, { country: 'ES' })
  await ws.owner.ok('POST', `${ws.base}/work-schedules`, { name: 'Full', days: fullWeek, is_default: true })
  const vacation = await makeType(ws)
  const lead = await hire(ws, { first_name: 'Grace', user_id: ws.owner.id })
  expect(await open(ws)).toEqual(['leave_request'])
  const worker = await hire(ws)
  expect(await open(ws)).toEqual(['managers', 'leave_request'])
  await ws.owner.ok('PATCH', `${ws.base}/employees/${worker.id}`, { manager_employee_id: lead.id })
  await asked({ ws, vacation }, ws.owner, { start_date: '2027-02-01' })
  expect(await open(ws)).toEqual([])
  const manager = await join(ws, 'manager')
  const refused = await manager.call('GET', `${ws.base}/workforce/first-steps`)
  expect([refused.status, refused.body.error.message]).toEqual([403, 'needs the role admin or above'])
})
