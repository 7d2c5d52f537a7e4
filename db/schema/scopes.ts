import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, pgPolicy } from 'drizzle-orm/pg-core'

/**
 * Row visibility as a value: the same condition for a table's row-level security, queries and finders. `readOnly`
 * limits the policy to select, for tables only functions write.
 */
export type Scope<T> = {
  name: string
  condition: (table: T) => SQL
  /** A further condition for writing a row; it may raise an error. */
  writable?: (table: T) => SQL
  /** Who may add, change or delete rows, if not everybody who sees them. */
  writers?: SQL
  readOnly?: true
  /** The rows' container: its column, whether it is not in the trash, and why it is read-only, or null. */
  container?: (table: T) => { column: AnyPgColumn; notDeleted: SQL; state: SQL }
}

type Owned = { org_id: AnyPgColumn }
type InProject = Owned & { project_id: AnyPgColumn }
type OfEmployee = Owned & { employee_id: AnyPgColumn }

export const ofOrganization = (table: { org_id: { readonly keyAsName: boolean } }) =>
  sql`${table.org_id} = (select app.org_id())`

/**
 * True outside any project, or in one that the caller may open: not hidden, and the key's project if it has one.
 * `coalesce` handles null, and keeps the planner from assuming that nearly all rows are hidden.
 */
export const projectVisible = (project: { readonly keyAsName: boolean }) =>
  sql`(coalesce(${project} <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce(${project} = (select app.only_project()), true))`

/** True unless the caller is only a viewer of the project, which raises 403. */
export const projectWritable = (project: { readonly keyAsName: boolean }) =>
  sql`(coalesce(${project} <> all((select app.viewed_projects())::uuid[]), true) or app.refuse_viewer())`

const both = (table: Owned, rule: SQL) => sql`${ofOrganization(table)} and ${rule}`

/** Rows of the current organization. */
export const organization: Scope<Owned> = { name: 'organization', condition: ofOrganization }

/** True if the row's project is not trashed. */
export const liveProject = ({ org_id, project_id }: Loose) =>
  sql`exists (select from projects p where p.org_id = ${org_id} and p.id = ${project_id} and p.deleted_at is null)`

/** Why a project's rows are read-only, or null. */
export const projectState = ({ org_id, project_id }: Loose) =>
  sql`(select case when p.archived_at is not null then 'project is archived' end from projects p
    where p.org_id = ${org_id} and p.id = ${project_id})`
type Loose = Record<'org_id' | 'project_id', { readonly keyAsName: boolean }>

/** Rows of a project that the caller may open, by private projects and project-scoped keys. */
export const project: Scope<InProject> = {
  name: 'project',
  condition: (table) => both(table, projectVisible(table.project_id)),
  writable: ({ project_id }) => projectWritable(project_id),
  container: (table) => ({
    column: table.project_id,
    notDeleted: table.project_id.notNull
      ? liveProject(table)
      : sql`(${table.project_id} is null or ${liveProject(table)})`,
    state: projectState(table),
  }),
}

/** Rows about a task, visible with its project, or about a record of the organization, hidden from project-scoped keys. */
export const ofRecord: Scope<InProject> = {
  name: 'project',
  condition: (table) =>
    both(
      table,
      sql`${projectVisible(table.project_id)}
        and (${table.project_id} is not null or (select app.only_project()) is null)`,
    ),
  writable: ({ project_id }) => projectWritable(project_id),
}

/** The person whose private rows may be read: the caller, or nobody while an operator impersonates them. */
export const ownId = sql`(select app.own_id())`

/** Rows private to one person in the organization; closed to impersonation. */
export const person: Scope<Owned & { user_id: AnyPgColumn }> = {
  name: 'person',
  condition: (table) => both(table, sql`${table.user_id} = ${ownId}`),
}

/** Rows about the organization that are kept for one person, such as their notifications. */
export const recipient: Scope<Owned & { user_id: AnyPgColumn }> = {
  name: 'recipient',
  condition: (table) => both(table, sql`${table.user_id} = (select app.user_id())`),
}

/** Rows a person may share: the caller's own, and others' that are not private. */
export const shared: Scope<InProject & { owner_id: AnyPgColumn; visibility: AnyPgColumn }> = {
  name: 'shared',
  condition: (table) =>
    sql`${project.condition(table)} and (${table.owner_id} = ${ownId} or ${table.visibility} <> 'private')`,
}

const admins = sql`(select app.rank()) >= 40`

/** Rows of the organization that admins write. */
export const keptByAdmins: Scope<Owned> = { ...organization, writers: admins }

/** True for the employee of the caller. */
export const isSelf = (employee: { readonly keyAsName: boolean } | SQL) =>
  sql`${employee} = (select app.employee_id())`

/** True for the caller's own record, those of their reports and departments, and of all employees for admins. */
export const inTeam = (employee: { readonly keyAsName: boolean }) =>
  sql`(${admins} or ${isSelf(employee)} or ${employee} = any((select app.team())::uuid[]))`

