import * as z from 'zod'
import {
  change,
  count,
  day,
  boolParam,
  idOut,
  longText,
  moment,
  paging,
  Person,
  text,
  version,
} from '../../kit/fields.ts'

export const dayOut = () => z.iso.date().meta({ example: '2026-12-18' })
export const Progress = z.object({ done: count(), total: count(), percent: z.number().nullable() }).meta({
  id: 'MilestoneProgress',
  description: 'Of the tasks that are not cancelled; null percent without any',
})

export const Milestone = z
  .object({
    id: idOut(),
    project_id: idOut(),
    name: z.string().meta({ example: 'Beta' }),
    description: z.string().nullable(),
    due_date: dayOut(),
    completed: z.boolean(),
    completed_at: moment().nullable(),
    late_days: count().meta({ description: 'Days past its due day, or by which it was completed late' }),
    progress: Progress,
    version: version(),
    created_at: moment(),
    updated_at: moment(),
  })
  .meta({ id: 'Milestone' })

export const MilestoneDetail = Milestone.extend({
  tasks: z.object({
    todo: count(),
    in_progress: count(),
    done: count(),
    cancelled: count(),
    overdue: count(),
    blocked: count(),
    latest_due: dayOut().nullable().meta({ description: 'The latest day on which an open task is due' }),
  }),
}).meta({ id: 'MilestoneDetail' })

export const MilestoneFilter = z.strictObject({
  open: boolParam()
    .optional()
    .meta({ type: 'boolean', description: 'Only those not completed, or only those completed' }),
  ...paging,
})

const fields = {
  name: text(120).meta({ example: 'Beta' }),
  due_date: day(),
  description: longText(20_000).nullable().meta({ description: 'Markdown' }),
}
export const MilestoneDraft = z
  .strictObject({ ...fields, description: fields.description.optional() })
  .meta({ id: 'MilestoneDraft' })
export const MilestoneChange = change({ ...fields, completed: z.boolean() }).meta({ id: 'MilestoneChange' })

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
    name: text(80).meta({ example: 'Plan of November' }),
    note: text(500).optional(),
    unit: Unit.default('minutes').meta({ description: 'cost needs an hourly rate of the project' }),
    make_current: z.boolean().default(true),
  })
  .meta({ id: 'BaselineDraft' })

export const BaselineFilter = z.strictObject(paging)
