import { Agent, request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Running, startService } from './service.ts'

let service: Running
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
beforeAll(async () => {
  service = await startService()
})
afterAll(async () => {
  agent.destroy()
  await service.stop()
})

const send = (method: string, path: string, body = '', type = 'application/json') =>
  new Promise<number>((done, failed) => {
    const sent = request(service.base + path, {
      method,
      agent,
      headers: {
        'content-type': type,
        'content-length': Buffer.byteLength(body),
        authorization: 'Bearer none',
      },
    })
    sent.once('response', (response) => {
      response.resume()
      response.once('end', () => done(response.statusCode!))
    })
    sent.once('error', failed)
    sent.end(body)
  })

test.each([
  ['/api/v1/organizations', 401],
  ['/api/v1/nothing', 404],
  ['/login', 415],
  ['/mcp', 401],
])(
  'after a refusal of %s before its body was read, the connection serves the next request',
  async (path, status) => {
    for (const size of [100, 20_000, 200_000]) {
      const body = JSON.stringify({ name: 'x'.repeat(size) })
      expect([await send('POST', path, body), await send('GET', '/health')]).toEqual([status, 200])
    }
  },
)
