import { describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { asOwner, type Json } from '../kit/client.ts'
import { dayOf } from '../kit/contracts.ts'
import { join, type Workspace, workspace } from '../kit/makers.ts'
import { codedRefusal } from '../kit/refusals.ts'

const at = (ws: Workspace, path = '') => `${ws.base}/departments${path}`
const create = (ws: Workspace, name: string, draft: object = {}): Promise<Json> =>
  ws.owner.ok('POST', at(ws), { name, ...draft })
const hire = (ws: Workspace, draft: object): Promise<Json> =>
  ws.owner.ok('POST', `${ws.base}/employees`, { first_name: 'Ada', hire_date: '2026-01-01', ...draft })

describe('departments', () => {
  test('form a tree with the people of each and of those below it', async () => {
    const ws = await workspace()
    const member = await join(ws)
    const top = await create(ws, 'Engineering', { code: 'ENG' })
    const web = await create(ws, 'Web', { parent_id: top.id })
    const lead = await hire(ws, { department_id: top.id })
    await hire(ws, { department_id: web.id })
    await ws.owner.ok('PATCH', at(ws, `/${top.id}`), { manager_employee_id: lead.id })
    const { items, total } = await ws.owner.ok('GET', `${at(ws)}?tree=true`)
    expect(total).toBe(2)
    expect(items).toMatchObject([
      {
        id: top.id,
        headcount: 2,
        manager: { employee_id: lead.id, name: 'Ada' },
        children: [{ id: web.id, headcount: 1 }],
      },
    ])
    expect((await ws.owner.ok('GET', at(ws, `/${top.id}`))).headcount).toBe(2)
    const few = await member.ok('GET', `${at(ws)}?tree=true`)
    expect(few.items).toMatchObject([{ headcount: null, children: [{ headcount: null }] }])
    await hire(ws, { department_id: web.id })
    expect((await member.ok('GET', at(ws, `/${top.id}`))).headcount).toBe(3)
  })

  test('are refused with what does not fit', async () => {
    const ws = await workspace()
    const top = await create(ws, 'Engineering', { code: 'ENG' })
    const web = await create(ws, 'Web', { parent_id: top.id })
    await create(ws, 'web and Caf\u00e9', { parent_id: top.id })
    const drafts: [object, number, string][] = [
      [{ name: ' engineering ' }, 409, 'a department of this name exists there already'],
      [
        { name: 'Web  and\u2003Cafe\u0301', parent_id: top.id },
        409,
        'a department of this name exists there already',
      ],
      [{ name: 'Sales', code: 'eng' }, 409, 'another department has this code'],
      [{ name: 'Sales', parent_id: uuidv7() }, 422, 'body.parent_id: not found'],
      [{ name: 'Sales', manager_employee_id: uuidv7() }, 422, 'body.manager_employee_id: not found'],
    ]
    for (const [body, status, message] of drafts) {
      const reply = await ws.owner.call('POST', at(ws), body)
      expect([reply.status, reply.body.error.message]).toEqual([status, message])
    }
    const old = await create(ws, 'Old')
    await ws.owner.ok('PATCH', at(ws, `/${old.id}`), { archived: true })
    for (const [method, path] of [
      ['POST', at(ws)],
      ['PATCH', at(ws, `/${web.id}`)],
    ] as const)
      expect(codedRefusal(await ws.owner.call(method, path, { name: 'Sales', parent_id: old.id }))).toEqual([
        422,
        'validation_error',
        'body.parent_id: archived; choose another',
      ])
    const manager = await join(ws, 'manager')
    for (const [method, path] of [
      ['POST', at(ws)],
      ['PATCH', at(ws, `/${web.id}`)],
      ['DELETE', at(ws, `/${web.id}`)],
      ['POST', at(ws, `/${web.id}/merge`)],
    ] as const)
      expect(codedRefusal(await manager.call(method, path, method === 'DELETE' ? undefined : {}))).toEqual([
        403,
        'forbidden',
        'needs the role admin or above',
      ])
    const below = await ws.owner.call('PATCH', at(ws, `/${top.id}`), { parent_id: web.id })
    expect(codedRefusal(below)).toEqual([422, 'validation_error', 'body.parent_id: is below this department'])
    const own = await ws.owner.call('PATCH', at(ws, `/${top.id}`), { parent_id: top.id })
    expect(codedRefusal(own)).toEqual([422, 'validation_error', 'body.parent_id: the department itself'])
    const left = await hire(ws, { termination_date: '2026-02-01' })
    const gone = await ws.owner.call('PATCH', at(ws, `/${top.id}`), { manager_employee_id: left.id })
    expect(codedRefusal(gone)).toEqual([
      422,
      'validation_error',
      'body.manager_employee_id: not an employee at present',
    ])
  })

  test('have at most ten levels, also when a branch is moved', async () => {
    const ws = await workspace()
    let parent: string | undefined
    for (let level = 1; level <= 10; level++)
      parent = (await create(ws, `Level ${level}`, parent ? { parent_id: parent } : {})).id
    const eleventh = await ws.owner.call('POST', at(ws), { name: 'Level 11', parent_id: parent })
    expect(codedRefusal(eleventh)).toEqual([422, 'validation_error', 'body.parent_id: at most ten levels'])
    const branch = await create(ws, 'Branch')
    await create(ws, 'Twig', { parent_id: branch.id })
    const { items } = await ws.owner.ok('GET', `${at(ws)}?q=level 9`)
    const moved = await ws.owner.call('PATCH', at(ws, `/${branch.id}`), { parent_id: items[0].id })
    expect(codedRefusal(moved)).toEqual([422, 'validation_error', 'body.parent_id: at most ten levels'])
    const into = { into: items[0].id }
    const twigs = await create(ws, 'Twigs', {
      parent_id: (await ws.owner.ok('GET', `${at(ws)}?q=twig`)).items[0].id,
    })
    expect(codedRefusal(await ws.owner.call('POST', at(ws, `/${branch.id}/merge`), into))).toEqual([
      422,
      'validation_error',
      'body.into: at most ten levels',
    ])
    const heir = await ws.owner.call('DELETE', `${at(ws, `/${branch.id}`)}?reassign_to=${items[0].id}`)
    expect(codedRefusal(heir)).toEqual([422, 'validation_error', 'query.reassign_to: at most ten levels'])
    await ws.owner.ok('DELETE', at(ws, `/${twigs.id}`))
    await ws.owner.ok('POST', at(ws, `/${branch.id}/merge`), into)
  })

  test('are at most a thousand', async () => {
    const ws = await workspace()
    await asOwner(`begin; set local session_replication_role = replica;
      insert into departments (org_id, created_by, name)
        select '${ws.org.id}', '${ws.owner.id}', 'Department ' || n from generate_series(1, 999) n; commit`)
    await create(ws, 'The last')
    expect(codedRefusal(await ws.owner.call('POST', at(ws), { name: 'Too many' }))).toEqual([
      409,
      'conflict',
      'an organization has at most 1000 departments',
    ])
  })

  test('of two opposite moves at once, one is refused', async () => {
    const ws = await workspace()
    const [a, b] = [await create(ws, 'A'), await create(ws, 'B')]
    for (let round = 0; round < 10; round++) {
      const moves = [
        [a, b],
        [b, a],
      ].map(([who, to]) => ws.owner.call('PATCH', at(ws, `/${who!.id}`), { parent_id: to!.id }))
      expect((await Promise.all(moves)).map(({ status }) => status).toSorted()).toEqual([200, 422])
      for (const { id } of [a, b]) await ws.owner.ok('PATCH', at(ws, `/${id}`), { parent_id: null })
    }
  })

  test('are archived or deleted when nobody belongs to them, or their people move along', async () => {
    const ws = await workspace()
    const [old, next] = [await create(ws, 'Old'), await create(ws, 'Next')]
    const below = await create(ws, 'Below', { parent_id: old.id })
    const ada = await hire(ws, { department_id: old.id })
    const archived = await ws.owner.call('PATCH', at(ws, `/${old.id}`), { archived: true })
    expect(codedRefusal(archived)).toEqual([409, 'conflict', '1 employee belongs to it; move them first'])
    const second = await hire(ws, { department_id: old.id, hire_date: '2099-01-01' })
    expect(codedRefusal(await ws.owner.call('DELETE', at(ws, `/${old.id}`)))).toEqual([
      409,
      'conflict',
      '2 employees belong to it; move them first',
    ])
    await ws.owner.ok('DELETE', `${ws.base}/employees/${second.id}`)
    const whole = await create(ws, 'Whole')
    await create(ws, 'Part', { parent_id: whole.id })
    for (const [action, reply] of [
      ['archive', await ws.owner.call('PATCH', at(ws, `/${whole.id}`), { archived: true })],
      ['delete', await ws.owner.call('DELETE', at(ws, `/${whole.id}`))],
    ] as const)
      expect(codedRefusal(reply)).toEqual([
        409,
        'conflict',
        `the department has others below it; move or ${action} them first`,
      ])
    expect(codedRefusal(await ws.owner.call('GET', `${at(ws)}?tree=true&q=x`))).toEqual([
      422,
      'validation_error',
      'query.tree: a tree is whole: leave q and offset out',
    ])
    for (const [to, problem] of [
      [old.id, 'the department itself'],
      [below.id, 'is below this department'],
      [uuidv7(), 'not found'],
    ]) {
      const reply = await ws.owner.call('DELETE', `${at(ws, `/${old.id}`)}?reassign_to=${to}`)
      expect(codedRefusal(reply)).toEqual([422, 'validation_error', `query.reassign_to: ${problem}`])
    }
    const closed = await create(ws, 'Closed')
    await ws.owner.ok('PATCH', at(ws, `/${closed.id}`), { archived: true })
    const into = await ws.owner.call('DELETE', `${at(ws, `/${old.id}`)}?reassign_to=${closed.id}`)
    expect(codedRefusal(into)).toEqual([409, 'conflict', 'Closed is archived; restore it or choose another'])
    await ws.owner.ok('DELETE', `${at(ws, `/${old.id}`)}?reassign_to=${next.id}`)
    expect((await ws.owner.ok('GET', `${ws.base}/employees/${ada.id}`)).department_id).toBe(next.id)
    expect((await ws.owner.ok('GET', at(ws, `/${below.id}`))).parent_id).toBe(next.id)
  })

  test('that a payroll run is of are not deleted, but merged', async () => {
    const ws = await workspace()
    const [old, next] = [await create(ws, 'Old'), await create(ws, 'Next')]
    const ada = await hire(ws, { department_id: old.id })
    const draft = { period_start: '2026-11-01', currency: 'EUR', department_id: old.id }
    const [open, done] = [
      await ws.owner.ok('POST', `${ws.base}/payroll-runs`, draft),
      await ws.owner.ok('POST', `${ws.base}/payroll-runs`, draft),
    ]
    await ws.owner.ok('POST', `${ws.base}/payroll-runs/${done.id}/cancel`, {})
    expect(
      codedRefusal(await ws.owner.call('DELETE', `${at(ws, `/${old.id}`)}?reassign_to=${next.id}`)),
    ).toEqual([
      409,
      'conflict',
      'payroll runs are of this department: merge it into another instead, which keeps it for the past',
    ])
    await ws.owner.ok('POST', at(ws, `/${old.id}/merge`), { into: next.id })
    const departmentOf = async ({ id }: Json) =>
      (await ws.owner.ok('GET', `${ws.base}/payroll-runs/${id}`)).department_id
    expect([await departmentOf(open), await departmentOf(done)]).toEqual([next.id, old.id])
    expect((await ws.owner.ok('GET', `${ws.base}/employees/${ada.id}`)).department_id).toBe(next.id)
  })

  test('are merged from today on; the past stays, with the department archived', async () => {
    const ws = await workspace()
    const [old, next] = [await create(ws, 'Old'), await create(ws, 'Next')]
    const below = await create(ws, 'Below', { parent_id: old.id })
    const ada = await hire(ws, { department_id: old.id })
    const later = await hire(ws, { department_id: old.id, hire_date: '2099-01-01' })
    const gone = await hire(ws, { department_id: old.id, termination_date: '2026-02-01' })
    const merge = (from: Json, into: string) => ws.owner.call('POST', at(ws, `/${from.id}/merge`), { into })
    for (const [into, problem] of [
      [old.id, 'the department itself'],
      [below.id, 'is below this department'],
      [uuidv7(), 'not found'],
    ])
      expect(codedRefusal(await merge(old, into))).toEqual([422, 'validation_error', `body.into: ${problem}`])
    const whole = await merge(old, next.id)
    expect([whole.status, whole.body]).toMatchObject([200, { id: next.id, headcount: 1 }])
    expect((await ws.owner.ok('GET', at(ws, `/${old.id}`))).archived_at).not.toBeNull()
    expect((await ws.owner.ok('GET', at(ws, `/${below.id}`))).parent_id).toBe(next.id)
    const rows = await asOwner<{ employee: string; department: string; since: string }>(
      `select employee_id as employee, department_id as department, lower(valid)::text as since
        from employee_positions where org_id = $1 order by lower(valid), department_id`,
      [ws.org.id],
    )
    const of = ({ id }: Json) =>
      rows.flatMap(({ employee, department, since }) => (employee === id ? [[department, since]] : []))
    const today = await dayOf(ws)
    expect(of(ada)).toEqual([
      [old.id, '2026-01-01'],
      [next.id, today],
    ])
    expect([of(later), of(gone)]).toEqual([[[next.id, '2099-01-01']], [[old.id, '2026-01-01']]])
    expect(codedRefusal(await merge(old, next.id))).toEqual([409, 'conflict', 'Old is archived already'])
    expect(codedRefusal(await merge(next, old.id))).toEqual([
      409,
      'conflict',
      'Old is archived; restore it or choose another',
    ])
  })
})
