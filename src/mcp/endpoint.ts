import { createMcpHandler } from 'agents/mcp/server'
import {
  isJsonContentType,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { settingsOf } from '../base/config.ts'
import { type Credential, credentialOf } from '../kit/credentials.ts'
import type { Caller } from '../kit/execute.ts'
import { identify } from './preview.ts'
import { forbidden, internal, Refusal, unauthorized } from '../kit/errors.ts'
import { json, logFailure, readBytes, type Context } from '../kit/http.ts'
import { isWide, shapeProblem } from '../base/json.ts'
import { refuseUnknownCredential } from '../platform/quota.ts'
import { callsOf } from '../jobs/allowance.ts'
import { requestContextOf } from './call.ts'
import { showsPages } from './apps.ts'
import { catalogueOf, hasMetaTools, loadTools, profileOf, withPages } from './catalogue.ts'
import type { OperationOf } from './confirm.ts'
import { namesObject } from './resources.ts'
import { maxCharacters } from './result.ts'
import { type Exchange, serverOf } from './server.ts'
import { sessionsOf } from './session.ts'
import { listTools } from './tool-list.ts'

const maxBody = 4 * 1024 * 1024
/** The last revision with JSON-RPC batches, and the default of requests. */
const lastWithBatches = '2025-03-26'
const maxBatch = 20
/** What one message of a batch may need of the calls that the request has. */
const tripsOfMessage = 10
/** Sessions of the 2025 revisions, origins and CORS are handled in this file. */
const handling = { legacy: 'reject', corsOptions: false, allowedOriginHostnames: '*' } as const

/** Handles /mcp: 2025 revisions with sessions, 2026-07-28 without; both with the caller's own credential. */
export async function answerTools(c: Context, operationOf: OperationOf, build = serverOf): Promise<Response> {
  try {
    refuseOrigin(c)
    await loadTools(c.env)
    const profile = profileOf(c.req.raw)
    const credential = await credentialOf(c.req.header('authorization'), {}, c.env.JWT_KEYS, new Date())
    if (!credential || isPortalToken(credential)) throw unauthorized()
    refuseUnknownCredential(c)
    const exchange: Exchange = { c, credential, profile, operationOf, build }
    const { method } = c.req
    const response =
      method === 'POST'
        ? await post(exchange).finally(() => exchange.leave?.())
        : method === 'DELETE'
          ? await end(exchange)
          : notAllowed()
    // A request rejected before it reached the database has not been authenticated yet.
    if (c.get('database').used.roundTrips === 0) await identified(exchange)
    if (exchange.ended) throw exchange.ended
    return response
  } catch (error) {
    return refuse(error, c)
  }
}

/** Contacts of clients have no tools. */
const isPortalToken = (credential: Credential) =>
  credential.kind === 'token' && credential.token.startsWith('svc_ptl_')

async function post(exchange: Exchange): Promise<Response> {
  const { c } = exchange
  refuseUnreadable(c)
  const body = await bodyOf(exchange)
  if (showsPages(body)) exchange.profile = withPages(exchange.profile)
  const request = sdkRequest(c.req.raw)
  if (await isLegacyRequest(request, body)) return inSession(exchange, request, body)
  await authenticateUnlessCall(exchange, body)
  const handler = createMcpHandler(() => exchange.build(exchange), handling)
  const answer = (message: unknown) => handler.fetch(request, { parsedBody: message })
  const lists = methodOf(body) === 'tools/list' && exchange.build === serverOf
  return lists ? listTools(exchange, body as Record<string, unknown>, answer) : answer(body)
}

/** A request of the 2025 revisions: `initialize` opens a session, everything else names one. */
async function inSession(exchange: Exchange, request: globalThis.Request, body: unknown): Promise<Response> {
  const sessions = sessionsOf(exchange.c.env)
  if (methodOf(body) === 'initialize') {
    const caller = await identified(exchange)
    const response = await legacyAnswer(exchange, request, body)
    if (!response.ok) return response
    const opened = { owner: caller.user_id, profile: exchange.profile, organization: caller.org_id }
    const id = await sessions.open(opened, caller.key_id ?? caller.user_id)
    const headers = new Headers(response.headers)
    headers.set('mcp-session-id', id)
    return new Response(response.body, { status: response.status, headers })
  }
  const { owner, organization, profile } = await sessionOf(exchange)
  const inSessionExchange = Object.assign(exchange, { owner, organization, profile })
  if (Array.isArray(body)) return answerBatch(inSessionExchange, request, body)
  await authenticateUnlessCall(inSessionExchange, body)
  return legacyAnswer(inSessionExchange, request, body)
}

/** Answers the messages of a batch one after the other, so that it uses no more resources at a time than single ones. */
async function answerBatch(exchange: Exchange, request: globalThis.Request, messages: unknown[]) {
  const answers: string[] = []
  let remaining = maxCharacters
  const { used } = await identified(exchange).then(() => exchange.c.get('database'))
  const mostTrips = callsOf(exchange.c.env) - tripsOfMessage
  for (const message of messages) {
    if (used.roundTrips > mostTrips) {
      if (isAsked(message)) answers.push(errorFor(message, noRoom))
      continue
    }
    const response = await legacyAnswer(exchange, request, message)
    if (response.status === 202) continue
    const text = await response.text()
    answers.push(text.length <= remaining ? text : errorFor(message, tooLong))
    remaining -= answers.at(-1)!.length
  }
  if (!answers.length) return new Response(null, { status: 202 })
  return new Response(`[${answers.join()}]`, { headers: { 'content-type': json } })
}

const tooLong = 'done, but its answer is too long for this batch; send it alone'
const noRoom = 'not done: the batch has more to do than one request may; send this message again'

const isAsked = (message: unknown) => (message as { id?: unknown } | null)?.id !== undefined
/** The error that replaces an answer in a batch. */
const errorFor = (message: unknown, reason: string) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: (message as { id?: unknown } | null)?.id ?? null,
    error: { code: -32000, message: reason },
  })

