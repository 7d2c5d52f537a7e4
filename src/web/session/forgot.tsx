import { show } from '../kit/layout.tsx'
import { Notice, Summary } from '../kit/parts.tsx'
import { Field } from '../kit/inputs.tsx'
import { noProblems, type Page, type Problems, problemsOf, pageErrorOf, type Visit } from '../kit/visit.ts'

const labels = { email: 'E-mail address' }

export const showForgot: Page = (visit) => forgotPage(visit, noProblems)

export const forgot: Page = async (visit) => {
  const { email = '' } = visit.form
  const reply = await visit.api.send('POST', '/api/v1/auth/password/forgot', { body: { email } })
  if (reply.status === 202) return sentPage(visit, email)
  if (reply.status >= 500) throw pageErrorOf(reply)
  return forgotPage(visit, problemsOf(reply, ['email']), reply.status)
}

const forgotPage = (visit: Visit, problems: Problems, status?: number) =>
  show(
    visit,
    { title: status ? 'Problem: Forgot your password?' : 'Forgot your password?', centered: 'slim', status },
    <>
      <div class="card stack">
        <h1>Forgot your password?</h1>
        <p>Enter the address you sign in with, and we will send you a link to choose a new one.</p>
        <Summary problems={problems} labels={labels} />
        <form class="stack" method="post" action="/forgot" novalidate>
          <Field
            name="email"
            type="email"
            label={labels.email}
            values={visit.form}
            problems={problems}
            autocomplete="username"
          />
          <button class="primary full">Send the link</button>
        </form>
      </div>
      <p class="after">
        Remembered it? <a href="/login">Sign in</a>
      </p>
    </>,
  )

const sentPage = (visit: Visit, email: string) =>
  show(
    visit,
    { title: 'Check your e-mail', centered: 'slim' },
    <>
      <div class="card stack">
        <h1>Check your e-mail</h1>
        <Notice kind="good">
          <p>
            If <strong>{email.trim()}</strong> belongs to an account, a link is on its way there.
          </p>
        </Notice>
        <p>It works once and for 30 minutes. If you ask again, only the latest link works.</p>
        <p class="muted">Nothing after a few minutes? Check your spam folder, or try another address.</p>
        <p>
          <a class="button" href="/forgot">
            Ask again
          </a>
        </p>
      </div>
      <p class="after">
        <a href="/login">Back to signing in</a>
      </p>
    </>,
  )
