import { sql } from 'drizzle-orm'
import { area, read, write } from '../../kit/operation.ts'
import { answer, me, require } from '../../kit/sql.ts'
import { requireMail } from '../../shared/mail/service.ts'
import { MeAnswer, VerificationSent } from './schemas.ts'

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
    run: () => answer(sql`app.me_json(${me}, (select app.key_id()))`),
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
    refuses: [409],
    details:
      'The link works once, for 24 hours. At most five such mails an hour go to one address. 409 where it is verified ' +
      'already, and as `mail_not_configured` where this deployment sends no mail.',
    example: {},
    run: ({ outside }) => [
      ...requireMail(outside.mail),
      require(sql`not app.is_verified(${me})`, 'WM409', 'your address is verified already'),
      sql`select app.post_mail('verify_address', ${me}, null)`,
      answer(sql`json_build_object('email', (select u.email from users u where u.id = ${me}))`),
    ],
  }),
])