async function sessionOf({ c }: Exchange) {
  const id = c.req.header('mcp-session-id')
  if (!id) throw new Refusal(400, 'bad_request', 'send the Mcp-Session-Id that initialize answered')
  const session = await sessionsOf(c.env).find(id)
  if (!session) throw new Refusal(404, 'session_not_found', 'no such session')
  return session
}

async function end(exchange: Exchange): Promise<Response> {
  if (!exchange.c.req.header('mcp-session-id')) return notAllowed()
  const { owner } = await sessionOf(exchange)
  await identified({ ...exchange, owner })
  await sessionsOf(exchange.c.env).end(exchange.c.req.header('mcp-session-id')!)
  return new Response(null, { status: 204 })
}

async function legacyAnswer(
  exchange: Exchange,
  request: globalThis.Request,
  body: unknown,
): Promise<Response> {
  const server = exchange.build(exchange)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  return transport.handleRequest(request, { parsedBody: body })
}

/** True for requests that are authenticated in the round trip of their own work. */
const authenticatesItself = (method: unknown, uri: unknown) =>
  method === 'completion/complete' || (method === 'resources/read' && namesObject(String(uri)))

/** Calls of known tools and some other requests are authenticated in their own round trip, the rest in a separate one. */
async function authenticateUnlessCall(exchange: Exchange, body: unknown): Promise<void> {
  const {
    c: { env },
    profile,
  } = exchange
  const { byName } = catalogueOf(profile, env.MCP_EXPOSE_SENSITIVE !== 'false')
  type Params = { name?: unknown; uri?: unknown; arguments?: { name?: unknown } }
  const { params } = body as { params?: Params }
  const called =
    hasMetaTools(profile) && String(params?.name).startsWith('call_') ? params?.arguments?.name : params?.name
  const name = methodOf(body) === 'tools/call' ? called : undefined
  const isCall = typeof name === 'string' && byName.has(name)
  const isDeferred = isCall || authenticatesItself(methodOf(body), params?.uri)
  if (!isDeferred || !('id' in (body as object))) exchange.able = await identified(exchange)
}

const identified = (exchange: Exchange): Promise<Caller> =>
  identify({ ...requestContextOf(exchange), choose: 'may' }, exchange.c.get('database'))

const methodOf = (body: unknown) => (body as { method?: unknown } | null)?.method

