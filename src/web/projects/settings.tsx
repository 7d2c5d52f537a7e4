import type { FC } from 'hono/jsx'
import { membersOf } from '../deals/deal-parts.tsx'
import { readAll, together } from '../kit/all-of.ts'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { mayCall, type Schemas } from '../kit/operations.ts'
import { type ObjectFetching, objectPage, type PartsOf, type Shown } from '../kit/page.tsx'
import { ListSection } from '../kit/rows.tsx'
import { count, say } from '../kit/say.ts'
import { inWords } from '../kit/words.ts'

type Project = Schemas['Project']
const partsOf = async ({ read, organization }: ObjectFetching<'getProject'>) =>
  together({
    members: mayCall(organization, 'listMembers') ? membersOf(read) : [],
    clients: mayCall(organization, 'listClients') ? readAll(read, 'listClients') : [],
    roles: read('listProjectMembers').then(({ items }) => items),
    columns: read('listColumns').then(({ items }) => items),
    currency: read('getOrganization').then(({ currency }) => currency),
  })
type Parts = PartsOf<typeof partsOf>
type ShownProject = Shown<Project, Parts>

const general = bodyFields('ProjectChange', {
  name: { label: 'Name', wide: true },
  key: { label: 'Key', hint: 'Begins the keys of its tasks; old keys lead to the new ones.' },
  status: 'Status',
  visibility: {
    label: 'Who may see it',
    choices: [
      ['organization', 'everyone in the organization'],
      ['private', 'its members, admins and owners'],
    ],
  },
  lead_user_id: { label: 'Led by', none: 'Nobody' },
  client_id: 'Client',
  start_date: 'First day',
  target_date: { label: 'Target', hint: 'When it should be finished.' },
  estimate_unit: 'Tasks are estimated in',
  budget_minutes: { label: 'Planned effort', hint: 'In minutes.' },
  budget_minor: { label: 'Budget', hint: 'Such as 12000.00, in the currency of the organization.' },
  hourly_rate_minor: { label: 'Rate an hour', hint: 'Such as 90.00.' },
  description: 'Description',
})
const column = {
  name: 'Name',
  status: 'Its cards are',
  wip_limit: { label: 'Most cards', hint: 'Empty for any number.' },
} as const
/** The settings of a project: what it is, its columns and its members. */
export default objectPage<'getProject', Parts>({
  at: '/projects/:key/settings',
  of: 'getProject',
  noun: 'project',
  under: ({ slug }, { key, name }) => [[name, `/projects/${key}?org=${slug}`]],
  title: () => say('Project settings'),
  parts: partsOf,
  forms: {
    change: calling('updateProject', {
      fields: general,
      to: ({ organization }, { key }) => `/projects/${key}/settings?org=${organization.slug}&done=saved`,
    }),
    archive: calling('archiveProject', {
      verb: 'Archive',
      warning: 'Its tasks take no changes until it is restored.',
    }),
    unarchive: calling('unarchiveProject', { verb: 'Restore from the archive' }),
    delete: calling('deleteProject', {
      warning: 'It goes to the trash with its tasks and documents.',
      to: ({ organization }) => `/organizations/${organization.slug}?done=saved`,
    }),
    'add-column': calling('createColumn', {
      title: 'Add a column',
      verb: 'Add column',
      fields: bodyFields('BoardColumnDraft', column),
    }),
    'change-column': calling('updateColumn', {
      fields: bodyFields('BoardColumnChange', column),
    }),
    'drop-column': calling('deleteColumn', {
      title: 'Delete the column',
      verb: 'Delete column',
      fields: bodyFields('BoardColumnChange', {}, { move_to: { label: 'Its cards move to', choices: [] } }),
      query: ['move_to'],
    }),
    'drop-member': calling('deleteProjectMember', { verb: 'Remove', warning: 'The tasks stay assigned.' }),
    'add-member': calling('setProjectMember', {
      title: 'Add a member or change a role',
      verb: 'Save role',
      fields: bodyFields(
        'ProjectMemberRole',
        { role: 'Role in the project' },
        { user_id: { label: 'Member', type: 'choice', choices: [] } },
      ),
    }),
  },
  Content: (shown) => {
    const { object: project, parts, form } = shown
    return (
      <>
        {project.archived_at ? null : <General {...shown} />}
        <Columns {...shown} />
        <People {...shown} />
        <div class="buttons">
          {project.archived_at ? form('unarchive') : form('archive', { about: project.name })}
          {form('delete', { about: project.name })}
        </div>
        {parts.columns.length ? null : <p class="muted">{say('The board has no column.')}</p>}
      </>
    )
  },
})

const General: FC<ShownProject> = ({ form, parts }) => {
  const shown = form('change', {
    currency: parts.currency,
    choices: { lead_user_id: parts.members, client_id: parts.clients },
  })
  return shown ? <section class="card">{shown}</section> : null
}

const Columns: FC<ShownProject> = (shown) => {
  const { form, object: project, parts } = shown
  const others = (id: string) => parts.columns.filter((one) => one.id !== id)
  return (
    <ListSection
      id="columns"
      title={say('Columns of the board')}
      of={parts.columns}
      line={(one) => ({
        title: one.name,
        facts: [
          inWords(one.status),
          count(one.count, 'card'),
          one.wip_limit && say('at most {wip_limit}', { wip_limit: one.wip_limit }),
        ],
        forms: project.archived_at
          ? []
          : [
              form('change-column', { of: one }),
              form('drop-column', { of: one, choices: { move_to: others(one.id) } }),
            ],
      })}
      shown={shown}
    >
      {project.archived_at ? null : form('add-column')}
    </ListSection>
  )
}

const People: FC<ShownProject> = ({ form, parts, object: project }) => (
  <ListSection
    id="people"
    title={count(parts.roles.length, 'member')}
    of={parts.roles}
    line={({ user_id, name, role, project_role }) => ({
      title: name,
      facts: [
        project_role ? inWords(project_role) : say('{role} of the organization', { role: inWords(role) }),
      ],
      marks:
        project_role && !project.archived_at && form('drop-member', { hidden: { user_id }, about: name }),
    })}
  >
    {project.archived_at
      ? null
      : form('add-member', { values: { role: 'contributor' }, choices: { user_id: parts.members } })}
  </ListSection>
)
