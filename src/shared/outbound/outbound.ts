import { asRecord, asRecords, asText } from './records.ts'
import { isPublicAddress, isPublicHost } from '../../base/hosts.ts'

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
}

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
    if (origins.has(url.origin)) return undefined
    if (url.protocol !== 'https:') return 'must be an https address'
    return isPublicHost(url.hostname) ? undefined : 'must be a host on the public internet'
  }
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
  }
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

/** The body as text; throws if it is too large. */
async function readLimited(response: Response, maxBytes: number): Promise<string> {
  const reader = response.body?.getReader()
  if (!reader) return ''
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      size += read.value.byteLength
      if (size > maxBytes) throw new OutboundError('too_large')
      text += decoder.decode(read.value, { stream: true })
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
