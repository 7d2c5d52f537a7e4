import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import { documents } from '../../../db/schema/documents.ts'
import { projects, projectUpdates } from '../../../db/schema/projects.ts'
import { sprints } from '../../../db/schema/sprints.ts'
import { auditLog } from '../../../db/schema/system.ts'
import { tasks } from '../../../db/schema/tasks.ts'
import { activityOf, ofDocuments, ofTasks, ofUpdates, type Source } from '../../shared/activity.ts'
import { documentTarget } from '../../shared/targets.ts'
import {
  all,
  answer,
  inOrg,
  insert,
  json,
  me,
  one,
  page,
  roleLevel,
  type Ref,
  shape,
  visible,
} from '../../kit/sql.ts'
import { person } from '../../shared/people.ts'
import { type ActivityFilter, type Paging, ProjectUpdate, type ProjectUpdateDraft } from './schemas.ts'
import { type TrashFilter, TrashItem } from './trash-schemas.ts'

export const healthDetails = [
  'Health is that of the newest status update. Without one it is computed: off_track once the target date has',
  'passed with open work, or when the work is not forecast to be done by then with a chance of 85 percent;',
  'at_risk when more than a fifth of the open work is overdue, else on_track.',
].join(' ')

export const summarize = (id: Ref) =>
  answer(sql`select counts || jsonb_build_object('health', app.project_health(${id}, counts),
    'active_sprint', ${activeSprint(id)}, 'next_milestone', app.next_milestone(${id}))
    from (select app.project_counts(${id}) as counts) c`)

const activeSprint = (project: Ref) =>
  sql`(select ${json({
    id: sprints.id,
    number: sprints.number,
    name: sprints.name,
    goal: sprints.goal,
    start_date: sprints.start_date,
    end_date: sprints.end_date,
  })} from ${sprints} where ${inOrg(sprints)} and ${sprints.id} = app.active_sprint(${project}))`

const update = shape(ProjectUpdate, projectUpdates, { author: person(projectUpdates.author_id) })

export const listUpdates = (id: Ref, query: z.output<typeof Paging>) =>
  page({ ...query, sort: [{ key: 'created_at', descending: true }] }, update, {
    where: all(
      inOrg(projectUpdates),
      sql`${projectUpdates.project_id} = ${id}`,
      visible(projectUpdates.project_id),
    ),
    sorts: { created_at: projectUpdates.created_at },
  })

export const postUpdate = (id: string, project: Ref, draft: z.output<typeof ProjectUpdateDraft>) => [
  insert(projectUpdates, {
    id,
    project_id: sql`${project}`,
    ...draft,
    snapshot: sql`app.project_counts(${project})`,
  }),
  one(update, all(inOrg(projectUpdates), sql`${projectUpdates.id} = ${id}`)),
]

/** The project's audit trail, without amounts of money, which not every viewer may see. */
const auditSource = (project: Ref): Source => ({
  type: sql`a.action`,
  actor: sql`a.actor_user_id`,
  at: sql`a.created_at`,
  tie: sql`a.id`,
  row: sql`null::uuid as task_id, c.field, c.value->'from' as was, c.value->'to' as now,
    case when c.field is null then replace(split_part(a.action, '.', 2), '_', ' ') || ' the project'
      else app.describe_change(c.field, c.value->'to') end as summary`,
  from: sql`${auditLog} a left join lateral (select * from jsonb_each(a.changes) x(field, value)
      where not a.changes ?| array['created_by', 'archived_at', 'deleted_at', 'purge_started_at']
        and x.field not in ('budget_minor', 'hourly_rate_minor')) c on true
    where a.org_id = (select app.org_id()) and a.entity_type = 'projects' and a.entity_id = ${project}::text`,
})

export const listActivity = (project: Ref, query: z.output<typeof ActivityFilter>) =>
  activityOf(
    [
      ofTasks(sql`e.project_id = ${project}`),
      auditSource(project),
      ofUpdates(sql`u.project_id = ${project}`),
      ofDocuments(sql`d.project_id = ${project}`),
    ],
    query,
  )

/** What the caller can restore from the trash: projects for admins, trees for managers and their authors. */
const trashSources = {
  project: sql`select 'project' as type, ${projects.id}, ${projects.name}::text as label,
      ${projects.deleted_at}, ${projects.deleted_by}, ${projects.purge_started_at} is not null as purging
    from ${projects}
    where ${inOrg(projects)} and ${projects.deleted_at} is not null and ${roleLevel} >= 40`,
  task: sql`select 'task' as type, ${tasks.id},
      ${projects.key} || '-' || ${tasks.number} || ' ' || ${tasks.title}, ${tasks.deleted_at},
      ${tasks.deleted_by}, false from ${tasks} join ${projects}
      on ${projects.org_id} = ${tasks.org_id} and ${projects.id} = ${tasks.project_id}
    where ${inOrg(tasks)} and ${tasks.deleted_at} is not null and ${visible(tasks.project_id)}
      and ${projects.deleted_at} is null and coalesce(${tasks.deleted_root}, ${tasks.id}) = ${tasks.id}
      and (${roleLevel} >= 30 or ${tasks.reporter_id} = ${me})`,
  document: sql`select 'document' as type, ${documents.id}, ${documents.title}, ${documents.deleted_at},
      ${documents.deleted_by}, false from ${documents}
    where ${all(inOrg(documents), documentTarget.trashed)} and ${documents.deleted_with} = ${documents.id}
      and app.is_live_project(${documents.project_id})
      and (${roleLevel} >= 30 or ${documents.owner_id} = ${me})`,
}

const trash = shape(TrashItem, tasks, {
  type: sql`trash.type`,
  id: sql`trash.id`,
  label: sql`trash.label`,
  deleted_at: sql`app.utc(trash.deleted_at)`,
  deleted_by: person(sql`trash.deleted_by`),
  purge_after: sql`app.utc(trash.deleted_at + interval '30 days')`,
  purging: sql`trash.purging`,
})

export const listTrash = (query: z.output<typeof TrashFilter>) =>
  page({ ...query, sort: [{ key: 'deleted_at', descending: true }] }, trash, {
    from: sql`(${trashSources.project} union all ${trashSources.task} union all ${trashSources.document}) trash`,
    sorts: { deleted_at: sql`trash.deleted_at` },
    id: sql`trash.id`,
    where: all(sql`true`, query.type && sql`trash.type = ${query.type}`),
  })
