import * as z from 'zod'
import { taskStatusParam } from '../../shared/task/statuses.ts'
import { priorities, sprintReasons, taskStatuses, taskTypes } from '../../../db/schema/values.ts'
import { count, csv, day, id, idOut, moment, paging, Person, text } from '../../kit/fields.ts'
import { amount, dayOut, sprint, Totals } from './sprint.ts'
import { ownId, taskKey, taskTitle } from '../../shared/common-fields.ts'

export const Unit = z.enum(['points', 'count', 'minutes'])
const Status = z.enum(taskStatuses)

export const SprintStarted = z
  .object({ ...sprint.Shown.shape, warnings: z.array(z.string()).describe('What to know about the sprint') })
  .meta({ id: 'SprintStarted' })

export const SprintStart = z
  .strictObject({
    start_date: day().optional().describe('The first day, if another than planned'),
    end_date: day().optional().describe('The last day, if another than planned'),
  })
  .prefault({})
  .meta({ id: 'SprintStart' })

export const SprintEnd = z
  .strictObject({
    move_incomplete_to: z
      .union([z.enum(['backlog', 'next']), id()], { error: 'must be backlog, next or a uuid' })
      .optional()
      .meta({ description: 'backlog, next (planned sprint) or a sprint id', 'x-names': 'sprint' }),
  })
  .prefault({})
  .meta({ id: 'SprintEnd' })

const card = {
  id: ownId,
  key: z.string().meta({ description: 'Its key', example: 'WEB-12' }),
  title: taskTitle,
}
const Card = z.object(card).meta({ id: 'TaskCard' })
const Section = z
  .object({
    points: amount().describe('Story points in all'),
    minutes: count().describe('Minutes of effort in all'),
    count: count().describe('How many tasks'),
    items: z
      .array(
        z.object({
          task: Card.nullable().describe('The task; null where you may not see it'),
          points: amount().describe('Its story points'),
          minutes: z.int().describe('Its effort in minutes'),
        }),
      )
      .describe('The tasks'),
  })
  .meta({ id: 'SprintReportSection', description: 'A task that was erased since is null' })

export const Report = z
  .object({
    sprint_id: idOut().describe('The sprint'),
    totals: Totals,
    committed: Section,
    completed: Section,
    not_completed: Section,
    added_after_start: Section,
    removed: Section,
    completed_outside: Section,
    carried_over: Section,
    cancelled: Section,
  })
  .meta({ id: 'SprintReport' })

const Named = z.object({ id: ownId, name: z.string().describe('What it is called') })
export const SprintCompleted = z
  .object({
    sprint: sprint.Shown.describe('The sprint'),
    report: Report.describe('What was done, what was not, and where that went'),
    moved: z
      .array(
        z.object({
          ...card,
          carried_over_times: count().describe('How many sprints it was carried through'),
        }),
      )
      .describe('The unfinished tasks'),
    destination: z.string().meta({
      description: 'Where the unfinished tasks go',
      example: 'backlog, because no later sprint is planned',
    }),
    moved_to: Named.nullable().describe('Where the unfinished tasks went'),
  })
  .meta({ id: 'SprintCompleted' })

const keys = (what: string) => z.array(taskKey).describe(what)
export const SprintFilledInKeys = z
  .object({
    added: keys('The tasks that came in'),
    already_in: keys('The tasks that were in it before'),
    skipped: z
      .array(z.object({ key: taskKey, reason: z.string().describe('Why it was left out') }))
      .describe('The tasks that were left out'),
  })
  .meta({ id: 'SprintFilledInKeys' })
export const SprintEmptiedInKeys = z
  .object({ removed: keys('The tasks that were taken out'), not_in: keys('The tasks that were not in it') })
  .meta({ id: 'SprintEmptiedInKeys' })

