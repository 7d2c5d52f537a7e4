import type { CallToolResult } from '@modelcontextprotocol/server'
import { Refusal } from '../kit/errors.ts'
import { failed } from '../mcp/result.ts'
import manifest from '../../package.json' with { type: 'json' }

export type Wait = (milliseconds: number) => Promise<unknown>
export const timeoutMillis = 30_000
const defaultDelay = 1000
const { version } = manifest
const protocol = '2026-07-28'

/** The service that the program works for: the addresses of its API and of its tools, and whose token is sent. */
export type Service = { api: string; tools: string; token: string }

export function serviceAt(url: string, token: string): Service {
  const api = url.replace(/\/+$/, '')
  return { api, tools: `${api.replace(/\/api\/v1$/, '')}/mcp?tools=all`, token }
}

/** Calls a tool of the service, with its resolution of names and its short answers. Errors are returned as results. */
export async function callTool(
  service: Service,
  name: string,
  given: Record<string, unknown>,
): Promise<CallToolResult> {
  try {
    const response = await fetchTwice(requestOf(service, name, given))
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400))
      throw movedTo(response.headers.get('location'), service)
    return resultIn(await response.json(), response)
  } catch (error) {
    return failed(error instanceof Refusal ? error : unreachable(error, service), '')
  }
}

const requestOf = ({ tools, token }: Service, name: string, given: Record<string, unknown>): Request =>
  new Request(tools, {
    method: 'POST',
    // A token must not be sent to wherever an answer points.
    redirect: 'manual',
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': protocol,
      'mcp-method': 'tools/call',
      'mcp-name': name,
      // A retry must not create a second task or comment.
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name,
        arguments: given,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': protocol,
          'io.modelcontextprotocol/clientInfo': { name: 'service-tools', version },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    }),
  })

type Reply = {
  result?: CallToolResult
  error?: { message?: string; code?: unknown; data?: { code?: string } }
}

/** The result in the service's answer; an error of the endpoint becomes one. */
function resultIn(body: unknown, { status }: Response): CallToolResult {
  const { result, error } = (body ?? {}) as Reply
  if (Array.isArray(result?.content)) {
    const { content, isError } = result
    return { content, ...(isError ? { isError } : {}) }
  }
  if (!error?.message) throw notTheService()
  if (status === 401)
    throw new Refusal(
      401,
      'unauthorized',
      `${error.message}. SERVICE_TOKEN must be an API key or access token that is not revoked`,
    )
  throw new Refusal(status, error.data?.code ?? 'unexpected_answer', error.message)
}

/** Why there was no answer, and what to do about it. */
function unreachable(error: unknown, { api }: Service): Refusal {
  const name = error instanceof Error ? error.name : ''
  if (name === 'TimeoutError')
    return new Refusal(503, 'service_unavailable', 'the service did not answer within 30 seconds; try again')
  if (error instanceof SyntaxError) return notTheService()
  return new Refusal(
    503,
    'service_unavailable',
    `the service cannot be reached at ${api}: is it running, and is SERVICE_API_URL its address?`,
  )
}
const notTheService = () =>
  new Refusal(
    502,
    'unexpected_answer',
    'what answers at SERVICE_API_URL is not the service: it should end in /api/v1',
  )
const movedTo = (location: string | null, { api }: Service) =>
  new Refusal(
    502,
    'unexpected_answer',
    `${api} redirects${location ? ` to ${location}` : ''}, and redirects are not followed: set SERVICE_API_URL to where the service is`,
  )

/**
 * Fetches, and retries once after 429 or 503: when Retry-After says, or after a second. Returns the first
 * response if the wait would exceed 30 seconds; both attempts together also take no longer.
 */
export async function fetchTwice(request: Request, wait: Wait = pause, now = Date.now): Promise<Response> {
  const until = now() + timeoutMillis
  const retry = request.clone()
  const first = await fetch(request, { signal: AbortSignal.timeout(timeoutMillis) })
  if (first.status !== 429 && first.status !== 503) return first
  const delay = delayOf(first.headers.get('retry-after'), now())
  const remaining = until - now() - delay
  if (remaining <= 0) return first
  await first.body?.cancel()
  await wait(delay)
  return fetch(retry, { signal: AbortSignal.timeout(remaining) })
}

/** Retry-After is a number of seconds or a date (RFC 9110 section 10.2.3). */
function delayOf(header: string | null, now: number): number {
  if (header === null) return defaultDelay
  const delay = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isNaN(delay) ? defaultDelay : Math.max(0, delay)
}

const pause: Wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds))
