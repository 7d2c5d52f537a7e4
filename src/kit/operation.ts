import type { SQL } from 'drizzle-orm'
import type { Outside, Settings } from './config.ts'
import type { Schema } from './fields.ts'
import type { Ref, Statement } from './sql.ts'
import type { Target } from './targets.ts'
import type { TokenKind } from './tokens.ts'

export const ranks = { owner: 50, admin: 40, manager: 30, member: 20, viewer: 10 } as const
export type Role = keyof typeof ranks
/** `platform` is for operators of the platform, by session cookie alone; `portal` for contacts of clients alone. */
export type Access = Role | 'signed_in' | 'public' | 'platform' | 'portal'

type Names<At> = At extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
type Output<S> = S extends { _output: infer T } ? T : undefined

/** What `run` decides with: `id()` and `now` are the only sources of ids and time, a token comes as its SHA-256. */
export type Input<At extends string, Q, B> = {
  params: Record<Names<At> | 'org_id', Ref>
  query: Output<Q>
  body: Output<B>
  id: () => string
  now: Date
  settings: Settings
  outside: Outside
  /** The version that `If-Match` names, for bodies that have no place for it. */
  expectedVersion: number | undefined
  /** What `preload` read, as JSON. */
  preloaded: unknown
  /** What `preflight` performed, where the operation has one. */
  prepared: Preparation | undefined
}

/** Facts for the write, and how to take back what was done where the write is refused. */
export type Preparation = { facts: Record<string, string>; compensate: () => Promise<void> }

/** A path value that is neither an id nor a key: what it looks like, and what is wrong where it does not. */
export type PathFormat = { format: RegExp; problem: string; example: string }

type Common<At extends string, Q, B, R> = {
  id: string
  /** What it does, in one line for the reference and the tool list. */
  summary: string
  /** Method and path; paths stand under the organization, or under /api/v1 when they begin with `~`. */
  at: At
  role: Access
  /** The object's own author, or the lead of its project, may do it from `member` on; others need `role`. */
  or?: 'owner' | 'lead'
  /** Only the object's own author may do it, whatever the role of others. */
  only?: 'author'
  /** Credentials that may not call it; all may by default. */
  not?: ('api_key' | 'oauth' | 'impersonation')[]
  /** Open to keys of one project although its path names no project. */
  allowsProjectKeys?: true
  /** What it works for all the same: an archived project or its viewers, an organization to be deleted or suspended. */
  allows?: ('archived' | 'project_viewer' | 'deleted' | 'suspended')[]
  /** Works on objects in the trash instead of live ones, or on both. */
  trashed?: true | 'either'
  /** The tool of the catalogue that is this operation; two names where the catalogue has two. */
  tool?: string | string[]
  /** It is also the tool where that argument of it is absent: a question about one object becomes one about all. */
  insteadOf?: [tool: string, absent: string]
  /** More for the reference, where one line does not say it. */
  details?: string
  /** What is not found when its answer is empty, where the path names no target. */
  noun?: string
  pathFormats?: Record<string, PathFormat>
  /** What the token in its path opens; another kind or a wrong checksum is 404 without a trip. */
  byToken?: { kind: TokenKind; noun: string }
  query?: Q
  returns?: R
  status?: 200 | 201 | 202 | 204
  response?: {
    /** True for an answer that tells of something new: it is 201 where it is usually 200. */
    createdIf?: (answer: string) => boolean
    /** Its ETag follows from the answer, and `If-None-Match` with it is answered 304. */
    conditional?: true
    /** The field that is shown once, never stored: null in the answer kept for an Idempotency-Key. */
    shownOnce?: string
    /** A person who asks for it opens an object of this kind, which is recorded among their recent ones. */
    recordsOpened?: 'task' | 'project' | 'document'
  }
  /** Operations that prepare its object (delete before restore), for the generated tests. */
  setup?: string[]
  /** May take nearly as long as a request may last, so that an organization runs only a few of them at once. */
  heavy?: true
  /** Requests that one address may send in a minute to an operation open to the public, where 60 are not right. */
  perMinute?: number
  /** Extra refusals for the reference, beyond those that follow from path, role and body. */
  refuses?: (401 | 403 | 409 | 429 | 502)[]
  run: (input: Input<At, Q, B>) => Statement | Statement[]
}

/** Work for when the answer has left: statements of one batch, and what is no statement. */
export type AfterResponse = Statement | (() => Promise<unknown>)

