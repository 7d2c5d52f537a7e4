import type { Outside, Settings } from '../base/config.ts'
import type { Credential } from './credentials.ts'
import type { Refusal } from './errors.ts'
import type { Operation } from './operation.ts'

/** One call of an operation, over HTTP or as a tool. Values are as received, not yet validated. */
export type Call = {
  operation: Operation
  params: Record<string, string>
  query: Record<string, unknown>
  /** What is wrong with the query string itself, such as a repeated parameter. */
  queryProblems?: string[]
  /** Undefined if the body could not be read, for the reason in `bodyProblem`. */
  body: unknown
  bodyProblem?: Refusal | undefined
  /** The bytes of the body. */
  size?: number | undefined
  credential: Credential | null
  requestId: string
  ip: string | undefined
  agent: string | undefined
  basic?: string | undefined
  idempotencyKey?: string | undefined
  /** The header `If-Match`, whose version stands for `version` in the body. */
  ifMatch?: string | undefined
  now: Date
  settings: Settings
  outside: Outside
  /** The only person whose credential may make this call: the one who opened the tool session. */
  owner?: string | undefined
  /** No organization is named: use the one of the key or the caller's only one. */
  choose?: 'must' | 'may' | undefined
  /** Aborted when the client disconnects. */
  signal?: AbortSignal | undefined
  /** Ends the place that its large body takes. */
  leave?: () => void
}
