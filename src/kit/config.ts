import { type KeyValue, openCache } from '../shared/cache.ts'
import type { Rule } from './limiter.ts'
import { openOutbound } from '../shared/outbound/outbound.ts'
import { keyringOf } from '../shared/sealing/sealing.ts'
import { type Bucket, openStorage } from '../shared/files/storage.ts'

/** What the deployment sets: variables, secrets and bindings. */
export type Env = {
  APP_NAME?: string
  APP_VERSION?: string
  GIT_SHA?: string
  BUILD_TIME?: string
  APP_ENV?: string
  DATABASE_URL: string
  /** Where SQL over HTTP is spoken when it is not Neon's own address: the local gateway. */
  SQL_ENDPOINT?: string
  UPSTASH_REDIS_REST_URL?: string
  UPSTASH_REDIS_REST_TOKEN?: string
  /** `kid:secret` pairs, comma separated; the first signs, all verify. */
  JWT_KEYS: string
  COOKIE_SECURE?: string
  /** Seconds in which the last refresh token may come again while its successor is unused; 0 unless set. */
  OAUTH_REFRESH_GRACE_SECONDS?: string
  /** `true` lets a loopback redirect URI differ from the registered one in its port. */
  OAUTH_LOOPBACK_ANY_PORT?: string
  WEB_URL?: string
  BASE_URL?: string
  /** `false` takes the tools of finance, payroll, people, suppliers and administration out of /mcp. */
  MCP_EXPOSE_SENSITIVE?: string
  /** Further origins of browser-based tool clients, comma separated. */
  MCP_ORIGINS?: string
  MCP_SESSIONS?: DurableObjectNamespaceLike
  CLOCK?: DurableObjectNamespaceLike
  /** The R2 bucket that holds the bytes of attachments. */
  FILES?: Bucket
  /** Milliseconds the file storage may stand still; 10000 unless set. */
  FILES_DEADLINE_MS?: string
  /** `id:base64` keys of 32 bytes that keep secrets in the database, comma separated; the first is current. */
  SEALING_KEYS?: string
  /** The KV namespace that caches what hosts of repositories and addresses answer. */
  ACTIVITY?: KeyValue
  /** Origins outside that may be reached although they are private or not https, comma separated. */
  OUTBOUND_TRUSTED?: string
  /** Where DNS over HTTPS is spoken in JSON, or `off`; Cloudflare's own unless set. */
  DNS_URL?: string
  /** `google` or `photon`; without it no addresses are suggested. */
  ADDRESS_PROVIDER?: string
  ADDRESS_KEY?: string
  ADDRESS_URL?: string
  ASSETS?: { fetch(url: string): Promise<Response> }
  /** Milliseconds a request may wait for the database; 5000 unless set. */
  DB_DEADLINE_MS?: string
}

export type DurableObjectNamespaceLike = {
  idFromName(name: string): unknown
  get(id: unknown): { fetch(input: string | Request, init?: RequestInit): Promise<Response> }
}

/** The same for the same environment, made once. */
const once = <T>(make: (env: Env) => T) => {
  const made = new WeakMap<Env, { value: T }>()
  return (env: Env): T => {
    const known = made.get(env)
    if (known) return known.value
    const value = make(env)
    made.set(env, { value })
    return value
  }
}

/** The settings that code reads, with their defaults. */
export const settingsOf = (env: Env, requestUrl: string): Settings =>
  env.BASE_URL ? fixedSettings(env) : settings(env, requestUrl)

const settings = (env: Env, requestUrl: string) => {
  const baseUrl = (env.BASE_URL || new URL(requestUrl).origin).replace(/\/$/, '')
  const webUrl = (env.WEB_URL || baseUrl).replace(/\/$/, '')
  return {
    appName: env.APP_NAME || 'Service',
    baseUrl,
    webUrl,
    /** The origin of the pages. */
    webOrigin: new URL(webUrl).origin,
    secureCookies: (env.COOKIE_SECURE ?? 'true') !== 'false',
    deadline: Number(env.DB_DEADLINE_MS ?? 5000),
  }
}
export type Settings = ReturnType<typeof settings>
const fixedSettings = once((env) => settings(env, ''))

/** What operations reach outside of the database. */
export const outsideOf = once((env) => ({
  files: openStorage(env.FILES, Number(env.FILES_DEADLINE_MS ?? 10_000)),
  linkKeys: env.JWT_KEYS,
  outbound: openOutbound(env.OUTBOUND_TRUSTED, env.DNS_URL),
  cache: openCache(env.ACTIVITY, 300),
  sealingKeys: () => keyringOf(env.SEALING_KEYS),
  limit: async (rules: Rule[]) => (await import('./limiter.ts')).limit(env, rules),
  addresses: { provider: env.ADDRESS_PROVIDER, key: env.ADDRESS_KEY, url: env.ADDRESS_URL },
}))
export type Outside = ReturnType<typeof outsideOf>
