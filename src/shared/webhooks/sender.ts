import type { Env } from '../../base/config.ts'
import { type Outbound, OutboundError } from '../outbound/outbound.ts'
import { type Carried, sealedOf } from '../sealing/sealed.ts'
import { type Bound, type Keyring, open, seal } from '../sealing/sealing.ts'
import { messageId, signatureOf } from './signature.ts'

/** What is sealed of an endpoint; a former secret signs too until its moment. Without one, messages are not signed. */
export type Sealing = {
  url: string
  secret?: string
  previous?: { secret: string; until: string } | undefined
  headers: Record<string, string>
}
export type Outcome = 'ok' | 'status' | 'redirected' | 'slow' | 'failed' | 'unsafe'
/** What came of an attempt; `retry_after` are seconds that the receiver asks to be left alone. */
export type Attempt = {
  ms: number
  status: number | null
  outcome: Outcome
  answer: string | null
  retry_after: number | null
}
/** A setting of an app, sealed, with the id that it is bound to. */
export type SealedSetting = { id: string; sealed: Carried }
export type Message = { id: string; body: string; replayed?: boolean }

const bound = (org: string, record: string, version: number): Bound => ({
  purpose: 'webhook',
  org,
  record,
  version,
})

/** A message may take ten seconds in all, and 16 KiB of the answer are read, of which 1 000 signs are kept. */
const limits = { timeout: 10_000, maxBytes: 16_384 }
const keptAnswer = 1000

/** How messages leave for endpoints. `own` are the origins of this service, which are no receivers. */
export class WebhookSender {
  readonly #outbound: Outbound
  readonly #keys: () => Keyring
  readonly #own: Set<string>
  /** Where the pages are, or null if the deployment does not say. */
  readonly webUrl: string | null

  constructor(
    outbound: Outbound,
    keys: () => Keyring,
    { BASE_URL, WEB_URL }: Pick<Env, 'BASE_URL' | 'WEB_URL'>,
  ) {
    this.#outbound = outbound
    this.#keys = keys
    this.#own = new Set([BASE_URL, WEB_URL].flatMap((url) => (url && URL.parse(url)?.host) || []))
    this.webUrl = (WEB_URL || BASE_URL || '').replace(/\/$/, '') || null
  }

  /** What is wrong with an address, or undefined. */
  problem(url: string): string | undefined {
    const host = URL.parse(url)?.host
    return host && this.#own.has(host) ? 'must not be this service itself' : this.#outbound.rawProblem(url)
  }

  async seal(org: string, endpoint: string, version: number, value: Sealing) {
    return seal(this.#keys(), bound(org, endpoint, version), JSON.stringify(value))
  }

  async open(org: string, endpoint: string, sealed: Carried): Promise<Sealing> {
    const text = await open(this.#keys(), bound(org, endpoint, sealed.secret_version), sealedOf(sealed))
    return JSON.parse(text) as Sealing
  }

  /** Where the endpoint of an app leads: its address is a setting of the app. */
  async openAddress(org: string, { id, sealed }: SealedSetting): Promise<Sealing> {
    const bound = { purpose: 'app', org, record: id, version: sealed.secret_version }
    return { url: await open(this.#keys(), bound, sealedOf(sealed)), headers: {} }
  }

  /** Sends a message once, signed anew for this second. Never throws. */
  async send(to: Sealing, { id, body, replayed }: Message, now: Date): Promise<Attempt> {
    const began = performance.now()
    const done = (rest: Omit<Attempt, 'ms'>): Attempt => ({
      ...rest,
      ms: Math.round(performance.now() - began),
    })
    if (this.problem(to.url)) return done({ ...nothing, outcome: 'unsafe' })
    try {
      const { status, text, header } = await this.#outbound.post(to.url, {
        ...limits,
        body,
        headers: headersOf(to, { id, body, replayed }, now),
      })
      const answer = shown(text)
      const retry_after = secondsOf(header('retry-after'), now)
      if (status === 0 || (status >= 300 && status < 400))
        return done({ status: status || null, outcome: 'redirected', answer, retry_after })
      return done({ status, outcome: status < 300 ? 'ok' : 'status', answer, retry_after })
    } catch (error) {
      const why = error instanceof OutboundError ? error.why : 'failed'
      return done({ ...nothing, outcome: why === 'closed' ? 'unsafe' : why === 'slow' ? 'slow' : 'failed' })
    }
  }
}

const nothing = { status: null, answer: null, retry_after: null }

function headersOf(to: Sealing, { id, body, replayed }: Message, now: Date): Record<string, string> {
  const seconds = Math.floor(now.getTime() / 1000)
  const overlaps = to.previous && new Date(to.previous.until) > now
  const secrets = [to.secret ?? [], overlaps ? to.previous!.secret : []].flat()
  return {
    ...to.headers,
    'webhook-id': messageId(id),
    'webhook-timestamp': String(seconds),
    ...(secrets.length && { 'webhook-signature': signatureOf(secrets, messageId(id), seconds, body) }),
    ...(replayed && { 'webhook-replay': 'true' }),
  }
}

/** The beginning of an answer without control signs; null if there is nothing. */
const shown = (text: string) =>
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- those signs are what is taken out
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, '')
    .slice(0, keptAnswer)
    .toWellFormed()
    .trim() || null

/** The seconds of a `Retry-After`, at most a day; null if it says none. */
export function secondsOf(value: string | null, now: Date): number | null {
  if (!value) return null
  const seconds = /^\d{1,9}$/.test(value) ? Number(value) : (Date.parse(value) - now.getTime()) / 1000
  return Number.isFinite(seconds) ? Math.min(Math.max(Math.ceil(seconds), 0), 86_400) : null
}
