import * as z from 'zod'
import { importResults, importStatuses } from '../../../db/schema/imports.ts'
import { importSources } from '../../../db/schema/values.ts'
import { count, day, id, idOut, moment, paging, Person, text } from '../../kit/fields.ts'
import { createdAt, ownId, updatedAt } from '../../shared/common-fields.ts'
import { announced } from '../../shared/files/announced.ts'
import { safeName } from '../../shared/files/names.ts'
import { dayOrders, importFields, statuses } from '../../shared/import/model.ts'
import { timezone } from '../../shared/timezone.ts'

export const maxFileBytes = 20 * 1024 * 1024
/** A file that is sent inside of the body, in characters. */
const maxContent = 1_000_000

const Field = z.enum(importFields).meta({ id: 'ImportField' })
const Status = z.enum(importStatuses).meta({ id: 'ImportStatus' })
const Source = z.enum(importSources).meta({ id: 'ImportSource' })
const TaskState = z.enum(statuses)
const Order = z.enum(dayOrders).meta({ id: 'DayOrder', description: 'day/month (dmy) or month/day (mdy)' })

const filename = () =>
  z
    .string()
    .max(1000, 'at most 1000 characters')
    .transform((given, context) => {
      const name = safeName(given)
      if (!name) context.addIssue({ code: 'custom', message: 'nothing is left of it as a file name' })
      return name
    })
    .meta({ description: 'Name of the file', example: 'tasks.csv' })

export const ImportDraft = z
  .strictObject({
    source: Source.describe('Where the file comes from'),
    project_id: id().describe('The project that its tasks go to'),
    filename: filename(),
    content: z
      .string()
      .min(1, 'must not be empty')
      .max(maxContent, 'at most 1000000 characters; announce a larger file by size_bytes and sha256')
      .optional()
      .meta({ description: 'The file as text', example: 'Title,Status\nWrite,Done' }),
    ...announced(maxFileBytes, 'text'),
  })
  .superRefine(({ content, ...announced }, context) => {
    for (const field of ['size_bytes', 'sha256'] as const) {
      const isGiven = announced[field] !== undefined
      if (isGiven === (content !== undefined))
        context.addIssue({
          code: 'custom',
          path: [field],
          message: isGiven ? 'not together with content' : 'required where content is not given',
        })
    }
  })
  .meta({ id: 'ImportDraft' })

const mapped = z
  .strictObject({
    field: Field.nullable().describe('What the column says of a task; null leaves it out'),
    format: Order.optional().describe('How its days are written'),
  })
  .meta({ id: 'ImportColumnMapping' })
const stateMapped = z
  .strictObject({
    status: TaskState.nullable().describe('What it is here'),
    column: text(60).optional().describe('A column of the board, which is made where it is missing'),
  })
  .meta({ id: 'ImportStateMapping' })
const few = (most: number) =>
  [(said: object) => Object.keys(said).length <= most, { message: `at most ${most}` }] as const
const meaning = {
  mapping: z
    .record(z.string(), mapped)
    .refine(...few(500))
    .meta({
      description: 'What each column of the file says of a task; columns that are not named are left out',
      example: { Title: { field: 'title' }, Status: { field: 'status' } },
    }),
  states: z
    .record(z.string(), stateMapped)
    .refine(...few(200))
    .default({})
    .meta({
      description: 'What the states of the file are here',
      example: { Done: { status: 'done' } },
    }),
  people: z
    .record(z.string(), id().nullable())
    .refine(...few(2000))
    .default({})
    .meta({
      description: 'Which member each person of the file is; null for none, whose name is kept as text',
      example: {},
    }),
  time_zone: timezone().describe('Of times without an offset'),
  checklists: z
    .enum(['description', 'subtasks'])
    .default('description')
    .meta({ description: 'Whether checklists become text of the description, or subtasks' }),
}
export const ImportMapping = z.strictObject(meaning).meta({ id: 'ImportMapping' })
const Mapping = z
  .object({
    mapping: z.record(z.string(), mapped).describe('What each column says of a task'),
    states: z.record(z.string(), stateMapped).describe('What the states of the file are here'),
    people: z.record(z.string(), idOut().nullable()).describe('Which member each person of the file is'),
    time_zone: z.string().describe('Of times without an offset'),
    checklists: z.enum(['description', 'subtasks']).describe('What checklists become'),
  })
  .meta({ id: 'ImportMeaning' })

export const Import = z
  .object({
    id: ownId,
    source: Source.describe('Where the file comes from'),
    project: z
      .object({
        id: idOut().describe('Its id'),
        key: z.string().describe('Its key'),
        name: z.string().describe('Its name'),
      })
      .meta({ id: 'ImportProject', description: 'The project that its tasks go to' }),
    filename: z.string().meta({ description: 'Name of the file', 'x-outside': true }),
    size_bytes: count().describe('Size in bytes'),
    status: Status.describe('How far it is; awaiting ones wait for their bytes'),
    problem: z.string().nullable().describe('Why it failed or was stopped'),
    row_count: count().describe('How many tasks the file holds'),
    created: count().describe('How many tasks were created'),
    skipped: count().describe('How many were there already'),
    refused: count().describe('How many were refused'),
    created_by: Person.describe('Who sent the file'),
    started_by: Person.nullable().describe('Who started it'),
    started_at: moment().nullable().describe('When it was started'),
    finished_at: moment().nullable().describe('When it ended'),
    undone_at: moment().nullable().describe('When it was undone'),
    page: z.string().describe('The path of its page'),
    created_at: createdAt,
    updated_at: updatedAt,
  })
  .meta({
    id: 'Import',
    'x-row': 'id filename* source status row_count created!0 skipped!0 refused!0 problem page',
  })

