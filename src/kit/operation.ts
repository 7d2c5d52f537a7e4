import type { SQL } from 'drizzle-orm'
import type { Outside, Settings } from './config.ts'
import type { Schema } from './fields.ts'
import type { SignLink } from '../shared/files/links.ts'
import type { Ref, Statement } from './sql.ts'
import type { Target } from './targets.ts'
import type { TokenKind } from './tokens.ts'

export const ranks = { owner: 50, admin: 40, manager: 30, member: 20, viewer: 10 } as const
export type Role = keyof typeof ranks
/** `platform` is for operators of the platform: by session cookie alone, and in no organization. */
export type Access = Role | 'signed_in' | 'public' | 'platform'

type Names<At> = At extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
type Output<S> = S extends { _output: infer T } ? T : undefined

/** What `run` decides with: `id()` and `now` are the only sources of ids and time, a token comes as its SHA-256. */
export type Asked<At extends string, Q, B> = {
  params: Record<Names<At> | 'org_id', Ref>
  query: Output<Q>
  body: Output<B>
  id: () => string
  now: Date
  settings: Settings
  /** The version that `If-Match` names, for bodies that have no place for it. */
  seen: number | undefined
  /** What `prior` found, as JSON. */
  prior: unknown
  /** What the work before the write came to, where the operation has some. */
  done: Done | undefined
}

/** Facts for the write, and how to take back what was done where the write is refused. */
export type Done = { facts: Record<string, string>; undo: () => Promise<void> }

export type Word = { format: RegExp; wrong: string; example: string }

type Common<At extends string, Q, B, R> = {
  id: string
  /** What it does, in one line for the reference and the tool list. */
  does: string
  /** Method and path; paths stand under the organization, or under /api/v1 when they begin with `~`. */
  at: At
  role: Access
  /** The object's own author, or the lead of its project, may do it from `member` on; others need `role`. */
  or?: 'owner' | 'lead'
  /** Only the object's own author may do it, whatever the role of others. */
  only?: 'author'
  /** Credentials that may not call it; all may by default. */
  not?: ('api_key' | 'oauth' | 'impersonation')[]
  /** `any` opens an operation without a project in its path to keys of one project. */
  reach?: 'any'
  /** The tool of the catalogue that is this operation; two names where the catalogue has two. */
  tool?: string | string[]
  /** More for the reference, where one line does not say it. */
  details?: string
  /** What is not found when its answer is empty, where the path names no target. */
  what?: string
  /** Path values that are neither ids nor keys: what they look like, and what is wrong where they do not. */
  words?: Record<string, Word>
  /** What the token in its path opens; another kind or a wrong checksum is 404 without a trip. */
  byToken?: { kind: TokenKind; what: string }
  query?: Q
  returns?: R
  status?: 200 | 201 | 202 | 204
  /** True for an answer that tells of something new: it is 201 where it is usually 200. */
  made?: (answer: string) => boolean
  /** Operations that make its object ready (delete before restore), for the generated tests. */
  given?: string[]
  /** Extra refusals for the reference, beyond those that follow from path, role and body. */
  refuses?: (403 | 409 | 429 | 502)[]
  /** Asked again and again: its ETag follows from the answer, and `If-None-Match` with it is answered 304. */
  polled?: true
  /** A person who asks for it opens an object of this kind, which is noted among what they opened lately. */
  opens?: 'task' | 'project' | 'document'
  /** Works on objects in the trash instead of live ones, or on both. */
  trashed?: true | 'either'
  /** Allowed although the project is archived. */
  evenArchived?: true
  /** Allowed for an organization that is scheduled for deletion. */
  evenDeleted?: true
  /** Allowed for an organization that is suspended. */
  evenSuspended?: true
  run: (asked: Asked<At, Q, B>) => Statement | Statement[]
}

/** What is left to do when the answer has left: statements of one batch, and what is no statement. */
export type Later = Statement | (() => Promise<unknown>)

