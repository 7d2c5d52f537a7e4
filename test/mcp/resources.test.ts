import { Client, ResourceNotFoundError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeToken } from '../../src/base/tokens.ts'
import { app, asOwner, env, type Json } from '../kit/client.ts'
import { join, project, task, workspace, type Workspace } from '../kit/makers.ts'
import { serve } from '../kit/serve.ts'
import { keyOf, modern, oauthTokenOf, open, rpc } from './rpc.ts'

let ws: Workspace
let token: string
let web: Json
let hidden: Json
let grace: Json
let parent: Json
beforeAll(async () => {
  ws = await workspace()
  token = (await keyOf(ws)).token
  web = await project(ws, { name: 'Web shop', key: 'WEB' })
  hidden = await project(ws, { name: 'Secret', key: 'SEC', visibility: 'private' })
  await task(ws, hidden.id, { title: 'Unseen' })
  grace = await join(ws, 'member', 'Grace Hopper')
  parent = await task(ws, web.id, {
    title: 'Fix the login',
    description: 'It **fails** on Mondays.\n\n## How\n\nSee below.',
    priority: 'high',
    due_date: '2020-02-29',
    estimate_minutes: 90,
  })
  await assign(parent.id)
})

const assign = (id: string) => ws.owner.ok('PATCH', `${ws.base}/tasks/${id}`, { assignee_id: grace.id })
const read = async (uri: string, bearer = token) => {
  const { body, roundTrips, status } = await modern(
    'resources/read',
    { uri },
    { token: bearer, headers: { 'mcp-name': uri } },
  )
  return {
    status,
    roundTrips,
    error: body.error,
    result: body.result,
    text: body.result?.contents[0].text as string,
  }
}
const missing = async (uri: string, bearer = token) => {
  const { error, roundTrips } = await read(uri, bearer)
  expect([uri, error, roundTrips]).toEqual([
    uri,
    { code: -32602, message: `no such resource: ${uri}`, data: { uri } },
    1,
  ])
}
const comment = (body: string, more: object = {}): Promise<Json> =>
  ws.owner.ok('POST', `${ws.base}/tasks/${parent.id}/comments`, { body, ...more })

test('resources/templates/list names tasks and documents', async () => {
  const { body } = await modern('resources/templates/list', {}, { token })
  expect(
    body.result.resourceTemplates.map(({ uriTemplate, name, title, description, mimeType }: Json) => [
      uriTemplate,
      name,
      title,
      description.length > 20,
      mimeType,
    ]),
  ).toEqual([
    ['service://tasks/{key}', 'task', 'Task', true, 'text/markdown'],
    ['service://documents/{id}', 'document', 'Document', true, 'text/markdown'],
  ])
})

