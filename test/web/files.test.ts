import { beforeAll, describe, expect, test } from 'vitest'
import { base64, picture, page as pdfPage } from '../kit/attachments.ts'
import { type Caller, call, type Json, type Reply, uniqueAddress } from '../kit/client.ts'
import { join, project, type Project, task, type Workspace, workspace } from '../kit/makers.ts'
import { origin, open, submit, textOf, to } from './browse.ts'

let ws: Workspace
let grace: Caller
let web: Project
beforeAll(async () => {
  ws = await workspace('Ada & Co')
  grace = await join(ws, 'member', 'Grace Hopper')
  web = await project(ws)
})

type Sent = { name: string; type: string; bytes: Uint8Array<ArrayBuffer> }
/** Submits the form with a file as a browser does. */
async function attach(
  one: Json,
  file: Sent | null,
  who: Caller | null = grace,
  fields: Record<string, string> = {},
): Promise<Reply> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  if (file) form.set('file', new File([file.bytes], file.name, { type: file.type }))
  const created = new Response(form)
  const raw = new Uint8Array(await created.arrayBuffer())
  return call('POST', `/tasks/${one.key}/files?org=${ws.org.slug}`, {
    raw,
    headers: {
      'content-type': created.headers.get('content-type')!,
      origin,
      ...uniqueAddress(),
      ...who?.headers,
    },
  })
}
const dot = (): Sent => ({ name: 'dot.png', type: 'image/png', bytes: picture() })
const filesOf = async (one: Json): Promise<Json[]> =>
  (await ws.owner.ok('GET', `${ws.base}/attachments?entity_type=task&entity_id=${one.id}`)).items
const pageOf = (one: Json, who: Caller = grace) => open(`/tasks/${one.key}?org=${ws.org.slug}`, who.headers)

