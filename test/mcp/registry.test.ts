import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Json } from '../kit/client.ts'
import { workspace } from '../kit/makers.ts'
import { keyOf, modern } from './rpc.ts'

const read = (path: string): Json =>
  JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'))
const server = read('openapi/server.json')
const { name, version, private: unpublished } = read('package.json')
const [remote] = server.remotes

test('the entry for the MCP registry has the version of the package, and packages only if it is published', () => {
  expect([server.version, 'packages' in server]).toEqual([version, !unpublished])
  expect(server.name).toBe(`com.example/${name}`)
})

test('it respects the limits of the registry’s schema', () => {
  expect(server.$schema).toBe('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json')
  expect(server.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
  for (const text of [server.title, server.description]) {
    expect(text.length).toBeGreaterThan(0)
    expect(text.length).toBeLessThanOrEqual(100)
  }
  expect([server.remotes.length, remote.type]).toEqual([1, 'streamable-http'])
  expect(remote.url).toMatch(/^https:\/\/\S+$/)
})

test('every variable of its address is described, and no other', () => {
  const used = [...remote.url.matchAll(/\{(\w+)\}/g)].map(([, variable]) => variable)
  expect(Object.keys(remote.variables)).toEqual(used)
  for (const variable of Object.values<Json>(remote.variables))
    expect([variable.isRequired, variable.description.length > 10]).toEqual([true, true])
})

test('its address and header are those of the service', async () => {
  const [header] = remote.headers
  expect([remote.headers.length, header.isSecret]).toEqual([1, true])
  const { token } = await keyOf(await workspace())
  const value = header.placeholder.replace('svc_live_…', token)
  const { pathname } = new URL(remote.url.replace('{host}', 'service.test'))
  const connect = (headers: Record<string, string>) => modern('server/discover', {}, { headers })
  expect([pathname, (await connect({ [header.name]: value })).status, (await connect({})).status]).toEqual([
    '/mcp',
    200,
    401,
  ])
})
