import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { projects } from '../../db/schema/projects.ts'
import { idOut } from '../kit/fields.ts'
import { all, inOrg, ensure, ensureFields, visible } from '../kit/sql.ts'
import { referencesIn } from '../kit/targets.ts'
import { projectTarget } from './targets.ts'

const projectExists = (id: unknown, condition: SQL) =>
  sql`exists (select from ${projects} where ${all(inOrg(projects), sql`${projects.id} = ${id}`, condition)})`

/** True if the caller can open the project, and it is not in the trash. */
export const openProject = (id: unknown) =>
  projectExists(id, sql`${projects.deleted_at} is null and ${visible(projects.id)}`)

/** The project of a record of the organization, which readers of the record may not see. */
export const ProjectId = () =>
  idOut().nullable().meta({ description: 'Its project, if it has one that you may open' })
export const projectId = (column: AnyColumn) => sql`case when ${visible(column)} then ${column} end`
/** The records of a project, of which there are none for those who may not see it. */
export const ofProject = (column: AnyColumn, id: string) => all(sql`${column} = ${id}`, visible(column))

/** Rejects writes into a project that the caller cannot open, or that is archived. */
export const requireProject = (id: string | null | undefined) =>
  id
    ? [
        ...ensureFields(referencesIn({ project_id: projectTarget }, { project_id: id })),
        ensure(
          sql`not ${projectExists(id, sql`${projects.archived_at} is not null`)}`,
          'WM409',
          'project is archived',
        ),
      ]
    : []
