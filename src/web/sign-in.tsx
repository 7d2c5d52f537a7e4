import type { FC } from 'hono/jsx'
import type { Reply } from './client.ts'
import { show } from './layout.tsx'
import { safeNext, signInAt } from './next.ts'
import { Field, Hidden, Notice, Summary } from './parts.tsx'
import { ProviderLinks } from './providers.tsx'
import { type PasskeyAsked, PasskeyButton, passkeyOf } from './passkey-button.tsx'
import { type Asked, askSecondStep } from './second-step.tsx'
import { waitingFor } from './waiting.ts'
import {
  type Form,
  goTo,
  meOrNobody,
  noProblems,
  type Page,
  type Problems,
  problemsOf,
  troubleOf,
  type Visit,
} from './visit.ts'

const labels = { name: 'Your name', email: 'E-mail address', password: 'Password' }
const goal = (given: string | undefined) => safeNext(given) ?? '/dashboard'

export const showLogin: Page = async (visit) => {
  const next = safeNext(visit.query.next)
  if (await meOrNobody(visit)) return goTo(goal(visit.query.next))
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
  if (reply.status === 200) return goTo(goal(next))
  const asked = (reply.body as { second_factor?: Asked } | null)?.second_factor
  if (asked) return askSecondStep(visit, safeNext(next), asked)
  return loginPage(visit, safeNext(next), refused(reply, ['email', 'password']))
}

export const loginWithPasskey: Page = async (visit) => {
  const { next } = visit.form
  const { ticket = '', response = {} } = passkeyOf(visit.form) ?? {}
  const reply = await visit.api.send('POST', '/api/v1/auth/login/passkey', { body: { ticket, response } })
  if (reply.status === 200) return goTo(goal(next))
  const { problems, ...state } = refused(reply, [])
  const said = {
    ...problems,
    above: reply.status === 422 ? ['The browser sent no passkey.'] : problems.above,
  }
  return loginPage(visit, safeNext(next), { ...state, problems: said })
}

export const showSignup: Page = async (visit) => {
  if (await meOrNobody(visit)) return goTo(goal(visit.query.next))
  return signupPage(visit, safeNext(visit.query.next), { problems: noProblems })
}

export const signup: Page = async (visit) => {
  const { name = '', email = '', password = '', next } = visit.form
  const reply = await visit.api.send('POST', '/api/v1/auth/register', { body: { name, email, password } })
  if (reply.status === 201) return goTo(goal(next))
  return signupPage(visit, safeNext(next), refused(reply, ['name', 'email', 'password']))
}

export const logout: Page = async (visit) => {
  const reply = await visit.api.send('POST', '/api/v1/auth/logout')
  if (reply.status >= 300) throw troubleOf(reply)
  const next = safeNext(visit.form.next)
  return goTo(next ? signInAt(next) : '/login')
}

export const home: Page = async ({ api }) => goTo(api.mayBeSignedIn() ? '/dashboard' : '/login')

type State = {
  problems: Problems
  notice?: string | undefined
  status?: number
  taken?: boolean
  headers?: Form
}

function refused(reply: Reply, names: string[]): State {
  if (reply.status >= 500) throw troubleOf(reply)
  const told = ['retry-after', 'www-authenticate'].flatMap((name) => {
    const value = reply.headers.get(name)
    return value ? [[name, value]] : []
  })
  return {
    problems: problemsOf(reply, names),
    status: reply.status,
    taken: reply.status === 409,
    headers: Object.fromEntries(told) as Form,
  }
}

type Filled = { visit: Visit; next: string | null; problems: Problems }

async function loginPage(visit: Visit, next: string | null, { problems, notice, status, headers }: State) {
  const passkey = await visit.api.send<PasskeyAsked>('GET', '/api/v1/auth/login/passkey')
  const waiting = await waitingFor(visit.c, next)
  return show(
    visit,
    { title: titled('Sign in', problems), alone: 'slim', status, headers },
    <>
      <div class="card stack">
        <h1>Sign in</h1>
        <p class="lead">Projects, customers and books that people and AI assistants share.</p>
        {waiting ? <Waiting {...waiting} /> : null}
        {notice ? <Notice kind="warn">{notice}</Notice> : null}
        <Summary problems={problems} labels={labels}>
          {forgettable.has(status ?? 200) ? <a href="/forgot">Choose a new password by mail</a> : null}
        </Summary>
        <LoginForm visit={visit} next={next} problems={problems} />
        <ProviderLinks visit={visit} next={next} />
        {passkey.status === 200 ? <PasskeyForm next={next} asked={passkey.body} /> : null}
      </div>
      <p class="after">
        New here? <Other to="/signup" next={next} name="Create an account" />
      </p>
    </>,
  )
}

const PasskeyForm: FC<{ next: string | null; asked: PasskeyAsked }> = ({ next, asked }) => (
  <form method="post" action="/login/passkey">
    <Hidden fields={{ next: next ?? undefined }} />
    <PasskeyButton does="get" asked={asked} says="Sign in with a passkey" />
  </form>
)

/** The application that waits. Its name is its own; where it sends people back to is known. */
const Waiting: FC<{ client_name: string; redirect_host: string | null }> = ({
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
      waits. You decide what it may do when you are signed in.
    </p>
  </Notice>
)

/** A wrong password, and a lock of too many. */
const forgettable = new Set([401, 429])

const LoginForm: FC<Filled> = ({ visit, next, problems }) => (
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
    <button class="primary whole">Sign in</button>
  </form>
)

async function signupPage(visit: Visit, next: string | null, { problems, status, taken, headers }: State) {
  const waiting = await waitingFor(visit.c, next)
  return show(
    visit,
    { title: titled('Create an account', problems), alone: 'slim', status, headers },
    <>
      <div class="card stack">
        <h1>Create an account</h1>
        {waiting ? <Waiting {...waiting} /> : null}
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

const SignupForm: FC<Filled> = ({ visit, next, problems }) => (
  <form class="stack" method="post" action="/signup" novalidate>
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
    <button class="primary whole">Create account</button>
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

const titled = (title: string, { fields, above }: Problems) =>
  above.length || Object.keys(fields).length ? `Problem: ${title}` : title

const Other: FC<{ to: string; next: string | null; name: string }> = ({ to, next, name }) => (
  <a href={next ? `${to}?next=${encodeURIComponent(next)}` : to}>{name}</a>
)
