import { sql } from 'drizzle-orm'
import { organizationMembers } from '../../db/schema/organizations.ts'
import { ensure, roleLevel, type Ref } from '../kit/sql.ts'

/** True where this person is an active member of the organization. */
export const activeMember = (user: Ref) => sql`exists (select from ${organizationMembers} m
  where m.org_id = (select app.org_id()) and m.user_id = ${user}::uuid and m.status = 'active')`

/** Raises 403 for a role above the caller's own. */
export const requireInvitableRole = (role: Ref) =>
  ensure(sql`app.level_of(${role}) <= ${roleLevel}`, 'WM403', 'you can invite to roles up to your own')
