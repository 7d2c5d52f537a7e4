import * as z from 'zod'
import { change, count, day, id, idOut, longText, moment, text } from '../../kit/fields.ts'
import { Blocker, Label, Named, Task, TaskPriority, TaskStatus, TaskType } from '../../shared/task/schema.ts'
import { isRuleOfDays } from '../../shared/recurrence-rules.ts'
import { filterText } from '../../shared/task/found.ts'
import { eventTexts } from '../../shared/activity.ts'
import { origin, ownId } from '../../shared/common-fields.ts'

export { Task }

export const TaskItem = Task.extend({
  blockers: z.array(Blocker).optional().meta({ description: 'With expand=blockers' }),
}).meta({ id: 'TaskItem' })

const may = () => z.boolean()
export const TaskDetail = TaskItem.extend({
  children: z
    .object({
      total: count().describe('Direct subtasks'),
      done: count().describe('Of these, done'),
      open: count().describe('Of these, neither done nor cancelled'),
    })
    .describe('Direct subtasks, by status'),
  documents: z
    .array(z.object({ id: ownId, title: z.string().describe('What it is called') }))
    .meta({ description: 'The latest documents that mention it' }),
  watchers_count: count().describe('How many people watch it'),
  is_watching: z.boolean().describe('Whether I watch it'),
  permissions: z
    .object({
      update: may().describe('Whether I may change it'),
      move: may().describe('Whether I may move it on the board'),
      comment: may().describe('Whether I may comment'),
      watch: may().describe('Whether I may watch it'),
      transfer: may().describe('Whether I may move it to another project'),
      delete: may().describe('Whether I may move it to the trash'),
      purge: may().describe('Whether I may erase it'),
      set_other_watchers: may().describe('Whether I may decide who watches it'),
    })
    .optional()
    .meta({ description: 'What I may do with it, with expand=permissions' }),
}).meta({ id: 'TaskDetail' })

const warnings = z
  .array(z.string())
  .meta({ description: 'What deserves attention, though the write went through' })
export const TaskWritten = Task.extend({ warnings }).meta({ id: 'TaskWritten' })
export const TaskTreeWritten = TaskWritten.extend({
  subtasks: z.array(Task).optional().describe('The subtasks that were created with it'),
}).meta({ id: 'TaskTreeWritten' })
export const TasksCreated = z
  .object({ items: z.array(Task).describe('In the order sent'), warnings })
  .meta({ id: 'TasksCreated' })

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
  title: title().describe('What it is called'),
  description: description(),
  type: TaskType.describe('What kind of task it is'),
  priority: TaskPriority.describe('How urgent it is'),
  parent_id: id().nullable().meta({ description: 'The task that it is a subtask of', 'x-names': 'task' }),
  sprint_id: id().nullable().meta({ description: 'The sprint that it is in', 'x-brief': 'Sprint or active' }),
  milestone_id: id().nullable().describe('The milestone that it counts for'),
  column_id: id().nullable().describe('The column of the board'),
  estimate_points: points().nullable().describe('Story points'),
  estimate_minutes: minutes().nullable().describe('Effort in minutes'),
  start_date: day().nullable().describe('The day on which it starts'),
  due_date: day().nullable().describe('The day on which it is due'),
}

const draft = z
  .strictObject(fields)
  .partial()
  .extend({
    title: title().describe('What it is called'),
    tag_ids: z
      .array(id())
      .max(20, 'at most 20 tags')
      .refine(distinct, 'duplicate ids')
      .optional()
      .describe('Its tags'),
    external_source: text(60).optional().describe('The system it was imported from'),
    external_id: text(255).optional().describe('Its id there'),
    status: notAtCreation(),
    assignee_id: notAtCreation(),
  })
type External = { external_id?: string | undefined; external_source?: string | undefined }
const isPaired = ({ external_id, external_source }: External) =>
  (external_id === undefined) === (external_source === undefined)
