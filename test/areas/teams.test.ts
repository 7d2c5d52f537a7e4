import { expect, test } from 'vitest'
import type { Caller, Json } from '../kit/client.ts'
import { join, type Workspace, workspace } from '../kit/makers.ts'

const hire = (ws: Workspace, account: Caller | undefined, name: string, draft: object = {}): Promise<Json> =>
  ws.owner.ok('POST', `${ws.base}/employees`, {
    first_name: name,
    hire_date: '2026-01-01',
    ...(account && { user_id: account.id }),
    ...draft,
  })
const department = (ws: Workspace, name: string, draft: object = {}): Promise<Json> =>
  ws.owner.ok('POST', `${ws.base}/departments`, { name, ...draft })
/** Whose employment somebody sees: their team, and themselves. */
async function seenBy(ws: Workspace, who: Caller): Promise<string[]> {
  const { items } = await who.ok('GET', `${ws.base}/employees`)
  return items.flatMap(({ view, name }: Json) => (view === 'directory' ? [] : [name])).toSorted()
}

test('a team is the reports of a person and theirs, whatever the role; without reports it is nobody', async () => {
  const ws = await workspace()
  const [boss, lead, idle] = [await join(ws, 'member'), await join(ws, 'member'), await join(ws, 'manager')]
  const top = await hire(ws, boss, 'Boss')
  const middle = await hire(ws, lead, 'Lead', { manager_employee_id: top.id })
  await hire(ws, undefined, 'Worker', { manager_employee_id: middle.id })
  await hire(ws, idle, 'Idle')
  expect(await seenBy(ws, boss)).toEqual(['Boss', 'Lead', 'Worker'])
  expect(await seenBy(ws, lead)).toEqual(['Lead', 'Worker'])
  expect(await seenBy(ws, idle)).toEqual(['Idle'])
  expect(await seenBy(ws, ws.owner)).toEqual(['Boss', 'Idle', 'Lead', 'Worker'])
})

test('whoever manages a department has its people and those of departments below, but not their own superiors', async () => {
  const ws = await workspace()
  const [ada, boss] = [await join(ws), await join(ws)]
  const [lead, above] = [await hire(ws, ada, 'Ada'), await hire(ws, boss, 'Boss')]
  const labs = await department(ws, 'Labs', { manager_employee_id: lead.id })
  const web = await department(ws, 'Web', { parent_id: labs.id })
  await ws.owner.ok('PATCH', `${ws.base}/employees/${lead.id}`, {
    department_id: labs.id,
    manager_employee_id: above.id,
  })
  await ws.owner.ok('PATCH', `${ws.base}/employees/${above.id}`, { department_id: labs.id })
  const worker = await hire(ws, undefined, 'Worker', { department_id: web.id })
  await hire(ws, undefined, 'Junior', { manager_employee_id: worker.id })
  await hire(ws, undefined, 'Stranger')
  expect(await seenBy(ws, ada)).toEqual(['Ada', 'Junior', 'Worker'])
  expect(await seenBy(ws, boss)).toEqual(['Ada', 'Boss', 'Junior', 'Worker'])
})

test('who left stays in the team of the last manager, and who is to come is in it before the first day', async () => {
  const ws = await workspace()
  const boss = await join(ws)
  const top = await hire(ws, boss, 'Boss')
  await hire(ws, undefined, 'Gone', { manager_employee_id: top.id, termination_date: '2026-01-31' })
  await hire(ws, undefined, 'Next', { manager_employee_id: top.id, hire_date: '2099-01-01' })
  expect(await seenBy(ws, boss)).toEqual(['Boss', 'Next'])
  const left = await boss.ok('GET', `${ws.base}/employees?status=terminated`)
  expect(left.items).toMatchObject([{ name: 'Gone', view: 'team' }])
})
