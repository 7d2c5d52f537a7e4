import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { once } from '../base/config.ts'
import { type KeyValue, openCache } from '../platform/cache.ts'
import { type Bucket, openStorage } from './files/storage.ts'
import { inTurn, refuseBusy } from '../platform/heavy-work.ts'
import { takeBody } from '../platform/large-bodies.ts'
import { lazy } from '../base/lazy.ts'
import type { Rule } from '../platform/limiter.ts'
import { billingOf } from './billing/provider.ts'
import { roomsOf } from './meetings/rooms.ts'
import { placeOf } from './deployment.ts'
import { mailServiceOf } from './mail/service.ts'
import { openOutbound } from './outbound/outbound.ts'
import { providersOf } from './providers/providers.ts'
import { fontsFrom } from './pdf/assets.ts'
import { keyringOf } from './sealing/sealing.ts'
import { WebhookSender } from './webhooks/sender.ts'

declare module '../base/config.ts' {
  interface Env {
    APP_VERSION?: string
    GIT_SHA?: string
    BUILD_TIME?: string
    UPSTASH_REDIS_REST_URL?: string
    UPSTASH_REDIS_REST_TOKEN?: string
    /** Seconds in which the last refresh token may come again while its successor is unused; 0 unless set. */
    OAUTH_REFRESH_GRACE_SECONDS?: string
    /** `false` makes loopback redirect URIs compare literally; otherwise their port may differ from the registered one. */
    OAUTH_LOOPBACK_ANY_PORT?: string
    /** `false` takes the tools of finance, payroll, people, suppliers and administration out of /mcp. */
    MCP_EXPOSE_SENSITIVE?: string
    /** Further origins of browser-based tool clients, comma separated. */
    MCP_ORIGINS?: string
    MCP_SESSIONS?: DurableObjectNamespaceLike
    CLOCK?: DurableObjectNamespaceLike
    /** Where the clock is created, such as `weur`, and the jurisdiction that it never leaves, such as `eu`. */
    CLOCK_LOCATION?: string
    CLOCK_JURISDICTION?: string
    /** The R2 bucket that holds the bytes of attachments. */
    FILES?: Bucket
    /** Milliseconds the file storage may stall; 10000 unless set. */
    FILES_DEADLINE_MS?: string
    /** How many heavy operations an organization runs at once; 2 unless set. */
    HEAVY_AT_ONCE?: string
    /** Requests a minute by one credential; 3000 unless set. */
    REQUESTS_PER_MINUTE?: string
    /** Rows that an organization may write in a minute; 100000 unless set. */
    ROWS_PER_MINUTE?: string
    /** How long counted requests wait for others before they are reported; 20 unless set, at most 25, 0 for ever. */
    USAGE_REPORT_SECONDS?: string
    /** The share of requests of which a line is logged, from 0 to 1; 0.05 unless set. */
    LOG_SAMPLE?: string
    /** Megabytes of files that an organization may keep; 10000 unless set. */
    STORAGE_QUOTA_MB?: string
    /** Rows that an imported organization may have; 1000000 unless set, and at most. */
    ORGANIZATION_IMPORT_ROWS?: string
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
  }
  interface Outside extends ReturnType<typeof outsideOf> {}
}

export type DurableObjectNamespaceLike = {
  idFromName(name: string): unknown
  get(
    id: unknown,
    options?: { locationHint: string },
  ): { fetch(input: string | Request, init?: RequestInit): Promise<Response> }
  jurisdiction?(name: string): DurableObjectNamespaceLike
}

const limiter = lazy(() => import('../platform/limiter.ts'))

/** HMAC-SHA256 as hex, of what must not be guessed from it. By the oldest key, which a new one leaves as it is. */
const digestWith = (keys: string) => {
  const key = sha256(utf8ToBytes(`digest:${keys.split(',').at(-1)}`))
  return (text: string) => bytesToHex(hmac(sha256, key, utf8ToBytes(text)))
}

/** What operations reach outside of the database: files, other hosts, the cache, keys, limits. */
export const outsideOf = once((env) => {
  const outbound = openOutbound(env.OUTBOUND_TRUSTED, env.DNS_URL)
  const cache = openCache(env.ACTIVITY, 300)
  const sealingKeys = () => keyringOf(env.SEALING_KEYS)
  return {
    ...placeOf(env),
    importRows: Number(env.ORGANIZATION_IMPORT_ROWS ?? 1_000_000),
    files: openStorage(env.FILES, Number(env.FILES_DEADLINE_MS ?? 10_000)),
    linkKeys: env.JWT_KEYS,
    digest: digestWith(env.JWT_KEYS),
    /** Whether tools tell of finance, payroll, people, suppliers and administration. */
    exposesSensitive: env.MCP_EXPOSE_SENSITIVE !== 'false',
    outbound,
    mail: mailServiceOf(env, outbound),
    cache,
    providers: providersOf(env, outbound, cache),
    sealingKeys,
    limit: async (rules: Rule[]) => (await limiter()).limit(env, rules),
    inTurn,
    refuseBusy,
    takeBody,
    billing: billingOf(env, outbound),
    /** The rooms of meetings that the deployment can open. */
    rooms: roomsOf(env, outbound),
    webhooks: new WebhookSender(outbound, sealingKeys, env),
    fonts: () => fontsFrom(env.ASSETS!),
    addresses: { provider: env.ADDRESS_PROVIDER, key: env.ADDRESS_KEY, url: env.ADDRESS_URL },
  }
})
