import * as z from 'zod'
import { filterVisibilities } from '../../../db/schema/filters.ts'
import { change, id, idOut, paging, readSort, text } from '../../kit/fields.ts'
import { TaskFilterNode, TaskFilterTree } from '../../shared/filter/task-fields.ts'
import { filterText, Groupable } from '../../shared/task/found.ts'
import { sortKeys } from '../../shared/task/page.ts'
import { Task } from '../../shared/task/schema.ts'
import { nameText } from '../../shared/names.ts'

const Visibility = z
  .enum(filterVisibilities)
  .meta({ description: 'Who else may read and run it: nobody, its project, or the organization' })
const columnNames = Object.keys(Task.shape)
const distinct = (names: string[]) => new Set(names).size === names.length
const orders = sortKeys.flatMap((key) => [key, `-${key}`] as const)

const sort = () =>
  z
    .array(z.enum(orders, { error: `unknown key; use ${sortKeys.join(', ')}, with - for descending` }))
    .max(5, 'at most 5 keys')
    .refine((keys) => distinct(keys.map((key) => key.replace('-', ''))), 'a key twice')
    .meta({ description: 'Order, such as ["-priority", "due_date"]' })
const columns = () =>
  z
    .array(z.enum(columnNames, { error: 'no field of a task' }))
    .max(columnNames.length, 'too many')
    .refine(distinct, 'a column twice')
    .meta({ description: 'Fields of the task to show, in order' })

const fields = {
  name: nameText(80).meta({ description: 'What it is called', example: 'My urgent work' }),
  description: text(300).nullable().describe('What it is for'),
  project_id: id().nullable().meta({ description: 'The project that it belongs to' }),
  visibility: Visibility,
  filter: TaskFilterTree,
  text: filterText.meta({ description: 'The filter in one line, instead of filter' }),
  sort: sort(),
  group_by: Groupable.nullable().describe('The field that counts are made by'),
  columns: columns(),
}

export const SavedFilterDraft = z
  .strictObject({
    name: fields.name,
    filter: fields.filter.optional(),
    text: fields.text.optional(),
    description: fields.description.optional(),
    project_id: fields.project_id.optional(),
    visibility: fields.visibility.optional(),
    sort: fields.sort.optional(),
    group_by: fields.group_by.optional(),
    columns: fields.columns.optional(),
  })
  .refine((draft) => !draft.filter !== !draft.text, 'send either filter or text')
  .refine((draft) => draft.visibility !== 'project' || draft.project_id, {
    message: 'required to share with a project',
    path: ['project_id'],
  })
  .meta({ id: 'SavedFilterDraft' })

export const SavedFilterChange = change({
  ...fields,
  before_id: id().meta({ description: 'Place it before this filter of the same owner', 'x-names': 'filter' }),
  after_id: id().meta({ description: 'Its place: after this filter', 'x-names': 'filter' }),
})
  .refine((body) => !(body.filter && body.text), 'send filter or text, not both')
  .refine((body) => !(body.before_id && body.after_id), 'send before_id or after_id, not both')
  .meta({ id: 'SavedFilterChange' })

export const shown = {
  name: z.string().describe('What it is called'),
  description: z.string().nullable().describe('What it is for'),
  project_id: idOut().nullable().describe('Its project, if it belongs to one'),
  visibility: Visibility,
  filter: TaskFilterNode,
  sort: z.array(z.string()).describe('What tasks are sorted by; descending with a leading -'),
  group_by: z.string().nullable().describe('The field that counts are made by'),
  columns: z.array(z.string()).describe('The columns that pages show'),
  grammar_version: z.int().describe('The version of the grammar it was written in'),
}

/** An order for one run; without it the saved one applies. */
const sortOverride = z
  .string()
  .transform(readSort(sortKeys))
  .optional()
  .meta({
    description: `Another order than the saved one: ${sortKeys.join(', ')}; a leading - is descending`,
  })
export const RunFilter = z.strictObject({ ...paging, sort: sortOverride })

/** The stored filter as a run reads it, validated again because the grammar may have changed. */
export const Stored = z.object({ filter: TaskFilterTree, sort: sort(), group_by: Groupable.nullable() })

const descriptions = z.record(z.string(), z.string())
export const FilterGrammar = z
  .object({
    version: z.int().describe('Grows when the grammar does'),
    node: z.string().describe('What a node of a filter is'),
    fields: z
      .array(
        z.object({
          name: z.string().describe('How it is written'),
          kind: z.string().describe('The kind of its values'),
          does: z.string().describe('What it is'),
          operators: z.array(z.string()).describe('The operators that can compare it'),
          values: z.array(z.string()).optional().describe('The values that it can have'),
          text_form: z.string().describe('How it is written in a line of text'),
        }),
      )
      .describe('What can be compared'),
    operators: descriptions.describe('What each operator means'),
    tokens: descriptions.describe('What each word for a value means'),
    limits: z.record(z.string(), z.number()).describe('The most that is allowed of each'),
    examples: z
      .array(
        z.object({
          does: z.string().describe('What it finds'),
          filter: TaskFilterNode,
          text: z.string().describe('The same in a line of text'),
        }),
      )
      .describe('Filters, as a tree and in a line of text'),
  })
  .meta({ id: 'FilterGrammar' })
