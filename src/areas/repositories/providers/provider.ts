import { asRecords, type Item, asText } from '../../../shared/outbound/records.ts'
import { type OutboundResponse, type Outbound, OutboundError } from '../../../shared/outbound/outbound.ts'

export const kinds = ['commit', 'pull_request', 'branch'] as const
export type Kind = (typeof kinds)[number]

export type Account = { account: string; scopes: string[] }
export type Repository = {
  external_id: string
  full_name: string
  default_branch: string | null
  web_url: string | null
  is_private: boolean | null
}
/** Activity in a repository. Task keys are searched for in `words` and `branch`. */
export type Found = {
  title: string
  author: string | null
  state: string | null
  url: string | null
  at: string | null
  words: string
  branch: string | null
}
export type RepositoryRef = { external_id: string; full_name: string }
/** Calls the host with the token; throws RepositoryError. */
export type HostClient = (path: string, etag?: string | null) => Promise<OutboundResponse>

/** A repository host: its endpoints, and how its responses are read. */
export type Provider = {
  title: string
  defaultUrl: string
  /** Its public web address, if different from `usual`. */
  site?: string
  /** The root of its API, under its public address. */
  root(base: string): string
  headers(token: string): Record<string, string>
  verify(get: HostClient): Promise<Account>
  /** A page of what the token can see, counted from 1. */
  listed(page: number, q: string | undefined): string
  perPage: number
  repository(place: Partial<RepositoryRef>): string
  readRepository(item: Item): Repository
  activity: Record<Kind, { path: (place: RepositoryRef) => string; read: (item: Item) => Found }>
}

type Why =
  | 'rejected'
  | 'unscoped'
  | 'limited'
  | 'forbidden'
  | 'gone'
  | 'empty'
  | 'strange'
  | 'slow'
  | 'failed'
/** Why a call to a host failed; `scope` is the one that the token lacks. */
export class RepositoryError extends Error {
  override readonly name = 'RepositoryError'
  readonly why: Why
  readonly scope: string | undefined
  readonly seconds: number
  constructor(why: Why, details: { scope?: string; seconds?: number } = {}) {
    super(why)
    this.why = why
    this.scope = details.scope
    this.seconds = details.seconds ?? 60
  }
}

const byStatus: Record<number, Why> = { 401: 'rejected', 404: 'gone', 409: 'empty', 410: 'gone', 451: 'gone' }

/** A client for one host with one token. */
export const clientFor =
  (provider: Provider, outbound: Outbound, base: string, token: string): HostClient =>
  async (path, etag) => {
    const headers = { ...provider.headers(token), ...(etag ? { 'if-none-match': etag } : {}) }
    const response = await outbound.send(provider.root(base), { path, headers }).catch((error: unknown) => {
      throw repositoryErrorOf(error)
    })
    if (response.status === 200 || response.status === 304) return response
    if (isLimit(response)) throw new RepositoryError('limited', { seconds: backoffSeconds(response) })
    throw new RepositoryError(response.status === 403 ? 'forbidden' : (byStatus[response.status] ?? 'failed'))
  }

function repositoryErrorOf(error: unknown): unknown {
  if (!(error instanceof OutboundError)) return error
  if (error.why === 'slow') return new RepositoryError('slow')
  return new RepositoryError(
    ['redirected', 'not_json', 'too_large'].includes(error.why) ? 'strange' : 'failed',
  )
}

/** A 403 is a rate limit if it says so; otherwise the token lacks a permission. */
function isLimit({ status, json, header }: OutboundResponse): boolean {
  if (status === 429) return true
  if (status !== 403) return false
  const { message } = (json ?? {}) as { message?: unknown }
  return (
    header('retry-after') !== null ||
    header('x-ratelimit-remaining') === '0' ||
    header('ratelimit-remaining') === '0' ||
    /rate limit|abuse/i.test(asText(message, 300) ?? '')
  )
}

/** The seconds to back off; a minute if the host does not say, an hour at most. */
function backoffSeconds({ header }: OutboundResponse): number {
  const after = Number(header('retry-after') ?? Number.NaN)
  const reset = Number(header('x-ratelimit-reset') ?? header('ratelimit-reset') ?? Number.NaN)
  const seconds = Number.isFinite(after) ? after : reset - Date.now() / 1000
  return Number.isFinite(seconds) ? Math.min(3600, Math.max(1, Math.ceil(seconds))) : 60
}

/** A scope that can only be tested by a call: if the host refuses it, the token lacks the scope. */
export const requiringScope = (scope: string, call: ReturnType<HostClient>) =>
  call.catch((error: unknown) => {
    throw error instanceof RepositoryError && error.why === 'forbidden'
      ? new RepositoryError('unscoped', { scope })
      : error
  })

export const list = ({ json }: OutboundResponse): Item[] => {
  if (!Array.isArray(json)) throw new RepositoryError('strange')
  return asRecords(json)
}

/** `group/name` for a path, each segment encoded separately. */
export const inPath = (name: string) => name.split('/').map(encodeURIComponent).join('/')
export const firstLine = (text: string) => text.split('\n', 1)[0]!.trim()
export const maxLength = { title: 300, words: 4000, name: 200 }
