import { asRecord, asRecords, asText } from './records.ts'
import { isPublicAddress, isPublicHost } from './hosts.ts'

/** Why nothing usable came from outside: a word, never what the other side said. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError'
  readonly why: 'closed' | 'slow' | 'failed' | 'redirected' | 'too_large' | 'not_json'
  /** False where the request surely never left. */
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
  /** Sent with POST, as JSON or as a form. */
  body?: object
  form?: Record<string, string>
  /** Milliseconds for the whole answer; 5000 unless said. */
  patience?: number
  /** Bytes that the answer may have; 4 MiB unless said. */
  most?: number
  /** Ends it early, as when the one who asked has gone away. */
  signal?: AbortSignal | undefined
}
type Waiting = Pick<OutboundRequest, 'patience' | 'signal'>
export type OutboundResponse = { status: number; json: unknown; header: (name: string) => string | null }

/** The one way out of the service. */
export type Outbound = {
  /** What is wrong with a base URL by itself, or nothing. */
  problem(base: string): string | undefined
  /** What is wrong with where the name of a base URL leads, or nothing. Throws OutboundError where no resolver answers. */
  resolveProblem(base: string): Promise<string | undefined>
  /**
   * Asks below a base URL, there and nowhere else, if its name still leads to the public internet. Throws OutboundError; other statuses than redirects are
   * answers.
   */
  send(base: string, question: OutboundRequest): Promise<OutboundResponse>
}

const largest = 4 * 1024 * 1024
const usualPatience = 5000
const agent = 'work-management-service/1.0'
const usualResolver = 'https://cloudflare-dns.com/dns-query'

/** `trusted` lists origins that may be reached as they are; `resolver` answers DNS over HTTPS in JSON, or is `off`. */
export function openOutbound(trusted: string | undefined, resolver: string | undefined): Outbound {
  const origins = new Set((trusted ?? '').split(',').flatMap((origin) => parsed(origin.trim())?.origin ?? []))
  const problem = (base: string) => {
    const url = /^[\x21-\x7e]+$/.test(base) && !base.includes('\\') ? parsed(base) : undefined
    if (!url || !/^https?:$/.test(url.protocol)) return 'must be an https address'
    if (url.username || url.password || /^[^/]*\/\/[^/]*@/.test(base)) return 'must hold no credentials'
    if (url.search || url.hash || /[?#]/.test(base)) return 'must end with its path'
    if (origins.has(url.origin)) return undefined
    if (url.protocol !== 'https:') return 'must be an https address'
    return isPublicHost(url.hostname) ? undefined : 'must be a host on the public internet'
  }
  const resolveProblem = async (base: string, how: Waiting = {}) => {
    const url = new URL(base)
    if (origins.has(url.origin) || resolver === 'off' || /^[\d.]+$|^\[/.test(url.hostname)) return undefined
    const addresses = await resolve(resolver || usualResolver, url.hostname, how)
    if (!addresses.length) return 'leads to no host'
    return addresses.every(isPublicAddress) ? undefined : 'must be a host on the public internet'
  }
  return {
    problem,
    resolveProblem,
    send: async (base, question) => {
      const found = problem(base) ?? (await resolveProblem(base, question).catch(unresolved))
      if (found) throw new OutboundError('closed', false)
      return send(below(base, question.path), question)
    },
  }
}

const unresolved = (error: unknown): never => {
  throw new OutboundError(error instanceof OutboundError ? error.why : 'failed', false)
}

const parsed = (text: string): URL | undefined => URL.parse(text) ?? undefined

/** The address of a path below a base; one that climbs out of it is refused. */
function below(base: string, path: string): URL {
  const root = new URL(base.endsWith('/') ? base : `${base}/`)
  const url = new URL(path.replace(/^\/+/, ''), root)
  if (url.origin !== root.origin || !url.pathname.startsWith(root.pathname)) throw new OutboundError('closed')
  return url
}

async function send(
  url: URL,
  { headers, body, form, patience = usualPatience, most = largest, signal }: OutboundRequest,
): Promise<OutboundResponse> {
  const late = AbortSignal.timeout(patience)
  const ends = signal ? AbortSignal.any([late, signal]) : late
  try {
    const response = await fetch(url, {
      method: body || form ? 'POST' : 'GET',
      headers: {
        accept: 'application/json',
        'user-agent': agent,
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      ...(form ? { body: new URLSearchParams(form) } : {}),
      redirect: 'manual',
      cache: 'no-store',
      signal: ends,
    })
    const { status } = response
    if (status === 0 || (status >= 300 && status < 400 && status !== 304)) {
      await response.body?.cancel()
      throw new OutboundError('redirected')
    }
    const text = await limited(response, most)
    return { status, json: readJson(text, response), header: (name) => response.headers.get(name) }
  } catch (error) {
    if (error instanceof OutboundError) throw error
    throw new OutboundError(ends.aborted ? 'slow' : 'failed')
  }
}

/** A good answer must be JSON; what a bad one says is nobody's business. */
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

/** The body as text, as far as it is not too large. */
async function limited(response: Response, most: number): Promise<string> {
  const reader = response.body?.getReader()
  if (!reader) return ''
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      size += read.value.byteLength
      if (size > most) throw new OutboundError('too_large')
      text += decoder.decode(read.value, { stream: true })
    }
    return text + decoder.decode()
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** All addresses of a name, by DNS over HTTPS. */
async function resolve(resolver: string, name: string, { patience, signal }: Waiting): Promise<string[]> {
  const types = { A: 1, AAAA: 28 }
  const answers = await Promise.all(
    Object.entries(types).map(async ([type, number]) => {
      const url = new URL(resolver)
      url.searchParams.set('name', name)
      url.searchParams.set('type', type)
      const { status, json } = await send(url, {
        path: '',
        headers: { accept: 'application/dns-json' },
        ...(patience && { patience }),
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
