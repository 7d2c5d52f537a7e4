import { sql } from 'drizzle-orm'
import type { Call } from './call.ts'
import type { Database } from './database.ts'
import type { Refusal } from './errors.ts'
import type { Caller } from './execute.ts'
import { isUuid } from '../base/id.ts'
import { type AfterResponse, inOrganization, type Operation, type Role, roleLevels } from './operation.ts'
import { callOf, joined, placesOf, type Query } from '../base/prepared-queries.ts'
import { targetId, compile, Compiled, type Ref, type Statement } from './sql.ts'
import { finderOf, matches, type Target } from './targets.ts'
import { hashOf } from '../base/tokens.ts'

const kinds = ['session', 'api_key', 'oauth', 'impersonation'] as const

const accepts = ({ role, not }: Operation, kind: (typeof kinds)[number]) =>
  role === 'platform' ? kind === 'session' : kind === 'session' || !not?.includes(kind)

/** `noting`: whatever the caller may do there. `locks`: takes those of the operation, which may depend on the body. */
type Entry = { alone?: boolean; noting?: boolean; claim?: boolean; locks?: { body: unknown } }

/** The trace of the request, and the caller unless it is public. */
export function enter(call: Call, how: Entry): Statement {
  const { role } = call.operation
  const name = role === 'public' ? 'trace' : role === 'portal' ? 'enter_portal' : 'enter'
  return new Compiled({ sql: `select app.${name}($1::jsonb)`, params: [requestOf(call, how)] })
}

/** What `app.enter` and `app.trace` get to know of the request. */
const requestOf = (call: Call, how: Entry) => {
  const { operation, requestId, ip, agent, basic } = call
  const trace = { action: operation.audit, request: requestId, ip, agent, basic, timeout: timeoutOf(call) }
  const more = operation.role === 'public' ? { write: operation.write } : callerOf(call, how)
  return JSON.stringify({ ...trace, ...more })
}

/** The milliseconds that a statement may take: two, four or four and a half of the usual five seconds of a request. */
const timeoutOf = (call: Call) =>
  Math.round(call.settings.deadline * (isHeavy(call) ? 0.9 : call.operation.write ? 0.8 : 0.4))

/** Long texts cost as much: they are split into words, compared and indexed. */
const isHeavy = ({ operation: { heavy }, query, size = 0 }: Call) =>
  size > 65_536 || (typeof heavy === 'function' ? heavy(query) : heavy)

/**
 * The first statement of every batch, whose columns Postgres computes one after the other: enters, takes the locks of the
 * operation itself, then admits the objects in the path. Each is looked up; the last one is also checked for role and
 * state, and locked. It stands alone, as its time limits hold from the next statement on.
 */
export function authorize(call: Call, how: Entry, checkState: boolean): Statement {
  if (call.operation.targets.length === 0) return enter(call, how)
  const locks = how.locks ? operationLocks(call, how.locks.body) : []
  const { sql: columns, params } = joined(
    [...locks.map(columnOf), admission(call, how, checkState)],
    [requestOf(call, how)],
  )
  return new Compiled({ sql: `select app.enter($1::jsonb), ${columns}`, params })
}

/** The call of the function of a query, or of the one that runs its text. */
function columnOf(query: Query): Query {
  const text = query.sql.replaceAll('%', '%%').replace(/\$(\d+)/g, '%$1$L')
  return (
    callOf(query) ?? { ...query, sql: `app.run($run$${text}$run$, array[${placesOf(query.params)}]::text[])` }
  )
}

function callerOf(call: Call, { alone, noting, claim }: Entry) {
  const { operation, credential, params } = call
  const role = operation.role in roleLevels ? (operation.role as Role) : undefined
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
          org: (inOrganization(operation) && params.org_id) || undefined,
          rank: role && !noting && operation.targets.length === 0 ? roleLevels[role] : undefined,
          write: operation.write,
          scope: noting ? undefined : `${operation.area}:${operation.write ? 'write' : 'read'}`,
          heavy: isHeavy(call) ? call.settings.heavyAtOnce : undefined,
          reach: reachesOrganization(operation) ? 'organization' : undefined,
          deleted: operation.allows?.includes('deleted') || undefined,
        }),
    ...(call.owner ? { owner: call.owner } : {}),
    ...(call.choose && !(alone && call.choose === 'must') ? { choose: call.choose } : {}),
    ...(alone || noting || operation.allows?.includes('suspended') ? { suspended: true } : {}),
    ...(operation.role === 'platform' && !alone ? { platform: true } : {}),
    by: kinds.filter((kind) => alone || noting || accepts(operation, kind)),
    ...(claim && operation.targets.length === 0 ? idempotencyKeyOf(call) : {}),
  }
}

/** Whether it concerns more than one project, so that keys of a project cannot call it. */
export const reachesOrganization = (operation: Operation) =>
  inOrganization(operation) &&
  !operation.allowsProjectKeys &&
  !operation.targets.some(([, target]) => target.project)

/** The Idempotency-Key that the request claims, once it is known to be permitted. */
const idempotencyKeyOf = (call: Call) =>
  call.operation.repeats && call.idempotencyKey
    ? { key: call.idempotencyKey, key_hash: requestHash(call) }
    : {}

const requestHash = (call: Call) =>
  call.outside.digest(JSON.stringify([call.operation.id, call.params, call.query, call.body ?? null]))