/** What an answer may be transformed with when the trip is over and nothing is locked any more. */
export type TransformContext = {
  outside: Outside
  settings: Settings
  now: Date
  /** One more statement of the same caller, in a trip of its own, for what can be asked only now. */
  query: (statement: Statement) => Promise<string | null>
  /** Statements for a batch of their own, and other work, when the answer has left; nobody waits for it. */
  afterResponse: (...work: AfterResponse[]) => void
  /** Ends when the client has gone away. */
  signal: AbortSignal | undefined
}
type Transforming = {
  /**
   * Makes the response of what the last statement answered (both JSON text), where SQL is no tool for the computation
   * or where something outside has a say in it. Whatever it asks outside needs a time limit of its own.
   */
  transform?: (answer: string, context: TransformContext) => string | Promise<string>
}
type Reading = Transforming & {
  write: false
  audit?: undefined
  body?: undefined
  locks?: undefined
  preflight?: undefined
  maxBytes?: undefined
  example?: Record<string, unknown>
  preload?: (input: never) => Statement
}
type Preloading<At extends string, Q, B> = {
  /**
   * What `run` must read before it can say its statements, as one JSON value; nothing there is 404. It is a trip of
   * its own, entered and admitted as the second is, so test/contract/budgets.ts names each operation that has one.
   */
  preload?: (input: Input<At, Q, B>) => Statement
}
type Writing<B> = Transforming & {
  write: true
  /** The action of its audit entry; null for what leaves none, as it is nobody else's business at all. */
  audit: string | null
  body?: B
  /** Path values and a body that work on a fresh organization, for the reference and the generated tests. */
  example?: Record<string, unknown>
  preload?: (input: never) => Statement
  /**
   * Statements before the object of the path is locked, for locks that everybody must take in one order (first the
   * dependencies, then the project, then its tasks). `row` picks the object in its table.
   */
  locks?: (row: SQL, body: Output<B>) => Statement | Statement[] | undefined
  /** The bytes of the largest body, where 256 KiB are too few. */
  maxBytes?: number
  /**
   * Work outside of the database that must come before the write. `authorize` gives the statements of a trip of their
   * own that decides whether it may be done, or nothing where this body needs none of it; `perform` gets the answer of
   * the last of them. The write decides again.
   */
  preflight?: {
    authorize: (body: Output<B>, params: Record<string, Ref>) => Statement[] | undefined
    perform: (body: Output<B>, org: string, outside: Outside, answer: string | null) => Promise<Preparation>
  }
}

export type AnyOperation = Omit<Common<string, Schema, Schema, Schema>, 'run'> &
  ((Reading & { body?: Schema }) | Writing<Schema>) & { run: (input: never) => Statement | Statement[] }

/** An operation that only reads: its batch is READ ONLY. A reading POST carries a body. */
export const read = <const At extends string, Q, R, B = undefined>(
  operation: Common<At, Q, B, R> &
    Transforming &
    Preloading<At, Q, B> & { body?: B; example?: Record<string, unknown> },
): AnyOperation => ({ ...operation, write: false }) as unknown as AnyOperation

/** An operation that changes something; it does not compile without the action of its audit entry. */
export const write = <const At extends string, Q, B, R>(
  operation: Common<At, Q, B, R> & Omit<Writing<B>, 'write' | 'preload'> & Preloading<At, Q, B>,
): AnyOperation => ({ ...operation, write: true }) as unknown as AnyOperation

/** `asTools` stand for operations of the same id where a tool calls them, to do a whole job in one call. */
export type Area = { name: string; title: string; operations: Operation[]; asTools: Operation[] }
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
  asTools: AnyOperation[] = [],
): Area {
  const bound = (operation: AnyOperation) => bind(name, targets, operation)
  return { name, title, operations: list.map(bound), asTools: asTools.map(bound) }
}

function bind(name: string, targets: Record<string, Target>, operation: AnyOperation): Operation {
  const [method, relative] = operation.at.split(' ') as [Operation['method'], string]
  const [base, tail] = relative.startsWith('~')
    ? ['', relative.slice(1)]
    : ['/organizations/{org_id}', relative]
  const path = `/api/v1${base}${tail === '/' ? '' : tail}`
  const params = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
  const named = params.flatMap((name) => (targets[name] ? [[name, targets[name]] as [string, Target]] : []))
  const repeats = operation.write && method === 'POST' && operation.status === 201
  return { ...operation, area: name, method, path, params, targets: named, repeats }
}
