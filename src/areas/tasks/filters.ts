import { ordered } from '../../shared/day-range.ts'
import * as z from 'zod'
import { priorities, taskTypes } from '../../../db/schema/values.ts'
import { csv, day, boolParam, id, moment, paging, sorting, text, userParam } from '../../kit/fields.ts'
import { sortKeys } from '../../shared/task/page.ts'
import { taskStatusGroups, taskStatusParam } from '../../shared/task/statuses.ts'

const idOr = (...words: [string, ...string[]]) =>
  z.union([z.enum(words), id()], { error: `must be a uuid or ${words.join(' or ')}` })

const filters = {
  status: taskStatusParam().optional(),
  priority: csv(z.enum(priorities)).optional(),
  type: csv(z.enum(taskTypes)).optional(),
  assignee_id: csv(idOr('me', 'none'))
    .optional()
    .describe('Only of these people, separated by commas; `me` and `none` too'),
  sprint_id: csv(idOr('active', 'none'))
    .optional()
    .describe('Only of these sprints, separated by commas; `active` and `none` too'),
  tag_id: csv(idOr('none'))
    .optional()
    .describe('Only with one of these tags, separated by commas; `none` too'),
  parent_id: csv(idOr('none')).optional().meta({
    description: 'Only directly below these, separated by commas; `none` for the top',
    'x-names': 'task',
  }),
  milestone_id: csv(idOr('none'))
    .optional()
    .describe('Only of these milestones, separated by commas; `none` too'),
  column_id: csv(idOr('none')).optional().describe('Only in these columns, separated by commas; `none` too'),
  due_before: day().optional().describe('Due before this day'),
  due_after: day().optional().describe('Due after this day'),
  overdue: boolParam().optional().describe('Only late and open ones'),
  blocked: boolParam()
    .optional()
    .describe('Only those that wait for others, or with false those that do not'),
  q: text(200).optional().describe('Words in the title, the description or the key'),
  updated_since: moment()
    .optional()
    .meta({
      description:
        'Only changed since then: their own fields and place, and their tags, comments, files, time, subtasks and ' +
        'dependencies; not the names of what they belong to, nor a tag that more than a thousand lose at once. `updated_at` is when the change began, not when it was ' +
        'stored: ask from a minute before the latest that you have, and skip what you have already',
      'x-brief': 'Changed since then, also in tags, comments, files, time, subtasks and dependencies',
    }),
  archived: boolParam().default(false).describe('The archived ones instead'),
}
const expand = csv(z.enum(['tags', 'parent', 'blockers']))
  .default([])
  .meta({
    description: 'blockers adds the open tasks in the way; tags and parent are always there',
    'x-brief': 'blockers adds the open tasks in the way',
  })

const dueInOrder = ordered('due_after', 'due_before')

/** Filters of the tasks of one project. */
const listed = { ...filters, expand, ...paging, sort: sorting(sortKeys, 'rank') }
export const TaskFilter = z.strictObject(listed).refine(...dueInOrder)

/** Filters of the tasks of all projects. */
export const AllTasksFilter = z
  .strictObject({
    ...listed,
    project_id: csv(id()).optional().describe('Only of these projects, separated by commas'),
  })
  .refine(...dueInOrder)

export const MyWorkFilter = z.strictObject({
  status: taskStatusParam().default([...taskStatusGroups.open]),
  overdue: boolParam().optional().describe('Only late and open ones'),
  due_before: day().optional().describe('Due before this day'),
  project_id: csv(id()).optional().describe('Only of these projects, separated by commas'),
  ...paging,
  sort: sorting(sortKeys, 'due_date,-priority'),
})

export const TaskExpand = z.strictObject({
  expand: csv(z.enum(['tags', 'parent', 'blockers', 'permissions'])).default([]),
})

export const SubtaskFilter = z.strictObject({
  tree: boolParam().default(false).describe('Whether all levels are listed, not the first alone'),
  ...paging,
})

/** The fields whose changes are events, as app.event_fields lists them. */
export const historyFields = [
  'title',
  'description',
  'status',
  'column_id',
  'priority',
  'type',
  'assignee_id',
  'parent_id',
  'sprint_id',
  'milestone_id',
  'estimate_points',
  'estimate_minutes',
  'progress_percent',
  'start_date',
  'due_date',
  'rrule',
  'recurrence_mode',
  'project_id',
  'archived_at',
  'deleted_at',
] as const
export const HistoryFilter = z.strictObject({
  fields: csv(z.enum(historyFields))
    .optional()
    .meta({ 'x-brief': 'With task_id: only these, as status,assignee_id' }),
  actor_id: csv(userParam()).optional().meta({
    description: 'Only what these people did, separated by commas; `me` too',
    'x-brief': 'What these people did; me too',
  }),
  since: moment().optional().meta({
    description: 'Only changes from this moment on',
    'x-brief': 'From this moment on',
  }),
  ...paging,
})
