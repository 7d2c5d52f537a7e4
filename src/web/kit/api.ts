import { decodeJwt } from 'jose'
import { settingsOf } from '../../base/config.ts'
import type { Context } from '../../kit/http.ts'
import { usedIn } from '../../platform/database-use.ts'
import { batchedReads, readBatcher } from '../../platform/read-batching.ts'

/** The app itself, called in process. */
export type AppFetch = (request: globalThis.Request, c: Context) => Response | Promise<Response>
// oxlint-disable-next-line typescript/no-explicit-any -- each page names the type it expects of an operation
export type Reply<T = any> = { status: number; body: T; headers: Headers }
type Sent = { body?: unknown; bytes?: Uint8Array<ArrayBuffer>; headers?: Record<string, string> }

/**
 * The API as pages call it: with the browser's cookies, which it keeps up to date. Concurrent reads share one round trip to
 * the database.
 */
export type Api = {
  /** As the signed-in user: an expired session is renewed first, once per page. */
  call<T>(method: string, path: string, sent?: Sent): Promise<Reply<T>>
  /** Without renewing: for signing in and out, and for public operations. */
  send<T>(method: string, path: string, sent?: Sent): Promise<Reply<T>>
  /** Whether the browser holds anything that could be a session. */
  mayBeSignedIn(): boolean
  /** The user id in the session cookie, which has not been verified. */
  claimedPerson(): string | undefined
  /** Whether the browser holds an impersonation cookie, which may have expired. */
  mayBeImpersonating(): boolean
  /** When the impersonation ends, according to the last response. */
  impersonatedUntil(): string | null
  /** The Set-Cookie headers to send to the browser. */
  cookieLines(): string[]
}

const forwardedHeaders = ['user-agent', 'cf-connecting-ip', 'x-forwarded-for', 'accept-language']

export function apiOf(c: Context, fetchApp: AppFetch): Api {
  const jar = cookiesOf(c.req.header('cookie'))
  const lines = new Map<string, string>()
  let renewal: Promise<Reply> | undefined
  let until: string | null = null

  const { share, during } = readBatcher(c.get('database'))
  const respondTo = (request: globalThis.Request) => {
    batchedReads.set(request, share)
    return during(async () => fetchApp(request, c))
  }
  const send = async <T>(method: string, path: string, sent: Sent = {}): Promise<Reply<T>> => {
    const response = await respondTo(requestFor(c, jar, method, path, sent))
    for (const line of response.headers.getSetCookie()) keepCookie(jar, lines, line)
    countUse(c, response)
    until = response.headers.get('x-impersonation') ?? until
    const text = await response.text()
    const json = response.headers.get('content-type')?.includes('json') && text
    return { status: response.status, body: (json ? JSON.parse(text) : null) as T, headers: response.headers }
  }
  const renew = () => (renewal ??= send('POST', '/api/v1/auth/refresh'))

  const call = async <T>(method: string, path: string, sent?: Sent): Promise<Reply<T>> => {
    if (!jar.has('access_token') && jar.has('refresh_token')) await renew()
    const before = renewal
    const reply = await send<T>(method, path, sent)
    if (reply.status !== 401 || before || !jar.has('refresh_token')) return orRenewal(reply)
    return (await renew()).status === 200 ? send<T>(method, path, sent) : orRenewal(reply)
  }
  /** If renewing failed for a reason other than the token, that is the error to report. */
  const orRenewal = async <T>(reply: Reply<T>): Promise<Reply<T>> => {
    const renewed = reply.status === 401 ? await renewal : undefined
    return renewed && renewed.status >= 402 ? (renewed as Reply<T>) : reply
  }
  return {
    call,
    send,
    ...claimsOf(jar),
    impersonatedUntil: () => until,
    cookieLines: () => [...lines.values()],
  }
}

/** The unverified claims of the browser's cookies. */
const claimsOf = (jar: Map<string, string>) => ({
  mayBeSignedIn: () => ['access_token', 'refresh_token', 'impersonation'].some((name) => jar.has(name)),
  claimedPerson: () => subjectOf(jar.get('access_token')),
  mayBeImpersonating: () => jar.has('impersonation'),
})

function subjectOf(token: string | undefined): string | undefined {
  try {
    return token && decodeJwt(token).sub
  } catch {
    return undefined
  }
}

function requestFor(
  c: Context,
  jar: Map<string, string>,
  method: string,
  path: string,
  { body, bytes, headers: more }: Sent,
) {
  const headers = new Headers({
    origin: new URL(settingsOf(c.env, c.req.url).baseUrl).origin,
    'x-request-id': c.get('requestId'),
    ...more,
  })
  for (const name of forwardedHeaders) if (c.req.header(name)) headers.set(name, c.req.header(name)!)
  if (jar.size) headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '))
  if (body !== undefined) headers.set('content-type', 'application/json')
  return new globalThis.Request(new URL(path, c.req.url), {
    method,
    headers,
    ...(body === undefined ? (bytes ? { body: bytes } : {}) : { body: JSON.stringify(body) }),
  })
}

function cookiesOf(header = ''): Map<string, string> {
  const pairs = header.split(';').map((pair) => pair.trim().split(/=(.*)/s))
  return new Map(pairs.flatMap(([name, value]): [string, string][] => (name && value ? [[name, value]] : [])))
}

function keepCookie(jar: Map<string, string>, lines: Map<string, string>, line: string) {
  const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
  if (!name) return
  lines.set(name, line)
  if (value) jar.set(name, value)
  else jar.delete(name)
}

/** What the calls used of the database counts as used by the page. */
function countUse(c: Context, response: Response) {
  const { used } = c.get('database')
  const { roundTrips, statements } = usedIn(response.headers.get('server-timing'))
  used.roundTrips += roundTrips
  used.statements += statements
}
