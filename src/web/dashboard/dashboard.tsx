import { allOf } from '../kit/all-of.ts'
import type { FC } from 'hono/jsx'
import { show } from '../kit/layout.tsx'
import { type Part, partOf } from '../kit/pager.tsx'
import { isTimezone } from '../../shared/timezone.ts'
import { uuidv7 } from '../../kit/id.ts'
import { Badge, BrowserZone, count, Hidden, Notice, Summary } from '../kit/parts.tsx'
import { Field } from '../kit/inputs.tsx'
import { forPerson } from '../kit/organization-context.ts'
import { type CurrentWork, currentWorkIn, CurrentWorkSection } from './current-work.tsx'
import { type Row, TaskRow } from '../tasks/task-row.tsx'
import { VerifyNotice } from '../session/verify.tsx'
import {
  bodyOf,
  redirectTo,
  lacksSecondFactor,
  type Me,
  noProblems,
  type Page,
  type Problems,
  problemsOf,
  pageErrorOf,
  type Visit,
} from '../kit/visit.ts'

type Counters = { members: number; projects: number; open_tasks: number }
export type Organization = {
  id: string
  name: string
  slug: string
  role: string
  status: string
  counters: Counters
}
type Task = Row & { project: { name: string } | null }
type Work = {
  items: Task[]
  total: number
  counters: { overdue: number; due_today: number; due_this_week: number; blocked: number }
}
type OrganizationWork = {
  organization: Organization
  work: Work | 'unknown' | 'suspended' | 'needs_second_factor'
  currentWork?: CurrentWork | undefined
}

/** Organizations whose work is fetched for one page; the others are listed without it. */
const maxLookedUp = 12
/** Organizations whose sprint and board are shown. */
const maxDetailed = 3

export const organizationsOf = (visit: Visit, back = visit.here): Promise<Organization[]> =>
  allOf<Organization>({ ...visit, here: back }, '/api/v1/organizations')

export const showDashboard: Page = (visit) => dashboard(visit, noProblems)

export const createOrganization: Page = async (visit) => {
  const { name = '', once, zone } = visit.form
  const reply = await visit.api.call<Organization>('POST', '/api/v1/organizations', {
    body: { name, ...(isTimezone(zone ?? '') && { timezone: zone }) },
    headers: once ? { 'idempotency-key': once } : {},
  })
  if (reply.status === 422 || reply.status === 409)
    return dashboard(visit, problemsOf(reply, ['name']), reply.status)
  return redirectTo(`/organizations/${bodyOf(reply, '/dashboard').slug}`)
}

type Found = { id: string } & Pick<OrganizationWork, 'work' | 'currentWork'>

async function dashboard(visit: Visit, problems: Problems, status?: number): Promise<Response> {
  const { person, parts } = await forPerson(visit, (homes) =>
    Promise.all([
      organizationsOf(visit, '/dashboard'),
      Promise.all(
        homes.slice(0, maxLookedUp).map(async ({ id }, at): Promise<Found> => {
          const workDetails = at < maxDetailed ? currentWorkIn(visit, id) : Promise.resolve(undefined)
          const [work, currentWork] = await Promise.all([workIn(visit, id), workDetails])
          return { id, work, currentWork }
        }),
      ),
    ]),
  )
  const [organizations, works] = parts
  const [first, rest] = [organizations.slice(0, maxLookedUp), organizations.slice(maxLookedUp)]
  const cards = first.map((organization): OrganizationWork => {
    if (organization.status === 'suspended') return { organization, work: 'suspended' }
    const found = works.find(({ id }) => id === organization.id)
    if (!found) {
      const lacksFactor = person.organizations.some(
        (one) => one.id === organization.id && one.second_factor_missing,
      )
      return { organization, work: lacksFactor ? 'needs_second_factor' : 'unknown' }
    }
    const { work, currentWork } = found
    return { organization, work, currentWork: organization.counters.projects > 0 ? currentWork : undefined }
  })
  return show(
    visit,
    { title: 'Dashboard', me: person, status },
    <>
      <VerifyNotice visit={visit} person={person} />
      {organizations.length ? (
        <Overview visit={visit} cards={cards} rest={rest} problems={problems} />
      ) : (
        <Welcome visit={visit} person={person} problems={problems} />
      )}
    </>,
  )
}

const noWork: Work = {
  items: [],
  total: 0,
  counters: { overdue: 0, due_today: 0, due_this_week: 0, blocked: 0 },
}

const partIn = (visit: Visit, id: string) =>
  partOf(visit, '/dashboard', `from_${id.slice(-8)}`, 5, `org-${id}`)

async function workIn(visit: Visit, id: string): Promise<Work | 'unknown' | 'needs_second_factor'> {
  const reply = await visit.api.call<Work>(
    'GET',
    `/api/v1/organizations/${id}/my-work?${partIn(visit, id).query}`,
  )
  if (reply.status === 404) return noWork
  if (lacksSecondFactor(reply)) return 'needs_second_factor'
  if (reply.status === 429 || reply.status >= 500) return 'unknown'
  if (reply.status !== 200) throw pageErrorOf(reply)
  return reply.body
}

type Shown = { visit: Visit; problems: Problems }

