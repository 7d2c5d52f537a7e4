import { sql } from 'drizzle-orm'
import type { Call } from './call.ts'
import type { Database } from './database.ts'
import { invalid, notFound, Refusal, unauthorized } from './errors.ts'
import { admissions, enter, keptBy, lockedFirst, refs, refusalNote, unclaimed } from './gate.ts'
import { uuidv7 } from './id.ts'
import { signLink } from '../shared/files/links.ts'
import { headerProblems, parse, parseBody, pathProblems, seenVersion } from './validate.ts'
import type { Done, Later, Operation } from './operation.ts'
import type { Statement } from './sql.ts'
import { isToken } from './tokens.ts'
import { Replay } from './trip.ts'

/** A finished answer: JSON text, or null where there is no body. */
export type Answer = {
  status: number
  text: string | null
  replayed?: boolean
  caller?: Caller
  /** It put work into the outbox, to be done when the answer has left. */
  emitted?: boolean
  /** What its finishing left to write down. */
  later?: Later[]
}
export type Caller = {
  user_id: string
  kind: string
  rank: number
  key_id: string | null
  org_id: string | null
  /** Its use has not been noted for a while. */
  stale: boolean
  /** Until when an operator may look with the caller's eyes, where that is what happens. */
  seen_until: string | null
}

/** Runs an operation for a caller in one trip. Throws Refusal. */
export const execute = (call: Call, database: Database): Promise<Answer> =>
  perhaps(call, database).catch((error: unknown) => {
    if (error instanceof Refusal && error.status === 403) error.later.push(...refusalNote(call))
    throw error
  })

async function perhaps(call: Call, database: Database): Promise<Answer> {
  const { operation } = call
  if (operation.role !== 'public' && !call.credential) throw unauthorized()
  const { byToken } = operation
  if (byToken && !isToken(byToken.kind, call.params.token ?? '')) {
    return refuseAfter(database, [enter(call, { alone: true })], operation, notFound(byToken.what))
  }
  const path = pathProblems(call)
  const query = parse('query', operation.query, call.query)
  const wrong = [...path, ...(call.queryProblems ?? []), ...query.problems, ...headerProblems(call)]
  if (wrong.length)
    return refuseAfter(database, [enter(call, { alone: true })], operation, invalid(wrong.join('; ')))
  const body = parseBody(call)
  if (body.problems.length) {
    const gate = [enter(call, {}), ...admissions(call, false)]
    return refuseAfter(database, gate, operation, invalid(body.problems.join('; ')))
  }
  return answer(call, database, query.value, body.value)
}

type Asking = Omit<Call, 'operation' | 'params' | 'query' | 'body'>
const nothing = {
  role: 'signed_in',
  path: '',
  targets: [],
  params: [],
  write: false,
  evenSuspended: true,
} as unknown as Operation

/** Who calls, in one trip and without doing anything. */
export async function identify(asking: Asking, database: Database): Promise<Caller> {
  const call = { ...asking, operation: nothing, params: {}, query: {}, body: undefined }
  const [caller] = await database.batch([enter(call, { alone: true })])
  return JSON.parse(caller!) as Caller
}

/**
 * Judges a write as `execute` would, up to its objects and their state, but reads with `shown` instead of writing.
 * Gives what `shown` answers, or null where it answers nothing.
 */
export async function preview(call: Call, shown: Operation | undefined, query: object, database: Database) {
  const { operation } = call
  const wrong = [...pathProblems(call), ...parse('query', operation.query, call.query).problems]
  if (wrong.length)
    return refuseAfter(database, [enter(call, { alone: true })], operation, invalid(wrong.join('; ')))
  const body = parseBody(call)
  const gate = [enter(call, {}), ...admissions(call, true)]
  if (body.problems.length) return refuseAfter(database, gate, operation, invalid(body.problems.join('; ')))
  const { now, settings } = call
  const reading =
    shown?.run({
      params: refs({ ...call, operation: shown }),
      query: parse('query', shown.query, query).value,
      body: undefined,
      id: () => uuidv7(),
      now,
      settings,
    } as never) ?? []
  const results = await database.batch([...gate, ...[reading].flat()])
  const caller = JSON.parse(results[0]!) as Caller
  const text = results.at(-1) ?? null
  return {
    caller,
    text:
      shown && text !== null ? (await finished({ ...call, operation: shown }, database, text)).text : null,
  }
}

