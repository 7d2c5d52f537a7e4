import * as z from 'zod'
import { count, csv, day, id, moment, paging, Person } from '../../kit/fields.ts'
import { timezone } from '../../shared/timezone.ts'
import { ownId, projectKey } from '../../shared/common-fields.ts'

const dayOut = () => z.iso.date()
const share = z.object({
  done: count().describe('Tasks that are done'),
  total: count().describe('All tasks'),
  percent: z.number().nullable().describe('0 to 100; null where there is nothing to count'),
})
const home = z.object({ id: ownId, key: projectKey, name: z.string().describe('What it is called') })
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
        open: count().describe('Neither done nor cancelled'),
        overdue: count().describe('Of these, past their due date'),
        due_today: count().describe('Of these, due today'),
        due_week: count().describe('Of these, due until the end of the week'),
        blocked: count().describe('Of these, waiting for others'),
      })
      .nullable()
      .describe('What awaits the caller'),
    unread: count().describe('Unread notifications'),
    projects: z
      .array(
        z.object({
          ...home.shape,
          is_favorite: z.boolean().describe('Whether it is one of my favorites'),
          progress: share.describe('Its tasks, and how many are done'),
          open: count().describe('Open tasks'),
          overdue: count().describe('Of these, past their due date'),
          health: z
            .object({
              value: z.string().describe('A word for how it goes'),
              source: z.enum(['posted', 'computed']).describe('Whether a person said so, or it was computed'),
            })
            .describe('How it goes'),
        }),
      )
      .nullable()
      .describe('My favorites first'),
    active_sprints: z
      .array(
        z.object({
          id: ownId,
          number: z.int().describe('Counts up in its project'),
          name: z.string().describe('What it is called'),
          goal: z.string().nullable().describe('What it is for'),
          project: home.describe('The project that it belongs to'),
          start_date: dayOut().describe('Its first day'),
          end_date: dayOut().describe('Its last day'),
          days: z
            .object({
              elapsed: count().describe('Days gone by'),
              left: count().describe('Days to go'),
              working_left: count().describe('Working days to go'),
            })
            .describe('Days of the sprint'),
          totals: z
            .object({
              unit: z.enum(['points', 'minutes']).describe('What the figures are in'),
              scope: amount().describe('All that is in the sprint'),
              done: amount().describe('What is done'),
              remaining: amount().describe('What is still to be done'),
              unestimated: count().describe('Tasks without an estimate'),
              tasks: count().describe('Its tasks'),
              tasks_done: count().describe('Of these, done'),
            })
            .describe('Its tasks in figures'),
        }),
      )
      .nullable()
      .describe('The sprints that run now'),
    upcoming_deadlines: z
      .array(
        z.object({
          type: z.enum(['task', 'milestone', 'sprint', 'project']).describe('What is due'),
          id: ownId,
          key: z.string().nullable().describe('Its key, if it is a task or project'),
          label: z.string().meta({ description: 'What it is called', 'x-outside': '@' }),
          date: dayOut().describe('The day on which it is due'),
          project: home.describe('The project that it belongs to'),
          person: Person.nullable().describe('Whose it is'),
        }),
      )
      .nullable()
      .meta({ description: 'The next two weeks, at most 20' }),
    errors: z
      .record(z.string(), Reason)
      .meta({ description: 'Blocks that are null because they failed, and why', example: {} }),
    generated_at: moment().describe('When the figures were read'),
  })
  .meta({ id: 'Dashboard' })

export const RecentFilter = z.strictObject({
  project_id: id().optional().describe('Only of this project'),
  actor_id: csv(z.union([id(), z.literal('me')]))
    .optional()
    .describe('Only what these people did, separated by commas; `me` too'),
  types: csv(z.string().trim().min(1).max(60)).optional().meta({
    description: 'Only these events, separated by commas',
    'x-brief': 'Only these, as task.created,update.posted',
  }),
  since: moment().optional().meta({ description: 'From when on; else the last 30 days' }),
  ...paging,
})

const units = ['points', 'minutes', 'count'] as const
const maxDays = 92

export const WorkloadFilter = z
  .strictObject({
    from: day().describe('First day'),
    to: day().describe('Last day'),
    project_id: id().optional().describe('Only of this project'),
    unit: z.enum(units).default('points').describe('What the figures are in'),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: 'must not be before from' })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < maxDays * 864e5, {
    path: ['to'],
    error: `at most ${maxDays} days after from`,
  })

export const Workload = z
  .object({
    from: dayOut().describe('First day'),
    to: dayOut().describe('Last day'),
    unit: z.enum(units).describe('What the figures are in'),
    people: z
      .array(
        z.object({
          person: Person.describe('Who it is'),
          capacity: amount()
            .nullable()
            .meta({ description: 'Eight hours a working day; null but in minutes' }),
          planned: amount().meta({
            description: 'Of open tasks, by how much of their days lies in the span',
          }),
          done: amount().meta({ description: 'Of tasks finished in the span' }),
          undated: amount().meta({ description: 'Of open tasks without a due date' }),
          overdue: count().describe('Tasks of the person that are past their due date'),
        }),
      )
      .describe('Each member of the project, or of the organization'),
  })
  .meta({ id: 'Workload' })
