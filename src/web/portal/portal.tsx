import type { FC } from 'hono/jsx'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import type { PageValue } from '../kit/page-value.tsx'
import { Copy, LinkButton, Notice } from '../kit/parts.tsx'
import { type Failure, pageErrorOf, redirectTo, type Visit } from '../kit/visit.ts'
import type { SayInPortal } from './messages.ts'
import { asContact, portalDoor } from './portal-page.tsx'
import { contactApi, meIn, sessionCookie } from './portal-session.ts'

/** The action that stands for a session which has ended. */
const ended = 'ended'
const notices: Record<string, 'link_ended' | 'signed_out'> = { ended: 'link_ended', out: 'signed_out' }
export const codeOf = (body: unknown) => (body as Failure | null)?.error?.code

/** Where a sign-in link can be requested by mail. */
const entry = portalDoor((say) => ({
  at: '/portal',
  title: say('entry'),
  lead: say('entry_lead'),
  centered: 'slim',
  parts: async () => null,
  forms: {
    '': calling('requestPortalLink', {
      verb: say('send_link'),
      fields: bodyFields('PortalLinkRequest', {
        email: { label: say('email'), autocomplete: 'email', wide: true },
      }),
      onward: (body, _, again) =>
        codeOf(body) === 'mail_not_configured'
          ? again(<WithoutMail say={say} />, { title: say('entry'), status: 409 })
          : undefined,
      // The response is the same whether or not the address has access to a portal.
      to: ({ visit }, _, again) =>
        again(<Sent email={visit.form.email ?? ''} say={say} />, { title: say('sent') }),
    }),
  },
  acts: { 'sign-out': signOut },
  Content: ({ visit, form }) => {
    const notice = notices[visit.query.link ?? '']
    return (
      <>
        {visit.action === ended ? <Ended visit={visit} say={say} /> : null}
        {notice ? (
          <Notice kind="warn">
            <p>{say(notice)}</p>
          </Notice>
        ) : null}
        {form('')}
      </>
    )
  },
}))

/** Leads contacts who are signed in on to what they may see. */
const portal: PageValue = {
  ...entry,
  show: (visit) =>
    contactApi(visit) ? asContact(visit, async () => redirectTo(await startOf(visit))) : entry.show(visit),
}
export default portal

async function startOf(visit: Visit) {
  const { only_ticket_id: ticket, abilities } = await meIn(visit)
  return ticket ? `/portal/tickets/${ticket}` : `/portal/${abilities[0]}`
}

const WithoutMail: FC<{ say: SayInPortal }> = ({ say }) => (
  <Notice kind="warn">
    <p>{say('no_mail')}</p>
  </Notice>
)

const Sent: FC<{ email: string; say: SayInPortal }> = ({ email, say }) => (
  <>
    <Notice kind="good">
      <p>{say.with('sent_to', { email: <strong>{email.trim()}</strong> })}</p>
    </Notice>
    <p>{say('sent_valid')}</p>
    <p class="muted">{say('sent_missing')}</p>
    <p>
      <LinkButton to="/portal" kind="full">
        {say('again')}
      </LinkButton>
    </p>
  </>
)

async function signOut(visit: Visit) {
  const reply = await contactApi(visit)
    ?.call('DELETE', '/api/v1/portal/sessions')
    .catch(() => undefined)
  if (reply && reply.status >= 500) throw pageErrorOf(reply)
  const response = redirectTo('/portal?link=out')
  response.headers.append('set-cookie', sessionCookie(visit, ''))
  return response
}

/** The page after a session has ended; it shows the text that was being written, so that it is not lost. */
export async function endedPage(visit: Visit): Promise<Response> {
  const page = await entry.show({ ...visit, query: {}, action: ended })
  const headers = new Headers(page.headers)
  headers.append('set-cookie', sessionCookie(visit, ''))
  return new Response(page.body, { status: 401, headers })
}

const Ended: FC<{ visit: Visit; say: SayInPortal }> = ({ visit: { form }, say }) => {
  const entered = (form.body ?? form.description ?? form.comment)?.trim()
  return (
    <>
      <Notice kind="warn">
        <p>{entered ? say('ended_unsent') : say('ended')}</p>
      </Notice>
      {entered ? <Copy id="typed" what={say('written')} text={entered} fold /> : null}
    </>
  )
}
