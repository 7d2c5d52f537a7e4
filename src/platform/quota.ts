import { getCookie } from 'hono/cookie'
import { once } from '../base/config.ts'
import { tooMany } from '../kit/errors.ts'
import type { Answer } from '../kit/execute.ts'
import { addressOf, type Context } from '../kit/http.ts'
import type { Operation } from '../kit/operation.ts'
import { networkOf } from '../base/network.ts'
import { lazy } from '../base/lazy.ts'

/** What a credential or an organization has used of its allowance this minute. */
type Account = { key: string; most: number; used: number; unreported: number }
/** A credential, and the allowances that it draws on. */
type Sender = { requests: Account; rows: Account | undefined }

const keyOf = (organization = '') => `organization ${organization}`

const window = 60_000
/** A share of the allowance this small is counted in the isolate only. */
const reportedShare = 0.01
const maxRemembered = 20_000
/** The share of the allowance that one address has for unknown credentials. */
const unknownShare = 0.1

/** What this isolate knows of the current minute. */
let minute = {
  number: 0,
  senders: new Map<string, Sender>(),
  accounts: new Map<string, Account>(),
  rejected: new Map<string, number>(),
}

function thisMinute(now: number) {
  const number = Math.floor(now / window)
  const full = minute.senders.size + minute.accounts.size + minute.rejected.size > maxRemembered
  if (minute.number !== number || full)
    minute = { number, senders: new Map(), accounts: new Map(), rejected: new Map() }
  return minute
}

const allowances = once((env) => ({
  requests: Number(env.REQUESTS_PER_MINUTE ?? 3000),
  rows: Number(env.ROWS_PER_MINUTE ?? 100_000),
}))

const credentialOf = (c: Context) => c.req.header('authorization') ?? getCookie(c, 'access_token')
const resetIn = (now: number) => Math.max(1, Math.ceil((window - (now % window)) / 1000))

/**
 * Refuses a sender over its allowance with 429: of requests by credential, of rows written by organization. What is used
 * is counted after the response, in each isolate, and reported to the limiter in batches, so that no request waits for it.
 * While the limiter is down each isolate counts for itself.
 */
export function checkQuota(c: Context, { write, role }: Operation, now = Date.now()): void {
  refuseUnknownCredential(c, now)
  const { senders, accounts } = thisMinute(now)
  const sender = senders.get(credentialOf(c) ?? '')
  const seconds = resetIn(now)
  if (!sender) return
  const whole = role === 'platform' ? undefined : accounts.get(keyOf(c.get('organization')))
  if (whole && whole.used >= whole.most)
    throw tooMany(
      'too_many_requests',
      `your organization may make ${whole.most} requests a minute, as the operators of the service set it; try again in ${seconds} s`,
      seconds,
    )
  c.set('allowance', allowanceOf(sender.requests, now))
  if (sender.requests.used >= sender.requests.most)
    throw tooMany(
      'too_many_requests',
      `over ${sender.requests.most} requests a minute; try again in ${seconds} s`,
      seconds,
    )
  if (write && sender.rows && sender.rows.used >= sender.rows.most)
    throw tooMany(
      'too_many_requests',
      `your organization has written over ${sender.rows.most} rows this minute; try again in ${seconds} s`,
      seconds,
    )
}

/** Rejects an unknown credential if too many from its address were rejected. */
export function refuseUnknownCredential(c: Context, now = Date.now()): void {
  const credential = credentialOf(c)
  const { senders, rejected: strangers } = thisMinute(now)
  if (!credential || senders.has(credential)) return
  if ((strangers.get(networkOf(addressOf(c))) ?? 0) < allowances(c.env).requests * unknownShare) return
  const seconds = resetIn(now)
  throw tooMany(
    'too_many_requests',
    `too many requests with unknown credentials; try again in ${seconds} s`,
    seconds,
  )
}

/** Counts an answered request for its credential, and the rows that it wrote for its organization. */
export function countUsage(c: Context, { caller, rows = 0 }: Answer, now = Date.now()): void {
  const credential = credentialOf(c)
  if (!credential || !caller) return
  const { senders, accounts } = thisMinute(now)
  const { requests, rows: maxRows } = allowances(c.env)
  const account = (key: string, most: number) => {
    const entry = accounts.get(key) ?? { key, most, used: 0, unreported: 0 }
    accounts.set(key, Object.assign(entry, { most }))
    return entry
  }
  const sender = {
    requests: account(`requests ${caller.key_id ?? caller.user_id}`, requests),
    rows: caller.org_id ? account(`rows ${caller.org_id}`, caller.most_rows ?? maxRows) : undefined,
  }
  if (caller.org_id && caller.most_requests) use(c, account(keyOf(caller.org_id), caller.most_requests), 1)
  senders.set(credential, sender)
  use(c, sender.requests, 1)
  if (sender.rows && rows > 0) use(c, sender.rows, rows)
  c.set('allowance', allowanceOf(sender.requests, now))
}

/** Counts a request with a rejected credential for its address. */
export function countRejectedCredential(c: Context, now = Date.now()): void {
  if (!credentialOf(c)) return
  const { rejected: strangers } = thisMinute(now)
  const network = networkOf(addressOf(c))
  strangers.set(network, (strangers.get(network) ?? 0) + 1)
}

const limiter = lazy(() => import('./limiter.ts'))

function use(c: Context, account: Account, amount: number) {
  account.used += amount
  account.unreported += amount
  const { key, most, unreported } = account
  if (unreported < most * reportedShare) return
  account.unreported = 0
  c.get('after')(async () => {
    const { spend } = await limiter()
    const used = await spend(c.env, { name: 'quota', key, most, cost: unreported })
    if (used !== undefined) account.used = Math.max(account.used, used + account.unreported)
  })
}

const allowanceOf = ({ most, used }: Account, now: number) => ({
  'ratelimit-limit': String(most),
  'ratelimit-remaining': String(Math.max(0, most - used)),
  'ratelimit-reset': String(resetIn(now)),
})

/** For tests: resets the counters of the isolate. */
export const resetQuota = () => void (minute = { ...minute, number: 0 })