export const ImportUpload = Import.extend({
  upload_url: z
    .url()
    .nullable()
    .meta({ description: 'Where to PUT the announced bytes; null when they are there' }),
  upload_expires_at: moment().nullable().describe('Until when the bytes can be sent'),
}).meta({ id: 'ImportUpload' })

const outside = { 'x-outside': true }
export const ImportDetail = Import.extend({
  columns: z
    .array(
      z
        .object({
          name: z.string().meta({ description: 'Its heading', ...outside }),
          field: Field.nullable().describe('What it is taken for'),
          orders: z
            .array(Order)
            .describe('The orders that all its days fit; the mapping says which if both do'),
          samples: z.array(z.string()).meta({ description: 'Its first values', ...outside }),
        })
        .meta({ id: 'ImportColumn' }),
    )
    .describe('The columns of the file'),
  states: z
    .array(
      z
        .object({
          name: z.string().meta({ description: 'Its name; empty for tasks without one', ...outside }),
          count: count().describe('How many tasks are in it'),
          decides: count().describe('Of how many it decides the status, as nothing else does'),
          suggested: TaskState.nullable().describe('What it is taken for; null where that is to be said'),
        })
        .meta({ id: 'ImportState' }),
    )
    .describe('The states of the file'),
  people: z
    .array(
      z
        .object({
          name: z.string().meta({ description: 'As the file calls them', ...outside }),
          count: count().describe('How often they occur'),
        })
        .meta({ id: 'ImportPerson' }),
    )
    .describe('The people of the file'),
  warnings: z.array(z.string()).describe('What the file does not hold, or what is not taken over'),
  unmapped_states: z
    .array(z.string())
    .meta({ description: 'States of which somebody must say what they are before it starts', ...outside }),
  suggested: Mapping.nullable().describe('What the file is taken for; null until it was read'),
  meaning: Mapping.nullable().describe('What somebody said that it means; null until then'),
  undo: z
    .object({
      removed: count().describe('How many tasks were removed'),
      kept: z
        .array(
          z
            .object({ key: z.string().describe('Its key'), why: z.string().describe('Why it stays') })
            .meta({ id: 'ImportKept' }),
        )
        .describe('Tasks that stay, the first 100'),
    })
    .nullable()
    .describe('What undoing it did; null until then'),
}).meta({ id: 'ImportDetail' })
/** The same without what its page is for: the meaning of each column, state and person. */
export const ImportSummary = ImportDetail.omit({ suggested: true, meaning: true }).meta({
  id: 'ImportSummary',
})

const Result = z.enum(importResults).meta({ id: 'ImportResult' })
export const ImportRow = z
  .object({
    n: count().describe('Its place in the file, from 1'),
    line: count().describe('The line on which it begins'),
    kind: z.enum(['task', 'file']).describe('A task, or a file that was not taken over'),
    result: Result.nullable().describe('What became of it; null while it waits'),
    external_id: z
      .string()
      .nullable()
      .meta({ description: 'What it is called there', ...outside }),
    task: z
      .object({ id: idOut().describe('Its id'), key: z.string().describe('Its key') })
      .nullable()
      .meta({ id: 'ImportedTask', description: 'The task here' }),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'Why, or what was left out', ...outside }),
    undone: z.string().nullable().describe('What undoing did to it'),
  })
  .meta({ id: 'ImportRow', 'x-row': 'line kind result task reason undone' })
export const RowFilter = z.strictObject({
  result: Result.optional().describe('What became of them'),
  ...paging,
})
export const ImportFilter = z.strictObject({
  project_id: id().optional().describe('Of this project'),
  ...paging,
})

const PreviewTask = z
  .object({
    title: z.string().meta({ description: 'What it is called', ...outside }),
    status: TaskState.describe('How far it is'),
    column: z.string().nullable().describe('The column of the board'),
    type: z.string().describe('What it is'),
    priority: z.string().describe('How urgent it is'),
    assignee: z.string().nullable().describe('Who does it'),
    imported_author: z
      .string()
      .nullable()
      .meta({ description: 'Who wrote it, if that is no member', ...outside }),
    tags: z.array(z.string()).describe('Its tags'),
    sprint: z.string().nullable().describe('Its sprint'),
    created_at: createdAt,
    completed_at: moment().nullable().describe('When it was done'),
    due_date: day().nullable().describe('When it is due'),
    comments: count().describe('How many comments it has'),
    subtasks: count().describe('How many subtasks it has'),
    archived: z.boolean().describe('Whether it is archived'),
  })
  .meta({ id: 'ImportPreviewTask' })
export const ImportPreview = z
  .object({
    rows: z
      .array(
        z
          .object({
            line: count().describe('The line on which it begins'),
            result: Result.describe('What would become of it'),
            reason: z.string().nullable().describe('Why, or what is left out'),
            task: PreviewTask.nullable().describe('The task as it would be; null where none is created'),
          })
          .meta({ id: 'ImportPreviewRow' }),
      )
      .describe('The first 50 rows as they would be; parents and links follow when all are written'),
    counts: z
      .object({
        created: count().describe('How many would be created'),
        skipped: count().describe('How many are there already'),
        refused: count().describe('How many would be refused'),
      })
      .describe('Of these rows'),
    row_count: count().describe('How many rows the file has'),
    unmapped_states: z.array(z.string()).describe('States of which somebody must say what they are'),
  })
  .meta({ id: 'ImportPreview' })
export const Start = z
  .strictObject({
    notify: z
      .literal(false)
      .default(false)
      .meta({ description: 'Nobody is told of the tasks, whoever they are assigned to', 'x-brief': null }),
  })
  .meta({ id: 'ImportStart' })