describe('a file of a task', () => {
  test('is attached by the form, shown as a thumbnail, and downloaded', async () => {
    const one = await task(ws, web.id)
    expect((await pageOf(one)).text).toContain('PNG, JPG, WEBP, GIF or PDF, up to 10 MiB each')
    const sent = dot()
    const reply = await attach(one, sent, grace, { caption: 'A dot' })
    expect(to(reply)).toEqual([303, `/tasks/${one.key}?org=${ws.org.slug}&done=saved#files`])
    const [file] = await filesOf(one)
    expect(file).toMatchObject({
      filename: 'dot.png',
      caption: 'A dot',
      uploaded_by: { name: 'Grace Hopper' },
    })
    const { text } = await pageOf(one)
    const at = `/tasks/${one.key}/files/${file.id}?org=${ws.org.slug}`
    for (const expected of [
      `<img class="thumb" src="${at}" alt=""`,
      `<a href="${at}">dot.png</a>`,
      '1 file',
      'A dot',
    ])
      expect(text).toContain(expected)
    const link = await open(at, grace.headers)
    expect(link.status).toBe(303)
    const bytes = await call('GET', new URL(link.headers.get('location')!).pathname)
    expect([bytes.status, bytes.headers.get('content-type')]).toEqual([200, 'image/png'])
  })

  test('of several megabytes arrives complete', async () => {
    const one = await task(ws, web.id)
    const bytes = pdfPage(3 * 1024 * 1024)
    expect((await attach(one, { name: 'book.pdf', type: 'application/pdf', bytes })).status).toBe(303)
    expect((await filesOf(one))[0].size_bytes).toBe(bytes.length)
    expect((await pageOf(one)).text).not.toContain('class="thumb"')
  })

  test('is attached once, however often the form is sent', async () => {
    const one = await task(ws, web.id)
    const [sent, fields] = [dot(), { once: crypto.randomUUID() }]
    for (const _ of [1, 2]) expect((await attach(one, sent, grace, fields)).status).toBe(303)
    expect(await filesOf(one)).toHaveLength(1)
  })

  test.each([
    ['nothing', null, 422, 'Choose a file.'],
    ['an empty one', { name: 'a.png', type: 'image/png', bytes: new Uint8Array() }, 422, 'It is empty.'],
    [
      'another type',
      { name: 'a.docx', type: 'application/msword', bytes: picture() },
      422,
      'a.docx is of another type.',
    ],
    [
      'other bytes than it says',
      { name: 'a.png', type: 'image/png', bytes: pdfPage() },
      422,
      'application/pdf',
    ],
    ['another ending', { name: 'a.pdf', type: 'image/png', bytes: picture() }, 422, 'ends otherwise'],
    [
      'too much',
      { name: 'a.png', type: 'image/png', bytes: new Uint8Array(10 * 1024 * 1024 + 1) },
      413,
      'larger than 10 MiB',
    ],
  ] as const)('that is %s is rejected beside what is allowed', async (_, sent, status, why) => {
    const one = await task(ws, web.id)
    const reply = await attach(one, sent)
    expect(reply.status).toBe(status)
    expect(textOf('files-file-problem', reply)).toContain(why)
    expect(textOf('files-file-hint', reply)).toContain('PNG, JPG, WEBP, GIF or PDF')
    expect(await filesOf(one)).toEqual([])
  })

  test('is deleted by whoever attached it and by managers, and deleting it twice is harmless', async () => {
    const one = await task(ws, web.id)
    await attach(one, dot())
    const alan = await join(ws, 'member', 'Alan Turing')
    const [file] = await filesOf(one)
    const remove = (who: Caller) =>
      submit(`/tasks/${one.key}/drop-file?org=${ws.org.slug}`, { attachment_id: file.id }, who.headers)
    expect((await pageOf(one, alan)).text).not.toContain('Delete dot.png')
    expect((await remove(alan)).status).toBe(403)
    expect((await pageOf(one)).text).toContain('Delete dot.png')
    for (const _ of [1, 2]) expect((await remove(grace)).status).toBe(303)
    expect(await filesOf(one)).toEqual([])
  })

  test('cannot be attached or deleted by viewers, who are offered neither', async () => {
    const one = await task(ws, web.id)
    await attach(one, dot())
    const vera = await join(ws, 'viewer', 'Vera Viewer')
    const { text } = await pageOf(one, vera)
    expect(text).toContain('dot.png')
    for (const offered of ['Attach a file', 'Delete dot.png', 'name="body"'])
      expect(text).not.toContain(offered)
    const refused = await attach(one, dot(), vera)
    expect([refused.status, await filesOf(one)]).toEqual([
      403,
      [expect.objectContaining({ filename: 'dot.png' })],
    ])
  })

  test('of a hidden task or of another organization is not found', async () => {
    const hidden = await project(ws, { visibility: 'private' })
    const one = await task(ws, hidden.id)
    const created = await ws.owner.ok('POST', `${ws.base}/attachments`, {
      entity_type: 'task',
      entity_id: one.id,
      filename: 'secret.png',
      content_type: 'image/png',
      content_base64: base64(picture()),
    })
    for (const who of [grace, (await workspace()).owner])
      expect((await open(`/tasks/${one.key}/files/${created.id}`, who.headers)).status).toBe(404)
    expect((await open(`/tasks/${one.key}/files/none`, grace.headers)).status).toBe(404)
    const gone = await open(`/tasks/${one.key}/files/${created.id}`)
    expect(to(gone)).toEqual([
      303,
      `/login?next=${encodeURIComponent(`/tasks/${one.key}/files/${created.id}`)}`,
    ])
  })

  test('of a signed-out person is not stored', async () => {
    const one = await task(ws, web.id)
    const reply = await attach(one, { ...dot(), bytes: new Uint8Array(2 * 1024 * 1024) }, null)
    expect([reply.status, reply.headers.get('location')]).toEqual([303, expect.stringContaining('/login')])
    const ended = await attach(
      one,
      { ...dot(), bytes: new Uint8Array(2 * 1024 * 1024) },
      {
        ...grace,
        headers: { cookie: 'access_token=nonsense' },
      },
    )
    expect([ended.status, ended.headers.get('location')]).toEqual([303, expect.stringContaining('/login')])
  })

  test('that is not in a form is an error', async () => {
    const one = await task(ws, web.id)
    const headers = { ...grace.headers, origin, 'content-type': 'multipart/form-data; boundary=x' }
    const reply = await call('POST', `/tasks/${one.key}/files`, { raw: 'not that', headers })
    expect([reply.status, reply.text.includes('Send the form of the page.')]).toEqual([422, true])
  })
})

