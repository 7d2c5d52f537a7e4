import { type SQL, sql } from 'drizzle-orm'
import { users } from '../../../db/schema/accounts.ts'
import { boardColumns } from '../../../db/schema/board.ts'
import { taskDependencies } from '../../../db/schema/dependencies.ts'
import { organizationMembers as members } from '../../../db/schema/organizations.ts'
import { projects } from '../../../db/schema/projects.ts'
import { milestones } from '../../../db/schema/roadmap.ts'
import { sprints } from '../../../db/schema/sprints.ts'
import { tags, taskTags } from '../../../db/schema/tags.ts'
import { tasks, taskWatchers } from '../../../db/schema/tasks.ts'
import { priorities, taskStatuses, taskTypes } from '../../../db/schema/values.ts'
import { taskStatusGroups } from '../task/statuses.ts'
import { type AnyColumn, type Expression, inOrg, me, visible } from '../../kit/sql.ts'
import { inArchivedProject } from '../task/projects.ts'
import { today } from './clock.ts'
import type { Field, FieldOf, Grammar, Referent } from './grammar.ts'
import { filterSchemas } from './schema.ts'

/** The ids of the sprints that are under way. */
export const activeSprints = sql`select ${sprints.id} from ${sprints}
  where ${inOrg(sprints)} and ${sprints.state} = 'active' and ${visible(sprints.project_id)}`
/** The ids of the planned sprints that begin first, one for each project. */
const nextSprints = sql`select distinct on (${sprints.project_id}) ${sprints.id} from ${sprints}
  where ${inOrg(sprints)} and ${sprints.state} = 'planned' and ${sprints.deleted_at} is null
    and ${visible(sprints.project_id)}
  order by ${sprints.project_id}, ${sprints.start_date} nulls last, ${sprints.number}`
const blocksAnother = sql`${tasks.status} in ('todo', 'in_progress') and exists (select from ${taskDependencies}
  join ${tasks} w on w.org_id = ${taskDependencies.org_id} and w.id = ${taskDependencies.to_task_id}
  where ${inOrg(taskDependencies)} and ${taskDependencies.from_task_id} = ${tasks.id}
    and ${taskDependencies.type} = 'blocks' and w.status in ('todo', 'in_progress') and w.deleted_at is null)`

/** A referent defined by rows (id, name). */
const referent = (what: string, rows: SQL): Referent => ({
  what,
  known: rows,
  named: (names) => sql`select r.id, r.name from (${rows}) r where r.name = any(${names})`,
})

const tag = referent(
  'tag',
  sql`select ${tags.id} as id, app.folded(${tags.name}) as name from ${tags}
  where ${inOrg(tags)} and ${tags.deleted_at} is null and ${visible(tags.project_id)}`,
)

const memberRows = sql`${members} join ${users} on ${users.id} = ${members.user_id}`
/** Named as in tools: by name, one of its words, or address. */
const person: Referent = {
  what: 'member',
  known: sql`select ${members.user_id} as id from ${members} where ${inOrg(members)}`,
  named: (names) => sql`select ${members.user_id} as id, w.name from unnest(${names}) as w(name)
    join (${memberRows}) on app.folded(${users.name}) = w.name
      or w.name = any(string_to_array(app.folded(${users.name}), ' '))
      or (select app.only_project()) is null and lower(${users.email}) = w.name
    where ${inOrg(members)}`,
}

const project = referent(
  'project',
  sql`select ${projects.id} as id, app.folded(${projects.key}) as name from ${projects}
  where ${inOrg(projects)} and ${projects.deleted_at} is null and ${visible(projects.id)}`,
)

const sprint = referent(
  'sprint',
  sql`select ${sprints.id} as id, app.folded(${sprints.name}) as name from ${sprints}
  where ${inOrg(sprints)} and ${sprints.deleted_at} is null and ${visible(sprints.project_id)}`,
)

const column = referent(
  'column',
  sql`select ${boardColumns.id} as id, app.folded(${boardColumns.name}) as name
  from ${boardColumns} where ${inOrg(boardColumns)} and ${visible(boardColumns.project_id)}`,
)

