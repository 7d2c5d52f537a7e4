import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { beforeAll, describe, expect, test } from 'vitest'
import { app, asOwner, env, type Json } from '../kit/client.ts'
import { join, project, task, workspace, type Workspace } from '../kit/makers.ts'
import { serve } from '../kit/serve.ts'
import { dayFromNow } from '../kit/sprints.ts'
import { keyOf, modern, oauthTokenOf, open, rpc } from './rpc.ts'

const tasks = { type: 'ref/resource', uri: 'service://tasks/{key}' }
const documents = { type: 'ref/resource', uri: 'service://documents/{id}' }
const prompt = (name: string) => ({ type: 'ref/prompt', name })

let ws: Workspace
let token: string
let web: Json
let hidden: Json
let grace: Json
let login: Json
let handbook: Json
let secret: Json
const write = (title: string, draft: object = {}): Promise<Json> =>
  ws.owner.ok('POST', `${ws.base}/documents`, { title, ...draft })

beforeAll(async () => {
  ws = await workspace()
  token = (await keyOf(ws)).token
  web = await project(ws, { name: 'Shop', key: 'WEB' })
  await project(ws, { name: 'Webinars', key: 'SEM' })
  await project(ws, { name: 'Cobweb', key: 'OLD' })
  hidden = await project(ws, { name: 'Web secret', key: 'WES', visibility: 'private' })
  login = await task(ws, web.id, { title: 'Fix the Login' })
  for (let n = 0; n < 10; n++) await task(ws, web.id, { title: `Task number ${n}` })
  await task(ws, hidden.id, { title: 'Login in secret' })
  for (const place of [web, hidden])
    await ws.owner.ok('POST', `${ws.base}/projects/${place.id}/sprints`, {
      name: `Sprint of ${place.key}`,
      start_date: dayFromNow(0),
      end_date: dayFromNow(13),
    })
  grace = await join(ws, 'member', 'Grace Hopper')
  await join(ws, 'member', 'Alan Turing')
  handbook = await write('The 100% handbook', { content: 'Nothing about it.' })
  secret = await write('My handbook', { visibility: 'private' })
  const other = await workspace()
  const foreign = await project(other, { name: 'Web of others', key: 'WEO' })
  await task(other, foreign.id, { title: 'Login of others' })
  await join(other, 'member', 'Grace Kelly')
})

const complete = (ref: object, name: string, value: string, bearer = token, context?: object) =>
  modern(
    'completion/complete',
    { ref, argument: { name, value }, ...(context ? { context: { arguments: context } } : {}) },
    { token: bearer },
  )
const values = async (ref: object, name: string, value: string, bearer = token, context?: object) => {
  const { body, roundTrips } = await complete(ref, name, value, bearer, context)
  expect([body.error, roundTrips]).toEqual([undefined, 1])
  return body.result.completion.values as string[]
}

describe('a completion', () => {
  test('of a project is its key, found by that and by a part of the name, best first', async () => {
    for (const name of ['triage', 'sprint_review'])
      expect(await values(prompt(name), 'project', 'web')).toEqual(['WEB', 'WES', 'SEM', 'OLD'])
    expect(await values(prompt('triage'), 'project', 'HOP')).toEqual(['WEB'])
    expect((await values(prompt('triage'), 'project', '')).toSorted()).toEqual(['OLD', 'SEM', 'WEB', 'WES'])
    expect(await values(prompt('triage'), 'project', '%')).toEqual([])
  })

  test('of a task is its key, found by its beginning and by a part of the title', async () => {
    expect((await values(tasks, 'key', `${login.key}`))[0]).toBe('WEB-1')
    expect((await values(tasks, 'key', 'web-1')).toSorted()).toEqual(['WEB-1', 'WEB-10', 'WEB-11'])
    expect((await values(tasks, 'key', 'we')).length).toBe(12)
    expect((await values(tasks, 'key', 'ogi')).toSorted()).toEqual(['WEB-1', 'WES-1'])
    expect(await values(tasks, 'key', 'login')).toEqual(['WES-1', 'WEB-1'])
    expect(await values(tasks, 'key', 'fi')).toEqual(['WEB-1'])
    expect((await values(tasks, 'key', '')).length).toBe(12)
    await ws.owner.ok('DELETE', `${ws.base}/tasks/WEB-11`)
    expect((await values(tasks, 'key', 'web-1')).toSorted()).toEqual(['WEB-1', 'WEB-10'])
  })

  test('of a document is its id, found by the title and not by the text', async () => {
    expect((await values(documents, 'id', 'HANDB')).toSorted()).toEqual([handbook.id, secret.id].toSorted())
    expect(await values(documents, 'id', '00% h')).toEqual([handbook.id])
    expect(await values(documents, 'id', '0_%')).toEqual([])
    expect(await values(documents, 'id', 'nothing')).toEqual([])
    expect((await values(documents, 'id', ''))[0]).toBe(secret.id)
  })

  test('of a sprint is a name, in the project that was chosen before', async () => {
    const of = (value: string, context?: object) =>
      values(prompt('sprint_review'), 'sprint', value, token, context)
    expect(await of('sprint')).toEqual(['Sprint of WEB', 'Sprint of WES'])
    expect(await of('', { project: 'web' })).toEqual(['Sprint of WEB'])
    expect(await of('', { project: 'NONE' })).toEqual([])
  })

  test('of a person is a name, or the address if two have the same name', async () => {
    const of = (value: string) => values(prompt('plan_my_day'), 'person', value)
    expect(await of('hop')).toEqual(['Grace Hopper'])
    expect((await of('')).toSorted()).toEqual(['Ada Lovelace', 'Alan Turing', 'Grace Hopper'])
    const twin = await join(ws, 'member', 'alan turing')
    expect(await of('turing')).toContain(twin.email)
    expect(await of('turing')).not.toContain('Alan Turing')
  })

  test('has at most a hundred values, and says that there are more', async () => {
    const place = await project(ws, { name: 'Many', key: 'MANY' })
    const insert = `insert into tasks (org_id, project_id, number, title, rank, status, reporter_id, column_id, created_by)
      select org_id, project_id, number + n, title, rank || n, status, reporter_id, column_id, created_by
        from tasks, generate_series(1, 100) n where project_id = $1`
    await task(ws, place.id, { title: 'Something' })
    await asOwner(insert, [place.id])
    const { completion } = (await complete(tasks, 'key', 'MANY-')).body.result
    expect([completion.values.length, completion.hasMore]).toEqual([100, true])
    expect((await complete(tasks, 'key', 'MANY-10')).body.result.completion.hasMore).toBe(false)
  })
})

