import * as z from 'zod'
import { count, id, idOut, text } from '../../kit/fields.ts'
import { color } from '../../shared/color.ts'
import { nameText } from '../../shared/names.ts'

export const fields = {
  name: nameText(50).meta({ example: 'bug' }),
  color: color(),
  description: text(200).nullable(),
}

export const TagDraft = z
  .strictObject({
    name: fields.name,
    color: fields.color.optional(),
    description: fields.description.optional(),
    project_id: id().nullable().optional(),
  })
  .meta({ id: 'TagDraft' })

export const TagMerge = z.strictObject({ into_tag_id: id() }).meta({ id: 'TagMerge' })

export const TagSet = z
  .strictObject({
    tag_ids: z.array(id()).max(20, 'at most 20 tags').optional(),
    names: z.array(fields.name).max(20, 'at most 20 tags').optional(),
    create_missing: z
      .boolean()
      .optional()
      .meta({ description: 'Make tags of the project for unknown names' }),
  })
  .refine((body) => body.tag_ids || body.names, { message: 'tag_ids or names required' })
  .meta({ id: 'TagSet' })

export const Detached = z.object({ detached: count() }).meta({ id: 'TagDetached' })
export const Merged = z.object({ moved: count(), already_had: count() }).meta({ id: 'TagMerged' })
export const TagRef = z
  .object({ id: idOut(), name: z.string().meta({ example: 'bug' }), color: color() })
  .meta({ id: 'TagRef' })
export const TaskTags = z.object({ items: z.array(TagRef) }).meta({ id: 'TaskTags' })
