import { jsonb } from '../../kit/sql.ts'
import { sql } from 'drizzle-orm'
import { getCookie } from 'hono/cookie'
import type * as z from 'zod'
import { User } from '../../areas/session/schemas.ts'
import { endpoints } from '../endpoint.ts'
import { Refusal, unauthorized } from '../../kit/errors.ts'
import { addressOf, type Context, json } from '../../kit/http.ts'
import { outsideOf } from '../../shared/outside.ts'
import { refuseForeignOrigin } from '../../shared/origin.ts'
import { uuidv7 } from '../../base/id.ts'
import { verifySession } from '../../kit/credentials.ts'
import { refuseOver } from '../../platform/limiter.ts'
import { checkPassword, dummyHash, hashPassword } from '../../shared/passwords.ts'
import { hashOf, isToken, makeToken } from '../../base/tokens.ts'
import { bodyOf } from './body.ts'
import { deviceOf } from './devices.ts'
import { type Attempt, enterAccount, locked, recordFailure, refuseLocked } from './entering.ts'
import { newSession, inDays, refreshDays } from './new-session.ts'
import { providerSignIn } from './providers.ts'
import { recovery } from './recovery.ts'
import { clearSession, cookies, refuseImpersonation, setSession } from './cookies.ts'
import { mailVerification, sendLater } from './mails.ts'
import { Login, Registration, EmailVerification, SecondFactorRequired } from './schemas.ts'
import { secondStep } from './second-step.ts'
import { verifyAddress } from './verifying.ts'

export default endpoints('session', 'Session and account', [
  {
    id: 'register',
    summary: 'Sign up',
    at: 'POST /api/v1/auth/register',
    auth: 'none',
    body: Registration,
    returns: User,
    status: 201,
    refuses: [403, 409, 422, 503],
    headers: cookies,
    perMinute: 5,
    handle: register,
  },
  {
    id: 'login',
    summary: 'Sign in',
    at: 'POST /api/v1/auth/login',
    auth: 'none',
    body: Login,
    returns: User,
    status: 200,
    refuses: [401, 403, 422, 503],
    refusalBodies: { 401: SecondFactorRequired },
    details:
      'Where a second factor is on, the right password opens no session: the answer is 401 `second_factor_required`, with ' +
      'a ticket for proveSecondFactor. It lasts five minutes, works once and from the same network, and ends when the ' +
      'password changes.',
    headers: cookies,
    perMinute: 10,
    guards: true,
    whileReadOnly: true,
    handle: login,
  },
  ...secondStep,
  ...providerSignIn,
  {
    id: 'refreshSession',
    summary: 'Rotate the session',
    at: 'POST /api/v1/auth/refresh',
    auth: 'refresh cookie',
    details: 'Uses the cookie refresh_token. A token that was rotated before ends its session.',
    returns: User,
    status: 200,
    refuses: [401, 403, 503],
    headers: cookies,
    perMinute: 30,
    whileReadOnly: true,
    handle: refresh,
  },
  {
    id: 'logout',
    summary: 'Sign out',
    at: 'POST /api/v1/auth/logout',
    auth: 'none',
    status: 204,
    refuses: [403, 503],
    details: 'Ends the session that either cookie belongs to, and clears both.',
    perMinute: 60,
    whileReadOnly: true,
    handle: logout,
  },
  {
    id: 'verifyEmail',
    summary: 'Verify an e-mail address by the token that was mailed to it',
    at: 'POST /api/v1/auth/email/verify',
    auth: 'none',
    details: 'The token works once, for 24 hours, and needs no session; sendVerification mails another.',
    body: EmailVerification,
    status: 204,
    refuses: [404, 422, 503],
    perMinute: 30,
    handle: verifyAddress,
  },
  ...recovery,
])

async function register(c: Context) {
  refuseForeignOrigin(c)
  refuseImpersonation(c)
  const { email, password, name } = await bodyOf(c, Registration)
  await refuseOver(c, [{ name: 'register:email', key: email, most: 3 }])
  const password_hash = await hashPassword(password)
  const { token, ...session } = newSession(c)
  const account = { ...session, id: uuidv7(), email, name, password_hash }
  const mails = mailVerification(c, account.id)
  const [user] = await c
    .get('database')
    .batch([sql`select app.register_account(${jsonb(account)})`, ...mails])
    .catch(asEmailTaken)
  if (mails.length) sendLater(c)
  await setSession(c, { user: account.id, email, session: account.session, refresh: token }, new Date())
  return c.body(user!, 201, { 'content-type': json })
}

const asEmailTaken = (error: unknown): never => {
  const taken = error instanceof Refusal && error.status === 409
  throw taken ? new Refusal(409, 'email_taken', 'this e-mail address is already registered') : error
}

async function login(c: Context) {
  refuseForeignOrigin(c)
  refuseImpersonation(c)
  const { email, password } = await bodyOf(c, Login)
  const device = await deviceOf(c, email, new Date())
  await refuseOver(c, [
    { name: 'login:email', key: device ? `${device} ${email}` : email, most: 5, guards: true },
  ])
  const [reserved] = await c.get('database').batch([sql`select app.begin_login(${email}, ${device ?? null})`])
  const attempt = JSON.parse(reserved!) as Attempt & { active: boolean }
  refuseLocked(attempt)
  const { fits: matches, stale: outdated } = await checkPassword(password, attempt.password_hash ?? dummyHash)
  if (!matches || !attempt.id || !attempt.active) {
    await recordFailure(c, email, device)
    throw attempt.last ? locked() : invalidCredentials()
  }
  return enterAccount(c, {
    id: attempt.id,
    email,
    device,
    method: 'password',
    proven: attempt.password_hash!,
    ...(outdated ? { password_hash: await hashPassword(password) } : {}),
  }).catch(asInvalidCredentials)
}

/** The password was changed while it was being verified, so the sign-in is void. */
const asInvalidCredentials = (error: unknown): never => {
  throw error instanceof Refusal && error.status === 401 ? invalidCredentials() : error
}
const invalidCredentials = () =>
  new Refusal(401, 'invalid_credentials', 'e-mail address or password is wrong')

async function refresh(c: Context) {
  refuseForeignOrigin(c)
  refuseImpersonation(c)
  const presented = getCookie(c, 'refresh_token')
  if (!presented || !isToken('svc_rt_', presented)) throw endedSession()
  const token = makeToken('svc_rt_', outsideOf(c.env).cell)
  const now = new Date()
  const until = inDays(refreshDays, now)
  const [rotated] = await c.get('database').batch([
    sql`select app.rotate_session(decode(${hashOf(presented)}, 'hex'), decode(${hashOf(token)}, 'hex'), ${until},
        ${addressOf(c) ?? null})`,
  ])
  if (!rotated) throw endedSession()
  const { session, user } = JSON.parse(rotated) as { session: string; user: z.output<typeof User> }
  await setSession(c, { user: user.id, email: user.email, session, refresh: token }, now)
  return c.json(user, 200)
}

const endedSession = () => unauthorized('the session has ended; sign in again')

async function logout(c: Context) {
  refuseForeignOrigin(c)
  refuseImpersonation(c)
  const { refresh_token: presented = '', access_token: access } = getCookie(c)
  const token = isToken('svc_rt_', presented) ? hashOf(presented) : null
  const claims = access ? await verifySession(c.env.JWT_KEYS, access, new Date()) : null
  clearSession(c)
  if (token || claims) {
    await c
      .get('database')
      .batch([sql`select app.end_session(decode(${token}, 'hex'), ${claims?.session ?? null}::uuid)`])
  }
  return c.body(null, 204)
}
