import type { FC } from 'hono/jsx'
import { together } from '../kit/all-of.ts'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { mayCall } from '../kit/operations.ts'
import { addressIn, type Fetching, organizationPage, type PartsOf, type Shown } from '../kit/page.tsx'
import { partOf, readPart } from '../kit/pager.tsx'
import { Badge, Section } from '../kit/parts.tsx'
import { Rows } from '../kit/rows.tsx'
import { count, say } from '../kit/say.ts'
import { Day } from '../kit/time.tsx'
import { Redirect } from '../kit/page-request.ts'
import { inWords } from '../kit/words.ts'
import { Invitations, invited } from './invitations.tsx'
import { memberForms, Members } from './members.tsx'

async function partsOf({ request, read, organization }: Fetching) {
  // The tree of documents has a page of its own, which this one led to before.
  if (request.query.documents) throw new Redirect(addressIn(organization, 'documents'))
  const part = (name: string, size: number, anchor: string) =>
    partOf(request, `/organizations/${organization.slug}`, name, size, anchor)
  const invited = part('invitations_from', 25, 'invitations')
  return together({
    projects: readPart(read, 'listProjects', part('projects_from', 50, 'projects')),
    documents: read('listDocuments', { limit: 10 }),
    members: readPart(read, 'listMembers', part('offset', 25, 'members'), { status: 'active' }),
    invitations: mayCall(organization, 'listInvitations')
      ? readPart(read, 'listInvitations', invited, { status: 'pending' })
      : undefined,
  })
}
type Parts = PartsOf<typeof partsOf>
export type ShownOrganization = Shown<null, Parts>

/** An organization: its projects and latest documents, its members, and who is invited. */
export default organizationPage<Parts>({
  at: '/organizations/:slug',
  title: ({ name }) => name,
  parts: partsOf,
  forms: {
    project: calling('createProject', {
      title: 'New project',
      verb: 'Create project',
      fields: bodyFields('ProjectDraft', {
        name: 'Name',
        key: { label: 'Key', hint: 'Two to ten letters that the keys of its tasks begin with, such as WEB.' },
      }),
      also: (_, __, { key }) => (typeof key === 'string' ? { key: key.toUpperCase() } : {}),
      to: ({ organization }, { key }) => `/projects/${key}?org=${organization.slug}`,
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
      to: (_, { accept_url, warnings }, again) => again(invited(accept_url, warnings)),
    }),
    resend: calling('resendInvitation', {
      verb: 'Send again',
      to: (_, { accept_url, warnings }, again) => again(invited(accept_url, warnings)),
    }),
    withdraw: calling('deleteInvitation', { verb: 'Withdraw', warning: 'Its link stops working at once.' }),
    ...memberForms,
  },
  Content: (shown) => (
    <>
      <p class="facts">
        <Badge kind="accent">{inWords(shown.organization.role)}</Badge>
        <span>{count(shown.parts.members.total, 'member')}</span>
      </p>
      <Projects {...shown} />
      <Documents {...shown} />
      <Members {...shown} />
      <Invitations {...shown} />
    </>
  ),
})

const Projects: FC<ShownOrganization> = ({ organization, parts: { projects }, form }) => (
  <Section id="projects" title={projects.total ? count(projects.total, 'project') : say('No project yet')}>
    <ul class="rows">
      {projects.items.map(({ key, name, progress }) => (
        <li class="task">
          <span class="key mono">{key}</span>
          <a class="title grow" href={`/projects/${key}?org=${organization.slug}`}>
            {name}
          </a>
          <span class="muted small">
            {say('{done} of {total} done', { done: progress.done, total: progress.total })}
          </span>
        </li>
      ))}
    </ul>
    {projects.part.pager(projects.total)}
    {form('project')}
  </Section>
)

const Documents: FC<ShownOrganization> = (shown) => {
  const { organization, parts } = shown
  const { items, total } = parts.documents
  const mayCreate = mayCall(organization, 'createDocument')
  return total || mayCreate ? (
    <Section id="documents" title={total ? say('Latest documents') : say('No document yet')}>
      <Rows
        of={items}
        line={({ id, title, updated_at }) => ({
          id,
          to: `/documents/${id}?org=${organization.slug}`,
          title,
          marks: (
            <span class="muted small">
              <Day at={updated_at} />
            </span>
          ),
        })}
        shown={shown}
      />
      <p class="small marks">
        {total ? <a href={addressIn(organization, 'documents')}>{say('Show all as a tree')}</a> : null}
        {mayCreate ? <a href={addressIn(organization, 'documents?new=yes')}>{say('New document')}</a> : null}
      </p>
    </Section>
  ) : null
}