describe('a task as a resource', () => {
  test('is text with its essentials, description, subtasks and latest comments, read in one round trip', async () => {
    const finishedTask = await task(ws, web.id, { title: 'Find\tthe cause', parent_id: parent.id })
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${finishedTask.id}`, { status: 'done' })
    await assign((await task(ws, web.id, { title: 'Write a test', parent_id: parent.id })).id)
    const first = await comment('# Since when?')
    await comment('Since May.', { parent_id: first.id })
    await comment('Second thread')
    const { text, roundTrips, result } = await read('service://tasks/WEB-1')
    expect([roundTrips, result.contents[0].mimeType, result.contents[0].uri]).toEqual([
      1,
      'text/markdown',
      'service://tasks/WEB-1',
    ])
    expect([result.ttlMs, result.cacheScope]).toEqual([0, 'private'])
    const at = '\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC'
    expect(text).toMatch(
      new RegExp(
        `^# WEB-1 Fix the login

- \\*\\*Status:\\*\\* todo \\(column To do\\)
- \\*\\*Type:\\*\\* task
- \\*\\*Priority:\\*\\* high
- \\*\\*Assignee:\\*\\* Grace Hopper
- \\*\\*Reporter:\\*\\* Ada Lovelace
- \\*\\*Project:\\*\\* Web shop \\(WEB\\)
- \\*\\*Due:\\*\\* 2020-02-29 \\(overdue\\)
- \\*\\*Estimate:\\*\\* 1 h 30 min
- \\*\\*Updated:\\*\\* ${at}
- \\*\\*Link:\\*\\* https://service.test/\\S+

## Description

It \\*\\*fails\\*\\* on Mondays.

## How

See below.

## Subtasks \\(1 of 2 done\\)

- \\[x\\] WEB-2 Find the cause \\(done\\)
- \\[ \\] WEB-3 Write a test \\(todo, Grace Hopper\\)

## Latest comments

> \\*\\*Ada Lovelace\\*\\*, ${at}
>
> Second thread

> \\*\\*Ada Lovelace\\*\\*, ${at}
>
> # Since when\\?

> > \\*\\*Ada Lovelace\\*\\*, ${at}
> >
> > Since May\\.
$`,
      ),
    )
  })

  test('is found by a key in any case and by its id', async () => {
    for (const name of ['web-1', parent.id])
      expect((await read(`service://tasks/${name}`)).text).toContain('# WEB-1 Fix the login')
  })

  test('shows internal comments only to those who may read them', async () => {
    const ideas = await task(ws, web.id, { title: 'Ideas' })
    await ws.owner.ok('POST', `${ws.base}/tasks/${ideas.id}/comments`, {
      body: 'Between us',
      is_internal: true,
    })
    const viewer = await oauthTokenOf(await join(ws, 'viewer'))
    expect((await read(`service://tasks/${ideas.key}`)).text).toContain('Between us')
    expect((await read(`service://tasks/${ideas.key}`, viewer)).text).not.toContain('Between us')
  })

  test('is truncated if it is long, and says so', async () => {
    const long = await task(ws, web.id, { title: 'Long', description: '§'.repeat(60_000) })
    for (let n = 0; n < 12; n++)
      await ws.owner.ok('POST', `${ws.base}/tasks/${long.id}/comments`, { body: `${n} ${'y'.repeat(5000)}` })
    const { text } = await read(`service://tasks/${long.key}`)
    expect(text.length).toBeLessThan(40_200)
    const [, remaining] = /\((\d+) more characters are left out here\)/.exec(text)!
    expect(text.split('§').length - 1).toBe(60_000 - Number(remaining))
    expect(text).toContain(`2 earlier threads: list_comments with task_id ${long.key}.`)
    expect(text).toContain('> 11 yyy')
    const talked = await task(ws, web.id, { title: 'Talked about' })
    for (let n = 0; n < 10; n++) {
      const at = `${ws.base}/tasks/${talked.id}/comments`
      const { id } = await ws.owner.ok('POST', at, { body: 'z'.repeat(5000) })
      for (let m = 0; m < 2; m++) await ws.owner.ok('POST', at, { body: 'z'.repeat(5000), parent_id: id })
    }
    const other = (await read(`service://tasks/${talked.key}`)).text
    expect(other.length).toBeLessThan(40_200)
    expect(other).toMatch(/\(\d+ more characters of comments are left out here\)\n$/)
  })
})

describe('a document as a resource', () => {
  test('has its essentials and its text', async () => {
    const top = await ws.owner.ok('POST', `${ws.base}/documents`, { title: 'Top' })
    const page = await ws.owner.ok('POST', `${ws.base}/documents`, {
      title: 'Hand\tbook',
      icon: '📘',
      parent_id: top.id,
      content: 'Read **this**.\n',
    })
    const { text, roundTrips } = await read(`service://documents/${page.id}`)
    expect(roundTrips).toBe(1)
    expect(text).toMatch(
      /^# 📘 Hand book\n\n- \*\*In:\*\* Top\n- \*\*Owner:\*\* Ada Lovelace\n- \*\*Updated:\*\* .{16} UTC by Ada Lovelace\n- \*\*Version:\*\* 1\n- \*\*Words:\*\* 2\n- \*\*Visibility:\*\* organization\n\n---\n\nRead \*\*this\*\*\.\n\n$/,
    )
  })

  test('ends at 40 000 characters with how to read on, and that works', async () => {
    const content = Array.from({ length: 9000 }, (_, n) => `w${n}`).join(' ')
    const page = await ws.owner.ok('POST', `${ws.base}/documents`, { title: 'Long', content })
    const { text } = await read(`service://documents/${page.id}`)
    expect(text).toContain(content.slice(0, 40_000))
    expect(text).not.toContain(content.slice(0, 40_001))
    expect(text).toContain(`call get_document with document_id ${page.id} and offset 40000.`)
    const { body } = await modern(
      'tools/call',
      { name: 'get_document', arguments: { document_id: page.id, offset: 40_000 } },
      { token },
    )
    expect(JSON.parse(body.result.content[0].text).content).toBe(content.slice(40_000))
  })
})

