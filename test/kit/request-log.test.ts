import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call, type Json } from './client.ts'
import { startGateway } from './gateways.ts'
import { project, task, workspace } from './makers.ts'

const all = { LOG_SAMPLE: '1' }
const lines = (): Json[] => vi.mocked(console.log).mock.calls.map(([line]) => JSON.parse(String(line)))
beforeEach(() => void vi.spyOn(console, 'log').mockImplementation(() => undefined))
afterEach(() => void vi.restoreAllMocks())

test('a request is one line: what it used of the database, and nothing that people wrote', async () => {
  const ws = await workspace()
  const { id } = await task(ws, (await project(ws)).id, { title: 'Canary of the log' })
  const headers = { ...ws.owner.headers, 'x-request-id': 'request-of-this-test' }
  await call('GET', `${ws.base}/tasks/${id}`, { headers })
  expect(lines()).toEqual([])
  await call('GET', `${ws.base}/tasks/${id}`, { headers }, all)
  await call('GET', `${ws.base}/search?q=canary`, { headers }, all)
  const [line, search, ...others] = lines()
  expect(line).toEqual({
    event: 'request',
    request_id: 'request-of-this-test',
    operation: 'getTask',
    method: 'GET',
    status: 200,
    ms: expect.any(Number),
    round_trips: 1,
    statements: 2,
    db_ms: expect.any(Number),
    organization: expect.stringMatching(/^[0-9a-f]{12}$/),
  })
  expect([search.operation, search.organization, others]).toEqual(['search', line.organization, []])
  expect(JSON.stringify(lines())).not.toMatch(new RegExp(`${ws.org.id}|${id}|${ws.owner.id}|canary`, 'i'))
})

test('a page is one line, with what the operations behind it used', async () => {
  const ws = await workspace()
  await call('GET', `/organizations/${ws.org.slug}`, { headers: ws.owner.headers }, all)
  const [page, ...others] = lines()
  expect([
    page.operation.slice(0, 5),
    page.round_trips > 0,
    page.statements > page.round_trips,
    others,
  ]).toEqual(['GET /', true, true, []])
})

test('what fails is a line whatever the share, and its statements name the request in a comment', async () => {
  const ws = await workspace()
  const sent: string[] = []
  const gateway = await startGateway((query) => {
    sent.push(query)
    return query.replace(/^\S+ /, 'raise ')
  })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const headers = { ...ws.owner.headers, 'x-request-id': 'request-that-fails' }
  const reply = await call('GET', ws.base, { headers }, { LOG_SAMPLE: '0', SQL_ENDPOINT: gateway.url })
  await gateway.stop()
  expect(lines().map(({ status, request_id }) => [status, request_id])).toEqual([
    [reply.status, 'request-that-fails'],
  ])
  expect(reply.status).toBe(500)
  expect(sent.length).toBeGreaterThan(0)
  expect(sent.filter((query) => !query.startsWith('/*request-that-fails*/ '))).toEqual([])
})
