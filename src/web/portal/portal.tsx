import { say } from '../kit/say.ts'
import type { FC } from 'hono/jsx'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import type { PageValue } from '../kit/page-value.tsx'
import { Copy, LinkButton, Notice } from '../kit/parts.tsx'
import { type Failure, pageErrorOf, redirectTo, type PageRequest } from '../kit/page-request.ts'
import { asContact, portalDoor } from './portal-page.tsx'
import { contactApi, meIn, sessionCookie } from './portal-session.ts'

/** The action that stands for a session which has ended. */
const ended = 'ended'
const notices: Record<string, string> = {
  ended: 'This link no longer works. It was used before, has expired, or is incomplete.',
  out: 'You are signed out.',
}
export const codeOf = (body: unknown) => (body as Failure | null)?.error?.code

/** Where a sign-in link can be requested by mail. */
const entry = portalDoor({
  at: '/portal',
  title: 'Customer portal',
  lead: 'You get in with a link instead of a password. Enter your e-mail address, and we will send you a new one.',
  centered: 'slim',
  parts: async () => null,
  forms: {
    '': calling('requestPortalLink', {
      verb: 'Send me a link',
      fields: bodyFields('PortalLinkRequest', {
        email: { label: 'E-mail address', autocomplete: 'email', wide: true },
      }),
      onward: (body, _, again) =>
        codeOf(body) === 'mail_not_configured'
          ? again(<WithoutMail />, { title: say('Customer portal'), status: 409 })
          : undefined,
      // The response is the same whether or not the address has access to a portal.
      to: ({ request }, _, again) =>
        again(<Sent email={request.form.email ?? ''} />, { title: say('Check your e-mail') }),
    }),
  },
  acts: { 'sign-out': signOut },
  Content: ({ request, form }) => {
    const notice = notices[request.query.link ?? '']
    return (
      <>
        {request.action === ended ? <Ended request={request} /> : null}
        {notice ? (
          <Notice kind="warn">
            <p>{say(notice)}</p>
          </Notice>
        ) : null}
        {form('')}
      </>
    )
  },
})

/** Leads contacts who are signed in on to what they may see. */
const portal: PageValue = {
  ...entry,
  show: (request) =>
    contactApi(request)
      ? asContact(request, async () => redirectTo(await startOf(request)))
      : entry.show(request),
}
export default portal

async function startOf(request: PageRequest) {
  const { only_ticket_id: ticket, abilities } = await meIn(request)
  return ticket ? `/portal/tickets/${ticket}` : `/portal/${abilities[0]}`
}

const WithoutMail: FC = () => (
  <Notice kind="warn">
    <p>{say('No mail is sent from here. Ask your contact there for a new link.')}</p>
  </Notice>
)

const Sent: FC<{ email: string }> = ({ email }) => (
  <>
    <Notice kind="good">
      <p>
        {say('If {email} may use a customer portal here, a link is on its way there.', {
          email: <strong>{email.trim()}</strong>,
        })}
      </p>
    </Notice>
    <p>{say('It works once, and for 15 minutes.')}</p>
    <p class="muted">
      {say('Nothing after a few minutes? Check your spam folder, or ask your contact there.')}
    </p>
    <p>
      <LinkButton to="/portal" kind="full">
        {say('Ask again')}
      </LinkButton>
    </p>
  </>
)

async function signOut(request: PageRequest) {
  const reply = await contactApi(request)
    ?.call('DELETE', '/api/v1/portal/sessions')
    .catch(() => undefined)
  if (reply && reply.status >= 500) throw pageErrorOf(reply)
  const response = redirectTo('/portal?link=out')
  response.headers.append('set-cookie', sessionCookie(request, ''))
  return response
}

/** The page after a session has ended; it shows the text that was being written, so that it is not lost. */
export async function endedPage(request: PageRequest): Promise<Response> {
  const page = await entry.show({ ...request, query: {}, action: ended })
  const headers = new Headers(page.headers)
  headers.append('set-cookie', sessionCookie(request, ''))
  return new Response(page.body, { status: 401, headers })
}

const Ended: FC<{ request: PageRequest }> = ({ request: { form } }) => {
  const entered = (form.body ?? form.description ?? form.comment)?.trim()
  return (
    <>
      <Notice kind="warn">
        <p>
          {entered
            ? say(
                'Your session has ended, and your message was not sent. Copy it before you leave this page.',
              )
            : say('Your session has ended.')}
        </p>
      </Notice>
      {entered ? <Copy id="typed" what={say('What you wrote')} text={entered} fold /> : null}
    </>
  )
}
