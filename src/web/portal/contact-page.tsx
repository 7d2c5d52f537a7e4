import { Copy, Notice } from '../kit/parts.tsx'
import { linkRequestPage } from './portal-link-request.tsx'
import { showPortal } from './portal-frame.tsx'
import { type Contact, contactOf, SessionEnded, sessionCookie } from './portal-session.ts'
import { Redirect, type Page, sentence, PageError, type Visit } from '../kit/visit.ts'

/** A page for a signed-in contact whose form has files. */
export const contactPageWithFiles = (run: (contact: Contact) => Promise<Response>): Page =>
  Object.assign(contactPage(run), { accepts: { file: true, longText: false, reader } })
const reader = async (visit: Visit) => {
  const contact = contactOf(visit)
  if (!contact) throw new Redirect('/portal')
  return async () => contact.me()
}

/** A page for a signed-in contact; its errors are shown in the layout of the organization. */
export const contactPage =
  (run: (contact: Contact) => Promise<Response>): Page =>
  async (visit) => {
    const contact = contactOf(visit)
    if (!contact) throw new Redirect('/portal')
    try {
      return await run(contact)
    } catch (error) {
      if (error instanceof SessionEnded) return endedPage(visit)
      if (!(error instanceof PageError) || error.status >= 500) throw error
      const me = await contact.me().catch(() => null)
      return showPortal(
        visit,
        { title: error.title, me, status: error.status },
        <div class="card stack">
          <h1>{error.title}</h1>
          <p>{sentence(error.message)}</p>
          <p>
            <a class="button" href="/portal">
              Go to the start page
            </a>
          </p>
        </div>,
      )
    }
  }

/** The page after a session has ended; it shows the text that was being written, so that it is not lost. */
function endedPage(visit: Visit): Promise<Response> {
  const entered = visit.form.body ?? visit.form.description ?? visit.form.comment
  return linkRequestPage(visit, {
    status: 401,
    headers: { 'set-cookie': sessionCookie(visit, '') },
    notice: (
      <>
        <Notice kind="warn">
          <p>
            {entered?.trim()
              ? 'Your session has ended, and your message was not sent. Copy it before you leave this page.'
              : 'Your session has ended.'}
          </p>
        </Notice>
        {entered?.trim() ? <Copy id="typed" what="What you wrote" text={entered} fold /> : null}
      </>
    ),
  })
}
