import type { FC } from 'hono/jsx'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { LinkButton, Notice } from '../kit/parts.tsx'
import { publicPage } from '../kit/person-page.tsx'
import { say } from '../kit/say.ts'

/** Asks for the mail that lets people choose a new password. */
export default publicPage({
  at: '/forgot',
  title: 'Forgot your password?',
  lead: 'Enter the address you sign in with, and we will send you a link to choose a new one.',
  centered: 'slim',
  parts: async () => null,
  forms: {
    '': calling('forgotPassword', {
      verb: 'Send the link',
      fields: bodyFields('ForgottenPassword', {
        email: { label: 'E-mail address', autocomplete: 'username', wide: true },
      }),
      to: ({ request }, _, again) =>
        again(<Sent email={request.form.email ?? ''} />, { title: say('Check your e-mail') }),
    }),
  },
  Content: ({ form }) => <>{form('')}</>,
  after: () => (
    <p class="after">{say('Remembered it? {link}', { link: <a href="/login">{say('Sign in')}</a> })}</p>
  ),
})

const Sent: FC<{ email: string }> = ({ email }) => (
  <>
    <Notice kind="good">
      <p>
        {say('If {email} belongs to an account, a link is on its way there.', {
          email: <strong>{email.trim()}</strong>,
        })}
      </p>
    </Notice>
    <p>{say('It works once and for 30 minutes. If you ask again, only the latest link works.')}</p>
    <p class="muted">{say('Nothing after a few minutes? Check your spam folder, or try another address.')}</p>
    <p>
      <LinkButton to="/forgot">{say('Ask again')}</LinkButton>
    </p>
  </>
)
