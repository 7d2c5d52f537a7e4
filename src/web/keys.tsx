import type { FC } from 'hono/jsx'
import { uuidv7 } from '../kit/id.ts'
import { type Organization, organizationsOf, Suspended } from './dashboard.tsx'
import { at, KeyForm, labels, type Project } from './key-form.tsx'
import { show } from './layout.tsx'
import { Ask, Badge, Copy, Notice } from './parts.tsx'
import {
  bodyOf,
  type Form,
  goTo,
  me,
  noProblems,
  type Page,
  type Problems,
  problemsOf,
  Trouble,
  type Visit,
} from './visit.ts'
import { Day } from './time.tsx'

type Key = {
  id: string
  name: string
  hint: string
  project: { key: string; name: string } | null
  read_only: boolean
  created_by: { name: string }
  created_at: string
  last_used_at: string | null
  expires_at: string | null
}
type Outcome = { problems: Problems; status?: number; issued?: Key & { token: string | null } }

const keysIn = (org: string) => `/api/v1/organizations/${org}/api-keys`

export const showKeys: Page = (visit) => keysPage(visit, visit.query.org, { problems: noProblems })

export const createKey: Page = async (visit) => {
  const { org, once = '' } = visit.form
  const chosen = mine(await organizationsOf(visit, at), org)
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

export const revokeKey: Page = async (visit) => {
  const { org, key = '' } = visit.form
  const chosen = mine(await organizationsOf(visit, at), org)
  bodyOf(
    await visit.api.call('DELETE', `${keysIn(chosen.id)}/${encodeURIComponent(key)}`),
    `${at}?org=${chosen.id}`,
  )
  return goTo(`${at}?org=${chosen.id}&done=revoked`)
}

const draftOf = ({ name = '', project_id, read_only, expires_at }: Form) => ({
  name,
  project_id: project_id || null,
  read_only: read_only === 'on',
  expires_at: expires_at ? `${expires_at}T23:59:59Z` : null,
})

const manageable = (organizations: Organization[]) =>
  organizations.filter(({ role }) => ['owner', 'admin'].includes(role))

function mine(organizations: Organization[], id: string | undefined): Organization {
  const found = manageable(organizations).find((one) => one.id === id)
  if (!found) throw new Trouble(404, 'Not found', 'You are not an owner or admin of this organization.')
  return found
}

async function keysPage(visit: Visit, id: string | undefined, outcome: Outcome): Promise<Response> {
  const back = id ? `${at}?org=${encodeURIComponent(id)}` : at
  const [person, all] = await Promise.all([me(visit, back), organizationsOf(visit, back)])
  const choice = manageable(all)
  const chosen = id ? mine(all, id) : choice[0]
  const frame = { title: 'API keys', me: person, status: outcome.status }
  if (!chosen) return show(visit, frame, <NoOrganization some={all.length > 0} />)
  if (chosen.status === 'suspended') return show(visit, frame, <Still choice={choice} chosen={chosen} />)
  const [keys, projects] = await Promise.all([
    visit.api.call<{ items: Key[]; total: number }>('GET', `${keysIn(chosen.id)}?limit=200`),
    visit.api.call<{ items: Project[] }>('GET', `/api/v1/organizations/${chosen.id}/projects?limit=200`),
  ])
  return show(
    visit,
    frame,
    <>
      <Intro choice={choice} chosen={chosen} />
      {visit.query.done === 'revoked' ? (
        <Notice kind="good">
          <p>Revoked. Its token works no more.</p>
        </Notice>
      ) : null}
      {outcome.issued ? <Issued issued={outcome.issued} /> : null}
      <KeyForm
        org={chosen}
        projects={bodyOf(projects, back).items}
        values={outcome.issued ? {} : visit.form}
        problems={outcome.problems}
      />
      <KeyList keys={bodyOf(keys, back).items} org={chosen} />
    </>,
  )
}

const Intro: FC<{ choice: Organization[]; chosen: Organization }> = ({ choice, chosen }) => (
  <>
    <div>
      <h1>API keys</h1>
      <p class="lead">
        For scripts and assistants that cannot sign in through the browser. A key acts with your role, inside
        one organization only.
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

const Still: FC<{ choice: Organization[]; chosen: Organization }> = ({ choice, chosen }) => (
  <>
    <Intro choice={choice} chosen={chosen} />
    <section class="card stack">
      <h2>{`Keys of ${chosen.name}`}</h2>
      <Suspended />
    </section>
  </>
)

const Issued: FC<{ issued: Key & { token: string | null } }> = ({ issued: { name, token } }) =>
  token ? (
    <Notice kind="good" title={`The key “${name}” is ready`}>
      <div class="close">
        <p>Copy its token now. It is shown this once and cannot be looked up later.</p>
        <Copy id="token" what="Token" text={token} fold />
        <p class="small">
          <a href="/connect">How to use it with an assistant</a>
        </p>
      </div>
    </Notice>
  ) : (
    <Notice kind="warn" title={`The key “${name}” was created before`}>
      <p>
        Its token was shown then and cannot be shown again. If it is lost, revoke the key and create another.
      </p>
    </Notice>
  )

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
        {key.name} {key.read_only ? <Badge>read only</Badge> : null} <Validity until={key.expires_at} />
      </h3>
      <Facts key_={key} />
    </div>
    <Ask
      does="Revoke"
      about={key.name}
      action={`${at}/revoke`}
      fields={{ org, key: key.id }}
      warning="Whatever uses this key stops working at once. This cannot be undone."
    />
  </li>
)

const Facts: FC<{ key_: Key }> = ({
  key_: { hint, project, created_at, created_by, last_used_at, expires_at },
}) => (
  <p class="facts">
    <span class="mono">{hint}</span>
    <span>{project ? `Only ${project.name}` : 'Whole organization'}</span>
    <span>
      Created <Day at={created_at} /> by {created_by.name}
    </span>
    <Dated what="Last used" at={last_used_at} otherwise="Not used yet" />
    <Dated what="Expires" at={expires_at} otherwise="Does not expire" />
  </p>
)

const Dated: FC<{ what: string; at: string | null; otherwise: string }> = ({ what, at, otherwise }) =>
  at ? (
    <span>
      {what} <Day at={at} />
    </span>
  ) : (
    <span>{otherwise}</span>
  )

const Validity: FC<{ until: string | null }> = ({ until }) =>
  until && Date.parse(until) <= Date.now() ? <Badge kind="bad">expired</Badge> : null

const NoOrganization: FC<{ some: boolean }> = ({ some }) => (
  <>
    <h1>API keys</h1>
    <section class="card close">
      <h2>{some ? 'Keys are made by owners and admins' : 'You are not in an organization yet'}</h2>
      <p class="muted">
        {some
          ? 'Ask an owner or admin for a key, or connect your assistant through the browser, which needs no key.'
          : 'Begin an organization first; then you can create keys for it here.'}
      </p>
      <p>
        {some ? (
          <a class="button" href="/connect">
            Connect an assistant
          </a>
        ) : (
          <a class="button" href="/dashboard">
            Begin one
          </a>
        )}
      </p>
    </section>
  </>
)
