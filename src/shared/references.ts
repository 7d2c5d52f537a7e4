import { type SQL, sql } from 'drizzle-orm'
import { organizationMembers } from '../../db/schema/organizations.ts'
import { ensure, inOrg, me, roleLevel, type Ref } from '../kit/sql.ts'
import { type Reference, rowNamed, type Target } from '../kit/targets.ts'
import { activeMember } from './members.ts'
import { projectTarget } from './targets.ts'

/** An active member of the organization. */
export const member: Reference = (id) => [activeMember(id), 'not an active member']

/** A client; archived ones accept nothing new. */
export const openClient: Reference = (id) => [
  sql`app.client_problem(${id}::uuid) is null`,
  sql`app.client_problem(${id}::uuid)`,
]

/** A project that the caller can open, and that is not in the trash. */
export const project: Reference = projectTarget

/** A member who may work on tickets. */
export const agent: Reference = (id) => [
  sql`exists (select from ${organizationMembers} where ${inOrg(organizationMembers)} and ${organizationMembers.user_id} = ${id}
    and ${organizationMembers.status} = 'active' and app.level_of(${organizationMembers.role}) >= 20)`,
  'not an active member who may work on tickets',
]

/** An active member other than this person, with at least this rank. */
export const otherMember =
  (person: Ref, least = 0): Reference =>
  (id) => [
    sql`${id}::uuid <> ${person}::uuid and exists (select from ${organizationMembers} where ${inOrg(organizationMembers)}
      and ${organizationMembers.user_id} = ${id} and ${organizationMembers.status} = 'active'
      and app.level_of(${organizationMembers.role}) >= ${least})`,
    'not another active member',
  ]

/** What a target names, if more holds of the row; otherwise `why` says what does not. */
export const that =
  (target: Pick<Target, 'table' | 'notDeleted' | 'project'>, holds: SQL, why: string | SQL): Reference =>
  (id) => {
    const problem = sql`coalesce((select case when (${holds}) is not true then ${why}::text else '' end
      from ${target.table} where ${rowNamed(target, id)}), 'not found')`
    return [sql`${problem} = ''`, problem]
  }

/** What a target names, if it is not archived; otherwise the problem says what to do. */
export const unarchived = (target: Target, archived: SQL, remedy: string) =>
  that(target, sql`not (${archived})`, `archived; ${remedy}`)

/** 403 unless the caller does it for themselves, or is a manager; `what` says what. */
export const requireSelf = (user: unknown, what: string) =>
  user === undefined
    ? []
    : [
        ensure(
          sql`${user}::uuid = ${me} or ${roleLevel} >= 30`,
          'WM403',
          `${what} for somebody else needs the role manager or above`,
        ),
      ]