const milestone = referent(
  'milestone',
  sql`select ${milestones.id} as id, app.folded(${milestones.name}) as name from ${milestones}
  where ${inOrg(milestones)} and ${milestones.deleted_at} is null and ${visible(milestones.project_id)}`,
)

const liveTask = sql`${inOrg(tasks)} and ${tasks.deleted_at} is null and ${visible(tasks.project_id)}`

/** Named by its key, which is split so that the index on numbers is used. */
const parent: Referent = {
  what: 'task',
  known: sql`select ${tasks.id} as id from ${tasks} where ${liveTask}`,
  named: (names) => sql`select ${tasks.id} as id, w.name from unnest(${names}) as w(name)
    join ${projects} on ${inOrg(projects)} and ${projects.key} = upper(split_part(w.name, '-', 1))
    join ${tasks} on ${tasks.project_id} = ${projects.id} and ${tasks.number} =
      case when w.name ~ '^[a-z][a-z0-9]{1,9}-[1-9][0-9]{0,8}$' then split_part(w.name, '-', 2)::int end
    where ${liveTask}`,
}

const key = sql`((select ${projects.key} from ${projects} where ${inOrg(projects)}
  and ${projects.id} = ${tasks.project_id}) || '-' || ${tasks.number})`

const oneOf = (column: AnyColumn, values: readonly string[], does: string): FieldOf<'enum'> & Field => ({
  kind: 'enum',
  column,
  values,
  does,
})
const idIn = (column: AnyColumn, does: string, more: Pick<FieldOf<'id'>, 'of' | 'tokens'> = {}): Field => ({
  kind: 'id',
  has: (is) => is(column),
  empty: sql`${column} is null`,
  does,
  ...more,
})
const number = (column: AnyColumn, does: string): Field => ({ kind: 'number', column, does })
const day = (column: AnyColumn, does: string): Field => ({ kind: 'date', of: 'day', column, does })
const moment = (column: AnyColumn, does: string): Field => ({ kind: 'date', of: 'moment', column, does })
const text = (columns: Expression[], cost: number, does: string): Field => ({
  kind: 'text',
  columns,
  cost,
  does,
})
const predicate = (condition: SQL, does: string): Field => ({ kind: 'predicate', condition, does })

const personField = { of: person, tokens: { '@me': sql`select ${me}` } }
const tagOf = (condition: SQL) => sql`exists (select from ${taskTags}
  where ${inOrg(taskTags)} and ${taskTags.task_id} = ${tasks.id} and ${condition})`
