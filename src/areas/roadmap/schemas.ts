import * as z from 'zod'
import { count, idOut, moment, paging, Person, text } from '../../kit/fields.ts'
import { nameText } from '../../shared/names.ts'
import { ownId } from '../../shared/common-fields.ts'

export const dayOut = () => z.iso.date().meta({ example: '2026-12-18' })
export const Progress = z
  .object({
    done: count().describe('Tasks that are done'),
    total: count().describe('All tasks'),
    percent: z.number().nullable().describe('0 to 100; null where there is nothing to count'),
  })
  .meta({
    id: 'MilestoneProgress',
    description: 'Of the tasks that are not cancelled; null percent without any',
  })

const amount = () => z.int()
export const Unit = z.enum(['minutes', 'cost']).meta({ id: 'PlanUnit' })
const forManagers = 'In minor units, where there was an hourly rate; null but for managers'

export const Baseline = z
  .object({
    id: ownId,
    project_id: idOut().describe('The project that it is of'),
    name: z.string().meta({ description: 'What it is called', example: 'Plan of November' }),
    note: z.string().nullable().describe('A remark'),
    is_current: z.boolean().describe('Whether figures compare with it'),
    unit: Unit.describe('What its figures are in'),
    bac_minutes: amount().meta({ description: 'Budget at completion: the minutes planned', example: 2400 }),
    bac_minor: amount().nullable().meta({ description: forManagers }),
    start_date: dayOut().describe('The first day of the plan'),
    end_date: dayOut().describe('The last day of the plan'),
    task_count: count().describe('How many tasks it has'),
    taken_at: moment().describe('When the baseline was taken'),
    taken_by: Person.describe('Who took the baseline'),
  })
  .meta({ id: 'Baseline' })

export const BaselineDraft = z
  .strictObject({
    name: nameText(80).meta({ description: 'What it is called', example: 'Plan of November' }),
    note: text(500).optional().describe('A remark'),
    unit: Unit.default('minutes').meta({ description: 'cost needs an hourly rate of the project' }),
    make_current: z.boolean().default(true).describe('Whether figures compare with it from now on'),
  })
  .meta({ id: 'BaselineDraft' })

export const BaselineFilter = z.strictObject(paging)
