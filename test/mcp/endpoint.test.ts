import { beforeAll, describe, expect, test } from 'vitest'
import { makeToken } from '../../src/base/tokens.ts'
import { maxSessions } from '../../src/mcp/session.ts'
import { call, type Json, sessions } from '../kit/client.ts'
import { workspace, type Workspace } from '../kit/makers.ts'
import { admin, type Key, keyOf, modern, open, rpc, tool } from './rpc.ts'

let ws: Workspace
let key: Key
beforeAll(async () => {
  ws = await workspace()
  key = await keyOf(ws)
})

const where =
  'Bearer resource_metadata="https://service.test/.well-known/oauth-protected-resource/mcp", scope="service"'

describe('access to /mcp', () => {
  test('a request without a credential gets where to obtain one', async () => {
    const reply = await rpc('initialize')
    expect([reply.status, reply.headers.get('www-authenticate')]).toEqual([401, where])
    expect((await call('GET', '/mcp')).status).toBe(401)
  })

  test.each(['nonsense', makeToken('svc_live_', 'a'), makeToken('svc_oat_', 'a')])(
    'a bad token is reported as such (%#)',
    async (token) => {
      for (const reply of [
        await rpc('initialize', {}, { token }),
        await modern('tools/list', {}, { token }),
      ]) {
        expect([reply.status, reply.headers.get('www-authenticate')]).toEqual([
          401,
          `${where}, error="invalid_token"`,
        ])
      }
    },
  )

  test('a bad token is reported even if the message itself is wrong', async () => {
    const invalid = { name: 'whoami', arguments: 'none' }
    expect((await modern('tools/call', invalid, { token: makeToken('svc_live_', 'a') })).status).toBe(401)
    expect((await modern('tools/call', invalid, { token: key.token })).body.error.code).toBe(-32602)
  })

  test('cookies are ignored', async () => {
    expect((await rpc('initialize', {}, { headers: ws.owner.headers })).status).toBe(401)
  })

  test('a foreign origin is rejected; the service’s own and configured ones are not', async () => {
    const from = (origin: string, env = {}) =>
      modern('tools/list', {}, { token: key.token, headers: { origin }, env }).then(({ status }) => status)
    expect(await from('https://elsewhere.test')).toBe(403)
    expect(await from('null')).toBe(403)
    expect(await from('https://service.test')).toBe(200)
    expect(await from('https://app.test', { WEB_URL: 'https://app.test' })).toBe(200)
    expect(
      await from('https://elsewhere.test', { MCP_ORIGINS: 'https://a.test, https://elsewhere.test' }),
    ).toBe(200)
  })

  test('an invalid message, or one that is too large or of another type, is rejected', async () => {
    const headers = { authorization: `Bearer ${key.token}` }
    const status = async (raw: string, more = {}) =>
      (await call('POST', '/mcp', { raw, headers: { ...headers, ...more } })).status
    expect(await status(`"${'x'.repeat(4 * 1024 * 1024)}"`)).toBe(413)
    expect(await status('{', {})).toBe(400)
    expect(await status('{}', { accept: 'text/html' })).toBe(406)
    expect(await status('{}', { 'content-type': 'text/plain' })).toBe(415)
    expect(await status(JSON.stringify(Array(51).fill({ jsonrpc: '2.0', method: 'ping', id: 1 })))).toBe(400)
  })

  test('a batch is not a message in the revisions since 2025-06-18', async () => {
    const raw = JSON.stringify([{ jsonrpc: '2.0', id: 1, method: 'ping' }])
    for (const version of ['2025-06-18', '2025-11-25', '2026-07-28']) {
      const headers = { authorization: `Bearer ${key.token}`, 'mcp-protocol-version': version }
      const reply = await call('POST', '/mcp', { raw, headers })
      expect([version, reply.status, reply.body.error.code, reply.body.id]).toEqual([
        version,
        400,
        -32600,
        null,
      ])
      expect(reply.body.error.message).toContain('send one message per request')
    }
  })

  test('GET is not served, and DELETE only with a session', async () => {
    const headers = { authorization: `Bearer ${key.token}` }
    const get = await call('GET', '/mcp', { headers })
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST, DELETE'])
    expect((await call('DELETE', '/mcp', { headers })).status).toBe(405)
  })

  test('an unknown value of tools is a clear 400', async () => {
    for (const [query, reason] of [
      [
        '?tools=everything',
        'tools: everything is none of `all`, `core`, `lean`, `knowledge`, or some of the tools',
      ],
      ['?tools=', 'tools: nothing is none of'],
      ['?tools=create_issue,walrus', 'tools: walrus is none of'],
      ['?exclude=walrus', 'exclude: walrus is none of'],
      ['?tools=all&tools=core', 'tools is given more than once'],
    ]) {
      const reply = await modern('tools/list', {}, { token: key.token, query: query! })
      expect([reply.status, reply.body.error.message]).toEqual([400, expect.stringContaining(reason!)])
    }
  })
})