export const SprintTask = z
  .object({
    ...card,
    status: Status.describe('Its status'),
    priority: z.enum(priorities).describe('Its priority'),
    type: z.enum(taskTypes).describe('Its type'),
    assignee: Person.nullable().describe('Whose task it is'),
    parent: Card.nullable().describe('The task that it is a subtask of'),
    sprint: Named.nullable().describe('The sprint that it is in'),
    estimate_points: amount().nullable().describe('Story points'),
    estimate_minutes: z.int().nullable().describe('Effort in minutes'),
    due_date: dayOut().nullable().describe('The day on which it is due'),
    is_blocked: z.boolean().describe('Whether it waits for an open task'),
    carried_over_times: count().meta({ description: 'Sprints that ended with it open' }),
    origin: z.string().nullable().meta({ description: 'The system that it was imported from' }),
  })
  .meta({ id: 'SprintTask' })

export const SprintTaskFilter = z.strictObject({ status: taskStatusParam().optional(), ...paging })

export const BacklogFilter = z.strictObject({
  type: csv(z.enum(taskTypes)).optional(),
  tag_id: csv(id()).optional().describe('Only with these tags, separated by commas'),
  q: text(200).optional().describe('Words in the title or the key'),
  ...paging,
})

const taskIds = () =>
  z
    .array(id())
    .min(1, 'must not be empty')
    .max(100, 'at most 100 tasks')
    .refine((ids) => new Set(ids).size === ids.length, 'duplicate ids')

export const SprintFill = z
  .strictObject({
    task_ids: taskIds().describe('The tasks to take in'),
    before_id: id().optional().meta({ description: 'Their place: before this task', 'x-names': 'task' }),
    after_id: id().optional().meta({ description: 'Their place: after this task', 'x-names': 'task' }),
  })
  .refine((body) => !(body.before_id && body.after_id), 'send one of before_id and after_id')
  .meta({ id: 'SprintFill' })
export const SprintFilled = z
  .object({
    added: z.array(idOut()).describe('The tasks that came in'),
    already_in: z.array(idOut()).describe('The tasks that were in it before'),
    skipped: z
      .array(z.object({ id: ownId, reason: z.string().describe('Why it was left out') }))
      .describe('The tasks that were left out'),
  })
  .meta({ id: 'SprintFilled' })

export const SprintEmpty = z
  .strictObject({ task_ids: taskIds().describe('The tasks to take out') })
  .meta({ id: 'SprintEmpty' })
export const SprintEmptied = z
  .object({
    removed: z.array(idOut()).describe('The tasks that were taken out'),
    not_in: z.array(idOut()).describe('The tasks that were not in it'),
  })
  .meta({ id: 'SprintEmptied' })

export const UnitFilter = z.strictObject({ unit: Unit.optional().describe('What the figures are in') })

export const Burndown = z
  .object({
    sprint_id: idOut().describe('The sprint'),
    unit: Unit.describe('What the figures are in'),
    timezone: z.string().describe('The time zone of its days, as an IANA name'),
    committed: amount().describe('What was in it when it began'),
    days: z
      .array(
        z.object({
          date: dayOut().describe('The day'),
          working: z.boolean().describe('Whether people work on it'),
          scope: amount().nullable().describe('All that is in the sprint at the end of the day'),
          done: amount().nullable().describe('What is done at the end of the day'),
          remaining: amount().nullable().describe('Still to be done at the end of the day'),
          ideal: amount().describe('A straight line over the working days'),
          is_future: z.boolean().describe('Whether the day is yet to come'),
        }),
      )
      .describe('The figures of each day'),
    scope_changes: z
      .array(
        z.object({
          at: moment().describe('When it happened'),
          date: dayOut().describe('The day'),
          reason: z.enum(sprintReasons).describe('What happened'),
          change: amount().describe('By how much'),
          task: Card.nullable().describe('The task; null where you may not see it'),
          by: Person.nullable().describe('Who did it'),
        }),
      )
      .describe('What came and went after the start'),
    unestimated: count().describe('Tasks without an estimate'),
    excluded: z
      .array(
        z.object({
          ...card,
          reason: z.enum(['epic', 'estimated_subtasks']).describe('Why it is not counted'),
        }),
      )
      .describe('What is not counted, and why'),
  })
  .meta({ id: 'SprintBurndown' })
