import { Hidden, Notice } from '../kit/parts.tsx'
import { linkRequestPage } from './portal-link-request.tsx'
import { showPortal } from './portal-frame.tsx'
import { contactOf, sessionCookie } from './portal-session.ts'
import { contactPage } from './contact-page.tsx'
import { redirectTo, type Page, pageErrorOf } from '../kit/visit.ts'

/** The target of a sign-in link. Mail scanners open links too, so only the button uses it up. */
export const showOpenLink: Page = async (visit) => {
  const { token } = visit.query
  if (!token) return redirectTo('/portal?link=ended')
  return showPortal(
    visit,
    { title: 'Customer portal' },
    <div class="card stack">
      <h1>Welcome</h1>
      <p>This link opens your customer portal in this browser. It works once.</p>
      <form method="post" action="/portal/open">
        <Hidden fields={{ token }} />
        <button class="primary full">Open the portal</button>
      </form>
    </div>,
  )
}

/** Opens the session. The second of two clicks fails, but the first has opened it. */
export const openPortal: Page = async (visit) => {
  const { token = '' } = visit.form
  const reply = await visit.api.send<{ token: string }>('POST', '/api/v1/portal/sessions', {
    body: { token },
  })
  if (reply.status === 401 || reply.status === 422) return redirectTo('/portal?link=ended')
  if (reply.status !== 200) throw pageErrorOf(reply)
  const response = redirectTo('/portal')
  response.headers.append('set-cookie', sessionCookie(visit, reply.body.token))
  return response
}

const entry = contactPage(async ({ me }) => {
  const { only_ticket_id, abilities } = await me()
  return redirectTo(only_ticket_id ? `/portal/tickets/${only_ticket_id}` : `/portal/${abilities[0]}`)
})

const notices: Record<string, string> = {
  ended: 'This link no longer works. It was used before, has expired, or is incomplete.',
  out: 'You are signed out.',
}

/** Redirects to what the contact may see; anyone else gets the entry page. */
export const showPortalHome: Page = async (visit) => {
  if (contactOf(visit)) return entry(visit)
  const message = notices[visit.query.link ?? '']
  return linkRequestPage(visit, {
    notice: message ? (
      <Notice kind="warn">
        <p>{message}</p>
      </Notice>
    ) : null,
  })
}

export const signOut: Page = async (visit) => {
  const reply = await contactOf(visit)
    ?.call('DELETE', '/sessions')
    .catch(() => undefined)
  if (reply && reply.status >= 500) throw pageErrorOf(reply)
  const response = redirectTo('/portal?link=out')
  response.headers.append('set-cookie', sessionCookie(visit, ''))
  return response
}
