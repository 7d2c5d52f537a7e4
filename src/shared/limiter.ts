import { Ratelimit } from '@upstash/ratelimit'
import { Redis } from '@upstash/redis'
import type { Env } from '../kit/config.ts'
import { tooMany } from '../kit/errors.ts'
import { addressOf, type Context } from '../kit/http.ts'
import { networkOf } from './address.ts'

/** A rule such as `{ name: 'login:ip', key: '203.0.113.9', most: 10 }`: at most that many in a fixed minute, or in
 * so many seconds. */
export type Rule = { name: string; key: string; most: number; seconds?: number }
export type Verdict = { passes: boolean; retryAfter: number }

const window = 60
/** How long the backend may be silent: so many turns of the event loop of so many milliseconds; and how many at most. */
const patience = { turns: 10, milliseconds: 24, most: 100 }
const rest = 5000
const open: Verdict = { passes: true, retryAfter: 0 }
/** Per isolate: until when a failing limiter is left alone, when that was last logged, and what it had answered by then. */
const breakers = new Map<string, { until: number; logged: number; answered: number }>()

/** Per isolate: how many answers a backend has given. */
const answers = new Map<string, number>()

/**
 * Judges all rules in one go. It fails open: where the limiter's backend is down, slow or wrong, requests pass
 * within 250 ms, the failure is logged once a minute, and the backend is left alone for five seconds, unless it was
 * late just once.
 */
export async function limit(env: Env, rules: Rule[], now = Date.now()): Promise<Verdict> {
  return (await withBackend(env, now, (redis) => judge(redis, rules, now))) ?? open
}

/** Takes so much of an allowance; returns how much of it is used, `most` at most, or undefined where that is not known. */
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
    return await withPatience(url, work(redis))
  } catch (error) {
    const { logged, answered } = breakers.get(url) ?? { logged: 0, answered: 0 }
    const heard = answers.get(url) ?? 0
    const lateOnce = error instanceof Silence && heard > answered
    const told = now - logged < window * 1000
    if (!told) console.warn(JSON.stringify({ event: 'limiter_open', backend: new URL(url).host }))
    breakers.set(url, {
      until: lateOnce ? 0 : now + rest,
      logged: told ? logged : now,
      answered: heard,
    })
    return undefined
  }
}

class Silence extends Error {}

/** At most so many a minute from one client. */
export const perAddress = (c: Context, name: string, most: number): Rule => ({
  name: `${name}:ip`,
  key: networkOf(addressOf(c)),
  most,
})

/** Refuses with 429 what is over a limit. */
export async function refuseOver(c: Context, rules: Rule[]): Promise<void> {
  const { passes, retryAfter } = await limit(c.env, rules)
  if (!passes)
    throw tooMany('too_many_requests', `too many requests; try again in ${retryAfter} s`, retryAfter)
}

async function judge(redis: Redis, rules: Rule[], now: number): Promise<Verdict> {
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
 * Gives up on a backend that answers nobody. What passes is counted in turns of the event loop, each of which takes in
 * what has arrived, and begins again with every answer that it gave to another request: neither a loop that is busy
 * with our own work nor a queue before a backend that works is a failure of the backend.
 */
async function withPatience<T>(url: string, work: Promise<T>): Promise<T> {
  const ended = new AbortController()
  const heard = work.then((answer) => {
    answers.set(url, (answers.get(url) ?? 0) + 1)
    return answer
  })
  return Promise.race([heard, silence(url, ended.signal)]).finally(() => ended.abort())
}

async function silence(url: string, ended: AbortSignal): Promise<never> {
  let [turns, known] = [0, answers.get(url)]
  for (let all = 0; turns < patience.turns && all < patience.most && !ended.aborted; all++) {
    await new Promise((done) => setTimeout(done, patience.milliseconds))
    turns = answers.get(url) === known ? turns + 1 : 0
    known = answers.get(url)
  }
  throw new Silence('the limiter did not answer')
}

/** For tests: forgets that a backend failed. */
export const closeBreakers = () => breakers.clear()