describe('a session of the 2025 revisions', () => {
  test('is one of fifty that a credential may have: the next ends the oldest, and nobody else’s', async () => {
    const [ownKey, other] = [await keyOf(ws), await keyOf(ws)]
    const foreign = await open({ token: other.token })
    const sessionIds: string[] = []
    for (let n = 0; n < maxSessions + 1; n++) sessionIds.push(await open({ token: ownKey.token }))
    const status = async (session: string, token: string) =>
      (await rpc('ping', {}, { token, session })).status
    expect(await status(sessionIds[0]!, ownKey.token)).toBe(404)
    expect(await status(sessionIds[1]!, ownKey.token)).toBe(200)
    expect(await status(sessionIds.at(-1)!, ownKey.token)).toBe(200)
    expect(await status(foreign, other.token)).toBe(200)
  })

  test('is opened by initialize, stores its tools and ends by DELETE', async () => {
    const session = await open({ token: key.token, query: '?tools=all' })
    const listed = await rpc('tools/list', {}, { token: key.token, session })
    expect(listed.body.result.tools.map(({ name }: { name: string }) => name)).toContain('delete_project')
    const headers = { authorization: `Bearer ${key.token}`, 'mcp-session-id': session }
    expect((await call('DELETE', '/mcp', { headers })).status).toBe(204)
    expect((await rpc('tools/list', {}, { token: key.token, session })).status).toBe(404)
  })

  test('accepts a batch if the revision has them, one message after another', async () => {
    const session = await open({ token: key.token })
    const headers = { authorization: `Bearer ${key.token}`, 'mcp-session-id': session }
    const message = (id: number, name: string) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name, arguments: {} },
    })
    const notification = { jsonrpc: '2.0', method: 'notifications/initialized' }
    const messages = [message(1, 'whoami'), notification, message(2, 'list_projects'), message(3, 'nothing')]
    const reply = await call('POST', '/mcp', { body: messages, headers })
    expect(reply.status).toBe(200)
    expect(reply.body.map(({ id, error }: { id: number; error?: object }) => [id, !error])).toEqual([
      [1, true],
      [2, true],
      [3, false],
    ])
    expect((await call('POST', '/mcp', { body: [notification], headers })).status).toBe(202)
  })

  test('responds to a batch with at most 40 000 characters, and says what did not fit', async () => {
    const session = await open({ token: key.token })
    const headers = { authorization: `Bearer ${key.token}`, 'mcp-session-id': session }
    await ws.owner.ok('POST', `${ws.base}/documents`, { title: 'Long', content: 'word '.repeat(5000) })
    const { items } = await ws.owner.ok('GET', `${ws.base}/documents?q=Long`)
    const args = { name: 'get_document', arguments: { document_id: items[0].id } }
    const messages = [1, 2, 3].map((id) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: args }))
    const reply = await call('POST', '/mcp', { body: messages, headers })
    expect(reply.text.length).toBeLessThanOrEqual(40_000)
    expect(reply.body[0].result.isError).toBeFalsy()
    expect(reply.body.slice(1).map(({ id, error }: Json) => [id, error.message])).toEqual(
      [2, 3].map((id) => [id, 'done, but its answer is too long for this batch; send it alone']),
    )
  })

  test('is required, and unknown ones are reported', async () => {
    expect((await rpc('tools/list', {}, { token: key.token })).status).toBe(400)
    expect((await rpc('tools/list', {}, { token: key.token, session: crypto.randomUUID() })).status).toBe(404)
    expect((await rpc('tools/list', {}, { token: key.token, session: '../x' })).status).toBe(404)
  })

  test('belongs to its creator: for anybody else it does not exist, and nothing happens', async () => {
    const session = await open({ token: key.token })
    const other = await keyOf(ws, {}, await admin(ws))
    const stranger = await keyOf(await workspace())
    for (const { token } of [other, stranger]) {
      expect((await rpc('tools/list', {}, { token, session })).status).toBe(404)
      expect((await tool('create_project', { name: 'Crossed' }, { token, session })).reply.status).toBe(404)
      const headers = { authorization: `Bearer ${token}`, 'mcp-session-id': session }
      expect((await call('DELETE', '/mcp', { headers })).status).toBe(404)
    }
    const { answer } = await tool('list_projects', { q: 'Crossed' }, { token: key.token, session })
    expect(answer.total).toBe(0)
  })

  test('stops at the next call after its key was revoked', async () => {
    const { id, token } = await keyOf(ws)
    const session = await open({ token })
    expect((await tool('whoami', {}, { token, session })).answer.email).toBe(ws.owner.email)
    await ws.owner.ok('DELETE', `${ws.base}/api-keys/${id}`)
    const { reply } = await tool('whoami', {}, { token, session })
    expect([reply.status, reply.headers.get('www-authenticate')]).toEqual([
      401,
      `${where}, error="invalid_token"`,
    ])
    expect((await modern('tools/list', {}, { token })).status).toBe(401)
  })

  test('handles 200 concurrent calls', { tags: 'race' }, async () => {
    const session = await open({ token: key.token })
    const result = await Promise.all(
      Array.from({ length: 200 }, () => tool('list_projects', {}, { token: key.token, session })),
    )
    expect(result.map(({ isError, reply }) => (isError ? reply.text : reply.status))).toEqual(
      Array(200).fill(200),
    )
  })

  test('records its use once an hour and deletes itself by alarm', async () => {
    const session = await open({ token: key.token })
    const stored = sessions.sessionOf(session)
    const openedAt = stored.alarm!
    expect(openedAt).toBeGreaterThanOrEqual(Date.now() + 24 * 3600_000)
    await rpc('ping', {}, { token: key.token, session })
    expect(stored.alarm).toBe(openedAt)
    stored.stored.set('used', Date.now() - 2 * 3600_000)
    stored.alarm = 0
    await rpc('ping', {}, { token: key.token, session })
    expect(stored.alarm).toBeGreaterThanOrEqual(openedAt)
    await stored.object.alarm()
    expect([stored.stored.size, stored.alarm]).toEqual([0, null])
    expect((await rpc('ping', {}, { token: key.token, session })).status).toBe(404)
  })

  test('responds to a notification with 202', async () => {
    const session = await open({ token: key.token })
    const reply = await call('POST', '/mcp', {
      body: { jsonrpc: '2.0', method: 'notifications/initialized' },
      headers: {
        authorization: `Bearer ${key.token}`,
        'mcp-session-id': session,
        accept: 'application/json',
      },
    })
    expect(reply.status).toBe(202)
  })
})

