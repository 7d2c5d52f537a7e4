import type { FC } from 'hono/jsx'
import { show } from './layout.tsx'
import { Badge, count, Notice } from './parts.tsx'
import { askedOf, doing, nothing, Operations, Pager, Reasoned, Seek, type Tried } from './platform-parts.tsx'
import { bodyOf, me, type Page, type Visit } from './visit.ts'
import { Day } from './time.tsx'

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
const did: Record<string, string> = {
  suspended: 'Suspended. It answers nothing any more but that it is there.',
  active: 'Reactivated. Everything is back, and what stood still goes on.',
}

export const showOrganizations: Page = (visit) => organizationsPage(visit, nothing)

export const switchOrganization: Page = async (visit) => {
  const { org = '', status = '', reason = '', q = org } = visit.form
  const path = `${api}/${encodeURIComponent(org)}`
  const change = () => visit.api.call('PATCH', path, { body: { status, reason } })
  const done = await doing(visit, change, `${at}?q=${encodeURIComponent(q)}&done=${status}`)
  return done instanceof Response ? done : organizationsPage({ ...visit, query: { q } }, done)
}

async function organizationsPage(visit: Visit, tried: Tried): Promise<Response> {
  const requested = askedOf(visit, ['q', 'status'])
  const { items, total } = bodyOf(
    await visit.api.call<{ items: Organization[]; total: number }>('GET', `${api}?${requested}`),
    visit.here,
  )
  const person = await me(visit)
  const done = did[visit.query.done ?? '']
  return show(
    visit,
    { title: 'Organizations', me: person, status: tried.status },
    <>
      <Operations here={visit.here} lead="Every organization, by its name. What is in it stays its own." />
      {done ? (
        <Notice kind="good">
          <p>{done}</p>
        </Notice>
      ) : null}
      <Seek
        visit={visit}
        label="Find an organization"
        hint="By its name, its slug or the address of an owner."
        choice={states}
      />
      <section class="card" aria-labelledby="found">
        <h2 id="found">Organizations</h2>
        <ul class="rows">
          {items.map((one) => (
            <Row one={one} tried={tried} />
          ))}
        </ul>
        <Pager visit={visit} shown={items.length} total={total} what="organizations" />
      </section>
    </>,
  )
}

const Row: FC<{ one: Organization; tried: Tried }> = ({ one, tried }) => (
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
    {one.status === 'pending_deletion' ? null : <Switch one={one} tried={tried} />}
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

const Switch: FC<{ one: Organization; tried: Tried }> = ({ one: { id, name, slug, status }, tried }) => {
  const on = status === 'suspended'
  return (
    <Reasoned
      id={`org-${id}`}
      does={on ? 'Reactivate' : 'Suspend'}
      about={name}
      action={at}
      fields={{ org: id, q: slug, status: on ? 'active' : 'suspended' }}
      says={
        on
          ? 'Its members can work again at once, its keys and links work again, and its jobs go on.'
          : 'Its members, keys, connected applications, links and jobs are stopped at once. Nothing is lost.'
      }
      risky={!on}
      tried={tried}
    />
  )
}
