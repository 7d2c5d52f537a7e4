import { describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { type Caller, type Json } from '../kit/client.ts'
import { join, project, workspace, type Workspace } from '../kit/makers.ts'

const filter = { field: 'assignee_id', op: 'eq', value: '@me' }
const path = (ws: Workspace) => `${ws.base}/filters`
const save = (who: Caller, ws: Workspace, draft: object = {}) =>
  who.call('POST', path(ws), { name: uuidv7(), filter, ...draft })
const seen = async (who: Caller, ws: Workspace, query = '') =>
  (await who.ok('GET', `${path(ws)}${query}`)).items.map(({ id }: Json) => id).toSorted()

/** An owner, a manager, two members and a viewer, an open project and a private one of the first member. */
async function team() {
  const ws = await workspace()
  const [manager, ann, bob, viewer] = [
    await join(ws, 'manager'),
    await join(ws, 'member'),
    await join(ws, 'member'),
    await join(ws, 'viewer'),
  ]
  const [open, secret] = [await project(ws), await project(ws, { visibility: 'private' })]
  await ws.owner.ok('PUT', `${ws.base}/projects/${secret.id}/members/${ann.id}`, { role: 'contributor' })
  return { ws, manager, ann, bob, viewer, open, secret }
}

describe('sharing', () => {
  test('a private filter is nobody else’s: 404 for everybody, even the owner of the organization', async () => {
    const { ws, manager, ann, viewer } = await team()
    const { id } = (await save(ann, ws)).body
    for (const who of [ws.owner, manager, viewer]) {
      for (const [method, at, body] of [
        ['GET', id],
        ['GET', `${id}/tasks`],
        ['PATCH', id, { name: 'x' }],
        ['DELETE', id],
      ] as const) {
        const reply = await who.call(method, `${path(ws)}/${at}`, body)
        const missing = await who.call(method, `${path(ws)}/${at.replace(id, uuidv7())}`, body)
        expect([reply.status, reply.body.error.message]).toEqual([404, missing.body.error.message])
      }
      expect(await seen(who, ws)).toEqual([])
    }
    expect(await seen(ann, ws)).toEqual([id])
  })

  test('with the organization is for managers, also by a change', async () => {
    const { ws, manager, ann, viewer } = await team()
    const refused = await save(ann, ws, { visibility: 'organization' })
    expect([refused.status, refused.body.error.code]).toEqual([403, 'forbidden'])
    const own = (await save(ann, ws)).body
    expect((await ann.call('PATCH', `${path(ws)}/${own.id}`, { visibility: 'organization' })).status).toBe(
      403,
    )
    const { id } = (await save(manager, ws, { visibility: 'organization' })).body
    expect([await seen(viewer, ws), await seen(ann, ws)]).toEqual([[id], [own.id, id].toSorted()])
  })

  test('with a project is for people who can open it, and requires one', async () => {
    const { ws, ann, bob, viewer, open, secret } = await team()
    const shared = (await save(ann, ws, { visibility: 'project', project_id: open.id })).body
    const projectFilter = (await save(ann, ws, { visibility: 'project', project_id: secret.id })).body
    expect([await seen(bob, ws), await seen(viewer, ws)]).toEqual([[shared.id], [shared.id]])
    expect(await seen(ann, ws, `?project_id=${secret.id}`)).toEqual([projectFilter.id])
    expect((await bob.call('GET', `${path(ws)}/${projectFilter.id}`)).status).toBe(404)
    expect((await save(ann, ws, { visibility: 'project' })).body.error.message).toBe(
      'body.project_id: required to share with a project',
    )
    for (const project_id of [secret.id, uuidv7()]) {
      const reply = await save(bob, ws, { visibility: 'project', project_id })
      expect([reply.status, reply.body.error.message]).toEqual([422, 'body.project_id: not found'])
    }
    const own = (await save(ann, ws)).body
    for (const [one, change] of [
      [own, { visibility: 'project' }],
      [shared, { project_id: null }],
    ] as const) {
      const reply = await ann.call('PATCH', `${path(ws)}/${one.id}`, change)
      expect([reply.status, reply.body.error.message]).toEqual([
        422,
        'body.visibility: sharing with a project needs a project_id',
      ])
    }
    await ws.owner.ok('DELETE', `${ws.base}/projects/${open.id}`)
    expect(await seen(bob, ws)).toEqual([])
  })

  test('a shared filter is changed only by its owner or an admin', async () => {
    const { ws, manager, ann, bob, open } = await team()
    const { id } = (await save(ann, ws, { visibility: 'project', project_id: open.id })).body
    const admin = await join(ws, 'admin')
    for (const who of [bob, manager]) {
      expect((await who.call('PATCH', `${path(ws)}/${id}`, { name: 'x' })).status).toBe(403)
      expect((await who.call('DELETE', `${path(ws)}/${id}`)).status).toBe(403)
    }
    expect(await admin.ok('PATCH', `${path(ws)}/${id}`, { name: 'Better', version: 1 })).toMatchObject({
      version: 2,
      owner: { user_id: ann.id },
    })
    const stale = await ann.call('PATCH', `${path(ws)}/${id}`, { name: 'Mine', version: 1 })
    expect([stale.status, stale.body.error.message]).toEqual([409, expect.stringContaining('name')])
    expect((await ann.ok('PATCH', `${path(ws)}/${id}`, { group_by: 'status', version: 1 })).version).toBe(3)
    expect(
      (await ann.ok('PATCH', `${path(ws)}/${id}`, { visibility: 'private', project_id: null })).version,
    ).toBe(4)
    expect((await admin.call('GET', `${path(ws)}/${id}`)).status).toBe(404)
    await ann.ok('DELETE', `${path(ws)}/${id}`)
    expect((await ann.call('GET', `${path(ws)}/${id}`)).status).toBe(404)
  })

  test('the list can be filtered by visibility', async () => {
    const { ws, ann, open } = await team()
    const one = (await save(ann, ws)).body
    const two = (await save(ann, ws, { visibility: 'project', project_id: open.id })).body
    expect(await seen(ann, ws, '?visibility=private')).toEqual([one.id])
    expect(await seen(ann, ws, '?visibility=project')).toEqual([two.id])
    expect((await ann.call('GET', `${path(ws)}?visibility=mine`)).status).toBe(422)
  })
})

describe('rejected is', () => {
  test('a bad filter, with the path of every error and a link to the grammar', async () => {
    const { ws, ann } = await team()
    const deep = (n: number): object => (n ? { not: deep(n - 1) } : filter)
    for (const [bad, message] of [
      [{ and: [] }, 'body.filter.and: must be a list of nodes that is not empty'],
      [{ or: [] }, 'body.filter.or: must be a list'],
      [{ field: 'status', op: 'in', value: [] }, 'body.filter.value: must be a list of 1 to 100 values'],
      [{ field: 'colour', op: 'eq', value: 1 }, 'body.filter.field: unknown field'],
      [{ field: 'status', op: 'like', value: 'x' }, 'body.filter.op: unknown operator'],
      [
        { and: [filter, { field: 'due_date', op: 'is', value: true }] },
        'body.filter.and[1].op: not allowed for date',
      ],
      [{ field: 'number', op: 'eq', value: 'x' }, 'body.filter.value: must be a number'],
      [deep(6), 'groups nest at most 5 deep'],
      [{ or: Array(51).fill(filter) }, 'at most 50 conditions'],
      [{ field: 'title', op: 'eq', value: 'x'.repeat(9000) }, 'larger than 8192 bytes'],
    ] as const) {
      const own = (await save(ann, ws)).body
      for (const reply of [
        await save(ann, ws, { filter: bad }),
        await ann.call('PATCH', `${path(ws)}/${own.id}`, { filter: bad }),
      ]) {
        expect([reply.status, reply.body.error.code]).toEqual([422, 'validation_error'])
        expect(reply.body.error.message).toContain(message)
        expect(reply.body.error.message).toMatch(/the operation getFilterSchema$/)
      }
    }
    const nul = await save(ann, ws, { filter: { field: 'title', op: 'eq', value: 'a\0' } })
    expect([nul.status, nul.body.error.message]).toEqual([422, 'body.filter.value: must not contain NUL'])
  })

  test('an unknown or repeated sort, group or column, and neither or both of filter and text', async () => {
    const { ws, ann } = await team()
    for (const [draft, message] of [
      [{ sort: ['colour'] }, 'body.sort[0]: unknown key'],
      [{ sort: ['number', '-number'] }, 'body.sort: a key twice'],
      [{ group_by: 'title' }, 'body.group_by'],
      [{ columns: ['colour'] }, 'body.columns[0]: no field of a task'],
      [{ columns: ['key', 'key'] }, 'body.columns: a column twice'],
      [{ name: 'x'.repeat(81) }, 'body.name: at most 80 characters'],
      [{ text: 'status:todo' }, 'body: send either filter or text'],
      [{ filter: undefined }, 'body: send either filter or text'],
      [{ filter: undefined, text: 'due<banana' }, 'body.text: due<banana: must be a day'],
    ] as const) {
      const reply = await save(ann, ws, draft)
      expect([reply.status, reply.body.error.message]).toEqual([422, expect.stringContaining(message)])
    }
  })

  test('a key of one project', async () => {
    const { ws, open } = await team()
    const { token } = await ws.owner.ok('POST', `${ws.base}/api-keys`, { name: 'one', project_id: open.id })
    const { call } = await import('../kit/client.ts')
    const reply = (at: string) =>
      call('GET', `${path(ws)}${at}`, { headers: { authorization: `Bearer ${token}` } })
    expect([(await reply('')).status, (await reply('/schema')).status]).toEqual([404, 200])
  })
})

test('the schema is complete: fields with operators, tokens, limits and examples that can be saved', async () => {
  const { ws, ann, viewer } = await team()
  const result = await viewer.ok('GET', `${path(ws)}/schema`)
  expect(result).toMatchObject({ version: 1, limits: { depth: 5, conditions: 50, list: 100, bytes: 8192 } })
  expect(result.fields.find(({ name }: Json) => name === 'due_date')).toMatchObject({
    kind: 'date',
    text_form: 'due',
  })
  expect(Object.keys(result.tokens)).toEqual(expect.arrayContaining(['@me', '@today', '@active_sprint']))
  for (const example of result.examples) {
    const [tree, line] = [
      await save(ann, ws, { filter: example.filter }),
      await save(ann, ws, { filter: undefined, text: example.text }),
    ]
    expect([tree.status, line.status]).toEqual([201, 201])
  }
})
