import { Client as Client2 } from '@modelcontextprotocol/client'
import { StdioClientTransport as Stdio2 } from '@modelcontextprotocol/client/stdio'
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as Stdio1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fetchTwice, timeoutMillis } from '../../src/stdio/service.ts'
import manifest from '../../package.json' with { type: 'json' }
import { app, env, type Json } from '../kit/client.ts'
import { project, workspace, type Project, type Workspace } from '../kit/makers.ts'
import { serve, type Server } from '../kit/serve.ts'
import { dayFromNow } from '../kit/sprints.ts'
import { keyOf } from './rpc.ts'
import { buildProgram } from './stdio-program.ts'

let ws: Workspace
let home: Project
let token: string
let server: Server
const folder = mkdtempSync(join(tmpdir(), 'service-tools-'))
let program: string
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeAll(async () => {
  program = await buildProgram(folder)
  ws = await workspace()
  home = await project(ws)
  const { owner, base } = ws
  await owner.ok('POST', `${base}/projects/${home.id}/sprints`, {
    start_date: dayFromNow(1),
    end_date: dayFromNow(14),
  })
  await owner.ok('POST', `${base}/projects/${home.id}/milestones`, {
    name: 'First release',
    due_date: dayFromNow(14),
  })
  for (const name of ['Urgent', 'At the desk']) await owner.ok('POST', `${base}/tags`, { name })
  token = (await keyOf(ws)).token
  server = await serve((request) => app.fetch(request, env({ BASE_URL: server.url })))
})
afterAll(() => server.stop())

type Used = {
  listTools(): Promise<Json>
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<Json>
  close(): Promise<void>
}
const started = (settings: Record<string, string>) => ({
  command: process.execPath,
  args: [program],
  env: settings,
})
const client1 = async (settings: Record<string, string>): Promise<Used> => {
  const client = new Client1({ name: 'test', version: '1' })
  await client.connect(new Stdio1(started(settings)))
  return client
}
const client2 =
  (options: object) =>
  async (settings: Record<string, string>): Promise<Used> => {
    const client = new Client2({ name: 'test', version: '1' }, options)
    await client.connect(new Stdio2(started(settings)))
    return client
  }
const answerOf = (result: Json) => ({
  isError: Boolean(result.isError),
  ...JSON.parse(result.content[0].text),
})

describe.each<[string, (settings: Record<string, string>) => Promise<Used>]>([
  ['SDK 1.32', client1],
  ['SDK 2.4', client2({})],
  ['SDK 2.4, auto', client2({ versionNegotiation: { mode: 'auto' } })],
])('the local tool server with %s', (_, connect) => {
  test('lists its tools and works on tasks', async () => {
    const client = await connect({ SERVICE_TOKEN: token, SERVICE_API_URL: `${server.url}/api/v1` })
    const callTool = async (name: string, args: Record<string, unknown> = {}) =>
      answerOf(await client.callTool({ name, arguments: args }))
    expect((await client.listTools()).tools.map(({ name }: Json) => name)).toEqual([
      'whoami',
      'list_organizations',
      'list_members',
      'list_projects',
      'get_project',
      'list_tasks',
      'list_issues',
      'list_my_work',
      'create_issue',
      'update_issue',
      'add_comment',
    ])
    expect((await callTool('whoami')).email).toBe(ws.owner.email)
    expect((await callTool('list_organizations')).items[0].id).toBe(ws.org.id)
    expect((await callTool('list_members')).items[0].user_id).toBe(ws.owner.id)
    expect((await callTool('list_projects')).items[0].key).toBe(home.key)
    expect((await callTool('get_project', { project_id: home.key })).name).toBe(home.name)
    const task = await callTool('create_issue', { project_id: home.key, title: 'From the desk' })
    expect(
      await callTool('update_issue', { task_id: task.key, status: 'in_progress', assignee_id: 'me' }),
    ).toMatchObject({ status: 'in_progress' })
    const placed = await callTool('create_issue', {
      project_id: home.key,
      title: 'Placed by names',
      sprint_id: 'next',
      milestone_id: 'first release',
      tag_ids: ['urgent', 'at the desk'],
      assignee_id: ws.owner.email,
    })
    await callTool('update_issue', { task_id: placed.key, column_id: 'in progress' })
    expect(await ws.owner.ok('GET', `${ws.base}/tasks/${placed.key}`)).toMatchObject({
      sprint: { name: 'Sprint 1' },
      column: { name: 'In progress' },
      milestone: { name: 'First release' },
      tags: [{ name: 'At the desk' }, { name: 'Urgent' }],
      assignee: { user_id: ws.owner.id },
    })
    expect(
      (await callTool('update_issue', { task_id: task.key, sprint_id: 'Sprint 9' })).error,
    ).toMatchObject({
      code: 'validation_error',
      message: 'sprint_id: no sprint is called "Sprint 9"',
    })
    expect(
      await callTool('add_comment', { task_id: task.key, body: `For @[Ada](user:${ws.owner.id}): it works` }),
    ).toMatchObject({
      isError: false,
      author: 'Ada Lovelace',
      mentioned: [{ user_id: ws.owner.id, notified: false, reason: 'yourself' }],
    })
    expect(await callTool('add_comment', { task_id: task.key, body: ' ' })).toMatchObject({
      isError: true,
      error: { code: 'validation_error', message: 'body: must not be empty' },
    })
    const listed = await callTool('list_issues', {
      project_id: home.key,
      status: ['in_progress'],
      limit: 1,
      offset: 0,
    })
    expect(listed).toMatchObject({ limit: 1, items: [{ status: 'in_progress' }] })
    expect((await callTool('list_my_work')).items.map(({ key }: Json) => key)).toContain(task.key)
    expect(await callTool('update_issue', { task_id: 'NONE-1', status: 'done' })).toMatchObject({
      isError: true,
      error: { code: 'not_found', hint: expect.any(String) },
    })
    await expect(client.callTool({ name: 'delete_issue', arguments: {} })).rejects.toMatchObject({
      code: -32602,
    })
    await client.close()
  })
})

