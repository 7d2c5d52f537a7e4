import * as z from 'zod'
import { priorities, taskStatuses, taskTypes } from '../../../db/schema/values.ts'
import {
  change,
  count,
  csv,
  id,
  idOut,
  moment,
  Person,
  userParam,
  text,
  version,
  intParam,
} from '../../kit/fields.ts'
import { color } from '../../shared/color.ts'
import { nameText } from '../../shared/names.ts'

const points = () => z.number().meta({ description: 'Sum of the estimates', example: 13 })
const overLimit = () => z.boolean().meta({ description: 'Holds more than wip_limit' })

const place = {
  id: idOut(),
  name: z.string().meta({ example: 'In review' }),
  status: z.enum(taskStatuses),
  wip_limit: z.int().nullable(),
  color: color().nullable(),
}

export const Column = z
  .object({
    ...place,
    count: count().meta({ description: 'Cards in it' }),
    points: points(),
    over_limit: overLimit(),
    version: version(),
    created_at: moment(),
    updated_at: moment(),
  })
  .meta({ id: 'BoardColumn' })
export const Columns = z.object({ items: z.array(Column) }).meta({ id: 'BoardColumns' })
export const ColumnChanged = Column.extend({
  moved_tasks: count().optional().meta({ description: 'Cards whose status changed with the column' }),
}).meta({ id: 'BoardColumnChanged' })

const fields = {
  name: nameText(60).meta({ example: 'In review' }),
  status: z.enum(taskStatuses),
  wip_limit: z.int().min(1, 'must be 1 to 999, or null').max(999, 'must be 1 to 999, or null').nullable(),
  color: color().nullable(),
}

export const ColumnDraft = z
  .strictObject({
    ...fields,
    wip_limit: fields.wip_limit.optional(),
    color: fields.color.optional(),
    before_id: id().optional().meta({ description: 'At the end without a neighbour' }),
    after_id: id().optional(),
  })
  .refine((draft) => !(draft.before_id && draft.after_id), 'send before_id or after_id, not both')
  .meta({ id: 'BoardColumnDraft' })

export const ColumnChange = change(fields).meta({ id: 'BoardColumnChange' })

export const ColumnOrder = z
  .strictObject({ column_ids: z.array(id()).max(20, 'at most 20 columns') })
  .meta({ id: 'BoardColumnOrder' })

export const ColumnRemoval = z.strictObject({
  move_to: id().optional().meta({ description: 'The column that takes its cards' }),
})

export const swimlanes = ['none', 'assignee', 'epic', 'priority'] as const
/** How many cards of each column a board shows unless it is told otherwise. */
export const defaultCards = 50

export const BoardFilter = z.strictObject({
  sprint_id: z
    .union([z.enum(['active', 'none']), id()], { error: 'must be a uuid, active or none' })
    .optional(),
  assignee_id: csv(userParam()).optional(),
  tag_id: csv(id()).optional(),
  type: csv(z.enum(taskTypes)).optional(),
  q: text(200).optional(),
  swimlane: z.enum(swimlanes).default('none'),
  per_column: intParam(1, 100)
    .default(defaultCards)
    .meta({ description: 'Cards shown of each column', example: defaultCards }),
})

const Card = z
  .object({
    id: idOut(),
    key: z.string().meta({ example: 'WEB-12' }),
    title: z.string(),
    status: z.enum(taskStatuses),
    type: z.enum(taskTypes),
    priority: z.enum(priorities),
    assignee: Person.nullable(),
    parent: z.object({ id: idOut(), key: z.string(), title: z.string() }).nullable(),
    tags: z.array(z.object({ id: idOut(), name: z.string(), color: z.string() })),
    estimate_points: z.number().nullable(),
    due_date: z.iso.date().nullable(),
    is_overdue: z.boolean(),
    is_blocked: z.boolean(),
    counts: z.object({ comments: count(), attachments: count(), subtasks: count(), subtasks_done: count() }),
    in_column: z
      .object({
        since: moment(),
        days: count(),
        ageing: z.enum(['fresh', 'ageing', 'stale']).nullable(),
      })
      .meta({ description: 'Open work is ageing after 3 days in its column, stale after 7' }),
    lane: z.string().nullable().optional().meta({ description: 'The id of its lane' }),
  })
  .meta({ id: 'BoardCard' })

export const Board = z
  .object({
    columns: z.array(
      z.object({
        ...place,
        count: count().meta({ description: 'All cards in it that the filters let through' }),
        points: points(),
        total: count().meta({ description: 'All cards in it, which wip_limit is about' }),
        over_limit: overLimit(),
        items: z.array(Card),
        has_more: z.boolean(),
      }),
    ),
    unmapped: z.array(Card).meta({ description: 'Cards whose status no column shows' }),
    unmapped_count: count(),
    lanes: z
      .array(
        z.object({
          id: z.string().nullable().meta({ description: 'Person, epic or priority; null for none' }),
          name: z.string().nullable(),
          count: count(),
          points: points(),
        }),
      )
      .optional(),
  })
  .meta({ id: 'Board' })
