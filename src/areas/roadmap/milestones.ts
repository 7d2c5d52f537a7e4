import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { milestones } from '../../../db/schema/roadmap.ts'
import { boolParam, change, count, day, idOut, longText, moment } from '../../kit/fields.ts'
import { resource } from '../../kit/resource.ts'
import { inOrg, insert } from '../../kit/sql.ts'
import { stateTimestamp } from '../../shared/state-timestamp.ts'
import { lockProject } from './queries.ts'
import { dayOut, Progress } from './schemas.ts'
import { nameText } from '../../shared/names.ts'

const lateDays = sql`greatest(0, coalesce(app.local_day(${milestones.completed_at},
  app.project_zone(${milestones.org_id}, ${milestones.project_id})), app.project_today(${milestones.project_id}))
  - ${milestones.due_date})`

const Left = z.object({
  todo: count().describe('Not begun'),
  in_progress: count().describe('In progress'),
  done: count().describe('Done'),
  cancelled: count().describe('Cancelled'),
  overdue: count().describe('Past their due date'),
  blocked: count().describe('Waiting for others'),
  latest_due: dayOut().nullable().meta({ description: 'The latest day on which an open task is due' }),
})

const fields = {
  name: nameText(120).meta({ description: 'What it is called', example: 'Beta' }),
  description: longText(20_000).nullable().meta({ description: 'Markdown' }),
  due_date: day().describe('The day on which it is to be reached'),
}

const milestone = resource(milestones, {
  noun: 'milestone',
  name: 'Milestone',
  row: 'id name* due_date completed late_days!0 done=progress.done total=progress.total',
  at: '/projects/{project_id}/milestones',
  item: '/milestones/{milestone_id}',
  fields,
  required: ['name', 'due_date'],
  change: change({ ...fields, completed: z.boolean().describe('Whether it is reached') }).meta({
    id: 'MilestoneChange',
  }),
  shown: {
    project_id: idOut().describe('The project that it belongs to'),
    completed: [z.boolean().describe('Whether it is reached'), sql`${milestones.completed_at} is not null`],
    completed_at: moment().nullable().describe('When it was reached'),
    late_days: [
      count().meta({ description: 'Days past its due day, or by which it was completed late' }),
      lateDays,
    ],
    progress: [Progress, sql`app.milestone_progress(${milestones.id})`],
  },
  detail: { tasks: [Left.describe('Its tasks by status'), sql`app.milestone_tasks(${milestones})`] },
})
export const milestoneTarget = milestone.target

const lead = { role: 'manager', or: 'lead' } as const

export const milestoneOperations = [
  milestone.list('listMilestones', 'List the milestones of a project by due day', {
    role: 'viewer',
    tool: 'list_milestones',
    filter: {
      open: [
        boolParam().meta({
          type: 'boolean',
          description: 'Only those not completed, or only those completed',
        }),
        (open: boolean) => sql`(${milestones.completed_at} is null) = ${open}`,
      ],
    },
    sort: 'due_date',
  }),
  milestone.create('createMilestone', 'Create a milestone', {
    ...lead,
    tool: 'create_milestone',
    example: { name: 'Beta', due_date: '2026-12-18' },
    run: ({ params: { project_id }, body, id }) => {
      const milestoneId = id()
      const last = sql`(select max(m.rank) from milestones m where m.org_id = (select app.org_id())
        and m.project_id = ${project_id})`
      const rank = sql`app.rank_between(${last}, null)`
      return [insert(milestones, { id: milestoneId, project_id, ...body, rank }), milestone.get(milestoneId)]
    },
  }),
  milestone.find('getMilestone', 'Get a milestone with its progress and what is left', { role: 'viewer' }),
  milestone.change('updateMilestone', 'Change or complete a milestone', {
    ...lead,
    tool: 'update_milestone',
    example: { completed: true },
    run: ({ params: { milestone_id }, body: { version, completed, ...change } }) =>
      milestone.apply(milestone_id, version, {
        ...change,
        completed_at: stateTimestamp(milestones.completed_at, completed),
      }),
  }),
  milestone.remove('deleteMilestone', 'Delete a milestone; its tasks stay', {
    ...lead,
    locks: (row) =>
      lockProject(
        sql`select ${milestones.project_id} from ${milestones} where ${inOrg(milestones)} and ${row}`,
      ),
    run: ({ params: { milestone_id } }) => sql`select app.delete_milestone(${milestone_id}::uuid)`,
  }),
]
