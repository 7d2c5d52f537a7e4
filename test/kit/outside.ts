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
} from './outside-shapes.ts'

/** What a test has the server do instead of its usual answer. */
export type Play = Answer | 'hangs' | 'cut' | 'huge'
export type Asked = { method: string; path: string; headers: IncomingMessage['headers']; body: string }
export type Outside = {
  url: string
  /** Every request, as it came. */
  asked: Asked[]
  /** What was wrong with the requests, by the rules that the hosts publish. */
  faults: string[]
  /** Decides by path; undefined is the usual answer. */
  play: (path: string, asked: Asked) => Play | undefined
  /** How many requests were open at once, at most. */
  most: number
  stop(): Promise<void>
}

const apis = { '/api/v3/': github, '/api/v4/': gitlab, '/api/v1/': gitea }

/**
 * One server that plays the hosts of repositories (by the path of their API), two providers of addresses, a
 * resolver and the home of an OAuth client, and looks at what it is sent. Below /away everything leads to where there is a good answer.
 */
export async function startOutside(): Promise<Outside> {
  let open = 0
  const outside: Outside = {
    url: '',
    asked: [],
    faults: [],
    play: () => undefined,
    most: 0,
    stop: async () => {},
  }
  const server = createServer((request, response) => void receive(request, response))
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    open++
    outside.most = Math.max(outside.most, open)
    response.on('close', () => open--)
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const asked = { method: request.method!, path: request.url!, headers: request.headers, body }
    outside.asked.push(asked)
    if (request.headers.host !== new URL(outside.url).host) outside.faults.push('another host was meant')
    const play = outside.play(asked.path, asked) ?? usual(asked, outside.faults)
    const slow = typeof play === 'object' && play.after
    if (slow) setTimeout(() => perform(response, request, play), slow)
    else perform(response, request, play)
  }
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  outside.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  outside.stop = () =>
    new Promise((done) => {
      server.closeAllConnections()
      server.close(() => done())
    })
  return outside
}

function usual(asked: Asked, faults: string[]): Answer {
  const { pathname, searchParams } = new URL(asked.path, 'http://outside')
  if (pathname === '/dns-query') return resolves(searchParams)
  if (pathname.startsWith('/away/')) return { status: 302, headers: { location: asked.path.slice(5) } }
  if (pathname === '/client.json') return clientDocument(`http://${asked.headers.host}/client.json`)
  const api = Object.entries(apis).find(([prefix]) => pathname.startsWith(prefix))
  if (!api) return addressAnswers(pathname, searchParams, asked, faults)
  const [prefix, host] = api
  const { headers } = asked
  if (!/^[\w-]+\/[\d.]+$/.test(headers['user-agent'] ?? '')) faults.push('no user-agent')
  if (!/json/.test(headers.accept ?? '')) faults.push('accept is not JSON')
  if (headers.cookie || headers.origin || headers.referer) faults.push('something of the caller came along')
  const token = host.token(headers)
  if (!token) return { status: 401, body: { message: 'Requires authentication' } }
  if (token.includes('rejected')) return { status: 401, body: { message: 'Bad credentials' } }
  return host.answer(pathname.slice(prefix.length), searchParams, token)
}

function perform(response: ServerResponse, request: IncomingMessage, play: Play) {
  if (play === 'hangs') return
  if (play === 'huge') {
    response.writeHead(200, { 'content-type': 'application/json' }).write('[')
    const more = () => {
      while (!response.destroyed && response.write(`"${'x'.repeat(65_536)}",`));
    }
    response.on('drain', more)
    return more()
  }
  if (play === 'cut') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
    response.write('[{"sha":"half')
    setImmediate(() => response.destroy())
    return
  }
  const { status = 200, headers = {}, body } = play
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
