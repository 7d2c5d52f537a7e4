import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server'
import { sql } from 'drizzle-orm'
import { foundKinds } from '../../db/schema/kinds.ts'
import { invalid } from '../kit/errors.ts'
import type { Operation } from '../kit/operation.ts'
import type { Arguments } from './call.ts'
import type { Catalogue, Listed, Tool } from './catalogue.ts'
import type { Json } from './json.ts'

const hints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
const text = (description: string) => ({ type: 'string', description })

/**
 * The tools of `?tools=knowledge`, as clients want them that only look things up and cite them, such as the company
 * knowledge of ChatGPT: `search` answers ids, `fetch` the whole text of one.
 */
export const knowledgeTools: Listed[] = [
  {
    name: 'search',
    title: 'Search',
    description:
      'Search tasks, documents, projects, clients, leads, deals, invoices, expenses, contracts, suppliers and tickets',
    inputSchema: {
      type: 'object',
      properties: { query: text('Words, or a key such as WEB-12') },
      required: ['query'],
    },
    annotations: hints,
  },
  {
    name: 'fetch',
    title: 'Fetch',
    description: 'Get the whole text of something that search found',
    inputSchema: { type: 'object', properties: { id: text('An id that search answered') }, required: ['id'] },
    annotations: hints,
  },
]
const maxResults = 20

/** A tool that reads one object, by the kind of object: `get_invoice`, whose first argument names it. */
function readerOf(kind: string, byName: Map<string, Tool>): Tool | undefined {
  const tool = byName.get(kind === 'task' ? 'get_issue' : `get_${kind}`)
  return tool && tool.inputSchema.required ? tool : undefined
}

/** The kinds of objects that `fetch` reads. */
const readableKinds = (byName: Map<string, Tool>) => foundKinds().filter((kind) => readerOf(kind, byName))

type Adapted = { tool: Tool; given: Arguments }
/** What `search` of the other tools is called with, and how its operation answers what this one promises. */
function searchCall(given: Arguments, byName: Map<string, Tool>): Adapted {
  const { query } = given
  if (typeof query !== 'string' || !query.trim()) throw invalid('body.query: a few words are required')
  const types = readableKinds(byName).join()
  const outside = { 'results.title': 'origin' }
  const tool = { ...byName.get('search')!, rows: {}, outside }
  return { tool, given: { q: query.trim().slice(0, 200), types, limit: maxResults } }
}

/** The operation, whose answer becomes `{results: [{id, title, url}]}`, in the same round trip; it needs no snippets. */
function asResults(operation: Operation, web: string): Operation {
  const run: Operation['run'] = (input) => {
    const last = [operation.run(input)].flat().at(-1)!
    return sql`with a(answer) as materialized (${last.getSQL()})
      select json_build_object('results', (select coalesce(json_agg(json_strip_nulls(json_build_object(
          'id', (h->>'type') || ':' || coalesce(case h->>'type' when 'task' then h->>'key' end, h->>'id'),
          'title', coalesce((h->>'key') || ' ', '') || (h->>'title'), 'origin', h->>'origin',
          'url', ${web}::text || coalesce(app.page_of(h->>'type', (h->>'id')::uuid), '')))), '[]')
        from json_array_elements(a.answer::json->'items') h))::text as answer from a`
  }
  return { ...operation, run, transform: undefined }
}

/** The tool that reads what `fetch` names. */
function fetchCall(given: Arguments, byName: Map<string, Tool>): Adapted & { kind: string } {
  const [, kind = '', id = ''] = /^([a-z_]+):(.+)$/.exec(typeof given.id === 'string' ? given.id : '') ?? []
  const tool = readerOf(kind, byName)
  if (!tool || !readableKinds(byName).includes(kind))
    throw invalid('body.id: must be an id that search answered, such as task:WEB-12')
  const [argument] = tool.inputSchema.required as string[]
  return { tool, kind, given: { [argument!]: id, detail: 'full' } }
}

/** The operation with the address of the page of what it answers, in the same round trip. */
function withPage(operation: Operation, kind: string): Operation {
  const run: Operation['run'] = (input) => {
    const statements = [operation.run(input)].flat()
    const last = statements.at(-1)!
    return [
      ...statements.slice(0, -1),
      sql`with a(answer) as materialized (${last.getSQL()}) select (a.answer::jsonb || jsonb_build_object('page',
        app.page_of(${kind}, (a.answer::jsonb->>'id')::uuid)))::text as answer from a`,
    ]
  }
  return { ...operation, run }
}

type Call = (
  tool: Tool,
  given: Arguments,
  adapt: (operation: Operation) => Operation,
) => Promise<CallToolResult | InputRequiredResult>
/** Calls `search` or `fetch`, by the tools that they stand for. */
export async function callKnowledge(
  name: string,
  given: Arguments,
  { byName }: Catalogue,
  web: string,
  call: Call,
) {
  if (name === 'search') {
    const { tool, given: sent } = searchCall(given, byName)
    return call(tool, sent, (operation) => asResults(operation, web))
  }
  const { tool, kind, given: sent } = fetchCall(given, byName)
  const result = await call(tool, sent, (operation) => withPage(operation, kind))
  return asDocument(String(given.id), result as CallToolResult, web)
}

/** What a tool answered of an object as `{id, title, text, url, metadata}`: each field is a line of the text. */
function asDocument(id: string, result: CallToolResult, web: string): CallToolResult {
  const [content] = result.content
  if (result.isError || content?.type !== 'text') return result
  const { page, ...object } = JSON.parse(content.text) as Json
  const { key, number, title, name, subject } = object
  const said = [key ?? number, title ?? name ?? subject].filter(Boolean).map(String)
  const answer = {
    id,
    title: said.join(' ') || id,
    text: Object.entries(object).map(lineOf).join('\n'),
    url: web + (typeof page === 'string' ? page : ''),
    metadata: { type: id.split(':')[0]! },
  }
  return { ...result, content: [{ type: 'text', text: JSON.stringify(answer) }] }
}

const lineOf = ([name, value]: [string, unknown]) =>
  `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`
