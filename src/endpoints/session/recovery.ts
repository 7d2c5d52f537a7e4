import { sql } from 'drizzle-orm'
import { Refusal } from '../../kit/errors.ts'
import { addressOf, type Context } from '../../kit/http.ts'
import { jsonb, type Statement } from '../../kit/sql.ts'
import { hashOf, isToken } from '../../base/tokens.ts'
import { refuseOver } from '../../platform/limiter.ts'
import { refuseWithoutMail } from '../../shared/mail/service.ts'
import { languageOf } from '../../shared/mail/texts/texts.ts'
import { refuseForeignOrigin } from '../../shared/origin.ts'
import { dummyHash, hashPassword } from '../../shared/passwords.ts'
import type { Endpoint } from '../endpoint.ts'
import { bodyOf } from './body.ts'
import { refuseImpersonation } from './cookies.ts'
import { deviceOf } from './devices.ts'
import { sendLater } from './mails.ts'
import { ForgottenPassword, MailedLink, PasswordReset } from './schemas.ts'

const hour = 3600
const maxPerHour = 5

/** Endpoints that need a mailed link instead of a session. */
export const recovery: Endpoint[] = [
  {
    id: 'forgotPassword',
    summary: 'Ask for a link by mail to choose a new password',
    at: 'POST /api/v1/auth/password/forgot',
    auth: 'none',
    body: ForgottenPassword,
    status: 202,
    refuses: [403, 409, 422, 503],
    details:
      'The answer is the same for every address. The link works once and for 30 minutes, and that in the latest mail ' +
      'counts. 409 says which setting is missing where the service cannot send mail.',
    perMinute: 5,
    handle: forgotPassword,
  },
  {
    id: 'resetPassword',
    summary: 'Choose a new password with a link that came by mail',
    at: 'POST /api/v1/auth/password/reset',
    auth: 'none',
    body: PasswordReset,
    status: 204,
    refuses: [403, 404, 422, 503],
    details:
      'Ends all sessions and lifts a lock of failed logins. The mail proves the address too. API keys and connected ' +
      'applications stay, but for an address that was not proven before.',
    perMinute: 10,
    handle: resetPassword,
  },
  {
    id: 'confirmEmail',
    summary: 'Confirm a new e-mail address with the link that came there',
    at: 'POST /api/v1/auth/email/confirm',
    auth: 'none',
    body: MailedLink,
    status: 204,
    refuses: [403, 404, 409, 422, 503],
    details:
      'Somebody who registered the address without proving it loses it. The old address hears of the change.',
    perMinute: 10,
    handle: confirmEmail,
  },
  {
    id: 'undoEmailChange',
    summary: 'Take a change of e-mail address back with the link that came to the old one',
    at: 'POST /api/v1/auth/email/undo',
    auth: 'none',
    body: MailedLink,
    status: 204,
    refuses: [403, 404, 409, 422, 503],
    details:
      'Within seven days. The old address returns, all sessions end, and the password no longer counts: a link to choose ' +
      'another comes to the old address.',
    perMinute: 10,
    handle: undoEmailChange,
  },
]

function guard(c: Context) {
  refuseForeignOrigin(c)
  refuseImpersonation(c)
}

async function forgotPassword(c: Context) {
  guard(c)
  const { email } = await bodyOf(c, ForgottenPassword)
  refuseWithoutMail(c.get('outside')().mail)
  await refuseOver(c, [{ name: 'forgot:email', key: email, most: maxPerHour, seconds: hour }])
  const language = languageOf(c.req.header('accept-language'))
  await decide(c, 'account.password_forgotten', sql`select app.request_password_reset(${email}, ${language})`)
  return c.body(null, 202)
}

async function resetPassword(c: Context) {
  guard(c)
  const { token, new_password } = await bodyOf(c, PasswordReset)
  const hash = hashOfLink(token)
  const [account] = await c
    .get('database')
    .batch([sql`select app.reset_link_person(${hash})`], { readOnly: true })
  if (!account) throw invalidLink()
  const { email } = JSON.parse(account) as { email: string }
  const device = (await deviceOf(c, email, new Date())) ?? null
  const passwordHash = await hashPassword(new_password)
  await decide(
    c,
    'account.password_reset',
    sql`select app.reset_password(${hash}, ${passwordHash}, ${device})`,
  )
  return c.body(null, 204)
}

async function confirmEmail(c: Context) {
  guard(c)
  const { token } = await bodyOf(c, MailedLink)
  await decide(c, 'account.address_changed', sql`select app.confirm_address(${hashOfLink(token)})`)
  return c.body(null, 204)
}

async function undoEmailChange(c: Context) {
  guard(c)
  const { token } = await bodyOf(c, MailedLink)
  const taken = sql`select app.restore_address(${hashOfLink(token)}, ${dummyHash})`
  await decide(c, 'account.address_returned', taken)
  return c.body(null, 204)
}

/** One round trip for the change, its audit entry and its mail, which is sent after the response. */
async function decide(c: Context, action: string, statement: Statement) {
  const trace = { action, request: c.get('requestId'), ip: addressOf(c), agent: c.req.header('user-agent') }
  await c.get('database').batch([sql`select app.trace(${jsonb(trace)})`, statement])
  sendLater(c)
}

/** The stored hash of a link's token. Throws without a round trip if it is of another kind or mistyped. */
function hashOfLink(token: string) {
  if (!isToken('svc_mail_', token)) throw invalidLink()
  return sql`decode(${hashOf(token)}, 'hex')`
}

const invalidLink = () =>
  new Refusal(404, 'not_found', 'this link is unknown, was used or has expired; ask for a new mail')