describe('a resource that the caller may not read is missing', () => {
  test('if it is in a hidden project, private, of another organization, deleted or malformed', async () => {
    const member = await oauthTokenOf(grace)
    const secret = await ws.owner.ok('POST', `${ws.base}/documents`, { title: 'Mine', visibility: 'private' })
    const other = await workspace()
    const foreignProject = await project(other, { name: 'Other', key: 'OTH' })
    const foreign = await task(other, foreignProject.id)
    const page = await other.owner.ok('POST', `${other.base}/documents`, { title: 'Theirs' })
    const limited = (await keyOf(ws, { project_id: hidden.id })).token
    expect((await read('service://tasks/SEC-1')).text).toContain('# SEC-1 Unseen')
    expect((await read(`service://documents/${secret.id}`)).text).toContain('# Mine')
    await missing('service://tasks/SEC-1', member)
    await missing(`service://documents/${secret.id}`, member)
    await missing('service://tasks/WEB-1', limited)
    for (const uri of [
      `tasks/${foreign.key}`,
      `tasks/${foreign.id}`,
      `documents/${page.id}`,
      'tasks/WEB-999',
    ])
      await missing(`service://${uri}`)
    for (const uri of [
      'tasks/',
      'tasks/WEB',
      'tasks/%',
      'tasks/WEB-1/x',
      'tasks/WEB-1?x=1',
      'documents/WEB-1',
    ])
      await missing(`service://${uri}`)
    const deletedTask = await task(ws, web.id)
    await ws.owner.ok('DELETE', `${ws.base}/tasks/${deletedTask.id}`)
    await missing(`service://tasks/${deletedTask.key}`)
  })

  test('and without a valid credential is 401', async () => {
    expect((await read('service://tasks/WEB-1', makeToken('svc_live_', 'a'))).status).toBe(401)
    const key = await keyOf(ws)
    await ws.owner.ok('DELETE', `${ws.base}/api-keys/${key.id}`)
    expect((await read('service://tasks/WEB-1', key.token)).status).toBe(401)
  })

  test('and members of several organizations are told how to choose one', async () => {
    const ada = await workspace()
    await ada.owner.ok('POST', '/api/v1/organizations', { name: 'A second one' })
    const { error } = await read('service://tasks/WEB-1', await oauthTokenOf(ada.owner))
    expect([error.code, error.message]).toEqual([
      -32602,
      expect.stringContaining('use get_issue or get_document'),
    ])
  })

  test('and a suspended organization is reported as suspended', async () => {
    const ada = await workspace()
    const key = await keyOf(ada)
    await asOwner("update organizations set status = 'suspended' where id = $1", [ada.org.id])
    const { status, error } = await read('service://tasks/WEB-1', key.token)
    expect([status, error.data.code]).toEqual([403, 'forbidden'])
  })
})

test('sessions of the 2025 revisions and the SDK client can read them too', async () => {
  const session = await open({ token })
  const reply = await rpc('resources/read', { uri: 'service://tasks/WEB-1' }, { token, session })
  expect([reply.body.result.contents[0].text.split('\n')[0], reply.roundTrips]).toEqual([
    '# WEB-1 Fix the login',
    1,
  ])
  const server = await serve((request) => app.fetch(request, env({ BASE_URL: server.url })))
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit }))
  const { resourceTemplates } = await client.listResourceTemplates()
  expect(resourceTemplates.length).toBe(2)
  const { contents } = await client.readResource({ uri: 'service://tasks/WEB-1' })
  expect((contents[0] as Json).text).toContain('# WEB-1 Fix the login')
  await expect(client.readResource({ uri: 'service://tasks/WEB-999' })).rejects.toBeInstanceOf(
    ResourceNotFoundError,
  )
  await client.close()
  await server.stop()
})
