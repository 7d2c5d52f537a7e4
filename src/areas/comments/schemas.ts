import * as z from 'zod'
import {
  change,
  count,
  flag,
  id,
  idOut,
  longText,
  moment,
  paging,
  Person,
  version,
  whole,
} from '../../kit/fields.ts'

const Reaction = z
  .object({ emoji: z.string().meta({ example: '👍' }), count: count(), mine: z.boolean() })
  .meta({ id: 'CommentReaction' })
export const Reactions = z.object({ reactions: z.array(Reaction) }).meta({ id: 'CommentReactions' })

export const Comment = z
  .object({
    id: idOut(),
    task_id: idOut(),
    parent_id: idOut().nullable().meta({ description: 'The root of its thread; null for a root' }),
    body: z.string().nullable().meta({ description: 'Markdown; null where it was deleted' }),
    author: Person.nullable(),
    author_type: z.enum(['user', 'automation']),
    mentions: z.array(idOut()),
    is_internal: z.boolean().meta({ description: 'Not for viewers' }),
    deleted: z.boolean().meta({ description: 'Gone, but its replies are still there' }),
    edited_at: moment().nullable(),
    resolved_at: moment().nullable(),
    resolved_by: Person.nullable(),
    reply_count: count(),
    last_reply_at: moment().nullable(),
    reactions: z.array(Reaction),
    version: version(),
    created_at: moment(),
    updated_at: moment(),
  })
  .meta({ id: 'Comment' })

export const CommentThread = Comment.extend({
  replies: z.array(Comment).meta({ description: 'Oldest first' }),
}).meta({ id: 'CommentThread' })

const Mentioned = z
  .object({
    user_id: idOut(),
    notified: z.boolean(),
    reason: z.enum(['yourself', 'not_a_member', 'no_access', 'internal']).optional(),
  })
  .meta({ id: 'Mentioned' })
const mentioned = z.array(Mentioned).meta({ description: 'Who newly hears of it, and why others do not' })
export const CommentWritten = Comment.extend({ mentioned }).meta({ id: 'CommentWritten' })

const body = () =>
  longText(20_000)
    .refine((given) => given.trim() !== '', 'must not be empty')
    .meta({ description: 'Markdown; @[Name](user:uuid) mentions', example: 'Looks good to me' })

export const CommentDraft = z
  .strictObject({
    body: body(),
    parent_id: id().optional().meta({ description: 'The comment to reply to' }),
    is_internal: z.boolean().optional().meta({ description: 'Hide it from viewers' }),
  })
  .meta({ id: 'CommentDraft' })

export const CommentChange = change({ body: body() }).meta({ id: 'CommentChange' })

export const CommentFilter = z.strictObject({
  resolved: flag().optional(),
  replies: whole(0, 50)
    .default(20)
    .meta({ description: 'Replies shown of each thread, 0 to 50', example: 20 }),
  order: z.enum(['asc', 'desc']).default('asc'),
  ...paging,
})