const paired = { message: 'send external_source and external_id together', path: ['external_id'] }

export const TaskDraft = draft.refine(isPaired, paired).meta({ id: 'TaskDraft' })

const assignee_id = id().optional().meta({ 'x-brief': 'Member or me' })
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
        'x-brief': 'Subtasks: fields as here',
      }),
  })
  .refine(isPaired, paired)

export const TaskDrafts = z
  .strictObject({
    items: z.array(TaskDraft).min(1, 'must not be empty').max(100, 'at most 100 tasks').describe('The tasks'),
  })
  .meta({ id: 'TaskDrafts' })

const changeable = {
  ...fields,
  status: TaskStatus.describe('How far it has come'),
  assignee_id: id().nullable().describe('Whose task it is'),
  progress_percent: z.int().min(0, 'must be 0 to 100').max(100, 'must be 0 to 100').describe('0 to 100'),
  rrule: text(500)
    .refine(isRuleOfDays, 'must be an RRULE such as FREQ=WEEKLY;BYDAY=MO')
    .nullable()
    .describe('Repeats by RFC 5545, such as FREQ=WEEKLY;BYDAY=MO'),
  recurrence_mode: z
    .enum(['on_schedule', 'after_completion'])
    .nullable()
    .describe('Whether the next one is due by the calendar, or counts from when this one is done'),
  archived: z.boolean().meta({ description: 'Whether it is archived', 'x-brief': 'true archives' }),
}
export const TaskChange = change(changeable).meta({ id: 'TaskChange' })

const task_ids = z
  .array(id())
  .min(1, 'must not be empty')
  .max(100, 'at most 100 tasks')
  .refine(distinct, 'duplicate ids')
const tasksChange = z.strictObject({
  task_ids: task_ids.describe('The tasks to change'),
  patch: z
    .strictObject(changeable)
    .partial()
    .refine((patch) => Object.keys(patch).length > 0, 'at least one field required')
    .describe('What to change in each; null clears'),
  mode: z.enum(['atomic', 'best_effort']).default('atomic').describe('Whether one failure undoes all'),
})
export const TasksChange = tasksChange.meta({ id: 'TasksChange' })

/** The tasks to change by their ids or by a filter, as a tool takes them. */
export const FoundTasksChange = tasksChange
  .extend({
    task_ids: task_ids.optional().describe('The tasks to change'),
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
    results: z
      .array(
        z.object({
          task_id: idOut().describe('The task'),
          key: z.string().optional().meta({ description: 'Of a task that you see', example: 'WEB-12' }),
          ok: z.boolean().describe('Whether it was changed'),
          warnings: warnings.optional(),
          error: z
            .object({
              code: z.string().describe('A word for programs'),
              message: z.string().describe('For people'),
            })
            .optional()
            .describe('What went wrong'),
        }),
      )
      .describe('What became of each, in the order sent'),
  })
  .meta({ id: 'TasksChanged' })

export const TaskMove = z
  .strictObject({
    column_id: id().optional().describe('The column to move it to'),
    sprint_id: id().nullable().optional().meta({ description: 'Null for the backlog' }),
    before_id: id().optional().meta({ description: 'Its place: before this task', 'x-names': 'task' }),
    after_id: id().optional().meta({ description: 'Its place: after this task', 'x-names': 'task' }),
    position: z.enum(['top', 'bottom']).optional().describe('Its place: first or last in the column'),
  })
  .refine((move) => Object.keys(move).length > 0, 'at least one field required')
  .refine(
    (move) => [move.before_id, move.after_id, move.position].filter(Boolean).length < 2,
    'send one of before_id, after_id and position',
  )
  .meta({ id: 'TaskMove' })

export const TaskTransfer = z
  .strictObject({
    project_id: id().describe('The project that it moves to'),
    include_subtasks: z.boolean().default(true).meta({ description: 'Else they stay, without a parent' }),
  })
  .meta({ id: 'TaskTransfer' })

