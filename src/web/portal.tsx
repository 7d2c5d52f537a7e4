import { Hidden, Notice } from './parts.tsx'
import { askForLink } from './portal-ask.tsx'
import { showPortal } from './portal-frame.tsx'
import { customerOf, sessionCookie } from './portal-session.ts'
import { forCustomer } from './portal-visit.tsx'
import { goTo, type Page, troubleOf } from './visit.ts'

/** Where a link leads. Programs that check mail open links too, so that it is used up by a click alone. */
export const showOpening: Page = async (visit) => {
  const { token } = visit.query
  if (!token) return goTo('/portal?link=ended')
  return showPortal(
    visit,
    { title: 'Customer portal' },
    <div class="card stack">
      <h1>Welcome</h1>
      <p>This link opens your customer portal in this browser. It works once.</p>
      <form method="post" action="/portal/open">
        <Hidden fields={{ token }} />
        <button class="primary whole">Open the portal</button>
      </form>
    </div>,
  )
}

/** Opens the session. Of two clicks the second comes too late; then the first has opened it. */
export const openPortal: Page = async (visit) => {
  const { token = '' } = visit.form
  const reply = await visit.api.send<{ token: string }>('POST', '/api/v1/portal/sessions', {
    body: { token },
  })
  if (reply.status === 401 || reply.status === 422) return goTo('/portal?link=ended')
  if (reply.status !== 200) throw troubleOf(reply)
  const response = goTo('/portal')
  response.headers.append('set-cookie', sessionCookie(visit, reply.body.token))
  return response
}

const entry = forCustomer(async ({ me }) => {
  const { only_ticket_id, abilities } = await me()
  return goTo(only_ticket_id ? `/portal/tickets/${only_ticket_id}` : `/portal/${abilities[0]}`)
})

const notices: Record<string, string> = {
  ended: 'This link opens nothing any more. It was used before, has expired, or is not complete.',
  out: 'You are signed out.',
}

/** Leads to what the contact may see; who is not signed in is told how to get in. */
export const showPortalHome: Page = async (visit) => {
  if (customerOf(visit)) return entry(visit)
  const said = notices[visit.query.link ?? '']
  return askForLink(visit, {
    notice: said ? (
      <Notice kind="warn">
        <p>{said}</p>
      </Notice>
    ) : null,
  })
}

export const signOut: Page = async (visit) => {
  const reply = await customerOf(visit)
    ?.ask('DELETE', '/sessions')
    .catch(() => undefined)
  if (reply && reply.status >= 500) throw troubleOf(reply)
  const response = goTo('/portal?link=out')
  response.headers.append('set-cookie', sessionCookie(visit, ''))
  return response
}