/** The answer of an operation as its caller gets it, and what is to be written down after it. */
async function finished(call: Call, database: Database, told: string) {
  const { operation, outside, settings, now, signal } = call
  if (!operation.finish) return { text: told }
  const later: Later[] = []
  const finishing = async () =>
    operation.finish!(told, {
      link: (claims) => `${settings.baseUrl}/files/${signLink(outside.linkKeys, claims)}`,
      outside,
      settings,
      now,
      ask: async (statement) =>
        (await database.batch([enter(call, {}), statement], { readOnly: true })).at(-1) ?? null,
      later: (...work) => void later.push(...work),
      signal,
    })
  const text = await finishing().catch((error: unknown) => {
    if (error instanceof Refusal) error.later.push(...later)
    throw error
  })
  return { text, later }
}

/**
 * Does what must be done outside of the database before the write, when a trip has said that it may be. That trip
 * gives an Idempotency-Key back; the write claims it for good.
 */
async function ahead(call: Call, database: Database, body: unknown): Promise<Done | undefined> {
  const { before } = call.operation
  const judging = before?.judge(body)
  if (!before || !judging) return undefined
  const gate = [enter(call, { claim: true }), ...admissions(call, true)]
  const told = await database.batch([...gate, ...judging, ...unclaimed(call)])
  const { org_id } = JSON.parse(told[0]!) as Caller
  return before.act(body, org_id!, call.outside, told[gate.length + judging.length - 1] ?? null)
}

async function answer(call: Call, database: Database, query: unknown, body: unknown): Promise<Answer> {
  const { operation } = call
  const asked = {
    params: refs(call),
    query,
    body,
    id: () => uuidv7(call.now.getTime()),
    now: call.now,
    settings: call.settings,
    seen: seenVersion(call),
  }
  const prior = operation.prior && (await readPrior(call, operation.prior(asked as never), database))
  let done: Done | undefined
  try {
    done = await ahead(call, database, body)
    return await perform(call, database, body, operation.run({ ...asked, prior, done } as never))
  } catch (error) {
    if (surelyUndone(error)) await done?.undo()
    if (!(error instanceof Replay)) throw error
    const { status, answer: kept } = error
    return { status, ...(kept ? await finished(call, database, kept) : { text: null }), replayed: true }
  }
}

/** True where the write was surely not made; a database that did not answer may have made it. */
const surelyUndone = (error: unknown) =>
  error instanceof Replay || (error instanceof Refusal && error.status < 500)

async function perform(
  call: Call,
  database: Database,
  body: unknown,
  made: Statement | Statement[],
): Promise<Answer> {
  const { operation } = call
  const status = operation.status ?? 200
  const batch = [
    enter(call, { claim: true }),
    ...lockedFirst(call, body),
    ...admissions(call, true),
    ...keptBy(call, status, [made].flat()),
  ]
  const noted = operation.write ? [sql`select app.emitted()`] : []
  const results = await database.batch([...batch, ...noted], { readOnly: !operation.write })
  const caller = results[0] ? (JSON.parse(results[0]) as Caller) : undefined
  const emitted = operation.write && results.at(-1) !== null
  if (status === 204) return { status, text: null, caller, emitted }
  const text = results[batch.length - 1] ?? null
  if (text === null) throw notFound(emptyMeans(operation))
  return {
    status: operation.made?.(text) ? 201 : status,
    ...(await finished(call, database, text)),
    caller,
    emitted,
  }
}

async function readPrior(call: Call, wanted: Statement, database: Database): Promise<unknown> {
  const batch = [enter(call, {}), ...admissions(call, true), wanted]
  const text = (await database.batch(batch, { readOnly: !call.operation.write })).at(-1) ?? null
  if (text === null) throw notFound(emptyMeans(call.operation))
  return JSON.parse(text)
}

/** What is not found when the operation's answer is empty. */
const emptyMeans = ({ what, byToken, targets }: Operation) =>
  what ?? (byToken ?? targets.at(-1)?.[1])?.what ?? 'object'

/** Who may not act is told that first; only then come the problems of what was sent. */
async function refuseAfter(
  database: Database,
  gate: Statement[],
  operation: Operation,
  refusal: Refusal,
): Promise<never> {
  if (operation.role !== 'public') await database.batch(gate, { readOnly: false })
  throw refusal
}
