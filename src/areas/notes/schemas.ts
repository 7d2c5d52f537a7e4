import * as z from 'zod'
import { change, id, idOut, longText, moment, text, version } from '../../kit/fields.ts'
import { color } from '../../shared/color.ts'
import { link, Linkable } from '../../shared/linked.ts'
import { Task } from '../../shared/task/schema.ts'

const says = (text: string | undefined) => Boolean(text?.trim())

const fields = {
  title: z.string().trim().max(200, 'at most 200 characters').meta({ example: 'Ideas for the launch' }),
  body: longText(100_000).meta({ description: 'Markdown' }),
  color: color().nullable(),
  labels: z
    .array(text(30))
    .max(10, 'at most 10 labels')
    .refine((all) => new Set(all.map((one) => one.toLowerCase())).size === all.length, 'a label twice'),
  is_pinned: z.boolean(),
}

export const NoteDraft = z
  .strictObject({ ...fields, linked_type: Linkable, linked_id: id() })
  .partial()
  .refine(({ title, body }) => says(title) || says(body), 'send a title or a body')
  .refine((draft) => !draft.linked_type === !draft.linked_id, {
    message: 'send linked_type and linked_id together',
    path: ['linked_id'],
  })
  .meta({ id: 'NoteDraft' })

export const NoteChange = change({
  ...fields,
  archived: z.boolean(),
  linked_type: link.type,
  linked_id: link.id,
  before_id: id().meta({ description: 'Place it before this note' }),
  after_id: id(),
})
  .refine((body) => !(body.before_id && body.after_id), 'send before_id or after_id, not both')
  .refine((body) => body.linked_type === body.linked_id || Boolean(body.linked_type && body.linked_id), {
    message: 'send linked_type and linked_id together',
    path: ['linked_id'],
  })
  .meta({ id: 'NoteChange' })

export const shown = {
  title: z.string(),
  body: z.string(),
  color: z.string().nullable(),
  labels: z.array(z.string()),
  is_pinned: z.boolean(),
  archived_at: moment().nullable(),
  linked_type: Linkable.nullable(),
  linked_id: idOut().nullable(),
}

export const NoteConversion = z
  .strictObject({
    to: z.enum(['task', 'document']),
    project_id: id().optional().meta({ description: 'Required for a task' }),
    keep: z.boolean().default(false).meta({ description: 'Else the note goes to the trash' }),
  })
  .refine((conversion) => conversion.to === 'document' || conversion.project_id, {
    message: 'required for a task',
    path: ['project_id'],
  })
  .meta({ id: 'NoteConversion' })

const NoteDocument = z
  .object({
    id: idOut(),
    title: z.string(),
    project_id: idOut().nullable(),
    parent_id: idOut().nullable(),
    visibility: z.string(),
    current_version: z.int(),
    word_count: z.int(),
    version: version(),
    created_at: moment(),
    updated_at: moment(),
  })
  .meta({ id: 'NoteDocument' })
export { NoteDocument }
export const Converted = z.union([Task, NoteDocument])
