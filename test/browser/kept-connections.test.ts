import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Running, startService } from './service.ts'

/** Refusals over real HTTP, by the fetch of Node, which keeps its connections: no browser is needed. */
let service: Running
let key: { authorization: string }
let organization = ''
beforeAll(async () => {
  service = await startService()
  const at = `${service.base}/api/v1`
  const person = JSON.stringify({ email: 'demo@example.com', password: 'demo-organization' })
  const login = await fetch(`${at}/auth/login`, { method: 'POST', headers: json, body: person })
  await login.text()
  const cookie = login.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const { items } = (await (await fetch(`${at}/organizations`, { headers: { cookie } })).json()) as {
    items: { id: string }[]
  }
  organization = items[0]!.id
  const made = await fetch(`${at}/organizations/${organization}/api-keys`, {
    method: 'POST',
    headers: { ...json, cookie, origin: service.base },
    body: JSON.stringify({ name: 'kept' }),
  })
  const { token } = (await made.json()) as { token: string }
  key = { authorization: `Bearer ${token}` }
})
afterAll(() => service?.stop())

const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const foreign = { origin: 'https://elsewhere.example' }
const unknown = { authorization: 'Bearer svc_live_unknown' }
const refused: [status: number, method: string, path: string, headers: object | null, body: unknown][] = [
  [401, 'POST', '/mcp', {}, message],
  [401, 'POST', '/mcp', unknown, { ...message, padding: 'x'.repeat(100_000) }],
  [403, 'POST', '/mcp', foreign, message],
  [405, 'PUT', '/mcp', null, message],
  [415, 'POST', '/mcp', { 'content-type': 'text/plain' }, message],
  [401, 'POST', '/api/v1/organizations', {}, { name: 'x'.repeat(50_000) }],
  [404, 'POST', '/api/v1/nothing', {}, { name: 'x' }],
  [405, 'PUT', '/api/v1/auth/login', {}, { email: 'x' }],
  [413, 'POST', '/api/v1/organizations/~/tags', null, { name: 'x'.repeat(900_000) }],
]

test.each(refused)(
  'after %i of %s %s the connection serves the next request',
  async (status, method, path, headers, body) => {
    let opened = 0
    const count = () => opened++
    subscribe('undici:client:connected', count)
    try {
      const statuses = new Set<number>()
      for (let n = 0; n < 15; n++) {
        const own = headers && !('content-type' in headers) ? headers : { ...key, ...headers }
        const init = { method, headers: { ...json, ...own }, body: JSON.stringify(body) }
        const reply = await fetch(`${service.base}${path.replace('~', organization)}`, init)
        await reply.text()
        statuses.add(reply.status)
        const next = await fetch(`${service.base}/health`)
        expect([next.status, (await next.text()).length > 0]).toEqual([200, true])
      }
      expect([...statuses]).toEqual([status])
      expect(opened).toBeLessThan(3)
    } finally {
      unsubscribe('undici:client:connected', count)
    }
  },
)
