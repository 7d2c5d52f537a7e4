import { expect, test } from 'vitest'
import type { Json } from '../kit/client.ts'
import { hire } from '../kit/leave.ts'
import { join, workspace } from '../kit/makers.ts'

test('the chart has everybody who works here today, with who is below them, whatever became of managers', async () => {
  const ws = await workspace()
  const member = await join(ws)
  const person = async (first_name: string, manager?: Json, more: object = {}): Promise<Json> =>
    hire(ws, { first_name, ...(manager && { manager_employee_id: manager.id }), ...more })
  const head = await person('Head', undefined, { job_title: 'Director' })
  const lead = await person('Lead', head)
  const worker = await person('Worker', lead)
  await person('Other', lead)
  await person('Later', lead, { hire_date: '2099-01-01' })
  const gone = await person('Gone', head)
  await person('Orphan', gone)
  await ws.owner.ok('POST', `${ws.base}/employees/${gone.id}/terminate`, { termination_date: '2026-01-31' })
  const { people } = await member.ok('GET', `${ws.base}/employees/chart`)
  const names = new Map(people.map((one: Json) => [one.employee_id, one.name]))
  expect(
    people.map(({ name, manager_employee_id: above, reports, below }: Json) =>
      [name, names.get(above) ?? '-', reports, below].join(' '),
    ),
  ).toEqual(['Head - 2 4', 'Lead Head 2 2', 'Orphan Head 0 0', 'Other Lead 0 0', 'Worker Lead 0 0'])
  expect(people.find((one: Json) => one.employee_id === head.id).job_title).toBe('Director')
  expect(worker.id).toBeTruthy()
})
