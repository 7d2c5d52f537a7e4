import { sql } from 'drizzle-orm'
import { getCookie, setCookie } from 'hono/cookie'
import * as z from 'zod'
import { settingsOf } from '../../base/config.ts'
import { endpoints } from '../endpoint.ts'
import { addressOf, type Context } from '../../kit/http.ts'
import { hashOf, isToken, makeToken } from '../../base/tokens.ts'
import { outsideOf } from '../../shared/outside.ts'
import { shardOfAccounts } from '../../shared/shards.ts'

const lifetimeSeconds = 30 * 60
const privateHeaders = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }

/**
 * Both are GET on purpose: they only set or clear a cookie, so they pass the read-only check of
 * impersonation.
 */
export default endpoints('impersonation', 'Session and account', [
  {
    id: 'activateImpersonation',
    summary: 'Turn an impersonation token into its cookie',
    auth: 'none',
    status: 302,
    at: 'GET /api/v1/auth/impersonation/activate',
    query: z.object({ token: z.string().describe('The token of the link') }),
    refuses: [503],
    details:
      'The token is used once. Whatever it is, the answer is a redirect: to the dashboard, or to the sign-in page.',
    headers: { Location: 'Where to go on', 'Set-Cookie': 'impersonation (HttpOnly, 30 minutes)' },
    perMinute: 60,
    handle: activate,
  },
  {
    id: 'exitImpersonation',
    summary: 'End the impersonation',
    at: 'GET /api/v1/auth/impersonation/exit',
    auth: 'none',
    status: 302,
    refuses: [503],
    headers: { Location: 'The sign-in page' },
    perMinute: 60,
    handle: exit,
  },
])

async function activate(c: Context): Promise<Response> {
  const { webUrl } = settingsOf(c.env, c.req.url)
  const token = c.req.query('token') ?? ''
  const session = makeToken('svc_imp_', outsideOf(c.env).cell)
  const opened =
    isToken('svc_imp_', token) &&
    (
      await c.get('database').batch([
        sql`select app.activate_impersonation(decode(${hashOf(token)}, 'hex'),
          decode(${hashOf(session)}, 'hex'),
      ${traceOf(c)}::jsonb)`,
      ])
    )[0]
  if (!opened) return redirectTo(c, `${webUrl}/login?error=impersonation_invalid`)
  c.get('after')(() => c.get('drain')([shardOfAccounts]))
  setImpersonation(c, session, lifetimeSeconds)
  return redirectTo(c, `${webUrl}/dashboard`)
}

async function exit(c: Context): Promise<Response> {
  const session = getCookie(c, 'impersonation')
  if (session && isToken('svc_imp_', session)) {
    await c
      .get('database')
      .batch([sql`select app.exit_impersonation(decode(${hashOf(session)}, 'hex'), ${traceOf(c)}::jsonb)`])
  }
  setImpersonation(c, '', 0)
  return redirectTo(c, `${settingsOf(c.env, c.req.url).webUrl}/login`)
}

const traceOf = (c: Context) =>
  JSON.stringify({ request: c.get('requestId'), ip: addressOf(c), agent: c.req.header('user-agent') })

const setImpersonation = (c: Context, value: string, maxAge: number) =>
  setCookie(c, 'impersonation', value, {
    httpOnly: true,
    sameSite: 'Lax',
    secure: settingsOf(c.env, c.req.url).secureCookies,
    path: '/',
    maxAge,
  })

function redirectTo(c: Context, to: string): Response {
  for (const [name, value] of Object.entries(privateHeaders)) c.header(name, value)
  return c.redirect(to)
}
