import { sql } from 'drizzle-orm'
import { getCookie } from 'hono/cookie'
import type * as z from 'zod'
import { User } from '../../areas/session/schemas.ts'
import { endpoints } from '../endpoint.ts'
import { invalid, Refusal, tooMany, unauthorized } from '../../kit/errors.ts'
import { problems, type Schema } from '../../kit/fields.ts'
import { addressOf, readBytes, refuseForeignOrigin, type Context } from '../../kit/http.ts'
import { parseJson, tooLarge } from '../../kit/json.ts'
import { uuidv7 } from '../../kit/id.ts'
import { limit, type Rule, type Verdict } from '../../shared/limiter.ts'
import { checkPassword, dummyHash, hashPassword } from './passwords.ts'
import { hashOf, isToken, makeToken } from '../../kit/tokens.ts'
import { clearSession, refreshDays, refuseImpersonation, setSession } from './cookies.ts'
import { Login, Registration } from './schemas.ts'

const largestBody = 16 * 1024

const cookies = {
  'Set-Cookie': 'access_token (JWT, 15 minutes) and refresh_token (opaque, 30 days, rotating)',
}

export default endpoints('session', 'Session and account', [
  {
    id: 'register',
    summary: 'Sign up',
    at: 'POST /api/v1/auth/register',
    auth: 'none',
    body: Registration,
    returns: User,
    status: 201,
    refuses: [403, 409, 422, 429, 503],
    headers: cookies,
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
    refuses: [401, 403, 422, 429, 503],
    headers: cookies,
    handle: login,
  },
  {
    id: 'refreshSession',
    summary: 'Rotate the session',
    at: 'POST /api/v1/auth/refresh',
    auth: 'refresh cookie',
    details: 'Uses the cookie refresh_token. A token that was rotated before ends its session.',
    returns: User,
    status: 200,
    refuses: [401, 403, 429, 503],
    headers: cookies,
    handle: refresh,
  },
  {
    id: 'logout',
    summary: 'Sign out',
    at: 'POST /api/v1/auth/logout',
    auth: 'none',
    status: 204,
    refuses: [403, 503],
    details: 'Revokes the refresh token where there is one and clears both cookies.',
    handle: logout,
  },
])

async function register(c: Context) {
  refuseForeignOrigin(c)
  refuseImpersonation(c)
  const { email, password, name } = await bodyOf(c, Registration)
  refuseOver(
    await limit(c.env, [perAddress(c, 'register', 5), { name: 'register:email', key: email, most: 3 }]),
  )
  const password_hash = await hashPassword(password)
  const { token, ...session } = fresh(c)
  const account = { ...session, id: uuidv7(), email, name, password_hash }
  const [user] = await c
    .get('database')
    .batch([sql`select app.register(${JSON.stringify(account)}::jsonb)`])
    .catch(asEmailTaken)
  await setSession(c, account.id, account.session, token, new Date())
  return c.body(user!, 201, { 'content-type': 'application/json; charset=utf-8' })
}

const asEmailTaken = (error: unknown): never => {
  const taken = error instanceof Refusal && error.status === 409
  throw taken ? new Refusal(409, 'email_taken', 'this e-mail address is already registered') : error
}

type LoginState = {
  id: string | null
  password_hash: string | null
  active: boolean
  locked_until: string | null
}

async function login(c: Context) {
  refuseForeignOrigin(c)
  refuseImpersonation(c)
  const { email, password } = await bodyOf(c, Login)
  const database = c.get('database')
  const [verdict, [found]] = await Promise.all([
    limit(c.env, [perAddress(c, 'login', 10), { name: 'login:email', key: email, most: 5 }]),
    database.batch([sql`select app.login_state(${email})`], { readOnly: true }),
  ])
  refuseOver(verdict)
  const state = JSON.parse(found!) as LoginState
  if (state.locked_until) throw locked(state.locked_until)
  const { fits, stale } = await checkPassword(password, state.password_hash ?? dummyHash)
  if (!fits || !state.id || !state.active) throw await failed(c, email)
  const { token, ...session } = fresh(c)
  const account = {
    ...session,
    id: state.id,
    ...(stale ? { password_hash: await hashPassword(password) } : {}),
  }
  const [user] = await database.batch([
    sql`select app.login_succeeded(${email}, ${JSON.stringify(account)}::jsonb)`,
  ])
  await setSession(c, account.id, account.session, token, new Date())
  return c.body(user!, 200, { 'content-type': 'application/json; charset=utf-8' })
}