const resultOf = (answer: object) =>
  Response.json({
    jsonrpc: '2.0',
    id: 1,
    result: { content: [{ type: 'text', text: JSON.stringify(answer) }] },
  })
const errorOf = (status: number, code: string, message: string) =>
  Response.json({ jsonrpc: '2.0', id: null, error: { code: -32000, message, data: { code } } }, { status })

/** A server with a list of responses, and the requests it received. */
async function scripted(responses: Response[]) {
  const received: string[] = []
  const server = await serve(async (request) => {
    received.push(`${request.method} ${await request.text()}`)
    return responses.shift() ?? resultOf({ email: 'ada@example.com' })
  })
  return { ...server, got: received }
}
const busy = (status: number, after?: string) =>
  new Response('{}', {
    status,
    headers: { 'content-type': 'application/json', ...(after ? { 'retry-after': after } : {}) },
  })

describe('a busy service', () => {
  test.each([429, 503])('is retried once after %d, by the program itself', async (status) => {
    const server = await scripted([busy(status, '0')])
    const client = await client1({ SERVICE_TOKEN: token, SERVICE_API_URL: server.url })
    expect(answerOf(await client.callTool({ name: 'whoami', arguments: {} }))).toMatchObject({
      isError: false,
      email: 'ada@example.com',
    })
    expect(server.got.length).toBe(2)
    await client.close()
    await server.stop()
  })

  test.each([
    ['create_issue', { project_id: 'WEB', title: 'Once' }],
    ['add_comment', { task_id: 'WEB-1', body: 'Once' }],
  ])('is never made to do %s twice by a retry', async (name, args) => {
    const keys: (string | null)[] = []
    const server = await serve(async (request) => {
      keys.push(request.headers.get('idempotency-key'))
      return keys.length === 1 ? busy(503, '0') : resultOf({ key: 'WEB-1' })
    })
    const client = await client1({
      SERVICE_TOKEN: token,
      SERVICE_API_URL: server.url,
      SERVICE_ORG_ID: ws.org.id,
    })
    await client.callTool({ name, arguments: args })
    expect([keys.length, new Set(keys).size, typeof keys[0]]).toEqual([2, 1, 'string'])
    await client.close()
    await server.stop()
  })

  test('is retried only once, and its second error is reported', async () => {
    const server = await scripted([busy(503, '0'), busy(503, '0')])
    const client = await client1({ SERVICE_TOKEN: token, SERVICE_API_URL: server.url })
    const result = answerOf(await client.callTool({ name: 'whoami', arguments: {} }))
    expect([result.isError, server.got.length]).toEqual([true, 2])
    await client.close()
    await server.stop()
  })

  const attempt = async (response: Response, now = Date.now) => {
    const server = await scripted([response])
    const waits: number[] = []
    const request = new Request(server.url, { method: 'POST', body: 'the body' })
    const reply = await fetchTwice(request, async (milliseconds) => waits.push(milliseconds), now)
    await server.stop()
    return { status: reply.status, waits, got: server.got }
  }

  test('is retried after the time it names, with the same body', async () => {
    expect(await attempt(busy(429, '7'))).toEqual({
      status: 200,
      waits: [7000],
      got: ['POST the body', 'POST the body'],
    })
    expect((await attempt(busy(429))).waits).toEqual([1000])
    expect((await attempt(busy(429, 'soon'))).waits).toEqual([1000])
    const now = Date.parse('2026-11-21T09:00:00Z')
    expect((await attempt(busy(503, 'Sat, 21 Nov 2026 09:00:12 GMT'), () => now)).waits).toEqual([12_000])
  })

  test('is not retried if waiting would take 30 seconds, and for every other status', async () => {
    const now = () => 0
    expect(await attempt(busy(503, String(timeoutMillis / 1000)), now)).toMatchObject({
      status: 503,
      waits: [],
    })
    expect(await attempt(busy(500), now)).toMatchObject({ status: 500, waits: [] })
  })
})

