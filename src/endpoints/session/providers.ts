import { sql } from 'drizzle-orm'
import { getCookie, setCookie } from 'hono/cookie'
import { User } from '../../areas/session/schemas.ts'
import { settingsOf } from '../../base/config.ts'
import { credentialOf } from '../../kit/credentials.ts'
import { notFound, Refusal, unauthorized } from '../../kit/errors.ts'
import { email } from '../../shared/email.ts'
import { addressOf, type Context, json } from '../../kit/http.ts'
import { uuidv7 } from '../../base/id.ts'
import { jsonb } from '../../kit/sql.ts'
import { hashOf } from '../../base/tokens.ts'
import { outsideOf } from '../../shared/outside.ts'
import { refuseForeignOrigin } from '../../shared/origin.ts'
import { dummyHash } from '../../shared/passwords.ts'
import {
  beginning,
  type Beginning,
  cookieOfBeginning,
  readBeginning,
} from '../../shared/providers/beginning.ts'
import type { Identity, Provider } from '../../shared/providers/provider.ts'
import { readTicket } from '../../shared/second-factor/tickets.ts'
import type { Endpoint } from '../endpoint.ts'
import { bodyOf } from './body.ts'
import { cookies, refuseImpersonation } from './cookies.ts'
import { deviceOf } from './devices.ts'
import { enterAccount, traceOf } from './entering.ts'
import { sendLater } from './mails.ts'
import { ProviderCode, ProviderSignIn, ProviderStart, SecondFactorRequired } from './schemas.ts'

/** Signing in with Google and GitHub, where the deployment is configured for it. */
export const providerSignIn: Endpoint[] = [
  {
    id: 'beginProviderSignIn',
    summary: 'Begin to sign in through a provider, or to link it with my account',
    at: 'POST /api/v1/auth/providers/begin',
    auth: 'none',
    body: ProviderStart,
    returns: ProviderSignIn,
    status: 200,
    refuses: [403, 404, 422, 502],
    details:
      'Send the browser to authorization_url. The provider sends it back to /login/{provider}/callback with a code. The ' +
      'cookie binds the sign-in to this browser, for ten minutes. With a ticket of linkIdentity, the provider is linked.',
    headers: { 'Set-Cookie': 'provider_sign_in (JWT, 10 minutes)' },
    perMinute: 20,
    whileReadOnly: true,
    handle: begin,
  },
  {
    id: 'finishProviderSignIn',
    summary: 'Sign in with the code that a provider sent the browser back with',
    at: 'POST /api/v1/auth/providers/finish',
    auth: 'none',
    body: ProviderCode,
    returns: User,
    status: 200,
    refuses: [401, 403, 404, 409, 422, 502, 503],
    refusalBodies: { 401: SecondFactorRequired },
    details:
      'Opens the account that is linked, or that has the address which the provider has verified, or makes one without a ' +
      'password. A second factor is asked for as by login. An account with that address unproven goes to whoever signs in ' +
      'like this, as by resetPassword.',
    headers: cookies,
    perMinute: 20,
    whileReadOnly: true,
    handle: finish,
  },
]

function providerOf(c: Context, name: string): Provider {
  const found = outsideOf(c.env).providers.find((one) => one.name === name)
  if (!found) throw notFound('provider')
  return found
}

async function begin(c: Context) {
  refuseForeignOrigin(c)
  refuseImpersonation(c)
  const { provider: name, next, ticket, timezone } = await bodyOf(c, ProviderStart)
  const provider = providerOf(c, name)
  const now = new Date()
  const linkTicket = ticket ? await readTicket(c.env.JWT_KEYS, 'link_identity', ticket, now) : undefined
  if (linkTicket === null) throw expired()
  const settings = settingsOf(c.env, c.req.url)
  const signIn = beginning(name, settings.webUrl, { next, timezone, link: linkTicket?.session })
  const authorization_url = await provider.authorizationUrl(signIn)
  setSignInCookie(c, await cookieOfBeginning(c.env.JWT_KEYS, signIn, now), 600)
  return c.json({ authorization_url }, 200)
}

const cookieName = 'provider_sign_in'
function setSignInCookie(c: Context, value: string, maxAge: number) {
  const { secureCookies: secure } = settingsOf(c.env, c.req.url)
  setCookie(c, cookieName, value, { httpOnly: true, sameSite: 'Lax', secure, path: '/', maxAge })
}

const expired = () =>
  new Refusal(
    403,
    'sign_in_expired',
    'this sign-in was started in another browser, or more than ten minutes ago; start again',
  )

async function finish(c: Context) {
  refuseForeignOrigin(c)
  refuseImpersonation(c)
  const { provider: name, state, code } = await bodyOf(c, ProviderCode)
  const provider = providerOf(c, name)
  const signIn = await readBeginning(c.env.JWT_KEYS, getCookie(c, cookieName), new Date())
  if (!signIn || signIn.provider !== name || signIn.state !== state) throw expired()
  setSignInCookie(c, '', 0)
  const identity = identityOf(provider, await provider.identify(signIn, code), signIn)
  if (signIn.link) return linkIdentity(c, identity, signIn.link)
  const identified = sql`select app.account_for_identity(${jsonb(identity)}, ${dummyHash})`
  const results = await c.get('database').batch([traceOf(c, 'account.identity_linked'), identified])
  const person = JSON.parse(results.at(-1)!) as { id: string; email: string }
  sendLater(c)
  const device = await deviceOf(c, person.email, new Date())
  return enterAccount(c, { ...person, device, method: name })
}

/** What the database decides by. An invalid address counts as unverified. */
function identityOf(
  provider: Provider,
  { subject, address, verified, authoritative, name }: Identity,
  signIn: Beginning,
) {
  const parsed = email().safeParse(address)
  return {
    provider: provider.name,
    title: provider.title,
    issuer: provider.issuer,
    subject: subject.slice(0, 255),
    address: parsed.success ? parsed.data : null,
    verified: parsed.success && verified,
    authoritative,
    name: name || (parsed.success ? parsed.data.split('@')[0]! : ''),
    new_id: uuidv7(),
    spent: hashOf(signIn.state),
    until: signIn.until,
  }
}

/** Links the identity with the account of the session that requested it. */
async function linkIdentity(c: Context, identity: object, session: string) {
  const credential = await credentialOf(undefined, getCookie(c), c.env.JWT_KEYS, new Date())
  if (credential?.kind !== 'session') throw unauthorized('sign in, then link it again')
  if (credential.session !== session) throw expired()
  const request = {
    user: credential.user,
    session,
    method: 'POST',
    write: true,
    by: ['session'],
    action: 'account.identity_linked',
    request: c.get('requestId'),
    ip: addressOf(c),
    agent: c.req.header('user-agent'),
  }
  const results = await c
    .get('database')
    .batch([sql`select app.enter(${jsonb(request)})`, sql`select app.link_identity(${jsonb(identity)})`])
  sendLater(c)
  return c.body(results.at(-1)!, 200, { 'content-type': json })
}