/** What an employee and admins may see; closed to impersonation. */
export const isConfidant = (employee: { readonly keyAsName: boolean } | SQL) =>
  sql`((select app.impersonator()) is null and (${admins} or ${isSelf(employee)}))`

/** Employees as colleagues know them: those employed today, and for their managers and admins all. */
export const directory: Scope<
  Owned & { id: AnyPgColumn; hire_date: AnyPgColumn; termination_date: AnyPgColumn }
> = {
  name: 'directory',
  condition: (table) =>
    both(
      table,
      sql`(${table.hire_date} <= (select app.org_today())
        and coalesce(${table.termination_date} >= (select app.org_today()), true) or ${inTeam(table.id)})`,
    ),
}

/** What only the employee and admins may see: personal data and pay. Employees change nothing of it here. */
export const confidential: Scope<OfEmployee> = {
  name: 'confidential',
  condition: (table) => both(table, isConfidant(table.employee_id)),
  writers: admins,
}

/** The same, where employees change some of their own data. */
export const personal: Scope<OfEmployee> = {
  name: 'confidential',
  condition: (table) => both(table, isConfidant(table.employee_id)),
}

/** What admins prepare, closed to impersonation. */
export const administration: Scope<Owned> = {
  name: 'administration',
  condition: (table) => both(table, sql`((select app.impersonator()) is null and ${admins})`),
}

/** Pay that was published: for the person and admins, who see it before that too; closed to impersonation. */
export const payslip: Scope<OfEmployee & { published_at: AnyPgColumn }> = {
  name: 'payslip',
  condition: (table) =>
    both(
      table,
      sql`((select app.impersonator()) is null
        and (${admins} or ${isSelf(table.employee_id)} and ${table.published_at} is not null))`,
    ),
  readOnly: true,
}

/** Rows of an employee for that person and their managers, written by admins; all of them for admins. */
export const team: Scope<OfEmployee> = {
  name: 'team',
  condition: (table) => both(table, inTeam(table.employee_id)),
  writers: admins,
}

/** The same, and while it waits for whoever is asked, such as a deputy, who still gets the answer to a decision. */
const askedWhile = (
  waiting: string,
): Scope<OfEmployee & Record<'status' | 'asked_employee_id' | 'decided_at', AnyPgColumn>> => ({
  name: 'team',
  condition: (table) =>
    both(
      table,
      sql`(${inTeam(table.employee_id)} or ${isSelf(table.asked_employee_id)}
        and (${table.status} = ${sql.raw(`'${waiting}'`)} or ${table.decided_at} = now()::timestamptz(3)))`,
    ),
})
export const askedOrTeam = askedWhile('pending')
export const askedForWeek = askedWhile('submitted')

/** The days of a request for leave, for whoever sees the request. */
export const ofAskedRequest: Scope<OfEmployee & { request_id: AnyPgColumn }> = {
  name: 'team',
  condition: (table) =>
    both(
      table,
      sql`(${inTeam(table.employee_id)} or exists (select from leave_requests r where r.org_id = ${table.org_id}
        and r.id = ${table.request_id}))`,
    ),
}

/** Who is planned for a project: for those who may open it, of their team and of projects that they lead. */
export const allocated: Scope<OfEmployee & InProject> = {
  name: 'team',
  condition: (table) =>
    both(
      table,
      sql`${projectVisible(table.project_id)} and (${inTeam(table.employee_id)}
        or ${table.project_id} = any((select app.led_projects())::uuid[]))`,
    ),
  readOnly: true,
}

type Readable = Record<'visibility' | 'reader_ids', { readonly keyAsName: boolean } | SQL>
const readsObjective = ({ visibility, reader_ids }: Readable) =>
  sql`(${visibility} <> 'private' or (select app.impersonator()) is null
    and (${admins} or ${ownId} = any(${reader_ids})))`
const itsObjective = readsObjective({ visibility: sql`o.visibility`, reader_ids: sql`o.reader_ids` })

/** Objectives: all but private ones, which their owners and admins see; closed to impersonation. */
export const objective: Scope<Owned & Record<'visibility' | 'reader_ids', AnyPgColumn>> = {
  name: 'objective',
  condition: (table) => both(table, readsObjective(table)),
}

/** The parts of an objective, for whoever reads it. */
export const ofObjective: Scope<Owned & { objective_id: AnyPgColumn }> = {
  name: 'objective',
  condition: (table) =>
    both(
      table,
      sql`exists (select from okr_objectives o where o.org_id = ${table.org_id} and o.id = ${table.objective_id}
        and ${itsObjective})`,
    ),
}

/** What is recorded of a key result, for whoever reads its objective. */
export const ofKeyResult: Scope<Owned & { key_result_id: AnyPgColumn }> = {
  name: 'objective',
  condition: (table) =>
    both(
      table,
      sql`exists (select from okr_key_results k join okr_objectives o on o.org_id = k.org_id and o.id = k.objective_id
        where k.org_id = ${table.org_id} and k.id = ${table.key_result_id} and ${itsObjective})`,
    ),
}

