import { sql } from 'drizzle-orm'
import { documents } from '../../db/schema/documents.ts'
import { projectKeyAliases, projects } from '../../db/schema/projects.ts'
import { liveProject, ownId, projectState } from '../../db/schema/scopes.ts'
import { taskKeyAliases, tasks } from '../../db/schema/tasks.ts'
import { visible } from '../kit/sql.ts'
import type { Target } from '../kit/targets.ts'

export const projectTarget: Target = {
  kind: 'project',
  noun: 'project',
  table: projects,
  notDeleted: sql`${projects.deleted_at} is null`,
  trashed: sql`${projects.deleted_at} is not null`,
  project: projects.id,
  owner: projects.created_by,
  state: sql`case when ${projects.archived_at} is not null then 'project is archived' end`,
  keyFormat: /^[A-Za-z][A-Za-z0-9]{1,9}$/,
  byKey: (key, trash) => sql`coalesce(
    (select p.id from ${projects} p where p.org_id = (select app.org_id()) and p.key = ${key.toUpperCase()}
      and ${trash ? sql`true` : sql`p.deleted_at is null`} order by p.deleted_at desc nulls last limit 1),
    (select a.project_id from ${projectKeyAliases} a where a.org_id = (select app.org_id())
      and a.key = ${key.toUpperCase()}))`,
}

export const taskTarget: Target = {
  kind: 'task',
  noun: 'task',
  table: tasks,
  notDeleted: sql`${tasks.deleted_at} is null and ${liveProject(tasks)}`,
  trashed: sql`${tasks.deleted_at} is not null and ${liveProject(tasks)}`,
  project: tasks.project_id,
  owner: tasks.reporter_id,
  state: projectState(tasks),
  keyFormat: /^[A-Za-z][A-Za-z0-9]{1,9}-[1-9][0-9]{0,8}$/,
  byKey: (key) => {
    const [project, number] = key.toUpperCase().split('-') as [string, string]
    return sql`coalesce(
      (select t.id from ${tasks} t where t.org_id = (select app.org_id()) and t.number = ${Number(number)}
        and t.project_id = ${projectTarget.byKey!(project, false)}),
      (select a.task_id from ${taskKeyAliases} a where a.org_id = (select app.org_id())
        and a.key = ${key.toUpperCase()}))`
  },
}

/** The rule of app.can_read_document, inlined for the planner. */
const readable = sql`${visible(documents.project_id)}
  and (${documents.project_id} is not null or (select app.only_project()) is null)
  and (${documents.only_for} is null or ${documents.only_for} = ${ownId})
  and (${documents.project_id} is null or ${liveProject(documents)})`

export const documentTarget: Target = {
  kind: 'document',
  noun: 'document',
  table: documents,
  notDeleted: sql`${documents.deleted_at} is null and ${readable}`,
  trashed: sql`${documents.deleted_at} is not null and ${readable}`,
  project: documents.project_id,
  owner: documents.owner_id,
  state: projectState(documents),
}
