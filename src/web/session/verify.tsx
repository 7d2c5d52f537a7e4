import type { FC, PropsWithChildren } from 'hono/jsx'
import { outsideOf } from '../../shared/outside.ts'
import { calling } from '../kit/forms.tsx'
import { LinkButton, Notice } from '../kit/parts.tsx'
import { publicPage } from '../kit/person-page.tsx'
import { say } from '../kit/say.ts'
import { type Me, me, type PageRequest } from '../kit/page-request.ts'

type Person = Me & { email_verified?: boolean }
type Parts = { token: string | undefined; person: Person | null; isDead: boolean }

/** Whether a person can and has to verify their address. */
export const isUnproven = ({ c }: PageRequest, person: Me) =>
  !(person as Person).email_verified && outsideOf(c.env).mail.missing === null

/** Reminds them of that. */
export const VerifyNotice: FC<{ request: PageRequest; person: Me }> = ({ request, person }) =>
  !isUnproven(request, person) ? null : (
    <Notice kind="plain">
      <p>
        {say('{link}, so that mail reaches you and nobody else.', {
          link: <a href="/verify">{say('Confirm that {email} is yours', { email: person.email })}</a>,
        })}
      </p>
    </Notice>
  )

const confirmed = 'Your address is confirmed'

/** What the link in a mail opens, which verifies nothing until the button is pressed; without a token it asks for the mail. */
export default publicPage<Parts>({
  at: '/verify',
  title: ({ parts: { token, person, isDead } }) =>
    isDead
      ? say('This link does not work any more')
      : !token && person?.email_verified
        ? confirmed
        : say('Confirm your e-mail address'),
  centered: 'slim',
  parts: async ({ request, person }) => {
    const { query, form, action, c } = request
    const isSent = c.req.method === 'POST' && action === ''
    if (query.token && !isSent) return { token: query.token, person: null, isDead: false }
    return { token: form.token, person: isSent ? await person() : await me(request), isDead: isSent }
  },
  forms: {
    '': calling('verifyEmail', {
      verb: 'Confirm the address',
      also: ({ token }) => ({ token }),
      sends: async (_, __, call) => {
        const sent = await call()
        return sent.refused?.[1] === 422 ? { missing: true } : sent
      },
      missing: (_, again) => again(null, { status: 404 }),
      to: ({ request }, _, again) =>
        again(<Onward request={request}>{say('Thank you. There is nothing else to do.')}</Onward>, {
          title: confirmed,
        }),
    }),
    send: calling('sendVerification', {
      verb: 'Send the mail',
      to: (_, { email }, again) => again(<Sent email={email} />, { title: say('Check your mailbox') }),
    }),
  },
  Content: ({ form, request, parts: { token, person, isDead } }) => {
    if (isDead)
      return (
        <>
          <p>{say('It was used already, it is older than 24 hours, or it is incomplete.')}</p>
          {person ? form('send', { verb: 'Send a new mail', primary: true }) : <SignIn />}
        </>
      )
    if (token)
      return (
        <>
          <p>{say('Press the button to confirm that you received our mail.')}</p>
          {form('', { hidden: { token }, primary: true })}
        </>
      )
    if (person?.email_verified)
      return <Onward request={request}>{say('{email} is yours.', { email: person.email })}</Onward>
    return (
      <>
        <p>
          {say(
            'We mail a link to {email}. Until you open it, nobody can be sure that the address is yours.',
            { email: person?.email },
          )}
        </p>
        {form('send', { primary: true })}
      </>
    )
  },
})
const SignIn: FC = () => (
  <p>
    <LinkButton to="/login?next=%2Fverify" kind="primary">
      {say('Sign in to get a new mail')}
    </LinkButton>
  </p>
)

const Sent: FC<{ email: string }> = ({ email }) => (
  <>
    <p>{say('A mail to {email} is on its way. Its link works once, for 24 hours.', { email })}</p>
    <p class="hint">{say('Nothing there? Check your spam folder, or try again in a few minutes.')}</p>
    <p>
      <LinkButton to="/dashboard">{say('Go to your dashboard')}</LinkButton>
    </p>
  </>
)

const Onward: FC<PropsWithChildren<{ request: PageRequest }>> = ({ request: { api }, children }) => (
  <>
    <p>{children}</p>
    <p>
      <LinkButton to={api.mayBeSignedIn() ? '/dashboard' : '/login'}>
        {api.mayBeSignedIn() ? say('Go to your dashboard') : say('Sign in')}
      </LinkButton>
    </p>
  </>
)
