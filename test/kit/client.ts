import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { Pool } from 'pg'
import { createApp } from '../../src/app.ts'
import type { Env } from '../../src/base/config.ts'
import { uuidv7 } from '../../src/base/id.ts'
import { signSession } from '../../src/kit/credentials.ts'
import { hashOf, makeToken } from '../../src/base/tokens.ts'
import { openDatabase } from '../../src/kit/round-trip.ts'
import type { FontFiles } from '../../src/shared/pdf/fonts.ts'
import { hashPassword } from '../../src/shared/passwords.ts'
import { answered, capsIn, countedEnv, countFetches } from '../../scripts/stack/caps.ts'
import './direct.ts'
import { filesInMemory } from './files.ts'
import { kvInMemory } from './kv.ts'
import { usedIn } from '../../src/platform/database-use.ts'
import { recorder } from './mail.ts'
import { sessionsInMemory } from './sessions.ts'
import { parts } from './parts.ts'

countFetches()
export const app = createApp()
export const sessions = sessionsInMemory()
export const files = filesInMemory()
export const activity = kvInMemory()
/** Origins of servers that tests start besides the shared one. */
export const trusted = new Set<string>()
export const sealingKeys = `k1:${'A'.repeat(43)}=`
export const password = 'correct horse battery'
const keys = 'test:a-secret-of-at-least-32-characters'
const passwordHash = await hashPassword(password)

/** The fonts, made where a test prints something. */
let fonts: Promise<FontFiles> | undefined
async function fontFile(name: string) {
  fonts ??= import('../invoice-files/reading.ts').then(({ deployedFonts }) => deployedFonts().font)
  return new Response((await (await fonts)(name)) as Uint8Array<ArrayBuffer>)
}

/** Serves the static files, as the runtime does. */
const assets = {
  fetch: async (url: string) => {
    const [, font] = url.split('/fonts/')
    if (font) return fontFile(font)
    const text = await readFile(
      new URL(`../../openapi${new URL(url).pathname}`, import.meta.url),
      'utf8',
    ).catch(() => null)
    return new Response(text, { status: text ? 200 : 404, headers: { 'content-type': 'application/json' } })
  },
}

/** The settings of the app under test, with the services that the suite started. */
export function env(changes: Partial<Env> = {}): Env {
  const services = parts()
  return {
    DATABASE_URL: services.databaseUrl,
    SQL_ENDPOINT: services.sqlEndpoint,
    JWT_KEYS: keys,
    APP_ENV: 'test',
    UPSTASH_REDIS_REST_URL: services.redisUrl,
    UPSTASH_REDIS_REST_TOKEN: services.redisToken,
    COOKIE_SECURE: 'true',
    BASE_URL: 'https://service.test',
    DB_DEADLINE_MS: '30000',
    DB_TRIPS_AT_ONCE: '1000',
    REQUESTS_PER_MINUTE: '1000000000',
    ROWS_PER_MINUTE: '1000000000',
    USAGE_REPORT_SECONDS: '0',
    ASSETS: assets,
    MCP_SESSIONS: sessions.namespace,
    FILES: files,
    ACTIVITY: activity,
    EMAIL: recorder,
    MAIL_FROM: 'mail@service.test',
    SEALING_KEYS: sealingKeys,
    OUTBOUND_TRUSTED: [services.externalUrl, ...trusted].join(','),
    DNS_URL: `${services.externalUrl}/dns-query`,
    BILLING_PROVIDER: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_test',
    STRIPE_URL: `${services.externalUrl}/stripe`,
    ADDRESS_PROVIDER: 'photon',
    ADDRESS_URL: `${services.externalUrl}/photon`,
    ...changes,
  }
}

// oxlint-disable-next-line typescript/no-explicit-any -- tests read responses freely; the contract test checks their shape
export type Json = any
export type Reply = {
  status: number
  body: Json
  text: string
  headers: Headers
  roundTrips: number
  statements: number
}
export type Sent = {
  body?: unknown
  headers?: Record<string, string>
  raw?: string | Uint8Array<ArrayBuffer>
}

