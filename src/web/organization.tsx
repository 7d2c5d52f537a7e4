import type { FC } from 'hono/jsx'
import { uuidv7 } from '../kit/id.ts'
import { type Invited, Invitations } from './invitations.tsx'
import type { Reply } from './client.ts'
import { show } from './layout.tsx'
import { type Member, Members } from './members.tsx'
import { Badge, count, Field, Hidden, Saved, Summary } from './parts.tsx'
import { type Home, isAtLeast, type Place, placeOf } from './place.ts'
import { bodyOf, goTo, noProblems, type Page, type Problems, problemsOf, type Visit } from './visit.ts'
import { Day } from './time.tsx'

type Project = { key: string; name: string; progress: { done: number; total: number } }
type Document = { id: string; title: string; updated_at: string }
type Listed<T> = { items: T[]; total: number }
type Parts = {
  members: Listed<Member>
  projects: Listed<Project>
  documents: Listed<Document>
  invited?: Listed<Invited> | undefined
}
/** The form that could not be done, and what it showed only once. */
type Told = {
  problems: Problems
  form?: 'project' | 'document' | 'invitation' | 'role'
  link?: string | null
}
type Shown = Place & { visit: Visit; parts: Parts; told: Told }

const mostMembers = 25
const offsetOf = ({ query }: Visit) => Math.min(100_000, Math.max(0, Math.floor(Number(query.offset)) || 0))

export const showOrganization: Page = (visit) => page(visit, { problems: noProblems })

async function page(visit: Visit, told: Told, status?: number) {
  const { parts, ...place } = await placeOf(visit, async (at, home) => {
    const get = async <T,>(path: string) =>
      bodyOf(await visit.api.call<Listed<T>>('GET', at + path), visit.here)
    const [members, projects, documents, invited] = await Promise.all([
      get<Member>(`/members?limit=${mostMembers}&offset=${offsetOf(visit)}&status=active`),
      get<Project>('/projects?limit=100'),
      get<Document>('/documents?limit=10'),
      isAtLeast(home, 'admin') ? get<Invited>('/invitations?limit=50&status=pending') : undefined,
    ])
    return { members, projects, documents, invited }
  })
  return show(
    visit,
    { title: place.home.name, me: place.person, zone: place.home.timezone, status },
    <Whole {...place} visit={visit} parts={parts} told={told} />,
  )
}

const hrefOf = ({ home }: Place) => `/organizations/${home.slug}`

export const createProject: Page = async (visit) => {
  const place = await placeOf(visit)
  const { once = '', name = '', key = '' } = visit.form
  const reply = await visit.api.call<{ key: string }>('POST', `${place.at}/projects`, {
    body: { name, ...(key.trim() ? { key: key.trim().toUpperCase() } : {}) },
    headers: once ? { 'idempotency-key': once } : {},
  })
  if ([403, 409, 422].includes(reply.status))
    return page(visit, { problems: problemsOf(reply, ['name', 'key']), form: 'project' }, reply.status)
  return goTo(`/projects/${bodyOf(reply, visit.here).key}?org=${place.home.slug}`)
}

/** Invites somebody. The link is shown once; to load the page again does not show it again. */
export const invite: Page = async (visit) => {
  const place = await placeOf(visit)
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
  const place = await placeOf(visit)
  const id = encodeURIComponent(visit.form.id ?? '')
  bodyOf(await visit.api.call('DELETE', `${place.at}/invitations/${id}`), visit.here)
  return goTo(`${hrefOf(place)}?done=saved`)
}

/** Begins a document in the wiki of the organization, and opens it to be written. */
export const createDocument: Page = async (visit) => {
  const place = await placeOf(visit)
  const { once = '', title = '' } = visit.form
  const reply = await visit.api.call<{ id: string }>('POST', `${place.at}/documents`, {
    body: { title },
    headers: once ? { 'idempotency-key': once } : {},
  })
  if ([403, 409, 422].includes(reply.status))
    return page(visit, { problems: problemsOf(reply, ['title']), form: 'document' }, reply.status)
  return goTo(`/documents/${bodyOf(reply, visit.here).id}?org=${place.home.slug}`)
}

export const changeRole: Page = async (visit) => {
  const place = await placeOf(visit)
  const { id = '', role = '' } = visit.form
  const body = { role }
  return changed(visit, place, await visit.api.call('PATCH', memberAt(place, id), { body }))
}

export const removeMember: Page = async (visit) => {
  const place = await placeOf(visit)
  const { id = '', heir } = visit.form
  const body = heir ? { reassign_tasks_to: heir } : {}
  return changed(visit, place, await visit.api.call('DELETE', memberAt(place, id), { body }))
}

export const leave: Page = async (visit) => {
  const place = await placeOf(visit)
  const reply = await visit.api.call('POST', `${place.at}/leave`)
  return reply.status < 300 ? goTo('/dashboard') : changed(visit, place, reply)
}

const memberAt = ({ at }: Place, id: string) => `${at}/members/${encodeURIComponent(id)}`

async function changed(visit: Visit, place: Place, reply: Reply) {
  if ([403, 409, 422].includes(reply.status))
    return page(visit, { problems: problemsOf(reply, []), form: 'role' }, reply.status)
  bodyOf(reply, visit.here)
  return goTo(`${hrefOf(place)}?done=saved`)
}

const Whole: FC<Shown> = (shown) => {
  const { visit, home, parts, told } = shown
  return (
    <>
      <div>
        <h1>{home.name}</h1>
        <p class="facts">
          <Badge kind="accent">{home.role}</Badge>
          <span>{count(parts.members.total, 'member')}</span>
        </p>
      </div>
      <Ways home={home} here={hrefOf(shown)} />
      <Saved visit={visit} />
      {told.form ? <Summary problems={told.problems} labels={labels} /> : null}
      <Projects {...shown} />
      <Documents {...shown} />
      <Members
        members={parts.members}
        me={shown.person.id}
        home={home}
        at={hrefOf(shown)}
        offset={offsetOf(visit)}
        size={mostMembers}
        leaving={visit.query.remove}
      />
      {parts.invited ? (
        <Invitations
          invited={parts.invited.items}
          own={home.role}
          link={told.link}
          {...formOf(shown, 'invitation')}
        />
      ) : null}
    </>
  )
}

const labels = { name: 'Name', key: 'Key', title: 'Title', email: 'E-mail address', role: 'Role' }

/** The other pages of the organization, as far as the reader may open them. */
const Ways: FC<{ home: Home; here: string }> = ({ home, here }) => (
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

/** What a form of the page shows: what was typed and wrong, if it was this form. */
const formOf = ({ visit, told, ...place }: Shown, form: Told['form']) => ({
  at: hrefOf(place),
  once: uuidv7(),
  open: told.form === form,
  values: told.form === form ? visit.form : {},
  problems: told.form === form ? told.problems : noProblems,
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
        hint="Two to ten letters that begin the keys of its tasks, such as WEB."
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
