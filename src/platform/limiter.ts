import { Ratelimit } from '@upstash/ratelimit'
import { Redis } from '@upstash/redis'
import type { Env } from '../base/config.ts'
import { tooMany } from '../kit/errors.ts'
import { addressOf, type Context } from '../kit/http.ts'
import { networkOf } from '../base/network.ts'
import { tally } from './tally.ts'

/** A rule such as `{ name: 'login:ip', key: '203.0.113.9', most: 10 }`: at most that many in a fixed minute, or in
 * so many seconds. Where it guards passwords, each isolate counts for itself while the backend is away. */
export type Rule = { name: string; key: string; most: number; seconds?: number; guards?: boolean }
export type Verdict = { passes: boolean; retryAfter: number }

const window = 60
/** How long the backend can be silent: turns of the event loop, milliseconds per turn, and the maximum number of turns. */
const silenceLimit = { turns: 10, milliseconds: 24, most: 100 }
const breakerDelay = 5000
const open: Verdict = { passes: true, retryAfter: 0 }
/** Per isolate: until when a failing limiter is skipped, when that was last logged, and its answer count by then. */
const breakers = new Map<string, { until: number; logged: number; answered: number }>()

/** Per isolate: the number of answers from a backend. */
const answers = new Map<string, number>()

/**
 * Checks all rules at once. It fails open: if the limiter's backend is down, slow or wrong, requests pass within
 * 250 ms, the failure is logged once a minute, and the backend is skipped for five seconds, unless it was late just once.
 */
export async function limit(env: Env, rules: Rule[], now = Date.now()): Promise<Verdict> {
  return (await withBackend(env, now, (redis) => check(redis, rules, now))) ?? open
}

/** Takes `cost` from an allowance; returns how much of it is used, up to `most`, or undefined if unknown. */
export async function spend(env: Env, { key, cost, ...rule }: Rule & { cost: number }, now = Date.now()) {
  const verdict = await withBackend(env, now, (redis) => limiterOf(redis, rule).limit(key, { rate: cost }))
  return verdict && rule.most - verdict.remaining
}

async function withBackend<T>(env: Env, now: number, work: (redis: Redis) => Promise<T>) {
  const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token = '' } = env
  const breaker = url && breakers.get(url)
  if (!url || (breaker && now < breaker.until)) return undefined
  try {
    const redis = new Redis({ url, token, retry: false, enableAutoPipelining: true, enableTelemetry: false })
    return await withSilenceLimit(url, work(redis))
  } catch (error) {
    tally('limiter_open')
    const { logged, answered } = breakers.get(url) ?? { logged: 0, answered: 0 }
    const answerCount = answers.get(url) ?? 0
    const lateOnce = error instanceof Silence && answerCount > answered
    const recentlyLogged = now - logged < window * 1000
    if (!recentlyLogged) console.warn(JSON.stringify({ event: 'limiter_open', backend: new URL(url).host }))
    breakers.set(url, {
      until: lateOnce ? 0 : now + breakerDelay,
      logged: recentlyLogged ? logged : now,
      answered: answerCount,
    })
    return undefined
  }
}

class Silence extends Error {}

/** At most `most` per minute from one client. */
export const perAddress = (c: Context, name: string, most: number): Rule => ({
  name: `${name}:ip`,
  key: networkOf(addressOf(c)),
  most,
})

/** What this isolate counted in a minute while the backend was away. */
let alone = { minute: 0, used: new Map<string, number>() }
function countAlone(rules: Rule[], now: number): Verdict {
  const minute = Math.floor(now / 60_000)
  if (alone.minute !== minute || alone.used.size > 20_000) alone = { minute, used: new Map() }
  const counted = rules.map(({ name, key, most, guards }) => {
    const used = (alone.used.get(`${name} ${key}`) ?? 0) + 1
    if (guards) alone.used.set(`${name} ${key}`, used)
    return used <= most
  })
  return { passes: counted.every(Boolean), retryAfter: 60 - Math.floor((now / 1000) % 60) }
}

/** Rejects requests over a limit with 429. */
export async function refuseOver(c: Context, rules: Rule[], now = Date.now()): Promise<void> {
  const shared = await withBackend(c.env, now, (redis) => check(redis, rules, now))
  const { passes, retryAfter } = shared ?? countAlone(rules, now)
  if (!passes)
    throw tooMany('too_many_requests', `too many requests; try again in ${retryAfter} s`, retryAfter)
}

async function check(redis: Redis, rules: Rule[], now: number): Promise<Verdict> {
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

/**
 * Gives up on a backend that does not answer. Time is counted in turns of the event loop, each of which processes what
 * has arrived, and restarts with every answer to another request: neither a loop that is busy with our own work nor a
 * queue before a working backend is a failure of the backend.
 */
async function withSilenceLimit<T>(url: string, work: Promise<T>): Promise<T> {
  const ended = new AbortController()
  const counted = work.then((answer) => {
    answers.set(url, (answers.get(url) ?? 0) + 1)
    return answer
  })
  return Promise.race([counted, silence(url, ended.signal)]).finally(() => ended.abort())
}

async function silence(url: string, ended: AbortSignal): Promise<never> {
  let [turns, lastCount] = [0, answers.get(url)]
  for (let total = 0; turns < silenceLimit.turns && total < silenceLimit.most && !ended.aborted; total++) {
    await new Promise((done) => setTimeout(done, silenceLimit.milliseconds))
    turns = answers.get(url) === lastCount ? turns + 1 : 0
    lastCount = answers.get(url)
  }
  throw new Silence('the limiter did not answer')
}

/** For tests: resets the circuit breakers. */
export const closeBreakers = () => (breakers.clear(), alone.used.clear())
