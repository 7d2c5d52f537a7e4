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
    unit: z.enum(['points', 'minutes']),
    scope: amount(),
    done: amount(),
    remaining: amount(),
    unestimated: count(),
    tasks: count(),
    tasks_done: count(),
  })
  .meta({ id: 'SprintTotals', description: 'In the unit of the project, without epics and cancelled tasks' })

const Days = z
  .object({ elapsed: count(), left: count(), working_left: count() })
  .meta({ description: 'Before today, and from today on' })

const State = z.enum(sprintStates).meta({ id: 'SprintState' })
const number = (column: Expression) => sql`trim_scale(${column})`
const capacity = z
  .number()
  .min(0, 'must not be negative')
  .max(99_999_999, 'at most 99999999')
  .multipleOf(0.01, 'at most 2 decimals')

const fields = {
  name: nameText(80).meta({ example: 'Sprint 4' }),
  goal: text(500).nullable(),
  start_date: day(),
  end_date: day().meta({ description: 'Included; at most 60 days' }),
  capacity_points: capacity.nullable(),
}

export const SprintDraft = z
  .strictObject(fields)
  .partial({ name: true, goal: true, capacity_points: true })
  .meta({ id: 'SprintDraft' })

export const sprint = resource(sprints, {
  noun: 'sprint',
  name: 'Sprint',
  at: '/projects/{project_id}/sprints',
  item: '/sprints/{sprint_id}',
  fields: {},
  required: [],
  draft: SprintDraft,
  change: change(fields).meta({ id: 'SprintChange' }),
  shown: {
    project_id: idOut(),
    number: z.int().meta({ example: 4 }),
    name: z.string().meta({ example: 'Sprint 4' }),
    goal: z.string().nullable(),
    state: State,
    start_date: dayOut(),
    end_date: dayOut(),
    started_at: moment().nullable(),
    completed_at: moment().nullable(),
    completed_by: [Person.nullable(), person(sprints.completed_by)],
    capacity_points: [amount().nullable(), number(sprints.capacity_points)],
    committed_points: [amount().nullable(), number(sprints.committed_points)],
    committed_count: count().nullable(),
    completed_points: [amount().nullable(), number(sprints.completed_points)],
    completed_count: count().nullable(),
    totals: [Totals, sql`app.sprint_totals(${sprints})`],
    days: [Days, sql`app.sprint_days(${sprints})`],
  },
  target: { ...targetOf(sprints, { noun: 'sprint' }), locksItself: true },
})

export const filter = {
  state: [csv(State), (states: string[]) => sql`${sprints.state} in ${states}`],
} satisfies Filter
