import { ordered } from '../../shared/day-range.ts'
import * as z from 'zod'
import { priorities, taskStatuses, taskTypes } from '../../../db/schema/values.ts'
import { csv, day, boolParam, id, moment, paging, sorting, text } from '../../kit/fields.ts'
import { sortKeys } from '../../shared/task/page.ts'

const idOr = (...words: [string, ...string[]]) =>
  z.union([z.enum(words), id()], { error: `must be a uuid or ${words.join(' or ')}` })

const filters = {
  status: csv(z.enum(taskStatuses)).optional(),
  priority: csv(z.enum(priorities)).optional(),
  type: csv(z.enum(taskTypes)).optional(),
  assignee_id: csv(idOr('me', 'none')).optional(),
  sprint_id: csv(idOr('active', 'none')).optional(),
  tag_id: csv(idOr('none')).optional(),
  parent_id: csv(idOr('none')).optional(),
  milestone_id: csv(idOr('none')).optional(),
  column_id: csv(idOr('none')).optional(),
  due_before: day().optional(),
  due_after: day().optional(),
  overdue: boolParam().optional(),
  blocked: boolParam().optional(),
  q: text(200).optional(),
  updated_since: moment()
    .optional()
    .meta({
      description:
        'Only changed since then: their own fields and place, and their tags, comments, files, time, subtasks and ' +
        'dependencies; not the names of what they belong to, nor a tag that more than a thousand lose at once. `updated_at` is when the change began, not when it was ' +
        'stored: ask from a minute before the latest that you have, and skip what you have already',
    }),
  archived: boolParam().default(false),
}
const expand = csv(z.enum(['tags', 'parent', 'blockers']))
  .default([])
  .meta({ description: 'blockers adds the open tasks in the way; tags and parent are always there' })

const dueInOrder = ordered('due_after', 'due_before')

/** Filters of the tasks of one project. */
const listed = { ...filters, expand, ...paging, sort: sorting(sortKeys, 'rank') }
export const TaskFilter = z.strictObject(listed).refine(...dueInOrder)

/** Filters of the tasks of all projects. */
export const AllTasksFilter = z
  .strictObject({ ...listed, project_id: csv(id()).optional() })
  .refine(...dueInOrder)

export const MyWorkFilter = z.strictObject({
  status: csv(z.enum(taskStatuses)).default(['todo', 'in_progress']),
  overdue: boolParam().optional(),
  due_before: day().optional(),
  project_id: csv(id()).optional(),
  ...paging,
  sort: sorting(sortKeys, 'due_date,-priority'),
})

export const TaskExpand = z.strictObject({
  expand: csv(z.enum(['tags', 'parent', 'blockers', 'permissions'])).default([]),
})

export const SubtaskFilter = z.strictObject({ tree: boolParam().default(false), ...paging })

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
  fields: csv(z.enum(historyFields)).optional(),
  since: moment().optional().meta({ description: 'Only changes from this moment on' }),
  ...paging,
})
