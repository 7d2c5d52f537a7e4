import { allOf } from '../kit/all-of.ts'
import { prefetch } from '../kit/prefetch.ts'
import type { FC } from 'hono/jsx'
import { uuidv7 } from '../../kit/id.ts'
import { type Organization, organizationsOf, Suspended } from '../dashboard/dashboard.tsx'
import { at, KeyForm, labels, type Project, keyBody } from './key-form.tsx'
import { show } from '../kit/layout.tsx'
import { type AnyKey, Facts, Issued, KeyState } from './key-parts.tsx'
import { partOf } from '../kit/pager.tsx'
import { ConfirmButton, Badge, Hidden, Notice } from '../kit/parts.tsx'
import {
  bodyOf,
  type Form,
  redirectTo,
  me,
  noProblems,
  type Page,
  type Problems,
  problemsOf,
  PageError,
  type Visit,
} from '../kit/visit.ts'

type Key = AnyKey & { user: { user_id: string; name: string } }
type Outcome = { problems: Problems; status?: number; issued?: Key & { token: string | null } }

const keysIn = (org: string) => `/api/v1/organizations/${org}/api-keys`

export const showKeys: Page = (visit) => keysPage(visit, visit.query.org, { problems: noProblems })

export const createKey: Page = async (visit) => {
  const { org, once = '' } = visit.form
  const chosen = manageableOrNotFound(await organizationsOf(visit, at), org)
  const sent = { body: draftOf(visit.form), headers: { 'idempotency-key': once || uuidv7() } }
  const reply = await visit.api.call<Key & { token: string | null }>('POST', keysIn(chosen.id), sent)
  if (reply.status === 201)
    return keysPage(visit, chosen.id, { problems: noProblems, status: 201, issued: reply.body })
  if (![409, 422].includes(reply.status)) bodyOf(reply, `${at}?org=${chosen.id}`)
  return keysPage(visit, chosen.id, {
    problems: problemsOf(reply, Object.keys(labels)),
    status: reply.status,
  })
}

export const approveRequest: Page = async (visit) => {
  const { org, key = '' } = visit.form
  const chosen = manageableOrNotFound(await organizationsOf(visit, at), org)
  const path = `${keysIn(chosen.id)}/requests/${encodeURIComponent(key)}/approve`
  bodyOf(await visit.api.call('POST', path), `${at}?org=${chosen.id}`)
  return redirectTo(`${at}?org=${chosen.id}&done=offered`)
}

export const revokeKey: Page = async (visit) => {
  const { org, key = '' } = visit.form
  const chosen = manageableOrNotFound(await organizationsOf(visit, at), org)
  bodyOf(
    await visit.api.call('DELETE', `${keysIn(chosen.id)}/${encodeURIComponent(key)}`),
    `${at}?org=${chosen.id}`,
  )
  return redirectTo(`${at}?org=${chosen.id}&done=revoked`)
}

const draftOf = (form: Form) => ({
  ...keyBody(form),
  ...(form.email?.trim() ? { email: form.email.trim() } : {}),
})

const done = new Map([
  ['revoked', 'Revoked. Its token no longer works.'],
  ['offered', 'The key is offered. The member gets its token when they agree, within 14 days.'],
])

const manageable = (organizations: Organization[]) =>
  organizations.filter(({ role }) => ['owner', 'admin'].includes(role))

function manageableOrNotFound(organizations: Organization[], id: string | undefined): Organization {
  const found = manageable(organizations).find((one) => one.id === id || one.slug === id)
  if (!found) throw new PageError(404, 'Not found', 'You are not an owner or admin of this organization.')
  return found
}

const listOn = (visit: Visit) => partOf(visit, at, 'keys_from', 100, 'keys')

async function keysAndProjects(visit: Visit, org: string) {
  const { api } = visit
  if (!org) return []
  return Promise.all([
    api.call<{ items: Key[]; total: number }>('GET', `${keysIn(org)}?${listOn(visit).query}`),
    allOf<Project>(visit, `/api/v1/organizations/${org}/projects`),
  ])
}

async function keysPage(visit: Visit, id: string | undefined, outcome: Outcome): Promise<Response> {
  const back = id ? `${at}?org=${encodeURIComponent(id)}` : at
  const listed = organizationsOf(visit, back)
  const orgId = listed.then((organizations) => {
    const found = manageable(organizations).find((one) => !id || one.id === id || one.slug === id)
    return found && found.status !== 'suspended' ? found.id : ''
  })
  const [person, all, [keys, projects]] = await Promise.all([
    me(visit, back),
    listed,
    prefetch(`${visit.api.claimedPerson()} ${back}`, orgId, (org) => keysAndProjects(visit, org)),
  ])
  const choice = manageable(all)
  const chosen = id ? manageableOrNotFound(all, id) : choice[0]
  const frame = { title: 'API keys', me: person, status: outcome.status }
  if (!chosen) return show(visit, frame, <NoOrganization some={all.length > 0} />)
  if (!keys || !projects) return show(visit, frame, <SuspendedPage choice={choice} chosen={chosen} />)
  const { items, total } = bodyOf(keys, back)
  return show(
    visit,
    frame,
    <>
      <Intro choice={choice} chosen={chosen} />
      <OutcomeNotice issued={outcome.issued} done={done.get(visit.query.done ?? '')} />
      <Requests keys={items.filter(({ state }) => state === 'requested')} org={chosen.id} />
      <KeyForm
        org={chosen}
        projects={projects}
        values={outcome.issued ? {} : visit.form}
        problems={outcome.problems}
      />
      <KeyList keys={items.filter(({ state }) => state !== 'requested')} org={chosen} />
      {listOn(visit).pager(total)}
    </>,
  )
}

