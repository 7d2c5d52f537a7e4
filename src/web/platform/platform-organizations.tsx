import type { FC } from 'hono/jsx'
import { show } from '../kit/layout.tsx'
import { Badge, count, Notice } from '../kit/parts.tsx'
import {
  apiQuery,
  submitForm,
  noFailure,
  Operations,
  Pager,
  ReasonForm,
  SearchForm,
  type FailedForm,
} from './platform-parts.tsx'
import { bodyOf, me, type Page, type Visit } from '../kit/visit.ts'
import { Day } from '../kit/time.tsx'

type Organization = {
  id: string
  name: string
  slug: string
  status: 'active' | 'suspended' | 'pending_deletion'
  plan: string
  members: number
  projects: number
  tasks: number
  created_at: string
  suspended_at: string | null
}

const at = '/platform/organizations'
const api = '/api/v1/platform/organizations'
const states = {
  name: 'status',
  label: 'State',
  all: 'All',
  values: ['active', 'suspended', 'pending_deletion'],
}
const doneTexts: Record<string, string> = {
  suspended: 'Suspended. Nothing in it can be read or changed.',
  active: 'Reactivated. Everything is available again, and paused jobs resume.',
}

export const showOrganizations: Page = (visit) => organizationsPage(visit, noFailure)

export const switchOrganization: Page = async (visit) => {
  const { org = '', status = '', reason = '', q = org } = visit.form
  const path = `${api}/${encodeURIComponent(org)}`
  const change = () => visit.api.call('PATCH', path, { body: { status, reason } })
  const done = await submitForm(visit, change, `${at}?q=${encodeURIComponent(q)}&done=${status}`)
  return done instanceof Response ? done : organizationsPage({ ...visit, query: { q } }, done)
}

async function organizationsPage(visit: Visit, failed: FailedForm): Promise<Response> {
  const params = apiQuery(visit, ['q', 'status'])
  const { items, total } = bodyOf(
    await visit.api.call<{ items: Organization[]; total: number }>('GET', `${api}?${params}`),
    visit.here,
  )
  const person = await me(visit)
  const done = doneTexts[visit.query.done ?? '']
  return show(
    visit,
    { title: 'Organizations', me: person, status: failed.status },
    <>
      <Operations here={visit.here} lead="Every organization by name. Their contents are not shown." />
      {done ? (
        <Notice kind="good">
          <p>{done}</p>
        </Notice>
      ) : null}
      <SearchForm
        visit={visit}
        label="Find an organization"
        hint="By its name, its slug or the address of an owner."
        choice={states}
      />
      <section class="card" aria-labelledby="found">
        <h2 id="found">Organizations</h2>
        <ul class="rows">
          {items.map((one) => (
            <Row one={one} failed={failed} />
          ))}
        </ul>
        <Pager visit={visit} shown={items.length} total={total} what="organizations" />
      </section>
    </>,
  )
}

const Row: FC<{ one: Organization; failed: FailedForm }> = ({ one, failed }) => (
  <li class="row">
    <div class="grow">
      <h3>
        {one.name} <State one={one} /> <Badge>{one.plan}</Badge>
      </h3>
      <p class="facts">
        <span class="mono">{one.slug}</span>
        <span>{count(one.members, 'member')}</span>
        <span>{count(one.projects, 'project')}</span>
        <span>{count(one.tasks, 'task')}</span>
        <span>
          since <Day at={one.created_at} />
        </span>
      </p>
    </div>
    {one.status === 'pending_deletion' ? null : <Switch one={one} failed={failed} />}
  </li>
)

const State: FC<{ one: Organization }> = ({ one: { status, suspended_at } }) =>
  status === 'active' ? null : status === 'suspended' ? (
    <Badge kind="bad">
      suspended{' '}
      {suspended_at ? (
        <>
          since <Day at={suspended_at} />
        </>
      ) : null}
    </Badge>
  ) : (
    <Badge kind="warn">to be deleted</Badge>
  )

const Switch: FC<{ one: Organization; failed: FailedForm }> = ({
  one: { id, name, slug, status },
  failed,
}) => {
  const on = status === 'suspended'
  return (
    <ReasonForm
      id={`org-${id}`}
      verb={on ? 'Reactivate' : 'Suspend'}
      subject={name}
      action={at}
      fields={{ org: id, q: slug, status: on ? 'active' : 'suspended' }}
      text={
        on
          ? 'Its members can work again at once, its keys and links work again, and its jobs go on.'
          : 'Its members, keys, connected applications, links and jobs are stopped at once. Nothing is lost.'
      }
      risky={!on}
      failed={failed}
    />
  )
}
