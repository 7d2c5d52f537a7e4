import { sql } from 'drizzle-orm'
import type { Call } from './call.ts'
import type { Database } from './database.ts'
import { invalid, notFound, Refusal } from './errors.ts'
import {
  enter,
  authorize,
  readNote,
  recordIdempotentAnswer,
  refs,
  refusalNote,
  releaseKey,
} from './authorization.ts'
import { uuidv7 } from '../base/id.ts'
import type { AfterResponse, Input, Operation, PreflightResult } from './operation.ts'
import type { Schema } from './fields.ts'
import { jsonb, Prepared, type Statement } from './sql.ts'
import { isToken } from '../base/tokens.ts'
import { Replay } from './round-trip.ts'
import { expectedVersion, headerProblems, parse, parseBody, pathProblems } from './validate.ts'

/** A finished answer: JSON text, or null where there is no body. */
export type Answer = {
  status: number
  text: string | null
  replayed?: boolean
  caller?: Caller
  /** The shards for which it put work into the outbox, to be done after the response. */
  emitted?: number[] | null
  /** The number of rows it wrote. */
  rows?: number
  /** Work that its transformation left for after the response. */
  afterResponse?: AfterResponse[]
}
export type Caller = {
  user_id: string
  kind: string
  rank: number
  key_id: string | null
  org_id: string | null
  /** What operators allow the organization a minute, if they set it: requests of all its credentials, and rows. */
  most_requests: number | null
  most_rows: number | null
  read_only: boolean
  /** It is a key of one project. */
  one_project: boolean
  /** What the key of an app may read and write, by area. */
  scopes: string[] | null
  /** Its use has not been recorded for a while. */
  stale: boolean
  /** Until when an operator may impersonate the caller, if one does. */
  impersonated_until: string | null
}
type Valid = { query: unknown; body: unknown }
type AnyInput = Input<string, Schema, Schema>

/** Runs an operation. Throws refusals in the order 401, 422 (path, query), 404, 403, 422 (body), 409. */
export async function execute(call: Call, database: Database): Promise<Answer> {
  try {
    const valid = await validate(call, database)
    const preloaded = await preload(call, valid, database)
    const answer = await run(call, { ...inputOf(call, valid), preloaded }, database)
    const { afterResponse = [], caller } = answer
    return { ...answer, afterResponse: [...afterResponse, ...readNote(call, caller, database)] }
  } catch (error) {
    if (error instanceof Refusal) error.afterResponse.push(...refusalNote(call, error))
    throw error
  }
}

/** The parsed request. Refusals for missing rights come before those for an invalid body. */
export async function validate(call: Call, database: Database): Promise<Valid> {
  const { operation, params, queryProblems = [] } = call
  const { byToken, role } = operation
  const refuse = async (before: Statement[], refusal: Refusal): Promise<never> => {
    if (role !== 'public') await database.batch(before)
    throw refusal
  }
  if (byToken && !isToken(byToken.kind, params.token ?? ''))
    return refuse([enter(call, { alone: true })], notFound(byToken.noun))
  const query = parse('query', operation.query, call.query)
  const problems = [...pathProblems(call), ...queryProblems, ...query.problems, ...headerProblems(call)]
  if (problems.length) return refuse([enter(call, { alone: true })], invalid(problems.join('; ')))
  if (call.bodyProblem) return refuse([authorize(call, {}, false)], call.bodyProblem)
  const body = parseBody(call)
  if (body.problems.length) return refuse([authorize(call, {}, false)], invalid(body.problems.join('; ')))
  return { query: query.value, body: body.value }
}

export const inputOf = (call: Call, { query, body }: Valid) =>
  ({
    params: refs(call),
    query,
    body,
    id: () => uuidv7(call.now.getTime()),
    now: call.now,
    settings: call.settings,
    outside: call.outside,
    expectedVersion: expectedVersion(call),
    preloaded: undefined,
    preflightResult: undefined,
  }) as AnyInput

/** Authenticates the caller and admits the objects of the path: found, permitted and in a writable state. */
export const authorized = (call: Call, claim = false) => [authorize(call, { claim }, true)]

