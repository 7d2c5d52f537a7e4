import type { FC } from 'hono/jsx'
import { uuidv7 } from '../../kit/id.ts'
import { type PendingInvitation, Invitations } from './invitations.tsx'
import type { Reply } from '../kit/api.ts'
import { show } from '../kit/layout.tsx'
import { type Member, Members } from './members.tsx'
import {
  type Document,
  Documents,
  documentsPerPage,
  listLabels,
  type Project,
  Projects,
  projectsPerPage,
  type Tree,
} from './organization-lists.tsx'
import { offsetIn, Pager } from '../kit/pager.tsx'
import { Badge, count, Saved, Summary } from '../kit/parts.tsx'
import { isAtLeast, type OrganizationContext, organizationContext } from '../kit/organization-context.ts'
import {
  bodyOf,
  redirectTo,
  noProblems,
  type Page,
  type Problems,
  problemsOf,
  type Visit,
} from '../kit/visit.ts'

type Listed<T> = { items: T[]; total: number }
type Parts = {
  members: Listed<Member>
  projects: Listed<Project>
  documents: Listed<Document>
  tree: Tree | undefined
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
const invitationsPerPage = 25

export const showOrganization: Page = (visit) => page(visit, { problems: noProblems })

async function page(visit: Visit, outcome: Outcome, status?: number) {
  const { parts, ...place } = await organizationContext(visit, async (at, home) => {
    const get = async <T,>(path: string) =>
      bodyOf(await visit.api.call<Listed<T>>('GET', at + path), visit.here)
    const [members, projects, documents, tree, invited] = await Promise.all([
      get<Member>(`/members?limit=${membersPerPage}&offset=${offsetIn(visit, 'offset')}&status=active`),
      get<Project>(`/projects?limit=${projectsPerPage}&offset=${offsetIn(visit, 'projects_from')}`),
      get<Document>(`/documents?limit=${documentsPerPage}&offset=${offsetIn(visit, 'documents_from')}`),
      visit.query.documents === 'tree'
        ? visit.api.call<Tree>('GET', `${at}/documents/tree?depth=10`)
        : undefined,
      isAtLeast(home, 'admin')
        ? get<PendingInvitation>(
            `/invitations?limit=${invitationsPerPage}&offset=${offsetIn(visit, 'invitations_from')}&status=pending`,
          )
        : undefined,
    ])
    return { members, projects, documents, tree: tree && bodyOf(tree, visit.here), invited }
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
      <Saved visit={visit} />
      {outcome.form ? <Summary problems={outcome.problems} labels={labels} /> : null}
      <Projects
        visit={visit}
        home={home}
        projects={parts.projects}
        form={isAtLeast(home, 'manager') ? formOf(shown, 'project') : undefined}
      />
      <Documents
        visit={visit}
        home={home}
        documents={parts.documents}
        tree={parts.tree}
        form={isAtLeast(home, 'member') ? formOf(shown, 'document') : undefined}
      />
      <Members
        members={parts.members}
        me={shown.person.id}
        home={home}
        at={hrefOf(shown)}
        offset={offsetIn(visit, 'offset')}
        size={membersPerPage}
        removing={visit.query.remove}
      />
      {parts.invited ? <Invited {...shown} invited={parts.invited} /> : null}
    </>
  )
}

const Invited: FC<Shown & { invited: Listed<PendingInvitation> }> = ({ invited, ...shown }) => (
  <Invitations
    invited={invited.items}
    pager={
      <Pager
        at={hrefOf(shown)}
        query={{}}
        name="invitations_from"
        offset={offsetIn(shown.visit, 'invitations_from')}
        size={invitationsPerPage}
        total={invited.total}
      />
    }
    ownRole={shown.home.role}
    link={shown.outcome.link}
    {...formOf(shown, 'invitation')}
  />
)

const labels = { ...listLabels, email: 'E-mail address', role: 'Role' }

/** The state of a form: what was entered and its errors, if this form was submitted. */
const formOf = ({ visit, outcome, ...place }: Shown, form: Outcome['form']) => ({
  at: hrefOf(place),
  once: uuidv7(),
  open: outcome.form === form || visit.query.new === form,
  values: outcome.form === form ? visit.form : {},
  problems: outcome.form === form ? outcome.problems : noProblems,
})
