import { eq, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { users } from '../../../db/schema/accounts.ts'
import { organizationMembers as members } from '../../../db/schema/organizations.ts'
import { projectMembers } from '../../../db/schema/projects.ts'
import type { Role } from '../../kit/fields.ts'
import {
  all,
  any,
  contains,
  inOrg,
  jsonb,
  me,
  one,
  page,
  roleLevel,
  type Ref,
  ensure,
  ensureFields,
  shape,
  update,
  visible,
} from '../../kit/sql.ts'
import { type Target, referencesIn } from '../../kit/targets.ts'
import { grants } from './roles.ts'
import { Member, type MemberChange, MemberDetail, type MemberFilter } from './schemas.ts'
import { otherMember } from '../../shared/references.ts'

type Change = Omit<z.output<typeof MemberChange>, 'version'>

const people = sql`${members} join ${users} on ${users.id} = ${members.user_id}`
const seesEmail = sql`(${roleLevel} >= 20 and (select app.only_project()) is null)`
const seesFactor = sql`(${roleLevel} >= 40 and (select app.only_project()) is null)`
const computed = {
  name: users.name,
  email: sql`case when ${seesEmail} then ${users.email} end`,
  second_factor: sql`case when ${seesFactor} then ${users.second_factor} end`,
}
const permissions = sql`(select coalesce(json_agg(g->>0), '[]'::json) from jsonb_array_elements(
  ${jsonb(grants)}) g where ${members.status} = 'active'
  and (g->>1)::int <= app.level_of(app.acting_role(${members.role}, ${members.viewer_from})))`

const member = shape(Member, members, computed)
const detail = shape(MemberDetail, members, { ...computed, permissions })

/** Members are addressed by user id. The operations take their own locks: all owners, in a fixed order. */
export const memberTarget: Target = {
  kind: 'member',
  noun: 'member',
  table: members,
  id: members.user_id,
  notDeleted: sql`not ${members.is_app}`,
  byKey: () => me,
  locksItself: true,
}

export const listMembers = (query: z.output<typeof MemberFilter>) =>
  page(query, member, {
    from: people,
    where: all(
      inOrg(members),
      // What an app does is told in its name; it is no colleague.
      sql`not ${members.is_app}`,
      query.role && sql`${members.role} in ${query.role}`,
      query.status && sql`${members.status} in ${query.status}`,
      query.q && any(contains(users.name, query.q), all(seesEmail, contains(users.email, query.q))),
      query.project_id && inProject(query.project_id),
    ),
    sorts: { name: sql`app.folded(${users.name})`, joined_at: members.joined_at, role: rankOfRow },
  })

const rankOfRow = sql`app.level_of(${members.role})`
const inProject = (id: string) => sql`exists (select from ${projectMembers} where ${inOrg(projectMembers)}
  and ${projectMembers.project_id} = ${id} and ${projectMembers.user_id} = ${members.user_id}
  and ${visible(projectMembers.project_id)})`

const row = (person: Ref) => all(inOrg(members), eq(members.user_id, person))
export const getMember = (person: Ref) => one(member, row(person), people)
export const getMemberDetail = (person: Ref) => one(detail, row(person), people)

/**
 * Locks all owners, the caller and the person in a fixed order, so that a concurrent writer sees the changes.
 */
export const lockMembers = (person: Ref) => sql`select 1 from ${members} where ${inOrg(members)}
  and (${members.role} = 'owner' or ${members.user_id} in (${me}, ${person}))
  order by ${members.id} for update`

/** The membership row of a user id, for the merge. */
export const membershipOf = (person: Ref) => sql`(select ${members.id} from ${members} where ${row(person)})`

const isActive = sql`${members.status} = 'active'`
/** Ranks read after the locks, not when the request was admitted. */
const currentRank = sql`(select ${rankOfRow} from ${members} where ${row(me)} and ${isActive})`
const rankOf = (person: Ref) => sql`(select ${rankOfRow} from ${members} where ${row(person)})`

/** Nobody changes those above them, grants a role above their own, or promotes themselves. */
export const requireChangeable = (person: Ref, role?: z.output<typeof Role>) => [
  ensure(
    sql`coalesce(${rankOf(person)}, 0) <= ${currentRank}`,
    'WM403',
    'this member has a role above yours',
  ),
  ...(role
    ? [ensure(sql`app.level_of(${role}) <= ${currentRank}`, 'WM403', 'you can give roles up to your own')]
    : []),
]

export const changeMember = (person: Ref, change: Change) => update(members, change, row(person))

/** Must follow anything that may have removed the last owner. */
export const requireOwner = ensure(
  sql`exists (select from ${members} where ${inOrg(members)} and ${members.role} = 'owner' and ${isActive})`,
  'WM409',
  'the organization would be left without an active owner',
)

export const requireSuccessor = (person: Ref, successor: string | undefined) =>
  ensureFields(referencesIn({ reassign_tasks_to: otherMember(person, 20) }, { reassign_tasks_to: successor }))

export const removeMember = (person: Ref, successor?: string) =>
  sql`select app.remove_member(${person}::uuid, ${successor ?? null}::uuid)`

/** The owner becomes admin, and the member owner. */
export const transferOwnership = (newOwner: string) => [
  lockMembers(newOwner),
  ensure(sql`${currentRank} = 50`, 'WM403', 'needs the role owner'),
  ...ensureFields(referencesIn({ user_id: otherMember(me) }, { user_id: newOwner })),
  sql`update ${members} set role = case when user_id = ${me} then 'admin' else 'owner' end
    where ${inOrg(members)} and ${members.user_id} in (${me}, ${newOwner})`,
  getMember(newOwner),
]
