import * as z from 'zod'
import { count, csv, day, id, idOut, moment, paging, Person } from '../../kit/fields.ts'
import { timezone } from '../../shared/timezone.ts'

const dayOut = () => z.iso.date()
const share = z.object({ done: count(), total: count(), percent: z.number().nullable() })
const home = z.object({ id: idOut(), key: z.string(), name: z.string() })
const amount = () => z.number()

export const DashboardFilter = z.strictObject({
  timezone: timezone()
    .optional()
    .meta({ description: 'Whose today it is; else your own, or that of the organization' }),
})

const Reason = z.enum(['timeout', 'unavailable'])

export const Dashboard = z
  .object({
    me: z
      .object({
        open: count(),
        overdue: count(),
        due_today: count(),
        due_week: count(),
        blocked: count(),
      })
      .nullable(),
    unread: count(),
    projects: z
      .array(
        z.object({
          ...home.shape,
          is_favorite: z.boolean(),
          progress: share,
          open: count(),
          overdue: count(),
          health: z.object({ value: z.string(), source: z.enum(['posted', 'computed']) }),
        }),
      )
      .nullable(),
    active_sprints: z
      .array(
        z.object({
          id: idOut(),
          number: z.int(),
          name: z.string(),
          goal: z.string().nullable(),
          project: home,
          start_date: dayOut(),
          end_date: dayOut(),
          days: z.object({ elapsed: count(), left: count(), working_left: count() }),
          totals: z.object({
            unit: z.enum(['points', 'minutes']),
            scope: amount(),
            done: amount(),
            remaining: amount(),
            unestimated: count(),
            tasks: count(),
            tasks_done: count(),
          }),
        }),
      )
      .nullable(),
    upcoming_deadlines: z
      .array(
        z.object({
          type: z.enum(['task', 'milestone', 'sprint', 'project']),
          id: idOut(),
          key: z.string().nullable(),
          label: z.string(),
          date: dayOut(),
          project: home,
          person: Person.nullable(),
        }),
      )
      .nullable()
      .meta({ description: 'The next two weeks, at most 20' }),
    errors: z
      .record(z.string(), Reason)
      .meta({ description: 'Blocks that are null because they failed, and why', example: {} }),
    generated_at: moment(),
  })
  .meta({ id: 'Dashboard' })

export const RecentFilter = z.strictObject({
  project_id: id().optional(),
  actor_id: csv(z.union([id(), z.literal('me')])).optional(),
  types: csv(z.string().trim().min(1).max(60)).optional(),
  since: moment().optional().meta({ description: 'From when on; else the last 30 days' }),
  ...paging,
})

const units = ['points', 'minutes', 'count'] as const
const maxDays = 92

export const WorkloadFilter = z
  .strictObject({
    from: day(),
    to: day(),
    project_id: id().optional(),
    unit: z.enum(units).default('points'),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: 'must not be before from' })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < maxDays * 864e5, {
    path: ['to'],
    error: `at most ${maxDays} days after from`,
  })

export const Workload = z
  .object({
    from: dayOut(),
    to: dayOut(),
    unit: z.enum(units),
    people: z.array(
      z.object({
        person: Person,
        capacity: amount().nullable().meta({ description: 'Eight hours a working day; null but in minutes' }),
        planned: amount().meta({ description: 'Of open tasks, by how much of their days lies in the span' }),
        done: amount().meta({ description: 'Of tasks finished in the span' }),
        undated: amount().meta({ description: 'Of open tasks without a due date' }),
        overdue: count(),
      }),
    ),
  })
  .meta({ id: 'Workload' })
