import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { beforeAll, describe, expect, test } from 'vitest'
import { signClaims } from '../../src/kit/jwt.ts'
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
/** A call of a tool by a client that can ask its user, unless other capabilities are given. */
async function say(name: string, given: object, more: More = {}): Promise<Json> {
  const { capabilities = { elicitation: {} }, token = key.token, query = '', ...retry } = more
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': name }
  const params = { name, arguments: given, ...retry, ...meta(capabilities) }
  const { body, trips, status } = await rpc('tools/call', params, { token, query, headers })
  return { ...body, trips, status }
}
const agree = { confirm: { action: 'accept', content: {} } }
const there = async ({ key: name }: Json) =>
  (await ws.owner.call('GET', `${ws.base}/tasks/${name}`)).status === 200
const made = (title = 'Fix the login'): Promise<Json> => task(ws, web.id, { title })
const codeOf = ({ result }: Json) => JSON.parse(result.content[0].text).error?.code

describe('a destructive tool called by a client that can ask its user', () => {
  test('asks with what it would do and to what, and does it when the user accepts', async () => {
    const one = await made()
    const { result, trips } = await say('delete_issue', { task_id: one.key })
    expect([result.resultType, trips, await there(one)]).toEqual(['input_required', 1, true])
    const { method, params } = result.inputRequests.confirm
    expect([method, params.requestedSchema]).toEqual([
      'elicitation/create',
      { type: 'object', properties: {} },
    ])
    expect(params.message).toMatch(/^Delete issue\?\n\nThis would: /)
    expect(params.message).toContain(`- key: ${one.key}\n- title: Fix the login`)
    expect(params.message).toMatch(new RegExp(`It was asked with:\n- task_id: ${one.key}$`))
    const { requestState } = result
    const done = await say('delete_issue', { task_id: one.key }, { inputResponses: agree, requestState })
    expect([Boolean(done.result.isError), done.trips, await there(one)]).toEqual([false, 1, false])
  })

  test.each(['decline', 'cancel'])('changes nothing on %s, and says so', async (action) => {
    const one = await made()
    const { requestState } = (await say('delete_issue', { task_id: one.key })).result
    const answer = await say(
      'delete_issue',
      { task_id: one.key },
      { inputResponses: { confirm: { action } }, requestState },
    )
    expect([answer.result.isError, codeOf(answer), await there(one)]).toEqual([true, 'declined', true])
    expect(answer.result.content[0].text).toContain('Nothing was changed')
  })

  test('asks anew, and does nothing, without an answer or with one to another question', async () => {
    const [one, two] = [await made(), await made()]
    const { requestState } = (await say('delete_issue', { task_id: one.key })).result
    const asks = async (name: string, given: object, more: More) => {
      const { result } = await say(name, given, more)
      expect([name, given, result.resultType]).toEqual([name, given, 'input_required'])
    }
    await asks('delete_issue', { task_id: one.key }, { requestState })
    await asks('delete_issue', { task_id: one.key }, { inputResponses: agree })
    await asks(
      'delete_issue',
      { task_id: one.key },
      { inputResponses: { other: agree.confirm }, requestState },
    )
    await asks(
      'delete_issue',
      { task_id: one.key },
      { inputResponses: { confirm: { content: {} } }, requestState },
    )
    await asks(
      'delete_issue',
      { task_id: one.key },
      { inputResponses: { confirm: { method: 'elicitation/create', result: agree.confirm } }, requestState },
    )
    await asks('delete_issue', { task_id: two.key }, { inputResponses: agree, requestState })
    await asks(
      'delete_project',
      { project_id: 'WEB' },
      { inputResponses: agree, requestState, query: '?tools=all' },
    )
    const { token } = await keyOf(ws)
    await asks('delete_issue', { task_id: one.key }, { inputResponses: agree, requestState, token })
    expect([await there(one), await there(two)]).toEqual([true, true])
  })

  test('refuses a forged, expired or foreign question', async () => {
    const one = await made()
    const { requestState } = (await say('delete_issue', { task_id: one.key })).result
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
      const { error } = await say(
        'delete_issue',
        { task_id: one.key },
        { inputResponses: agree, requestState: forged },
      )
      expect([forged, error?.code]).toEqual([forged, -32602])
    }
    expect(await there(one)).toBe(true)
    const fresh = await signClaims(JWT_KEYS, { confirms }, 600, new Date())
    await say('delete_issue', { task_id: one.key }, { inputResponses: agree, requestState: fresh })
    expect(await there(one)).toBe(false)
  })

  test('holds the user to the object that a name meant when they were asked', async () => {
    const place = await project(ws, { name: 'Runs', key: 'RUN' })
    const sprint = async (from: number): Promise<Json> => {
      const made = await ws.owner.ok('POST', `${ws.base}/projects/${place.id}/sprints`, {
        start_date: dayFromNow(from),
        end_date: dayFromNow(from + 6),
      })
      await ws.owner.ok('POST', `${ws.base}/sprints/${made.id}/start`)
      return made
    }
    const first = await sprint(0)
    const given = { sprint_id: 'active' }
    const { requestState } = (await say('complete_sprint', given)).result
    await ws.owner.ok('POST', `${ws.base}/sprints/${first.id}/complete`)
    const second = await sprint(7)
    const { result } = await say('complete_sprint', given, { inputResponses: agree, requestState })
    expect(result.resultType).toBe('input_required')
    expect(result.inputRequests.confirm.params.message).toContain(second.name)
    expect((await ws.owner.ok('GET', `${ws.base}/sprints/${second.id}`)).state).toBe('active')
  })

  test('asks nothing about what would be refused anyway', async () => {
    const missing = await say('delete_issue', { task_id: 'WEB-999' })
    expect([missing.result.isError, codeOf(missing)]).toEqual([true, 'not_found'])
    const { token } = await keyOf(ws, { read_only: true })
    const forbidden = await say('delete_issue', { task_id: (await made()).key }, { token })
    expect(codeOf(forbidden)).toBe('forbidden')
  })

  test('asks through the tool that calls others too', async () => {
    const one = await made()
    const given = { name: 'delete_issue', arguments: { task_id: one.key } }
    const { requestState, resultType } = (await say('call_write_tool', given, { query: '?tools=lean' }))
      .result
    expect(resultType).toBe('input_required')
    await say('call_write_tool', given, { query: '?tools=lean', inputResponses: agree, requestState })
    expect(await there(one)).toBe(false)
  })

  test('goes ahead when called with confirm, and never asks before other tools', async () => {
    const one = await made()
    expect((await say('update_issue', { task_id: one.key, title: 'New' })).result.isError).toBeFalsy()
    expect((await say('delete_issue', { task_id: one.key, confirm: true })).result.isError).toBeFalsy()
    expect(await there(one)).toBe(false)
  })
})

