import * as z from 'zod'
import { change, count, day, id, idOut, longText, moment, text } from '../../kit/fields.ts'
import { Blocker, Label, Named, Task, TaskPriority, TaskStatus, TaskType } from '../../shared/task/schema.ts'
import { isRuleOfDays } from '../../shared/recurrence-rules.ts'
import { filterText } from '../../shared/task/found.ts'

export { Task }

export const TaskItem = Task.extend({
  blockers: z.array(Blocker).optional().meta({ description: 'With expand=blockers' }),
}).meta({ id: 'TaskItem' })

const may = () => z.boolean()
export const TaskDetail = TaskItem.extend({
  children: z.object({ total: count(), done: count(), open: count() }),
  documents: z
    .array(z.object({ id: idOut(), title: z.string() }))
    .meta({ description: 'The latest documents that mention it' }),
  watchers_count: count(),
  is_watching: z.boolean(),
  permissions: z
    .object({
      update: may(),
      move: may(),
      comment: may(),
      watch: may(),
      transfer: may(),
      delete: may(),
      purge: may(),
      set_other_watchers: may(),
    })
    .optional()
    .meta({ description: 'What I may do with it, with expand=permissions' }),
}).meta({ id: 'TaskDetail' })

const warnings = z
  .array(z.string())
  .meta({ description: 'What deserves attention, though the write went through' })
export const TaskWritten = Task.extend({ warnings }).meta({ id: 'TaskWritten' })
export const TasksCreated = z.object({ items: z.array(Task), warnings }).meta({ id: 'TasksCreated' })

const title = () => text(255).meta({ example: 'Fix the login' })
const description = () => longText(100_000).nullable().meta({ description: 'Markdown' })
const points = () =>
  z
    .number()
    .min(0, 'must not be negative')
    .max(9999.99, 'at most 9999.99')
    .refine((given) => Math.abs(given * 100 - Math.round(given * 100)) < 1e-6, 'at most 2 decimals')
const minutes = () => z.int().min(0, 'must not be negative').max(10_000_000, 'at most 10000000')
const distinct = (ids: string[]) => new Set(ids).size === ids.length
/** A field that callers may expect here: rejected by name rather than as unknown. */
const notAtCreation = () =>
  z
    .unknown()
    .refine((given) => given === undefined, 'not accepted at creation')
    .optional()
    .meta({ not: {}, description: 'Not accepted: a task is created to do and unassigned; change it then' })

/** The fields shared by creating and changing a task. */
const fields = {
  title: title(),
  description: description(),
  type: TaskType,
  priority: TaskPriority,
  parent_id: id().nullable(),
  sprint_id: id().nullable(),
  milestone_id: id().nullable(),
  column_id: id().nullable(),
  estimate_points: points().nullable(),
  estimate_minutes: minutes().nullable(),
  start_date: day().nullable(),
  due_date: day().nullable(),
}

const draft = z
  .strictObject(fields)
  .partial()
  .extend({
    title: title(),
    tag_ids: z.array(id()).max(20, 'at most 20 tags').refine(distinct, 'duplicate ids').optional(),
    external_source: text(60).optional(),
    external_id: text(255).optional(),
    status: notAtCreation(),
    assignee_id: notAtCreation(),
  })
type External = { external_id?: string | undefined; external_source?: string | undefined }
const isPaired = ({ external_id, external_source }: External) =>
  (external_id === undefined) === (external_source === undefined)
const paired = { message: 'send external_source and external_id together', path: ['external_id'] }

export const TaskDraft = draft.refine(isPaired, paired).meta({ id: 'TaskDraft' })

const assignee_id = id().optional()
/** A task with its subtasks, as a tool creates them in one call. */
export const TaskTree = draft
  .extend({
    assignee_id,
    children: z
      .array(draft.omit({ parent_id: true }).extend({ assignee_id }).refine(isPaired, paired))
      .max(50, 'at most 50 subtasks')
      .optional()
      .meta({
        description: 'Subtasks, each as a task here; sprint and milestone are those of the task unless said',
      }),
  })
  .refine(isPaired, paired)

export const TaskDrafts = z
  .strictObject({
    items: z.array(TaskDraft).min(1, 'must not be empty').max(100, 'at most 100 tasks'),
  })
  .meta({ id: 'TaskDrafts' })

const changeable = {
  ...fields,
  status: TaskStatus,
  assignee_id: id().nullable(),
  progress_percent: z.int().min(0, 'must be 0 to 100').max(100, 'must be 0 to 100'),
  rrule: text(500).refine(isRuleOfDays, 'must be an RRULE such as FREQ=WEEKLY;BYDAY=MO').nullable(),
  recurrence_mode: z.enum(['on_schedule', 'after_completion']).nullable(),
  archived: z.boolean(),
}
export const TaskChange = change(changeable).meta({ id: 'TaskChange' })

const task_ids = z
  .array(id())
  .min(1, 'must not be empty')
  .max(100, 'at most 100 tasks')
  .refine(distinct, 'duplicate ids')