describe('a completion reveals nothing', () => {
  test('of a hidden project, of private objects or of another organization', async () => {
    const member = await oauthTokenOf(grace)
    expect(await values(prompt('triage'), 'project', 'we', member)).toEqual(['WEB', 'SEM', 'OLD'])
    expect(await values(tasks, 'key', 'wes', member)).toEqual([])
    expect(await values(tasks, 'key', 'login', member)).toEqual(['WEB-1'])
    expect(await values(tasks, 'key', '', member)).not.toContain('WES-1')
    expect(await values(prompt('sprint_review'), 'sprint', '', member)).toEqual(['Sprint of WEB'])
    expect(await values(documents, 'id', 'handbook', member)).toEqual([handbook.id])
    expect(await values(documents, 'id', '', member)).not.toContain(secret.id)
    expect(await values(prompt('plan_my_day'), 'person', 'grace', member)).toEqual(['Grace Hopper'])
  })

  test('outside the project that a key is for', async () => {
    const limited = (await keyOf(ws, { project_id: hidden.id })).token
    expect(await values(prompt('triage'), 'project', '', limited)).toEqual(['WES'])
    expect(await values(tasks, 'key', '', limited)).toEqual(['WES-1'])
    expect(await values(tasks, 'key', 'login', limited)).toEqual(['WES-1'])
    expect(await values(documents, 'id', '', limited)).toEqual([])
    expect(await values(documents, 'id', 'handbook', limited)).toEqual([])
    expect(await values(prompt('plan_my_day'), 'person', 'turing', limited)).toEqual([])
  })

  test('without a credential, and nothing of an organization that was not chosen', async () => {
    expect(
      (await modern('completion/complete', { ref: tasks, argument: { name: 'key', value: '' } })).status,
    ).toBe(401)
    const { status } = await complete(tasks, 'key', '', 'svc_live_nonsense')
    expect(status).toBe(401)
    const ada = await workspace()
    await ada.owner.ok('POST', '/api/v1/organizations', { name: 'A second one' })
    expect(await values(prompt('plan_my_day'), 'person', '', await oauthTokenOf(ada.owner))).toEqual([])
  })
})

test('an unknown prompt, template or argument is error -32602 with a message', async () => {
  const problem = async (ref: object, name: string) => {
    const { body, roundTrips } = await complete(ref, name, '')
    expect([body.error.code, roundTrips]).toEqual([-32602, 1])
    return body.error.message as string
  }
  expect(await problem(prompt('sing'), 'project')).toBe('unknown prompt sing; prompts/list names them')
  expect(await problem(prompt('triage'), 'mood')).toBe(
    'the prompt triage has no argument mood; it has project',
  )
  expect(await problem({ type: 'ref/resource', uri: 'service://x/{id}' }, 'id')).toBe(
    'unknown resource template service://x/{id}; resources/templates/list names them',
  )
  expect(await problem(tasks, 'id')).toBe('the template service://tasks/{key} has no argument id; it has key')
})

test('sessions of the 2025 revisions and the SDK client support completion too', async () => {
  const session = await open({ token })
  const reply = await rpc(
    'completion/complete',
    { ref: prompt('triage'), argument: { name: 'project', value: 'OLD' } },
    { token, session },
  )
  expect([reply.body.result.completion, reply.roundTrips]).toEqual([{ values: ['OLD'], hasMore: false }, 1])
  const server = await serve((request) => app.fetch(request, env({ BASE_URL: server.url })))
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  const headers = { authorization: `Bearer ${token}` }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit: { headers } }),
  )
  const { completion } = await client.complete({
    ref: { type: 'ref/resource', uri: tasks.uri },
    argument: { name: 'key', value: 'WEB-1' },
  })
  expect(completion.values).toContain('WEB-1')
  await client.close()
  await server.stop()
})
