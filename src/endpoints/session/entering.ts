import { type SQL, sql } from 'drizzle-orm'
import { settingsOf } from '../../base/config.ts'
import { envelope, Refusal, tooMany } from '../../kit/errors.ts'
import { addressOf, type Context, json } from '../../kit/http.ts'
import { jsonb } from '../../kit/sql.ts'
import { networkOf } from '../../base/network.ts'
import type { Factors } from '../../shared/second-factor/judging.ts'
import { requestOptions } from '../../shared/second-factor/passkeys.ts'
import { signTicket, siteOf } from '../../shared/second-factor/tickets.ts'
import { setSession } from './cookies.ts'
import { newSession } from './new-session.ts'
import { newDeviceWarning, sendLater } from './mails.ts'

/** A person who has passed the first factor. */
export type Proven = {
  id: string
  email: string
  /** The methods used, which the session records: `password`, or the name of another method. */
  method: string
  /** The device, if they have signed in on it before. */
  device: string | undefined
  /** The password hash that was verified, if it was the password, and one of the current cost to replace it. */
  proven?: string
  password_hash?: string
}

type EnterResult =
  | { user: object; mailed: boolean; ticket?: undefined }
  | { ticket: { proven: string; factors: Factors } }

/**
 * After the first factor, whichever it was: opens the session, or answers 401 with a ticket where a second one is on.
 * Throws 401 if the password changed while it was being verified, or the person may no longer sign in.
 */
export async function enterAccount(c: Context, { email, method, ...person }: Proven): Promise<Response> {
  const result = await openSession(c, email, { ...person, methods: [method] }, (account) => [
    sql`select app.sign_in(${email}, ${account})`,
  ])
  if (result instanceof Response) return result
  return askSecondFactor(c, { ...person, method }, result.ticket)
}

type Account = { id: string; device: string | undefined; methods: string[] }

/** Opens a session with statements whose last one returns the result of `app.complete_sign_in`; sets its cookies. */
export async function openSession(
  c: Context,
  email: string,
  person: Account,
  statements: (account: SQL) => SQL[],
): Promise<Response | Extract<EnterResult, { ticket: object }>> {
  const { token, ...session } = newSession(c)
  const account = { ...session, ...person, ...(person.device ? {} : newDeviceWarning(c)) }
  const results = await c.get('database').batch(statements(jsonb(account)))
  const result = JSON.parse(results.at(-1)!) as EnterResult
  if (result.ticket) return result
  if (result.mailed) sendLater(c)
  const opened = { user: person.id, email, session: account.session, refresh: token }
  await setSession(c, opened, new Date())
  return c.body(JSON.stringify(result.user), 200, { 'content-type': json })
}

/**
 * 401 rather than a 2xx, so that clients unaware of second factors do not assume success. The ticket is
 * next to the error, whose shape stays the same.
 */
async function askSecondFactor(
  c: Context,
  { id: person, device, method }: Pick<Proven, 'id' | 'device' | 'method'>,
  { proven, factors }: { proven: string; factors: Factors },
) {
  const site = siteOf(settingsOf(c.env, c.req.url))
  const network = networkOf(addressOf(c))
  const contents = { site, person, proven, network, method, ...(device ? { device } : {}) }
  const signed = await signTicket(c.env.JWT_KEYS, 'second_factor', contents, new Date())
  const { totp, recovery_codes, passkeys } = factors
  const methods = [totp && 'totp', passkeys.length && 'passkey', recovery_codes.length && 'recovery_code']
  const options = passkeys.length ? requestOptions(signed.ticket, site, passkeys) : null
  const refusal = new Refusal(
    401,
    'second_factor_required',
    'the first step is done; send the ticket with a code or a passkey to /api/v1/auth/login/second-factor',
  )
  const second_factor = { ...signed, methods: methods.filter(Boolean), passkey: options }
  return c.json({ ...envelope(refusal, c.get('requestId')), second_factor }, 401)
}

/** An attempt, reserved before it is verified. */
export type Attempt = {
  id: string | null
  password_hash: string | null
  /** True if its failure locks the account. */
  last: boolean
  /** Until when attempts are refused, as this one was. */
  locked_until: string | null
}

export function refuseLocked({ locked_until }: Attempt) {
  if (locked_until) throw locked(locked_until)
}

export const locked = (until?: string) =>
  tooMany(
    'account_locked',
    'too many failed logins; try again in 15 minutes, or on a device that has signed in before',
    until ? Math.max(1, Math.ceil((Date.parse(until) - Date.now()) / 1000)) : 900,
  )

export const traceOf = (c: Context, action?: string) => {
  const trace = { action, request: c.get('requestId'), ip: addressOf(c), agent: c.req.header('user-agent') }
  return sql`select app.trace(${jsonb(trace)})`
}

export async function recordFailure(c: Context, email: string, device: string | undefined) {
  const failed = sql`select app.record_failed_login(${email}, ${device ?? null})`
  await c.get('database').batch([traceOf(c), failed])
}