describe('a client that cannot ask is told to call again with confirm', () => {
  test.each([{}, { elicitation: { url: {} } }, { sampling: {} }])('%j', async (capabilities) => {
    const one = await made()
    const answer = await say('delete_issue', { task_id: one.key }, { capabilities })
    expect([codeOf(answer), await there(one)]).toEqual(['confirmation_required', true])
    const { requestState } = (await say('delete_issue', { task_id: one.key })).result
    const retried = await say(
      'delete_issue',
      { task_id: one.key },
      { capabilities, inputResponses: agree, requestState },
    )
    expect([codeOf(retried), await there(one)]).toEqual(['confirmation_required', true])
  })

  test('in a session of the 2025 revisions, whatever it declares', async () => {
    const one = await made()
    const session = await open({ token: key.token })
    const claims = { 'io.modelcontextprotocol/clientCapabilities': { elicitation: {} } }
    for (const more of [{}, { _meta: claims }]) {
      const params = { name: 'delete_issue', arguments: { task_id: one.key }, ...more }
      const { body } = await rpc('tools/call', params, { token: key.token, session })
      expect(codeOf(body)).toBe('confirmation_required')
    }
    expect(await there(one)).toBe(true)
  })
})

describe('the client of SDK 2.4', () => {
  type Answer = { action: 'accept' | 'decline' | 'cancel'; content?: Record<string, string> }
  async function withUser(answer: Answer, work: (client: Client, seen: string[]) => Promise<void>) {
    const served = await serve((request) => app.fetch(request, env({ BASE_URL: served.url })))
    const seen: string[] = []
    const client = new Client(
      { name: 'test', version: '1' },
      { versionNegotiation: { mode: 'auto' }, capabilities: { elicitation: { form: {} } } },
    )
    client.setRequestHandler('elicitation/create', ({ params }) => {
      seen.push(params.message)
      return answer
    })
    const requestInit = { headers: { authorization: `Bearer ${key.token}` } }
    await client.connect(new StreamableHTTPClientTransport(new URL(`${served.url}/mcp`), { requestInit }))
    await work(client, seen)
    await client.close()
    await served.stop()
  }

  test.each<[Answer, boolean]>([
    [{ action: 'accept', content: {} }, false],
    [{ action: 'accept' }, false],
    [{ action: 'decline' }, true],
    [{ action: 'cancel' }, true],
  ])('asks its user once: %j', async (answer, stays) => {
    const one = await made()
    await withUser(answer, async (client, seen) => {
      const result = await client.callTool({ name: 'delete_issue', arguments: { task_id: one.key } })
      expect([seen.length, Boolean(result.isError), await there(one)]).toEqual([1, stays, stays])
      expect(seen[0]).toContain('Fix the login')
    })
  })
})