describe('requests of 2026-07-28', () => {
  test('need no session: discovery, tools with a cache hint, a call', async () => {
    const { token } = key
    const discovered = await modern('server/discover', {}, { token })
    expect([discovered.status, discovered.body.result.supportedVersions]).toEqual([200, ['2026-07-28']])
    const listed = await modern('tools/list', {}, { token })
    expect(listed.body.result).toMatchObject({ ttlMs: 3600_000, cacheScope: 'private' })
    const result = await modern('tools/call', { name: 'whoami', arguments: {} }, { token })
    expect(JSON.parse(result.body.result.content[0].text).id).toBe(ws.owner.id)
    expect(result.headers.get('mcp-session-id')).toBeNull()
  })
})

test('a tool call makes one database round trip in both protocol versions, a list one', async () => {
  const { token } = key
  const session = await open({ token })
  expect((await tool('list_projects', {}, { token, session })).reply.roundTrips).toBe(1)
  expect(
    (await tool('create_project', { name: 'One round trip' }, { token, session })).reply.roundTrips,
  ).toBe(1)
  expect((await modern('tools/call', { name: 'list_projects', arguments: {} }, { token })).roundTrips).toBe(1)
  expect((await rpc('tools/list', {}, { token, session })).roundTrips).toBe(1)
})

