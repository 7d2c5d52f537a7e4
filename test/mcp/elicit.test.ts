import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { beforeAll, describe, expect, test } from 'vitest'
import { signClaims } from '../../src/base/jwt.ts'
import { app, env, type Json } from '../kit/client.ts'
import { project, task, workspace, type Workspace } from '../kit/makers.ts'
import { serve } from '../kit/serve.ts'
import { dayFromNow } from '../kit/sprints.ts'
import { type Key, keyOf, open, rpc } from './rpc.ts'

let ws: Workspace
let key: Key
let web: Json
beforeAll(async () => {
  ws = await workspace()
  key = await keyOf(ws)
  web = await project(ws, { name: 'Web shop', key: 'WEB' })
})

const meta = (capabilities: object) => ({
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  },
})
type More = {
  capabilities?: object
  token?: string
  query?: string
  inputResponses?: object
  requestState?: unknown
}
/** Calls a tool as a client that can ask its user, unless other capabilities are given. */
async function callTool(name: string, args: object, more: More = {}): Promise<Json> {
  const { capabilities = { elicitation: {} }, token = key.token, query = '', ...retry } = more
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': name }
  const params = { name, arguments: args, ...retry, ...meta(capabilities) }
  const { body, roundTrips, status } = await rpc('tools/call', params, { token, query, headers })
  return { ...body, roundTrips, status }
}
const agree = { confirm: { action: 'accept', content: {} } }
const exists = async ({ key: name }: Json) =>
  (await ws.owner.call('GET', `${ws.base}/tasks/${name}`)).status === 200
const create = (title = 'Fix the login'): Promise<Json> => task(ws, web.id, { title })
const codeOf = ({ result }: Json) => JSON.parse(result.content[0].text).error?.code

describe('a destructive tool called by a client that can ask its user', () => {
  test('asks with what it would do and to which objects, and does it when the user accepts', async () => {
    const one = await create()
    const { result, roundTrips } = await callTool('delete_issue', { task_id: one.key })
    expect([result.resultType, roundTrips, await exists(one)]).toEqual(['input_required', 1, true])
    const { method, params } = result.inputRequests.confirm
    expect([method, params.requestedSchema]).toEqual([
      'elicitation/create',
      { type: 'object', properties: {} },
    ])
    expect(params.message).toMatch(/^Delete issue\?\n\nThis would: /)
    expect(params.message).toContain(`- key: ${one.key}\n- title: Fix the login`)
    expect(params.message).toMatch(new RegExp(`It was asked with:\n- task_id: ${one.key}$`))
    const { requestState } = result
    const confirmed = await callTool(
      'delete_issue',
      { task_id: one.key },
      { inputResponses: agree, requestState },
    )
    expect([Boolean(confirmed.result.isError), confirmed.roundTrips, await exists(one)]).toEqual([
      false,
      1,
      false,
    ])
  })

  test.each(['decline', 'cancel'])('changes nothing on %s, and says so', async (action) => {
    const one = await create()
    const { requestState } = (await callTool('delete_issue', { task_id: one.key })).result
    const response = await callTool(
      'delete_issue',
      { task_id: one.key },
      { inputResponses: { confirm: { action } }, requestState },
    )
    expect([response.result.isError, codeOf(response), await exists(one)]).toEqual([true, 'declined', true])
    expect(response.result.content[0].text).toContain('Nothing was changed')
  })

  test('asks again, and does nothing, without an answer or with one to another question', async () => {
    const [one, two] = [await create(), await create()]
    const { requestState } = (await callTool('delete_issue', { task_id: one.key })).result
    const expectQuestion = async (name: string, args: object, more: More) => {
      const { result } = await callTool(name, args, more)
      expect([name, args, result.resultType]).toEqual([name, args, 'input_required'])
    }
    await expectQuestion('delete_issue', { task_id: one.key }, { requestState })
    await expectQuestion('delete_issue', { task_id: one.key }, { inputResponses: agree })
    await expectQuestion(
      'delete_issue',
      { task_id: one.key },
      { inputResponses: { other: agree.confirm }, requestState },
    )
    await expectQuestion(
      'delete_issue',
      { task_id: one.key },
      { inputResponses: { confirm: { content: {} } }, requestState },
    )
    await expectQuestion(
      'delete_issue',
      { task_id: one.key },
      { inputResponses: { confirm: { method: 'elicitation/create', result: agree.confirm } }, requestState },
    )
    await expectQuestion('delete_issue', { task_id: two.key }, { inputResponses: agree, requestState })
    await expectQuestion(
      'delete_project',
      { project_id: 'WEB' },
      { inputResponses: agree, requestState, query: '?tools=all' },
    )
    const { token } = await keyOf(ws)
    await expectQuestion('delete_issue', { task_id: one.key }, { inputResponses: agree, requestState, token })
    expect([await exists(one), await exists(two)]).toEqual([true, true])
  })

  test('rejects a forged, expired or foreign question', async () => {
    const one = await create()
    const { requestState } = (await callTool('delete_issue', { task_id: one.key })).result
    const { JWT_KEYS } = env()
    const [head, claims, signature] = requestState.split('.')
    const { confirms } = JSON.parse(Buffer.from(claims, 'base64url').toString())
    const old = await signClaims(JWT_KEYS, { confirms }, 600, new Date(Date.now() - 601_000))
    const session = await signClaims(JWT_KEYS, { sub: ws.owner.id, sid: confirms }, 600, new Date())
    const others = await signClaims(JWT_KEYS.replaceAll('secret', 'Secret'), { confirms }, 600, new Date())
    for (const forged of [
      `${head}.${claims}x.${signature}`,
      `${head}.${claims}.`,
      old,
      session,
      others,
      'x',
      '',
      7,
    ]) {
      const { error } = await callTool(
        'delete_issue',
        { task_id: one.key },
        { inputResponses: agree, requestState: forged },
      )
      expect([forged, error?.code]).toEqual([forged, -32602])
    }
    expect(await exists(one)).toBe(true)
    const fresh = await signClaims(JWT_KEYS, { confirms }, 600, new Date())
    await callTool('delete_issue', { task_id: one.key }, { inputResponses: agree, requestState: fresh })
    expect(await exists(one)).toBe(false)
  })

  test('binds the answer to the object that a name meant when the user was asked', async () => {
    const place = await project(ws, { name: 'Runs', key: 'RUN' })
    const sprint = async (from: number): Promise<Json> => {
      const created = await ws.owner.ok('POST', `${ws.base}/projects/${place.id}/sprints`, {
        start_date: dayFromNow(from),
        end_date: dayFromNow(from + 6),
      })
      await ws.owner.ok('POST', `${ws.base}/sprints/${created.id}/start`)
      return created
    }
    const first = await sprint(0)
    const args = { sprint_id: 'active' }
    const { requestState } = (await callTool('complete_sprint', args)).result
    await ws.owner.ok('POST', `${ws.base}/sprints/${first.id}/complete`)
    const second = await sprint(7)
    const { result } = await callTool('complete_sprint', args, { inputResponses: agree, requestState })
    expect(result.resultType).toBe('input_required')
    expect(result.inputRequests.confirm.params.message).toContain(second.name)
    expect((await ws.owner.ok('GET', `${ws.base}/sprints/${second.id}`)).state).toBe('active')
  })

  test('does not ask about what would be rejected anyway', async () => {
    const missing = await callTool('delete_issue', { task_id: 'WEB-999' })
    expect([missing.result.isError, codeOf(missing)]).toEqual([true, 'not_found'])
    const { token } = await keyOf(ws, { read_only: true })
    const forbidden = await callTool('delete_issue', { task_id: (await create()).key }, { token })
    expect(codeOf(forbidden)).toBe('forbidden')
  })

  test('also asks when called through another tool', async () => {
    const one = await create()
    const args = { name: 'delete_issue', arguments: { task_id: one.key } }
    const { requestState, resultType } = (await callTool('call_write_tool', args, { query: '?tools=lean' }))
      .result
    expect(resultType).toBe('input_required')
    await callTool('call_write_tool', args, { query: '?tools=lean', inputResponses: agree, requestState })
    expect(await exists(one)).toBe(false)
  })

  test('proceeds when called with confirm, and never asks before other tools', async () => {
    const one = await create()
    expect((await callTool('update_issue', { task_id: one.key, title: 'New' })).result.isError).toBeFalsy()
    expect((await callTool('delete_issue', { task_id: one.key, confirm: true })).result.isError).toBeFalsy()
    expect(await exists(one)).toBe(false)
  })
})

