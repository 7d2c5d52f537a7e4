import * as z from 'zod'
import { count, id, text } from '../../kit/fields.ts'
import { color } from '../../shared/color.ts'
import { nameText } from '../../shared/names.ts'
import { ownId } from '../../shared/common-fields.ts'

export const fields = {
  name: nameText(50).meta({ description: 'What it is called', example: 'bug' }),
  color: color(),
  description: text(200).nullable().describe('What it is for'),
}

export const TagDraft = z
  .strictObject({
    name: fields.name,
    color: fields.color.optional(),
    description: fields.description.optional(),
    project_id: id()
      .nullable()
      .optional()
      .describe('Only for this project; for the whole organization without one'),
  })
  .meta({ id: 'TagDraft' })

export const TagMerge = z
  .strictObject({ into_tag_id: id().describe('The tag that stays') })
  .meta({ id: 'TagMerge' })

export const TagSet = z
  .strictObject({
    tag_ids: z
      .array(id())
      .max(20, 'at most 20 tags')
      .optional()
      .describe('The tags that the task shall have'),
    names: z.array(fields.name).max(20, 'at most 20 tags').optional().describe('The same by name'),
    create_missing: z
      .boolean()
      .optional()
      .meta({ description: 'Make tags of the project for unknown names' }),
  })
  .refine((body) => body.tag_ids || body.names, { message: 'tag_ids or names required' })
  .meta({ id: 'TagSet' })

export const Detached = z
  .object({ detached: count().describe('Tasks that lost the tag') })
  .meta({ id: 'TagDetached' })
export const Merged = z
  .object({
    moved: count().describe('Tasks that have the tag that stays instead'),
    already_had: count().describe('Tasks that had both'),
  })
  .meta({ id: 'TagMerged' })
export const TagRef = z
  .object({
    id: ownId,
    name: z.string().meta({ description: 'What it is called', example: 'bug' }),
    color: color(),
  })
  .meta({ id: 'TagRef' })
export const TaskTags = z.object({ items: z.array(TagRef).describe('By name') }).meta({ id: 'TaskTags' })
