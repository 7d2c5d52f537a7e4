import type { FC } from 'hono/jsx'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { Row } from '../kit/list-page.tsx'
import { type Answer, mayCall } from '../kit/operations.ts'
import { addressIn, organizationPage, type Shown } from '../kit/page.tsx'
import { type Part, partOf } from '../kit/pager.tsx'
import { Badge, count } from '../kit/parts.tsx'
import { Day } from '../kit/time.tsx'
import { Redirect } from '../kit/visit.ts'
import { Invitations, invited, type PendingInvitations } from './invitations.tsx'
import { memberForms, Members } from './members.tsx'

type Parts = {
  projects: Answer<'listProjects'> & { part: Part }
  documents: Answer<'listDocuments'>
  members: Answer<'listMembers'> & { part: Part }
  invitations: PendingInvitations | undefined
}
export type ShownOrganization = Shown<null, Parts>

/** An organization: its projects and latest documents, its members, and who is invited. */
export default organizationPage<Parts>({
  at: '/organizations/:slug',
  title: ({ name }) => name,
  parts: async ({ visit, read, home }) => {
    // The tree of documents has a page of its own, which this one led to before.
    if (visit.query.documents) throw new Redirect(addressIn(home, 'documents'))
    const part = (name: string, size: number, anchor: string) =>
      partOf(visit, `/organizations/${home.slug}`, name, size, anchor)
    const lists = {
      projects: part('projects_from', 50, 'projects'),
      members: part('offset', 25, 'members'),
      invitations: part('invitations_from', 25, 'invitations'),
    }
    const [projects, documents, members, invitations] = await Promise.all([
      read('listProjects', lists.projects.range),
      read('listDocuments', { limit: 10 }),
      read('listMembers', { ...lists.members.range, status: 'active' }),
      mayCall(home, 'listInvitations')
        ? read('listInvitations', { ...lists.invitations.range, status: 'pending' })
        : undefined,
    ])
    return {
      projects: { ...projects, part: lists.projects },
      documents,
      members: { ...members, part: lists.members },
      invitations: invitations && { ...invitations, part: lists.invitations },
    }
  },
  forms: {
    project: calling('createProject', {
      title: 'New project',
      verb: 'Create project',
      fields: bodyFields('ProjectDraft', {
        name: 'Name',
        key: { label: 'Key', hint: 'Two to ten letters that the keys of its tasks begin with, such as WEB.' },
      }),
      also: (_, __, { key }) => (typeof key === 'string' ? { key: key.toUpperCase() } : {}),
      to: ({ home }, { key }) => `/projects/${key}?org=${home.slug}`,
    }),
    invite: calling('createInvitation', {
      title: 'Invite somebody',
      verb: 'Invite',
      fields: bodyFields('InvitationDraft', {
        email: 'E-mail address',
        role: {
          label: 'Role',
          hint: 'Viewers read, members work on tasks, managers run projects, admins run the organization.',
        },
        message: { label: 'Message', hint: 'Stands in the mail.', wide: true },
      }),
      to: (_, { accept_url }, again) => again(invited(accept_url)),
    }),
    resend: calling('resendInvitation', {
      verb: 'Send again',
      to: (_, { accept_url }, again) => again(invited(accept_url)),
    }),
    withdraw: calling('deleteInvitation', { verb: 'Withdraw', warning: 'Its link stops working at once.' }),
    ...memberForms,
  },
  Content: (shown) => (
    <>
      <p class="facts">
        <Badge kind="accent">{shown.home.role}</Badge>
        <span>{count(shown.parts.members.total, 'member')}</span>
      </p>
      <Projects {...shown} />
      <Documents {...shown} />
      <Members {...shown} />
      <Invitations {...shown} />
    </>
  ),
})

const Projects: FC<ShownOrganization> = ({ home, parts: { projects }, form }) => (
  <section class="card stack" aria-labelledby="projects">
    <h2 id="projects">{projects.total ? count(projects.total, 'project') : 'No project yet'}</h2>
    <ul class="rows">
      {projects.items.map(({ key, name, progress }) => (
        <li class="task">
          <span class="key mono">{key}</span>
          <a class="title grow" href={`/projects/${key}?org=${home.slug}`}>
            {name}
          </a>
          <span class="muted small">{`${progress.done} of ${progress.total} done`}</span>
        </li>
      ))}
    </ul>
    {projects.part.pager(projects.total)}
    {form('project')}
  </section>
)

const Documents: FC<ShownOrganization> = (shown) => {
  const { home, parts } = shown
  const { items, total } = parts.documents
  const mayCreate = mayCall(home, 'createDocument')
  return total || mayCreate ? (
    <section class="card stack" aria-labelledby="documents">
      <h2 id="documents">{total ? 'Latest documents' : 'No document yet'}</h2>
      <ul class="rows">
        {items.map(({ id, title, updated_at }) => (
          <Row
            id={id}
            to={`/documents/${id}?org=${home.slug}`}
            title={title}
            marks={
              <span class="muted small">
                <Day at={updated_at} />
              </span>
            }
            shown={shown}
          />
        ))}
      </ul>
      <p class="small marks">
        {total ? <a href={addressIn(home, 'documents')}>Show all as a tree</a> : null}
        {mayCreate ? <a href={addressIn(home, 'documents?new=yes')}>New document</a> : null}
      </p>
    </section>
  ) : null
}
