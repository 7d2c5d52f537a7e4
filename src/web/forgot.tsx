import { show } from './layout.tsx'
import { Field, Notice, Summary } from './parts.tsx'
import { noProblems, type Page, type Problems, problemsOf, troubleOf, type Visit } from './visit.ts'

const labels = { email: 'E-mail address' }

export const showForgot: Page = (visit) => forgotPage(visit, noProblems)

export const forgot: Page = async (visit) => {
  const { email = '' } = visit.form
  const reply = await visit.api.send('POST', '/api/v1/auth/password/forgot', { body: { email } })
  if (reply.status === 202) return sentPage(visit, email)
  if (reply.status >= 500) throw troubleOf(reply)
  return forgotPage(visit, problemsOf(reply, ['email']), reply.status)
}

const forgotPage = (visit: Visit, problems: Problems, status?: number) =>
  show(
    visit,
    { title: status ? 'Problem: Forgot your password?' : 'Forgot your password?', alone: 'slim', status },
    <>
      <div class="card stack">
        <h1>Forgot your password?</h1>
        <p>Say which address you sign in with, and a mail brings you a link to choose a new one.</p>
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
          <button class="primary whole">Send the link</button>
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
    { title: 'Look into your mail', alone: 'slim' },
    <>
      <div class="card stack">
        <h1>Look into your mail</h1>
        <Notice kind="good">
          <p>
            If <strong>{email.trim()}</strong> belongs to an account, a link is on its way there.
          </p>
        </Notice>
        <p>It works once and for 30 minutes. If you ask again, only the latest link counts.</p>
        <p class="muted">
          Nothing there after some minutes? Look among the unwanted mail, or try another address.
        </p>
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
