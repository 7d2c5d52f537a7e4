import { Hono } from 'hono'
import { type CallToolResult, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import type { App } from '../../src/kit/http.ts'
import { requestContext } from '../../src/platform/request-context.ts'
import { stateOf } from '../../src/mcp/elicit.ts'
import { answerTools } from '../../src/mcp/endpoint.ts'
import type { Exchange } from '../../src/mcp/server.ts'
import { askingTools, nextQuestion } from './fixture-input.ts'

/** The smallest valid PNG and WAV. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA='
const text = (content: string) => ({ type: 'text' as const, text: content })
const image = { type: 'image' as const, data: png, mimeType: 'image/png' }
const resource = (uri: string, mimeType: string, content: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: content },
})

const tools: Record<string, CallToolResult> = {
  test_simple_text: { content: [text('This is a simple text response for testing.')] },
  test_image_content: { content: [image] },
  test_audio_content: { content: [{ type: 'audio', data: wav, mimeType: 'audio/wav' }] },
  test_embedded_resource: {
    content: [resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  },
  test_multiple_content_types: {
    content: [
      text('Multiple content types test:'),
      image,
      resource('test://mixed', 'application/json', '{"test":"data","value":123}'),
    ],
  },
  test_error_handling: {
    isError: true,
    content: [text('This tool intentionally returns an error for testing')],
  },
  test_tool_with_progress: { content: [text('done')] },
}

function promptOf(name: string, args: Record<string, string>) {
  const prompts: Record<string, object[]> = {
    test_simple_prompt: [text('This is a simple prompt for testing.')],
    test_prompt_with_arguments: [text(`Prompt with arguments: arg1='${args.arg1}', arg2='${args.arg2}'`)],
    test_prompt_with_embedded_resource: [
      resource(args.resourceUri ?? '', 'text/plain', 'Embedded resource content for testing.'),
    ],
    test_prompt_with_image: [image, text('Please analyze the image above.')],
  }
  return { messages: prompts[name]!.map((content) => ({ role: 'user' as const, content })) }
}

function contentsOf(uri: string) {
  const id = /^test:\/\/template\/(\w+)\/data$/.exec(uri)?.[1]
  if (id)
    return {
      uri,
      mimeType: 'application/json',
      text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
    }
  if (uri === 'test://static-binary') return { uri, mimeType: 'image/png', blob: png }
  if (uri === 'test://static-text')
    return { uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `no such resource: ${uri}`, { uri })
}

/** What the conformance suite expects of a server, behind our own endpoint, sessions and transports. */
function fixtureServer({ c: { env } }: Exchange): Server {
  const hint = { ttlMs: 1000, cacheScope: 'private' as const }
  const server = new Server(
    { name: 'fixture', version: '1.0.0' },
    {
      capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
      requestState: { verify: (state) => stateOf(state, env) },
      cacheHints: {
        'tools/list': hint,
        'prompts/list': hint,
        'resources/list': hint,
        'resources/templates/list': hint,
        'resources/read': hint,
      },
    },
  )
  server.setRequestHandler('tools/list', () => ({
    tools: [...Object.keys(tools), ...askingTools].map((name) => ({
      name,
      description: name,
      inputSchema: { type: 'object' as const },
    })),
  }))
  server.setRequestHandler('tools/call', async ({ params: { name } }, context) => {
    const { mcpReq } = context
    if (askingTools.includes(name)) {
      const next = await nextQuestion(name, context, env)
      return typeof next === 'string' ? { content: [text(next)] } : next
    }
    const token = mcpReq._meta?.progressToken
    for (const progress of name === 'test_tool_with_progress' && token !== undefined ? [0, 50, 100] : []) {
      await mcpReq.notify({
        method: 'notifications/progress',
        params: { progressToken: token!, progress, total: 100 },
      })
    }
    return (
      tools[name] ??
      Promise.reject(new ProtocolError(ProtocolErrorCode.InvalidParams, `unknown tool ${name}`))
    )
  })
  server.setRequestHandler('prompts/list', () => ({
    prompts: [{ name: 'test_simple_prompt', description: 'A prompt' }],
  }))
  server.setRequestHandler('prompts/get', async ({ params }, context) => {
    if (params.name !== 'test_input_required_result_prompt')
      return promptOf(params.name, params.arguments ?? {}) as never
    const next = await nextQuestion(params.name, context, env)
    return typeof next === 'string' ? { messages: [{ role: 'user' as const, content: text(next) }] } : next
  })
  server.setRequestHandler('resources/list', () => ({
    resources: [{ uri: 'test://static-text', name: 'text', mimeType: 'text/plain' }],
  }))
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }))
  server.setRequestHandler('resources/read', ({ params: { uri } }) => ({ contents: [contentsOf(uri)] }))
  server.setRequestHandler('completion/complete', () => ({
    completion: { values: ['paris'], total: 1, hasMore: false },
  }))
  return server
}

export const fixture = new Hono<App>()
fixture.use(requestContext)
fixture.all('/mcp', (c) =>
  answerTools(c, () => Promise.reject(new Error('the fixture has no operations')), fixtureServer),
)