describe('a client that cannot ask is told to call again with confirm', () => {
  test.each([{}, { elicitation: { url: {} } }, { sampling: {} }])('%j', async (capabilities) => {
    const one = await create()
    const response = await callTool('delete_issue', { task_id: one.key }, { capabilities })
    expect([codeOf(response), await exists(one)]).toEqual(['confirmation_required', true])
    const { requestState } = (await callTool('delete_issue', { task_id: one.key })).result
    const retried = await callTool(
      'delete_issue',
      { task_id: one.key },
      { capabilities, inputResponses: agree, requestState },
    )
    expect([codeOf(retried), await exists(one)]).toEqual(['confirmation_required', true])
  })

  test('in a session of the 2025 revisions, whatever it declares', async () => {
    const one = await create()
    const session = await open({ token: key.token })
    const claims = { 'io.modelcontextprotocol/clientCapabilities': { elicitation: {} } }
    for (const more of [{}, { _meta: claims }]) {
      const params = { name: 'delete_issue', arguments: { task_id: one.key }, ...more }
      const { body } = await rpc('tools/call', params, { token: key.token, session })
      expect(codeOf(body)).toBe('confirmation_required')
    }
    expect(await exists(one)).toBe(true)
  })
})

describe('the client of SDK 2.4', () => {
  type Answer = { action: 'accept' | 'decline' | 'cancel'; content?: Record<string, string> }
  async function withUser(response: Answer, promise: (client: Client, questions: string[]) => Promise<void>) {
    const server = await serve((request) => app.fetch(request, env({ BASE_URL: server.url })))
    const questions: string[] = []
    const client = new Client(
      { name: 'test', version: '1' },
      { versionNegotiation: { mode: 'auto' }, capabilities: { elicitation: { form: {} } } },
    )
    client.setRequestHandler('elicitation/create', ({ params }) => {
      questions.push(params.message)
      return response
    })
    const requestInit = { headers: { authorization: `Bearer ${key.token}` } }
    await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit }))
    await promise(client, questions)
    await client.close()
    await server.stop()
  }

  test.each<[Answer, boolean]>([
    [{ action: 'accept', content: {} }, false],
    [{ action: 'accept' }, false],
    [{ action: 'decline' }, true],
    [{ action: 'cancel' }, true],
  ])('asks its user once: %j', async (response, remains) => {
    const one = await create()
    await withUser(response, async (client, questions) => {
      const result = await client.callTool({ name: 'delete_issue', arguments: { task_id: one.key } })
      expect([questions.length, Boolean(result.isError), await exists(one)]).toEqual([1, remains, remains])
      expect(questions[0]).toContain('Fix the login')
    })
  })
})
