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
const help = `service-tools: the tools for projects and tasks over standard input and output (MCP).

An assistant starts it; nothing is typed here. Settings, as environment variables:
  SERVICE_TOKEN    an API key or access token of the service (svc_live_…); required
  SERVICE_API_URL  the address of the API; http://localhost:8787/api/v1 unless set
  SERVICE_ORG_ID   the organization, if you belong to several`
if (process.argv.slice(2).some((one) => ['--help', '-h'].includes(one))) {
  console.log(help)
  process.exit(0)
}
if (!token) {
  console.error('SERVICE_TOKEN is missing: set it to an API key (svc_live_…) of the service. See --help')
  process.exit(1)
}
if (!URL.canParse(url)) {
  console.error(`SERVICE_API_URL is not a URL: ${url}. Use something like https://service.example/api/v1`)
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