/** The operation's own locks that must be taken before the lock of its object. */
function operationLocks({ operation, params }: Call, body: unknown): Query[] {
  const last = operation.targets.at(-1)
  const locks = last && operation.locks?.(matches(last[1], params[last[0]]!), body)
  return [locks ?? []].flat().map(compile)
}

/** Finds and admits the objects in the path, the outermost first: each within the one before it. */
function admission(call: Call, { claim }: Entry, checkState: boolean): Query {
  const { operation, params } = call
  return operation.targets.reduce<Query>(
    (container, [name, target], place) => {
      const last = place === operation.targets.length - 1
      const how = { lock: last && operation.write, trashed: (last && operation.trashed) || false }
      const found = columnOf(finderOf(target, params[name]!, how))
      const state = checkState && operation.write && !operation.allows?.includes('archived')
      const gate = {
        ...(last ? { ...permissionsOf(operation), state, ...(claim ? idempotencyKeyOf(call) : {}) } : {}),
        ...(target.keyless && !isUuid(params[name]!) ? { missing: target.keyless } : {}),
      }
      const checks = { sql: '$1::jsonb', params: [JSON.stringify(gate)] }
      const { sql: parts, params: values } = joined([container, found, checks])
      return { sql: `app.admit('${target.kind}', '${target.noun}', ${parts})`, params: values }
    },
    { sql: 'null', params: [] },
  )
}

function permissionsOf({ role, or, only, write, allows }: Operation) {
  const rank = role in roleLevels ? roleLevels[role as Role] : undefined
  const writes = write && (rank ?? 0) > roleLevels.viewer && !allows?.includes('project_viewer')
  return { rank, or, only, writes }
}

/** Path values for queries: literal uuids, or the id that the admission resolved a key to. */
export function refs({ operation, params }: Call): Record<string, Ref> {
  const targets = new Map<string, Target>(operation.targets)
  return Object.fromEntries(
    operation.params.map((name): [string, Ref] => {
      const value = params[name] ?? ''
      if (name === 'org_id' && !value) return [name, sql`(select app.org_id())`]
      if (name === 'token') return [name, sql`decode(${hashOf(value)}, 'hex')`]
      if (name === 'user_id' && value === 'me') return [name, sql`(select app.user_id())`]
      return [
        name,
        isUuid(value) || !targets.has(name) ? value.toLowerCase() : targetId(targets.get(name)!.kind),
      ]
    }),
  )
}

/** Releases an Idempotency-Key that was claimed only to see whether it has an answer. */
export const releaseKey = ({ operation: { repeats }, idempotencyKey: key }: Call): Statement[] =>
  repeats && key ? [sql`select app.release_idempotency_key(${key})`] : []

/** With an Idempotency-Key the last statement's answer is stored in the same transaction. */
export function recordIdempotentAnswer(call: Call, status: number, statements: Statement[]): Statement[] {
  const {
    operation: { repeats, response },
    idempotencyKey: key,
  } = call
  if (!repeats || !key) return statements
  if (status === 204) return [...statements, sql`select app.store_response(${key}, ${status}, '')`]
  const secret = response?.shownOnce ?? null
  const answer = columnOf(compile(statements.at(-1)!))
  const { sql: texts, params } = joined([{ sql: '$1, $2, $3', params: [key, status, secret] }, answer])
  const column = { sql: `app.keep_response(${texts}::text)`, params }
  return [...statements.slice(0, -1), new Compiled({ ...column, sql: `select ${column.sql}` }, column)]
}

/** Notes a refusal, of what admins may in the audit trail, in a batch of its own: the refused one is rolled back. */
export function refusalNote(call: Call, { status, cause }: Refusal): Statement[] {
  const { operation, params, credential } = call
  const own = cause ? operation.notesRefusal?.(params) : undefined
  const isAudited = roleLevels[operation.role as Role] >= roleLevels.admin
  if (status !== 403 || !isUuid(params.org_id ?? '') || !(own || isAudited)) return []
  const impersonation = credential?.kind === 'session' && credential.impersonation
  const hash = impersonation ? hashOf(impersonation) : null
  const note = sql`select app.record_refusal(${params.org_id}::uuid, ${operation.id}, ${hash})`
  return [
    noting(call, own ? { noting: true } : { alone: true }),
    ...(own ? [own] : []),
    ...(isAudited ? [note] : []),
  ]
}

/** Enters a caller who writes nothing but a note, in a batch of its own. */
function noting(call: Call, how: Entry): Statement {
  const operation = { ...call.operation, method: 'GET' as const, audit: undefined, write: false as const }
  return enter({ ...call, operation: operation as Operation }, how)
}

/** Until when there is nothing to note, by operation, organization and caller. */
const noted = new Map<string, number>()

/**
 * What an operation notes once it has answered: one more round trip after the response, and none while this isolate knows that
 * there is an entry of the same caller.
 */
export function readNote(call: Call, caller: Caller | undefined, database: Database): AfterResponse[] {
  const { id, notesRead } = call.operation
  if (!notesRead || !caller) return []
  const { org_id, user_id, kind, impersonated_until } = caller
  const key = [id, org_id, user_id, kind, impersonated_until !== null].join(' ')
  if ((noted.get(key) ?? 0) > call.now.getTime()) return []
  return [
    async () => {
      const [, lasts] = await database.batch([noting(call, { noting: true }), notesRead])
      if (noted.size >= 10_000) noted.clear()
      noted.set(key, call.now.getTime() + Number(lasts))
    },
  ]
}
