import type { FC } from 'hono/jsx'
import { show } from '../kit/layout.tsx'
import { Summary } from '../kit/parts.tsx'
import { personAndProof, ProofFields, proofLabels as labels, proofOf, proofProblems } from './proof.tsx'
import { bodyOf, noProblems, type Page, type Problems, type Visit } from '../kit/visit.ts'

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
    { title: 'Your account is deleted', centered: 'slim' },
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
  const { person, proof } = await personAndProof(visit, at)
  return show(
    visit,
    { title: status ? 'Problem: Delete your account' : 'Delete your account', me: person, status },
    <>
      <h1>Delete your account</h1>
      <section class="card stack" aria-label="What happens">
        <Consequences email={person.email} />
        <Summary problems={problems} labels={labels} />
        <form class="stack" method="post" action={at} novalidate>
          <ProofFields {...proof} problems={problems} />
          <div class="buttons">
            <button class="danger">Delete my account</button>
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
    <li>
      What you wrote in organizations stays there, without your name; your open tasks become unassigned.
    </li>
    <li>It cannot be undone. The address {email} may be used for another account.</li>
  </ul>
)
