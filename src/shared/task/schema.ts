import * as z from 'zod'
import { priorities, taskStatuses, taskTypes } from '../../../db/schema/values.ts'
import { count, idOut, moment, version } from '../../kit/fields.ts'

export const TaskStatus = z.enum(taskStatuses).meta({ id: 'TaskStatus' })
export const TaskPriority = z.enum(priorities).meta({ id: 'TaskPriority' })
export const TaskType = z.enum(taskTypes).meta({ id: 'TaskType' })
const Person = z.object({ user_id: idOut(), name: z.string() }).meta({ id: 'PersonRef' })
export const Named = z.object({ id: idOut(), name: z.string() }).meta({ id: 'NamedRef' })
export const Label = z.object({ id: idOut(), name: z.string(), color: z.string() }).meta({ id: 'TagLabel' })
const dayOut = () => z.iso.date().nullable().meta({ example: '2026-11-30' })
const taskKey = () => z.string().meta({ example: 'WEB-12' })

export const Task = z
  .object({
    id: idOut(),
    key: taskKey(),
    number: z.int().meta({ example: 12 }),
    project: z.object({ id: idOut(), key: z.string(), name: z.string() }),
    title: z.string().meta({ example: 'Fix the login' }),
    description: z.string().nullable(),
    status: TaskStatus,
    priority: TaskPriority,
    type: TaskType,
    column: Named.nullable().meta({ description: 'Null where the board has no column of this status' }),
    assignee: Person.nullable(),
    reporter: Person,
    parent: z.object({ id: idOut(), key: taskKey(), title: z.string() }).nullable(),
    sprint: Named.nullable(),
    milestone: Named.nullable(),
    tags: z.array(Label),
    estimate_points: z.number().nullable(),
    estimate_minutes: z.int().nullable(),
    spent_minutes: count(),
    progress_percent: z.int(),
    start_date: dayOut(),
    due_date: dayOut(),
    started_at: moment().nullable(),
    completed_at: moment().nullable(),
    cancelled_at: moment().nullable(),
    is_overdue: z.boolean(),
    is_blocked: z.boolean(),
    is_archived: z.boolean(),
    counts: z.object({
      comments: count(),
      attachments: count(),
      subtasks: count(),
      subtasks_done: count(),
      open_blockers: count(),
    }),
    rrule: z.string().nullable().meta({ example: 'FREQ=MONTHLY;BYMONTHDAY=31' }),
    branch_name: z.string().meta({ example: 'web-12-fix-the-login' }),
    external: z.object({ source: z.string().nullable(), id: z.string() }).nullable(),
    url: z.url(),
    version: version(),
    created_at: moment(),
    updated_at: moment(),
  })
  .meta({ id: 'Task' })

/** In the place of a task that the caller may not see. */
export const Restricted = z.object({ restricted: z.literal(true) }).meta({ id: 'RestrictedTask' })

const Short = z.object({ id: idOut(), key: taskKey(), title: z.string(), status: TaskStatus })
/** A task as others name it. */
export const TaskRef = Short.extend({
  project: z.object({ id: idOut(), key: z.string(), name: z.string() }),
}).meta({ id: 'TaskRef' })
export const Blocker = Short.partial().extend({ restricted: z.literal(true).optional() })