/**
 * Credentials of the vault, from the role that each asks for; those of a project for whoever may open it. Viewers, whom every
 * operation refuses, are told so where members see it.
 */
export const vaulted: Scope<InProject & { min_role: AnyPgColumn }> = {
  name: 'vaulted',
  condition: (table) =>
    both(
      table,
      sql`(select app.rank()) >= case ${table.min_role} when 'owner' then 50 when 'admin' then 40
        when 'manager' then 30 else 20 end and ${projectVisible(table.project_id)}`,
    ),
}

const takesPart = ({ host_user_id, attendee_ids }: Record<'host_user_id' | 'attendee_ids', Loosely>) =>
  sql`((select app.rank()) >= 30 or ${host_user_id} = (select app.user_id())
    or (select app.user_id()) = any(${attendee_ids}))`
type Loosely = { readonly keyAsName: boolean } | SQL

/** Meetings: for those who take part, and for managers. */
export const meeting: Scope<Owned & Record<'host_user_id' | 'attendee_ids', AnyPgColumn>> = {
  name: 'meeting',
  condition: (table) => both(table, takesPart(table)),
}

/** The parts of a meeting, for whoever sees it. */
export const ofMeeting: Scope<Owned & { meeting_id: AnyPgColumn }> = {
  name: 'meeting',
  condition: (table) =>
    both(
      table,
      sql`exists (select from meetings m where m.org_id = ${table.org_id} and m.id = ${table.meeting_id}
        and ${takesPart({ host_user_id: sql`m.host_user_id`, attendee_ids: sql`m.attendee_ids` })})`,
    ),
  readOnly: true,
}

/** Claims such as expenses: the caller's own, and everybody's for managers. */
export const claims: Scope<Owned & { user_id: AnyPgColumn }> = {
  name: 'claims',
  condition: (table) =>
    both(table, sql`(${table.user_id} = (select app.user_id()) or (select app.rank()) >= 30)`),
}

/** Members see every client's rows; portal contacts those of their own client. */
export const portal: Scope<Owned & { client_id: AnyPgColumn }> = {
  name: 'portal',
  condition: (table) =>
    both(
      table,
      // A case, because the planner assumes that an or holds for hardly any row.
      sql`(case when (select app.portal_client()) is null then true else ${table.client_id} = (select app.portal_client()) end)`,
    ),
}

/** Messages of tickets: members see all of them, portal contacts the public ones of their own client's tickets. */
export const ofTicket: Scope<Owned & { ticket_id: AnyPgColumn; is_internal: AnyPgColumn }> = {
  name: 'portal',
  condition: (table) =>
    both(
      table,
      sql`((select app.portal_client()) is null or not ${table.is_internal} and exists (select from tickets t
        where t.org_id = ${table.org_id} and t.id = ${table.ticket_id} and t.client_id = (select app.portal_client())))`,
    ),
}

/**
 * Files: members see all of them but those on leave, which the person and admins see; portal contacts those on tickets of their own client that a contact uploaded, or that
 * belong to a public message.
 */
export const ofFile: Scope<
  Owned & Record<'entity_type' | 'entity_id' | 'message_id' | 'contact_id', AnyPgColumn>
> = {
  name: 'portal',
  condition: (table) =>
    both(
      table,
      // A case, because the planner assumes that an or holds for hardly any row.
      sql`(case when (select app.portal_client()) is null then ${table.entity_type} <> 'leave_request'
        or exists (select from leave_requests r where r.org_id = ${table.org_id} and r.id = ${table.entity_id}
          and ${isConfidant(sql`r.employee_id`)})
        else ${table.entity_type} = 'ticket' and exists (select from tickets t
        where t.org_id = ${table.org_id} and t.id = ${table.entity_id} and t.client_id = (select app.portal_client()))
        and (${table.contact_id} is not null or exists (select from ticket_messages m
          where m.org_id = ${table.org_id} and m.id = ${table.message_id} and not m.is_internal)) end)`,
    ),
}

export function policiesOf<T>({ name, condition, writable, writers, readOnly }: Scope<T>, table: T) {
  const seen = condition(table)
  const reads = pgPolicy(name, { for: 'select', to: 'svc_app', using: seen })
  if (readOnly) return [reads]
  if (!writers) {
    const withCheck = writable ? sql`${seen} and ${writable(table)}` : seen
    return [pgPolicy(name, { to: 'svc_app', using: seen, withCheck })]
  }
  const writes = sql`${seen} and ${writers}`
  return [reads, pgPolicy(`${name}_writers`, { to: 'svc_app', using: writes, withCheck: writes })]
}

/** Hides rows from viewers where `internal` holds. */
export const internalPolicy = (internal: SQL) =>
  pgPolicy('internal', {
    as: 'restrictive',
    for: 'select',
    to: 'svc_app',
    using: sql`(select app.rank()) >= 20 or (${internal}) is not true`,
  })
