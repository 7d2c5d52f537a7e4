import { allOf } from '../kit/all-of.ts'
import type { FC } from 'hono/jsx'
import { isUuid, uuidv7 } from '../../kit/id.ts'
import { type Organization, organizationsOf } from '../dashboard/dashboard.tsx'
import { KeyFields, KeyName, labels, type Project, keyBody } from './key-form.tsx'
import { type AnyKey, Facts, Issued, KeyState } from './key-parts.tsx'
import { show } from '../kit/layout.tsx'
import { ConfirmButton, Badge, Hidden, Notice, Summary } from '../kit/parts.tsx'
import { partOf } from '../kit/pager.tsx'
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

type Key = AnyKey & { organization: { id: string; name: string } }
type Outcome = { problems: Problems; status?: number; issued?: Key & { token: string } }

const at = '/account/keys'
const mineAt = '/api/v1/auth/api-keys'

export const showMyKeys: Page = (visit) => keysPage(visit, { problems: noProblems })

export const requestKey: Page = async (visit) => {
  const { org = '', once = '' } = visit.form
  if (!isUuid(org)) throw new PageError(404, 'Not found', 'You do not belong to this organization.')
  const reply = await visit.api.call('POST', `/api/v1/organizations/${org}/api-keys/requests`, {
    body: keyBody(visit.form),
    headers: once ? { 'idempotency-key': once } : {},
  })
  if ([409, 422].includes(reply.status))
    return keysPage(visit, { problems: problemsOf(reply, Object.keys(labels)), status: reply.status })
  bodyOf(reply, at)
  return redirectTo(`${at}?org=${org}&done=requested`)
}

const keyAt = ({ form: { id = '' } }: Visit) => {
  if (!isUuid(id)) throw new PageError(404, 'Not found', 'There is no such key.')
  return `${mineAt}/${id}`
}

export const agreeToKey: Page = async (visit) => {
  const reply = await visit.api.call<Key & { token: string }>('POST', `${keyAt(visit)}/agree`)
  if (reply.status === 409) return keysPage(visit, { problems: problemsOf(reply, []), status: 409 })
  return keysPage(visit, { problems: noProblems, issued: bodyOf(reply, at) })
}

export const declineKey: Page = async (visit) => {
  const reply = await visit.api.call('POST', `${keyAt(visit)}/decline`)
  if (reply.status === 409) return keysPage(visit, { problems: problemsOf(reply, []), status: 409 })
  bodyOf(reply, at)
  return redirectTo(`${at}?done=declined`)
}

export const revokeMyKey: Page = async (visit) => {
  bodyOf(await visit.api.call('DELETE', keyAt(visit)), at)
  return redirectTo(`${at}?done=revoked`)
}

const done = new Map([
  ['requested', 'Your owners and admins are notified. When one of them offers the key, it appears here.'],
  ['declined', 'Declined. Nobody gets this key.'],
  ['revoked', 'Done. That key, or request, has ended.'],
])

const mayCreate = ({ role }: Organization) => ['owner', 'admin'].includes(role)

const listOn = (visit: Visit) => partOf(visit, at, 'keys_from', 100, 'keys')

async function keysPage(visit: Visit, outcome: Outcome): Promise<Response> {
  const [person, homes, keys] = await Promise.all([
    me(visit, at),
    organizationsOf(visit, at),
    visit.api.call<{ items: Key[]; total: number }>('GET', `${mineAt}?${listOn(visit).query}`),
  ])
  const { items, total } = bodyOf(keys, at)
  const title = outcome.status ? 'Problem: Your API keys' : 'Your API keys'
  return show(
    visit,
    { title, me: person, status: outcome.status },
    <>
      <Intro manages={homes.some(mayCreate)} />
      <OutcomeNotice outcome={outcome} done={done.get(visit.query.done ?? '')} />
      <Offers keys={items.filter(({ state }) => state === 'offered')} />
      <Others keys={items.filter(({ state }) => state !== 'offered')} />
      {listOn(visit).pager(total)}
      {await requestForm(visit, homes, outcome.problems)}
    </>,
  )
}

const OutcomeNotice: FC<{ outcome: Outcome; done: string | undefined }> = ({ outcome, done: message }) => (
  <>
    {message ? (
      <Notice kind="good">
        <p>{message}</p>
      </Notice>
    ) : null}
    {outcome.issued ? <Issued issued={outcome.issued} /> : null}
    <Summary problems={outcome.problems} labels={labels} />
  </>
)

