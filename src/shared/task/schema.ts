import * as z from 'zod'
import { priorities, taskStatuses, taskTypes } from '../../../db/schema/values.ts'
import { count, idOut, moment, version } from '../../kit/fields.ts'
import { createdAt, ownId, projectKey, taskTitle, updatedAt } from '../common-fields.ts'

export const TaskStatus = z.enum(taskStatuses).meta({ id: 'TaskStatus' })
export const TaskPriority = z.enum(priorities).meta({ id: 'TaskPriority' })
export const TaskType = z.enum(taskTypes).meta({ id: 'TaskType' })
const Person = z
  .object({ user_id: idOut().describe('Who it is'), name: z.string().describe("The person's name") })
  .meta({ id: 'PersonRef' })
export const Named = z
  .object({ id: ownId, name: z.string().describe('What it is called') })
  .meta({ id: 'NamedRef' })
export const Label = z
  .object({
    id: ownId,
    name: z.string().describe('What it is called'),
    color: z.string().describe('As #rrggbb'),
  })
  .meta({ id: 'TagLabel' })
const dayOut = () => z.iso.date().nullable().meta({ example: '2026-11-30' })
const taskKey = () => z.string().meta({ example: 'WEB-12' })

export const Task = z
  .object({
    id: ownId,
    key: taskKey().describe('Its key, such as WEB-12'),
    number: z.int().meta({ description: 'Counts up in its project and is never used again', example: 12 }),
    project: z
      .object({ id: ownId, key: projectKey, name: z.string().describe('What it is called') })
      .describe('The project that it belongs to'),
    title: z
      .string()
      .meta({ description: 'What it is called', example: 'Fix the login', 'x-outside': 'external' }),
    description: z
      .string()
      .nullable()
      .meta({ description: 'More about it, in Markdown', 'x-outside': 'external' }),
    status: TaskStatus.describe('How far it has come'),
    priority: TaskPriority.describe('How urgent it is'),
    type: TaskType.describe('What kind of task it is'),
    column: Named.nullable().meta({
      description: 'Null where the board has no column of this status',
      'x-receipt': true,
    }),
    assignee: Person.nullable().describe('Whose task it is'),
    reporter: Person.describe('Who reported it'),
    parent: z
      .object({ id: ownId, key: taskKey().describe('Its key, such as WEB-12'), title: taskTitle })
      .nullable()
      .describe('The task that it is a subtask of'),
    sprint: Named.nullable().describe('The sprint that it is in'),
    milestone: Named.nullable().describe('The milestone that it counts for'),
    tags: z.array(Label).describe('Its tags'),
    estimate_points: z.number().nullable().describe('Story points'),
    estimate_minutes: z.int().nullable().describe('Effort in minutes'),
    spent_minutes: count().describe('Time logged, in minutes'),
    progress_percent: z.int().describe('0 to 100'),
    start_date: dayOut().describe('The day on which it starts'),
    due_date: dayOut().describe('The day on which it is due'),
    started_at: moment().nullable().describe('When work on it began'),
    completed_at: moment().nullable().describe('When it was done'),
    cancelled_at: moment().nullable().describe('When it was cancelled'),
    is_overdue: z.boolean().describe('Open, and its due date has passed where the organization is'),
    is_blocked: z.boolean().describe('Whether it waits for an open task'),
    is_archived: z.boolean().describe('Out of sight, kept'),
    counts: z
      .object({
        comments: count().describe('Comments'),
        attachments: count().describe('Files'),
        subtasks: count().describe('Direct subtasks'),
        subtasks_done: count().describe('Of these, done'),
        open_blockers: count().describe('Open tasks that it waits for'),
      })
      .describe('How many of each it has'),
    rrule: z.string().nullable().meta({
      description: 'Repeats by RFC 5545, such as FREQ=WEEKLY;BYDAY=MO',
      example: 'FREQ=MONTHLY;BYMONTHDAY=31',
    }),
    branch_name: z.string().meta({ description: 'A name for a branch', example: 'web-12-fix-the-login' }),
    external: z
      .object({
        source: z.string().nullable().describe('The system'),
        id: z.string().nullable().describe('Its id there; null of a copy'),
        author: z
          .string()
          .nullable()
          .meta({ description: 'Who wrote it there, if that is no member here', 'x-outside': true }),
      })
      .nullable()
      .describe('Where it was imported from'),
    url: z.url().describe('Its page'),
    version: version(),
    created_at: createdAt,
    updated_at: updatedAt,
  })
  .meta({
    id: 'Task',
    'x-row':
      'key title* status priority | type!task assignee due=due_date sprint parent points=estimate_points tags overdue=is_overdue blocked=is_blocked origin=external.source -in_column -carried_over_times',
  })

/** In the place of a task that the caller may not see. */
export const Restricted = z
  .object({ restricted: z.literal(true).describe('The caller may not see it: nothing else is told') })
  .meta({ id: 'RestrictedTask' })

const Short = z.object({
  id: ownId,
  key: taskKey().describe('Its key, such as WEB-12'),
  title: taskTitle,
  status: TaskStatus.describe('How far it has come'),
})
/** A task as others name it. */
export const TaskRef = Short.extend({
  project: z
    .object({ id: ownId, key: projectKey, name: z.string().describe('What it is called') })
    .describe('The project that it belongs to'),
}).meta({ id: 'TaskRef' })
export const Blocker = Short.partial().extend({
  restricted: z.literal(true).optional().describe('The caller may not see it: nothing else is told'),
})
