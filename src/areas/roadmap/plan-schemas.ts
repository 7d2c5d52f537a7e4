import * as z from 'zod'
import { healths, projectStatuses } from '../../../db/schema/projects.ts'
import { count, csv, day, id, idOut, intParam } from '../../kit/fields.ts'
import { dayOut, Progress } from './schemas.ts'
import { ownId, projectKey } from '../../shared/common-fields.ts'

const levels = ['project', 'milestone', 'epic', 'sprint'] as const

export const RoadmapFilter = z
  .strictObject({
    project_id: csv(id()).optional().describe('Only of these projects, separated by commas'),
    from: day().optional().describe('First day shown'),
    to: day().optional().describe('Last day shown'),
    level: csv(z.enum(levels)).default(['project', 'milestone', 'epic']),
    status: csv(z.enum(projectStatuses))
      .default(['planning', 'active', 'on_hold'])
      .meta({ description: 'Of the projects; without it those that are not over' }),
    limit: intParam(1, 200)
      .default(200)
      .meta({ type: 'integer', description: 'Rows, 1 to 200', example: 200, 'x-brief': '25 if absent' }),
    offset: intParam(0, 1_000_000).default(0).meta({ description: 'Rows to skip', 'x-brief': 'To skip' }),
  })
  .refine(({ from, to }) => !from || !to || from <= to, { path: ['to'], error: 'must not be before from' })

export const Roadmap = z
  .object({
    rows: z
      .array(
        z.object({
          type: z.enum(levels).describe('The kind of object'),
          id: ownId,
          key: z.string().nullable().describe('Its key, if it has one'),
          title: z.string().meta({ description: 'What it is called', 'x-outside': '@' }),
          project: z
            .object({ id: ownId, key: projectKey, name: z.string().describe('What it is called') })
            .describe('The project that it belongs to'),
          start: dayOut().nullable().describe('Its first day'),
          end: dayOut().nullable().describe('Its last day'),
          derived: z.boolean().meta({ description: 'Its days are those of the tasks in it' }),
          progress: Progress,
          finished: z.boolean().describe('Whether it is done'),
          health: z.enum(healths).nullable().describe('How it goes, as far as that is known'),
          late_days: count().describe('Days that it is late'),
          dependencies: z.array(idOut()).meta({ description: 'The tasks that an epic waits for' }),
        }),
      )
      .describe('What the plan shows, by project'),
    total: count().describe('How many rows there are in all'),
    limit: z.int().describe('The limit that was asked for'),
    offset: z.int().describe('The offset that was asked for'),
    today: dayOut().describe('The day where the organization is'),
  })
  .meta({ id: 'Roadmap' })

const Wish = z
  .strictObject({
    task_id: id().describe('The task to move'),
    start_date: day().optional().describe('The day on which it shall start'),
    due_date: day().optional().describe('The day on which it shall be due'),
    estimate_minutes: z
      .int()
      .min(0, 'must not be negative')
      .max(10_000_000, 'at most 10000000')
      .optional()
      .describe('Effort in minutes'),
  })
  .refine(
    ({ start_date, due_date, estimate_minutes }) => start_date || due_date || estimate_minutes !== undefined,
    {
      message: 'start_date, due_date or estimate_minutes required',
    },
  )
  .refine(({ start_date, due_date }) => !start_date || !due_date || start_date <= due_date, {
    message: 'before start_date',
    path: ['due_date'],
  })

const wishes = {
  changes: z
    .array(Wish)
    .max(500, 'at most 500 changes')
    .refine((list) => new Set(list.map(({ task_id }) => task_id)).size === list.length, 'duplicate task_id')
    .describe('The dates that are wished for'),
  working_days: z
    .boolean()
    .default(true)
    .meta({ description: 'Plan on the working days of the organization; else on all days' }),
}
export const ScheduleDraft = z.strictObject(wishes).meta({ id: 'ScheduleDraft' })
export const ScheduleApply = z
  .strictObject({
    ...wishes,
    token: z
      .string()
      .max(64)
      .optional()
      .meta({ description: 'Of the preview: conflicts where the plan changed since' }),
  })
  .meta({ id: 'ScheduleApply' })

const Days = z.object({
  start_date: dayOut().nullable().describe('The day on which it starts'),
  due_date: dayOut().nullable().describe('The day on which it is due'),
})
const moved = z.array(
  z.object({
    task_id: idOut().describe('The task'),
    from: Days.describe('Its days before'),
    to: Days.describe('Its days after'),
  }),
)

export const Schedule = z
  .object({
    moved: moved.describe('Each task that would move'),
    old_end: dayOut().nullable().describe('The last day before the change'),
    new_end: dayOut().nullable().describe('The last day after the change'),
    critical_path: z.array(idOut()).meta({ description: 'The chain of tasks that decides the end' }),
    conflicts: z
      .array(
        z.object({
          type: z
            .enum(['started', 'pushed', 'other_project', 'after_parent', 'after_target', 'absent'])
            .describe('What stands in the way; absent where the assignee is on leave on some of the days'),
          task_id: idOut().describe('The task that it is about'),
          by_task_id: idOut().nullable().describe('The task that causes it'),
        }),
      )
      .describe('What stands in the way'),
    milestones_at_risk: z
      .array(
        z.object({
          id: ownId,
          name: z.string().describe('What it is called'),
          due_date: dayOut().describe('The day on which it is to be reached'),
          projected: dayOut().describe('The day it would come to'),
          late_days: count().describe('Days that it would be late'),
        }),
      )
      .describe('Milestones that would be missed'),
    unscheduled: count().meta({
      description: 'Open tasks without dates: they take time from today on, but get no days',
    }),
    token: z.string().meta({ description: 'Apply with it what is shown here, or nothing' }),
  })
  .meta({ id: 'Schedule' })

export const ScheduleApplied = z
  .object({
    updated: count().describe('How many tasks were changed'),
    moved: moved.describe('Each task that moved'),
    new_end: dayOut().nullable().describe('The last day after the change'),
  })
  .meta({ id: 'ScheduleApplied' })
