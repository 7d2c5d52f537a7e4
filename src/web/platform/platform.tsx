import type { FC } from 'hono/jsx'
import { partOf } from '../kit/pager.tsx'
import { show } from '../kit/layout.tsx'
import { ConfirmButton, Badge, Notice, sizeOf } from '../kit/parts.tsx'
import { Operations } from './platform-parts.tsx'
import { bodyOf, redirectTo, me, type Page, type Visit } from '../kit/visit.ts'
import { Moment } from '../kit/time.tsx'

type Overview = {
  organizations: { total: number; active: number; suspended: number; pending_deletion: number }
  users: { total: number; locked: number }
  active_7d: number
  projects: number
  tasks: number
  storage_bytes: number
  mrr: { amount_minor: number; currency: string } | null
}
type Impersonation = {
  id: string
  operator: { name: string }
  user: { name: string; email: string }
  organization: { name: string } | null
  reason: string
  status: string
  created_at: string
  token_expires_at: string
  session_expires_at: string | null
}

const at = '/platform'
const api = '/api/v1/platform'

const runningOn = (visit: Visit) => partOf(visit, at, 'running_from', 50, 'running')

export const showPlatform: Page = async (visit) => {
  // If the user may not see this page, the first response says so, and nothing else is requested.
  const overview = bodyOf(await visit.api.call<Overview>('GET', `${api}/overview`), at)
  const [person, active] = await Promise.all([
    me(visit, at),
    visit.api.call<{ items: Impersonation[]; total: number }>(
      'GET',
      `${api}/impersonations?status=issued,active&${runningOn(visit).query}`,
    ),
  ])
  return show(
    visit,
    { title: 'Operations', me: person },
    <>
      <Operations here={visit.here} lead="What the platform holds, and who is impersonating whom." />
      {visit.query.done === 'ended' ? (
        <Notice kind="good">
          <p>Ended. The link and the session it opened no longer work.</p>
        </Notice>
      ) : null}
      <Figures overview={overview} />
      <ActiveImpersonations items={bodyOf(active, at).items} />
      {runningOn(visit).pager(bodyOf(active, at).total)}
    </>,
  )
}

export const revokeImpersonation: Page = async (visit) => {
  const { impersonation = '' } = visit.form
  bodyOf(await visit.api.call('DELETE', `${api}/impersonations/${encodeURIComponent(impersonation)}`), at)
  return redirectTo(`${at}?done=ended`)
}

const Figures: FC<{ overview: Overview }> = ({
  overview: { organizations, users, active_7d, projects, tasks, storage_bytes, mrr },
}) => (
  <section class="card" aria-labelledby="figures">
    <h2 id="figures">Figures</h2>
    <dl class="figures">
      <Figure
        name="Organizations"
        n={organizations.total}
        more={some([organizations.suspended, 'suspended'], [organizations.pending_deletion, 'to be deleted'])}
      />
      <Figure name="People" n={users.total} more={some([users.locked, 'locked'])} />
      <Figure name="Active in 7 days" n={active_7d} />
      <Figure name="Projects" n={projects} />
      <Figure name="Tasks" n={tasks} />
      <Figure name="Files" n={sizeOf(storage_bytes)} />
      <Figure
        name="Revenue a month"
        n={mrr ? `${(mrr.amount_minor / 100).toLocaleString('en')} ${mrr.currency}` : '–'}
        more={mrr ? '' : 'no billing yet'}
      />
    </dl>
  </section>
)

const some = (...parts: [n: number, what: string][]) =>
  parts.flatMap(([n, what]) => (n ? [`${n.toLocaleString('en')} ${what}`] : [])).join(', ')

const Figure: FC<{ name: string; n: number | string; more?: string }> = ({ name, n, more }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      {typeof n === 'number' ? n.toLocaleString('en') : n}
      {more ? <small>{more}</small> : null}
    </dd>
  </div>
)

const ActiveImpersonations: FC<{ items: Impersonation[] }> = ({ items }) => (
  <section class="card" aria-labelledby="running">
    <h2 id="running">Impersonations under way</h2>
    {items.length ? (
      <ul class="rows">
        {items.map((one) => (
          <Row one={one} />
        ))}
      </ul>
    ) : (
      <p class="muted">
        Nobody is being impersonated. To impersonate a person, choose them under{' '}
        <a href="/platform/users">People</a>.
      </p>
    )}
  </section>
)

const Row: FC<{ one: Impersonation }> = ({ one }) => (
  <li class="row">
    <div class="grow">
      <h3>
        {one.operator.name} as {one.user.name}{' '}
        <Badge kind={one.status === 'active' ? 'warn' : undefined}>
          {one.status === 'active' ? 'active' : 'link not used yet'}
        </Badge>
      </h3>
      <p class="facts">
        <span>{one.user.email}</span>
        <span>{one.organization ? `Only ${one.organization.name}` : 'All of their organizations'}</span>
        <span>
          until <Moment at={one.session_expires_at ?? one.token_expires_at} />
        </span>
      </p>
      <p class="small">{one.reason}</p>
    </div>
    <ConfirmButton
      verb="End"
      subject={`what ${one.operator.name} sees as ${one.user.name}`}
      action={`${at}/revoke`}
      fields={{ impersonation: one.id }}
      warning="The link and the session that it opened stop working at once."
    />
  </li>
)
