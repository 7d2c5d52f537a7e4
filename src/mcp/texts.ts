import type { Server } from '@modelcontextprotocol/server'
import type { Listed } from './catalogue.ts'
import { complete } from './completion.ts'
import { listResources, readResource } from './guides.ts'
import { getPrompt, listPrompts } from './prompts.ts'
import { listTemplates, namesObject, readObject } from './resources.ts'
import type { Exchange } from './server.ts'

/** Serves what there is besides tools: resources, prompts, and completions of their arguments. */
export function serveTexts(server: Server, exchange: Exchange, tools: Listed[]): void {
  const { env } = exchange.c
  server.setRequestHandler('resources/list', () => ({ resources: listResources() }))
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: listTemplates() }))
  server.setRequestHandler('resources/read', ({ params: { uri } }) =>
    namesObject(uri) ? readObject(uri, exchange) : readResource(uri, env, tools),
  )
  server.setRequestHandler('prompts/list', () => ({ prompts: listPrompts() }))
  server.setRequestHandler('prompts/get', ({ params: { name, arguments: given = {} } }) =>
    getPrompt(name, given),
  )
  server.setRequestHandler('completion/complete', ({ params }) => complete(params, exchange))
}