const Intro: FC<{ choice: Organization[]; chosen: Organization }> = ({ choice, chosen }) => (
  <>
    <div>
      <h1>API keys</h1>
      <p class="lead">
        For scripts and assistants that cannot sign in through the browser. A key acts with the role of its
        person, inside one organization only: you, or the member that you offer it to.
      </p>
    </div>
    {choice.length > 1 ? (
      <nav class="tabs" aria-label="Organization">
        {choice.map(({ id, name }) => (
          <a href={`${at}?org=${id}`} aria-current={id === chosen.id ? 'true' : undefined}>
            {name}
          </a>
        ))}
      </nav>
    ) : null}
  </>
)

const SuspendedPage: FC<{ choice: Organization[]; chosen: Organization }> = ({ choice, chosen }) => (
  <>
    <Intro choice={choice} chosen={chosen} />
    <section class="card stack">
      <h2>{`Keys of ${chosen.name}`}</h2>
      <Suspended />
    </section>
  </>
)

type New = Key & { token: string | null }

const OutcomeNotice: FC<{ issued: New | undefined; done: string | undefined }> = ({
  issued,
  done: message,
}) => (
  <>
    {message ? (
      <Notice kind="good">
        <p>{message}</p>
      </Notice>
    ) : null}
    {issued && issued.state !== 'offered' ? <Issued issued={issued} /> : null}
    {issued?.state === 'offered' ? (
      <Notice kind="good" title={`The key “${issued.name}” is offered to ${issued.user.name}`}>
        <p>It gets its token when they agree, within 14 days. They see it then, and nobody else does.</p>
      </Notice>
    ) : null}
  </>
)

const Requests: FC<{ keys: Key[]; org: string }> = ({ keys, org }) =>
  keys.length ? (
    <section class="card" aria-labelledby="requests">
      <h2 id="requests">Requested keys</h2>
      <ul class="rows">
        {keys.map((key) => (
          <li class="row">
            <div class="grow">
              <h3>
                {`${key.name}, for ${key.user.name}`} {key.read_only ? <Badge>read only</Badge> : null}
              </h3>
              <Facts of={key} />
            </div>
            <div class="buttons">
              <form method="post" action={`${at}/approve`}>
                <Hidden fields={{ org, key: key.id }} />
                <button class="primary slim">
                  Offer it<span class="hidden">{` ${key.name}, for ${key.user.name}`}</span>
                </button>
              </form>
              <ConfirmButton
                verb="Turn down"
                subject={key.name}
                action={`${at}/revoke`}
                fields={{ org, key: key.id }}
                warning="They are notified."
              />
            </div>
          </li>
        ))}
      </ul>
    </section>
  ) : null

const KeyList: FC<{ keys: Key[]; org: Organization }> = ({ keys, org }) => (
  <section class="card" aria-labelledby="keys">
    <h2 id="keys">{`Keys of ${org.name}`}</h2>
    {keys.length ? (
      <ul class="rows">
        {keys.map((key) => (
          <Row key_={key} org={org.id} />
        ))}
      </ul>
    ) : (
      <p class="muted">There are none yet. Create the first one above.</p>
    )}
  </section>
)

const Row: FC<{ key_: Key; org: string }> = ({ key_: key, org }) => (
  <li class="row">
    <div class="grow">
      <h3>
        {key.name} {key.read_only ? <Badge>read only</Badge> : null} <KeyState of={key} />
      </h3>
      <Facts of={key} person={key.user} />
    </div>
    <ConfirmButton
      verb="Revoke"
      subject={key.name}
      action={`${at}/revoke`}
      fields={{ org, key: key.id }}
      warning="Whatever uses this key stops working at once. This cannot be undone."
    />
  </li>
)

const NoOrganization: FC<{ some: boolean }> = ({ some }) => (
  <>
    <h1>API keys</h1>
    <section class="card close">
      <h2>{some ? 'Keys are created by owners and admins' : 'You are not in an organization yet'}</h2>
      <p class="muted">
        {some
          ? 'Ask them for one: it carries your rights, and only you see it. An assistant that signs in through the browser needs none.'
          : 'Create an organization first; then you can create keys for it here.'}
      </p>
      <p>
        {some ? (
          <a class="button" href="/account/keys">
            Ask for a key
          </a>
        ) : (
          <a class="button" href="/dashboard">
            Create one
          </a>
        )}
      </p>
    </section>
  </>
)