const Overview: FC<Shown & { cards: OrganizationWork[]; rest: Organization[] }> = ({
  visit,
  cards,
  rest,
  problems,
}) => (
  <>
    <div>
      <h1>Dashboard</h1>
      <p class="lead">Your organizations, and what is open for you in each.</p>
    </div>
    {cards.map((card) => (
      <OrganizationCard {...card} part={partIn(visit, card.organization.id)} />
    ))}
    {rest.length ? (
      <section class="card" aria-labelledby="more">
        <h2 id="more">More organizations</h2>
        <ul class="rows">
          {rest.map((organization) => (
            <li>
              <Head organization={organization} />
            </li>
          ))}
        </ul>
      </section>
    ) : null}
    <details class="more card" open={problems !== noProblems}>
      <summary>New organization</summary>
      <OrganizationForm visit={visit} problems={problems} />
    </details>
  </>
)

const Welcome: FC<Shown & { person: Me }> = ({ visit, person, problems }) => (
  <>
    <div>
      <h1>Welcome, {person.name}</h1>
      <p class="lead">
        Work lives in organizations. Create your own, or ask a colleague to invite {person.email}.
      </p>
    </div>
    <section class="card" aria-labelledby="begin">
      <h2 id="begin">Create an organization</h2>
      <OrganizationForm visit={visit} problems={problems} />
    </section>
  </>
)

const OrganizationForm: FC<Shown> = ({ visit, problems }) => (
  <form class="stack" method="post" action="/dashboard" novalidate>
    <Hidden fields={{ once: uuidv7() }} />
    <BrowserZone />
    <Summary problems={problems} labels={{ name: 'Name' }} />
    <Field
      name="name"
      label="Name"
      values={visit.form}
      problems={problems}
      autocomplete="organization"
      hint="You become its owner and can invite others."
    />
    <button class="primary">Create organization</button>
  </form>
)

const OrganizationCard: FC<OrganizationWork & { part: Part }> = ({
  organization,
  work,
  currentWork,
  part,
}) => (
  <section class="card stack" aria-labelledby={`org-${organization.id}`}>
    <Head organization={organization} />
    {work === 'suspended' ? (
      <Suspended />
    ) : work === 'needs_second_factor' ? (
      <Notice kind="warn" title="A second factor is needed">
        <p>
          This organization requires one. Turn it on in <a href="/account#second-factor">your account</a>, and
          your work appears here.
        </p>
      </Notice>
    ) : work === 'unknown' ? (
      <Notice kind="warn">
        <p>Your work here could not be looked up right now. Load the page again in a moment.</p>
      </Notice>
    ) : work.total === 0 ? (
      <NoOpenTasks organization={organization} />
    ) : (
      <WorkList work={work} org={organization.slug} part={part} />
    )}
    {currentWork ? <CurrentWorkSection currentWork={currentWork} org={organization.slug} /> : null}
  </section>
)

/** Shown to members of a suspended organization instead of their work. */
export const Suspended: FC = () => (
  <Notice kind="warn" title="This organization is suspended">
    <p>
      Nothing can be read or changed here, and its keys, links and automations are paused. All work is kept
      and comes back unchanged when the suspension ends. Its owners can contact the support of this service.
    </p>
  </Notice>
)

const Head: FC<{ organization: Organization }> = ({
  organization: { id, name, slug, role, status, counters },
}) => (
  <div>
    <div class="head">
      <h2 id={`org-${id}`}>
        <a class="title" href={`/organizations/${slug}`}>
          {name}
        </a>
      </h2>
      <span class="marks">
        {status === 'suspended' ? <Badge kind="warn">suspended</Badge> : null}
        <Badge kind="accent">{role}</Badge>
      </span>
    </div>
    <p class="facts">
      <span>{count(counters.members, 'member')}</span>
      <span>{count(counters.projects, 'project')}</span>
      <span>{count(counters.open_tasks, 'open task')}</span>
    </p>
  </div>
)

const NoOpenTasks: FC<{ organization: Organization }> = ({ organization: { counters } }) => (
  <p class="muted">
    {counters.open_tasks || counters.projects
      ? 'Nothing open is assigned to you here. '
      : 'There is no work here yet. Open the organization to start a project, or ask your assistant to. '}
    <a href="/connect">Connect an assistant</a>
  </p>
)

const WorkList: FC<{ work: Work; org: string; part: Part }> = ({
  work: { items, total, counters },
  org,
  part,
}) => (
  <>
    <ul class="tally" aria-label="Your open tasks">
      <Tally n={total} what="open" />
      <Tally n={counters.overdue} what="overdue" kind="bad" />
      <Tally n={counters.due_today} what="due today" kind="warn" />
      <Tally n={counters.due_this_week} what="due this week" />
      <Tally n={counters.blocked} what="blocked" kind="warn" />
    </ul>
    <ul class="rows">
      {items.map((task) => (
        <TaskRow task={task} org={org} aside={task.project?.name} />
      ))}
    </ul>
    {part.pager(total)}
  </>
)

const Tally: FC<{ n: number; what: string; kind?: 'bad' | 'warn' }> = ({ n, what, kind }) =>
  n || what === 'open' ? (
    <li class={n ? kind : undefined}>
      <strong>{n.toLocaleString('en')}</strong> {what}
    </li>
  ) : null
