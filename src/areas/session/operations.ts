import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import { pageOf } from '../../kit/fields.ts'
import { area, read, write } from '../../kit/operation.ts'
import { answer, jsonb, me, ensure } from '../../kit/sql.ts'
import { requireMail } from '../../shared/mail/service.ts'
import { dummyHash, hashPassword } from '../../shared/passwords.ts'
import { exportOperations } from './exports.ts'
import { guardedProof, proof, provenBy } from '../../shared/second-factor/proof.ts'
import {
  AccountDeletion,
  DeletionPreview,
  EmailChange,
  EmailPending,
  MeAnswer,
  Paging,
  PasswordChange,
  ProfileChange,
  Session,
  VerificationSent,
} from './schemas.ts'
import { withDevices } from './sessions.ts'

const getMe = answer(sql`app.me_json(${me}, (select app.key_id()))`)

export default area('session', 'Session and account', {}, [
  read({
    id: 'getMe',
    summary: 'Tell who is signed in and in which organizations',
    at: 'GET ~/auth/me',
    role: 'signed_in',
    allowsProjectKeys: true,
    allows: ['suspended'],
    tool: ['whoami', 'get_context'],
    returns: MeAnswer,
    run: () => getMe,
  }),
  write({
    id: 'updateMe',
    summary: 'Change my name, language or time zone',
    at: 'PATCH ~/auth/me',
    role: 'signed_in',
    not: ['api_key', 'oauth'],
    audit: 'account.updated',
    body: ProfileChange,
    returns: MeAnswer,
    details: 'With null the language or time zone is that of each organization again.',
    example: { body: { name: 'Ada King', locale: 'en-GB', timezone: 'Europe/London' } },
    run: ({ body }) => [sql`select app.change_profile(${jsonb(body)})`, getMe],
  }),
  read({
    id: 'previewDeletion',
    summary: 'Tell what would remain of me if I deleted my account, and what must be done first',
    at: 'GET ~/auth/me/deletion',
    role: 'signed_in',
    not: ['api_key', 'oauth', 'impersonation'],
    returns: DeletionPreview,
    run: () => answer(sql`app.deletion_preview()`),
  }),
  write({
    id: 'deleteMe',
    summary: 'Delete my account',
    at: 'DELETE ~/auth/me',
    role: 'signed_in',
    not: ['api_key', 'oauth'],
    audit: 'account.deleted',
    body: AccountDeletion,
    status: 204,
    refuses: [429],
    details:
      'I leave each organization as a member who is removed: what I wrote stays, without my name; open tasks become ' +
      'unassigned. Sessions, API keys, connected applications, notes and reminders end. 409 names the organizations ' +
      'whose last owner I am. This cannot be undone. A wrong password counts as it does for changePassword, and so does a ' +
      'wrong code.',
    example: { body: { password: 'correct horse battery' } },
    preflight: guardedProof<z.output<typeof AccountDeletion>>(),
    run: ({ preflightResult }) => {
      const { proven, used } = provenBy(preflightResult)
      return sql`select app.delete_account(${proven}, ${used}, ${dummyHash})`
    },
  }),
  write({
    id: 'changePassword',
    summary: 'Change my password and sign out everywhere else',
    at: 'POST ~/auth/password/change',
    role: 'signed_in',
    not: ['api_key', 'oauth'],
    audit: 'account.password_changed',
    body: PasswordChange,
    status: 204,
    refuses: [429],
    details:
      'A wrong current password counts as a failed attempt: ten within 15 minutes refuse further ones of this session ' +
      'for 15. All other sessions and links to reset the password end; API keys and connected applications stay.',
    example: { body: { current_password: 'correct horse battery', new_password: 'a pile of wet leaves' } },
    preflight: proof<z.output<typeof PasswordChange>>('current_password', async ({ new_password }) => ({
      made: await hashPassword(new_password),
    })),
    run: ({ preflightResult }) => {
      const { proven, made } = provenBy(preflightResult)
      return sql`select app.change_password(${proven}, ${made})`
    },
  }),
  write({
    id: 'changeEmail',
    summary: 'Ask for another e-mail address, which a mail to it confirms',
    at: 'POST ~/auth/email/change',
    role: 'signed_in',
    not: ['api_key', 'oauth'],
    audit: 'account.address_requested',
    body: EmailChange,
    returns: EmailPending,
    status: 202,
    refuses: [429],
    details:
      'The answer is the same whoever has the address. The link in the mail works once and for 24 hours; the old address ' +
      'is notified, and can take the change back for seven days. A wrong password counts as it does for changePassword, and ' +
      'so does a wrong code.',
    example: { body: { password: 'correct horse battery', email: 'ada@example.org' } },
    preflight: guardedProof<z.output<typeof EmailChange>>(),
    run: ({ body, preflightResult, outside }) => {
      const { proven, used } = provenBy(preflightResult)
      return [
        ...requireMail(outside.mail),
        answer(sql`app.change_address(${proven}, ${used}, ${body.email})`),
      ]
    },
  }),
  read({
    id: 'listSessions',
    summary: 'List where I am signed in: this session first, then the last used',
    at: 'GET ~/auth/sessions',
    role: 'signed_in',
    not: ['api_key', 'oauth', 'impersonation'],
    query: Paging,
    returns: pageOf(Session),
    run: ({ query: { limit, offset } }) => answer(sql`app.my_sessions(${limit}, ${offset})`),
    transform: withDevices,
  }),
  write({
    id: 'endOtherSessions',
    summary: 'Sign out everywhere but here',
    at: 'DELETE ~/auth/sessions',
    role: 'signed_in',
    not: ['api_key', 'oauth'],
    audit: 'account.sessions_ended',
    status: 204,
    details: 'API keys and connected applications stay; they end where they are listed.',
    example: {},
    run: () => sql`select app.end_my_other_sessions()`,
  }),
  write({
    id: 'endSession',
    summary: 'End one of my sessions: its cookies no longer work',
    at: 'DELETE ~/auth/sessions/{session_id}',
    role: 'signed_in',
    not: ['api_key', 'oauth'],
    audit: 'account.session_ended',
    status: 204,
    example: {},
    run: ({ params: { session_id } }) => sql`select app.end_my_session(${session_id}::uuid)`,
  }),
  write({
    id: 'sendVerification',
    summary: 'Mail me a link that verifies my e-mail address',
    at: 'POST ~/auth/email/verify/send',
    role: 'signed_in',
    not: ['api_key', 'oauth'],
    audit: null,
    returns: VerificationSent,
    status: 202,
    refuses: [429],
    details:
      'The link works once, for 24 hours. At most five such mails an hour go to one address, beyond which 429 says when. 409 where it is verified ' +
      'already, and as `mail_not_configured` where this deployment sends no mail.',
    example: {},
    run: ({ outside }) => [
      ...requireMail(outside.mail),
      ensure(sql`not app.is_verified(${me})`, 'WM409', 'your address is verified already'),
      sql`select app.require_mail_in_time('verify_address', u.email), app.queue_mail('verify_address', u.id, null)
        from users u where u.id = ${me}`,
      answer(sql`json_build_object('email', (select u.email from users u where u.id = ${me}))`),
    ],
  }),
  ...exportOperations,
])
