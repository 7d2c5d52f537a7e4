import type { FC } from 'hono/jsx'
import type { Reply } from '../kit/api.ts'
import { show } from '../kit/layout.tsx'
import { safeNext, signInAt } from '../kit/next.ts'
import { isTimezone } from '../../shared/timezone.ts'
import { BrowserZone, Hidden, Notice, Summary } from '../kit/parts.tsx'
import { Field } from '../kit/inputs.tsx'
import { ProviderLinks } from './providers.tsx'
import { type PasskeyChallenge, PasskeyButton, passkeyOf } from './passkey-button.tsx'
import { type SecondStep, showSecondStep } from './second-step.tsx'
import { waitingApplication } from '../oauth/waiting-application.ts'
import {
  type Form,
  redirectTo,
  meOrNull,
  noProblems,
  type Page,
  type Problems,
  problemsOf,
  pageErrorOf,
  type Visit,
} from '../kit/visit.ts'

const labels = { name: 'Your name', email: 'E-mail address', password: 'Password' }
const destination = (next: string | undefined) => safeNext(next) ?? '/dashboard'

export const showLogin: Page = async (visit) => {
  const next = safeNext(visit.query.next)
  if (await meOrNull(visit)) return redirectTo(destination(visit.query.next))
  return loginPage(visit, next, { problems: noProblems, notice: notices.get(visit.query.error ?? '') })
}

const notices = new Map([
  [
    'impersonation_invalid',
    'That support link is not valid any more. Ask for a new one, or sign in with your own account.',
  ],
])

export const login: Page = async (visit) => {
  const { email = '', password = '', next } = visit.form
  const reply = await visit.api.send('POST', '/api/v1/auth/login', { body: { email, password } })
  if (reply.status === 200) return redirectTo(destination(next))
  const challenge = (reply.body as { second_factor?: SecondStep } | null)?.second_factor
  if (challenge) return showSecondStep(visit, safeNext(next), challenge)
  return loginPage(visit, safeNext(next), rejected(reply, ['email', 'password']))
}

export const loginWithPasskey: Page = async (visit) => {
  const { next } = visit.form
  const { ticket = '', response = {} } = passkeyOf(visit.form) ?? {}
  const reply = await visit.api.send('POST', '/api/v1/auth/login/passkey', { body: { ticket, response } })
  if (reply.status === 200) return redirectTo(destination(next))
  const { problems, ...state } = rejected(reply, [])
  const shown = {
    ...problems,
    general: reply.status === 422 ? ['The browser sent no passkey.'] : problems.general,
  }
  return loginPage(visit, safeNext(next), { ...state, problems: shown })
}

export const showSignup: Page = async (visit) => {
  if (await meOrNull(visit)) return redirectTo(destination(visit.query.next))
  return signupPage(visit, safeNext(visit.query.next), { problems: noProblems })
}

export const signup: Page = async (visit) => {
  const { name = '', email = '', password = '', next, zone = '' } = visit.form
  const reply = await visit.api.send('POST', '/api/v1/auth/register', { body: { name, email, password } })
  if (reply.status === 201) {
    // An account is created without one too, and the account page asks for it.
    if (isTimezone(zone)) await visit.api.call('PATCH', '/api/v1/auth/me', { body: { timezone: zone } })
    return redirectTo(destination(next))
  }
  return signupPage(visit, safeNext(next), rejected(reply, ['name', 'email', 'password']))
}

export const logout: Page = async (visit) => {
  const reply = await visit.api.send('POST', '/api/v1/auth/logout')
  if (reply.status >= 300) throw pageErrorOf(reply)
  const next = safeNext(visit.form.next)
  return redirectTo(next ? signInAt(next) : '/login')
}

export const home: Page = async ({ api }) => redirectTo(api.mayBeSignedIn() ? '/dashboard' : '/login')

type State = {
  problems: Problems
  notice?: string | undefined
  status?: number
  taken?: boolean
  headers?: Form
}

function rejected(reply: Reply, names: string[]): State {
  if (reply.status >= 500) throw pageErrorOf(reply)
  const passedOn = ['retry-after', 'www-authenticate'].flatMap((name) => {
    const value = reply.headers.get(name)
    return value ? [[name, value]] : []
  })
  return {
    problems: problemsOf(reply, names),
    status: reply.status,
    taken: reply.status === 409,
    headers: Object.fromEntries(passedOn) as Form,
  }
}

type FormProps = { visit: Visit; next: string | null; problems: Problems }

