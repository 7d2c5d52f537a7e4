import type { FC } from 'hono/jsx'
import { isUuid } from '../kit/id.ts'
import { show } from './layout.tsx'
import { Badge, Day, Field, Notice, Summary } from './parts.tsx'
import type { Reply } from './client.ts'
import {
  bodyOf,
  goTo,
  me,
  noProblems,
  type Page,
  type Problems,
  problemsOf,
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
const labels = { password: 'Password', code: 'Code of your second factor' }
const titles = new Map([
  ['google', 'Google'],
  ['github', 'GitHub'],
])
const titleOf = (name: string) => titles.get(name) ?? name

export const identitiesOf = async (visit: Visit): Promise<Identities> =>
  bodyOf(await visit.api.call<Identities>('GET', identitiesAt), at)

export const showIdentities: Page = (visit) => page(visit, noProblems)

/** Each button says what it does: `link google`, or `unlink` and the identity. */
export const changeIdentities: Page = async (visit) => {
  const { change = '', password = '', code = '' } = visit.form
  const [does, what = ''] = change.split(' ')
  const body = { ...(password ? { password } : {}), ...(code.trim() ? { code: code.trim() } : {}) }
  if (does === 'link' && titles.has(what)) return link(visit, what, body)
  if (does !== 'unlink' || !isUuid(what))
    throw new Trouble(404, 'Not found', 'There is nothing of that kind.')
  const reply = await visit.api.call('POST', `${identitiesAt}/${what}/unlink`, { body })
  if (isRefusal(reply)) return page(visit, problemsOf(reply, Object.keys(labels)), reply.status)
  bodyOf(reply, at)
  return goTo(`${at}?done=unlinked`)
}

const isRefusal = ({ status }: Reply) => [409, 422, 429].includes(status)

/** A form must not lead to another site, so a link does. */
async function link(visit: Visit, name: string, body: object): Promise<Response> {
  const reply = await visit.api.call<{ ticket: string }>('POST', `${identitiesAt}/link`, { body })
  if (isRefusal(reply)) return page(visit, problemsOf(reply, Object.keys(labels)), reply.status)
  const { ticket } = bodyOf(reply, at)
  const title = titleOf(name)
  return show(
    visit,
    { title: `Link ${title}`, alone: 'slim' },
    <div class="card stack">
      <h1>{`Link ${title}`}</h1>
      <p>{`Sign in at ${title} within five minutes. From then on it signs you in here too.`}</p>
      <p>
        <a class="button primary" href={`/login/${name}?ticket=${encodeURIComponent(ticket)}`}>
          {`Continue to ${title}`}
        </a>
      </p>
      <p>
        <a href={at}>Leave it as it is</a>
      </p>
    </div>,
  )
}

const done = new Map([
  ['linked', 'It is linked: it signs you in from now on.'],
  ['unlinked', 'It is unlinked: it signs you in no more.'],
])

async function page(visit: Visit, problems: Problems, status?: number) {
  const [person, identities] = await Promise.all([me(visit, at), identitiesOf(visit)])
  const said = done.get(visit.query.done ?? '')
  return show(
    visit,
    { title: status ? 'Problem: Ways to sign in' : 'Ways to sign in', me: person, status },
    <>
      <h1>Ways to sign in</h1>
      {said ? (
        <Notice kind="good">
          <p>{said}</p>
        </Notice>
      ) : null}
      <section class="card stack" aria-label="Ways to sign in">
        <Summary problems={problems} labels={labels} />
        <form class="stack" method="post" action={at} novalidate>
          <Proof identities={identities} problems={problems} />
          <Ways identities={identities} />
        </form>
      </section>
    </>,
  )
}

type Shown = { identities: Identities }

const Proof: FC<Shown & { problems: Problems }> = ({ identities, problems }) => (
  <>
    {identities.has_password ? (
      <Field
        name="password"
        type="password"
        label={labels.password}
        problems={problems}
        autocomplete="current-password"
        hint="To link or unlink, prove that it is you."
      />
    ) : (
      <p>
        Your account has no password. <a href="/forgot">Choose one by mail</a>; without one you can change
        this within ten minutes after signing in.
      </p>
    )}
    <Field
      name="code"
      label={labels.code}
      problems={problems}
      autocomplete="one-time-code"
      optional
      hint="Only where a second factor is on."
    />
  </>
)

const Ways: FC<Shown> = ({ identities: { items, providers } }) => (
  <ul class="rows">
    {items.map((one) => (
      <li class="row">
        <div class="grow">
          <h2>{titleOf(one.provider)}</h2>
          <Facts of={one} />
        </div>
        <button class="slim" name="change" value={`unlink ${one.id}`}>
          {`Unlink ${titleOf(one.provider)}`}
        </button>
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
          <button class="slim" name="change" value={`link ${name}`}>
            {`Link ${titleOf(name)}`}
          </button>
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
        {[...(has_password ? ['password'] : []), ...items.map(({ provider }) => titleOf(provider))].join(
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