const Left = z.object({ id: ownId }).nullable()
export const TaskTransferred = TaskWritten.extend({
  dropped: z
    .object({
      tags: z.array(Label).describe('Its tags that the new project does not have'),
      sprint: Left.describe('The sprint that it leaves'),
      milestone: Named.nullable().describe('The milestone that it leaves'),
      column: Named.nullable().describe('The column that it leaves'),
    })
    .describe('What the new project has no place for'),
}).meta({ id: 'TaskTransferred' })

export const TaskDuplicate = z
  .strictObject({
    include: z
      .strictObject({
        subtasks: z.boolean().default(true).describe('Its subtasks'),
        tags: z.boolean().default(true).describe('Its tags'),
        comments: z.boolean().default(false).describe('Its comments'),
        attachments: z.boolean().default(false).describe('Its files'),
      })
      .prefault({})
      .describe('What is copied along with it'),
  })
  .meta({ id: 'TaskDuplicate' })

export const MyWorkCounters = z
  .object({
    overdue: count().describe('Past their due date'),
    due_today: count().describe('Due today'),
    due_this_week: count().describe('Due until the end of the week'),
    blocked: count().describe('Waiting for others'),
  })
  .meta({ id: 'MyWorkCounters', description: 'Over all my open tasks; due_this_week is from today on' })

export const Rollup = z
  .object({
    total: count().describe('All subtasks'),
    done: count().describe('Of these, done'),
    points: z
      .number()
      .meta({ description: 'Of the subtasks, without those whose own subtasks are estimated' }),
    own_points: z.number().nullable().meta({ description: 'Of the task itself' }),
  })
  .meta({ id: 'TaskRollup' })

const value = z.unknown().meta({ description: 'Long texts as length and hash', ...eventTexts })
const HistoryChange = z
  .object({
    event_id: z.int().meta({ description: 'For a comment on this change' }),
    kind: z.string().meta({ description: 'What was changed', example: 'status_changed' }),
    field: z.string().nullable().meta({ description: 'The field that was changed', example: 'status' }),
    from: value,
    to: value,
    from_name: z.string().nullable().meta({ description: 'What it was called, where `from` is an id' }),
    to_name: z.string().nullable().meta({ description: 'What it is called, where `to` is an id' }),
    origin,
  })
  .meta({
    id: 'TaskHistoryChange',
    'x-row': 'event_id field kind~field from=from_name,from to=to_name,to',
  })
export const TaskHistoryEntry = z
  .object({
    change_id: idOut().describe('What was changed in one request shares it'),
    actor: z
      .object({
        type: z.string().describe('A person, a key, an application, an automation or the service'),
        user_id: idOut().nullable().describe('The person'),
        name: z.string().nullable().describe("The person's name"),
      })
      .describe('Who did it'),
    at: moment().describe('When it happened'),
    changes: z.array(HistoryChange).describe('What changed, one by one'),
  })
  .meta({ id: 'TaskHistoryEntry', 'x-row': 'at by=actor.name actor.type!user changes' })

const Duration = z
  .object({
    calendar: count().describe('Seconds by the clock'),
    working: count().describe('Seconds within working hours'),
  })
  .meta({
    id: 'Duration',
    description: 'Seconds: by the calendar, and of those on working days of the organization',
  })
export const TimeInStatus = z
  .object({
    spans: z
      .array(
        z.object({
          status: TaskStatus.describe('The status'),
          from: moment().describe('When it came'),
          to: moment().nullable().describe('When it left; null while it stays'),
          seconds: Duration,
        }),
      )
      .describe('Stays in a status, oldest first'),
    lead_seconds: Duration.nullable().meta({ description: 'From creation to completion' }),
    cycle_seconds: Duration.nullable().meta({ description: 'From the first start to completion' }),
  })
  .meta({ id: 'TimeInStatus' })
