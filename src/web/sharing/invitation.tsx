import type { FC } from 'hono/jsx'
import { signInAt } from '../kit/next.ts'
import type { Answer } from '../kit/operations.ts'
import { Account, LinkButton, Notice, Pairs } from '../kit/parts.tsx'
import { publicPage } from '../kit/person-page.tsx'
import { say } from '../kit/say.ts'
import { Day } from '../kit/time.tsx'
import { type Me, PageError } from '../kit/page-request.ts'
import { inWordsOf } from './switches.ts'

type Preview = Answer<'previewProjectShareInvitation'>

export const unknownInvitation = () =>
  new PageError(
    404,
    say('This invitation is not known'),
    say(
      'It was answered, revoked or has expired, or the address is incomplete. Ask whoever sent it for a new one.',
    ),
  )
export const orUnknown = async <T,>(preview: Promise<T>): Promise<T> =>
  preview.catch((error: unknown) => {
    throw error instanceof PageError && [404, 422].includes(error.status) ? unknownInvitation() : error
  })

/** What an invitation offers, before anybody accepts. */
export const Offer: FC<{ of: Preview }> = ({ of }) => (
  <>
    {of.message ? (
      <Notice
        kind="plain"
        title={say('From {organization_name}', { organization_name: of.organization_name })}
      >
        <p>{of.message}</p>
      </Notice>
    ) : null}
    <Pairs
      of={[
        [say('Project'), of.project_name],
        [say('Of'), of.organization_name],
        [say('You would read'), inWordsOf(of.include)],
        [say('Until'), of.access_until && <Day at={of.access_until} />],
        [say('Only for'), of.email],
        [say('Open until'), <Day at={of.expires_at} />],
      ]}
    />
    <p class="muted small">
      {say('Members of your organization read it and change nothing. Nothing of yours is shared in return.')}
    </p>
  </>
)

type Parts = { offer: Preview; organizations: Answer<'getMe'>['organizations'] }

/** An invitation to read a project, for whoever has its link; the organization that accepts is chosen by name. */
export default publicPage<Parts>({
  at: '/shares/:token',
  centered: 'broad',
  title: ({ parts: { offer } }) =>
    say('{organization_name} shares {project_name}', {
      organization_name: offer.organization_name,
      project_name: offer.project_name,
    }),
  parts: async ({ read, person }) => {
    const [offer, who] = await Promise.all([orUnknown(read('previewProjectShareInvitation')), person()])
    return { offer, organizations: who ? (await read('getMe')).organizations : [] }
  },
  Content: ({ here, parts: { offer, organizations }, person }) => (
    <>
      <Offer of={offer} />
      {person ? <Choose here={here} person={person} organizations={organizations} /> : <SignIn here={here} />}
    </>
  ),
})

const SignIn: FC<{ here: string }> = ({ here }) => (
  <div class="actions">
    <LinkButton to={signInAt(here)} kind="primary">
      {say('Sign in to accept')}
    </LinkButton>
    <LinkButton to={`/signup?next=${encodeURIComponent(here)}`}>{say('Create an account')}</LinkButton>
  </div>
)

const Choose: FC<{ here: string; person: Me; organizations: Parts['organizations'] }> = ({
  here,
  person,
  organizations,
}) => {
  const token = here.split('/').at(-1) ?? ''
  const may = organizations.filter(({ role }) => role === 'owner' || role === 'admin')
  return (
    <>
      <p>
        {say('Signed in as')} <Account person={person} back={here} />
      </p>
      {may.length ? (
        <p>{say('For which organization?')}</p>
      ) : (
        <p>
          {say('Accepting takes an admin. Pass the link on to one of your organization, or {link}.', {
            link: <a href="/dashboard">{say('create an organization')}</a>,
          })}
        </p>
      )}
      <div class="actions">
        {may.map(({ name, slug }) => (
          <LinkButton
            kind={may.length === 1 ? 'primary' : undefined}
            to={`/organizations/${slug}/shared-invitation/${token}`}
          >
            {name}
          </LinkButton>
        ))}
      </div>
    </>
  )
}
