import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller, Json } from '../kit/client.ts'
import { join, project, type Workspace, workspace } from '../kit/makers.ts'
import { open, submit, textOf, to } from './browse.ts'

let ws: Workspace
let grace: Caller
beforeAll(async () => {
  ws = await workspace('Ada & Co')
  grace = await join(ws, 'member', 'Grace Hopper')
})
/** A document with two versions by different authors, since edits by one author in quick succession are merged. */
async function twice(draft: object = {}): Promise<Json> {
  const created = await ws.owner.ok('POST', `${ws.base}/documents`, {
    title: 'Handbook',
    content: 'The *first* text',
    ...draft,
  })
  await grace.ok('PATCH', `${ws.base}/documents/${created.id}`, {
    content: 'The second text',
    summary: 'Rewritten',
  })
  return ws.owner.ok('GET', `${ws.base}/documents/${created.id}`)
}
const at = ({ id }: Json) => `/documents/${id}?org=${ws.org.slug}`

describe('the versions of a document', () => {
  test('are listed, viewed, and restored after a confirmation', async () => {
    const created = await twice()
    expect(created.current_version).toBe(2)
    const { text } = await open(at(created), grace.headers)
    for (const expected of [
      '2 versions',
      `href="${at(created).replace('&', '&amp;')}&amp;version=1"`,
      'Rewritten',
    ])
      expect(text).toContain(expected)
    const old = await open(`${at(created)}&version=1`, grace.headers)
    expect(old.text).toContain('<em>first</em>')
    expect(old.text).toContain('Restore version 1')
    expect(old.text).not.toContain('name="content"')
    const fields = { number: '1', base_version: '2' }
    const done = await submit(`/documents/${created.id}/restore?org=${ws.org.slug}`, fields, grace.headers)
    expect(to(done)).toEqual([303, `${at(created)}&done=saved`])
    const now = await ws.owner.ok('GET', `${ws.base}/documents/${created.id}`)
    expect([now.content, now.current_version]).toEqual(['The *first* text', 3])
  })

  test('are not restored over a later version', async () => {
    const created = await twice()
    await ws.owner.ok('PATCH', `${ws.base}/documents/${created.id}`, { content: 'The third text' })
    const fields = { number: '1', base_version: '2' }
    const late = await submit(`/documents/${created.id}/restore?org=${ws.org.slug}`, fields, grace.headers)
    expect([late.status, textOf('problems', late)]).toEqual([409, expect.stringMatching(/version|changed/i)])
    expect((await ws.owner.ok('GET', `${ws.base}/documents/${created.id}`)).content).toBe('The third text')
  })

  test.each(['0', '99', 'x', '1%20or%201'])('are not found for the number %s', async (number) => {
    const created = await twice()
    const reply = await open(`${at(created)}&version=${number}`, grace.headers)
    expect(reply.status).toBe(404)
    expect(reply.text).not.toContain('The second text')
    const fields = { number, base_version: '2' }
    const none = await submit(`/documents/${created.id}/restore?org=${ws.org.slug}`, fields, grace.headers)
    expect(none.status).toBe(404)
  })
})

describe('the page of a document', () => {
  const offered = ['name="content"', 'name="body"', 'Restore version']
  const shownTo = async (created: Json, who: Caller) => {
    const { text } = await open(`${at(created)}&version=1`, who.headers)
    const page = (await open(at(created), who.headers)).text
    return offered.map((one) => text.includes(one) || page.includes(one))
  }

  test('offers viewers nothing that would be refused', async () => {
    const created = await twice()
    const vera = await join(ws, 'viewer', 'Vera Viewer')
    expect(await shownTo(created, grace)).toEqual([true, true, true])
    expect(await shownTo(created, vera)).toEqual([false, false, false])
    const fields = { number: '1', base_version: '2' }
    const reply = await submit(`/documents/${created.id}/restore?org=${ws.org.slug}`, fields, vera.headers)
    expect([reply.status, textOf('problems', reply)]).toEqual([403, expect.stringContaining('role')])
  })

  test('offers only comments to viewers of its project', async () => {
    const home = await project(ws)
    const created = await twice({ project_id: home.id, visibility: 'project' })
    const guest = await join(ws, 'member', 'Guest of the project')
    await ws.owner.ok('PUT', `${ws.base}/projects/${home.id}/members/${guest.id}`, { role: 'viewer' })
    expect(await shownTo(created, guest)).toEqual([false, true, false])
    const reply = await submit(
      `/documents/${created.id}/comments?org=${ws.org.slug}`,
      { body: 'Hm' },
      guest.headers,
    )
    expect(reply.status).toBe(303)
  })

  test('that is locked is edited only by its owner and by managers', async () => {
    const created = await twice()
    await ws.owner.ok('PUT', `${ws.base}/documents/${created.id}/lock`, { locked: true })
    const max = await join(ws, 'manager', 'Max Manager')
    expect(await shownTo(created, grace)).toEqual([false, true, false])
    expect(await shownTo(created, max)).toEqual([true, true, true])
    const fields = { title: 'Handbook', content: 'x', base_version: '2' }
    expect((await submit(at(created), fields, grace.headers)).status).toBe(409)
  })

  test('of an archived project is read-only', async () => {
    const home = await project(ws)
    const created = await twice({ project_id: home.id, visibility: 'project' })
    await ws.owner.ok('POST', `${ws.base}/projects/${home.id}/archive`)
    expect(await shownTo(created, ws.owner)).toEqual([false, false, false])
  })
})
