import * as z from 'zod'
import { healths, projectStatuses } from '../../../db/schema/projects.ts'
import { count, csv, day, id, idOut, intParam } from '../../kit/fields.ts'
import { dayOut, Progress } from './schemas.ts'

const levels = ['project', 'milestone', 'epic', 'sprint'] as const

export const RoadmapFilter = z
  .strictObject({
    project_id: csv(id()).optional(),
    from: day().optional(),
    to: day().optional(),
    level: csv(z.enum(levels)).default(['project', 'milestone', 'epic']),
    status: csv(z.enum(projectStatuses))
      .default(['planning', 'active', 'on_hold'])
      .meta({ description: 'Of the projects; without it those that are not over' }),
    limit: intParam(1, 200)
      .default(200)
      .meta({ type: 'integer', description: 'Rows, 1 to 200', example: 200 }),
    offset: intParam(0, 1_000_000).default(0),
  })
  .refine(({ from, to }) => !from || !to || from <= to, { path: ['to'], error: 'must not be before from' })

export const Roadmap = z
  .object({
    rows: z.array(
      z.object({
        type: z.enum(levels),
        id: idOut(),
        key: z.string().nullable(),
        title: z.string(),
        project: z.object({ id: idOut(), key: z.string(), name: z.string() }),
        start: dayOut().nullable(),
        end: dayOut().nullable(),
        derived: z.boolean().meta({ description: 'Its days are those of the tasks in it' }),
        progress: Progress,
        finished: z.boolean(),
        health: z.enum(healths).nullable(),
        late_days: count(),
        dependencies: z.array(idOut()).meta({ description: 'The tasks that an epic waits for' }),
      }),
    ),
    total: count(),
    limit: z.int(),
    offset: z.int(),
    today: dayOut(),
  })
  .meta({ id: 'Roadmap' })

const Wish = z
  .strictObject({
    task_id: id(),
    start_date: day().optional(),
    due_date: day().optional(),
    estimate_minutes: z.int().min(0, 'must not be negative').max(10_000_000, 'at most 10000000').optional(),
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
    .refine((list) => new Set(list.map(({ task_id }) => task_id)).size === list.length, 'duplicate task_id'),
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

const Days = z.object({ start_date: dayOut().nullable(), due_date: dayOut().nullable() })
const moved = z.array(z.object({ task_id: idOut(), from: Days, to: Days }))

export const Schedule = z
  .object({
    moved,
    old_end: dayOut().nullable(),
    new_end: dayOut().nullable(),
    critical_path: z.array(idOut()).meta({ description: 'The chain of tasks that decides the end' }),
    conflicts: z.array(
      z.object({
        type: z.enum(['started', 'pushed', 'other_project', 'after_parent', 'after_target']),
        task_id: idOut(),
        by_task_id: idOut().nullable(),
      }),
    ),
    milestones_at_risk: z.array(
      z.object({
        id: idOut(),
        name: z.string(),
        due_date: dayOut(),
        projected: dayOut(),
        late_days: count(),
      }),
    ),
    unscheduled: count().meta({
      description: 'Open tasks without dates: they take time from today on, but get no days',
    }),
    token: z.string().meta({ description: 'Apply with it what is shown here, or nothing' }),
  })
  .meta({ id: 'Schedule' })

export const ScheduleApplied = z
  .object({ updated: count(), moved, new_end: dayOut().nullable() })
  .meta({ id: 'ScheduleApplied' })
