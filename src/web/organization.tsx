import type { FC } from 'hono/jsx'
import { uuidv7 } from '../kit/id.ts'
import { type Invited, Invitations, roles } from './invitations.tsx'
import { show } from './layout.tsx'
import { Badge, count, Field, Hidden, Saved, Summary } from './parts.tsx'
import { type Home, type Person, personOf } from './place.ts'
import {
  bodyOf,
  goTo,
  noProblems,
  type Page,
  type Problems,
  problemsOf,
  Trouble,
  type Visit,
} from './visit.ts'
import { Day } from './time.tsx'

type Place = { person: Person; home: Home; at: string }
type Member = {
  user_id: string
  name: string
  email: string | null
  role: string
  last_seen_at: string | null
}
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
type Told = { problems: Problems; form?: 'project' | 'invitation' | 'role'; link?: string | null }
type Shown = Place & { visit: Visit; parts: Parts; told: Told }

const mayRule = (role: string) => ['admin', 'owner'].includes(role)

async function placeOf(visit: Visit): Promise<Place> {
  const person = await personOf(visit)
  const home = person.organizations.find(({ slug }) => slug === visit.c.req.param('slug'))
  if (!home)
    throw new Trouble(404, 'No such organization', 'You do not belong to an organization of this name.')
  return { person, home, at: `/api/v1/organizations/${home.id}` }
}

export const showOrganization: Page = async (visit) =>
  page(visit, await placeOf(visit), { problems: noProblems })

async function page(visit: Visit, place: Place, told: Told, status?: number) {
  const get = async <T,>(path: string) =>
    bodyOf(await visit.api.call<Listed<T>>('GET', place.at + path), visit.here)
  const [members, projects, documents, invited] = await Promise.all([
    get<Member>('/members?limit=200&status=active'),
    get<Project>('/projects?limit=100'),
    get<Document>('/documents?limit=10'),
    mayRule(place.home.role) ? get<Invited>('/invitations?limit=50&status=pending') : undefined,
  ])
  const parts = { members, projects, documents, invited }
  return show(
    visit,
    { title: place.home.name, me: place.person, status },
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
    return page(visit, place, { problems: problemsOf(reply, ['name', 'key']), form: 'project' }, reply.status)
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
    return page(
      visit,
      place,
      { problems: problemsOf(reply, ['email', 'role']), form: 'invitation' },
      reply.status,
    )
  const { accept_url } = bodyOf(reply, visit.here)
  visit.form = {}
  return page(visit, place, { problems: noProblems, link: accept_url })
}

export const revokeInvitation: Page = async (visit) => {
  const place = await placeOf(visit)
  const id = encodeURIComponent(visit.form.id ?? '')
  bodyOf(await visit.api.call('DELETE', `${place.at}/invitations/${id}`), visit.here)
  return goTo(`${hrefOf(place)}?done=saved`)
}

export const changeRole: Page = async (visit) => {
  const place = await placeOf(visit)
  const { id = '', role = '' } = visit.form
  const reply = await visit.api.call('PATCH', `${place.at}/members/${encodeURIComponent(id)}`, {
    body: { role },
  })
  if ([403, 409, 422].includes(reply.status))
    return page(visit, place, { problems: problemsOf(reply, ['role']), form: 'role' }, reply.status)
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
      <Saved visit={visit} />
      {told.form ? <Summary problems={told.problems} labels={labels} /> : null}
      <Projects {...shown} />
      <Documents documents={parts.documents} org={home.slug} />
      <Members {...shown} />
      {parts.invited ? (
        <Invitations invited={parts.invited.items} link={told.link} {...formOf(shown, 'invitation')} />
      ) : null}
    </>
  )
}

const labels = { name: 'Name', key: 'Key', email: 'E-mail address', role: 'Role' }

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
      {['manager', 'admin', 'owner'].includes(home.role) ? (
        <NewProject {...formOf(shown, 'project')} />
      ) : null}
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

const Documents: FC<{ documents: Listed<Document>; org: string }> = ({ documents, org }) =>
  documents.total ? (
    <section class="card" aria-labelledby="documents">
      <h2 id="documents">Latest documents</h2>
      <ul class="rows">
        {documents.items.map(({ id, title, updated_at }) => (
          <li class="head">
            <a href={`/documents/${id}?org=${org}`}>{title}</a>
            <span class="muted small">
              <Day at={updated_at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  ) : null

const Members: FC<Shown> = ({ home, person, parts, ...rest }) => (
  <section class="card" aria-labelledby="members">
    <h2 id="members">Members</h2>
    <ul class="rows">
      {parts.members.items.map((member) => (
        <li class="row">
          <div class="grow">
            <p class="title">{member.user_id === person.id ? `${member.name} (you)` : member.name}</p>
            <p class="facts">
              {member.email ? <span>{member.email}</span> : null}
              {member.last_seen_at ? (
                <span>
                  Last seen <Day at={member.last_seen_at} />
                </span>
              ) : null}
            </p>
          </div>
          {mayRule(home.role) && member.user_id !== person.id ? (
            <RoleForm member={member} at={hrefOf({ home, person, at: rest.at })} />
          ) : (
            <Badge>{member.role}</Badge>
          )}
        </li>
      ))}
    </ul>
  </section>
)

const RoleForm: FC<{ member: Member; at: string }> = ({ member: { user_id, name, role }, at }) => (
  <form class="doings" method="post" action={`${at}/members`}>
    <Hidden fields={{ id: user_id }} />
    <label class="hidden" for={`role-${user_id}`}>{`Role of ${name}`}</label>
    <select id={`role-${user_id}`} name="role">
      {roles.map((one) => (
        <option value={one} selected={one === role}>
          {one}
        </option>
      ))}
    </select>
    <button class="slim">Change role</button>
  </form>
)