const fields = {
  status: {
    ...oneOf(tasks.status, taskStatuses, 'Status'),
    synonyms: {
      ...taskStatusGroups,
      to_do: ['todo'],
      doing: ['in_progress'],
      started: ['in_progress'],
      completed: ['done'],
      canceled: ['cancelled'],
    },
  },
  priority: oneOf(tasks.priority, priorities, 'Priority'),
  type: oneOf(tasks.type, taskTypes, 'Type'),
  assignee_id: idIn(tasks.assignee_id, 'Who works on it', personField),
  reporter_id: idIn(tasks.reporter_id, 'Who reported it', personField),
  project_id: idIn(tasks.project_id, 'Its project; #KEY names one', { of: project }),
  sprint_id: idIn(tasks.sprint_id, 'Its sprint', {
    of: sprint,
    tokens: { '@active_sprint': activeSprints, '@next_sprint': nextSprints },
  }),
  milestone_id: idIn(tasks.milestone_id, 'Its milestone', { of: milestone }),
  parent_id: idIn(tasks.parent_id, 'The task it is part of; #KEY-1 names one', { of: parent }),
  column_id: idIn(tasks.column_id, 'Its column on the board', { of: column }),
  tag_id: {
    kind: 'id',
    does: 'One of its tags',
    of: tag,
    has: (is) => tagOf(is(taskTags.tag_id)),
    empty: sql`not ${tagOf(sql`true`)}`,
  },
  title: text([tasks.title], 1, 'Title'),
  text: text([tasks.title, tasks.description], 6, 'Title or description'),
  key: { kind: 'text', columns: [key], cost: 1, names: true, does: 'Key, such as WEB-12' },
  number: number(tasks.number, 'Number in its project'),
  estimate_points: number(tasks.estimate_points, 'Estimate in points'),
  estimate_minutes: number(tasks.estimate_minutes, 'Estimate in minutes'),
  spent_minutes: number(tasks.spent_minutes, 'Minutes spent'),
  progress_percent: number(tasks.progress_percent, 'Progress, 0 to 100'),
  start_date: day(tasks.start_date, 'Day it starts'),
  due_date: day(tasks.due_date, 'Day it is due'),
  created_at: moment(tasks.created_at, 'When it was created'),
  updated_at: moment(tasks.updated_at, 'When it was last changed'),
  completed_at: moment(tasks.completed_at, 'When it was done'),
  started_at: moment(tasks.started_at, 'When work on it began'),
  reopen_count: number(tasks.reopen_count, 'How often it was reopened'),
  is_overdue: predicate(
    sql`${tasks.due_date} < ${today} and ${tasks.status} in ('todo', 'in_progress')`,
    'Open and past its due day',
  ),
  is_blocked: predicate(sql`${tasks.open_blocker_count} > 0`, 'Waits for an open task'),
  is_blocking: predicate(blocksAnother, 'An open task waits for it'),
  has_children: predicate(sql`${tasks.child_count} > 0`, 'Has subtasks'),
  is_subtask: predicate(sql`${tasks.parent_id} is not null`, 'Is part of another task'),
  is_archived: predicate(
    sql`(${tasks.archived_at} is not null or ${inArchivedProject})`,
    'Archived, or in an archived project; left out unless asked for',
  ),
  is_watched_by_me: predicate(
    sql`exists (select from ${taskWatchers} where ${inOrg(taskWatchers)}
    and ${taskWatchers.task_id} = ${tasks.id} and ${taskWatchers.user_id} = ${me}
    and ${taskWatchers.state} = 'watching')`,
    'The caller watches it',
  ),
  has_attachments: predicate(sql`${tasks.attachment_count} > 0`, 'Has files attached'),
  is_recurring: predicate(sql`${tasks.rrule} is not null`, 'Comes again by a rule'),
  in_active_sprint: predicate(sql`${tasks.sprint_id} in (${activeSprints})`, 'In a sprint that is under way'),
} satisfies Record<string, Field>

/** The task fields for queries, saved filters and automations. */
export const taskGrammar: Grammar = {
  fields,
  short: {
    assignee: 'assignee_id',
    reporter: 'reporter_id',
    project: 'project_id',
    sprint: 'sprint_id',
    milestone: 'milestone_id',
    parent: 'parent_id',
    column: 'column_id',
    tag: 'tag_id',
    points: 'estimate_points',
    estimate: 'estimate_minutes',
    spent: 'spent_minutes',
    progress: 'progress_percent',
    reopened: 'reopen_count',
    start: 'start_date',
    due: 'due_date',
    created: 'created_at',
    updated: 'updated_at',
    completed: 'completed_at',
    started: 'started_at',
  },
  is: 'status',
  predicates: {
    'is:overdue': 'is_overdue',
    'is:blocked': 'is_blocked',
    'is:blocking': 'is_blocking',
    'has:children': 'has_children',
    'is:subtask': 'is_subtask',
    'is:archived': 'is_archived',
    'is:watched': 'is_watched_by_me',
    'has:attachments': 'has_attachments',
    'is:recurring': 'is_recurring',
    'is:in_active_sprint': 'in_active_sprint',
  },
}

const schemas = filterSchemas(fields, {
  id: 'TaskFilterNode',
  example: {
    and: [
      { field: 'priority', op: 'in', value: ['high', 'urgent'] },
      { field: 'due_date', op: 'lt', value: 'P7D' },
    ],
  },
})
/** A validated filter tree over task fields; and its shape alone, for responses. */
export const TaskFilterTree = schemas.Filter
export const TaskFilterOrNone = schemas.FilterOrNone
export const TaskFilterNode = schemas.Shape
