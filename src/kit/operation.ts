import type { SQL } from 'drizzle-orm'
import type { Outside, Settings } from '../base/config.ts'
import type { Schema } from './fields.ts'
import type { Ref, Statement } from './sql.ts'
import type { Target } from './targets.ts'
import type { TokenKind } from '../base/tokens.ts'

export const roleLevels = { owner: 50, admin: 40, manager: 30, member: 20, viewer: 10 } as const
export type Role = keyof typeof roleLevels
/** `platform` is for operators of the platform, by session cookie alone; `portal` for contacts of clients alone. */
export type Access = Role | 'signed_in' | 'public' | 'platform' | 'portal'

type Names<At> = At extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
type Output<S> = S extends { _output: infer T } ? T : undefined

/** The input of `run`: `id()` and `now` are the only sources of ids and time, a token comes as its SHA-256. */
export type Input<At extends string, Q, B> = {
  params: Record<Names<At> | 'org_id', Ref>
  query: Output<Q>
  body: Output<B>
  id: () => string
  now: Date
  settings: Settings
  outside: Outside
  /** The version of `If-Match`, for bodies without a field for it. */
  expectedVersion: number | undefined
  /** The JSON that `preload` read. */
  preloaded: unknown
  /** The result of `preflight`, if the operation has one. */
  preflightResult: PreflightResult | undefined
}

/** An argument of a tool that has its own operation: that `is` this, or holds the body, with what is `given` besides. */
export type ToolPart = { tool: string; argument: string; says?: string; is?: string | boolean } & {
  /** The fields of its body that it takes, if not all. */
  takes?: string[]
  /** It replaces the operation of the tool, or follows it, also where that was done before (409). */
  order?: 'instead' | 'resumes'
  given?: Record<string, string>
}

/** Facts for the write, and how to undo the work if the write is refused. */
export type PreflightResult = { values: Record<string, string>; compensate: () => Promise<void> }

/** A path value that is neither an id nor a key: its format, and the error for any other. */
export type PathFormat = {
  format: RegExp
  /** What else must hold of a value of this format. */
  accepts?: (value: string) => boolean
  /** How the reference describes it, if its name is not enough. */
  says?: string
  problem: string
  example: string
}

type Common<At extends string, Q, B, R> = {
  id: string
  /** What it does, in one line for the reference and the tool list. */
  summary: string
  /** Method and path, below the organization, or below /api/v1 if it begins with `~`. */
  at: At
  role: Access
  /** The object's own author, or the lead of its project, may do it from `member` on; others need `role`. */
  or?: 'owner' | 'lead'
  /** Only the object's own author may do it, whatever the role of others. */
  only?: 'author'
  /** Credentials that may not call it; none by default. */
  not?: ('api_key' | 'oauth' | 'impersonation')[]
  /** What it notes of a caller whom the database refuses, beside the audit trail; entered as them, whatever they may. */
  notesRefusal?: (params: Record<string, string | undefined>) => Statement
  /** What it notes of a caller once it has answered: returns for how many milliseconds it need not be noted again. */
  notesRead?: Statement
  /** Open to keys of one project although its path names no project. */
  allowsProjectKeys?: true
  /** What it is permitted for nevertheless: archived projects or their viewers, organizations being deleted or suspended. */
  allows?: ('archived' | 'project_viewer' | 'deleted' | 'suspended')[]
  /** Works on objects in the trash instead of live ones, or on both. */
  trashed?: true | 'either'
  /** Its tool in the catalogue; two names if the catalogue has two. */
  tool?: string | string[]
  /**
   * What its tool asks the user about first, always or when a body says so: what others outside the organization get or may
   * do from then on, changes of all that a filter finds, and what writes much at once.
   */
  asks?: { about: 'outside' | 'access' | 'many' | 'much'; when?: (body: Record<string, unknown>) => boolean }
  /** It also serves another tool if that argument is absent: about all objects instead of one. */
  insteadOf?: [tool: string, absent: string]
  /** It also does a part of what other tools do. */
  partOf?: ToolPart[]
  /** More for the reference, if one line is not enough. */
  details?: string
  /** Values of its path that its tool takes where none is sent. */
  toolDefaults?: Record<string, string>
  /** What is reported as not found if its answer is empty and the path names no target. */
  noun?: string
  pathFormats?: Record<string, PathFormat>
  /** What the token in its path gives access to; another kind or a wrong checksum is 404 without a round trip. */
  byToken?: { kind: TokenKind; noun: string }
  query?: Q
  returns?: R
  status?: 200 | 201 | 202 | 204
  response?: {
    /** True if the answer is about something new: 201 instead of 200. */
    createdIf?: (answer: string) => boolean
    /** Its ETag follows from the answer, and `If-None-Match` with it is answered 304. */
    conditional?: true
    /** The field that is shown once, never stored: null in the answer stored for an Idempotency-Key. */
    shownOnce?: string
    /** Calling it opens an object of this kind, which is recorded among the person's recent ones. */
    recordsOpened?: 'task' | 'project' | 'document'
  }
  /** Operations that prepare its object (delete before restore), for the generated tests. */
  setup?: string[]
  /**
   * May take nearly the whole time limit of a request, so an organization runs only a few of them at once; a function
   * tells it by the query. So is every call with a large body.
   */
  heavy?: true | ((query: Record<string, unknown>) => boolean)
  /**
   * Its transformation may occupy the Worker for long, so an isolate does one at a time, and few of an organization wait; the
   * next is refused. Only for what reads: a write would be refused after it was written.
   */
  computes?: true
  /** Hands out data of the organization as a file: its audit entry, of which owners are told, is written with the answer. */
  exports?: true
  /** Requests per minute that one address may send to a public operation, if not 60. */
  perMinute?: number
  /** Extra refusals for the reference, beyond those that follow from path, role and body. */
  refuses?: (401 | 403 | 409 | 429 | 502)[]
  run: (input: Input<At, Q, B>) => Statement | Statement[]
}

