import { asRecord, asRecords, asText } from './records.ts'
import { isPublicAddress, isPublicHost } from './hosts.ts'

/** Why there is no usable response: a code of ours, never the text of the other side. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError'
  readonly why: 'closed' | 'slow' | 'failed' | 'redirected' | 'too_large' | 'not_json'
  /** False if the request was certainly never sent. */
  readonly left: boolean
  constructor(why: OutboundError['why'], left = true) {
    super(why)
    this.why = why
    this.left = left
  }
}

export type OutboundRequest = {
  path: string
  headers?: Record<string, string>
  /** If it is neither a GET without nor a POST with something to send. */
  method?: 'DELETE'
  /** Sent with POST, as JSON or as a form. */
  body?: object
  form?: Record<string, string>
  /** Milliseconds for the entire response; 5000 by default. */
  timeout?: number
  /** Maximum size of the response; 4 MiB by default. */
  maxBytes?: number
  /** Aborts it early, for example when the client has disconnected. */
  signal?: AbortSignal | undefined
}
type Timing = Pick<OutboundRequest, 'timeout' | 'signal'>
export type OutboundResponse = { status: number; json: unknown; header: (name: string) => string | null }

/** The only way for requests to leave the service. */
export type Outbound = {
  /** What is wrong with a base URL by itself, or undefined. */
  problem(base: string): string | undefined
  /** What is wrong with the addresses a base URL resolves to, or undefined. Throws OutboundError if no resolver answers. */
  resolveProblem(base: string): Promise<string | undefined>
  /**
   * Sends a request below a base URL, if its name still resolves to the public internet. Throws OutboundError; statuses other
   * than redirects are responses.
   */
  send(base: string, request: OutboundRequest): Promise<OutboundResponse>
  /** What is wrong with an address that somebody entered to be called as it is, or undefined. */
  rawProblem(url: string): string | undefined
  /**
   * Posts these bytes to an address as it is, with its query, under the same checks. Of the answer no more is read than
   * `maxBytes`, whatever it is. Throws OutboundError.
   */
  post(url: string, request: RawRequest): Promise<RawResponse>
}
export type RawRequest = {
  headers: Record<string, string>
  body: string
  /** Milliseconds for everything, with finding the host. */
  timeout: number
  maxBytes: number
}
export type RawResponse = { status: number; text: string; header: (name: string) => string | null }

const defaultMaxBytes = 4 * 1024 * 1024
const defaultTimeout = 5000
const agent = 'work-management-service/1.0'
const defaultResolver = 'https://cloudflare-dns.com/dns-query'

