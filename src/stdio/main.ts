#!/usr/bin/env node
import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { apiOf } from './api.ts'
import { runTool, tools } from './tools.ts'

const {
  SERVICE_TOKEN: token,
  SERVICE_API_URL: url = 'http://localhost:8787/api/v1',
  SERVICE_ORG_ID: organization,
} = process.env
if (!token) {
  console.error('SERVICE_TOKEN is missing: set it to a personal access token (svc_live_…) of the service')
  process.exit(1)
}
// Standard output is reserved for the protocol.
console.log = console.info = console.warn = console.debug = console.error
const api = apiOf(url, token)

serveStdio(() => {
  const server = new Server(
    { name: 'service-tools', version: '1.0.0' },
    {
      capabilities: { tools: {} },
      instructions: 'Projects and tasks (also called issues). Tasks have keys such as WEB-12.',
      cacheHints: { 'tools/list': { ttlMs: 3600_000, cacheScope: 'private' } },
    },
  )
  server.setRequestHandler('tools/list', () => ({ tools: tools as never }))
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: given = {} } }) => {
    const result = await runTool(name, given, api, organization)
    if (!result)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `unknown tool ${name}; tools/list names them`)
    return result
  })
  return server
})