const tasksChange = z.strictObject({
  task_ids,
  patch: z
    .strictObject(changeable)
    .partial()
    .refine((patch) => Object.keys(patch).length > 0, 'at least one field required'),
  mode: z.enum(['atomic', 'best_effort']).default('atomic'),
})
export const TasksChange = tasksChange.meta({ id: 'TasksChange' })

/** The tasks to change by their ids or by a filter, as a tool takes them. */
export const FoundTasksChange = tasksChange
  .extend({
    task_ids: task_ids.optional(),
    filter: filterText.optional().meta({
      description: 'Instead of task_ids: all that this finds, as text of query_issues',
      example: 'sprint:active status:todo',
    }),
  })
  .refine((body) => !body.filter !== !body.task_ids, {
    message: 'send task_ids or filter',
    path: ['task_ids'],
  })

export const TasksChanged = z
  .object({
    results: z.array(
      z.object({
        task_id: idOut(),
        key: z.string().optional().meta({ description: 'Of a task that you see', example: 'WEB-12' }),
        ok: z.boolean(),
        warnings: warnings.optional(),
        error: z.object({ code: z.string(), message: z.string() }).optional(),
      }),
    ),
  })
  .meta({ id: 'TasksChanged' })

export const TaskMove = z
  .strictObject({
    column_id: id().optional(),
    sprint_id: id().nullable().optional().meta({ description: 'Null for the backlog' }),
    before_id: id().optional(),
    after_id: id().optional(),
    position: z.enum(['top', 'bottom']).optional(),
  })
  .refine((move) => Object.keys(move).length > 0, 'at least one field required')
  .refine(
    (move) => [move.before_id, move.after_id, move.position].filter(Boolean).length < 2,
    'send one of before_id, after_id and position',
  )
  .meta({ id: 'TaskMove' })

export const TaskTransfer = z
  .strictObject({
    project_id: id(),
    include_subtasks: z.boolean().default(true).meta({ description: 'Else they stay, without a parent' }),
  })
  .meta({ id: 'TaskTransfer' })

const Left = z.object({ id: idOut() }).nullable()
export const TaskTransferred = TaskWritten.extend({
  dropped: z.object({
    tags: z.array(Label),
    sprint: Left,
    milestone: Named.nullable(),
    column: Named.nullable(),
  }),
}).meta({ id: 'TaskTransferred' })

export const TaskDuplicate = z
  .strictObject({
    include: z
      .strictObject({
        subtasks: z.boolean().default(true),
        tags: z.boolean().default(true),
        comments: z.boolean().default(false),
        attachments: z.boolean().default(false),
      })
      .prefault({}),
  })
  .meta({ id: 'TaskDuplicate' })

export const Watcher = z
  .object({
    user_id: idOut(),
    name: z.string(),
    state: z.enum(['watching', 'muted']),
    reason: z.enum(['manual', 'author', 'assignee', 'mention', 'comment']),
    created_at: moment(),
  })
  .meta({ id: 'TaskWatcher' })
export const Watchers = z.object({ items: z.array(Watcher) }).meta({ id: 'TaskWatchers' })
export const WatcherState = Watcher.pick({ state: true }).strict().meta({ id: 'TaskWatcherState' })

export const MyWorkCounters = z
  .object({
    overdue: count(),
    due_today: count(),
    due_this_week: count(),
    blocked: count(),
  })
  .meta({ id: 'MyWorkCounters', description: 'Over all my open tasks; due_this_week is from today on' })

export const Rollup = z
  .object({
    total: count(),
    done: count(),
    points: z
      .number()
      .meta({ description: 'Of the subtasks, without those whose own subtasks are estimated' }),
    own_points: z.number().nullable().meta({ description: 'Of the task itself' }),
  })
  .meta({ id: 'TaskRollup' })

const value = z.unknown().meta({ description: 'Long texts as length and hash' })
export const TaskHistoryEntry = z
  .object({
    change_id: idOut(),
    actor: z.object({ type: z.string(), user_id: idOut().nullable(), name: z.string().nullable() }),
    at: moment(),
    changes: z.array(
      z.object({
        event_id: z.int().meta({ description: 'For a comment on this change' }),
        kind: z.string().meta({ example: 'status_changed' }),
        field: z.string().nullable().meta({ example: 'status' }),
        from: value,
        to: value,
      }),
    ),
  })
  .meta({ id: 'TaskHistoryEntry' })

const Duration = z.object({ calendar: count(), working: count() }).meta({
  id: 'Duration',
  description: 'Seconds: by the calendar, and of those on working days of the organization',
})
export const TimeInStatus = z
  .object({
    spans: z.array(
      z.object({ status: TaskStatus, from: moment(), to: moment().nullable(), seconds: Duration }),
    ),
    lead_seconds: Duration.nullable().meta({ description: 'From creation to completion' }),
    cycle_seconds: Duration.nullable().meta({ description: 'From the first start to completion' }),
  })
  .meta({ id: 'TimeInStatus' })