async function failed(c: Context, email: string): Promise<Refusal> {
  const trace = { request: c.get('requestId'), ip: addressOf(c), agent: c.req.header('user-agent') }
  const [, now] = await c
    .get('database')
    .batch([
      sql`select app.trace(${JSON.stringify(trace)}::jsonb)`,
      sql`select app.login_failed(${email})::text`,
    ])
  return now === 'true'
    ? locked()
    : new Refusal(401, 'invalid_credentials', 'e-mail address or password is wrong')
}

const locked = (until?: string) =>
  tooMany(
    'account_locked',
    'too many failed logins; try again in 15 minutes',
    until ? Math.max(1, Math.ceil((Date.parse(until) - Date.now()) / 1000)) : 900,
  )

async function refresh(c: Context) {
  refuseForeignOrigin(c)
  refuseImpersonation(c)
  const presented = getCookie(c, 'refresh_token')
  if (!presented || !isToken('svc_rt_', presented)) throw endedSession()
  refuseOver(await limit(c.env, [perAddress(c, 'refresh', 30)]))
  const token = makeToken('svc_rt_')
  const now = new Date()
  const until = inDays(refreshDays, now)
  const [rotated] = await c
    .get('database')
    .batch([
      sql`select app.rotate_session(decode(${hashOf(presented)}, 'hex'), decode(${hashOf(token)}, 'hex'), ${until})`,
    ])
  if (!rotated) throw endedSession()
  const { session, user } = JSON.parse(rotated) as { session: string; user: z.output<typeof User> }
  await setSession(c, user.id, session, token, now)
  return c.json(user, 200)
}

const endedSession = () => unauthorized('the session has ended; sign in again')

async function logout(c: Context) {
  refuseForeignOrigin(c)
  refuseImpersonation(c)
  const presented = getCookie(c, 'refresh_token')
  clearSession(c)
  if (presented && isToken('svc_rt_', presented)) {
    await c.get('database').batch([sql`select app.end_session(decode(${hashOf(presented)}, 'hex'))`])
  }
  return c.body(null, 204)
}

/** A session to open: ids, the refresh token and what is stored of it. */
function fresh(c: Context) {
  const token = makeToken('svc_rt_')
  return {
    session: uuidv7(),
    token,
    refresh: hashOf(token),
    expires_at: inDays(refreshDays, new Date()),
    ip: addressOf(c),
    agent: c.req.header('user-agent'),
  }
}

const inDays = (days: number, now: Date) => new Date(now.getTime() + days * 24 * 3600 * 1000).toISOString()

const perAddress = (c: Context, name: string, most: number): Rule => ({
  name: `${name}:ip`,
  key: addressOf(c) ?? 'unknown',
  most,
})

function refuseOver({ passes, retryAfter }: Verdict) {
  if (!passes)
    throw tooMany('too_many_requests', `too many requests; try again in ${retryAfter} s`, retryAfter)
}

async function bodyOf<T>(c: Context, schema: Schema<T>): Promise<T> {
  const bytes = await readBytes(c, largestBody)
  if (!bytes) throw invalid(tooLarge(largestBody))
  const { body, bodyProblem } = parseJson(bytes, c.req.header('content-type'))
  if (bodyProblem) throw invalid(bodyProblem)
  const result = schema.safeParse(body)
  if (!result.success) throw invalid(problems('body', result.error.issues))
  return result.data
}