describe('the form of a task', () => {
  test('changes every field that a task has', async () => {
    const [one, parentTask] = [await task(ws, web.id), await task(ws, web.id)]
    const milestone = await ws.owner.ok('POST', `${ws.base}/projects/${web.id}/milestones`, {
      name: 'Beta',
      due_date: '2027-03-01',
    })
    const sprint = await ws.owner.ok('POST', `${ws.base}/projects/${web.id}/sprints`, {
      name: 'One',
      start_date: '2027-01-04',
      end_date: '2027-01-15',
    })
    const { text } = await pageOf(one)
    const fields = {
      status: 'in_progress',
      priority: 'high',
      type: 'bug',
      assignee_id: grace.id,
      start_date: '2027-01-05',
      due_date: '2027-01-12',
      estimate_points: '5',
      estimate_minutes: '90',
      progress_percent: '40',
      sprint_id: sprint.id,
      milestone_id: milestone.id,
      parent: parentTask.key.toLowerCase(),
      tags: 'urgent stuff, #web',
      rrule: 'FREQ=WEEKLY',
      version: String(one.version),
    }
    const texts = { title: 'All of it', description: 'Why' }
    for (const name of Object.keys({ ...fields, ...texts })) expect(text).toContain(`name="${name}"`)
    const at = (action: string) => `/tasks/${one.key}${action}?org=${ws.org.slug}`
    expect((await submit(at(''), fields, grace.headers)).status).toBe(303)
    expect((await submit(at('/text'), texts, grace.headers)).status).toBe(303)
    const {
      parent,
      tags: _t,
      version: _v,
      assignee_id: _a,
      sprint_id: _s,
      milestone_id: _m,
      estimate_points: _e,
      ...plain
    } = fields
    const now = await ws.owner.ok('GET', `${ws.base}/tasks/${one.id}`)
    expect(now).toMatchObject({
      ...plain,
      ...texts,
      estimate_points: 5,
      estimate_minutes: 90,
      progress_percent: 40,
      assignee: { user_id: grace.id },
      sprint: { id: sprint.id },
      milestone: { id: milestone.id },
      parent: { key: parent.toUpperCase() },
    })
    const panel = /<aside.*?<dl class="pairs">(.*?)<\/dl>/s.exec((await pageOf(one)).text)![1]!
    for (const shown of [
      'in progress',
      'Grace Hopper',
      'One',
      'Beta',
      '5 points',
      '1 h 30 min',
      '40 %',
      'every week',
    ])
      expect(panel).toContain(`>${shown}<`)
    expect(panel).toMatch(/>(?:urgent stuff, web|web, urgent stuff)</)
    expect(now.tags.map(({ name }: Json) => name).toSorted()).toEqual(['urgent stuff', 'web'])
  })

  test.each([
    ['parent', 'NONE-99', 'no task with this key'],
    ['estimate_minutes', 'long', ''],
    ['progress_percent', '101', '0 to 100'],
    ['tags', Array.from({ length: 21 }, (_, n) => `t${n}`).join(), 'At most 20'],
  ])('says what is wrong with %s, and keeps what was typed', async (name, value, why) => {
    const one = await task(ws, web.id)
    const fields = { title: one.title, version: String(one.version), [name]: value }
    const reply = await submit(`/tasks/${one.key}?org=${ws.org.slug}`, fields, grace.headers)
    expect(reply.status).toBe(422)
    expect(textOf(`${name}-problem`, reply)).toContain(why)
    expect(reply.text).toContain(`value="${value}"`)
  })

  test('puts a task into the archive and takes it out', async () => {
    const one = await task(ws, web.id)
    for (const archived of ['yes', 'no']) {
      const reply = await submit(`/tasks/${one.key}/archive?org=${ws.org.slug}`, { archived }, grace.headers)
      expect(reply.status).toBe(303)
      expect((await ws.owner.ok('GET', `${ws.base}/tasks/${one.id}`)).is_archived).toBe(archived === 'yes')
    }
  })
})