async function loginPage(visit: Visit, next: string | null, { problems, notice, status, headers }: State) {
  const passkey = await visit.api.send<PasskeyChallenge>('GET', '/api/v1/auth/login/passkey')
  const application = await waitingApplication(visit.c, next)
  return show(
    visit,
    { title: titleWith('Sign in', problems), centered: 'slim', status, headers },
    <>
      <div class="card stack">
        <h1>Sign in</h1>
        <p class="lead">Projects, customers and books that people and AI assistants share.</p>
        {application ? <WaitingApplication {...application} /> : null}
        {notice ? <Notice kind="warn">{notice}</Notice> : null}
        <Summary problems={problems} labels={labels}>
          {offersReset.has(status ?? 200) ? <a href="/forgot">Choose a new password by mail</a> : null}
        </Summary>
        <LoginForm visit={visit} next={next} problems={problems} />
        <ProviderLinks visit={visit} next={next} />
        {passkey.status === 200 ? <PasskeyForm next={next} challenge={passkey.body} /> : null}
      </div>
      <p class="after">
        New here? <Other to="/signup" next={next} name="Create an account" />
      </p>
    </>,
  )
}

const PasskeyForm: FC<{ next: string | null; challenge: PasskeyChallenge }> = ({ next, challenge }) => (
  <form method="post" action="/login/passkey">
    <Hidden fields={{ next: next ?? undefined }} />
    <PasskeyButton action="get" challenge={challenge} label="Sign in with a passkey" />
  </form>
)

/** The waiting application. It chose its name itself; its redirect host is a registered one. */
const WaitingApplication: FC<{ client_name: string; redirect_host: string | null }> = ({
  client_name,
  redirect_host,
}) => (
  <Notice kind="plain">
    <p>
      An application that calls itself <strong>{client_name}</strong>
      {redirect_host ? (
        <>
          {' '}
          and sends you back to <strong>{redirect_host}</strong>
        </>
      ) : null}{' '}
      is waiting. You decide what it may do once you are signed in.
    </p>
  </Notice>
)

/** The statuses of a wrong password and of a lock after too many. */
const offersReset = new Set([401, 429])

const LoginForm: FC<FormProps> = ({ visit, next, problems }) => (
  <form class="stack" method="post" action="/login" novalidate>
    <Hidden fields={{ next: next ?? undefined }} />
    <Email visit={visit} problems={problems} />
    <Field
      name="password"
      type="password"
      label={labels.password}
      problems={problems}
      autocomplete="current-password"
    />
    <p class="small">
      <a href="/forgot">Forgot your password?</a>
    </p>
    <button class="primary full">Sign in</button>
  </form>
)

async function signupPage(visit: Visit, next: string | null, { problems, status, taken, headers }: State) {
  const application = await waitingApplication(visit.c, next)
  return show(
    visit,
    { title: titleWith('Create an account', problems), centered: 'slim', status, headers },
    <>
      <div class="card stack">
        <h1>Create an account</h1>
        {application ? <WaitingApplication {...application} /> : null}
        <Summary problems={problems} labels={labels}>
          {taken ? (
            <>
              <Other to="/login" next={next} name="Sign in instead" />, or{' '}
              <a href="/forgot">choose a new password by mail</a> if the address is yours.
            </>
          ) : null}
        </Summary>
        <SignupForm visit={visit} next={next} problems={problems} />
        <ProviderLinks visit={visit} next={next} />
      </div>
      <p class="after">
        Have an account already? <Other to="/login" next={next} name="Sign in" />
      </p>
    </>,
  )
}

const SignupForm: FC<FormProps> = ({ visit, next, problems }) => (
  <form class="stack" method="post" action="/signup" novalidate>
    <BrowserZone />
    <Hidden fields={{ next: next ?? undefined }} />
    <Field name="name" label={labels.name} values={visit.form} problems={problems} autocomplete="name" />
    <Email visit={visit} problems={problems} />
    <Field
      name="password"
      type="password"
      label={labels.password}
      problems={problems}
      autocomplete="new-password"
      hint="At least 8 characters. A few words in a row are easy to remember and hard to guess."
    />
    <button class="primary full">Create account</button>
  </form>
)

const Email: FC<{ visit: Visit; problems: Problems }> = ({ visit, problems }) => (
  <Field
    name="email"
    type="email"
    label={labels.email}
    values={visit.form}
    problems={problems}
    autocomplete="username"
  />
)

const titleWith = (title: string, { fields, general }: Problems) =>
  general.length || Object.keys(fields).length ? `Problem: ${title}` : title

const Other: FC<{ to: string; next: string | null; name: string }> = ({ to, next, name }) => (
  <a href={next ? `${to}?next=${encodeURIComponent(next)}` : to}>{name}</a>
)
