import * as z from 'zod'
import { count, idOut, moment, paging, Person, text } from '../../kit/fields.ts'
import { nameText } from '../../shared/names.ts'

export const dayOut = () => z.iso.date().meta({ example: '2026-12-18' })
export const Progress = z.object({ done: count(), total: count(), percent: z.number().nullable() }).meta({
  id: 'MilestoneProgress',
  description: 'Of the tasks that are not cancelled; null percent without any',
})

const amount = () => z.int()
export const Unit = z.enum(['minutes', 'cost']).meta({ id: 'PlanUnit' })
const forManagers = 'In minor units, where there was an hourly rate; null but for managers'

export const Baseline = z
  .object({
    id: idOut(),
    project_id: idOut(),
    name: z.string().meta({ example: 'Plan of November' }),
    note: z.string().nullable(),
    is_current: z.boolean(),
    unit: Unit,
    bac_minutes: amount().meta({ description: 'Budget at completion: the minutes planned', example: 2400 }),
    bac_minor: amount().nullable().meta({ description: forManagers }),
    start_date: dayOut(),
    end_date: dayOut(),
    task_count: count(),
    taken_at: moment(),
    taken_by: Person,
  })
  .meta({ id: 'Baseline' })

export const BaselineDraft = z
  .strictObject({
    name: nameText(80).meta({ example: 'Plan of November' }),
    note: text(500).optional(),
    unit: Unit.default('minutes').meta({ description: 'cost needs an hourly rate of the project' }),
    make_current: z.boolean().default(true),
  })
  .meta({ id: 'BaselineDraft' })

export const BaselineFilter = z.strictObject(paging)
