import * as z from 'zod'
import { taskStatusParam } from '../../shared/task/statuses.ts'
import { priorities, taskTypes } from '../../../db/schema/values.ts'
import {
  boolParam,
  count,
  csv,
  day,
  intParam,
  moment,
  pageOf,
  paging,
  sorting,
  text,
} from '../../kit/fields.ts'
import { createdAt, ownId, taskKey } from '../../shared/common-fields.ts'
import { ordered } from '../../shared/day-range.ts'
import { sortKeys } from '../../shared/task/page.ts'
import { Label, Named, TaskPriority, TaskStatus, TaskType } from '../../shared/task/schema.ts'

/** Without what a share may hide. */
const sharedSorts = sortKeys.filter((key) => key !== 'estimate_points')

/** Filters over what a share shows, and nothing else: another one would tell of what it hides. */
export const SharedTaskFilter = z
  .strictObject({
    status: taskStatusParam().optional(),
    priority: csv(z.enum(priorities)).optional(),
    type: csv(z.enum(taskTypes)).optional(),
    column: text(60).optional().meta({ description: 'Only in the column of this name', 'x-brief': 'Name' }),
    sprint: text(80).optional().meta({ description: 'Only of the sprint of this name', 'x-brief': 'Name' }),
    milestone: text(120)
      .optional()
      .meta({ description: 'Only of the milestone of this name', 'x-brief': 'Name' }),
    tag: text(50).optional().meta({ description: 'Only with the tag of this name', 'x-brief': 'Name' }),
    assignee: text(120)
      .optional()
      .meta({ description: 'Only of people of this name, where names are shown', 'x-brief': 'Name' }),
    due_before: day().optional().describe('Due before this day'),
    due_after: day().optional().describe('Due after this day'),
    overdue: boolParam().optional().describe('Only late and open ones'),
    q: text(200).optional().describe('Words in the title or the description'),
    updated_since: moment().optional().meta({
      description: 'Only where something that you see has changed since then',
      'x-brief': 'Changed since',
    }),
    archived: boolParam().default(false).describe('The archived ones instead'),
    ...paging,
    sort: sorting(sharedSorts, 'rank'),
  })
  .refine(...ordered('due_after', 'due_before'))

const key = () => taskKey.meta({ example: 'WEB-12' })
const title = () => z.string().meta({ description: 'What it is called', 'x-outside': true })
const dayOut = () => z.iso.date().nullable()
const Restricted = z
  .object({ restricted: z.literal(true).describe('There is something that is not shared') })
  .meta({ id: 'Restricted' })

export const SharedTask = z
  .object({
    id: ownId,
    key: key(),
    number: z.int().describe('Counts up in its project'),
    title: title(),
    description: z.string().nullable().meta({ description: 'More about it, in Markdown', 'x-outside': true }),
    status: TaskStatus.describe('How far it has come'),
    priority: TaskPriority.describe('How urgent it is'),
    type: TaskType.describe('What kind of task it is'),
    column: Named.nullable().describe('Its column of the board'),
    parent: z
      .union([z.object({ id: ownId, key: key(), title: title() }), Restricted])
      .nullable()
      .describe('The task that it is a subtask of'),
    sprint: Named.nullable().describe('The sprint that it is in'),
    milestone: Named.nullable().describe('The milestone that it counts for'),
    tags: z.array(Label).describe('Its tags'),
    estimate_points: z.number().nullable().describe('Story points, where they are shown'),
    estimate_minutes: z.int().nullable().describe('Effort in minutes, where it is shown'),
    progress_percent: z.int().describe('0 to 100'),
    start_date: dayOut().describe('The day on which it starts'),
    due_date: dayOut().describe('The day on which it is due'),
    completed_at: moment().nullable().describe('When it was done'),
    is_overdue: z.boolean().describe('Open, and its due date has passed where the other organization is'),
    is_archived: z.boolean().describe('Out of sight, kept'),
    assignee_name: z.string().nullable().describe('Whose task it is, where names are shown'),
    reporter_name: z.string().nullable().describe('Who reported it, where names are shown'),
    created_at: createdAt,
    updated_at: moment().describe('When something that you see was last changed'),
  })
  .meta({
    id: 'SharedTask',
    'x-row': 'key title* status priority type assignee=assignee_name due_date sprint',
  })
export const SharedTasks = pageOf(SharedTask)

const related = () =>
  z.array(
    z.union([
      z.object({ id: ownId, key: key(), title: title(), status: TaskStatus.describe('How far it has come') }),
      Restricted,
    ]),
  )
export const SharedTaskDetail = SharedTask.extend({
  blocked_by: related().describe('What it waits for'),
  blocks: related().describe('What waits for it'),
  relates_to: related().describe('What else it is about'),
  subtasks: related().describe('Its first two hundred subtasks'),
  attachments: z
    .array(
      z.object({
        id: ownId,
        filename: z.string().meta({ description: 'Name of the file', 'x-outside': true }),
        content_type: z.string().describe('What kind of file it is'),
        size_bytes: count().describe('How many bytes it has'),
      }),
    )
    .describe('Its files, where they are shown'),
  comments: z
    .object({
      items: z
        .array(
          z.object({
            id: ownId,
            parent_id: ownId.nullable().describe('The comment that it answers'),
            author_name: z.string().describe('Who wrote it, or somebody, numbered within the task'),
            body: z.string().meta({ description: 'In Markdown', 'x-outside': true }),
            created_at: createdAt,
            edited_at: moment().nullable().describe('When it was last edited'),
          }),
        )
        .describe('Oldest first'),
      total: count().describe('How many there are'),
    })
    .describe('Its public comments, where they are shown'),
}).meta({ id: 'SharedTaskDetail' })
export const CommentPaging = z.strictObject({
  comments_limit: intParam(1, 200).default(50).describe('At most so many comments'),
  comments_offset: intParam(0, 100_000).default(0).describe('Comments to skip'),
})
