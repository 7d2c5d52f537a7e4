import type { Child } from 'hono/jsx'
import { Notice, Summary } from '../kit/parts.tsx'
import { Field } from '../kit/inputs.tsx'
import { showPortal } from './portal-frame.tsx'
import { noProblems, type Page, type Problems, problemsOf, pageErrorOf, type Visit } from '../kit/visit.ts'

const labels = { email: 'E-mail address' }

type LinkRequestProps = {
  notice?: Child
  status?: number
  headers?: Record<string, string>
  problems?: Problems
}

/** The entry page of the portal, where a sign-in link can be requested by mail. */
export const linkRequestPage = (
  visit: Visit,
  { notice, status, headers, problems = noProblems }: LinkRequestProps,
) =>
  showPortal(
    visit,
    {
      title: problems === noProblems ? 'Customer portal' : 'Problem: Customer portal',
      ...(status && { status }),
      ...(headers && { headers }),
    },
    <div class="card stack">
      <h1>Customer portal</h1>
      {notice}
      <p>
        You get in with a link instead of a password. Enter your e-mail address, and we will send you a new
        one.
      </p>
      <Summary problems={problems} labels={labels} />
      <form class="stack" method="post" action="/portal" novalidate>
        <Field
          name="email"
          type="email"
          label={labels.email}
          values={visit.form}
          problems={problems}
          autocomplete="email"
        />
        <button class="primary full">Send me a link</button>
      </form>
    </div>,
  )

/** Requests a link by mail. The response is the same whether or not the address has access to a portal. */
export const requestLink: Page = async (visit) => {
  const { email = '' } = visit.form
  const reply = await visit.api.send('POST', '/api/v1/portal/links', { body: { email } })
  if (reply.status === 202) return sentPage(visit, email)
  if (reply.status === 409) return linkRequestPage(visit, { status: 409, problems: withoutMail })
  if (reply.status !== 422 && reply.status !== 429) throw pageErrorOf(reply)
  return linkRequestPage(visit, { status: reply.status, problems: problemsOf(reply, ['email']) })
}

const withoutMail: Problems = {
  fields: {},
  general: ['No mail is sent from here. Ask your contact there for a new link.'],
}

const sentPage = (visit: Visit, email: string) =>
  showPortal(
    visit,
    { title: 'Check your e-mail' },
    <div class="card stack">
      <h1>Check your e-mail</h1>
      <Notice kind="good">
        <p>
          If <strong>{email.trim()}</strong> may use a customer portal here, a link is on its way there.
        </p>
      </Notice>
      <p>It works once, and for 15 minutes.</p>
      <p class="muted">Nothing after a few minutes? Check your spam folder, or ask your contact there.</p>
      <p>
        <a class="button full" href="/portal">
          Ask again
        </a>
      </p>
    </div>,
  )
