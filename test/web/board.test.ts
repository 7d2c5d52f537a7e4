import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller, Json, Reply } from '../kit/client.ts'
import { join, project, type Project, task, type Workspace, workspace } from '../kit/makers.ts'
import { open, submit, textOf, to } from './browse.ts'

let ws: Workspace
let grace: Caller
beforeAll(async () => {
  ws = await workspace('Ada & Co')
  grace = await join(ws, 'member', 'Grace Hopper')
})
const script = { accept: 'application/json' }
const columnOf = async (key: string): Promise<string> =>
  (await ws.owner.ok('GET', `${ws.base}/tasks/${key}`)).status
const boardOf = async ({ key }: Project): Promise<Json[]> =>
  (await ws.owner.ok('GET', `${ws.base}/projects/${key}/board`)).columns
const at = ({ key }: Project) => `/projects/${key}?org=${ws.org.slug}`
const move = (
  home: Project,
  fields: Record<string, string>,
  who: Caller = grace,
  headers = {},
): Promise<Reply> =>
  submit(`/projects/${home.key}/move?org=${ws.org.slug}`, fields, { ...who.headers, ...headers })

describe('a card', () => {
  test('is moved by a form, which its Move opens', async () => {
    const home = await project(ws)
    const one = await task(ws, home.id, { title: 'Move me' })
    const closed = await open(at(home), grace.headers)
    expect(closed.text).toContain(
      `href="/projects/${home.key}?org=${ws.org.slug}&amp;move=${one.key}#card-${one.key}"`,
    )
    expect(closed.text).not.toContain('name="position"')
    const { text } = await open(`${at(home)}&move=${one.key}`, grace.headers)
    expect(text).toContain(`<option value="${home.columns.in_progress}">In progress</option>`)
    const moved = await move(home, { id: one.id, column_id: home.columns.in_progress!, position: 'top' })
    expect(to(moved)).toEqual([303, `${at(home)}&done=saved#board`])
    expect(await columnOf(one.key)).toBe('in_progress')
  })

  test('is placed between others, and the script gets the new state of the board', async () => {
    const home = await project(ws)
    const created: Json[] = []
    for (const title of ['First', 'Second', 'Third']) created.push(await task(ws, home.id, { title }))
    const [first, second, third] = created.map(({ id }): string => id)
    const reply = await move(
      home,
      { id: third!, column_id: home.columns.todo!, before_id: second! },
      grace,
      script,
    )
    expect(reply.status).toBe(200)
    expect(reply.body.columns[0]).toEqual({
      id: home.columns.todo,
      count: '3',
      over: false,
      ids: [first, third, second],
    })
  })

  test('goes back if the column is full, and the response has the reason and the state of the board', async () => {
    const home = await project(ws, { settings: { wip_policy: 'block' } })
    const [one, two] = [await task(ws, home.id), await task(ws, home.id)]
    const column_id = home.columns.in_progress!
    await ws.owner.ok('PATCH', `${ws.base}/projects/${home.id}/columns/${column_id}`, { wip_limit: 1 })
    expect((await move(home, { id: one.id, column_id })).status).toBe(303)
    const reply = await move(home, { id: two.id, column_id }, grace, script)
    expect([reply.status, reply.body.message]).toEqual([409, 'Column In progress holds 2 of at most 1.'])
    expect(reply.body.columns[0].ids).toEqual([two.id])
    const page = await move(home, { id: two.id, column_id })
    expect([page.status, textOf('problems', page)]).toEqual([
      409,
      expect.stringContaining('Column In progress holds 2 of at most 1.'),
    ])
    expect(await columnOf(two.key)).toBe('todo')
  })

  test('that was deleted, or whose neighbour was, gets an error', async () => {
    const home = await project(ws)
    const [one, two] = [await task(ws, home.id), await task(ws, home.id)]
    await ws.owner.ok('DELETE', `${ws.base}/tasks/${two.id}`)
    const gone = await move(home, { id: two.id, column_id: home.columns.done! }, grace, script)
    expect([gone.status, gone.body.message]).toEqual([404, 'Task not found.'])
    const beside = await move(home, { id: one.id, before_id: two.id }, grace, script)
    expect([beside.status, beside.body.message]).toEqual([422, expect.stringContaining('before_id')])
    expect(beside.body.columns[0].ids).toEqual([one.id])
  })

  test('cannot be moved by viewers, who are not offered to', async () => {
    const home = await project(ws)
    const one = await task(ws, home.id)
    const vera = await join(ws, 'viewer', 'Vera Viewer')
    const guest = await join(ws, 'member', 'Guest of the project')
    await ws.owner.ok('PUT', `${ws.base}/projects/${home.id}/members/${guest.id}`, { role: 'viewer' })
    for (const who of [vera, guest]) {
      const { text } = await open(at(home), who.headers)
      expect(text).toContain(one.title)
      for (const offered of ['data-board', '>Move', 'New task']) expect(text).not.toContain(offered)
      const reply = await move(home, { id: one.id, column_id: home.columns.done! }, who, script)
      expect(reply.status).toBe(403)
      expect(reply.body.message).toMatch(/role|viewer/i)
    }
    expect(await columnOf(one.key)).toBe('todo')
  })

  test('of a session that has ended gets the error to sign in', async () => {
    const home = await project(ws)
    const reply = await submit(`/projects/${home.key}/move`, { id: 'x' }, script)
    expect([reply.status, reply.body]).toEqual([401, { message: 'Your session has ended. Sign in again.' }])
  })

  test('is not moved by a page of another site', async () => {
    const home = await project(ws)
    const reply = await move(home, { id: 'x' }, grace, { ...script, origin: 'https://evil.example' })
    expect([reply.status, reply.body.message]).toEqual([403, expect.any(String)])
  })
})

describe('a new task in a column', () => {
  test('is created in it once, however often the form is sent', async () => {
    const home = await project(ws)
    const { text } = await open(at(home), grace.headers)
    expect(text).toContain('New task<span class="hidden"> in In progress</span>')
    const fields = {
      once: crypto.randomUUID(),
      column_id: home.columns.in_progress!,
      title: 'Straight into it',
    }
    for (const _ of [1, 2])
      expect(to(await submit(at(home), fields, grace.headers))).toEqual([303, `${at(home)}&done=saved#board`])
    expect((await boardOf(home)).map(({ count }) => count)).toEqual([0, 1, 0])
  })

  test('that does not fit into it says where it was created instead', async () => {
    const home = await project(ws, { settings: { wip_policy: 'block' } })
    const column_id = home.columns.in_progress!
    await ws.owner.ok('PATCH', `${ws.base}/projects/${home.id}/columns/${column_id}`, { wip_limit: 1 })
    const make = (title: string) => submit(at(home), { column_id, title }, grace.headers)
    expect((await make('Fits')).status).toBe(303)
    const full = await make('Too much')
    expect(full.status).toBe(409)
    expect(full.text).toContain(`${home.key}-2 was created, but is in the first column. Column In progress`)
    expect((await boardOf(home)).map(({ count }) => count)).toEqual([1, 1, 0])
  })

  test('needs a title, and the form in its column says so', async () => {
    const home = await project(ws)
    const column_id = home.columns.done!
    const reply = await submit(at(home), { column_id, title: '' }, grace.headers)
    expect(reply.status).toBe(422)
    expect(textOf(`${column_id}-title-problem`, reply)).toMatch(/\w+\./)
    expect(reply.text.match(/class="problem"/g)).toHaveLength(1)
  })
})