/** The form to request a key, if there is an organization in which the person cannot create keys. */
async function requestForm(visit: Visit, homes: Organization[], problems: Problems) {
  const choice = homes.filter((home) => !mayCreate(home) && home.status === 'active')
  const requestedOrg = visit.form.org ?? visit.query.org
  const chosen = choice.find(({ id, slug }) => id === requestedOrg || slug === requestedOrg) ?? choice[0]
  if (!chosen) return null
  const projects = await projectsOf(visit, chosen)
  return (
    <RequestForm
      choice={choice}
      chosen={chosen}
      projects={projects}
      values={visit.form}
      problems={problems}
    />
  )
}

const projectsOf = (visit: Visit, { id }: Organization) =>
  allOf<Project>(visit, `/api/v1/organizations/${id}/projects`)

const Intro: FC<{ manages: boolean }> = ({ manages }) => (
  <div>
    <h1>Your API keys</h1>
    <p class="lead">
      Keys that act as you: for scripts and assistants that cannot sign in through the browser. Each reaches
      one organization, with the role that you have there.
    </p>
    {manages ? (
      <p>
        Where you are an owner or admin, you create them under <a href="/settings/keys">API keys</a>.
      </p>
    ) : null}
  </div>
)

const Offers: FC<{ keys: Key[] }> = ({ keys }) =>
  keys.length ? (
    <section class="card" aria-labelledby="offers">
      <h2 id="offers">Waiting for your answer</h2>
      <ul class="rows">
        {keys.map((key) => (
          <li class="row">
            <div class="grow">
              <h3>
                {key.name} {key.read_only ? <Badge>read only</Badge> : null}
              </h3>
              <p>{offerOf(key)}</p>
              <Facts of={key} />
            </div>
            <div class="buttons">
              <form method="post" action={`${at}/agree`}>
                <Hidden fields={{ id: key.id }} />
                <button class="primary slim">
                  Agree<span class="hidden">{` to ${key.name}`}</span>
                </button>
              </form>
              <form method="post" action={`${at}/decline`}>
                <Hidden fields={{ id: key.id }} />
                <button class="slim">
                  Decline<span class="hidden">{` ${key.name}`}</span>
                </button>
              </form>
            </div>
          </li>
        ))}
      </ul>
    </section>
  ) : null

const offerOf = ({ read_only, project, organization, created_by }: Key) =>
  `${created_by.name} offers you this key. Whoever has it can ${read_only ? 'see what you see' : 'do what you can do'} in ${
    project ? `the project ${project.name} of ${organization.name}` : organization.name
  }. You get its token when you agree; nobody else sees it.`

const Others: FC<{ keys: Key[] }> = ({ keys }) => (
  <section class="card" aria-labelledby="keys">
    <h2 id="keys">Keys that carry your rights</h2>
    {keys.length ? (
      <ul class="rows">
        {keys.map((key) => (
          <li class="row">
            <div class="grow">
              <h3>
                {key.name} {key.read_only ? <Badge>read only</Badge> : null} <KeyState of={key} />
              </h3>
              <p>{key.organization.name}</p>
              <Facts of={key} />
            </div>
            <ConfirmButton
              verb={key.state === 'requested' ? 'Withdraw' : key.state === 'active' ? 'Revoke' : 'Remove'}
              subject={key.name}
              action={`${at}/revoke`}
              fields={{ id: key.id }}
              warning={
                key.state === 'active'
                  ? 'Whatever uses this key stops working at once. This cannot be undone.'
                  : 'It disappears from this list.'
              }
            />
          </li>
        ))}
      </ul>
    ) : (
      <p class="muted">There are none.</p>
    )}
  </section>
)

type RequestFormProps = {
  choice: Organization[]
  chosen: Organization
  projects: Project[]
  values: Form
  problems: Problems
}

const RequestForm: FC<RequestFormProps> = ({ choice, chosen, projects, values, problems }) => (
  <section class="card stack" aria-labelledby="ask">
    <h2 id="ask">{`Ask for a key in ${chosen.name}`}</h2>
    {choice.length > 1 ? (
      <nav class="tabs" aria-label="Organization">
        {choice.map(({ id, name }) => (
          <a href={`${at}?org=${id}#ask`} aria-current={id === chosen.id ? 'true' : undefined}>
            {name}
          </a>
        ))}
      </nav>
    ) : null}
    <p>
      Keys are created by owners and admins. They are notified of your request and can offer you the key,
      which carries your rights and not theirs. You then get its token here.
    </p>
    <form class="stack" method="post" action={`${at}/request`} novalidate>
      <Hidden fields={{ org: chosen.id, once: uuidv7() }} />
      <KeyName values={values} problems={problems} />
      <KeyFields projects={projects} values={values} problems={problems} />
      <button class="primary">Ask for the key</button>
    </form>
  </section>
)
