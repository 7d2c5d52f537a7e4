import conflicts from '../../openapi/conflicts.json' with { type: 'json' }
import type { AfterResponse } from './operation.ts'

/** An error for the caller: an HTTP status, a code of the specification and a sentence. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly retryAfter: number | undefined
  /** What failed inside: for the log alone. */
  override cause: unknown
  /** It is no failure: operators want it so. */
  isIntended = false
  /** Work to do after the error response. */
  afterResponse: AfterResponse[] = []
  constructor(status: number, code: string, message: string, retryAfter?: number) {
    super(message)
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
  }
}

export const unauthorized = (why = 'sign in, or send a valid token as Authorization: Bearer') =>
  new Refusal(401, 'unauthorized', why)
export const forbidden = (why: string) => new Refusal(403, 'forbidden', why)
export const notFound = (what: string) => new Refusal(404, 'not_found', `${what} not found`)
export const conflict = (why: string) => new Refusal(409, 'conflict', why)
export const invalid = (problems: string) => new Refusal(422, 'validation_error', problems)
export const tooMany = (code: 'too_many_requests' | 'account_locked', why: string, seconds: number) =>
  new Refusal(429, code, why, seconds)
export const unavailable = (why = 'the database did not answer in time; try again') =>
  new Refusal(503, 'service_unavailable', why, 2)
export const internal = () => new Refusal(500, 'internal_error', 'something went wrong on our side')

/** The parts of an error from Postgres or the gateway that the service may read; `causeOf` says what may be logged. */
export type DatabaseFault = { [part in (typeof faultParts)[number]]?: string | undefined } & {
  message: string
}
/** `where` names the functions that were running, the innermost first. */
export const faultParts = ['code', 'constraint', 'detail', 'where', 'table', 'column', 'routine'] as const

const sentences = new Map(Object.entries<string>(conflicts))

/** The refusal for a database error. An unknown SQLSTATE is an internal error, whose text is not exposed. */
export const refusalOf = (fault: DatabaseFault): Refusal => Object.assign(judged(fault), { cause: fault })

function judged(fault: DatabaseFault): Refusal {
  const { code = '', constraint = '' } = fault
  const own = ownCodes[code]
  if (own) return own(fault.message, fault.detail)
  if (code === '23505' || code === '23P01')
    return conflict(sentences.get(constraint) ?? 'this value is already taken')
  if (code === '23503') return invalid(`body.${referencingColumn(constraint)}: not found`)
  if (code === '23514') return invalid(sentences.get(constraint) ?? `body: breaks the rule ${constraint}`)
  if (/^40(?:001|P01)$/.test(code)) return conflict('changed at the same moment by somebody else; try again')
  if (/^22(?:P02|003|007|008)$/.test(code) && !functionsIn(fault).length)
    return invalid('body: malformed value')
  if (code === '57014')
    return unavailable('the database took too long; ask for less at once, or try again when it is less busy')
  if (code === '55P03') return unavailable('another change to this is taking long; try again')
  if (!code || /^(?:08|53|57P)/.test(code)) return unavailable()
  return internal()
}

/**
 * Our functions that were running, with the line or statement, the innermost first. What they cannot compute with is no
 * fault of the caller.
 */
export const functionsIn = ({ where = '' }: { where?: string | undefined }) =>
  [...where.matchAll(/function (\w+\.)?"?(\w+)(?:\(.*?\)|")(?: (?:line|statement) (\d+))?/g)]
    .flatMap(([, schema, name, line]) => (onlyRuns(schema, name) ? [] : [line ? `${name}:${line}` : name!]))
    .slice(0, 6)
/** It only runs a statement of a batch, which may cast a value of the caller. */
const onlyRuns = (schema?: string, name?: string) => schema === 'queries.' || name === 'run'

const ownCodes: Record<string, (message: string, detail?: string) => Refusal> = {
  WM401: unauthorized,
  WM403: forbidden,
  WM2FA: (message) => new Refusal(403, 'organization_requires_second_factor', message),
  WM404: (message) => new Refusal(404, 'not_found', message),
  WM409: (message, seconds) => new Refusal(409, 'conflict', message, seconds ? Number(seconds) : undefined),
  WMMAL: (message) => new Refusal(409, 'mail_not_configured', message),
  WM422: invalid,
  /** The detail says in how many seconds the limit frees, where SQL knows. */
  WM429: (message, seconds = '1') => tooMany('too_many_requests', message, Number(seconds)),
  WM503: (message) => Object.assign(unavailable(message), { isIntended: true }),
  WMSES: (message) => new Refusal(404, 'session_not_found', message),
}

/** `tasks_assignee_id_users_id_fk` and `tasks_parent_id` both name the column with the dangling reference. */
const referencingColumn = (constraint: string) =>
  /_([a-z]+_id)(?:_[a-z_]+_id_fk)?$/.exec(constraint.replace(/_[a-z]+_id_fk$/, ''))?.[1] ?? 'reference'

/** The error envelope of the business API. */
export const envelope = ({ status, code, message }: Refusal, requestId: string) => ({
  error: { code, message, request_id: requestId, ...(status === 422 ? { details: detailsOf(message) } : {}) },
})

/** Splits a message into its problems: `body.items[0].name: required` is about the field `items[0].name`. */
export const detailsOf = (message: string) =>
  [...message.matchAll(problem)].map(([, location, field = null, reason]) => ({ location, field, reason }))
const problem = /(?<=^|; )(path|query|header|body)(?:\.(.+?))?: (.*?)(?=; (?:path|query|header|body)[.:]|$)/gs
