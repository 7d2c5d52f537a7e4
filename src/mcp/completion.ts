import {
  type CompleteRequest,
  type CompleteResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import { sql } from 'drizzle-orm'
import { Refusal } from '../kit/errors.ts'
import { enter } from '../kit/authorization.ts'
import type { Operation } from '../kit/operation.ts'
import { requestContextOf } from './call.ts'
import type { Kind } from './names.ts'
import { listPrompts } from './prompts.ts'
import { listTemplates } from './resources.ts'
import type { Exchange } from './server.ts'

type Params = CompleteRequest['params']

/** What kind of object the arguments of prompts name, and the variables of resource templates by template. */
const promptArguments: Record<string, Kind> = { project: 'project', sprint: 'sprint', person: 'member' }
const templateVariables: Record<string, Kind> = { task: 'task', document: 'document' }

/** The most values of a completion that the protocol allows. */
const maxValues = 100
/** No name that can be completed is longer. */
const maxLength = 200

/** All members may complete; the query for the values checks what they may see. */
const completionOperation = {
  role: 'signed_in',
  path: '/api/v1/organizations/{org_id}',
  targets: [],
  params: ['org_id'],
  write: false,
  allowsProjectKeys: true,
} as unknown as Operation

/**
 * Values for an argument of a prompt or the variable of a resource template, best first, in one round trip. Callers
 * with several organizations get none, because it is unknown which one is meant.
 */
export async function complete(params: Params, exchange: Exchange): Promise<CompleteResult> {
  const kind = kindOf(params)
  const { c, organization } = exchange
  const { argument, context } = params
  c.get('checkQuota')(completionOperation)
  const project = context?.arguments?.project?.trim().slice(0, maxLength) || null
  const completions = sql`select case when app.org_id() is null then '[]'
    else app.completions(${kind}, ${argument.value.slice(0, maxLength)}, ${project}::text)::text end`
  const call = {
    ...requestContextOf(exchange),
    operation: completionOperation,
    params: { org_id: organization ?? '' },
    query: {},
    body: undefined,
    choose: 'may' as const,
  }
  try {
    const results = await c.get('database').batch([enter(call, {}), completions], { readOnly: true })
    const values = JSON.parse(results.at(-1)!) as string[]
    return { completion: { values: values.slice(0, maxValues), hasMore: values.length > maxValues } }
  } catch (error) {
    if (error instanceof Refusal) exchange.ended = error
    throw error
  }
}

/** What the argument names. Throws -32602 where there is no such prompt, template or argument. */
function kindOf({ ref, argument }: Params): Kind {
  if (ref.type === 'ref/prompt') {
    const prompt = listPrompts().find(({ name }) => name === ref.name)
    if (!prompt) throw invalidParams(`unknown prompt ${ref.name}; prompts/list names them`)
    const names = (prompt.arguments ?? []).map(({ name }) => name)
    return argumentKind(promptArguments, names, argument.name, `the prompt ${ref.name}`)
  }
  const template = listTemplates().find(({ uriTemplate }) => uriTemplate === ref.uri)
  if (!template)
    throw invalidParams(`unknown resource template ${ref.uri}; resources/templates/list names them`)
  const names = [...template.uriTemplate.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const kinds = Object.fromEntries(names.map((name) => [name, templateVariables[template.name]!]))
  return argumentKind(kinds, names, argument.name, `the template ${ref.uri}`)
}

function argumentKind(kinds: Record<string, Kind>, names: string[], name: string, holder: string): Kind {
  if (names.includes(name)) return kinds[name]!
  const has = names.length ? `it has ${names.join(', ')}` : 'it has none'
  throw invalidParams(`${holder} has no argument ${name}; ${has}`)
}

const invalidParams = (sentence: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, sentence)
