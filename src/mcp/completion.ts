import {
  type CompleteRequest,
  type CompleteResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import { sql } from 'drizzle-orm'
import { Refusal } from '../kit/errors.ts'
import { enter } from '../kit/gate.ts'
import type { Operation } from '../kit/operation.ts'
import { askedBy } from './call.ts'
import type { Kind } from './names.ts'
import { listPrompts } from './prompts.ts'
import { listTemplates } from './resources.ts'
import type { Exchange } from './server.ts'

type Params = CompleteRequest['params']

/** What arguments of prompts name, and the variables of resource templates by the template's name. */
const ofPrompts: Record<string, Kind> = { project: 'project', sprint: 'sprint', person: 'member' }
const ofTemplates: Record<string, Kind> = { task: 'task', document: 'document' }

/** The most values of a completion that the protocol allows. */
const most = 100
/** Nothing that is completed is called by more characters. */
const longest = 200

/** Whoever belongs to the organization may complete; what they see is judged with the values. */
const completing = {
  role: 'signed_in',
  path: '/api/v1/organizations/{org_id}',
  targets: [],
  params: ['org_id'],
  write: false,
  allowsProjectKeys: true,
} as unknown as Operation

/**
 * Values for an argument of a prompt or for the variable of a resource template, best first, in one round trip. Of a
 * caller with several organizations it is not known which is meant: they get none.
 */
export async function complete(params: Params, exchange: Exchange): Promise<CompleteResult> {
  const kind = kindOf(params)
  const { c, organization } = exchange
  const { argument, context } = params
  c.get('admit')(completing)
  const project = context?.arguments?.project?.trim().slice(0, longest) || null
  const found = sql`select app.completions(${kind}, ${argument.value.slice(0, longest)}, ${project}::text)::text`
  const call = {
    ...askedBy(exchange),
    operation: completing,
    params: { org_id: organization ?? '' },
    query: {},
    body: undefined,
    choose: 'may' as const,
  }
  try {
    const results = await c.get('database').batch([enter(call, {}), found], { readOnly: true })
    const values = JSON.parse(results.at(-1)!) as string[]
    return { completion: { values: values.slice(0, most), hasMore: values.length > most } }
  } catch (error) {
    if (error instanceof Refusal) exchange.ended = error
    throw error
  }
}

/** What the argument names. Throws -32602 where there is no such prompt, template or argument. */
function kindOf({ ref, argument }: Params): Kind {
  if (ref.type === 'ref/prompt') {
    const prompt = listPrompts().find(({ name }) => name === ref.name)
    if (!prompt) throw unknown(`unknown prompt ${ref.name}; prompts/list names them`)
    const names = (prompt.arguments ?? []).map(({ name }) => name)
    return known(ofPrompts, names, argument.name, `the prompt ${ref.name}`)
  }
  const template = listTemplates().find(({ uriTemplate }) => uriTemplate === ref.uri)
  if (!template) throw unknown(`unknown resource template ${ref.uri}; resources/templates/list names them`)
  const names = [...template.uriTemplate.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const kinds = Object.fromEntries(names.map((name) => [name, ofTemplates[template.name]!]))
  return known(kinds, names, argument.name, `the template ${ref.uri}`)
}

function known(kinds: Record<string, Kind>, names: string[], name: string, holder: string): Kind {
  if (names.includes(name)) return kinds[name]!
  const has = names.length ? `it has ${names.join(', ')}` : 'it has none'
  throw unknown(`${holder} has no argument ${name}; ${has}`)
}

const unknown = (sentence: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, sentence)
