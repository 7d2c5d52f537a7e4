import { type SQL, sql } from 'drizzle-orm'
import { settingsOf } from '../../kit/config.ts'
import { envelope, Refusal, tooMany } from '../../kit/errors.ts'
import { addressOf, type Context, json } from '../../kit/http.ts'
import { jsonb } from '../../kit/sql.ts'
import { networkOf } from '../../shared/address.ts'
import type { Factors } from '../../shared/second-factor/judging.ts'
import { requestOptions } from '../../shared/second-factor/passkeys.ts'
import { signTicket, siteOf } from '../../shared/second-factor/tickets.ts'
import { setSession } from './cookies.ts'
import { freshSession } from './fresh.ts'
import { newDeviceWarning, sendLater } from './mails.ts'

/** Somebody who has proven once who they are. */
export type Proven = {
  id: string
  email: string
  /** What proved it; the session remembers it: `password`, or the name of another way. */
  method: string
  /** The device, if they have signed in on it before. */
  device: string | undefined
  /** The password hash that was judged, where it was the password, and one of the present cost to replace it. */
  proven?: string
  password_hash?: string
}

type Entered =
  | { user: object; mailed: boolean; ticket?: undefined }
  | { ticket: { proven: string; factors: Factors } }

/**
 * After the first proof, whichever it was: opens the session, or answers 401 with a ticket where a second factor is on.
 * Throws 401 where the password changed while it was judged, or the person may not sign in any more.
 */
export async function enterAccount(c: Context, { email, method, ...person }: Proven): Promise<Response> {
  const entered = await opening(c, email, { ...person, methods: [method] }, (account) => [
    sql`select app.enter_account(${email}, ${account})`,
  ])
  if (entered instanceof Response) return entered
  return askSecondFactor(c, { ...person, method }, entered.ticket)
}

type Account = { id: string; device: string | undefined; methods: string[] }

/** Opens a session by statements whose last one answers as `app.open_account` does, and sets its cookies. */
export async function opening(
  c: Context,
  email: string,
  person: Account,
  statements: (account: SQL) => SQL[],
): Promise<Response | Extract<Entered, { ticket: object }>> {
  const { token, ...session } = freshSession(c)
  const account = { ...session, ...person, ...(person.device ? {} : newDeviceWarning(c)) }
  const results = await c.get('database').batch(statements(jsonb(account)))
  const entered = JSON.parse(results.at(-1)!) as Entered
  if (entered.ticket) return entered
  if (entered.mailed) sendLater(c)
  const opened = { user: person.id, email, session: account.session, refresh: token }
  await setSession(c, opened, new Date())
  return c.body(JSON.stringify(entered.user), 200, { 'content-type': json })
}

/**
 * 401 rather than a 2xx, so that a client which knows nothing of second factors takes nobody for signed in. The ticket is
 * beside the error, whose shape stays as it is.
 */
async function askSecondFactor(
  c: Context,
  { id: person, device, method }: Pick<Proven, 'id' | 'device' | 'method'>,
  { proven, factors }: { proven: string; factors: Factors },
) {
  const site = siteOf(settingsOf(c.env, c.req.url))
  const network = networkOf(addressOf(c))
  const held = { site, person, proven, network, method, ...(device ? { device } : {}) }
  const made = await signTicket(c.env.JWT_KEYS, 'second_factor', held, new Date())
  const { totp, recovery_codes, passkeys } = factors
  const methods = [totp && 'totp', passkeys.length && 'passkey', recovery_codes.length && 'recovery_code']
  const options = passkeys.length ? requestOptions(made.ticket, site, passkeys) : null
  const refusal = new Refusal(
    401,
    'second_factor_required',
    'the first step is done; send the ticket with a code or a passkey to /api/v1/auth/login/second-factor',
  )
  const second_factor = { ...made, methods: methods.filter(Boolean), passkey: options }
  return c.json({ ...envelope(refusal, c.get('requestId')), second_factor }, 401)
}

/** An attempt that was reserved before it is judged. */
export type Attempt = {
  id: string | null
  password_hash: string | null
  /** It is the one that locks if it fails. */
  last: boolean
  /** Until when no attempt is judged; this one was not. */
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
  const failed = sql`select app.login_failed(${email}, ${device ?? null})`
  await c.get('database').batch([traceOf(c), failed])
}
