import type { FC } from 'hono/jsx'
import { show } from './layout.tsx'
import { Field, Summary } from './parts.tsx'
import { passkeyAsked, proofProblems } from './passkey-button.tsx'
import { ProofField, proofLabels as labels, proofOf, type SecondFactor } from './second-factor.tsx'
import { bodyOf, me, noProblems, type Page, type Problems, type Visit } from './visit.ts'

const at = '/account/delete'

export const showDeletion: Page = (visit) => deletionPage(visit, noProblems)

export const deleteAccount: Page = async (visit) => {
  const reply = await visit.api.call('DELETE', '/api/v1/auth/me', { body: proofOf(visit.form) })
  if ([409, 422, 429].includes(reply.status))
    return deletionPage(visit, proofProblems(reply, Object.keys(labels)), reply.status)
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
  const [person, factor] = await Promise.all([
    me(visit, at),
    visit.api.call<SecondFactor>('GET', '/api/v1/auth/second-factor').then((reply) => bodyOf(reply, at)),
  ])
  const asked = await passkeyAsked(visit, factor.passkeys)
  return show(
    visit,
    { title: status ? 'Problem: Delete your account' : 'Delete your account', me: person, status },
    <>
      <h1>Delete your account</h1>
      <section class="card stack" aria-label="What happens">
        <Consequences email={person.email} />
        <Summary problems={problems} labels={labels} />
        <form class="stack" method="post" action={at} novalidate>
          <Field
            name="password"
            type="password"
            label={labels.password}
            problems={problems}
            autocomplete="current-password"
          />
          <ProofField on={factor.on} asked={asked} problems={problems} />
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

const Consequences: FC<{ email: string }> = ({ email }) => (
  <ul class="ticks">
    <li>You are signed out everywhere; your API keys and connected applications end.</li>
    <li>Your notes and reminders are erased.</li>
    <li>What you wrote in organizations stays there, without your name; your open tasks go to nobody.</li>
    <li>It cannot be undone. The address {email} may be used for another account.</li>
  </ul>
)
