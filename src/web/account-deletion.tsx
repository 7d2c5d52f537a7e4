import { show } from './layout.tsx'
import { Field, Summary } from './parts.tsx'
import { bodyOf, me, noProblems, type Page, type Problems, problemsOf, type Visit } from './visit.ts'

const at = '/account/delete'
const labels = { password: 'Password' }

export const showDeletion: Page = (visit) => deletionPage(visit, noProblems)

export const deleteAccount: Page = async (visit) => {
  const { password = '' } = visit.form
  const reply = await visit.api.call('DELETE', '/api/v1/auth/me', { body: { password } })
  if ([409, 422, 429].includes(reply.status))
    return deletionPage(visit, problemsOf(reply, ['password']), reply.status)
  bodyOf(reply, at)
  await visit.api.send('POST', '/api/v1/auth/logout')
  return show(
    visit,
    { title: 'Your account is deleted', alone: 'slim' },
    <div class="card stack">
      <h1>Your account is deleted</h1>
      <p>You are signed out everywhere.</p>
      <p>
        <a class="button" href="/signup">
          Create another account
        </a>
      </p>
    </div>,
  )
}

async function deletionPage(visit: Visit, problems: Problems, status?: number): Promise<Response> {
  const person = await me(visit, at)
  return show(
    visit,
    { title: status ? 'Problem: Delete your account' : 'Delete your account', me: person, status },
    <>
      <h1>Delete your account</h1>
      <section class="card stack" aria-label="What happens">
        <ul class="ticks">
          <li>You are signed out everywhere; your API keys and connected applications end.</li>
          <li>Your notes and reminders are erased.</li>
          <li>
            What you wrote in organizations stays there, without your name; your open tasks go to nobody.
          </li>
          <li>It cannot be undone. The address {person.email} may be used for another account.</li>
        </ul>
        <Summary problems={problems} labels={labels} />
        <form class="stack" method="post" action={at} novalidate>
          <Field
            name="password"
            type="password"
            label={labels.password}
            problems={problems}
            autocomplete="current-password"
          />
          <div class="doings">
            <button class="risky">Delete my account</button>
            <a class="button" href="/account">
              Keep it
            </a>
          </div>
        </form>
      </section>
    </>,
  )
}
