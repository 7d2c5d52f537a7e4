import type { FC } from 'hono/jsx'
import { uuidv7 } from '../kit/id.ts'
import { type PendingInvitation, Invitations } from './invitations.tsx'
import type { Reply } from './client.ts'
import { show } from './layout.tsx'
import { type Member, Members } from './members.tsx'
import { Badge, count, Field, Hidden, Saved, Summary } from './parts.tsx'
import {
  type Home,
  isAtLeast,
  type OrganizationContext,
  organizationContext,
} from './organization-context.ts'
import { bodyOf, redirectTo, noProblems, type Page, type Problems, problemsOf, type Visit } from './visit.ts'
import { Day } from './time.tsx'

type Project = { key: string; name: string; progress: { done: number; total: number } }
type Document = { id: string; title: string; updated_at: string }
type Listed<T> = { items: T[]; total: number }
type Parts = {
  members: Listed<Member>
  projects: Listed<Project>
  documents: Listed<Document>
  invited?: Listed<PendingInvitation> | undefined
}
/** The form that failed, or the invitation link, which is shown only once. */
type Outcome = {
  problems: Problems
  form?: 'project' | 'document' | 'invitation' | 'role'
  link?: string | null
}
type Shown = OrganizationContext & { visit: Visit; parts: Parts; outcome: Outcome }

const membersPerPage = 25
const offsetOf = ({ query }: Visit) => Math.min(100_000, Math.max(0, Math.floor(Number(query.offset)) || 0))

export const showOrganization: Page = (visit) => page(visit, { problems: noProblems })

async function page(visit: Visit, outcome: Outcome, status?: number) {
  const { parts, ...place } = await organizationContext(visit, async (at, home) => {
    const get = async <T,>(path: string) =>
      bodyOf(await visit.api.call<Listed<T>>('GET', at + path), visit.here)
    const [members, projects, documents, invited] = await Promise.all([
      get<Member>(`/members?limit=${membersPerPage}&offset=${offsetOf(visit)}&status=active`),
      get<Project>('/projects?limit=100'),
      get<Document>('/documents?limit=10'),
      isAtLeast(home, 'admin') ? get<PendingInvitation>('/invitations?limit=50&status=pending') : undefined,
    ])
    return { members, projects, documents, invited }
  })
  return show(
    visit,
    { title: place.home.name, me: place.person, zone: place.home.timezone, status },
    <Content {...place} visit={visit} parts={parts} outcome={outcome} />,
  )
}

const hrefOf = ({ home }: OrganizationContext) => `/organizations/${home.slug}`

export const createProject: Page = async (visit) => {
  const place = await organizationContext(visit)
  const { once = '', name = '', key = '' } = visit.form
  const reply = await visit.api.call<{ key: string }>('POST', `${place.at}/projects`, {
    body: { name, ...(key.trim() ? { key: key.trim().toUpperCase() } : {}) },
    headers: once ? { 'idempotency-key': once } : {},
  })
  if ([403, 409, 422].includes(reply.status))
    return page(visit, { problems: problemsOf(reply, ['name', 'key']), form: 'project' }, reply.status)
  return redirectTo(`/projects/${bodyOf(reply, visit.here).key}?org=${place.home.slug}`)
}

/** Sends an invitation. The link is shown once; reloading the page does not show it again. */
export const invite: Page = async (visit) => {
  const place = await organizationContext(visit)
  const { once = '', email = '', role = '' } = visit.form
  const reply = await visit.api.call<{ accept_url: string | null }>('POST', `${place.at}/invitations`, {
    body: { email, role },
    headers: once ? { 'idempotency-key': once } : {},
  })
  if ([403, 409, 422].includes(reply.status))
    return page(visit, { problems: problemsOf(reply, ['email', 'role']), form: 'invitation' }, reply.status)
  const { accept_url } = bodyOf(reply, visit.here)
  visit.form = {}
  return page(visit, { problems: noProblems, link: accept_url })
}

export const revokeInvitation: Page = async (visit) => {
  const place = await organizationContext(visit)
  const id = encodeURIComponent(visit.form.id ?? '')
  bodyOf(await visit.api.call('DELETE', `${place.at}/invitations/${id}`), visit.here)
  return redirectTo(`${hrefOf(place)}?done=saved`)
}

/** Creates a document in the organization's wiki and opens it. */
export const createDocument: Page = async (visit) => {
  const place = await organizationContext(visit)
  const { once = '', title = '' } = visit.form
  const reply = await visit.api.call<{ id: string }>('POST', `${place.at}/documents`, {
    body: { title },
    headers: once ? { 'idempotency-key': once } : {},
  })
  if ([403, 409, 422].includes(reply.status))
    return page(visit, { problems: problemsOf(reply, ['title']), form: 'document' }, reply.status)
  return redirectTo(`/documents/${bodyOf(reply, visit.here).id}?org=${place.home.slug}`)
}

export const changeRole: Page = async (visit) => {
  const place = await organizationContext(visit)
  const { id = '', role = '' } = visit.form
  const body = { role }
  return afterMemberChange(visit, place, await visit.api.call('PATCH', memberAt(place, id), { body }))
}

export const removeMember: Page = async (visit) => {
  const place = await organizationContext(visit)
  const { id = '', successor } = visit.form
  const body = successor ? { reassign_tasks_to: successor } : {}
  return afterMemberChange(visit, place, await visit.api.call('DELETE', memberAt(place, id), { body }))
}

export const leave: Page = async (visit) => {
  const place = await organizationContext(visit)
  const reply = await visit.api.call('POST', `${place.at}/leave`)
  return reply.status < 300 ? redirectTo('/dashboard') : afterMemberChange(visit, place, reply)
}

