import type { FC } from 'hono/jsx'
import { calling } from '../kit/forms.tsx'
import { signInAt } from '../kit/next.ts'
import type { Answer } from '../kit/operations.ts'
import type { Shown } from '../kit/page.tsx'
import { Account, Badge, LinkButton, Notice, Pairs } from '../kit/parts.tsx'
import { publicPage } from '../kit/person-page.tsx'
import { say } from '../kit/say.ts'
import { Day } from '../kit/time.tsx'
import { type Me, PageError } from '../kit/page-request.ts'
import { inWords } from '../kit/words.ts'

type Preview = Answer<'previewInvitation'>
type Props = Pick<Shown<null, Preview, Me | null>, 'here' | 'parts' | 'person' | 'form'>

/** An invitation, for whoever holds its link. */
export default publicPage<Preview>({
  at: '/invitations/:token',
  centered: 'broad',
  title: ({ parts: { status, organization_name: name } }) =>
    status === 'pending' ? say('Join {name}', { name }) : name,
  parts: async ({ read, person }) => {
    const preview = read('previewInvitation').catch((error: unknown) => {
      throw error instanceof PageError && [404, 422].includes(error.status) ? unknownInvitation() : error
    })
    return (await Promise.all([preview, person()]))[0]
  },
  forms: {
    accept: calling('acceptInvitation', {
      verb: 'Accept',
      missing: (_, again) =>
        again(
          <Notice kind="bad" title={say('That did not work')}>
            <p>{say('This invitation was sent to another address than yours, or it has ended.')}</p>
          </Notice>,
          { status: 404 },
        ),
      sends: async ({ form }, { read }, call) => {
        const before = new Set((await read('getMe')).organizations.map(({ slug }) => slug))
        const sent = await call()
        if (sent.refused ?? sent.missing) return sent
        const joined = (await read('getMe')).organizations.find(({ slug }) => !before.has(slug))
        form.joined = joined?.slug ?? ''
        return sent
      },
      to: ({ request: { form } }) => (form.joined ? `/organizations/${form.joined}` : '/dashboard'),
    }),
    decline: calling('declineInvitation', { verb: 'Decline', to: (_, __, again) => again(null) }),
  },
  Content: (shown) =>
    shown.parts.status === 'pending' ? (
      <Open {...shown} />
    ) : (
      <Ended status={shown.parts.status} person={shown.person} />
    ),
})

const unknownInvitation = () =>
  new PageError(
    404,
    say('This invitation is not known'),
    say(
      'The address may be incomplete, or the invitation was sent again with a new one. Ask whoever invited you.',
    ),
  )

const Open: FC<Props> = (shown) => {
  const { parts, person, here, form } = shown
  return (
    <>
      <p>
        {say('{inviter_name} invites you to work together in {organization_name}.', {
          inviter_name: parts.inviter_name,
          organization_name: parts.organization_name,
        })}
      </p>
      <Terms {...shown} />
      {person ? null : <SignIn here={here} email={parts.email} />}
      <div class="actions">
        {person ? form('accept', { primary: true }) : null}
        {form('decline')}
      </div>
    </>
  )
}

const Terms: FC<Props> = ({ here, parts: { role, email, expires_at }, person }) => (
  <Pairs
    of={[
      [say('Your role'), <Badge kind="accent">{inWords(role)}</Badge>],
      [say('Sent to'), email],
      [say('Open until'), <Day at={expires_at} />],
      [say('Signed in as'), person && <Account person={person} back={here} />],
    ]}
  />
)

const SignIn: FC<{ here: string; email: string }> = ({ here, email }) => (
  <div class="close">
    <p>{say('To accept, sign in with the address {email} or create an account for it.', { email })}</p>
    <div class="actions">
      <LinkButton to={signInAt(here)} kind="primary">
        {say('Sign in')}
      </LinkButton>
      <LinkButton to={`/signup?next=${encodeURIComponent(here)}`}>{say('Create an account')}</LinkButton>
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
    <p>{say(endTexts[status] ?? say('This invitation has ended.'))}</p>
    <p>
      <LinkButton to={person ? '/dashboard' : '/login'}>
        {person ? say('Go to your dashboard') : say('Sign in')}
      </LinkButton>
    </p>
  </>
)
