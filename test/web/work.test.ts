import { beforeAll, describe, expect, test } from 'vitest'
import { asOwner, type Caller, type Json } from '../kit/client.ts'
import { join, project, task, type Workspace, workspace } from '../kit/makers.ts'
import { open, submit, to } from './browse.ts'

let ws: Workspace
let web: Json
let grace: Caller
beforeAll(async () => {
  ws = await workspace('Ada & Co')
  web = await project(ws, { name: 'Web shop', key: 'WEB' })
  grace = await join(ws, 'member', 'Grace Hopper')
})
const read = (key: string) => ws.owner.ok('GET', `${ws.base}/tasks/${key}`)
const textsOf = (one: Json, more: Record<string, string> = {}) => ({
  title: one.title,
  description: one.description ?? '',
  version: String(one.version),
  ...more,
})
const formOf = (one: Json, more: Record<string, string> = {}) => ({
  status: one.status,
  priority: one.priority,
  type: one.type,
  assignee_id: one.assignee?.user_id ?? '',
  start_date: '',
  due_date: '',
  estimate_points: '',
  version: String(one.version),
  ...more,
})

describe('the page of a task', () => {
  test('is at the URL that the API returns, and shows the task', async () => {
    const one = await task(ws, web.id, { title: 'Fix the <login>', description: '**Bold** and <b>raw</b>' })
    await task(ws, web.id, { title: 'A part', parent_id: one.id })
    await grace.ok('POST', `${ws.base}/tasks/${one.id}/comments`, { body: 'I *see*.' })
    const { status, text } = await open(new URL(one.url).pathname, ws.owner.headers)
    expect(status).toBe(200)
    for (const expected of [
      'Fix the &lt;login&gt;',
      '<strong>Bold</strong>',
      '&lt;b&gt;raw',
      'A part',
      'Grace Hopper',
      '<em>see</em>',
    ])
      expect(text).toContain(expected)
    expect(text).not.toContain('<b>raw')
    expect(text.length).toBeLessThan(60_000)
  })

  test('is not found by strangers and those without access to the project', async () => {
    const hidden = await project(ws, { visibility: 'private' })
    const secret = await task(ws, hidden.id, { title: 'Secret plan' })
    const stranger = (await workspace()).owner
    for (const { headers } of [grace, stranger]) {
      const reply = await open(`/tasks/${secret.key}`, headers)
      expect(reply.status).toBe(404)
      expect(reply.text).not.toContain('Secret plan')
    }
    const gone = await open(`/tasks/${secret.key}`)
    expect(to(gone)).toEqual([303, `/login?next=${encodeURIComponent(`/tasks/${secret.key}`)}`])
  })

  test('changes a task, and shows API errors with the entered text kept', async () => {
    const one = await task(ws, web.id)
    const at = (action: string) => `/tasks/${one.key}${action}?org=${ws.org.slug}`
    const saved = await submit(
      at(''),
      formOf(one, { status: 'in_progress', assignee_id: grace.id, estimate_points: '3' }),
      ws.owner.headers,
    )
    expect(saved.status).toBe(303)
    expect(await read(one.key)).toMatchObject({
      status: 'in_progress',
      assignee: { user_id: grace.id },
      estimate_points: 3,
    })
    const now = await read(one.key)
    const [texts, properties] = [
      textsOf(now, { description: 'What I typed' }),
      formOf(now, { tags: 'What I typed' }),
    ]
    for (const [action, form, where] of [
      ['/text', { ...texts, title: '' }, 'Title'],
      ['', { ...properties, estimate_points: 'many' }, 'Points'],
      ['', { ...properties, start_date: '2027-02-02', due_date: '2027-01-01' }, 'Due'],
    ] as const) {
      const reply = await submit(at(action), form, ws.owner.headers)
      expect(reply.status).toBe(422)
      expect(reply.text).toContain(`${where}: `)
      expect(reply.text).toContain('What I typed')
    }
    expect((await read(one.key)).version).toBe(now.version)
  })

  test('does not overwrite a concurrent change', async () => {
    const one = await task(ws, web.id, { title: 'First' })
    await grace.ok('PATCH', `${ws.base}/tasks/${one.id}`, { title: 'Second' })
    const reply = await submit(`/tasks/${one.key}/text`, textsOf(one, { title: 'Third' }), ws.owner.headers)
    expect(reply.status).toBe(409)
    expect(reply.text).toContain('Changed by somebody else')
    expect((await read(one.key)).title).toBe('Second')
    const version = /name="version" value="(\d+)"/.exec(reply.text)![1]!
    await submit(`/tasks/${one.key}/text`, textsOf(one, { title: 'Third', version }), ws.owner.headers)
    expect((await read(one.key)).title).toBe('Third')
  })

  test('accepts comments and replies; an empty one is rejected', async () => {
    const one = await task(ws, web.id)
    const at = `/tasks/${one.key}/comments`
    expect((await submit(at, { body: 'Hello' }, grace.headers)).status).toBe(303)
    const { items } = await ws.owner.ok('GET', `${ws.base}/tasks/${one.id}/comments`)
    await submit(at, { body: 'And you', parent_id: items[0].id }, ws.owner.headers)
    expect((await submit(at, { body: '' }, grace.headers)).status).toBe(422)
    const { text } = await open(`/tasks/${one.key}`, ws.owner.headers)
    expect(text).toContain('Hello')
    expect(text).toContain('And you')
  })

  test('offers no form to viewers', async () => {
    const one = await task(ws, web.id)
    const viewer = await join(ws, 'viewer', 'Vera Viewer')
    const { text } = await open(`/tasks/${one.key}`, viewer.headers)
    expect(text).not.toContain('name="status"')
  })

  test('asks which organization is meant if several have the key', async () => {
    const both = await workspace('Second home')
    const theirs = await project(both, { key: 'WEB', name: 'Theirs' })
    await task(both, theirs.id, { title: 'Of the second' })
    const key = 'WEB-1'
    await asOwner(`insert into organization_members (org_id, user_id, role) values ($1, $2, 'member')`, [
      both.org.id,
      grace.id,
    ])
    const choice = await open(`/tasks/${key}`, grace.headers)
    expect(choice.status).toBe(300)
    expect(choice.text).toContain(`href="?org=${both.org.slug}"`)
    const chosen = await open(`/tasks/${key}?org=${both.org.slug}`, grace.headers)
    expect(chosen.text).toContain('Of the second')
  })

  test('formats a limited part of a page, and shows the rest as entered', async () => {
    const one = await task(ws, web.id, { description: '- *a* <b>\n'.repeat(2500) })
    const { text } = await open(`/tasks/${one.key}`, ws.owner.headers)
    expect(text).toContain('<div class="as-typed">- *a* &lt;b&gt;')
    await grace.ok('POST', `${ws.base}/tasks/${one.id}/comments`, { body: '**bold**' })
    expect((await open(`/tasks/${one.key}`, ws.owner.headers)).text).toContain('<strong>bold</strong>')
    const half = await task(ws, web.id, {
      description: `${'# Part\n\n'.repeat(1000)}${'**x** '.repeat(4000)}`,
    })
    const page = (await open(`/tasks/${half.key}`, ws.owner.headers)).text
    expect([page.includes('<h3>Part</h3>'), page.includes('<div class="as-typed">**x**')]).toEqual([
      true,
      true,
    ])
  })

  test('turns images into links, and lets no script through', async () => {
    const one = await task(ws, web.id, {
      description: '![pixel](https://spy.example/a.png) [x](javascript:alert(1)) <script>alert(1)</script>',
    })
    const { text } = await open(`/tasks/${one.key}`, ws.owner.headers)
    expect(text).toContain('<a rel="nofollow noopener" href="https://spy.example/a.png">pixel</a>')
    expect(text).not.toMatch(/<img|href="javascript|<script>alert/)
  })
})

describe('the page of a document', () => {
  test('shows the text, saves a new version, and does not overwrite another’s', async () => {
    const created = await ws.owner.ok('POST', `${ws.base}/documents`, {
      title: 'Handbook',
      content: '# Rules\n\nWEB-1',
    })
    const at = `/documents/${created.id}`
    expect((await open(at, grace.headers)).text).toContain('<h3>Rules</h3>')
    const change = (content: string, base_version: number) =>
      submit(at, { title: 'Handbook', content, base_version: String(base_version) }, grace.headers)
    expect((await change('Line one\r\nLine two', created.current_version)).status).toBe(303)
    const now = await ws.owner.ok('GET', `${ws.base}/documents/${created.id}`)
    expect(now.content).toBe('Line one\nLine two')
    const late = await change('Mine', created.current_version)
    expect([late.status, late.text.includes('Mine')]).toEqual([409, true])
    expect((await submit(`${at}/comments`, { body: 'Which two?' }, grace.headers)).status).toBe(303)
    expect((await open(at, ws.owner.headers)).text).toContain('Which two?')
  })

  test('that is private is not found by others', async () => {
    const created = await ws.owner.ok('POST', `${ws.base}/documents`, {
      title: 'Diary',
      visibility: 'private',
      content: 'Dear',
    })
    expect((await open(`/documents/${created.id}`, grace.headers)).status).toBe(404)
    expect((await open('/documents/none', grace.headers)).status).toBe(404)
  })
})

describe('the page of a project', () => {
  test('lists its tasks, applies the text filter, and shows its errors', async () => {
    const home = await project(ws, { name: 'Finding', key: 'FIND' })
    await task(ws, home.id, { title: 'Needle', priority: 'urgent' })
    await task(ws, home.id, { title: 'Straw' })
    const page = async (q: string) =>
      (await open(`/projects/FIND?q=${encodeURIComponent(q)}`, grace.headers)).text
    for (const title of ['Needle', 'Straw']) expect(await page('')).toContain(title)
    const found = await page('priority:urgent')
    expect(found.slice(found.indexOf('id="tasks"'))).toContain('Needle')
    expect(found.slice(found.indexOf('id="tasks"'))).not.toContain('Straw')
    expect(await page('colour:red')).toContain('colour')
  })

  test('creates a task once, however often the form is sent', async () => {
    const home = await project(ws, { key: 'ONCE' })
    const fields = { once: crypto.randomUUID(), title: 'Only one' }
    const replies = [
      await submit('/projects/ONCE', fields, grace.headers),
      await submit('/projects/ONCE', fields, grace.headers),
    ]
    expect(replies.map(to)).toEqual(Array(2).fill([303, `/tasks/ONCE-1?org=${ws.org.slug}`]))
    expect((await ws.owner.ok('GET', `${ws.base}/projects/${home.id}/tasks`)).total).toBe(1)
    expect((await submit('/projects/ONCE', { title: '' }, grace.headers)).status).toBe(422)
  })
})

describe('the inbox', () => {
  test('links to what happened, and is marked as read up to what was shown', async () => {
    const one = await task(ws, web.id, { title: 'For Grace' })
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${one.id}`, { assignee_id: grace.id })
    const { text } = await open('/inbox', grace.headers)
    expect(text).toContain(`/tasks/${one.key}?org=${ws.org.slug}`)
    const before = /name="before" value="([^"]+)"/.exec(text)![1]!
    expect(to(await submit('/inbox', { org_id: ws.org.id, before }, grace.headers))).toEqual([303, '/inbox'])
    expect((await grace.ok('GET', `${ws.base}/notifications/unread-count`)).unread ?? 0).toBe(0)
    expect((await open('/inbox', grace.headers)).text).not.toContain('Mark all as read')
  })

  test('of a new person says what will appear there', async () => {
    const nobody = (await workspace()).owner
    expect((await open('/inbox', nobody.headers)).text).toContain('Nothing here')
  })
})
