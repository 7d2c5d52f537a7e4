import { settingsOf } from '../kit/config.ts'
import { outsideOf } from '../shared/outside.ts'
import type { Credential } from '../kit/credentials.ts'
import type { Call } from '../kit/call.ts'
import { invalid } from '../kit/errors.ts'
import { addressOf, type Context } from '../kit/http.ts'
import { textProblem, tooLarge, defaultMaxBytes, valueProblem } from '../kit/json.ts'
import type { Operation } from '../kit/operation.ts'
import type { Tool } from './catalogue.ts'
import { ownNames } from './other.ts'

export type Arguments = Record<string, unknown>
/** The requester, and what their session remembers. */
export type Asker = {
  c: Context
  credential: Credential
  owner?: string | undefined
  organization?: string | null | undefined
  /** How many bytes the request has. */
  bytes?: number
}

/** The requester's part of every kit call. */
export const askedBy = ({ c, credential, owner }: Asker) => ({
  credential,
  owner,
  requestId: c.get('requestId'),
  ip: addressOf(c),
  agent: c.req.header('user-agent'),
  now: new Date(),
  settings: settingsOf(c.env, c.req.url),
  outside: outsideOf(c.env),
  signal: c.req.raw.signal,
})

/** So many items of a list, and characters of a text, unless asked otherwise. */
const usual = { limit: 25, length: 30_000 }

/** The operation call for a tool's arguments. Unknown arguments are left for the kit to reject. */
export function callOf(tool: Tool, operation: Operation, given: Arguments, asker: Asker): Call {
  const rest: Arguments = withUsual(tool, given)
  if (tool.annotations.destructiveHint) delete rest.confirm
  const take = (name: string) => {
    const value = rest[name]
    delete rest[name]
    return value
  }
  const params = Object.fromEntries(
    operation.params.map((name) => [name, textOf(take(name === 'org_id' ? 'organization_id' : name)) ?? '']),
  )
  ownNames(rest, operation.params, tool.inputSchema.properties as object)
  const named = Object.fromEntries(
    tool.query.map((name) => [name, queryValue(take(name))]).filter(([, value]) => value !== undefined),
  )
  const query = operation.body ? named : { ...named, ...rest }
  return {
    operation,
    params: inOrganization(params, operation, asker),
    query,
    queryProblems: queryFaults(query),
    body: operation.body ? rest : undefined,
    bodyProblem: operation.body ? bodyProblem(operation, rest, asker) : undefined,
    choose: takesOrganization(operation) ? 'must' : 'may',
    ...askedBy(asker),
  }
}

const takesOrganization = ({ params }: Operation) => params.includes('org_id')

function bodyProblem({ maxBytes = defaultMaxBytes }: Operation, body: Arguments, { bytes = 0 }: Asker) {
  if (bytes > maxBytes) return tooLarge(maxBytes)
  const problem = valueProblem(body, 'body')
  return problem ? invalid(problem) : undefined
}

/**
 * A key determines its organization; others use the one the session remembers, else the kit finds their only
 * one.
 */
function inOrganization(
  params: Record<string, string>,
  { params: names }: Operation,
  { credential, organization }: Asker,
) {
  if (!names.includes('org_id') || params.org_id) return params
  const isKey = credential.kind === 'token' && credential.token.startsWith('svc_live_')
  return { ...params, org_id: isKey ? '' : (organization ?? '') }
}

function withUsual({ inputSchema }: Tool, given: Arguments): Arguments {
  const missing = Object.entries(usual).filter(
    ([name]) =>
      name in (inputSchema.properties as object) && (given[name] === undefined || given[name] === null),
  )
  return { ...given, ...Object.fromEntries(missing) }
}

const textOf = (value: unknown) =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined

/** Models send lists and nulls where a query string needs `a,b` or nothing. */
const queryValue = (value: unknown) =>
  value === null ? undefined : Array.isArray(value) ? value.join(',') : value

const queryFaults = (query: Arguments) =>
  Object.entries(query).flatMap(([name, value]) => {
    const problem = typeof value === 'string' ? textProblem(value) : undefined
    return problem ? [`query.${name}: ${problem}`] : []
  })
