import type { FC } from 'hono/jsx'
import { show } from '../kit/layout.tsx'
import { signInAt } from '../kit/next.ts'
import { Account, Badge, Notice } from '../kit/parts.tsx'
import {
  bodyOf,
  type Failure,
  redirectTo,
  type Me,
  meOrNull,
  type Page,
  sentence,
  PageError,
  pageErrorOf,
  type Visit,
} from '../kit/visit.ts'
import { Day } from '../kit/time.tsx'

type Preview = {
  organization_name: string
  inviter_name: string
  role: string
  email: string
  expires_at: string
  status: string
}
type Shown = { token: string; invitation: Preview; person: Me | null; problem?: string | undefined }

const tokenOf = ({ c }: Visit) => c.req.param('token') ?? ''
const apiAt = (token: string) => `/api/v1/invitations/${encodeURIComponent(token)}`
const pageAt = (token: string) => `/invitations/${encodeURIComponent(token)}`

export const showInvitation: Page = (visit) => invitationPage(visit, {})

export const answerInvitation: Page = async (visit) => {
  const token = tokenOf(visit)
  if (visit.form.answer === 'decline') return decline(visit, token)
  const before = await organizationsOf(visit)
  const reply = await visit.api.call<Failure>('POST', `${apiAt(token)}/accept`)
  if (reply.status === 404) {
    return invitationPage(visit, {
      status: 404,
      problem: 'This invitation was sent to another address than yours, or it has ended.',
    })
  }
  if (reply.status === 409) {
    return invitationPage(visit, {
      status: 409,
      problem: sentence(reply.body.error?.message ?? 'already a member'),
    })
  }
  bodyOf(reply, pageAt(token))
  const joined = (await organizationsOf(visit)).find((slug) => !before.includes(slug))
  return redirectTo(joined ? `/organizations/${joined}` : '/dashboard')
}

/** The organizations of the person, who may not be signed in. */
async function organizationsOf({ api }: Visit): Promise<string[]> {
  const reply = await api.call<{ organizations: { slug: string }[] }>('GET', '/api/v1/auth/me')
  return reply.status === 200 ? reply.body.organizations.map(({ slug }) => slug) : []
}

async function decline(visit: Visit, token: string): Promise<Response> {
  const reply = await visit.api.send('POST', `${apiAt(token)}/decline`)
  if (reply.status === 404) throw unknownInvitation()
  if (reply.status >= 300) throw pageErrorOf(reply)
  return invitationPage(visit, {})
}

const unknownInvitation = () =>
  new PageError(
    404,
    'This invitation is not known',
    'The address may be incomplete, or the invitation was sent again with a new one. Ask whoever invited you.',
  )

async function invitationPage(
  visit: Visit,
  { problem, status }: { problem?: string; status?: number },
): Promise<Response> {
  const token = tokenOf(visit)
  const [reply, person] = await Promise.all([visit.api.send<Preview>('GET', apiAt(token)), meOrNull(visit)])
  if (reply.status === 404 || reply.status === 422) throw unknownInvitation()
  const invitation = bodyOf(reply, '/dashboard')
  return show(
    visit,
    { title: `Invitation to ${invitation.organization_name}`, centered: 'broad', status },
    <Invitation token={token} invitation={invitation} person={person} problem={problem} />,
  )
}

const Invitation: FC<Shown> = ({ token, invitation, person, problem }) => (
  <div class="card stack">
    <h1>
      {invitation.status === 'pending'
        ? `Join ${invitation.organization_name}`
        : invitation.organization_name}
    </h1>
    {problem ? (
      <Notice kind="bad" title="That did not work">
        <p>{problem}</p>
      </Notice>
    ) : null}
    {invitation.status === 'pending' ? (
      <Open token={token} invitation={invitation} person={person} />
    ) : (
      <Ended status={invitation.status} person={person} />
    )}
  </div>
)

const Open: FC<Shown> = ({ token, invitation, person }) => (
  <>
    <p>
      {invitation.inviter_name} invites you to work together in {invitation.organization_name}.
    </p>
    <Terms token={token} invitation={invitation} person={person} />
    {person ? null : <SignIn token={token} email={invitation.email} />}
    <form class={person ? 'actions' : undefined} method="post" action={pageAt(token)}>
      {person ? (
        <button class="primary" name="answer" value="accept">
          Accept
        </button>
      ) : null}
      <button class={person ? undefined : 'plain'} name="answer" value="decline">
        Decline
      </button>
    </form>
  </>
)

const Terms: FC<Shown> = ({ token, invitation: { role, email, expires_at }, person }) => (
  <dl class="pairs">
    <dt>Your role</dt>
    <dd>
      <Badge kind="accent">{role}</Badge>
    </dd>
    <dt>Sent to</dt>
    <dd>{email}</dd>
    <dt>Open until</dt>
    <dd>
      <Day at={expires_at} />
    </dd>
    {person ? (
      <>
        <dt>Signed in as</dt>
        <dd>
          <Account person={person} back={pageAt(token)} />
        </dd>
      </>
    ) : null}
  </dl>
)

const SignIn: FC<{ token: string; email: string }> = ({ token, email }) => (
  <div class="close">
    <p>To accept, sign in with the address {email} or create an account for it.</p>
    <div class="actions">
      <a class="button primary" href={signInAt(pageAt(token))}>
        Sign in
      </a>
      <a class="button" href={`/signup?next=${encodeURIComponent(pageAt(token))}`}>
        Create an account
      </a>
    </div>
  </div>
)

const endTexts: Record<string, string> = {
  accepted: 'This invitation was accepted.',
  declined: 'This invitation was declined. If that was a mistake, ask to be invited again.',
  revoked: 'This invitation was withdrawn by the organization.',
  expired: 'This invitation has expired. Ask to be sent a new one.',
}

const Ended: FC<{ status: string; person: Me | null }> = ({ status, person }) => (
  <>
    <p>{endTexts[status] ?? 'This invitation has ended.'}</p>
    <p>
      <a class="button" href={person ? '/dashboard' : '/login'}>
        {person ? 'Go to your dashboard' : 'Sign in'}
      </a>
    </p>
  </>
)
