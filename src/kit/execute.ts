import { sql } from 'drizzle-orm'
import type { Settings } from './config.ts'
import type { Credential } from './credentials.ts'
import type { Database } from './database.ts'
import { invalid, notFound, Refusal, unauthorized } from './errors.ts'
import { problems, type Schema } from './fields.ts'
import { isUuid, uuidv7 } from './id.ts'
import { type Operation, type Role, ranks } from './operation.ts'
import { at, type Ref, type Statement } from './sql.ts'
import { find, matches, type Target } from './targets.ts'
import { hashOf, isToken } from './tokens.ts'
import { Replay } from './trip.ts'

/** One call of an operation, whether it came by HTTP or as a tool. Values are as received: not yet judged. */
export type Call = {
  operation: Operation
  params: Record<string, string>
  query: Record<string, unknown>
  /** What is wrong with the query string itself, such as a repeated parameter. */
  queryProblems?: string[]
  /** Undefined when the body could not be read; `bodyProblem` then says why. */
  body: unknown
  bodyProblem?: string | undefined
  credential: Credential | null
  requestId: string
  ip: string | undefined
  agent: string | undefined
  idempotencyKey?: string | undefined
  /** The header `If-Match`, whose version stands for `version` in the body. */
  ifMatch?: string | undefined
  now: Date
  settings: Settings
  /** The only person whose credential may make this call: the one who opened the tool session. */
  owner?: string | undefined
  /** No organization is named: the one of the key or the caller's only one is meant. */
  choose?: 'must' | 'may' | undefined
}

/** A finished answer: JSON text, or null where there is no body. */
export type Answer = { status: number; text: string | null; replayed?: boolean; caller?: Caller }
export type Caller = {
  user_id: string
  kind: string
  rank: number
  key_id: string | null
  org_id: string | null
  /** Its use has not been noted for a while. */
  stale: boolean
}

/** Runs an operation for a caller in one trip. Throws Refusal. */
export async function execute(call: Call, database: Database): Promise<Answer> {
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
const nothing = { role: 'signed_in', path: '', targets: [], params: [], write: false } as unknown as Operation

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
  return { caller, text: shown ? (results.at(-1) ?? null) : null }
}

