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
/** A document of two versions, the second by another than the first, which a burst of edits would join. */
async function twice(draft: object = {}): Promise<Json> {
  const made = await ws.owner.ok('POST', `${ws.base}/documents`, {
    title: 'Handbook',
    content: 'The *first* text',
    ...draft,
  })
  await grace.ok('PATCH', `${ws.base}/documents/${made.id}`, {
    content: 'The second text',
    summary: 'Rewritten',
  })
  return ws.owner.ok('GET', `${ws.base}/documents/${made.id}`)
}
const at = ({ id }: Json) => `/documents/${id}?org=${ws.org.slug}`

describe('the versions of a document', () => {
  test('are listed, looked at, and restored after a question', async () => {
    const made = await twice()
    expect(made.current_version).toBe(2)
    const { text } = await open(at(made), grace.headers)
    for (const said of ['2 versions', `href="${at(made).replace('&', '&amp;')}&amp;version=1"`, 'Rewritten'])
      expect(text).toContain(said)
    const old = await open(`${at(made)}&version=1`, grace.headers)
    expect(old.text).toContain('<em>first</em>')
    expect(old.text).toContain('Restore version 1')
    expect(old.text).not.toContain('name="content"')
    const fields = { number: '1', base_version: '2' }
    const done = await submit(`/documents/${made.id}/restore?org=${ws.org.slug}`, fields, grace.headers)
    expect(to(done)).toEqual([303, `${at(made)}&done=saved`])
    const now = await ws.owner.ok('GET', `${ws.base}/documents/${made.id}`)
    expect([now.content, now.current_version]).toEqual(['The *first* text', 3])
  })

  test('are not restored over what somebody saved since', async () => {
    const made = await twice()
    await ws.owner.ok('PATCH', `${ws.base}/documents/${made.id}`, { content: 'The third text' })
    const fields = { number: '1', base_version: '2' }
    const late = await submit(`/documents/${made.id}/restore?org=${ws.org.slug}`, fields, grace.headers)
    expect([late.status, textOf('problems', late)]).toEqual([409, expect.stringMatching(/version|changed/i)])
    expect((await ws.owner.ok('GET', `${ws.base}/documents/${made.id}`)).content).toBe('The third text')
  })

  test.each(['0', '99', 'x', '1%20or%201'])('are missing where the address says %s', async (number) => {
    const made = await twice()
    const reply = await open(`${at(made)}&version=${number}`, grace.headers)
    expect(reply.status).toBe(404)
    expect(reply.text).not.toContain('The second text')
    const fields = { number, base_version: '2' }
    const none = await submit(`/documents/${made.id}/restore?org=${ws.org.slug}`, fields, grace.headers)
    expect(none.status).toBe(404)
  })
})

describe('the page of a document', () => {
  const offered = ['name="content"', 'name="body"', 'Restore version']
  const shownTo = async (made: Json, who: Caller) => {
    const { text } = await open(`${at(made)}&version=1`, who.headers)
    const page = (await open(at(made), who.headers)).text
    return offered.map((one) => text.includes(one) || page.includes(one))
  }

  test('offers viewers nothing that would be refused', async () => {
    const made = await twice()
    const vera = await join(ws, 'viewer', 'Vera Viewer')
    expect(await shownTo(made, grace)).toEqual([true, true, true])
    expect(await shownTo(made, vera)).toEqual([false, false, false])
    const fields = { number: '1', base_version: '2' }
    const reply = await submit(`/documents/${made.id}/restore?org=${ws.org.slug}`, fields, vera.headers)
    expect([reply.status, textOf('problems', reply)]).toEqual([403, expect.stringContaining('role')])
  })

  test('offers viewers of its project comments alone', async () => {
    const home = await project(ws)
    const made = await twice({ project_id: home.id, visibility: 'project' })
    const guest = await join(ws, 'member', 'Guest of the project')
    await ws.owner.ok('PUT', `${ws.base}/projects/${home.id}/members/${guest.id}`, { role: 'viewer' })
    expect(await shownTo(made, guest)).toEqual([false, true, false])
    const reply = await submit(
      `/documents/${made.id}/comments?org=${ws.org.slug}`,
      { body: 'Hm' },
      guest.headers,
    )
    expect(reply.status).toBe(303)
  })

  test('that is locked is edited by its owner and by managers alone', async () => {
    const made = await twice()
    await ws.owner.ok('PUT', `${ws.base}/documents/${made.id}/lock`, { locked: true })
    const max = await join(ws, 'manager', 'Max Manager')
    expect(await shownTo(made, grace)).toEqual([false, true, false])
    expect(await shownTo(made, max)).toEqual([true, true, true])
    const fields = { title: 'Handbook', content: 'x', base_version: '2' }
    expect((await submit(at(made), fields, grace.headers)).status).toBe(409)
  })

  test('of an archived project is only read', async () => {
    const home = await project(ws)
    const made = await twice({ project_id: home.id, visibility: 'project' })
    await ws.owner.ok('POST', `${ws.base}/projects/${home.id}/archive`)
    expect(await shownTo(made, ws.owner)).toEqual([false, false, false])
  })
})
