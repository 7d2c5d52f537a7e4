import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { organizationMembers, organizations } from '../../../db/schema/organizations.ts'
import { projects } from '../../../db/schema/projects.ts'
import { tasks } from '../../../db/schema/tasks.ts'
import { answer, inOrg, me, one, type Ref, shape } from '../../kit/sql.ts'
import { Organization, type Paging } from './schemas.ts'

const myRole = sql`(select m.role from ${organizationMembers} m where m.org_id = ${organizations.id}
  and m.user_id = ${me})`

const counters = {
  members: sql`(select count(*) from ${organizationMembers} where ${organizationMembers.org_id} = ${organizations.id}
    and ${organizationMembers.status} = 'active')`,
  projects: sql`(select count(*) from ${projects} where ${inOrg(projects)} and ${projects.deleted_at} is null)`,
  open_tasks: sql`(select count(*) from ${tasks} where ${inOrg(tasks)} and ${tasks.deleted_at} is null
    and ${tasks.status} in ('todo', 'in_progress'))`,
}

export const organization = shape(Organization, organizations, {
  role: myRole, counters, settings: sql`case when app.rank() >= 40 then ${organizations.settings} end`,
})

export const getOrganization = (id: Ref) => one(organization, sql`${organizations.id} = ${id}`)

/** The caller's organizations; crosses tenants, so it stands in a function that starts from the caller. */
export const listMine = ({ limit, offset }: z.output<typeof Paging>) =>
  answer(sql`app.my_organizations(${limit}, ${offset})`)

/** Creates the organization with the caller as owner and enters it for the rest of the batch. */
export const createOrganization = (id: string, draft: object, slug: string | undefined) =>
  sql`select app.create_organization(${id}, ${JSON.stringify(draft)}::jsonb, ${slug ?? null})`