const memberAt = ({ at }: OrganizationContext, id: string) => `${at}/members/${encodeURIComponent(id)}`

async function afterMemberChange(visit: Visit, place: OrganizationContext, reply: Reply) {
  if ([403, 409, 422].includes(reply.status))
    return page(visit, { problems: problemsOf(reply, []), form: 'role' }, reply.status)
  bodyOf(reply, visit.here)
  return redirectTo(`${hrefOf(place)}?done=saved`)
}

const Content: FC<Shown> = (shown) => {
  const { visit, home, parts, outcome } = shown
  return (
    <>
      <div>
        <h1>{home.name}</h1>
        <p class="facts">
          <Badge kind="accent">{home.role}</Badge>
          <span>{count(parts.members.total, 'member')}</span>
        </p>
      </div>
      <OrganizationTabs home={home} here={hrefOf(shown)} />
      <Saved visit={visit} />
      {outcome.form ? <Summary problems={outcome.problems} labels={labels} /> : null}
      <Projects {...shown} />
      <Documents {...shown} />
      <Members
        members={parts.members}
        me={shown.person.id}
        home={home}
        at={hrefOf(shown)}
        offset={offsetOf(visit)}
        size={membersPerPage}
        removing={visit.query.remove}
      />
      {parts.invited ? (
        <Invitations
          invited={parts.invited.items}
          ownRole={home.role}
          link={outcome.link}
          {...formOf(shown, 'invitation')}
        />
      ) : null}
    </>
  )
}

const labels = { name: 'Name', key: 'Key', title: 'Title', email: 'E-mail address', role: 'Role' }

/** Links to the other pages of the organization that the reader may open. */
const OrganizationTabs: FC<{ home: Home; here: string }> = ({ home, here }) => (
  <nav aria-label="Organization">
    <ul class="tabs">
      <li>
        <a href={`${here}/roadmap`}>Roadmap</a>
      </li>
      {isAtLeast(home, 'manager') ? (
        <li>
          <a href={`${here}/invoices`}>Invoices</a>
        </li>
      ) : null}
      {isAtLeast(home, 'member')
        ? ['Tickets', 'Deals', 'Leads', 'Clients', 'Expenses'].map((one) => (
            <li>
              <a href={`${here}/${one.toLowerCase()}`}>{one}</a>
            </li>
          ))
        : null}
      {isAtLeast(home, 'manager') ? (
        <li>
          <a href={`${here}/contracts`}>Contracts</a>
        </li>
      ) : null}
      {isAtLeast(home, 'admin') ? (
        <>
          <li>
            <a href={`${here}/settings`}>Settings</a>
          </li>
          <li>
            <a href={`/settings/keys?org=${home.id}`}>API keys</a>
          </li>
          <li>
            <a href={`${here}/audit`}>Audit log</a>
          </li>
        </>
      ) : null}
    </ul>
  </nav>
)

/** The state of a form: what was entered and its errors, if this form was submitted. */
const formOf = ({ visit, outcome, ...place }: Shown, form: Outcome['form']) => ({
  at: hrefOf(place),
  once: uuidv7(),
  open: outcome.form === form,
  values: outcome.form === form ? visit.form : {},
  problems: outcome.form === form ? outcome.problems : noProblems,
})

const Projects: FC<Shown> = (shown) => {
  const { home, parts } = shown
  return (
    <section class="card stack" aria-labelledby="projects">
      <h2 id="projects">
        {parts.projects.total ? count(parts.projects.total, 'project') : 'No project yet'}
      </h2>
      <ul class="rows">
        {parts.projects.items.map(({ key, name, progress }) => (
          <li class="task">
            <span class="key mono">{key}</span>
            <a class="title grow" href={`/projects/${key}?org=${home.slug}`}>
              {name}
            </a>
            <span class="muted small">{`${progress.done} of ${progress.total} done`}</span>
          </li>
        ))}
      </ul>
      {isAtLeast(home, 'manager') ? <NewProject {...formOf(shown, 'project')} /> : null}
    </section>
  )
}

const NewProject: FC<ReturnType<typeof formOf>> = ({ at, once, open, ...shared }) => (
  <details class="more" open={open}>
    <summary>New project</summary>
    <form class="stack" method="post" action={`${at}/projects`} novalidate>
      <Hidden fields={{ once }} />
      <Field {...shared} name="name" label={labels.name} maxlength={120} />
      <Field
        {...shared}
        name="key"
        label={labels.key}
        optional
        maxlength={10}
        hint="Two to ten letters that the keys of its tasks begin with, such as WEB."
      />
      <button class="primary">Create project</button>
    </form>
  </details>
)

const Documents: FC<Shown> = (shown) => {
  const { home, parts } = shown
  const may = isAtLeast(home, 'member')
  if (!parts.documents.total && !may) return null
  return (
    <section class="card stack" aria-labelledby="documents">
      <h2 id="documents">{parts.documents.total ? 'Latest documents' : 'No document yet'}</h2>
      <ul class="rows">
        {parts.documents.items.map(({ id, title, updated_at }) => (
          <li class="head">
            <a href={`/documents/${id}?org=${home.slug}`}>{title}</a>
            <span class="muted small">
              <Day at={updated_at} />
            </span>
          </li>
        ))}
      </ul>
      {may ? <NewDocument {...formOf(shown, 'document')} /> : null}
    </section>
  )
}

const NewDocument: FC<ReturnType<typeof formOf>> = ({ at, once, open, ...shared }) => (
  <details class="more" open={open}>
    <summary>New document</summary>
    <form class="stack" method="post" action={`${at}/documents`} novalidate>
      <Hidden fields={{ once }} />
      <Field {...shared} name="title" label={labels.title} maxlength={200} />
      <button class="primary">Create document</button>
    </form>
  </details>
)
