import { Ratelimit } from '@upstash/ratelimit'
import { Redis } from '@upstash/redis'
import type { Env } from '../kit/config.ts'

/** A rule such as `{ name: 'login:ip', key: '203.0.113.9', most: 10 }`: at most that many in a fixed minute, or in
 * so many seconds. */
export type Rule = { name: string; key: string; most: number; seconds?: number }
export type Verdict = { passes: boolean; retryAfter: number }

const window = 60
const patience = 250
const rest = 5000
const open: Verdict = { passes: true, retryAfter: 0 }
/** Per isolate: until when a failing limiter is left alone, and when its failure was last logged. */
const breakers = new Map<string, { until: number; logged: number }>()

/**
 * Judges all rules in one go. It fails open: where the limiter's backend is down, slow or wrong, requests pass
 * within 250 ms, the failure is logged once a minute, and the backend is left alone for five seconds.
 */
export async function limit(env: Env, rules: Rule[], now = Date.now()): Promise<Verdict> {
  const url = env.UPSTASH_REDIS_REST_URL
  if (!url) return open
  const breaker = breakers.get(url)
  if (breaker && now < breaker.until) return open
  try {
    return await withPatience(judge(url, env.UPSTASH_REDIS_REST_TOKEN ?? '', rules, now))
  } catch {
    const logged = breakers.get(url)?.logged ?? 0
    const silent = now - logged < window * 1000
    if (!silent) console.warn(JSON.stringify({ event: 'limiter_open', backend: new URL(url).host }))
    breakers.set(url, { until: now + rest, logged: silent ? logged : now })
    return open
  }
}

async function judge(url: string, token: string, rules: Rule[], now: number): Promise<Verdict> {
  const redis = new Redis({ url, token, retry: false, enableAutoPipelining: true, enableTelemetry: false })
  const verdicts = await Promise.all(rules.map(({ key, ...rule }) => limiterOf(redis, rule).limit(key)))
  const refused = verdicts.filter((verdict) => !verdict.success)
  if (refused.length === 0) return open
  const reset = Math.max(...refused.map((verdict) => verdict.reset))
  return { passes: false, retryAfter: Math.max(1, Math.ceil((reset - now) / 1000)) }
}

const limiterOf = (redis: Redis, { name, most, seconds = window }: Omit<Rule, 'key'>) =>
  new Ratelimit({
    redis,
    limiter: Ratelimit.fixedWindow(most, `${seconds} s`),
    prefix: `limit:${name}`,
    timeout: 0,
    ephemeralCache: false,
  })

function withPatience<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<never>((_, failed) => {
    timer = setTimeout(() => failed(new Error('the limiter did not answer')), patience)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** For tests: forgets that a backend failed. */
export const closeBreakers = () => breakers.clear()
