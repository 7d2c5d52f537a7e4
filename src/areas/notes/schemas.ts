import * as z from 'zod'
import { change, id, idOut, longText, moment, text, version } from '../../kit/fields.ts'
import { color } from '../../shared/color.ts'
import { link, Linkable } from '../../shared/linked.ts'
import { Task } from '../../shared/task/schema.ts'
import { createdAt, ownId, updatedAt } from '../../shared/common-fields.ts'

const says = (text: string | undefined) => Boolean(text?.trim())

const fields = {
  title: z
    .string()
    .trim()
    .max(200, 'at most 200 characters')
    .meta({ description: 'What it is called', example: 'Ideas for the launch' }),
  body: longText(100_000).meta({ description: 'Markdown' }),
  color: color().nullable(),
  labels: z
    .array(text(30))
    .max(10, 'at most 10 labels')
    .refine((all) => new Set(all.map((one) => one.toLowerCase())).size === all.length, 'a label twice')
    .describe('Words to group notes by'),
  is_pinned: z.boolean().describe('Whether it stays on top'),
}

export const NoteDraft = z
  .strictObject({
    ...fields,
    linked_type: Linkable.describe('The kind of object that it is linked to'),
    linked_id: id().describe('The object that it is linked to'),
  })
  .partial()
  .refine(({ title, body }) => says(title) || says(body), 'send a title or a body')
  .refine((draft) => !draft.linked_type === !draft.linked_id, {
    message: 'send linked_type and linked_id together',
    path: ['linked_id'],
  })
  .meta({ id: 'NoteDraft' })

export const NoteChange = change({
  ...fields,
  archived: z.boolean().meta({ description: 'Whether it is archived', 'x-brief': 'true archives' }),
  linked_type: link.type,
  linked_id: link.id,
  before_id: id().meta({ description: 'Place it before this note', 'x-names': 'note' }),
  after_id: id().meta({ description: 'Its place: after this note', 'x-names': 'note' }),
})
  .refine((body) => !(body.before_id && body.after_id), 'send before_id or after_id, not both')
  .refine((body) => body.linked_type === body.linked_id || Boolean(body.linked_type && body.linked_id), {
    message: 'send linked_type and linked_id together',
    path: ['linked_id'],
  })
  .meta({ id: 'NoteChange' })

export const shown = {
  title: z.string().describe('What it is called'),
  body: z.string().describe('Markdown'),
  color: z.string().nullable().describe('As #rrggbb'),
  labels: z.array(z.string()).describe('Words to group notes by'),
  is_pinned: z.boolean().describe('Whether it stays on top'),
  archived_at: moment().nullable().describe('When it was archived'),
  linked_type: Linkable.nullable().describe('The kind of object that it is linked to'),
  linked_id: idOut().nullable().describe('The object that it is linked to'),
}

export const NoteConversion = z
  .strictObject({
    to: z.enum(['task', 'document']).describe('What it becomes'),
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
    id: ownId,
    title: z.string().describe('What it is called'),
    project_id: idOut().nullable().describe('Its project, if it belongs to one'),
    parent_id: idOut().nullable().describe('The document above it'),
    visibility: z.string().describe('Who may see it'),
    current_version: z.int().describe('The number of the latest version'),
    word_count: z.int().describe('How many words it has'),
    version: version(),
    created_at: createdAt,
    updated_at: updatedAt,
  })
  .meta({ id: 'NoteDocument' })
export { NoteDocument }
export const Converted = z.union([Task, NoteDocument])
