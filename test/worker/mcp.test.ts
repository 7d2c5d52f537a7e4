import {
  createExecutionContext,
  env,
  evictDurableObject,
  runDurableObjectAlarm,
  runInDurableObject,
} from 'cloudflare:test'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Env } from '../../src/base/config.ts'
import worker from '../../src/worker.ts'

const bindings = env as Env & { MCP_SESSIONS: NonNullable<Env['MCP_SESSIONS']> }
const send = async (method: string, path: string, body: object, headers: Record<string, string> = {}) => {
  const response = await worker.fetch(
    new Request(`https://service.test${path}`, {
      method,
      body: JSON.stringify(body),
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
    }),
    bindings,
    createExecutionContext(),
  )
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined }
}

let token: string
beforeAll(async () => {
  const signed = await send('POST', '/api/v1/auth/register', {
    email: `${crypto.randomUUID()}@example.com`,
    password: 'correct horse battery',
    name: 'Ada',
  })
  const cookie = signed.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const {
    body: { id },
  } = await send('POST', '/api/v1/organizations', { name: 'Ada & Co' }, { cookie })
  token = (await send('POST', `/api/v1/organizations/${id}/api-keys`, { name: 'assistant' }, { cookie })).body
    .token
})

const rpc = (method: string, params: object, session?: string) =>
  send(
    'POST',
    '/mcp',
    { jsonrpc: '2.0', id: 1, method, params },
    { authorization: `Bearer ${token}`, ...(session ? { 'mcp-session-id': session } : {}) },
  )
const opened = async () => {
  const reply = await rpc('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 't', version: '1' },
  })
  return reply.headers.get('mcp-session-id')!
}
const stubOf = (session: string) => bindings.MCP_SESSIONS.get(bindings.MCP_SESSIONS.idFromName(session))

describe('an MCP session in workerd', () => {
  test('continues after its object was evicted', async () => {
    const session = await opened()
    const created = await rpc(
      'tools/call',
      { name: 'create_project', arguments: { name: 'Before', key: 'BEF' } },
      session,
    )
    expect(JSON.parse(created.body.result.content[0].text).key).toBe('BEF')
    await evictDurableObject(stubOf(session))
    const listed = await rpc('tools/call', { name: 'list_projects', arguments: {} }, session)
    expect([listed.status, JSON.parse(listed.body.result.content[0].text).total]).toEqual([200, 1])
  })

  test('reads the contract from the static files', async () => {
    const session = await opened()
    const read = await rpc('resources/read', { uri: 'service://contract' }, session)
    expect(JSON.parse(read.body.result.contents[0].text).openapi).toBe('3.1.0')
  })

  test('deletes itself by its alarm', async () => {
    const session = await opened()
    const alarm = await runInDurableObject(stubOf(session), (_, state) => state.storage.getAlarm())
    expect(alarm).toBeGreaterThan(Date.now() + 24 * 3600_000)
    expect(await runDurableObjectAlarm(stubOf(session))).toBe(true)
    expect((await rpc('tools/list', {}, session)).status).toBe(404)
    expect(await runDurableObjectAlarm(stubOf(session))).toBe(false)
  })

  test('supports 2026-07-28 without a session', async () => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/clientInfo': { name: 't', version: '1' },
    }
    const reply = await send(
      'POST',
      '/mcp',
      { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta } },
      { authorization: `Bearer ${token}`, 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' },
    )
    expect(reply.body.result.tools[0].name).toBe('whoami')
  })
})