test('clients are told where the service is and its icon, which is there', async () => {
  const { body } = await rpc(
    'initialize',
    { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    { token: key.token },
  )
  const { websiteUrl, icons } = body.result.serverInfo
  expect(icons).toEqual([{ src: `${websiteUrl}/favicon.ico`, mimeType: 'image/svg+xml', sizes: ['any'] }])
  const icon = await call('GET', new URL(icons[0].src).pathname)
  expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
})

test('large messages of one sender are read two at a time, those of others beside them', async () => {
  const large = (token: string) =>
    modern(
      'tools/call',
      { name: 'add_comment', arguments: { task_id: 'X-1', body: 'x'.repeat(1_500_000) } },
      { token },
    )
  const other = await keyOf(ws)
  const replies = await Promise.all([
    ...Array.from({ length: 4 }, () => large(key.token)),
    large(other.token),
  ])
  const statuses = replies.map(({ status }) => status)
  expect([statuses.slice(0, 4).toSorted(), statuses[4]]).toEqual([[200, 200, 429, 429], 200])
  expect(Number(replies.find(({ status }) => status === 429)!.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await large(key.token)).status).toBe(200)
})

test('a call sent again with its Idempotency-Key is done once, in both protocol versions, and never for another', async () => {
  const query = '?tools=all'
  const session = await open({ token: key.token, query })
  for (const [n, send] of [
    (headers: Record<string, string>, name: string) =>
      modern('tools/call', { name: 'create_tag', arguments: { name } }, { token: key.token, headers, query }),
    (headers: Record<string, string>, name: string) =>
      rpc('tools/call', { name: 'create_tag', arguments: { name } }, { token: key.token, session, headers }),
  ].entries()) {
    const headers = { 'idempotency-key': `tag-${n}` }
    const answers = [await send(headers, `Twice ${n}`), await send(headers, `Twice ${n}`)]
    const [first, second] = answers.map(({ body }) => JSON.parse(body.result.content[0].text))
    expect([Boolean(first!.error), second]).toEqual([false, first])
    const other = await send(headers, `Other ${n}`)
    expect(other.body.result.isError).toBe(true)
  }
  const batch = [1, 2].map((id) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'create_tag', arguments: { name: `Batched ${id}` } },
  }))
  const reply = await call('POST', '/mcp', {
    body: batch,
    headers: {
      authorization: `Bearer ${key.token}`,
      'mcp-session-id': await open({ token: key.token, query }),
      'mcp-protocol-version': '2025-03-26',
      'idempotency-key': 'a batch',
    },
  })
  const results = (reply.body as unknown as Json[]).map(({ result }) => Boolean(result.isError))
  expect(results).toEqual([false, false])
})

describe('a session store', () => {
  const faults: Record<string, () => Promise<Response>> = {
    'that refuses': () => Promise.reject(new Error('overloaded')),
    'that fails': async () => new Response('no', { status: 500 }),
    'that hangs': () => new Promise(() => undefined),
  }
  test.each(Object.entries(faults))(
    '%s is reported as 503, and requests without sessions work',
    async (_, fetch) => {
      const env = { MCP_SESSIONS: { idFromName: (name: string) => name, get: () => ({ fetch }) } }
      const id = '0199c1f0-7d5e-4c3a-9b61-2f8d6a1e4c70'
      for (const reply of [
        await rpc(
          'initialize',
          { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
          { token: key.token, env },
        ),
        await rpc('tools/list', {}, { token: key.token, session: id, env }),
      ]) {
        expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '2'])
        expect(reply.body.error.message).toBe('the session did not answer; try again')
      }
      expect((await modern('tools/list', {}, { token: key.token, env })).status).toBe(200)
    },
  )
})