describe('an error says what to do:', () => {
  const html = () =>
    new Response('<html>hello</html>', { status: 200, headers: { 'content-type': 'text/html' } })
  const unauthorized = () => errorOf(401, 'unauthorized', 'the token is unknown')
  const moved = () =>
    new Response(null, { status: 302, headers: { location: 'https://login.example/?canary' } })
  test.each([
    ['a page instead of JSON', html, {}, 'is not the service: it should end in /api/v1'],
    ['an error page', () => new Response('<html>', { status: 404 }), {}, 'is not the service'],
    ['a token that is rejected', unauthorized, {}, 'SERVICE_TOKEN must be an API key'],
    [
      'another method',
      () => errorOf(405, 'method_not_allowed', 'nothing is pushed here'),
      {},
      'nothing is pushed',
    ],
    ['a redirect, which is not followed', moved, {}, 'redirects to https://login.example/?canary'],
  ])('%s', async (_, response, { name = 'whoami' }: { name?: string }, message) => {
    const server = await scripted([response()])
    const client = await client1({ SERVICE_TOKEN: token, SERVICE_API_URL: server.url })
    const result = answerOf(await client.callTool({ name, arguments: {} }))
    expect([result.isError, result.error.message]).toEqual([true, expect.stringContaining(message)])
    await client.close()
    await server.stop()
  })
})

const run = async (args: string[], settings: Record<string, string>) => {
  const child = spawn(process.execPath, [program, ...args], {
    env: settings,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { out: '', err: '' }
  child.stdout.on('data', (chunk) => (output.out += chunk))
  child.stderr.on('data', (chunk) => (output.err += chunk))
  const code = await new Promise((resolve) => child.once('close', resolve))
  return { code, ...output }
}

test('--help lists what it needs', async () => {
  const { code, out } = await run(['--help'], {})
  expect([
    code,
    ...['SERVICE_TOKEN', 'SERVICE_API_URL', 'SERVICE_ORG_ID'].map((name) => out.includes(name)),
  ]).toEqual([0, true, true, true])
})

test('--version answers the version without a token', async () => {
  const { code, out } = await run(['--version'], {})
  expect([code, out]).toEqual([0, `${manifest.version}\n`])
})

test.each([
  ['a token with a line break', { SERVICE_TOKEN: 'svc_live_a\nb' }, 'SERVICE_TOKEN contains a line break'],
  ['an address that is none', { SERVICE_TOKEN: 'a', SERVICE_API_URL: 'ftp://x' }, 'is not a web address'],
])('%s is reported in one line', async (_, settings, problem) => {
  const { code, out, err } = await run([], settings)
  expect([code, out, err.trim().split('\n').length]).toEqual([1, '', 1])
  expect(err).toContain(problem)
})

test('a line break at the end of a token, as of a file, does not matter', async () => {
  const client = await client1({ SERVICE_TOKEN: `${token}\n`, SERVICE_API_URL: `${server.url}/api/v1` })
  expect(answerOf(await client.callTool({ name: 'whoami', arguments: {} })).email).toBe(ws.owner.email)
  await client.close()
})

test('without a token it says so in one line and exits with 1', async () => {
  const { code, out, err } = await run([], {})
  expect([code, out, err.trim().split('\n').length]).toEqual([1, '', 1])
  expect(err).toContain('SERVICE_TOKEN')
})

test('standard output has only protocol messages', async () => {
  const child = spawn(process.execPath, [program], {
    env: { SERVICE_TOKEN: token, SERVICE_API_URL: 'http://127.0.0.1:9' },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let out = ''
  const ended = new Promise((resolve) => child.once('close', resolve))
  const answered = new Promise<void>((resolve) =>
    child.stdout.on('data', (chunk) => {
      out += chunk
      if (out.trimEnd().split('\n').length === 2) resolve()
    }),
  )
  const initialize = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 't', version: '1' },
  }
  child.stdin.write(
    `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: initialize })}\n`,
  )
  child.stdin.write(
    `${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'whoami' } })}\n`,
  )
  await answered
  child.stdin.end()
  await ended
  expect(
    out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
      .map(({ jsonrpc, id }) => [jsonrpc, id]),
  ).toEqual([
    ['2.0', 1],
    ['2.0', 2],
  ])
  expect(out).toContain('cannot be reached')
})
