import type { FC } from 'hono/jsx'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import type { Answer } from '../kit/operations.ts'
import type { Shown } from '../kit/page.tsx'
import { Badge, LinkButton, Section } from '../kit/parts.tsx'
import { personPage } from '../kit/person-page.tsx'
import { Row } from '../kit/rows.tsx'
import { say } from '../kit/say.ts'
import { onDay } from '../kit/time.tsx'
import { PageError, type PageRequest } from '../kit/page-request.ts'
import { asking, type Proof, proofFields, proofOf, proven } from './proof.tsx'

type Identities = Answer<'listIdentities'>
type Parts = { identities: Identities; proof: Proof }

const at = '/account/sign-in'
const titles = new Map([
  ['google', 'Google'],
  ['github', 'GitHub'],
])
const titleOf = (name: string) => titles.get(name) ?? name
const proof = { fields: bodyFields('IdentityProof', proofFields), ...proven }

/** What the address or a refused form is about to link or unlink. */
function changeIn({ query, form }: PageRequest, { items, providers }: Identities) {
  const provider = providers.find((one) => one === (form.provider ?? query.link))
  if (provider)
    return {
      kind: 'link',
      title: say('Link {titleOf}', { titleOf: titleOf(provider) }),
      hidden: { provider },
    } as const
  const one = items.find(({ id }) => id === (form.identity_id ?? query.unlink))
  return (
    one &&
    ({
      kind: 'unlink',
      title: say('Unlink {titleOf}', { titleOf: titleOf(one.provider) }),
      hidden: { identity_id: one.id },
    } as const)
  )
}

/** The providers that sign a person in. */
export default personPage<Parts>({
  at,
  title: ({ request, parts }) => changeIn(request, parts.identities)?.title ?? say('Ways to sign in'),
  parts: async ({ read }) => {
    const [identities, needed] = await Promise.all([read('listIdentities'), proofOf(read)])
    return { identities, proof: needed }
  },
  said: {
    linked: 'It is linked and signs you in from now on.',
    unlinked: 'It is unlinked and no longer signs you in.',
  },
  forms: {
    link: calling('linkIdentity', {
      ...proof,
      verb: 'Link',
      also: async (form, { read }) => {
        const { providers } = await read('listIdentities')
        if (!providers.some((one) => one === form.provider))
          throw new PageError(404, say('Not found'), say('This way of signing in is not offered here.'))
        return proven.also(form)
      },
      to: ({ request: { form } }, { ticket }, again) => {
        const { provider = '' } = form
        const title = titleOf(provider)
        return again(
          <Onward to={`/login/${provider}?ticket=${encodeURIComponent(ticket)}`} title={title} />,
          {
            title: say('Link {title}', { title }),
          },
        )
      },
    }),
    unlink: calling('unlinkIdentity', { ...proof, verb: 'Unlink', done: 'unlinked' }),
  },
  Content: (shown) => {
    const { parts, request, form } = shown
    const { identities } = parts
    const about = changeIn(request, identities)
    return (
      <section class="card stack" aria-label={say('Providers')}>
        {about ? (
          form(about.kind, {
            ...asking(parts.proof, { password: identities.has_password }),
            hidden: about.hidden,
            verb: about.title,
            above: identities.has_password ? null : <NoPassword />,
            buttons: <LinkButton to={at}>{say('Cancel')}</LinkButton>,
          })
        ) : (
          <Providers {...shown} />
        )}
      </section>
    )
  },
})

/** A form must not redirect to another site, so the person follows a link. */
const Onward: FC<{ to: string; title: string }> = ({ to, title }) => (
  <section class="card stack" aria-label={title}>
    <p>{say('Sign in at {title} within five minutes. After that it signs you in here too.', { title })}</p>
    <div class="buttons">
      <LinkButton to={to} kind="primary">
        {say('Continue to {title}', { title })}
      </LinkButton>
      <LinkButton to={at}>{say('Cancel')}</LinkButton>
    </div>
  </section>
)

const NoPassword: FC = () => (
  <p>
    {say(
      'Your account has no password. {link}; without one this works within ten minutes after signing in.',
      { link: <a href="/forgot">{say('Choose one by e-mail')}</a> },
    )}
  </p>
)

const change = (to: string, text: string) => (
  <LinkButton to={`${at}?${to}`} kind="slim">
    {text}
  </LinkButton>
)

const Providers: FC<Shown<null, Parts>> = (shown) => {
  const { items, providers } = shown.parts.identities
  const others = providers.filter((name) => !items.some(({ provider }) => provider === name))
  return (
    <ul class="rows">
      {items.map((one) => (
        <Row
          id={one.id}
          title={titleOf(one.provider)}
          facts={[one.address, onDay('Linked', one.linked_at), onDay('Last used', one.last_used_at)]}
          marks={change(`unlink=${one.id}`, say('Unlink {titleOf}', { titleOf: titleOf(one.provider) }))}
          shown={shown}
        />
      ))}
      {others.map((name) => (
        <Row
          id={name}
          title={
            <>
              {titleOf(name)} <Badge>{say('not linked')}</Badge>
            </>
          }
          marks={change(`link=${name}`, say('Link {titleOf}', { titleOf: titleOf(name) }))}
          shown={shown}
        />
      ))}
    </ul>
  )
}

/** For the account page, if there are any providers. */
export const IdentitiesSection: FC<{ identities: Identities }> = ({
  identities: { items, providers, has_password },
}) =>
  items.length || providers.length ? (
    <Section id="ways" title={say('Ways to sign in')} close>
      <p>
        {[...(has_password ? [say('Password')] : []), ...items.map(({ provider }) => titleOf(provider))].join(
          ', ',
        )}
      </p>
      <p>
        <a href={at}>{say('Link or unlink a provider')}</a>
        {has_password ? null : (
          <>{say(', or {link}', { link: <a href="/forgot">{say('choose a password')}</a> })}</>
        )}
        .
      </p>
    </Section>
  ) : null
