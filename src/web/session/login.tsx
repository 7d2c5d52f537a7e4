import type { FC } from 'hono/jsx'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import type { Shown } from '../kit/page.tsx'
import { Notice } from '../kit/parts.tsx'
import { publicPage } from '../kit/person-page.tsx'
import { say } from '../kit/say.ts'
import { type Form, type Me, Redirect, type PageRequest } from '../kit/page-request.ts'
import { type WaitingApplication as Waiting, waitingApplication } from '../oauth/waiting-application.ts'
import { destination, email, nextIn, Other, WaitingApplication } from './entry-parts.tsx'
import { type PasskeyChallenge, PasskeyButton, passkeyOf } from './passkey-button.tsx'
import { ProviderLinks } from './providers.tsx'

/** The API's response if the first proof was right and a second factor is on. */
export type SecondStep = { ticket: string; methods: string[]; passkey: object | null }
/** What the second step knows of the first, in its form: the ticket stays valid after a wrong code. */
export const stepForm = ({ ticket, methods, passkey }: SecondStep, next: string | undefined): Form => ({
  ticket,
  methods: methods.join(' '),
  ...(passkey && { options: JSON.stringify(passkey) }),
  ...(next && { next }),
})

type Parts = { passkey: PasskeyChallenge | null; application: Waiting | null }
type Props = Shown<null, Parts | null, Me | null>

const notices = new Map([
  [
    'impersonation_invalid',
    'That support link is not valid any more. Ask for a new one, or sign in with your own account.',
  ],
])
const secondStep = 'second-factor'
const to = ({ request }: { request: PageRequest }) => destination(request.form.next)

/** Signing in: with the password, a passkey or a provider, and then with the second factor if there is one. */
export default publicPage<Parts | null>({
  at: '/login',
  title: ({ parts }) => (parts ? say('Sign in') : say('One more step')),
  lead: (_, { parts }) =>
    parts ? say('Projects, customers and books that people and AI assistants share.') : null,
  centered: 'slim',
  parts: async ({ request, read, person }) => {
    if (request.action === secondStep) return null
    if (request.c.req.method === 'GET' && (await person()))
      throw new Redirect(destination(request.query.next))
    const challenge = await read('beginPasskeySignIn').catch(() => null)
    const passkey = challenge?.options ? { ticket: challenge.ticket, options: challenge.options } : null
    return { passkey, application: await waitingApplication(request.c, nextIn(request) ?? null) }
  },
  forms: {
    '': calling('login', {
      verb: 'Sign in',
      fields: bodyFields('Login', {
        email,
        password: { label: 'Password', type: 'password', autocomplete: 'current-password', wide: true },
      }),
      to,
      onward: (body, { request }, again) => {
        const step = (body as { second_factor?: SecondStep } | null)?.second_factor
        return step && again(null, { action: secondStep, form: stepForm(step, nextIn(request)) })
      },
      remedy: (status) =>
        [401, 429].includes(status) ? <a href="/forgot">{say('Choose a new password by mail')}</a> : null,
    }),
    passkey: calling('signInWithPasskey', {
      verb: '',
      also: (form) => passkeyOf(form) ?? { invalid: { passkey: say('The browser sent no passkey.') } },
      to,
    }),
    [secondStep]: calling('proveSecondFactor', {
      verb: 'Sign in',
      fields: bodyFields('SecondStep', {
        code: {
          label: 'Code',
          hint: 'The one that your authenticator app shows, or a recovery code.',
          autocomplete: 'one-time-code',
          isNeeded: true,
          wide: true,
        },
      }),
      also: (form) => {
        const passkey = passkeyOf(form)?.response
        return {
          ticket: form.ticket ?? '',
          ...(passkey ? { passkey, code: undefined } : { code: form.code ?? '' }),
        }
      },
      to,
    }),
  },
  Content: (shown) =>
    shown.parts ? <FirstStep {...shown} parts={shown.parts} /> : <SecondStepForm {...shown} />,
  after: (request) => (
    <p class="after">
      {request.action === secondStep ? (
        <a href="/login">{say('Start again')}</a>
      ) : (
        <>
          {say('New here?')} <Other to="/signup" request={request} name="Create an account" />
        </>
      )}
    </p>
  ),
})

const FirstStep: FC<Props & { parts: Parts }> = ({ request, parts: { passkey, application }, form }) => {
  const next = nextIn(request)
  const notice = notices.get(request.query.error ?? '')
  return (
    <>
      {application ? <WaitingApplication {...application} /> : null}
      {notice ? <Notice kind="warn">{notice}</Notice> : null}
      {form('', {
        hidden: { next },
        below: (
          <p class="small">
            <a href="/forgot">{say('Forgot your password?')}</a>
          </p>
        ),
      })}
      <ProviderLinks request={request} next={next ?? null} />
      {passkey
        ? form('passkey', {
            hidden: { next },
            above: <PasskeyButton action="get" challenge={passkey} label={say('Sign in with a passkey')} />,
          })
        : null}
    </>
  )
}

const SecondStepForm: FC<Props> = ({ request, form }) => {
  const { ticket = '', methods = 'totp', options: text = '' } = request.form
  const options = objectOf(text)
  const takesCodes = methods.split(' ').some((method) => method !== 'passkey')
  const button = options ? (
    <PasskeyButton action="get" challenge={{ ticket, options }} label={say('Use a passkey')} primary />
  ) : null
  return (
    <>
      {form(secondStep, {
        hidden: { next: nextIn(request), ticket, methods, options: text },
        above: button,
        ...(takesCodes ? {} : { except: ['code'], verb: '' }),
      })}
      <p class="small">
        {say(
          'Lost it? A recovery code works too. Without one, only the operators of this service can let you in.',
        )}
      </p>
    </>
  )
}

function objectOf(text: string): object | null {
  try {
    return text ? (JSON.parse(text) as object) : null
  } catch {
    return null
  }
}
