import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  addressAnswers,
  type Answer,
  clientDocument,
  gitea,
  github,
  gitlab,
  resolves,
} from './external-responses.ts'
import { stripeStandIn } from './stripe.ts'

/** How a test has the server respond instead of its default. */
export type FakeResponse = Answer | 'hangs' | 'cut' | 'huge'
export type ExternalRequest = {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
}
export type ExternalServer = {
  url: string
  /** All requests received. */
  requests: ExternalRequest[]
  /** Violations of the hosts' published rules in the requests. */
  faults: string[]
  /** The response by path; undefined is the default. */
  respond: (path: string, received: ExternalRequest) => FakeResponse | undefined
  /** The most requests that were open at once. */
  maxConcurrent: number
  stop(): Promise<void>
}

const apis = { '/api/v3/': github, '/api/v4/': gitlab, '/api/v1/': gitea }

/**
 * One server that stands in for repository hosts (by the path of their API), two address providers, a DNS resolver,
 * the site of an OAuth client and a payment provider, and checks its requests. Paths below /away redirect to the same path without it.
 */
export async function startExternalServer(): Promise<ExternalServer> {
  let open = 0
  const external: ExternalServer = {
    url: '',
    requests: [],
    faults: [],
    respond: () => undefined,
    maxConcurrent: 0,
    stop: async () => {},
  }
  const server = createServer((request, response) => void receive(request, response))
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    open++
    external.maxConcurrent = Math.max(external.maxConcurrent, open)
    response.on('close', () => open--)
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const received = { method: request.method!, path: request.url!, headers: request.headers, body }
    external.requests.push(received)
    if (request.headers.host !== new URL(external.url).host) external.faults.push('wrong Host header')
    const respond = external.respond(received.path, received) ?? defaultResponse(received, external.faults)
    const slow = typeof respond === 'object' && respond.after
    if (slow) setTimeout(() => send(response, request, respond), slow)
    else send(response, request, respond)
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  external.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  external.stop = () =>
    new Promise((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return external
}

const stripe = stripeStandIn()

function defaultResponse(received: ExternalRequest, faults: string[]): Answer {
  const { pathname, searchParams } = new URL(received.path, 'http://outside')
  if (pathname === '/dns-query') return resolves(searchParams)
  if (pathname.startsWith('/away/')) return { status: 302, headers: { location: received.path.slice(5) } }
  if (pathname === '/client.json') return clientDocument(`http://${received.headers.host}/client.json`)
  if (pathname.startsWith('/stripe/')) return stripe.receive(received)
  const api = Object.entries(apis).find(([prefix]) => pathname.startsWith(prefix))
  if (!api) return addressAnswers(pathname, searchParams, received, faults)
  const [prefix, host] = api
  const { headers } = received
  if (!/^[\w-]+\/[\d.]+$/.test(headers['user-agent'] ?? '')) faults.push('no user-agent')
  if (!/json/.test(headers.accept ?? '')) faults.push('accept is not JSON')
  if (headers.cookie || headers.origin || headers.referer) faults.push('headers of the caller were forwarded')
  const token = host.token(headers)
  if (!token) return { status: 401, body: { message: 'Requires authentication' } }
  if (token.includes('rejected')) return { status: 401, body: { message: 'Bad credentials' } }
  return host.answer(pathname.slice(prefix.length), searchParams, token)
}

function send(response: ServerResponse, request: IncomingMessage, respond: FakeResponse) {
  if (respond === 'hangs') return
  if (respond === 'huge') {
    response.writeHead(200, { 'content-type': 'application/json' }).write('[')
    const more = () => {
      while (!response.destroyed && response.write(`"${'x'.repeat(65_536)}",`));
    }
    response.on('drain', more)
    return more()
  }
  if (respond === 'cut') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
    response.write('[{"sha":"half')
    setImmediate(() => response.destroy())
    return
  }
  const { status = 200, headers = {}, body } = respond
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? {})
  const etag = `"${createHash('sha256').update(text).digest('hex').slice(0, 16)}"`
  if (status === 200 && request.headers['if-none-match'] === etag) {
    response.writeHead(304, { etag }).end()
    return
  }
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', etag, ...headers })
    .end(text)
}
