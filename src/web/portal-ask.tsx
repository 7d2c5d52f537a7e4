import type { Child } from 'hono/jsx'
import { Field, Notice, Summary } from './parts.tsx'
import { showPortal } from './portal-frame.tsx'
import { noProblems, type Page, type Problems, problemsOf, troubleOf, type Visit } from './visit.ts'

const labels = { email: 'E-mail address' }

type Asking = {
  notice?: Child
  status?: number
  headers?: Record<string, string>
  problems?: Problems
}

/** How to get into the portal: with a link, which is mailed to whoever asks for one. */
export const askForLink = (visit: Visit, { notice, status, headers, problems = noProblems }: Asking) =>
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
      <p>You get in with a link instead of a password. Say where you get mail, and a new link comes there.</p>
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
        <button class="primary whole">Send me a link</button>
      </form>
    </div>,
  )

/** Asks for a link by mail. The answer is the same whether or not somebody with the address may use a portal. */
export const requestLink: Page = async (visit) => {
  const { email = '' } = visit.form
  const reply = await visit.api.send('POST', '/api/v1/portal/links', { body: { email } })
  if (reply.status === 202) return sentPage(visit, email)
  if (reply.status === 409) return askForLink(visit, { status: 409, problems: withoutMail })
  if (reply.status !== 422 && reply.status !== 429) throw troubleOf(reply)
  return askForLink(visit, { status: reply.status, problems: problemsOf(reply, ['email']) })
}

const withoutMail: Problems = {
  fields: {},
  above: ['No mail is sent from here. Ask whoever looks after you for a new link.'],
}

const sentPage = (visit: Visit, email: string) =>
  showPortal(
    visit,
    { title: 'Look into your mail' },
    <div class="card stack">
      <h1>Look into your mail</h1>
      <Notice kind="good">
        <p>
          If <strong>{email.trim()}</strong> may use a customer portal here, a link is on its way there.
        </p>
      </Notice>
      <p>It works once, and for 15 minutes.</p>
      <p class="muted">
        Nothing there after some minutes? Look among the unwanted mail, or ask whoever looks after you.
      </p>
      <p>
        <a class="button whole" href="/portal">
          Ask again
        </a>
      </p>
    </div>,
  )
