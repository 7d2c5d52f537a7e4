#!/usr/bin/env node
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import manifest from '../../package.json' with { type: 'json' }
import { CheckedServer } from '../mcp/checked-server.ts'
import { callTool, serviceAt } from './service.ts'
import { inOrganization, tools } from './tools.ts'

const {
  SERVICE_TOKEN: token = '',
  SERVICE_API_URL: url = 'http://localhost:8787/api/v1',
  SERVICE_ORG_ID: organization,
} = process.env
const { version } = manifest
const help = `service-tools: the tools for projects and tasks over standard input and output (MCP).

An assistant starts it; nothing is typed here. Settings, as environment variables:
  SERVICE_TOKEN    an API key or access token of the service (svc_live_…); required
  SERVICE_API_URL  the address of the API; http://localhost:8787/api/v1 unless set
  SERVICE_ORG_ID   the organization, if you belong to several`
const asked = (...options: string[]) => process.argv.slice(2).some((one) => options.includes(one))
const answerAndExit = (text: string) => {
  console.log(text)
  process.exit(0)
}
const refuse = (problem: string) => {
  console.error(problem)
  process.exit(1)
}
if (asked('--help', '-h')) answerAndExit(help)
if (asked('--version', '-v')) answerAndExit(version)
if (!token.trim())
  refuse('SERVICE_TOKEN is missing: set it to an API key (svc_live_…) of the service. See --help')
if (/[^\x21-\x7e]/.test(token.trim()))
  refuse('SERVICE_TOKEN contains a line break, a blank or another character that no token has: copy it again')
if (!/^https?:/.test(URL.parse(url)?.protocol ?? ''))
  refuse(`SERVICE_API_URL is not a web address: ${url}. Use something like https://service.example/api/v1`)
// Standard output is reserved for the protocol.
console.log = console.info = console.warn = console.debug = console.error
const service = serviceAt(url, token.trim())

serveStdio(() => {
  const server = new CheckedServer(
    { name: 'service-tools', version },
    {
      capabilities: { tools: {} },
      instructions:
        'Projects and tasks (also called issues). Tasks have keys such as WEB-12. Wherever an id is expected, names work ' +
        'too: of a person (or me), a sprint (or active), a column, a milestone, a tag.',
      cacheHints: { 'tools/list': { ttlMs: 3600_000, cacheScope: 'private' } },
    },
  )
  server.setRequestHandler('tools/list', () => ({ tools: tools as never }))
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: given = {} } }) => {
    const tool = tools.find((one) => one.name === name)
    if (!tool)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `unknown tool ${name}; tools/list names them`)
    return callTool(service, name, inOrganization(tool, given, organization))
  })
  return server
})
