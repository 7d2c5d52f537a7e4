import { show } from '../kit/layout.tsx'
import { Hidden } from '../kit/parts.tsx'
import { type Page, PageError, pageErrorOf, type Visit } from '../kit/visit.ts'

/** The unsubscribe link of a mail; mail scanners open links, so a button confirms it. */
export const showUnsubscribe: Page = async (visit) =>
  page(
    visit,
    'No more of these mails?',
    <>
      <p>
        You will no longer get mail about notifications of this organization. They still appear in your inbox
        here.
      </p>
      <form method="post" action="/unsubscribe">
        <Hidden fields={{ token: visit.query.token }} />
        <button class="primary full">Stop the mails</button>
      </form>
    </>,
  )

export const unsubscribe: Page = async (visit) => {
  const { token = '' } = visit.form
  const reply = await visit.api.send('POST', `/api/v1/unsubscribe/${encodeURIComponent(token)}`)
  if (reply.status === 404)
    throw new PageError(404, 'This link does not work', 'It is incomplete. Open it from the mail once more.')
  if (reply.status !== 204) throw pageErrorOf(reply)
  return page(
    visit,
    'No more mails',
    <>
      <p>Your notifications of this organization are no longer mailed.</p>
      <p>
        <a class="button" href="/">
          Go to the start page
        </a>
      </p>
    </>,
  )
}

const page = (visit: Visit, title: string, body: ReturnType<typeof Hidden>) =>
  show(
    visit,
    { title, centered: 'slim' },
    <div class="card stack">
      <h1>{title}</h1>
      {body}
    </div>,
  )
