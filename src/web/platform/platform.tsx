import type { FC } from 'hono/jsx'
import { calling } from '../kit/forms.tsx'
import { Row } from '../kit/list-page.tsx'
import type { Answer } from '../kit/operations.ts'
import type { Shown } from '../kit/page.tsx'
import { partOf } from '../kit/pager.tsx'
import { Badge, sizeOf } from '../kit/parts.tsx'
import { personPage } from '../kit/person-page.tsx'
import { Moment } from '../kit/time.tsx'
import type { Visit } from '../kit/visit.ts'

type Parts = { overview: Answer<'getPlatformOverview'>; active: Answer<'listImpersonations'> }

const at = '/platform'
const runningOn = (visit: Visit) => partOf(visit, at, 'running_from', 50, 'running')

/** What operators see first: the figures of the platform, and who is impersonated. */
export default personPage<Parts>({
  at,
  title: 'Operations',
  lead: 'What the platform holds, and who is impersonating whom.',
  parts: async ({ read, visit }) => {
    // If the person may not see this page, the first response says so, and nothing else is requested.
    const overview = await read('getPlatformOverview')
    const active = await read('listImpersonations', { status: 'issued,active', ...runningOn(visit).range })
    return { overview, active }
  },
  said: { ended: 'Ended. The link and the session it opened no longer work.' },
  forms: {
    revoke: calling('revokeImpersonation', {
      verb: 'End',
      warning: 'The link and the session that it opened stop working at once.',
      mustExist: true,
      done: 'ended',
    }),
  },
  Content: (shown) => (
    <>
      <Figures overview={shown.parts.overview} />
      <Impersonations {...shown} />
      {runningOn(shown.visit).pager(shown.parts.active.total)}
    </>
  ),
})

const Figures: FC<{ overview: Answer<'getPlatformOverview'> }> = ({
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

const operatorOf = ({ operator }: Parts['active']['items'][number]) => operator?.name ?? 'Somebody'

const Impersonations: FC<Shown<null, Parts>> = (shown) => (
  <section class="card" aria-labelledby="running">
    <h2 id="running">Impersonations under way</h2>
    {shown.parts.active.items.length ? (
      <ul class="rows">
        {shown.parts.active.items.map((one) => (
          <Row
            id={one.id}
            title={
              <>
                {operatorOf(one)} as {one.user.name}{' '}
                <Badge kind={one.status === 'active' ? 'warn' : undefined}>
                  {one.status === 'active' ? 'active' : 'link not used yet'}
                </Badge>
              </>
            }
            facts={[
              one.user.email,
              one.organization ? `Only ${one.organization.name}` : 'All of their organizations',
              <>
                until <Moment at={one.session_expires_at ?? one.token_expires_at} />
              </>,
              one.reason,
            ]}
            marks={shown.form('revoke', {
              of: one,
              about: `what ${operatorOf(one)} sees as ${one.user.name}`,
            })}
            shown={shown}
          />
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
