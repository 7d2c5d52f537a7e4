import { Copy, Notice } from './parts.tsx'
import { askForLink } from './portal-ask.tsx'
import { showPortal } from './portal-frame.tsx'
import { type Customer, customerOf, Ended, sessionCookie } from './portal-session.ts'
import { Away, type Page, sentence, Trouble, type Visit } from './visit.ts'

/** A page for a contact who is signed in. What goes wrong is told in the frame of the organization. */
export const forCustomer =
  (run: (customer: Customer) => Promise<Response>): Page =>
  async (visit) => {
    const customer = customerOf(visit)
    if (!customer) throw new Away('/portal')
    try {
      return await run(customer)
    } catch (error) {
      if (error instanceof Ended) return endedPage(visit)
      if (!(error instanceof Trouble) || error.status >= 500) throw error
      const me = await customer.me().catch(() => null)
      return showPortal(
        visit,
        { title: error.title, me, status: error.status },
        <div class="card stack">
          <h1>{error.title}</h1>
          <p>{sentence(error.message)}</p>
          <p>
            <a class="button" href="/portal">
              Go to the start
            </a>
          </p>
        </div>,
      )
    }
  }

/** Where a session has ended: what was being written is shown, so that it is not lost. */
function endedPage(visit: Visit): Promise<Response> {
  const typed = visit.form.body ?? visit.form.description ?? visit.form.comment
  return askForLink(visit, {
    status: 401,
    headers: { 'set-cookie': sessionCookie(visit, '') },
    notice: (
      <>
        <Notice kind="warn">
          <p>
            {typed?.trim()
              ? 'Your session has ended, and your message was not sent. Copy it before you leave this page.'
              : 'Your session has ended.'}
          </p>
        </Notice>
        {typed?.trim() ? <Copy id="typed" what="What you wrote" text={typed} fold /> : null}
      </>
    ),
  })
}
