import type { FC } from 'hono/jsx'
import { show } from './layout.tsx'
import { Badge, Hidden, Notice, Summary } from './parts.tsx'
import { guardedPerson, ProofFields, proofLabels as labels, proofOf, proofProblems } from './proof.tsx'
import { Day } from './time.tsx'
import {
  bodyOf,
  type Form,
  goTo,
  me,
  noProblems,
  type Page,
  type Problems,
  Trouble,
  type Visit,
} from './visit.ts'

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

/** What is to be linked or unlinked: a provider, or an identity. */
type Change = { does: 'link' | 'unlink'; what: string; title: string }

function changeOf({ change = '' }: Form, { items, providers }: Identities): Change | null {
  const [does, what = ''] = change.split(' ')
  if (does === 'link' && providers.includes(what)) return { does, what, title: titleOf(what) }
  const one = does === 'unlink' && items.find(({ id }) => id === what)
  return one ? { does: 'unlink', what, title: titleOf(one.provider) } : null
}

/** The ways in; with `?change=link google` or `?change=unlink` and an identity, what proves that it is the person. */
export const showIdentities: Page = async (visit) => {
  const identities = await identitiesOf(visit)
  const change = changeOf(visit.query, identities)
  return change ? prove(visit, identities, change, noProblems) : list(visit, identities)
}

export const changeIdentities: Page = async (visit) => {
  const identities = await identitiesOf(visit)
  const change = changeOf(visit.form, identities)
  if (!change) throw new Trouble(404, 'Not found', 'This is not linked any more, or not offered here.')
  const { password, ...more } = proofOf(visit.form)
  const body = password ? { password, ...more } : more
  const path = change.does === 'link' ? '/link' : `/${change.what}/unlink`
  const reply = await visit.api.call<{ ticket: string }>('POST', identitiesAt + path, { body })
  if ([409, 422, 429].includes(reply.status))
    return prove(visit, identities, change, proofProblems(reply, Object.keys(labels)), reply.status)
  const answered = bodyOf(reply, at)
  return change.does === 'link' ? leave(visit, change, answered.ticket) : goTo(`${at}?done=unlinked`)
}

/** A form must not lead to another site, so a link does. */
const leave = (visit: Visit, { what, title }: Change, ticket: string) =>
  show(
    visit,
    { title: `Link ${title}`, alone: 'slim' },
    <div class="card stack">
      <h1>{`Link ${title}`}</h1>
      <p>{`Sign in at ${title} within five minutes. From then on it signs you in here too.`}</p>
      <p>
        <a class="button primary" href={`/login/${what}?ticket=${encodeURIComponent(ticket)}`}>
          {`Continue to ${title}`}
        </a>
      </p>
      <p>
        <a href={at}>Leave it as it is</a>
      </p>
    </div>,
  )

async function prove(
  visit: Visit,
  { has_password }: Identities,
  { does, what, title }: Change,
  problems: Problems,
  status?: number,
) {
  const { person, guard } = await guardedPerson(visit, at)
  const heading = does === 'link' ? `Link ${title}` : `Unlink ${title}`
  return show(
    visit,
    { title: status ? `Problem: ${heading}` : heading, me: person, status },
    <>
      <h1>{heading}</h1>
      <section class="card stack" aria-label={heading}>
        <Summary problems={problems} labels={labels} />
        <form class="stack" method="post" action={at} novalidate>
          <Hidden fields={{ change: `${does} ${what}` }} />
          {has_password ? null : <NoPassword />}
          <ProofFields {...guard} password={has_password} problems={problems} />
          <div class="doings">
            <button class={does === 'link' ? 'primary' : 'risky'}>{heading}</button>
            <a class="button" href={at}>
              Leave it as it is
            </a>
          </div>
        </form>
      </section>
    </>,
  )
}

const NoPassword: FC = () => (
  <p>
    Your account has no password. <a href="/forgot">Choose one by mail</a>; without one this works within ten
    minutes after signing in.
  </p>
)

const done = new Map([
  ['linked', 'It is linked and signs you in from now on.'],
  ['unlinked', 'It is unlinked and no longer signs you in.'],
])

async function list(visit: Visit, identities: Identities) {
  const said = done.get(visit.query.done ?? '')
  return show(
    visit,
    { title: 'Ways to sign in', me: await me(visit, at) },
    <>
      <h1>Ways to sign in</h1>
      {said ? (
        <Notice kind="good">
          <p>{said}</p>
        </Notice>
      ) : null}
      <section class="card stack" aria-label="Providers">
        <Ways identities={identities} />
      </section>
    </>,
  )
}

type Shown = { identities: Identities }
const changeAt = (change: string) => `${at}?change=${encodeURIComponent(change)}`

const Ways: FC<Shown> = ({ identities: { items, providers } }) => (
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

/** For the account page, where there is anything to say. */
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