/** `trusted` lists origins that are exempt from the checks; `resolver` is a DNS-over-HTTPS endpoint with JSON, or `off`. */
export function openOutbound(trusted: string | undefined, resolver: string | undefined): Outbound {
  const origins = new Set(
    (trusted ?? '').split(',').flatMap((origin) => parseUrl(origin.trim())?.origin ?? []),
  )
  const problem = (base: string) => {
    const url = /^[\x21-\x7e]+$/.test(base) && !base.includes('\\') ? parseUrl(base) : undefined
    if (!url || !/^https?:$/.test(url.protocol)) return 'must be an https address'
    if (url.username || url.password || /^[^/]*\/\/[^/]*@/.test(base)) return 'must hold no credentials'
    if (url.search || url.hash || /[?#]/.test(base)) return 'must end with its path'
    return hostProblem(url, origins)
  }
  const rawProblem = (text: string) => rawProblemOf(text, origins)
  const resolveProblem = async (base: string, timing: Timing = {}) => {
    const url = new URL(base)
    if (origins.has(url.origin) || resolver === 'off' || /^[\d.]+$|^\[/.test(url.hostname)) return undefined
    const addresses = await resolve(resolver || defaultResolver, url.hostname, timing)
    if (!addresses.length) return 'leads to no host'
    return addresses.every(isPublicAddress) ? undefined : 'must be a host on the public internet'
  }
  return {
    problem,
    resolveProblem,
    send: async (base, request) => {
      const reason = problem(base) ?? (await resolveProblem(base, request).catch(asUnsent))
      if (reason) throw new OutboundError('closed', false)
      return send(urlBelow(base, request.path), request)
    },
    rawProblem,
    post: async (text, request) => {
      const signal = AbortSignal.timeout(request.timeout)
      const reason = rawProblem(text) ?? (await resolveProblem(text, { signal }).catch(asUnsent))
      if (reason) throw new OutboundError('closed', false)
      return post(new URL(text), request, signal)
    },
  }
}

const hostProblem = (url: URL, trusted: Set<string>) => {
  if (trusted.has(url.origin)) return undefined
  if (url.protocol !== 'https:') return 'must be an https address'
  return isPublicHost(url.hostname) ? undefined : 'must be a host on the public internet'
}

function rawProblemOf(text: string, trusted: Set<string>): string | undefined {
  const url = /^[\x21-\x7e]+$/.test(text) && !text.includes('\\') ? parseUrl(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) return 'must be an https address'
  if (url.username || url.password || /^[^/]*\/\/[^/?#]*@/.test(text)) return 'must hold no credentials'
  if (text.includes('#')) return 'must have no #'
  // What would be sent otherwise than it is written.
  const rest = url.pathname + url.search
  if (!text.endsWith(rest) && `${text}/` !== url.href) return `must be written as ${url.href}`
  const isOpen = trusted.has(url.origin) || url.port === '' || url.port === '8443'
  return hostProblem(url, trusted) ?? (isOpen ? undefined : 'must be at the port 443 or 8443')
}

const asUnsent = (error: unknown): never => {
  throw new OutboundError(error instanceof OutboundError ? error.why : 'failed', false)
}

const parseUrl = (text: string): URL | undefined => URL.parse(text) ?? undefined

/** The URL of a path below a base; a path that leaves the base is rejected. */
function urlBelow(base: string, path: string): URL {
  const root = new URL(base.endsWith('/') ? base : `${base}/`)
  const url = new URL(path.replace(/^\/+/, ''), root)
  if (url.origin !== root.origin || !url.pathname.startsWith(root.pathname)) throw new OutboundError('closed')
  return url
}

const initOf = ({ headers, method, body, form }: OutboundRequest) => ({
  method: method ?? (body || form ? 'POST' : 'GET'),
  headers: {
    accept: 'application/json',
    'user-agent': agent,
    ...(body ? { 'content-type': 'application/json' } : {}),
    ...headers,
  },
  ...(body ? { body: JSON.stringify(body) } : {}),
  ...(form ? { body: new URLSearchParams(form) } : {}),
})

async function send(url: URL, request: OutboundRequest): Promise<OutboundResponse> {
  const { timeout = defaultTimeout, maxBytes = defaultMaxBytes, signal } = request
  const timeoutSignal = AbortSignal.timeout(timeout)
  const abortSignal = signal ? AbortSignal.any([timeoutSignal, signal]) : timeoutSignal
  try {
    const response = await fetch(url, {
      ...initOf(request),
      redirect: 'manual',
      cache: 'no-store',
      signal: abortSignal,
    })
    const { status } = response
    if (status === 0 || (status >= 300 && status < 400 && status !== 304)) {
      await response.body?.cancel()
      throw new OutboundError('redirected')
    }
    const text = await readLimited(response, maxBytes)
    return { status, json: readJson(text, response), header: (name) => response.headers.get(name) }
  } catch (error) {
    if (error instanceof OutboundError) throw error
    throw new OutboundError(abortSignal.aborted ? 'slow' : 'failed')
  }
}

async function post(
  url: URL,
  { headers, body, maxBytes }: RawRequest,
  signal: AbortSignal,
): Promise<RawResponse> {
  try {
    const all = { 'user-agent': agent, 'content-type': 'application/json', ...headers }
    const response = await fetch(url, {
      method: 'POST',
      headers: all,
      body,
      redirect: 'manual',
      cache: 'no-store',
      signal,
    })
    const { status } = response
    const text = await readLimited(response, maxBytes, true)
    return { status, text, header: (name) => response.headers.get(name) }
  } catch (error) {
    if (error instanceof OutboundError) throw error
    throw new OutboundError(signal.aborted ? 'slow' : 'failed')
  }
}

/** Successful responses must be JSON; other bodies are ignored for errors. */
function readJson(text: string, { status, headers }: Response): unknown {
  if (status === 204 || status === 304) return undefined
  const isJson = /^application\/(?:[\w.+-]+\+|dns-)?json\b/i.test(headers.get('content-type') ?? '')
  if (status >= 400 && !isJson) return undefined
  if (!isJson) throw new OutboundError('not_json')
  try {
    return JSON.parse(text) as unknown
  } catch {
    if (status >= 400) return undefined
    throw new OutboundError('not_json')
  }
}

/** The body as text; throws if it is too large, or gives its beginning. */
async function readLimited(response: Response, maxBytes: number, cuts = false): Promise<string> {
  const reader = response.body?.getReader()
  if (!reader) return ''
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      size += read.value.byteLength
      if (size > maxBytes && !cuts) throw new OutboundError('too_large')
      text += decoder.decode(read.value, { stream: true })
      if (size >= maxBytes && cuts) return text
    }
    return text + decoder.decode()
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** All addresses of a name, through DNS over HTTPS. */
async function resolve(resolver: string, name: string, { timeout, signal }: Timing): Promise<string[]> {
  const types = { A: 1, AAAA: 28 }
  const answers = await Promise.all(
    Object.entries(types).map(async ([type, number]) => {
      const url = new URL(resolver)
      url.searchParams.set('name', name)
      url.searchParams.set('type', type)
      const { status, json } = await send(url, {
        path: '',
        headers: { accept: 'application/dns-json' },
        ...(timeout && { timeout }),
        signal,
      })
      if (status !== 200) throw new OutboundError('failed')
      return asRecords(asRecord(json).Answer).flatMap((record) =>
        record.type === number ? (asText(record.data, 100) ?? []) : [],
      )
    }),
  )
  return answers.flat()
}
