import * as z from 'zod'
import { longestComment } from '../../../db/schema/values.ts'
import {
  change,
  count,
  boolParam,
  id,
  idOut,
  longText,
  moment,
  paging,
  Person,
  version,
  intParam,
} from '../../kit/fields.ts'
import { createdAt, ownId, updatedAt } from '../../shared/common-fields.ts'

const Reaction = z
  .object({
    emoji: z.string().meta({ description: 'The emoji', example: '👍' }),
    count: count().describe('How many people chose it'),
    mine: z.boolean().describe('Whether I am among them'),
  })
  .meta({ id: 'CommentReaction' })
export const Reactions = z
  .object({ reactions: z.array(Reaction).describe('Emoji, and how many people chose each') })
  .meta({ id: 'CommentReactions' })

const aboutBody = { description: 'Markdown; null where it was deleted' }
const contents = {
  parent_id: idOut().nullable().meta({ description: 'The root of its thread; null for a root' }),
  body: z.string().nullable().meta(aboutBody),
  author: Person.nullable().describe('Who wrote it'),
  author_type: z.enum(['user', 'automation']).describe('A person, or an automation in the name of one'),
  mentions: z.array(idOut()).describe('Who is mentioned in it'),
}
const thread = {
  deleted: z.boolean().meta({ description: 'Gone, but its replies are still there' }),
  edited_at: moment().nullable().describe('When its text last changed'),
  resolved_at: moment().nullable().describe('When the thread was closed; null while it is open'),
  resolved_by: Person.nullable().describe('Who closed the thread'),
  reply_count: count().describe('How many replies there are'),
  last_reply_at: moment().nullable().describe('When the last reply came'),
}
const standardFields = { version: version(), created_at: createdAt, updated_at: updatedAt }

export const Comment = z
  .object({
    id: ownId,
    task_id: idOut().describe('The task that it is about'),
    ...contents,
    body: z
      .string()
      .nullable()
      .meta({ ...aboutBody, 'x-outside': 'imported_author,author_type=automation' }),
    imported_author: z.string().nullable().meta({
      description: 'Who wrote it where it was imported from, if that is no member here',
      'x-outside': 'imported_author',
    }),
    event_id: z.int().nullable().meta({ description: 'The change in the history that it is about' }),
    is_internal: z.boolean().meta({ description: 'Not for viewers' }),
    ...thread,
    reactions: z.array(Reaction).describe('Emoji, and how many people chose each'),
    ...standardFields,
  })
  .meta({
    id: 'Comment',
    'x-row': 'id body* author is_internal deleted created_at edited_at resolved_by reply_count!0',
  })

export const CommentThread = Comment.extend({
  replies: z.array(Comment).meta({ description: 'Oldest first' }),
}).meta({ id: 'CommentThread' })

const Mentioned = z
  .object({
    user_id: idOut().describe('Who was mentioned'),
    notified: z.boolean().describe('Whether the person was told'),
    reason: z
      .enum(['yourself', 'not_a_member', 'no_access', 'internal'])
      .optional()
      .describe('Why the person was not told'),
  })
  .meta({ id: 'Mentioned' })
const mentioned = z.array(Mentioned).meta({ description: 'Who newly hears of it, and why others do not' })
export const CommentWritten = Comment.extend({ mentioned }).meta({ id: 'CommentWritten' })

const body = () =>
  longText(longestComment)
    .refine((given) => given.trim() !== '', 'must not be empty')
    .meta({
      description: 'Markdown; @[Name](user:uuid) mentions',
      example: 'Looks good to me',
      'x-brief': 'Markdown; @[Grace Hopper] mentions',
    })

export const CommentDraft = z
  .strictObject({
    body: body(),
    parent_id: id().optional().meta({ description: 'The comment to reply to' }),
    event_id: z.int().optional().describe("The entry of the task's history that it answers"),
    is_internal: z.boolean().optional().meta({ description: 'Hide it from viewers' }),
  })
  .meta({ id: 'CommentDraft' })

export const CommentChange = change({ body: body() }).meta({ id: 'CommentChange' })

export const CommentFilter = z.strictObject({
  resolved: boolParam().optional().describe('Only closed threads, or with false open ones'),
  replies: intParam(0, 50)
    .default(20)
    .meta({ description: 'Replies shown of each thread, 0 to 50', example: 20 }),
  order: z.enum(['asc', 'desc']).default('asc').describe('Oldest first, or newest first'),
  ...paging,
})

const quoteContext = () => longText(100).nullable()
const Anchor = z
  .object({
    version: count().meta({ description: 'The version of the document in which it was made', example: 1 }),
    quote: z.string().describe('The passage, as it was'),
    prefix: quoteContext().describe('What stands right before it'),
    suffix: quoteContext().describe('What stands right after it'),
    start: count()
      .nullable()
      .meta({ description: 'The character where it stands now; null where it is gone' }),
  })
  .meta({ id: 'CommentAnchor' })

export const DocumentComment = z
  .object({
    id: ownId,
    document_id: idOut().describe('The document that it is about'),
    ...contents,
    anchor: Anchor.nullable().describe('The passage that is commented on'),
    anchor_state: z
      .enum(['none', 'attached', 'orphaned'])
      .meta({ description: 'orphaned: the document no longer has the words' }),
    ...thread,
    ...standardFields,
  })
  .meta({
    id: 'DocumentComment',
    'x-row':
      'id body* author quote=anchor.quote anchor_state!attached deleted created_at edited_at resolved_by reply_count!0',
  })
export const DocumentThread = DocumentComment.extend({
  replies: z.array(DocumentComment).meta({ description: 'Oldest first' }),
}).meta({ id: 'DocumentThread' })
export const DocumentCommentWritten = DocumentComment.extend({ mentioned }).meta({
  id: 'DocumentCommentWritten',
})

const AnchorDraft = z
  .strictObject({
    quote: longText(500).min(1, 'must not be empty').describe('The passage, as it stands in the document'),
    prefix: longText(100).optional().describe('What stands right before it, to tell it from others like it'),
    suffix: longText(100).optional().describe('What stands right after it, to tell it from others like it'),
  })
  .meta({ description: 'The words it is about; prefix and suffix, around them, show which of several' })

export const DocumentCommentDraft = z
  .strictObject({
    body: body(),
    parent_id: id().optional().meta({ description: 'The comment to reply to' }),
    anchor: AnchorDraft.optional(),
  })
  .refine((draft) => !draft.anchor || !draft.parent_id, {
    message: 'a reply has none; its thread has',
    path: ['anchor'],
  })
  .meta({ id: 'DocumentCommentDraft' })
