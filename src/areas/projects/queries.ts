import { type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { users } from '../../../db/schema/accounts.ts'
import { organizationMembers } from '../../../db/schema/organizations.ts'
import { projectFavorites, projectMembers, projects } from '../../../db/schema/projects.ts'
import { tasks } from '../../../db/schema/tasks.ts'
import {
  all,
  answer,
  any,
  type AnyColumn,
  contains,
  inOrg,
  insert,
  json,
  jsonb,
  me,
  one,
  page,
  roleLevel,
  type Ref,
  rejectStale,
  ensure,
  ensureFields,
  shape,
  update,
  visible,
} from '../../kit/sql.ts'
import { among, person } from '../../shared/people.ts'
import { member as activePerson, openClient, project as openProject } from '../../shared/references.ts'
import { referencesIn } from '../../kit/targets.ts'
import {
  type Paging,
  Project,
  type ProjectChange,
  type ProjectCopy,
  type ProjectDraft,
  type ProjectFilter,
  ProjectItem,
  ProjectMember,
} from './schemas.ts'

const live = sql`${projects.deleted_at} is null`
const myRole = sql`(select m.role from ${projectMembers} m where m.org_id = ${projects.org_id}
  and m.project_id = ${projects.id} and m.user_id = ${me})`
const leadsOnly = (column: AnyColumn) =>
  sql`case when ${roleLevel} >= 30 or ${myRole} = 'lead' then ${column} end`
const favorite = sql`exists (select from ${projectFavorites} f where f.org_id = ${projects.org_id}
  and f.project_id = ${projects.id} and f.user_id = ${me})`
const progress = sql`(select json_build_object('done', c.done, 'total', c.total,
    'percent', app.percentage(c.done, c.total))
    from (select count(*) filter (where t.status = 'done') as done,
      count(*) filter (where t.status <> 'cancelled') as total from ${tasks} t
    where t.org_id = ${projects.org_id} and t.project_id = ${projects.id} and t.deleted_at is null) c)`
const defaultSettings = JSON.stringify({
  enforce_blockers: false,
  wip_policy: 'warn',
  auto_archive_days: null,
  default_assignee_id: null,
})

const computed = { lead: person(projects.lead_user_id), progress, favorite }
const item = shape(ProjectItem, projects, computed)
const project = shape(Project, projects, {
  ...computed,
  role: myRole,
  settings: sql`${defaultSettings}::jsonb || ${projects.settings}`,
  budget_minor: leadsOnly(projects.budget_minor),
  hourly_rate_minor: leadsOnly(projects.hourly_rate_minor),
})

export const listProjects = (query: z.output<typeof ProjectFilter>) =>
  page(query, item, {
    where: all(
      inOrg(projects),
      live,
      visible(projects.id),
      query.archived ? sql`${projects.archived_at} is not null` : sql`${projects.archived_at} is null`,
      query.status && sql`${projects.status} in ${query.status}`,
      query.visibility && sql`${projects.visibility} = ${query.visibility}`,
      query.lead_id && among(projects.lead_user_id, query.lead_id),
      query.client_id && among(projects.client_id, query.client_id),
      query.q && any(contains(projects.name, query.q), contains(projects.key, query.q)),
      query.favorite !== undefined && sql`${favorite} = ${query.favorite}`,
    ),
    sorts: {
      name: sql`app.folded(${projects.name})`,
      key: projects.key,
      updated_at: projects.updated_at,
      target_date: projects.target_date,
    },
  })

export const getProject = (id: Ref) =>
  one(project, all(inOrg(projects), sql`${projects.id} = ${id}`, live, visible(projects.id)))

const row = (id: Ref) => all(inOrg(projects), sql`${projects.id} = ${id}`)
const column = (name: SQL, id: Ref) => sql`(select ${name} from ${projects} where ${row(id)})`

type Fields = z.output<typeof ProjectChange>

const refers = {
  lead_user_id: activePerson,
  client_id: openClient,
  'settings.default_assignee_id': activePerson,
  template_project_id: openProject,
}

/** Validates the fields of a project, against stored values if only one of the two dates is sent. */
const requireValid = (fields: Omit<Fields, 'version'>, id: Ref | null) => {
  const { start_date, target_date } = fields
  const day = (sent: string | null | undefined, name: SQL) =>
    sent !== undefined ? sql`${sent}::date` : id ? column(name, id) : sql`null::date`
  const [start, target] = [day(start_date, sql`start_date`), day(target_date, sql`target_date`)]
  return ensureFields({
    ...referencesIn(refers, fields),
    'body.target_date':
      start_date || target_date
        ? [sql`coalesce(${target} >= ${start}, true)`, 'before start_date']
        : undefined,
  })
}

/** Whoever makes a project private keeps access to it. */
const joinAsLeadIf = (visibility: 'private' | 'organization', id: Ref) =>
  sql`insert into ${projectMembers} (project_id, user_id, role) select ${projects.id}, ${me}, 'lead'
    from ${projects} where ${row(id)} and ${projects.visibility} = ${visibility} on conflict do nothing`

export const createProject = (id: string, draft: z.output<typeof ProjectDraft>) => {
  const { template_project_id: template, settings, key, ...rest } = draft
  const templateSettings = template ? column(sql`settings`, template) : sql`'{}'::jsonb`
  return [
    ...requireValid(draft, null),
    insert(projects, {
      id,
      ...rest,
      key: key ?? sql`app.generate_project_key(${draft.name})`,
      settings: sql`${templateSettings} || ${jsonb(settings ?? {})}`,
    }),
    joinAsLeadIf('private', id),
    template ? sql`select app.copy_columns(${template}, ${id})` : sql`select app.default_columns(${id})`,
    getProject(id),
  ]
}

export const changeProject = (id: Ref, { version, settings, ...rest }: Fields) => [
  ...rejectStale('projects', id, version, { ...rest, ...(settings && { settings }) }),
  ...requireValid({ ...rest, settings }, id),
  ...(rest.visibility === 'private' ? [joinAsLeadIf('organization', id)] : []),
  update(
    projects,
    {
      ...rest,
      settings: settings && sql`${projects.settings} || ${jsonb(settings)}`,
    },
    row(id),
  ),
  getProject(id),
]

export const deleteProject = (id: Ref) =>
  sql`update ${projects} set deleted_at = now(), deleted_by = ${me} where ${row(id)}`

export const restoreProject = (id: Ref) => [
  ensure(sql`${column(sql`purge_started_at`, id)} is null`, 'WM409', 'the project is being erased'),
  sql`update ${projects} set deleted_at = null, deleted_by = null where ${row(id)}`,
  getProject(id),
]

/** Marks a trashed project for erasure, which a job does. */
export const purgeProject = (id: Ref, confirmed: string) => [
  ...ensureFields({
    'body.confirm_key': [sql`${column(sql`key`, id)} = ${confirmed}`, 'is not the key of the project'],
  }),
  ensure(
    sql`${column(sql`deleted_at`, id)} is not null`,
    'WM409',
    'only a project in the trash can be purged',
  ),
  sql`with marked as (update ${projects} set purge_started_at = now()
      where ${row(id)} and ${projects.purge_started_at} is null returning ${projects.id} as id)
    select app.emit('project.purge', jsonb_build_object('project_id', id)) from marked`,
]

export const archiveProject = (id: Ref) => [
  sql`update ${projects} set archived_at = now() where ${row(id)}`,
  getProject(id),
]

export const unarchiveProject = (id: Ref) => [
  ensure(sql`${column(sql`archived_at`, id)} is not null`, 'WM409', 'project is not archived'),
  sql`update ${projects} set archived_at = null where ${row(id)}`,
  getProject(id),
]

/** The most tasks that one request copies. */
const maxCopied = 2000
export const copyDetails = [
  `Tasks (at most ${maxCopied}) become new ones: to do, unassigned, numbered from 1, in the same tree.`,
  'With shift_dates_to all dates move by the same number of working days and land on working days.',
  'Members are not copied. Automations are, by an admin. Documents are accepted; there are none to copy yet.',
].join(' ')

type Copy = z.output<typeof ProjectCopy>
export const duplicateProject = (source: Ref, id: string, { key, name, shift_dates_to, include }: Copy) => [
  ensure(sql`(select app.only_project()) is null`, 'WM404', 'this key reaches one project only'),
  ...ensureFields({
    'body.include.tasks': include.tasks && [
      sql`(select count(*) from ${tasks} where ${inOrg(tasks)} and ${tasks.project_id} = ${source}
      and ${tasks.deleted_at} is null) <= ${maxCopied}`,
      `the project has more than ${maxCopied} tasks`,
    ],
  }),
  sql`select app.duplicate_project(${source}, ${id}, ${key ?? null}, ${name}, ${shift_dates_to ?? null}, ${jsonb(include)})`,
  joinAsLeadIf('private', id),
  getProject(id),
]

const member = shape(ProjectMember, organizationMembers, {
  name: users.name,
  project_role: projectMembers.role,
  email: sql`case when ${roleLevel} >= 20 and (select app.only_project()) is null then ${users.email} end`,
})
const membersOf = (id: Ref) => sql`${organizationMembers}
  join ${users} on ${users.id} = ${organizationMembers.user_id}
  left join ${projectMembers} on ${projectMembers.org_id} = ${organizationMembers.org_id}
    and ${projectMembers.project_id} = ${id} and ${projectMembers.user_id} = ${organizationMembers.user_id}`
const active = all(inOrg(organizationMembers), sql`${organizationMembers.status} = 'active'`)

/** All who can see the project: its members, and everyone else unless it is private. */
export const listMembers = (id: Ref, query: z.output<typeof Paging>) =>
  page({ ...query, sort: [{ key: 'name', descending: false }] }, member, {
    from: membersOf(id),
    sorts: { name: sql`app.folded(${users.name})` },
    id: organizationMembers.user_id,
    where: all(
      active,
      sql`(${projectMembers.role} is not null or not ${organizationMembers.is_app})`,
      any(
        sql`${projectMembers.role} is not null`,
        sql`${organizationMembers.role} in ('owner', 'admin')`,
        sql`${column(sql`visibility`, id)} = 'organization'`,
      ),
    ),
  })

export const setMember = (id: Ref, user: Ref, role: string) => [
  ...ensureFields(referencesIn({ user_id: activePerson }, { user_id: user }, 'path')),
  sql`insert into ${projectMembers} as m (project_id, user_id, role) values (${id}, ${user}, ${role})
    on conflict (project_id, user_id) do update set role = excluded.role where m.role <> excluded.role`,
  one(member, all(active, sql`${organizationMembers.user_id} = ${user}`), membersOf(id)),
]

export const deleteMember = (id: Ref, user: Ref) =>
  sql`delete from ${projectMembers} where ${inOrg(projectMembers)} and ${projectMembers.project_id} = ${id}
    and ${projectMembers.user_id} = ${user}`

export const setFavorite = (id: Ref, isFavorite: boolean) => [
  isFavorite
    ? sql`insert into ${projectFavorites} (project_id) values (${id}) on conflict do nothing`
    : sql`delete from ${projectFavorites} where ${inOrg(projectFavorites)}
        and ${projectFavorites.user_id} = ${me} and ${projectFavorites.project_id} = ${id}`,
  answer(json({ favorite: sql`${isFavorite}::boolean` })),
]
