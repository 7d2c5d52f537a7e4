import * as z from 'zod'
import { taskStatuses } from '../../../db/schema/values.ts'
import { taskStatusParam } from '../../shared/task/statuses.ts'
import { boolParam, change, day, id, idOut, Person, text } from '../../kit/fields.ts'
import { isUuid } from '../../base/id.ts'
import { Restricted, TaskRef } from '../../shared/task/schema.ts'
import { taskTarget } from '../../shared/targets.ts'
import { createdAt, ownId, taskKey, taskTitle } from '../../shared/common-fields.ts'

const Kind = z.enum(['blocks', 'blocked_by', 'relates_to'])
const lag = () =>
  z
    .int('must be whole days')
    .min(-30, 'must be -30 to 365')
    .max(365, 'must be -30 to 365')
    .meta({ description: 'Days between the end of the blocker and the start of the blocked', example: 2 })
const note = () => text(255).nullable()

export const Dependency = z
  .object({
    dependency_id: idOut().describe('The dependency between the two'),
    type: Kind.describe('How they depend on each other'),
    task: z.union([TaskRef, Restricted]).meta({ description: 'The other task' }),
    lag_days: lag(),
    note: z.string().nullable().describe('A remark about it'),
    satisfied: z
      .boolean()
      .nullable()
      .meta({ description: 'The blocker is done or cancelled; null for relates_to' }),
    created_at: createdAt,
  })
  .meta({ id: 'Dependency', description: 'As seen from the task in the path' })

const list = z.array(Dependency)
const keys = z.array(z.string()).meta({ example: ['WEB-12'] })
const way = {
  chain: z
    .array(
      z.object({
        id: ownId,
        key: taskKey,
        title: taskTitle,
        status: z.enum(taskStatuses).describe('Its status'),
        assignee: Person.nullable().describe('Whose task it is'),
        start_date: day().nullable().describe('The day on which it starts'),
        due_date: day().nullable().describe('The day on which it is due'),
        days: z.number().meta({ description: 'How long it takes', example: 3 }),
        waits_for: keys.describe('Keys of the open tasks that it waits for'),
      }),
    )
    .meta({ description: 'The open tasks in the way, in the order of work, and what waits for them' }),
  critical_path: keys.meta({ description: 'The chain of open tasks that takes longest' }),
  critical_days: z.number().meta({ description: 'The length of the critical path in days', example: 12 }),
  truncated: z.boolean().meta({ description: 'There are more than 300 tasks on the way' }),
}
export const Dependencies = z
  .object({
    blocks: list.describe('Tasks that wait for this one'),
    blocked_by: list.describe('Tasks that this one waits for'),
    relates_to: list.describe('Related tasks, without an order'),
    ...way,
  })
  .meta({ id: 'Dependencies' })

/** What a project or one of its milestones waits for, as a tool shows it. */
export const Way = z.object(way)
export const WayFilter = z.strictObject({
  milestone_id: id().optional().meta({ description: 'Only what this milestone waits for' }),
})

const taskIdOrKey = z
  .string()
  .refine((given) => isUuid(given) || taskTarget.keyFormat!.test(given), 'must be a uuid or a key')

export const DependencyDraft = z
  .strictObject({
    task_id: taskIdOrKey.meta({ description: 'The other task: id or key', example: 'WEB-12' }),
    type: Kind.describe('How they depend on each other'),
    lag_days: lag().optional(),
    note: note().optional().describe('A remark about it'),
  })
  .refine((draft) => draft.type !== 'relates_to' || !draft.lag_days, {
    message: 'only for blocks and blocked_by',
    path: ['lag_days'],
  })
  .meta({ id: 'DependencyDraft' })

const { version: _, ...changeable } = change({
  lag_days: lag(),
  note: note().describe('A remark about it'),
}).shape
export const DependencyChange = z
  .strictObject(changeable)
  .refine((body) => Object.keys(body).length > 0, { message: 'at least one field required' })
  .meta({ id: 'DependencyChange' })

export const GraphFilter = z.strictObject({
  include_external: boolParam()
    .default(true)
    .meta({ type: 'boolean', description: 'Also edges to tasks of other projects' }),
  status: taskStatusParam().optional(),
})

const Node = TaskRef.extend({
  start_date: day().nullable().describe('The day on which it starts'),
  due_date: day().nullable().describe('The day on which it is due'),
  days: z.number().meta({ description: 'How long it takes', example: 3 }),
  is_blocked: z.boolean().describe('Whether it waits for an open task'),
  float_days: z.number().nullable().meta({
    description: 'How much later it may end without delaying the last task; null without blockers',
    example: 2,
  }),
})
const end = () => idOut().nullable().meta({ description: 'Null for a task that you may not see' })
const Edge = z.object({
  dependency_id: idOut().describe('The dependency between the two'),
  type: z.enum(['blocks', 'relates_to']).describe('How they depend on each other'),
  from_task_id: end(),
  to_task_id: end(),
  lag_days: lag(),
})
const ids = z.array(idOut())

export const DependencyGraph = z
  .object({
    nodes: z.array(z.union([Node, Restricted])).describe('The tasks'),
    edges: z.array(Edge).describe('Who waits for whom'),
    levels: z
      .array(ids)
      .meta({ description: 'In the order of work: each task stands after all its blockers' }),
    critical_path: ids.meta({ description: 'The chain of blocking tasks that takes longest' }),
    critical_tasks: ids.meta({
      description: 'All blocking or waiting tasks without float; the path is one chain of them',
    }),
    critical_days: z.number().meta({ description: 'The length of the critical path in days', example: 12 }),
    roots: ids.meta({ description: 'What blocks others and waits for none' }),
    blocked_now: ids.meta({ description: 'Open tasks with an open blocker' }),
  })
  .meta({ id: 'DependencyGraph' })