async function preload(call: Call, valid: Valid, database: Database): Promise<unknown> {
  const { operation } = call
  if (!operation.preload) return undefined
  const query = operation.preload(inputOf(call, valid) as never)
  const results = await database.batch([...authorized(call), query], { readOnly: !operation.write })
  return JSON.parse(found(operation, results.at(-1)))
}

async function run(call: Call, input: AnyInput, database: Database): Promise<Answer> {
  let preflightResult: PreflightResult | undefined
  try {
    preflightResult = await runPreflight(call, input, database)
    return await perform(call, { ...input, preflightResult }, database)
  } catch (error) {
    if (surelyRolledBack(error)) await preflightResult?.compensate()
    if (!(error instanceof Replay)) throw error
    const { answer } = error
    const status = answer && call.operation.response?.createdIf?.(answer) ? 201 : error.status
    return { status, ...(answer ? await transform(call, database, answer) : { text: null }), replayed: true }
  }
}

/** True if the write was certainly rolled back; a database that did not answer may have committed it. */
const surelyRolledBack = (error: unknown) =>
  error instanceof Replay || (error instanceof Refusal && error.status < 500)

/**
 * Does the work outside the database that must precede the write, once a round trip has authorized it. That trip
 * releases the Idempotency-Key; the write claims it for good.
 */
async function runPreflight(call: Call, { body, params, query }: AnyInput, database: Database) {
  const { preflight } = call.operation
  const statements = await preflight?.authorize(body, params, call.outside, query as never)
  if (!preflight || !statements) return undefined
  const before = [...authorized(call, true), ...statements]
  const results = await database.batch([...before, ...releaseKey(call)])
  const org = callerIn(results)?.org_id ?? ''
  return preflight.perform(body, org, call.outside, results[before.length - 1] ?? null)
}

export const writeSummary = new Prepared(sql`select app.write_summary() as answer`)

/** The main batch: caller, locks, objects of the path, the operation's own statements, the idempotency record. */
async function perform(call: Call, input: AnyInput, database: Database): Promise<Answer> {
  const { operation } = call
  const { write, exports, status = 200, response } = operation
  const writes = write || exports
  if (operation.computes) call.outside.refuseBusy(groupOf(call))
  const batch = [
    authorize(call, { claim: true, locks: input }, true),
    ...(exports && !write ? [sql`select app.record_export(${operation.id}, ${jsonb(input.query)})`] : []),
    ...recordIdempotentAnswer(call, status, [operation.run(input as never)].flat()),
  ]
  const results = await database.batch(writes ? [...batch, writeSummary] : batch, { readOnly: !writes })
  const caller = callerIn(results)
  const written: Pick<Answer, 'emitted' | 'rows'> = writes ? JSON.parse(results.at(-1)!) : {}
  if (status === 204) return { status, text: null, caller, ...written }
  const text = found(operation, results[batch.length - 1])
  const created = response?.createdIf?.(text)
  return { status: created ? 201 : status, ...(await transform(call, database, text)), caller, ...written }
}

/** The response text of an operation, and the work for after it. */
export async function transform(call: Call, database: Database, answer: string) {
  const { operation, outside, settings, now, signal } = call
  if (!operation.transform) return { text: answer }
  const afterResponse: AfterResponse[] = []
  const query = async (statement: Statement) =>
    (await database.batch([enter(call, {}), statement], { readOnly: true })).at(-1) ?? null
  try {
    const work = (...left: AfterResponse[]) => void afterResponse.push(...left)
    const context = { outside, settings, now, query, afterResponse: work, signal }
    const make = () => operation.transform!(answer, context)
    const text = await (operation.computes ? outside.inTurn(groupOf(call), make) : make())
    return { text, afterResponse }
  } catch (error) {
    if (error instanceof Refusal) error.afterResponse.push(...afterResponse)
    throw error
  }
}

/** Whose computations are counted together. */
const groupOf = ({ params, ip }: Call) => params.org_id ?? ip ?? ''

export const callerIn = (results: (string | null)[]) =>
  results[0] ? (JSON.parse(results[0]) as Caller) : undefined

/** The answer of a statement, or 404 where it is empty. */
function found({ noun, byToken, targets }: Operation, answer: string | null | undefined): string {
  if (answer == null) throw notFound(noun ?? (byToken ?? targets.at(-1)?.[1])?.noun ?? 'object')
  return answer
}
