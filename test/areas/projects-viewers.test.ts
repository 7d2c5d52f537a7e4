import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller, Json } from '../kit/client.ts'
import { join, project, type Project, task, type Workspace, workspace } from '../kit/makers.ts'

/** The role `viewer` in a project, where the role in the organization would allow more. */
let ws: Workspace
let [home, own]: Project[] = []
let [foreign, ownProject]: Json[] = []
let viewer: Caller
const refused =
  'as a viewer of this project you can only read and comment; its lead can make you a contributor'

beforeAll(async () => {
  ws = await workspace()
  home = await project(ws, { visibility: 'private' })
  own = await project(ws)
  viewer = await join(ws, 'manager')
  await ws.owner.ok('PUT', `${ws.base}/projects/${home.id}/members/${viewer.id}`, { role: 'viewer' })
  foreign = await task(ws, home.id)
  ownProject = await task(ws, own.id)
})

const send = async (method: string, path: string, body?: object) => {
  const reply = await viewer.call(method, ws.base + path, body)
  return [reply.status, reply.body?.error?.message]
}

describe('a viewer of a project', () => {
  test('creates and changes nothing in it, however the project is named', async () => {
    const ways: [string, string, object?][] = [
      ['PATCH', `/projects/${home!.id}`, { name: 'Mine now' }],
      ['POST', `/projects/${home!.id}/tasks`, { title: 'One more' }],
      ['PATCH', `/tasks/${foreign!.id}`, { title: 'Other' }],
      ['DELETE', `/tasks/${foreign!.id}`],
      ['POST', `/tasks/${ownProject!.id}/transfer`, { project_id: home!.id }],
      ['POST', `/tasks/${ownProject!.id}/dependencies`, { task_id: foreign!.id, type: 'blocks' }],
      ['POST', '/documents', { title: 'Page', project_id: home!.id }],
      ['POST', '/tags', { name: 'urgent', project_id: home!.id }],
      ['POST', `/projects/${home!.id}/sprints`, { start_date: '2026-11-23', end_date: '2026-12-04' }],
      [
        'POST',
        '/attachments',
        {
          entity_type: 'task',
          entity_id: foreign!.id,
          filename: 'a.png',
          content_type: 'image/png',
          size_bytes: 1,
          sha256: 'a'.repeat(64),
        },
      ],
    ]
    for (const [method, path, body] of ways)
      expect([method, path, ...(await send(method, path, body))]).toEqual([method, path, 403, refused])
    const note = await viewer.ok('POST', `${ws.base}/notes`, { title: 'A thought' })
    for (const to of ['task', 'document'])
      expect(await send('POST', `/notes/${note.id}/convert`, { to, project_id: home!.id })).toEqual([
        403,
        refused,
      ])
    expect(await ws.owner.ok('GET', `${ws.base}/tasks/${foreign!.id}`)).toMatchObject({
      title: foreign!.title,
    })
    expect((await ws.owner.ok('GET', `${ws.base}/projects/${home!.id}/tasks`)).total).toBe(1)
  })

  test('changes the tasks of other projects in bulk, and none of it', async () => {
    const ids = [ownProject!.id, foreign!.id]
    const params = { task_ids: ids, patch: { priority: 'high' } }
    expect(await send('POST', '/tasks/bulk', { ...params, mode: 'atomic' })).toEqual([403, refused])
    expect((await ws.owner.ok('GET', `${ws.base}/tasks/${ownProject!.id}`)).priority).toBe('medium')
  })

  test('reads, comments, reacts and keeps a favourite', async () => {
    const path = `${ws.base}/tasks/${foreign!.id}`
    expect((await viewer.ok('GET', path)).id).toBe(foreign!.id)
    const result = await viewer.ok('POST', `${path}/comments`, { body: 'Why?' })
    await viewer.ok('PATCH', `${path}/comments/${result.id}`, { body: 'Why so?' })
    expect((await viewer.call('PUT', `${path}/comments/${result.id}/reactions/👍`)).status).toBe(200)
    expect((await viewer.call('DELETE', `${path}/comments/${result.id}`)).status).toBe(204)
    await viewer.ok('PUT', `${ws.base}/projects/${home!.id}/favorite`, { favorite: true })
  })

  test('can write as a contributor; admins can write whatever their role in the project', async () => {
    const admin = await join(ws, 'admin')
    for (const who of [admin, viewer])
      await ws.owner.ok('PUT', `${ws.base}/projects/${home!.id}/members/${who.id}`, {
        role: who === admin ? 'viewer' : 'contributor',
      })
    for (const who of [admin, viewer])
      await who.ok('PATCH', `${ws.base}/tasks/${foreign!.id}`, { priority: 'low' })
  })
})

test('an archived project accepts no tags: not on its tasks, and none of its own', async () => {
  const old = await project(ws)
  const { id } = await task(ws, old.id)
  const tag = await ws.owner.ok('POST', `${ws.base}/tags`, { name: 'old', project_id: old.id })
  const wide = await ws.owner.ok('POST', `${ws.base}/tags`, { name: 'wide' })
  await ws.owner.ok('PUT', `${ws.base}/tasks/${id}/tags/${tag.id}`)
  await ws.owner.ok('POST', `${ws.base}/projects/${old.id}/archive`)
  const ways: [string, string, object?][] = [
    ['PUT', `/tasks/${id}/tags`, { tag_ids: [wide.id] }],
    ['PUT', `/tasks/${id}/tags/${wide.id}`],
    ['DELETE', `/tasks/${id}/tags/${tag.id}`],
    ['PATCH', `/tags/${tag.id}`, { name: 'older' }],
    ['DELETE', `/tags/${tag.id}`],
    ['POST', '/tags', { name: 'new', project_id: old.id }],
  ]
  for (const [method, path, body] of ways) {
    const reply = await ws.owner.call(method, ws.base + path, body)
    expect([method, path, reply.status, reply.body?.error?.message]).toEqual([
      method,
      path,
      409,
      'project is archived',
    ])
  }
})
