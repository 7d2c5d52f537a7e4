import { Client as Client2, StreamableHTTPClientTransport as Transport2 } from '@modelcontextprotocol/client'
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as Transport1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { app, env, type Json } from '../kit/client.ts'
import { workspace, type Workspace } from '../kit/makers.ts'
import { serve, type Server } from '../kit/serve.ts'
import { type Key, keyOf } from './rpc.ts'

let ws: Workspace
let key: Key
let server: Server
beforeAll(async () => {
  ws = await workspace()
  key = await keyOf(ws)
  server = await serve((request) => app.fetch(request, env({ BASE_URL: server.url })))
})
afterAll(() => server.stop())

type Used = {
  listTools(): Promise<Json>
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<Json>
  listResources(): Promise<Json>
  readResource(params: { uri: string }): Promise<Json>
  listPrompts(): Promise<Json>
  getPrompt(params: { name: string; arguments?: Record<string, string> }): Promise<Json>
  close(): Promise<void>
}
type Connect = (query?: string) => Promise<Used>

const address = (query: string) => new URL(`${server.url}/mcp${query}`)
const requestInit = () => ({ headers: { authorization: `Bearer ${key.token}` } })

const connect1: Connect = async (query = '') => {
  const client = new Client1({ name: 'test', version: '1' })
  await client.connect(new Transport1(address(query), { requestInit: requestInit() }))
  return client
}
const connect2 =
  (options: object): Connect =>
  async (query = '') => {
    const client = new Client2({ name: 'test', version: '1' }, options)
    await client.connect(new Transport2(address(query), { requestInit: requestInit() }))
    return client
  }

const pinned = (profile: RegExp) =>
  (JSON.parse(readFileSync(new URL('../../openapi/tools.json', import.meta.url), 'utf8')) as Json[])
    .filter((tool) => profile.test(tool.profile))
    .map(({ name }) => name)

let projects = 0

describe.each<[string, Connect]>([
  ['SDK 1.32', connect1],
  ['SDK 2.4', connect2({})],
  ['SDK 2.4, auto', connect2({ versionNegotiation: { mode: 'auto' } })],
])('%s', (_, connect) => {
  const callTool = async (client: Used, name: string, args: Record<string, unknown> = {}) => {
    const result = await client.callTool({ name, arguments: args })
    const text = JSON.parse(result.content[0].text)
    expect(result.structuredContent).toBeUndefined()
    return { isError: Boolean(result.isError), ...text }
  }

  test('lists the pinned tools in their order', async () => {
    for (const [query, profile] of [
      ['', /core/],
      ['?tools=all', /./],
    ] as const) {
      const client = await connect(query)
      expect((await client.listTools()).tools.map(({ name }: Json) => name)).toEqual(pinned(profile))
      await client.close()
    }
  })

  test('completes a workflow: project, task, list, change, tags, and a deletion only when confirmed', async () => {
    const client = await connect()
    await client.listTools()
    const context = await callTool(client, 'get_context')
    expect(context).toMatchObject({
      default_organization_id: ws.org.id,
      organizations: [{ id: ws.org.id, role: 'owner', timezone: 'UTC' }],
      api_key: { id: key.id },
    })
    const project = await callTool(client, 'create_project', {
      name: `Assisted ${++projects}`,
      key: `AS${projects}`,
    })
    const task = await callTool(client, 'create_issue', {
      project_id: project.key,
      title: 'Write it down',
      priority: 'high',
    })
    expect(task).toMatchObject({ status: 'todo', priority: 'high' })
    const list = await callTool(client, 'list_issues', {
      project_id: project.key,
      status: ['todo', 'in_progress'],
      q: null,
    })
    expect(list).toMatchObject({ total: 1, limit: 25, items: [{ key: task.key }] })
    expect(
      await callTool(client, 'update_issue', {
        task_id: task.key,
        status: 'in_progress',
        assignee_id: ws.owner.id,
      }),
    ).toMatchObject({ status: 'in_progress', assignee: 'Ada Lovelace' })
    expect(
      await callTool(client, 'set_issue_tags', { task_id: task.key, names: ['paper'], create_missing: true }),
    ).toMatchObject({ isError: false })
    const preview = await callTool(client, 'delete_issue', { task_id: task.key })
    expect(preview).toMatchObject({
      isError: true,
      error: { code: 'confirmation_required', hint: expect.stringContaining('confirm: true') },
      affects: { key: task.key, title: 'Write it down', tags: ['paper'] },
    })
    expect((await callTool(client, 'get_issue', { task_id: task.key })).title).toBe('Write it down')
    expect((await callTool(client, 'delete_issue', { task_id: task.key, confirm: true })).isError).toBe(false)
    expect((await callTool(client, 'get_issue', { task_id: task.key })).error.code).toBe('not_found')
    await client.close()
  })

  test('gets a protocol error for an unknown tool', async () => {
    const client = await connect()
    await expect(client.callTool({ name: 'launch_rocket', arguments: {} })).rejects.toMatchObject({
      code: -32602,
    })
    await client.close()
  })

  test('reads guides and the contract, and gets prompts', async () => {
    const client = await connect()
    const uris = (await client.listResources()).resources.map(({ uri }: Json) => uri)
    expect(uris).toEqual(
      expect.arrayContaining(['service://contract', 'service://guide/tasks', 'service://guide/tags']),
    )
    const guide = await client.readResource({ uri: 'service://guide/tags' })
    expect(guide.contents[0].text).toContain('**list_tags**: List the tags of the organization')
    const contract = await client.readResource({ uri: 'service://contract' })
    expect(JSON.parse(contract.contents[0].text).openapi).toBe('3.1.0')
    await expect(client.readResource({ uri: 'service://guide/__proto__' })).rejects.toThrow(
      'no such resource',
    )
    expect((await client.listPrompts()).prompts.map(({ name }: Json) => name)).toEqual([
      'plan_my_day',
      'triage',
      'sprint_review',
    ])
    await expect(client.getPrompt({ name: 'sprint_review', arguments: {} })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('project: required. The key of the project'),
    })
    const review = await client.getPrompt({ name: 'sprint_review', arguments: { project: 'WEB' } })
    expect(review.messages[0].content.text).toContain('sprint of the project WEB')
    const prompt = await client.getPrompt({ name: 'triage', arguments: { project: 'WEB' } })
    expect(prompt.messages[0].content.text).toContain('of the project WEB')
    await expect(client.getPrompt({ name: 'sing' })).rejects.toMatchObject({ code: -32602 })
    await client.close()
  })
})

test('clients of SDK 2.4 speak the revision that they are set to, at the same address', async () => {
  const revisionOf = async (options: object) => {
    const client = new Client2({ name: 'test', version: '1' }, options)
    await client.connect(new Transport2(address(''), { requestInit: requestInit() }))
    const revision = client.getNegotiatedProtocolVersion()
    await client.close()
    return revision
  }
  expect(await revisionOf({})).toBe('2025-11-25')
  expect(await revisionOf({ versionNegotiation: { mode: 'auto' } })).toBe('2026-07-28')
})
