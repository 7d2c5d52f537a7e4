import type { FC } from 'hono/jsx'
import { isTimezone } from '../../shared/timezone.ts'
import { readAll, together } from '../kit/all-of.ts'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import type { Answer, Item, Read } from '../kit/operations.ts'
import { maxSearched, type Person } from '../kit/organization-context.ts'
import type { Shown } from '../kit/page.tsx'
import { type Part, partOf } from '../kit/pager.tsx'
import { Badge, BrowserZone, Notice, Section } from '../kit/parts.tsx'
import { memberPage, Suspended } from '../kit/person-page.tsx'
import { count, say } from '../kit/say.ts'
import { Moment } from '../kit/time.tsx'
import { lacksSecondFactor, PageError, type PageRequest } from '../kit/page-request.ts'
import { inWords } from '../kit/words.ts'
import { VerifyNotice } from '../session/verify.tsx'
import { TaskRow } from '../tasks/task-row.tsx'
import { type Workday, workdayIn, WorkdayLine } from '../working-hours/workday-card.tsx'
import { type CurrentWork, currentWorkIn, CurrentWorkSection } from './current-work.tsx'

type Organization = Item<'listOrganizations'>
type Work = Pick<Answer<'listMyWork'>, 'items' | 'total' | 'counters'>
type Missing = 'unknown' | 'suspended' | 'needs_second_factor'
type OrganizationWork = {
  organization: Organization
  work: Work | Missing
  currentWork?: CurrentWork | undefined
  workday?: Workday | undefined
}
type Found = { id: string } & Pick<OrganizationWork, 'work' | 'currentWork' | 'workday'>
type Parts = { organizations: Organization[]; works: Found[]; deleted: Organization[] }

/** Organizations whose sprint and board are shown. */
const maxDetailed = 3
const at = '/dashboard'

/** The organizations of a person, and what is open for them in each. */
export default memberPage<Parts>({
  at,
  title: ({ parts, person }) =>
    parts.organizations.length ? say('Dashboard') : say('Welcome, {name}', { name: person.name }),
  lead: (_, { parts, person }) =>
    parts.organizations.length
      ? say('Your organizations, and what is open for you in each.')
      : say('Work lives in organizations. Create your own, or ask a colleague to invite {email}.', {
          email: person.email,
        }),
  parts: async ({ request, read, organizations }) => {
    const looked = organizations.slice(0, maxSearched).map(async (organization, place): Promise<Found> => {
      const { id } = organization
      const [work, currentWork, workday] = await Promise.all([
        workIn(request, read, id),
        place < maxDetailed ? currentWorkIn(read, id) : undefined,
        place < maxDetailed ? workdayIn(read, organization) : undefined,
      ])
      return { id, work, currentWork, workday }
    })
    return together({
      organizations: readAll(read, 'listOrganizations'),
      deleted: readAll(read, 'listOrganizations', { deleted: true }),
      works: Promise.all(looked),
    })
  },
  forms: {
    '': calling('createOrganization', {
      title: 'New organization',
      verb: 'Create organization',
      fields: bodyFields('OrganizationDraft', {
        name: {
          label: 'Name',
          hint: 'You become its owner and can invite others.',
          autocomplete: 'organization',
          wide: true,
        },
      }),
      also: ({ zone }) => (isTimezone(zone ?? '') ? { timezone: zone } : {}),
      to: (_, { slug }) => `/organizations/${slug}`,
    }),
  },
  Content: (shown) => {
    const { request, person, parts } = shown
    return (
      <>
        <VerifyNotice request={request} person={person} />
        <Overview {...shown} />
        <Deleted of={parts.deleted} />
        <div class="card stack">
          {shown.form('', { below: <BrowserZone />, ...(!parts.organizations.length && { open: true }) })}
          <p>
            <a href="/organization-imports">{say('Import an organization that was exported')}</a>
          </p>
        </div>
      </>
    )
  },
})

const noWork: Work = {
  items: [],
  total: 0,
  counters: { overdue: 0, due_today: 0, due_this_week: 0, blocked: 0 },
}

const partIn = (request: PageRequest, id: string) =>
  partOf(request, at, `from_${id.slice(-8)}`, 5, `org-${id}`)