/** Work for after the response: statements of one batch, and other work. */
export type AfterResponse = Statement | (() => Promise<unknown>)

/** The context of `transform`, which runs after the round trip, when nothing is locked any more. */
export type TransformContext = {
  outside: Outside
  settings: Settings
  now: Date
  /** One more query as the same caller, in its own round trip, for what could not be known before. */
  query: (statement: Statement) => Promise<string | null>
  /** Schedules statements for a separate batch, and other work, after the response. */
  afterResponse: (...work: AfterResponse[]) => void
  /** Aborted when the client disconnects. */
  signal: AbortSignal | undefined
}
type Transforming = {
  /**
   * Makes the response from the last statement's answer (both JSON text), if SQL is the wrong tool for the computation
   * or if it needs an external service. Each external call needs its own time limit.
   */
  transform?: (answer: string, context: TransformContext) => string | Promise<string>
}
type Reading = Transforming & {
  write: false
  /** The action of the audit entry of a read that `exports`. */
  audit?: string
  body?: undefined
  locks?: undefined
  preflight?: undefined
  maxBytes?: undefined
  mendsText?: undefined
  example?: Record<string, unknown>
  preload?: (input: never) => Statement
}
type Preloading<At extends string, Q, B> = {
  /**
   * What `run` must read before it can build its statements, as one JSON value; no row is 404. It is a separate
   * round trip, entered and admitted like the second, so test/contract/budgets.ts names each operation that has one.
   */
  preload?: (input: Input<At, Q, B>) => Statement
}
type Writing<B> = Transforming & {
  write: true
  /** The action of its audit entry; null for none, if the write is private to the caller. */
  audit: string | null
  body?: B
  /** Path values and a body that work on a fresh organization, for the reference and the generated tests. */
  example?: Record<string, unknown>
  preload?: (input: never) => Statement
  /**
   * Statements before the object of the path is locked, for locks that all must take in one order (first the
   * dependencies, then the project, then its tasks). `row` selects the object in its table.
   */
  locks?: (row: SQL, body: Output<B>) => Statement | Statement[] | undefined
  /** The size limit of its body, if 256 KiB are too few. */
  maxBytes?: number
  /** Its sender passes on what others wrote and cannot mend it: text that cannot be stored is mended, not refused. */
  mendsText?: true
  /**
   * Work outside the database that must precede the write, which checks again. `authorize` returns the statements of a round trip
   * that decides whether it is permitted, or undefined if this body needs none; `perform` gets the answer of the last.
   */
  preflight?: {
    authorize: (
      body: Output<B>,
      params: Record<string, Ref>,
      outside: Outside,
      query: never,
    ) => Statement[] | undefined | Promise<Statement[] | undefined>
    perform: (
      body: Output<B>,
      org: string,
      outside: Outside,
      answer: string | null,
    ) => Promise<PreflightResult>
  }
}

export type AnyOperation = Omit<Common<string, Schema, Schema, Schema>, 'run'> &
  ((Reading & { body?: Schema }) | Writing<Schema>) & { run: (input: never) => Statement | Statement[] }

/** An operation that only reads: its batch is READ ONLY, unless it exports. A reading POST carries a body. */
export const read = <const At extends string, Q, R, B = undefined>(
  operation: Common<At, Q, B, R> &
    Transforming &
    Preloading<At, Q, B> & { body?: B; example?: Record<string, unknown> } & (
      | { exports: true; audit: string }
      | { exports?: undefined; audit?: undefined }
    ),
): AnyOperation => ({ ...operation, write: false }) as unknown as AnyOperation

/** An operation that changes something; it does not compile without the action of its audit entry. */
export const write = <const At extends string, Q, B, R>(
  operation: Common<At, Q, B, R> & Omit<Writing<B>, 'write' | 'preload'> & Preloading<At, Q, B>,
): AnyOperation => ({ ...operation, write: true }) as unknown as AnyOperation

/** `asTools` replace operations of the same id when called as tools, to do a whole job in one call. */
export type Area = { name: string; title: string; operations: Operation[]; asTools: Operation[] }
export type Operation = AnyOperation & {
  area: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** From the host root, with `{names}`. */
  path: string
  params: string[]
  targets: [name: string, target: Target][]
  /** Whether an Idempotency-Key makes a repeated request take effect once: what creates, and every act in an organization. */
  repeats: boolean
}

/** True for operations of one organization, which the caller must belong to. */
export const inOrganization = ({ path }: { path: string }) =>
  path.startsWith('/api/v1/organizations/{org_id}')

/** Binds operations to their area: adds method, full path and the objects that the path names. */
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
  const repeats =
    operation.write && method === 'POST' && (operation.status === 201 || inOrganization({ path }))
  return { ...operation, area: name, method, path, params, targets: named, repeats }
}
