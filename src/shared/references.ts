import { type SQL, sql } from 'drizzle-orm'
import { organizationMembers } from '../../db/schema/organizations.ts'
import { type AnyColumn, type AnyTable, ensure, inOrg, me, rank } from '../kit/sql.ts'
import type { Reference } from '../kit/targets.ts'
import { activeMember } from './members.ts'
import { openProject } from './projects.ts'

/** An active member of the organization. */
export const member: Reference = (id) => [activeMember(id), 'not an active member']

/** A client; archived ones accept nothing new. */
export const openClient: Reference = (id) => [
  sql`app.client_problem(${id}::uuid) is null`,
  sql`app.client_problem(${id}::uuid)`,
]

/** A project that the caller can open, and that is not in the trash. */
export const project: Reference = (id) => [openProject(id), 'not found']

/** A member who may work on tickets. */
export const agent: Reference = (id) => [
  sql`exists (select from ${organizationMembers} where ${inOrg(organizationMembers)} and ${organizationMembers.user_id} = ${id}
    and ${organizationMembers.status} = 'active' and app.rank_of(${organizationMembers.role}) >= 20)`,
  'not an active member who may work on tickets',
]

type Rows = AnyTable & { org_id: AnyColumn; id: AnyColumn }

/** A row of a table that is not archived; otherwise the problem says what to do. */
export const unarchived =
  (table: Rows, archived: SQL, remedy: string): Reference =>
  (id) => {
    const problem = sql`(select case when count(*) = 0 then 'not found'
      when bool_or(${archived}) then ${`archived; ${remedy}`}::text end
      from ${table} where ${inOrg(table)} and ${table.id} = ${id})`
    return [sql`${problem} is null`, problem]
  }

/** 403 unless the caller does it for themselves, or is a manager; `what` says what. */
export const requireSelf = (user: unknown, what: string) =>
  user === undefined
    ? []
    : [
        ensure(
          sql`${user}::uuid = ${me} or ${rank} >= 30`,
          'WM403',
          `${what} for somebody else needs the role manager or above`,
        ),
      ]