/** A person's work in an organization; the page is shown without it where it cannot be looked up. */
async function workIn(request: PageRequest, read: Read, id: string): Promise<Work | Missing> {
  return read('listMyWork', partIn(request, id).range, { org_id: id }).catch((error: unknown) => {
    if (!(error instanceof PageError && error.reply)) throw error
    if (error.status === 404) return noWork
    if (lacksSecondFactor(error.reply)) return 'needs_second_factor'
    if (error.status === 429 || error.status >= 500) return 'unknown'
    throw error
  })
}

function cardOf({ parts }: Props, person: Person, organization: Organization): OrganizationWork {
  const { id, status, counters } = organization
  if (status === 'suspended') return { organization, work: 'suspended' }
  const found = parts.works.find((one) => one.id === id)
  if (found) {
    const { work, workday } = found
    return { organization, work, workday, currentWork: counters.projects ? found.currentWork : undefined }
  }
  const isShut = person.organizations.some((one) => one.id === id && one.second_factor_missing)
  return { organization, work: isShut ? 'needs_second_factor' : 'unknown' }
}

type Props = Shown<null, Parts>
const Overview: FC<Props> = (shown) => {
  const { request, person, parts } = shown
  const rest = parts.organizations.slice(maxSearched)
  return (
    <>
      {parts.organizations.slice(0, maxSearched).map((one) => (
        <OrganizationCard {...cardOf(shown, person, one)} part={partIn(request, one.id)} />
      ))}
      {rest.length ? (
        <Section id="more" title={say('More organizations')}>
          <ul class="rows">
            {rest.map((organization) => (
              <li>
                <Head organization={organization} />
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
    </>
  )
}

/** What an owner can still take back. */
const Deleted: FC<{ of: Organization[] }> = ({ of }) =>
  of.length ? (
    <Section id="deleted" title={say('Deleted organizations')}>
      <ul class="rows">
        {of.map(({ id, name, purge_after }) => (
          <li>
            <a href={`/deleted-organizations/${id}`}>{name}</a>{' '}
            <span class="facts">
              {say('can be taken back until {at}', { at: <Moment at={purge_after ?? ''} /> })}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  ) : null

const OrganizationCard: FC<OrganizationWork & { part: Part }> = ({
  organization,
  work,
  currentWork,
  workday,
  part,
}) => (
  <section class="card stack" aria-labelledby={`org-${organization.id}`}>
    <Head organization={organization} />
    {workday ? <WorkdayLine workday={workday} org={organization.slug} /> : null}
    {work === 'suspended' ? (
      <Suspended />
    ) : work === 'needs_second_factor' ? (
      <Notice kind="warn" title={say('A second factor is needed')}>
        <p>
          {say('This organization requires one. Turn it on in {link}, and your work appears here.', {
            link: <a href="/account#second-factor">{say('your account')}</a>,
          })}
        </p>
      </Notice>
    ) : work === 'unknown' ? (
      <Notice kind="warn">
        <p>{say('Your work here could not be looked up right now. Load the page again in a moment.')}</p>
      </Notice>
    ) : work.total === 0 ? (
      <NoOpenTasks organization={organization} />
    ) : (
      <WorkList work={work} org={organization.slug} part={part} />
    )}
    {currentWork ? <CurrentWorkSection currentWork={currentWork} org={organization.slug} /> : null}
  </section>
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
        {status === 'suspended' ? <Badge kind="warn">{say('suspended')}</Badge> : null}
        <Badge kind="accent">{inWords(role)}</Badge>
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
      ? `${say('Nothing open is assigned to you here.')} `
      : `${say('There is no work here yet. Open the organization to start a project, or ask your assistant to.')} `}
    <a href="/connect">{say('Connect an assistant')}</a>
  </p>
)

const WorkList: FC<{ work: Work; org: string; part: Part }> = ({
  work: { items, total, counters },
  org,
  part,
}) => (
  <>
    <ul class="tally" aria-label={say('Your open tasks')}>
      <Tally n={total} what={say('open')} />
      <Tally n={counters.overdue} what={say('overdue')} kind="bad" />
      <Tally n={counters.due_today} what={say('due today')} kind="warn" />
      <Tally n={counters.due_this_week} what={say('due this week')} />
      <Tally n={counters.blocked} what={say('blocked')} kind="warn" />
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
