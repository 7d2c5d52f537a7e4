import { type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { taskDependencies } from '../../../db/schema/dependencies.ts'
import { projects } from '../../../db/schema/projects.ts'
import { milestones } from '../../../db/schema/roadmap.ts'
import { tasks } from '../../../db/schema/tasks.ts'
import { isUuid } from '../../base/id.ts'
import {
  all,
  answer,
  targetId,
  inOrg,
  insert,
  type Ref,
  ensure,
  ensureFields,
  update,
} from '../../kit/sql.ts'
import { referencesIn, type Target, targetOf } from '../../kit/targets.ts'
import { taskTarget } from '../../shared/targets.ts'
import type { DependencyChange, DependencyDraft, GraphFilter, WayFilter } from './schemas.ts'
import { that } from '../../shared/references.ts'

const relation = (column: SQL, dependency: SQL | Ref) =>
  sql`(select ${column} from app.task_relations(${targetId('task')}) r where r.id = ${dependency}::uuid)`

/** A dependency of the task in the path. */
export const dependencyTarget: Target = {
  kind: 'dependency',
  noun: 'dependency',
  table: taskDependencies,
  notDeleted: sql`${relation(sql`true`, sql`${taskDependencies.id}`)}`,
  state: sql`(select 'project is archived' from ${tasks} join ${projects} on ${projects.id} = ${tasks.project_id}
    where ${inOrg(tasks)} and ${inOrg(projects)} and ${projects.archived_at} is not null
      and ${tasks.id} in (${taskDependencies.from_task_id}, ${taskDependencies.to_task_id}) limit 1)`,
}

/** Both tasks of a new edge are locked in the edge's order, whichever of them is in the path. */
export const endTarget: Target = { ...taskTarget, locksItself: true }

export const dependenciesOf = (task: Ref) =>
  answer(sql`app.merge_json(app.dependencies_json(${task}::uuid), app.blocker_chain(array[${task}::uuid]))`)

export const criticalPathOf = (project: Ref, { milestone_id }: z.output<typeof WayFilter>) => [
  ...ensureFields(
    referencesIn(
      {
        milestone_id: that(
          targetOf(milestones, { noun: 'milestone' }),
          sql`${milestones.project_id} = ${project}`,
          'of another project',
        ),
      },
      { milestone_id },
      'query',
    ),
  ),
  answer(sql`app.blocker_chain(app.goals_of(${project}::uuid, ${milestone_id ?? null}::uuid))`),
]

export const getDependency = (task: Ref, dependency: Ref) =>
  answer(sql`app.dependencies_json(${task}::uuid, ${dependency}::uuid)`)

const row = (id: Ref) => all(inOrg(taskDependencies), sql`${taskDependencies.id} = ${id}`)

export const addDependency = (task: Ref, id: string, draft: z.output<typeof DependencyDraft>) => {
  const { task_id, type, ...columns } = draft
  const other = isUuid(task_id) ? task_id : taskTarget.byKey!(task_id, false)
  const ends = sql`select * from app.check_dependency(${task}, ${other}, ${type})`
  return sql`with ends as materialized (${ends}) ${insert(taskDependencies, {
    ...columns,
    id,
    from_task_id: sql`(select source from ends)`,
    to_task_id: sql`(select target from ends)`,
    type: type === 'relates_to' ? type : 'blocks',
  })}`
}

/** Changing or removing a dependency requires access to both of its tasks; either may be deleted by now. */
export const requireBothTasks = (dependency: Ref) => [
  ensure(relation(sql`true`, dependency), 'WM404', 'dependency not found'),
  ensure(sql`${relation(sql`r.is_visible`, dependency)} is not false`, 'WM403', 'needs access to both tasks'),
]

export const changeDependency = (dependency: Ref, { lag_days, note }: z.output<typeof DependencyChange>) => [
  ...ensureFields({
    'body.lag_days': lag_days
      ? [sql`${relation(sql`r.role`, dependency)} <> 'relates_to'`, 'only for blocks and blocked_by']
      : undefined,
  }),
  update(taskDependencies, { lag_days, note }, row(dependency)),
]

export const removeDependency = (id: Ref) => sql`delete from ${taskDependencies} where ${row(id)}`

export const graphOf = (project: Ref, { include_external, status }: z.output<typeof GraphFilter>) =>
  answer(sql`app.dependency_graph(${project}::uuid, ${include_external},
    ${status ? `{${status.join(',')}}` : null}::text[])`)
