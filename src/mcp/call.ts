import { settingsOf } from '../base/config.ts'
import { outsideOf } from '../shared/outside.ts'
import type { Credential } from '../kit/credentials.ts'
import type { Call } from '../kit/call.ts'
import { invalid } from '../kit/errors.ts'
import { addressOf, type Context, tooLarge } from '../kit/http.ts'
import { textProblem, defaultMaxBytes, valueProblem } from '../base/json.ts'
import type { Operation } from '../kit/operation.ts'
import { sensitive, type Tool } from './catalogue.ts'
import { restoreNames } from './other.ts'

export type Arguments = Record<string, unknown>
/** The requester, and the choices stored in their session. */
export type Requester = {
  c: Context
  credential: Credential
  owner?: string | undefined
  organization?: string | null | undefined
  /** The size of the request in bytes. */
  bytes?: number
  /** The header of a request that calls one tool: repeated, it answers what the first one did. */
  idempotencyKey?: string | undefined
}

/** The requester's part of every kit call. */
export const requestContextOf = ({ c, credential, owner }: Requester) => ({
  credential,
  owner,
  requestId: c.get('requestId'),
  ip: addressOf(c),
  agent: c.req.header('user-agent'),
  now: new Date(),
  settings: {
    ...settingsOf(c.env, c.req.url),
    closedBlocks: c.env.MCP_EXPOSE_SENSITIVE === 'false' ? [...sensitive] : [],
  },
  outside: outsideOf(c.env),
  signal: c.req.raw.signal,
})

/** The default number of items in a list, and of characters in a text. */
const defaults = { limit: 25, length: 30_000 }

/** The operation call for a tool's arguments. Unknown arguments are left for the kit to reject. */
export function callOf(tool: Tool, operation: Operation, given: Arguments, requester: Requester): Call {
  const rest: Arguments = withDefaults(tool, given)
  if ('confirm' in (tool.inputSchema.properties as object)) delete rest.confirm
  const take = (name: string) => {
    const value = rest[name]
    delete rest[name]
    return value
  }
  const params = Object.fromEntries(
    operation.params.map((name) => [name, textOf(take(name === 'org_id' ? 'organization_id' : name)) ?? '']),
  )
  restoreNames(rest, operation.params, tool.inputSchema.properties as object)
  const queryArguments = Object.fromEntries(
    tool.query.map((name) => [name, queryValue(take(name))]).filter(([, value]) => value !== undefined),
  )
  const query = operation.body ? queryArguments : { ...queryArguments, ...rest }
  return {
    operation,
    params: inOrganization(params, operation, requester),
    query,
    queryProblems: queryProblemsOf(query),
    body: operation.body ? rest : undefined,
    bodyProblem: operation.body ? bodyProblem(operation, rest, requester) : undefined,
    size: requester.bytes,
    choose: takesOrganization(operation) ? 'must' : 'may',
    idempotencyKey: operation.repeats ? requester.idempotencyKey : undefined,
    ...requestContextOf(requester),
  }
}

const takesOrganization = ({ params }: Operation) => params.includes('org_id')

function bodyProblem({ maxBytes = defaultMaxBytes }: Operation, body: Arguments, { bytes = 0 }: Requester) {
  if (bytes > maxBytes) return tooLarge(maxBytes)
  const problem = valueProblem(body, 'body')
  return problem ? invalid(problem) : undefined
}

/**
 * A key determines its organization; others use the one of the session, else the kit finds their only
 * one.
 */
function inOrganization(
  params: Record<string, string>,
  { params: names }: Operation,
  { credential, organization }: Requester,
) {
  if (!names.includes('org_id') || params.org_id) return params
  const isKey = credential.kind === 'token' && credential.token.startsWith('svc_live_')
  return { ...params, org_id: isKey ? '' : (organization ?? '') }
}

function withDefaults({ inputSchema, defaults: own }: Tool, given: Arguments): Arguments {
  const missing = Object.entries({ ...defaults, ...own }).filter(
    ([name]) =>
      (name in (inputSchema.properties as object) || own?.[name]) &&
      (given[name] === undefined || given[name] === null),
  )
  return { ...given, ...Object.fromEntries(missing) }
}

const textOf = (value: unknown) =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined

/** Models send lists and nulls where a query string needs `a,b` or nothing. */
const queryValue = (value: unknown) =>
  value === null ? undefined : Array.isArray(value) ? value.join(',') : value

const queryProblemsOf = (query: Arguments) =>
  Object.entries(query).flatMap(([name, value]) => {
    const problem = typeof value === 'string' ? textProblem(value) : undefined
    return problem ? [`query.${name}: ${problem}`] : []
  })
