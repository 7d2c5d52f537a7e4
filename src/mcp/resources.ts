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
import { catalogueOf } from './catalogue.ts'
import { documentText, taskText } from './markdown.ts'
import { maxCharacters } from './result.ts'
import type { Exchange } from './server.ts'

const markdown = 'text/markdown'
/** An object readable as text: the tool that reads it, and the argument that its address provides. */
type Readable = {
  start: string
  tool: string
  argument: string
  given?: object
  /** Adds the other parts of the text, so that they need no second trip. */
  extend?: (exchange: Exchange, operation: Operation) => Promise<Operation>
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
  { start: 'service://tasks/', tool: 'get_issue', argument: 'task_id', extend: withParts, text: taskText },
  {
    start: 'service://documents/',
    tool: 'get_document',
    argument: 'document_id',
    given: { length: maxCharacters },
    text: documentText,
  },
]

export const listTemplates = (): ResourceTemplateType[] => templates

/** True for the address of a task or document, whether it exists or not. */
export const namesObject = (uri: string) => readables.some(({ start }) => uri.startsWith(start))

/** A task or document as Markdown, with the permissions of its operation. What the caller may not see is left out. */
export async function readObject(uri: string, exchange: Exchange): Promise<ReadResourceResult> {
  const {
    start,
    tool: name,
    argument,
    given,
    extend,
    text,
  } = readables.find((one) => uri.startsWith(one.start))!
  const { c, operationOf } = exchange
  const tool = catalogueOf('all', true).byName.get(name)!
  const baseOperation = await operationOf(tool.area, tool.operation)
  c.get('admit')(baseOperation)
  const operation = extend ? await extend(exchange, baseOperation) : baseOperation
  const call = callOf(tool, operation, { ...given, [argument]: decoded(uri.slice(start.length)) }, exchange)
  const answer = await answerOf(call, uri, exchange)
  const contents = [{ uri, mimeType: markdown, text: text(answer as never) }]
  return { contents, ttlMs: 0 }
}

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
