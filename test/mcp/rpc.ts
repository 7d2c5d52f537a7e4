import type { Env } from '../../src/base/config.ts'
import { uuidv7 } from '../../src/base/id.ts'
import { hashOf, makeToken } from '../../src/base/tokens.ts'
import { asOwner, call, type Caller, type Json, type Reply } from '../kit/client.ts'
import { join, type Workspace } from '../kit/makers.ts'

export type Key = { id: string; token: string }

/** An API key of the workspace. */
export const keyOf = (ws: Workspace, draft: object = {}, by: Caller = ws.owner): Promise<Key> =>
  by.ok('POST', `${ws.base}/api-keys`, { name: 'assistant', ...draft })

export const admin = (ws: Workspace) => join(ws, 'admin', 'Alan Turing')

/** An OAuth access token of a person, as a finished login stores it. */
export async function oauthTokenOf({ id }: Caller): Promise<string> {
  const [client, family, token] = [uuidv7(), uuidv7(), makeToken('svc_oat_', 'a')]
  await asOwner(
    `insert into oauth_clients (id, redirect_uris, scope) values ($1, '{http://localhost/}', 'service')`,
    [client],
  )
  await asOwner(
    `insert into oauth_authorizations (id, client_id, user_id, scope) values ($1, $2, $3, 'service')`,
    [family, client, id],
  )
  await asOwner(
    `insert into oauth_tokens (hash, kind, authorization_id, expires_at)
    values (decode($1, 'hex'), 'access', $2, now() + interval '1 hour')`,
    [hashOf(token), family],
  )
  return token
}

type Sent = {
  token?: string
  session?: string
  query?: string
  headers?: Record<string, string>
  env?: Partial<Env>
}

/** One JSON-RPC message to /mcp. */
export function rpc(
  method: string,
  params: object = {},
  { token, session, query = '', headers, env }: Sent = {},
): Promise<Reply> {
  return call(
    'POST',
    `/mcp${query}`,
    {
      body: { jsonrpc: '2.0', id: 1, method, params },
      headers: {
        accept: 'application/json, text/event-stream',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(session ? { 'mcp-session-id': session } : {}),
        ...headers,
      },
    },
    env,
  )
}

/** Opens a session of the 2025 revisions. */
export async function open(sent: Sent): Promise<string> {
  const reply = await rpc(
    'initialize',
    {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    },
    sent,
  )
  return reply.headers.get('mcp-session-id') ?? `no session: ${reply.status} ${reply.text}`
}

export type ToolResult = { isError: boolean; answer: Json; reply: Reply }
/** Calls a tool in a session and parses its result. */
export async function tool(name: string, args: object, sent: Sent): Promise<ToolResult> {
  const reply = await rpc('tools/call', { name, arguments: args }, sent)
  const result = reply.body?.result
  return { isError: Boolean(result?.isError), answer: result && JSON.parse(result.content[0].text), reply }
}

/** The same without a session, as clients of 2026-07-28 do. */
export const modern = (method: string, params: object = {}, sent: Sent = {}): Promise<Reply> =>
  rpc(
    method,
    {
      ...params,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
    {
      ...sent,
      headers: {
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        ...('name' in params ? { 'mcp-name': String(params.name) } : {}),
        ...sent.headers,
      },
    },
  )
