import * as z from 'zod'
import { priorities, taskStatuses, taskTypes } from '../../../db/schema/values.ts'
import {
  change,
  count,
  csv,
  id,
  moment,
  Person,
  userParam,
  text,
  version,
  intParam,
} from '../../kit/fields.ts'
import { color } from '../../shared/color.ts'
import { nameText } from '../../shared/names.ts'
import { createdAt, ownId, taskKey, taskTitle, updatedAt } from '../../shared/common-fields.ts'

const points = () => z.number().meta({ description: 'Sum of the estimates', example: 13 })
const overLimit = () => z.boolean().meta({ description: 'Holds more than wip_limit' })

const place = {
  id: ownId,
  name: z.string().meta({ description: 'What it is called', example: 'In review' }),
  status: z.enum(taskStatuses).describe('The status of its cards'),
  wip_limit: z
    .int()
    .nullable()
    .describe('How many cards the column should hold at most; null for any number'),
  color: color().nullable(),
}

export const Column = z
  .object({
    ...place,
    count: count().meta({ description: 'Cards in it' }),
    points: points(),
    over_limit: overLimit(),
    version: version(),
    created_at: createdAt,
    updated_at: updatedAt,
  })
  .meta({ id: 'BoardColumn' })
export const Columns = z
  .object({ items: z.array(Column).describe('From left to right') })
  .meta({ id: 'BoardColumns' })
export const ColumnChanged = Column.extend({
  moved_tasks: count().optional().meta({ description: 'Cards whose status changed with the column' }),
}).meta({ id: 'BoardColumnChanged' })

const fields = {
  name: nameText(60).meta({ description: 'What it is called', example: 'In review' }),
  status: z.enum(taskStatuses).describe('The status of its cards'),
  wip_limit: z
    .int()
    .min(1, 'must be 1 to 999, or null')
    .max(999, 'must be 1 to 999, or null')
    .nullable()
    .describe('How many cards the column should hold at most; null for any number'),
  color: color().nullable(),
}

export const ColumnDraft = z
  .strictObject({
    ...fields,
    wip_limit: fields.wip_limit.optional(),
    color: fields.color.optional(),
    before_id: id().optional().meta({ description: 'At the end without a neighbour', 'x-names': 'column' }),
    after_id: id().optional().meta({ description: 'The column on its left', 'x-names': 'column' }),
  })
  .refine((draft) => !(draft.before_id && draft.after_id), 'send before_id or after_id, not both')
  .meta({ id: 'BoardColumnDraft' })

export const ColumnChange = change(fields).meta({ id: 'BoardColumnChange' })

export const ColumnOrder = z
  .strictObject({
    column_ids: z.array(id()).max(20, 'at most 20 columns').describe('All columns, from left to right'),
  })
  .meta({ id: 'BoardColumnOrder' })

export const ColumnRemoval = z.strictObject({
  move_to: id().optional().meta({ description: 'The column that takes its cards', 'x-names': 'column' }),
})

export const swimlanes = ['none', 'assignee', 'epic', 'priority'] as const
/** How many cards of each column a board shows unless it is told otherwise. */
export const defaultCards = 50

export const BoardFilter = z.strictObject({
  sprint_id: z
    .union([z.enum(['active', 'none']), id()], { error: 'must be a uuid, active or none' })
    .optional()
    .describe('Only cards of this sprint; `active` and `none` too'),
  assignee_id: csv(userParam())
    .optional()
    .describe('Only cards of these people, separated by commas; `me` and `none` too'),
  tag_id: csv(id()).optional().describe('Only cards with one of these tags, separated by commas'),
  type: csv(z.enum(taskTypes)).optional(),
  q: text(200).optional().describe('Words in the title or the key'),
  swimlane: z.enum(swimlanes).default('none').describe('What divides the board into rows'),
  per_column: intParam(1, 100)
    .default(defaultCards)
    .meta({ description: 'Cards shown of each column', example: defaultCards }),
})

const Card = z
  .object({
    id: ownId,
    key: z.string().meta({ description: 'Its key', example: 'WEB-12' }),
    title: taskTitle,
    status: z.enum(taskStatuses).describe('Its status'),
    type: z.enum(taskTypes).describe('Its type'),
    priority: z.enum(priorities).describe('Its priority'),
    assignee: Person.nullable().describe('Whose task it is'),
    parent: z
      .object({ id: ownId, key: taskKey, title: taskTitle })
      .nullable()
      .describe('The task that it is a subtask of'),
    tags: z
      .array(
        z.object({
          id: ownId,
          name: z.string().describe('What it is called'),
          color: z.string().describe('As #rrggbb'),
        }),
      )
      .describe('Its tags'),
    estimate_points: z.number().nullable().describe('Its story points'),
    due_date: z.iso.date().nullable().describe('The day on which it is due'),
    is_overdue: z.boolean().describe('Open, and its due date has passed where the organization is'),
    is_blocked: z.boolean().describe('Whether it waits for an open task'),
    origin: z.string().nullable().meta({ description: 'The system that it was imported from' }),
    counts: z
      .object({
        comments: count().describe('Comments'),
        attachments: count().describe('Files'),
        subtasks: count().describe('Direct subtasks'),
        subtasks_done: count().describe('Of these, how many are done'),
      })
      .describe('How many of each it has'),
    in_column: z
      .object({
        since: moment().describe('When it came into the column'),
        days: count().describe('Whole days in the column'),
        ageing: z
          .enum(['fresh', 'ageing', 'stale'])
          .nullable()
          .describe('Whether it has been there for long; null for work that is not open'),
      })
      .meta({ description: 'Open work is ageing after 3 days in its column, stale after 7' }),
    lane: z.string().nullable().optional().meta({ description: 'The id of its lane' }),
  })
  .meta({ id: 'BoardCard' })

export const Board = z
  .object({
    columns: z
      .array(
        z.object({
          ...place,
          count: count().meta({ description: 'All cards in it that the filters let through' }),
          points: points(),
          total: count().meta({ description: 'All cards in it, which wip_limit is about' }),
          over_limit: overLimit(),
          items: z.array(Card).describe('The first cards of the column, from the top'),
          has_more: z.boolean().describe('Whether the column has more cards than shown'),
        }),
      )
      .describe('From left to right'),
    unmapped: z.array(Card).meta({ description: 'Cards whose status no column shows' }),
    unmapped_count: count().describe('How many cards have a status that no column shows'),
    lanes: z
      .array(
        z.object({
          id: z.string().nullable().meta({ description: 'Person, epic or priority; null for none' }),
          name: z.string().nullable().describe('What the row is called'),
          count: count().describe('Cards in the row'),
          points: points(),
        }),
      )
      .optional()
      .describe('The rows of the board; only where swimlane divides it'),
  })
  .meta({ id: 'Board' })