/** A new address each time, so that limits by address do not affect each other. */
export const uniqueAddress = () => ({
  'cf-connecting-ip': `2001:${uuidv7()
    .slice(-12)
    .replace(/(....)/g, '$1:')}:1`,
})

/** Calls the app as `fetch` would, reads the response, and waits for the work that continues after it. */
export async function call(
  method: string,
  path: string,
  sent: Sent = {},
  changes: Partial<Env> = {},
): Promise<Reply> {
  const headers = new Headers({ ...uniqueAddress(), ...sent.headers })
  const body = sent.raw ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body))
  if (body !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json')
  const pending: Promise<unknown>[] = []
  const runtime = {
    waitUntil: (background: Promise<unknown>) => void pending.push(background),
    passThroughOnException() {},
    props: {},
  }
  const settings = env(changes)
  const url = path.startsWith('http://') ? path : `https://service.test${path}`
  const init = { method, headers, ...(body === undefined ? {} : { body }) }
  // Without a clock what follows the response stands for the clock's runs too.
  const caps = { ...capsIn(settings), ...(!settings.CLOCK && { afterResponse: Infinity }) }
  const response = await answered(caps, runtime, (own) => app.request(url, init, countedEnv(settings), own))
  const text = await response.text()
  for (const background of pending) await background
  const { roundTrips, statements } = usedIn(response.headers.get('server-timing'))
  const isJson = response.headers.get('content-type')?.includes('json')
  if (
    isJson &&
    path.startsWith('/api/') &&
    !path.endsWith('.json') &&
    /\s/.test(text.replace(/"(?:[^"\\]|\\.)*"/g, ''))
  )
    throw new Error(`${method} ${path} returned JSON with spaces: ${text.slice(0, 300)}`)
  return {
    status: response.status,
    body: isJson ? JSON.parse(text) : undefined,
    text,
    headers: response.headers,
    roundTrips,
    statements,
  }
}

export type Caller = {
  headers: Record<string, string>
  id: string
  email: string
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
  /** Like `call`, but throws unless the status is 2xx. */
  ok(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Json>
}

export function caller(headers: Record<string, string>, who: { id: string; email: string }): Caller {
  const send = (method: string, path: string, body?: unknown, more: Record<string, string> = {}) =>
    call(method, path, { ...(body === undefined ? {} : { body }), headers: { ...headers, ...more } })
  return {
    headers,
    ...who,
    call: send,
    async ok(method, path, body, more) {
      const reply = await send(method, path, body, more)
      if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`)
      return reply.body
    },
  }
}

/** A signed-in person with a session of their own. */
export async function person(name = 'Ada Lovelace'): Promise<Caller> {
  const { DATABASE_URL, SQL_ENDPOINT } = env()
  const id = uuidv7()
  const email = `${id}@example.com`
  const session = uuidv7()
  const account = {
    id,
    email,
    name,
    password_hash: passwordHash,
    session,
    refresh: hashOf(makeToken('svc_rt_', 'a')),
    expires_at: new Date(Date.now() + 864e5).toISOString(),
  }
  await openDatabase(DATABASE_URL, SQL_ENDPOINT, 5000).batch([
    sql`select app.register_account(${JSON.stringify(account)}::jsonb)`,
  ])
  const token = await signSession(keys, { user: id, session }, new Date())
  return caller({ cookie: `access_token=${token}` }, { id, email })
}

const owners = new Map<string, Pool>()

/**
 * Runs statements as the owner of the database, for what no operation can set up. Several statements at once, or one
 * that sets something, may leave the session changed: that connection is not reused.
 */
export async function asOwner<T = Json>(text: string, values: unknown[] = []): Promise<T[]> {
  const { ownerUrl } = parts()
  const pool = owners.get(ownerUrl) ?? poolOf(ownerUrl)
  const client = await pool.connect()
  try {
    return (await client.query(text, values)).rows as T[]
  } finally {
    client.release(/;|^\s*set\b|set_config/i.test(text))
  }
}

function poolOf(connectionString: string): Pool {
  const pool = new Pool({ connectionString, max: 4, allowExitOnIdle: true })
  // The database is dropped when its tests are over.
  pool.on('error', () => undefined)
  owners.set(connectionString, pool)
  return pool
}