async function bodyOf(exchange: Exchange): Promise<unknown> {
  const { c } = exchange
  if (!isJsonContentType(c.req.header('content-type') ?? null)) {
    throw new Refusal(415, 'unsupported_media_type', 'send Content-Type: application/json')
  }
  const bytes = await readBytes(c, maxBody, async () => {
    const { credential } = exchange
    const sender = (credential.kind === 'session' ? credential.user : credential.token) ?? ''
    const size = Number(c.req.header('content-length') ?? maxBody)
    exchange.leave ??= await requestContextOf(exchange).outside.takeBody(sender, size)
    await identified(exchange)
  })
  if (!bytes) throw new Refusal(413, 'payload_too_large', 'the body is larger than 4 MiB')
  if (isWide(bytes)) await identified(exchange)
  exchange.bytes = bytes.byteLength
  const body = parsed(bytes)
  if (Array.isArray(body)) refuseBatch(c, body)
  else exchange.idempotencyKey = c.req.header('idempotency-key')
  return body
}

function refuseBatch(c: Context, messages: unknown[]) {
  if ((c.req.header('mcp-protocol-version') ?? lastWithBatches) > lastWithBatches)
    throw new Refusal(400, 'invalid_request', 'this revision has no batches; send one message per request')
  if (messages.length === 0 || messages.length > maxBatch)
    throw new Refusal(400, 'invalid_request', `a batch holds 1 to ${maxBatch} messages`)
}

function parsed(bytes: Uint8Array): unknown {
  const problem = shapeProblem(bytes)
  if (problem) throw new Refusal(413, 'payload_too_large', problem)
  try {
    const body: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (typeof body === 'object' && body !== null) return body
  } catch {
    // Handled like any other text that is not a JSON object.
  }
  throw new Refusal(400, 'parse_error', 'the body is not a JSON-RPC message in UTF-8')
}

/** Responses are plain JSON: a stream would outlive the request that its work belongs to. */
function refuseUnreadable(c: Context) {
  const accepted = c.req.header('accept')
  if (accepted === undefined || /application\/(?:json|\*)|\*\/\*/.test(accepted)) return
  throw new Refusal(406, 'not_acceptable', 'accept application/json and text/event-stream')
}

/** The request for the SDK, which receives the body separately and insists on both media types. */
function sdkRequest(raw: globalThis.Request): globalThis.Request {
  const headers = new Headers(raw.headers)
  headers.set('accept', 'application/json, text/event-stream')
  return new Request(raw.url, { method: 'POST', headers, signal: raw.signal })
}

/** A page of another site must not use a token it got hold of; MCP_ORIGINS lists browser-based clients. */
function refuseOrigin(c: Context) {
  const origin = c.req.header('origin')
  if (origin === undefined) return
  const { baseUrl, webUrl } = settingsOf(c.env, c.req.url)
  const allowed = [
    new URL(baseUrl).origin,
    new URL(webUrl).origin,
    ...(c.env.MCP_ORIGINS ?? '').split(',').map((one) => one.trim()),
  ]
  if (!allowed.includes(origin)) throw forbidden('this origin may not use the tool endpoint')
}

const notAllowed = () =>
  new Response(rpcError(-32000, 'method_not_allowed', 'nothing is pushed here; send POST'), {
    status: 405,
    headers: { 'content-type': json, allow: 'POST, DELETE' },
  })

const rpcError = (code: number, name: string, message: string) =>
  JSON.stringify({ jsonrpc: '2.0', error: { code, message, data: { code: name } }, id: null })

/** An error of the endpoint itself, as HTTP status and JSON-RPC error. */
function refuse(error: unknown, c: Context): Response {
  const refusal = error instanceof Refusal ? error : internal()
  if (refusal.status >= 500) logFailure('tools_failed', c, error)
  const headers = new Headers({ 'content-type': json })
  if (refusal.retryAfter !== undefined) headers.set('retry-after', String(refusal.retryAfter))
  if (refusal.status === 401) headers.set('www-authenticate', challenge(c))
  const code = rpcCodes[refusal.code] ?? -32000
  return new Response(rpcError(code, refusal.code, refusal.message), { status: refusal.status, headers })
}

const rpcCodes: Record<string, number> = {
  parse_error: -32700,
  invalid_request: -32600,
  session_not_found: -32001,
}

/** RFC 9728: where a client learns how to get a token. */
function challenge(c: Context): string {
  const { baseUrl } = settingsOf(c.env, c.req.url)
  const where = `Bearer resource_metadata="${baseUrl}/.well-known/oauth-protected-resource/mcp", scope="service"`
  return c.req.header('authorization') === undefined ? where : `${where}, error="invalid_token"`
}