/** What an answer may be finished with when the trip is over and nothing is locked any more. */
export type Finish = {
  link: SignLink
  outside: Outside
  settings: Settings
  now: Date
  /** One more statement of the same caller, in a trip of its own, for what can be asked only now. */
  ask: (statement: Statement) => Promise<string | null>
  /** Statements for a batch of their own, and other work, when the answer has left; nobody waits for it. */
  later: (...work: Later[]) => void
  /** Ends when the one who asked has gone away. */
  signal: AbortSignal | undefined
}
type Finishing = {
  /**
   * Makes the answer of what the last statement answered (both JSON text), where SQL is no tool for the computation or
   * where something outside has a say in it. Whatever it asks outside needs a time limit of its own.
   */
  finish?: (told: string, by: Finish) => string | Promise<string>
}
type Reading = Finishing & {
  write: false
  audit?: undefined
  body?: undefined
  shownOnce?: undefined
  first?: undefined
  before?: undefined
  largest?: undefined
  example?: Record<string, unknown>
  prior?: (asked: never) => Statement
}
type Prior<At extends string, Q, B> = {
  /**
   * What `run` must read before it can say its statements, as one JSON value; nothing there is 404. It is a trip of
   * its own, entered and admitted as the second is, so test/contract/budgets.ts names each operation that has one.
   */
  prior?: (asked: Asked<At, Q, B>) => Statement
}
type Writing<B> = Finishing & {
  write: true
  /** The action of its audit entry; null for what leaves none, as it is nobody else's business at all. */
  audit: string | null
  body?: B
  /** Path values and a body that work on a fresh organization, for the reference and the generated tests. */
  example?: Record<string, unknown>
  prior?: (asked: never) => Statement
  /** Replays its answer when the same Idempotency-Key comes again; POSTs that create have it by default. */
  repeatable?: boolean
  /** The field that is shown once, never stored: null in the answer kept for an Idempotency-Key. */
  shownOnce?: string
  /**
   * Statements before the object of the path is locked, for locks that everybody must take in one order (first the
   * dependencies, then the project, then its tasks). `row` picks the object in its table.
   */
  first?: (row: SQL, body: Output<B>) => Statement | Statement[] | undefined
  /** The bytes of the largest body, where 4 MiB are too few. */
  largest?: number
  /**
   * Work outside of the database that must come before the write. `judge` gives the statements of a trip of their
   * own that judges whether it may be done, or nothing where this body needs none of it; `act` gets what the last of
   * them told. The write judges again.
   */
  before?: {
    judge: (body: Output<B>) => Statement[] | undefined
    act: (body: Output<B>, org: string, outside: Outside, told: string | null) => Promise<Done>
  }
}

export type AnyOperation = Omit<Common<string, Schema, Schema, Schema>, 'run'> &
  ((Reading & { body?: Schema }) | Writing<Schema>) & { run: (asked: never) => Statement | Statement[] }

/** An operation that only reads: its batch is READ ONLY. A reading POST carries a body. */
export const read = <const At extends string, Q, R, B = undefined>(
  operation: Common<At, Q, B, R> &
    Finishing &
    Prior<At, Q, B> & { body?: B; example?: Record<string, unknown> },
): AnyOperation => ({ ...operation, write: false }) as unknown as AnyOperation

/** An operation that changes something; it does not compile without the action of its audit entry. */
export const write = <const At extends string, Q, B, R>(
  operation: Common<At, Q, B, R> & Omit<Writing<B>, 'write' | 'prior'> & Prior<At, Q, B>,
): AnyOperation => ({ ...operation, write: true }) as unknown as AnyOperation

export type Area = { name: string; title: string; operations: Operation[] }
export type Operation = AnyOperation & {
  area: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** From the host root, with `{names}`. */
  path: string
  params: string[]
  targets: [name: string, target: Target][]
  repeats: boolean
}

/** True for operations of one organization, which the caller must belong to. */
export const inOrganization = ({ path }: { path: string }) =>
  path.startsWith('/api/v1/organizations/{org_id}')

/** Binds operations to their area: method, full path, the objects that the path names. */
export function area(
  name: string,
  title: string,
  targets: Record<string, Target>,
  list: AnyOperation[],
): Area {
  return { name, title, operations: list.map((operation) => bind(name, targets, operation)) }
}

function bind(name: string, targets: Record<string, Target>, operation: AnyOperation): Operation {
  const [method, relative] = operation.at.split(' ') as [Operation['method'], string]
  const tail = relative === '/' ? '' : relative
  const path = relative.startsWith('~')
    ? `/api/v1${relative.slice(1)}`
    : `/api/v1/organizations/{org_id}${tail}`
  const params = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
  const named = params.flatMap((param): [string, Target][] =>
    targets[param] ? [[param, targets[param]]] : [],
  )
  const creates = method === 'POST' && operation.status === 201
  const repeats = operation.write ? (operation.repeatable ?? creates) : false
  return { ...operation, area: name, method, path, params, targets: named, repeats }
}
