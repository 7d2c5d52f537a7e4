import { describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import type { Json } from '../kit/client.ts'
import { actions, project, task, type Workspace, workspace } from '../kit/makers.ts'
import { codedRefusal } from '../kit/refusals.ts'

const names = ({ items }: Json) => items.map(({ name }: Json) => name).toSorted()

/** A task, and helpers for its tags and those of the organization. */
async function desk() {
  const ws = await workspace()
  const home = await project(ws)
  const item = await task(ws, home.id)
  const path = `${ws.base}/tasks/${item.id}/tags`
  return {
    ws,
    home,
    item,
    path,
    tag: (name: string, project_id?: string): Promise<Json> =>
      ws.owner.ok('POST', `${ws.base}/tags`, { name, project_id }),
    set: (body: object) => ws.owner.call('PUT', path, body),
    add: ({ id }: Json, to: { id: string } = item) =>
      ws.owner.call('PUT', `${ws.base}/tasks/${to.id}/tags/${id}`),
    worn: async (by: { id: string } = item) =>
      names({ items: (await ws.owner.ok('GET', `${ws.base}/tasks/${by.id}`)).tags }),
    known: async () => names(await ws.owner.ok('GET', `${ws.base}/tags?limit=200`)),
  }
}
const twenty = (ws: Workspace, path: string): Promise<Json> =>
  ws.owner.ok('PUT', path, { names: Array.from({ length: 20 }, (_, n) => `t${n}`), create_missing: true })
const tooMany = (field: string) => [422, 'validation_error', `${field}: a task has at most 20 tags`]

describe('the tags of a task', () => {
  test('are replaced by those named, by id and by name whatever the case', async () => {
    const { ws, tag, set, add, worn } = await desk()
    const [bug, ui, old] = [await tag('bug'), await tag('ui'), await tag('old')]
    await add(old)
    const reply = await set({ tag_ids: [bug.id, bug.id], names: ['UI', 'ui', 'Bug'] })
    expect([reply.status, reply.roundTrips]).toEqual([200, 1])
    expect(reply.body.items.toSorted((a: Json, b: Json) => a.name.localeCompare(b.name))).toEqual(
      [bug, ui].map(({ id, name, color }) => ({ id, name, color })),
    )
    expect(await worn()).toEqual(['bug', 'ui'])
    expect(await actions(ws)).toContain('task.tags_set')
    expect((await set({ tag_ids: [] })).body).toEqual({ items: [] })
    expect(await worn()).toEqual([])
  })

  test('that do not exist are rejected by name, or created in the project on request', async () => {
    const { ws, home, tag, set, worn, known } = await desk()
    await tag('bug')
    const unknown = [422, 'validation_error', 'body.names: unknown tag; send create_missing to make it']
    expect(codedRefusal(await set({ names: ['bug', 'new'] }))).toEqual(unknown)
    expect(codedRefusal(await set({ names: ['new'], create_missing: false }))).toEqual(unknown)
    expect([await worn(), await known()]).toEqual([[], ['bug']])
    await ws.owner.ok('PUT', `${ws.base}/tasks/${(await task(ws, home.id)).id}/tags`, {
      names: ['BUG', 'New', 'new'],
      create_missing: true,
    })
    expect((await known()).length).toBe(2)
    const { items } = await ws.owner.ok('GET', `${ws.base}/tags?q=new`)
    expect(items).toMatchObject([{ project_id: home.id, usage_count: 1 }])
  })

  test('require ids or names, at most twenty, each of the organization or of the project', async () => {
    const { ws, tag, set, worn } = await desk()
    const foreignTag = await tag('there', (await project(ws)).id)
    const foreign = await (await desk()).tag('foreign')
    const of = 'validation_error'
    for (const [{ id }, why] of [
      [foreignTag, 'a tag of another project'],
      [foreign, 'not found'],
      [{ id: uuidv7() }, 'not found'],
    ] as const)
      expect(codedRefusal(await set({ tag_ids: [id] }))).toEqual([422, of, `body.tag_ids[0]: ${why}`])
    expect(codedRefusal(await set({ names: ['there'] }))[2]).toContain('body.names: unknown tag')
    expect(codedRefusal(await set({}))).toEqual([
      422,
      of,
      expect.stringContaining('tag_ids or names required'),
    ])
    const many = Array.from({ length: 21 }, (_, n) => `t${n}`)
    expect(codedRefusal(await set({ names: many, create_missing: true }))).toEqual([
      422,
      of,
      'body.names: at most 20 tags',
    ])
    expect(await worn()).toEqual([])
  })

  test('are twenty at most, however they are added', async () => {
    const { ws, path, tag, set, add, worn } = await desk()
    const { items } = await twenty(ws, path)
    const more = await tag('one more')
    expect(codedRefusal(await add(more))).toEqual(tooMany('path.tag_id'))
    const ids = items.map(({ id }: Json) => id)
    expect(codedRefusal(await set({ tag_ids: ids, names: ['one more'] }))).toEqual(tooMany('body.tag_ids'))
    expect((await worn()).length).toBe(20)
    expect((await add(items[0])).status).toBe(200)
    await ws.owner.ok('DELETE', `${path}/${items[0].id}`)
    expect((await add(more)).status).toBe(200)
  })

  test('are twenty at most if thirty are added concurrently', { tags: 'race' }, async () => {
    const { ws, home, add, worn } = await desk()
    const { items } = await twenty(ws, `${ws.base}/tasks/${(await task(ws, home.id)).id}/tags`)
    const rest = await ws.owner.ok('PUT', `${ws.base}/tasks/${(await task(ws, home.id)).id}/tags`, {
      names: Array.from({ length: 10 }, (_, n) => `u${n}`),
      create_missing: true,
    })
    const replies = await Promise.all([...items, ...rest.items].map((tag: Json) => add(tag)))
    expect(replies.filter(({ status }) => status === 200).length).toBe(20)
    for (const refused of replies.filter(({ status }) => status !== 200))
      expect(codedRefusal(refused)).toEqual(tooMany('path.tag_id'))
    expect((await worn()).length).toBe(20)
  })

  test('are added and removed one by one, idempotently', async () => {
    const { ws, path, tag, add, worn } = await desk()
    const { id, name, color } = await tag('bug')
    for (let time = 0; time < 2; time++)
      expect((await add({ id })).body).toEqual({ items: [{ id, name, color }] })
    expect(await worn()).toEqual(['bug'])
    for (let time = 0; time < 2; time++)
      expect((await ws.owner.call('DELETE', `${path}/${id}`)).status).toBe(204)
    expect(await worn()).toEqual([])
    const { items } = await ws.owner.ok('GET', path.replace(/tags$/, 'history'))
    const kinds = items.flatMap(({ changes }: Json) => changes.map(({ kind }: Json) => kind))
    expect(kinds).toEqual(['tag_removed', 'tag_added', 'created'])
  })

  test('of another project or tenant cannot be added to a task, and none to a missing task', async () => {
    const { ws, item, tag, add } = await desk()
    const other = await desk()
    expect(codedRefusal(await add(await tag('there', (await project(ws)).id)))).toEqual([
      422,
      'validation_error',
      'path.tag_id: a tag of another project',
    ])
    const bug = await tag('bug')
    expect(codedRefusal(await add(await other.tag('bug')))).toEqual([404, 'not_found', 'tag not found'])
    expect(codedRefusal(await add(bug, other.item))).toEqual([404, 'not_found', 'task not found'])
    await ws.owner.ok('DELETE', `${ws.base}/tasks/${item.id}`)
    expect(codedRefusal(await add(bug))).toEqual([404, 'not_found', 'task not found'])
  })
})

describe('a merge of tags', () => {
  const merge = ({ owner, base }: Workspace, from: Json, into: string) =>
    owner.call('POST', `${base}/tags/${from.id}/merge`, { into_tag_id: into })

  test('moves the tasks, returns how many had both, and deletes the first tag', async () => {
    const { ws, home, item, tag, add, worn, known } = await desk()
    const [bug, defect] = [await tag('bug'), await tag('defect')]
    const both = await task(ws, home.id)
    for (const [on, one] of [
      [item, bug],
      [both, bug],
      [both, defect],
    ])
      await add(one, on)
    const merged = await merge(ws, bug, defect.id)
    expect([merged.status, merged.body, merged.roundTrips]).toEqual([200, { moved: 1, already_had: 1 }, 1])
    for (const one of [item, both]) expect(await worn(one)).toEqual(['defect'])
    expect(await known()).toEqual(['defect'])
    expect(await actions(ws)).toContain('tag.merged')
    expect(codedRefusal(await merge(ws, bug, defect.id))).toEqual([404, 'not_found', 'tag not found'])
  })

  test('is possible from a project to the organization, and within a project', async () => {
    const { ws, home, tag } = await desk()
    const [mine, other, ours] = [await tag('mine', home.id), await tag('other', home.id), await tag('ours')]
    expect((await merge(ws, mine, other.id)).body).toEqual({ moved: 0, already_had: 0 })
    expect((await merge(ws, other, ours.id)).status).toBe(200)
  })

  test('into itself, another scope, a deleted or foreign one is rejected, and nothing moves', async () => {
    const { ws, home, tag, add, worn } = await desk()
    const [ours, mine, foreignTag] = [
      await tag('ours'),
      await tag('mine', home.id),
      await tag('there', (await project(ws)).id),
    ]
    await add(mine)
    const gone = await tag('gone')
    await ws.owner.ok('DELETE', `${ws.base}/tags/${gone.id}`)
    const foreign = await (await desk()).tag('foreign')
    const unfit = 'the tag itself, or a tag of another project'
    for (const [from, into, why] of [
      [mine, mine, unfit],
      [mine, foreignTag, unfit],
      [ours, mine, unfit],
      [mine, gone, 'not found'],
      [mine, foreign, 'not found'],
      [mine, { id: uuidv7() }, 'not found'],
    ] as const)
      expect(codedRefusal(await merge(ws, from, into.id))).toEqual([
        422,
        'validation_error',
        `body.into_tag_id: ${why}`,
      ])
    expect(await worn()).toEqual(['mine'])
  })
})
