import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { sprints } from '../../../db/schema/sprints.ts'
import { sprintStates } from '../../../db/schema/values.ts'
import { change, count, csv, day, idOut, moment, Person, text } from '../../kit/fields.ts'
import { type Filter, resource } from '../../kit/resource.ts'
import { type Expression } from '../../kit/sql.ts'
import { person } from '../../shared/people.ts'
import { targetOf } from '../../kit/targets.ts'
import { nameText } from '../../shared/names.ts'

export const dayOut = () => z.iso.date().meta({ example: '2026-11-30' })
export const amount = () => z.number().meta({ example: 8 })

export const Totals = z
  .object({
    unit: z.enum(['points', 'minutes']).describe('What the figures are in'),
    scope: amount().describe('All that is in the sprint'),
    done: amount().describe('What is done'),
    remaining: amount().describe('What is still to be done'),
    unestimated: count().describe('Tasks without an estimate'),
    tasks: count().describe('Its tasks'),
    tasks_done: count().describe('Of these, done'),
  })
  .meta({ id: 'SprintTotals', description: 'In the unit of the project, without epics and cancelled tasks' })

const Days = z
  .object({
    elapsed: count().describe('Days gone by'),
    left: count().describe('Days to go'),
    working_left: count().describe('Working days to go'),
  })
  .meta({ description: 'Before today, and from today on' })

const State = z.enum(sprintStates).meta({ id: 'SprintState' })
const number = (column: Expression) => sql`trim_scale(${column})`
const capacity = z
  .number()
  .min(0, 'must not be negative')
  .max(99_999_999, 'at most 99999999')
  .multipleOf(0.01, 'at most 2 decimals')

const fields = {
  name: nameText(80).meta({ description: 'What it is called', example: 'Sprint 4' }),
  goal: text(500).nullable().describe('What it is for'),
  start_date: day().describe('Its first day'),
  end_date: day().meta({ description: 'Included; at most 60 days' }),
  capacity_points: capacity.nullable().describe('Story points that fit in'),
}

export const SprintDraft = z
  .strictObject(fields)
  .partial({ name: true, goal: true, capacity_points: true })
  .meta({ id: 'SprintDraft' })

export const sprint = resource(sprints, {
  noun: 'sprint',
  name: 'Sprint',
  row: 'id name* state start_date end_date goal unit=totals.unit scope=totals.scope done=totals.done',
  at: '/projects/{project_id}/sprints',
  item: '/sprints/{sprint_id}',
  fields: {},
  required: [],
  draft: SprintDraft,
  change: change(fields).meta({ id: 'SprintChange' }),
  shown: {
    project_id: idOut().describe('The project that it belongs to'),
    number: z.int().meta({ description: 'Counts up in its project', example: 4 }),
    name: z.string().meta({ description: 'What it is called', example: 'Sprint 4' }),
    goal: z.string().nullable().describe('What it is for'),
    state: State.describe('How it stands'),
    start_date: dayOut().describe('Its first day'),
    end_date: dayOut().describe('Its last day'),
    started_at: moment().nullable().describe('When it was started'),
    completed_at: moment().nullable().describe('When it was completed'),
    completed_by: [Person.nullable().describe('Who completed it'), person(sprints.completed_by)],
    capacity_points: [
      amount().nullable().describe('Story points that fit in'),
      number(sprints.capacity_points),
    ],
    committed_points: [
      amount().nullable().describe('Story points when it began'),
      number(sprints.committed_points),
    ],
    committed_count: count().nullable().describe('Tasks when it began'),
    completed_points: [
      amount().nullable().describe('Story points that were completed'),
      number(sprints.completed_points),
    ],
    completed_count: count().nullable().describe('Tasks that were completed'),
    totals: [Totals, sql`app.sprint_totals(${sprints})`],
    days: [Days, sql`app.sprint_days(${sprints})`],
  },
  target: { ...targetOf(sprints, { noun: 'sprint' }), locksItself: true },
})

export const filter = {
  state: [csv(State), (states: string[]) => sql`${sprints.state} in ${states}`],
} satisfies Filter