async function answer(call: Call, database: Database, query: unknown, body: unknown): Promise<Answer> {
  const { operation } = call
  const made = operation.run({
    params: refs(call),
    query,
    body,
    id: () => uuidv7(call.now.getTime()),
    now: call.now,
    settings: call.settings,
  } as never)
  const own = Array.isArray(made) ? made : [made]
  const status = operation.status ?? 200
  const batch = [
    enter(call, { claim: true }),
    ...lockedFirst(call, body),
    ...admissions(call, true),
    ...keptBy(call, status, own),
  ]
  try {
    const results = await database.batch(batch, { readOnly: !operation.write })
    const caller = results[0] ? (JSON.parse(results[0]) as Caller) : undefined
    if (status === 204) return { status, text: null, caller }
    const text = results.at(-1) ?? null
    if (text === null) throw notFound(emptyMeans(operation))
    return { status, text, caller }
  } catch (error) {
    if (error instanceof Replay) return { status: error.status, text: error.answer || null, replayed: true }
    throw error
  }
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

function pathProblems({ operation, params, choose }: Call): string[] {
  const targets = new Map(operation.targets)
  return operation.params.flatMap((name) => {
    const value = params[name] ?? ''
    if (name === 'org_id' && !value && choose) return []
    if (name === 'token') return value.length > 100 ? [`path.${name}: malformed`] : []
    if (name === 'user_id' && value === 'me') return []
    if (isUuid(value)) return []
    const format = targets.get(name)?.keyFormat
    if (!format) return [`path.${name}: must be a uuid`]
    return format.test(value) ? [] : [`path.${name}: must be a uuid or a key`]
  })
}

function parse(
  location: string,
  schema: Schema | undefined,
  value: unknown,
): { value: unknown; problems: string[] } {
  if (!schema) {
    const extra = value && typeof value === 'object' ? Object.keys(value) : []
    return { value: {}, problems: extra.map((name) => `${location}.${name}: unknown parameter`) }
  }
  const result = schema.safeParse(value)
  return result.success
    ? { value: result.data, problems: [] }
    : { value: undefined, problems: [problems(location, result.error.issues)] }
}

function parseBody(call: Call): { value: unknown; problems: string[] } {
  const { operation, body, bodyProblem } = call
  if (bodyProblem) return { value: undefined, problems: [bodyProblem] }
  if (!operation.body)
    return body === undefined ? { value: undefined, problems: [] } : parse('body', undefined, body)
  const version = versionOf(call)
  const versioned = version !== undefined && body && typeof body === 'object' && !('version' in body)
  return parse('body', operation.body, versioned ? { ...body, version } : body)
}

type Entry = { alone?: boolean; claim?: boolean }

/** The statement that every batch begins with: the trace of the request, and who calls unless all may. */
function enter(call: Call, how: Entry): Statement {
  const { operation, requestId, ip, agent } = call
  const trace = { action: operation.audit, request: requestId, ip, agent }
  if (operation.role === 'public') return sql`select app.trace(${JSON.stringify(trace)}::jsonb)`
  return sql`select app.enter(${JSON.stringify({ ...trace, ...claims(call, how) })}::jsonb)`
}

function claims(call: Call, { alone, claim }: Entry) {
  const { operation, credential, params } = call
  const last = operation.targets.at(-1)
  const role = operation.role in ranks ? (operation.role as Role) : undefined
  return {
    ...(credential?.kind === 'session'
      ? {
          user: credential.user,
          session: credential.session,
          method: operation.method,
          impersonation: credential.impersonation && hashOf(credential.impersonation),
        }
      : { token: hashOf(credential!.token), oauth: credential!.token.startsWith('svc_oat_') }),
    ...(alone
      ? {}
      : {
          org: params.org_id || undefined,
          rank: role && !last ? ranks[role] : undefined,
          write: operation.write,
          reach:
            operation.path.includes('{org_id}') &&
            !operation.reach &&
            !operation.targets.some(([, t]) => t.project)
              ? 'organization'
              : undefined,
          deleted: operation.evenDeleted,
        }),
    ...(call.owner ? { owner: call.owner } : {}),
    ...(call.choose && !(alone && call.choose === 'must') ? { choose: call.choose } : {}),
    by: ['session', 'api_key', 'oauth'].filter(
      (kind) => alone || !operation.not?.includes(kind as 'api_key'),
    ),
    ...(claim && operation.repeats && call.idempotencyKey
      ? { key: call.idempotencyKey, key_hash: requestHash(call) }
      : {}),
  }
}

const requestHash = (call: Call) =>
  hashOf(JSON.stringify([call.operation.id, call.params, call.query, call.body ?? null]))

/** The operation's own lock that must be taken before the lock of its object. */
function lockedFirst({ operation, params }: Call, body: unknown): Statement[] {
  const last = operation.targets.at(-1)
  const statement = last && operation.first?.(matches(last[1], params[last[0]]!), body)
  return statement ? [statement] : []
}

/** A statement for each object in the path: found, and for the last one the role gate, the lock and the state. */
function admissions(call: Call, judgeState: boolean): Statement[] {
  const { operation, params } = call
  return operation.targets.map(([name, target], place) => {
    const last = place === operation.targets.length - 1
    const lock = last && operation.write
    const found = find(target, params[name]!, { lock, trashed: (last && operation.trashed) || false })
    const gate = last ? gateOf(operation, judgeState && !operation.evenArchived) : {}
    return sql`select app.admit(${target.kind}, ${target.what}, ${found}, ${JSON.stringify(gate)}::jsonb)`
  })
}

function gateOf(operation: Operation, judgeState: boolean) {
  const needed = operation.role in ranks ? ranks[operation.role as Role] : undefined
  return { rank: needed, or: operation.or, state: judgeState && operation.write }
}

/** Path values for queries: literal uuids, or what a key was resolved to by the admission. */
function refs({ operation, params }: Call): Record<string, Ref> {
  const targets = new Map<string, Target>(operation.targets)
  return Object.fromEntries(
    operation.params.map((name): [string, Ref] => {
      const value = params[name] ?? ''
      if (name === 'org_id' && !value) return [name, sql`(select app.org_id())`]
      if (name === 'token') return [name, sql`decode(${hashOf(value)}, 'hex')`]
      if (name === 'user_id' && value === 'me') return [name, sql`(select app.user_id())`]
      return [name, isUuid(value) || !targets.has(name) ? value.toLowerCase() : at(targets.get(name)!.kind)]
    }),
  )
}

/** With an Idempotency-Key the last statement's answer is kept in the same transaction. */
function keptBy(call: Call, status: number, own: Statement[]): Statement[] {
  const {
    operation: { repeats, shownOnce },
    idempotencyKey: key,
  } = call
  if (!repeats || !key) return own
  const kept = shownOnce
    ? sql`(answer::jsonb || ${JSON.stringify({ [shownOnce]: null })}::jsonb)::text`
    : sql`answer`
  const last = own.at(-1)!
  return [
    ...own.slice(0, -1),
    sql`with a(answer) as materialized (${last.getSQL()}), kept as materialized (
    select app.keep_answer(${key}, ${status}, ${kept}) from a)
    select answer from a where (select count(*) from kept) >= 0`,
  ]
}

/** What is wrong with the headers that steer a write. */
function headerProblems({ idempotencyKey, ifMatch }: Call): string[] {
  return [
    ...(idempotencyKey === undefined || /^[\x21-\x7e]{1,80}$/.test(idempotencyKey)
      ? []
      : ['header.Idempotency-Key: 1 to 80 printable characters']),
    ...(ifMatch === undefined || etag.test(ifMatch)
      ? []
      : ['header.If-Match: the ETag of the object, "v<number>"']),
  ]
}

const etag = /^(?:\*|(?:W\/)?"v(\d{1,9})")$/

/** The version of `If-Match: "v3"`, for bodies that take one; `*` matches any. */
function versionOf({ ifMatch, operation }: Call): number | undefined {
  const version = ifMatch && etag.exec(ifMatch)?.[1]
  const takesVersion = 'version' in ((operation.body as { shape?: object } | undefined)?.shape ?? {})
  return version && takesVersion ? Number(version) : undefined
}
