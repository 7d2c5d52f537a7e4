import {
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server'
import { sql } from 'drizzle-orm'
import type { Call } from '../kit/call.ts'
import { Refusal } from '../kit/errors.ts'
import { execute } from '../kit/execute.ts'
import type { Operation } from '../kit/operation.ts'
import { followUp } from '../kit/serve.ts'
import { callOf } from './call.ts'
import { catalogueOf, type Tool } from './catalogue.ts'
import { documentText, taskText } from './markdown.ts'
import { fenced, markOutside, newWord, type Places, refsIn } from './outside.ts'
import { trustedAmong } from './trusted.ts'
import { maxCharacters } from './result.ts'
import type { Exchange } from './server.ts'

const markdown = 'text/markdown'
/** An object readable as text: the tool or operation that reads it, and the argument that its address provides. */
type Readable = {
  start: string
  reader: { tool: string } | { area: string; operation: string }
  argument: string
  given?: object
  mimeType: string
  /** Adds the other parts of the text, so that they need no second round trip. */
  extend?: (exchange: Exchange, operation: Operation) => Promise<Operation>
  /** Where the answer has texts of strangers. */
  outside?: () => Places
  text: (answer: never) => string
}

const templates: ResourceTemplateType[] = [
  {
    uriTemplate: 'service://tasks/{key}',
    name: 'task',
    title: 'Task',
    description: 'A task by its key (WEB-12): what it is about, its subtasks and latest comments',
    mimeType: markdown,
  },
  {
    uriTemplate: 'service://documents/{id}',
    name: 'document',
    title: 'Document',
    description: 'A document by its id: its text, as far as 40 000 characters reach',
    mimeType: markdown,
  },
]
const readables: Readable[] = [
  {
    start: 'service://tasks/',
    reader: { tool: 'get_issue' },
    argument: 'task_id',
    mimeType: markdown,
    extend: withParts,
    outside: taskPlaces,
    text: taskText,
  },
  {
    start: 'service://documents/',
    reader: { tool: 'get_document' },
    argument: 'document_id',
    mimeType: markdown,
    given: { length: maxCharacters },
    text: documentText,
  },
  {
    start: 'service://invoices/',
    reader: { area: 'invoices', operation: 'getInvoiceFile' },
    argument: 'invoice_id',
    mimeType: 'text/uri-list',
    text: ({ download_url }: { download_url: string }) => `${download_url}\r\n`,
  },
]
/**
 * What strangers may have written of a task, as the tools that read its parts know. Of subtasks and comments, the text says
 * what they name by its key alone.
 */
function taskPlaces(): Places {
  const { byName } = catalogueOf('all', true)
  const placesOf = (part: string, tool: string, names: boolean) =>
    Object.entries(byName.get(tool)!.outside ?? {})
      .filter(([, when]) => names || when === true || !when.includes('@'))
      .map(([path, when]) => [`${part}.${path}`, when] as const)
  return Object.fromEntries([
    ...placesOf('task', 'get_issue', true),
    ...placesOf('subtasks', 'list_subtasks', false),
    ...placesOf('comments', 'list_comments', false),
  ])
}

/** The answer with the texts of strangers between two lines; asks the database only where it names their tasks. */
async function withoutStrangers(answer: unknown, places: Places, call: Call, exchange: Exchange) {
  const refs = refsIn(markOutside(answer, places))
  const trusted = await trustedAmong(refs, call, exchange.c.get('database'))
  return fenced(markOutside(answer, places, trusted), newWord())
}

export const listTemplates = (): ResourceTemplateType[] => templates

/** True for the address of a task, document or invoice, whether it exists or not. */
export const namesObject = (uri: string) => readables.some(({ start }) => uri.startsWith(start))

/** An object as text, with the permissions of its operation. What the caller may not see is left out. */
export async function readObject(uri: string, exchange: Exchange): Promise<ReadResourceResult> {
  const readable = readables.find((one) => uri.startsWith(one.start))!
  const { start, reader, argument, given, extend, text, mimeType, outside } = readable
  const { c, operationOf } = exchange
  const tool = 'tool' in reader ? catalogueOf('all', true).byName.get(reader.tool)! : undefined
  const { area, operation: id } = tool ?? (reader as { area: string; operation: string })
  const baseOperation = await operationOf(area, id)
  c.get('checkQuota')(baseOperation)
  const operation = extend ? await extend(exchange, baseOperation) : baseOperation
  const named = { ...given, [argument]: decoded(uri.slice(start.length)) }
  const call = callOf(tool ?? bare, operation, named, exchange)
  const answer = await answerOf(call, uri, exchange)
  const shown = outside ? await withoutStrangers(answer, outside(), call, exchange) : answer
  const contents = [{ uri, mimeType, text: text(shown as never) }]
  return { contents, ttlMs: 0 }
}
/** What `callOf` needs to know of an operation without a tool that is called with its path alone. */
const bare = { query: [], inputSchema: { type: 'object', properties: {} } } as unknown as Tool

async function answerOf(call: Call, uri: string, exchange: Exchange): Promise<unknown> {
  try {
    const answer = await execute(call, exchange.c.get('database'))
    followUp(exchange.c, answer)
    return JSON.parse(answer.text!)
  } catch (error) {
    throw error instanceof Refusal ? refusedAs(error, uri, exchange) : error
  }
}

/** For resources, a missing object and a malformed key are the same error. */
function refusedAs(refusal: Refusal, uri: string, exchange: Exchange): Error {
  if (refusal.code === 'session_not_found' || ![404, 422].includes(refusal.status)) {
    exchange.ended = refusal
    return refusal
  }
  if (!refusal.message.startsWith('path.org_id'))
    return new ResourceNotFoundError(uri, `no such resource: ${uri}`)
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    'you belong to several organizations, and a resource cannot say which; use get_issue or get_document with ' +
      'organization_id, or a key of one organization',
  )
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The subtasks, comments and replies that the text of a task includes. */
const subtasksQuery = { tree: false, limit: 50, offset: 0 }
const commentsQuery = { replies: 5, order: 'desc', limit: 10, offset: 0 }

/** The operation that gets a task, extended with its subtasks and latest comments as their own operations answer them. */
async function withParts({ operationOf }: Exchange, getTask: Operation): Promise<Operation> {
  const listSubtasks = await operationOf('tasks', 'listSubtasks')
  const listComments = await operationOf('comments', 'listComments')
  const run: Operation['run'] = (input: object) => {
    const answerTo = (operation: Operation, query?: object) => {
      const statements = [operation.run({ ...input, ...(query ? { query } : {}) } as never)].flat()
      return sql`(${statements.at(-1)!.getSQL()})::json`
    }
    return sql`select json_build_object('task', ${answerTo(getTask)}, 'subtasks', ${answerTo(listSubtasks, subtasksQuery)},
      'comments', ${answerTo(listComments, commentsQuery)})::text as answer`
  }
  return { ...getTask, run }
}
