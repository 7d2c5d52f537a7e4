import { type SQL, sql } from 'drizzle-orm'
import { projects } from '../../../db/schema/projects.ts'
import { tasks } from '../../../db/schema/tasks.ts'
import { inOrg } from '../../kit/sql.ts'

export const archivedProject = sql`archived_at is not null`
export const deletedProject = sql`deleted_at is not null`

/** Not in a project that meets the condition. An exclusion, because those are few and it keeps the planner off their index. */
export const notInProjects = (condition: SQL) =>
  sql`(${tasks.project_id} <> all(array(select id from ${projects} where ${inOrg(projects)} and ${condition})))`

export const inArchivedProject = sql`not ${notInProjects(archivedProject)}`
