import type { FC } from 'hono/jsx'
import { show } from '../kit/layout.tsx'
import { Badge, Hidden, Notice, Summary } from '../kit/parts.tsx'
import { personAndProof, ProofFields, proofLabels as labels, proofOf, proofProblems } from './proof.tsx'
import { Day } from '../kit/time.tsx'
import {
  bodyOf,
  type Form,
  redirectTo,
  me,
  noProblems,
  type Page,
  type Problems,
  PageError,
  type Visit,
} from '../kit/visit.ts'

type Identity = {
  id: string
  provider: string
  address: string | null
  linked_at: string
  last_used_at: string | null
}
export type Identities = { items: Identity[]; has_password: boolean; providers: string[] }

const at = '/account/sign-in'
const identitiesAt = '/api/v1/auth/identities'
const titles = new Map([
  ['google', 'Google'],
  ['github', 'GitHub'],
])
const titleOf = (name: string) => titles.get(name) ?? name

export const identitiesOf = async (visit: Visit, back = at): Promise<Identities> =>
  bodyOf(await visit.api.call<Identities>('GET', identitiesAt), back)

/** What to link or unlink: a provider, or an identity. */
type Change = { kind: 'link' | 'unlink'; target: string; title: string }

function changeOf({ change = '' }: Form, { items, providers }: Identities): Change | null {
  const [kind, target = ''] = change.split(' ')
  if (kind === 'link' && providers.includes(target)) return { kind, target, title: titleOf(target) }
  const one = kind === 'unlink' && items.find(({ id }) => id === target)
  return one ? { kind: 'unlink', target, title: titleOf(one.provider) } : null
}

/** The ways to sign in; with `?change=link google` or `?change=unlink <identity>`, the form that confirms the change. */
export const showIdentities: Page = async (visit) => {
  const identities = await identitiesOf(visit)
  const change = changeOf(visit.query, identities)
  return change ? proofPage(visit, identities, change, noProblems) : listPage(visit, identities)
}

export const changeIdentities: Page = async (visit) => {
  const identities = await identitiesOf(visit)
  const change = changeOf(visit.form, identities)
  if (!change) throw new PageError(404, 'Not found', 'This is not linked any more, or not offered here.')
  const { password, ...more } = proofOf(visit.form)
  const body = password ? { password, ...more } : more
  const path = change.kind === 'link' ? '/link' : `/${change.target}/unlink`
  const reply = await visit.api.call<{ ticket: string }>('POST', identitiesAt + path, { body })
  if ([409, 422, 429].includes(reply.status))
    return proofPage(visit, identities, change, proofProblems(reply, Object.keys(labels)), reply.status)
  const answered = bodyOf(reply, at)
  return change.kind === 'link'
    ? continuePage(visit, change, answered.ticket)
    : redirectTo(`${at}?done=unlinked`)
}

/** A form must not redirect to another site, so the person follows a link. */
const continuePage = (visit: Visit, { target, title }: Change, ticket: string) =>
  show(
    visit,
    { title: `Link ${title}`, centered: 'slim' },
    <div class="card stack">
      <h1>{`Link ${title}`}</h1>
      <p>{`Sign in at ${title} within five minutes. After that it signs you in here too.`}</p>
      <p>
        <a class="button primary" href={`/login/${target}?ticket=${encodeURIComponent(ticket)}`}>
          {`Continue to ${title}`}
        </a>
      </p>
      <p>
        <a href={at}>Cancel</a>
      </p>
    </div>,
  )

async function proofPage(
  visit: Visit,
  { has_password }: Identities,
  { kind, target, title }: Change,
  problems: Problems,
  status?: number,
) {
  const { person, proof } = await personAndProof(visit, at)
  const heading = kind === 'link' ? `Link ${title}` : `Unlink ${title}`
  return show(
    visit,
    { title: status ? `Problem: ${heading}` : heading, me: person, status },
    <>
      <h1>{heading}</h1>
      <section class="card stack" aria-label={heading}>
        <Summary problems={problems} labels={labels} />
        <form class="stack" method="post" action={at} novalidate>
          <Hidden fields={{ change: `${kind} ${target}` }} />
          {has_password ? null : <NoPassword />}
          <ProofFields {...proof} password={has_password} problems={problems} />
          <div class="buttons">
            <button class={kind === 'link' ? 'primary' : 'danger'}>{heading}</button>
            <a class="button" href={at}>
              Cancel
            </a>
          </div>
        </form>
      </section>
    </>,
  )
}

const NoPassword: FC = () => (
  <p>
    Your account has no password. <a href="/forgot">Choose one by e-mail</a>; without one this works within
    ten minutes after signing in.
  </p>
)

const done = new Map([
  ['linked', 'It is linked and signs you in from now on.'],
  ['unlinked', 'It is unlinked and no longer signs you in.'],
])

async function listPage(visit: Visit, identities: Identities) {
  const message = done.get(visit.query.done ?? '')
  return show(
    visit,
    { title: 'Ways to sign in', me: await me(visit, at) },
    <>
      <h1>Ways to sign in</h1>
      {message ? (
        <Notice kind="good">
          <p>{message}</p>
        </Notice>
      ) : null}
      <section class="card stack" aria-label="Providers">
        <ProviderList identities={identities} />
      </section>
    </>,
  )
}

type Shown = { identities: Identities }
const changeAt = (change: string) => `${at}?change=${encodeURIComponent(change)}`

const ProviderList: FC<Shown> = ({ identities: { items, providers } }) => (
  <ul class="rows">
    {items.map((one) => (
      <li class="row">
        <div class="grow">
          <h2>{titleOf(one.provider)}</h2>
          <Facts of={one} />
        </div>
        <a class="button slim" href={changeAt(`unlink ${one.id}`)}>
          {`Unlink ${titleOf(one.provider)}`}
        </a>
      </li>
    ))}
    {providers
      .filter((name) => !items.some(({ provider }) => provider === name))
      .map((name) => (
        <li class="row">
          <div class="grow">
            <h2>
              {titleOf(name)} <Badge>not linked</Badge>
            </h2>
          </div>
          <a class="button slim" href={changeAt(`link ${name}`)}>
            {`Link ${titleOf(name)}`}
          </a>
        </li>
      ))}
  </ul>
)

const Facts: FC<{ of: Identity }> = ({ of: { address, linked_at, last_used_at } }) => (
  <p class="facts">
    {address ? <span>{address}</span> : null}
    <span>
      Linked <Day at={linked_at} />
    </span>
    {last_used_at ? (
      <span>
        Last used <Day at={last_used_at} />
      </span>
    ) : null}
  </p>
)

/** For the account page, if there are any providers. */
export const IdentitiesSection: FC<Shown> = ({ identities: { items, providers, has_password } }) =>
  items.length || providers.length ? (
    <section class="card close" aria-labelledby="ways">
      <h2 id="ways">Ways to sign in</h2>
      <p>
        {[...(has_password ? ['Password'] : []), ...items.map(({ provider }) => titleOf(provider))].join(
          ', ',
        )}
      </p>
      <p>
        <a href={at}>Link or unlink a provider</a>
        {has_password ? null : (
          <>
            , or <a href="/forgot">choose a password</a>
          </>
        )}
        .
      </p>
    </section>
  ) : null
