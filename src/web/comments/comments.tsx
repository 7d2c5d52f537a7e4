import type { FC } from 'hono/jsx'
import { isUuid } from '../../base/id.ts'
import { bodyFields } from '../kit/fields.tsx'
import { calling, type PageForms, type Subject } from '../kit/forms.tsx'
import { formatter } from '../kit/markdown.ts'
import { isOwnOr, type Read, type Schemas } from '../kit/operations.ts'
import type { Shown } from '../kit/page.tsx'
import { type Part, partOf } from '../kit/pager.tsx'
import { Badge, Section } from '../kit/parts.tsx'
import { count, say } from '../kit/say.ts'
import { Moment } from '../kit/time.tsx'
import type { Form, PageRequest } from '../kit/page-request.ts'
import { withMentions } from './mentions.ts'

/** The operations on the comments of an object. */
const operations = {
  task: {
    list: 'listComments',
    get: 'getComment',
    add: 'addComment',
    change: 'updateComment',
    remove: 'deleteComment',
    resolve: 'resolveCommentThread',
    reopen: 'reopenCommentThread',
  },
  document: {
    list: 'listDocumentComments',
    get: 'getDocumentComment',
    add: 'addDocumentComment',
    change: 'updateDocumentComment',
    remove: 'deleteDocumentComment',
    resolve: 'resolveDocumentComment',
    reopen: 'reopenDocumentComment',
  },
} as const
type Kind = keyof typeof operations
type Comment = Schemas['Comment'] | Schemas['DocumentComment']
type Thread = Schemas['CommentThread'] | Schemas['DocumentThread']
export type Comments = { items: Thread[]; total: number; part: Part; isOne: boolean }

/** The threads of one part of the page at this path, oldest first, or the one in its query with all replies. */
export async function commentsOf(
  request: PageRequest,
  read: Read,
  kind: Kind,
  page: string,
): Promise<Comments> {
  const part = partOf(request, page, 'comments_from', 30, 'comments')
  const { thread = '' } = request.query
  const { list, get } = operations[kind]
  if (isUuid(thread)) {
    const one = await read(get, {}, { comment_id: thread })
    return { items: [one], total: 1, part, isOne: true }
  }
  const { items, total } = await read(list, { ...part.range, replies: 10, order: 'desc' })
  return { items: items.toReversed(), total, part, isOne: false }
}

const hint = 'Markdown. Mention somebody with @ and their name: @Grace Hopper.'
const written = (label: string) => bodyFields('CommentDraft', { body: { label, hint } })

/** The forms for the comments of an object. */
export function commentForms<T>(kind: Kind): PageForms<T> {
  const { add, change, remove, resolve, reopen } = operations[kind]
  const to = ({ here }: Subject<T>) => `${here}#comments`
  const also = async ({ parent_id }: Form, { read }: Subject<T>, { body }: { body?: string }) => ({
    ...(body !== undefined && { body: await withMentions(read, body) }),
    ...(parent_id && { parent_id }),
  })
  return {
    comments: calling(add, { verb: 'Comment', fields: written('New comment'), also, to }),
    reply: calling(add, { title: 'Reply', verb: 'Reply', fields: written('Reply'), also, to }),
    'change-comment': calling(change, {
      title: 'Edit',
      verb: 'Save comment',
      fields: bodyFields('CommentChange', { body: { label: 'Comment', hint } }),
      also,
      to,
    }),
    'delete-comment': calling(remove, { verb: 'Delete', warning: 'Its replies stay.', to }),
    resolve: calling(resolve, { verb: 'Resolve', to }),
    reopen: calling(reopen, { verb: 'Reopen', to }),
  }
}

type Props = Pick<Shown<unknown, unknown>, 'person' | 'organization' | 'here' | 'form'> & {
  of: Comments
  kind: Kind
}
type Format = ReturnType<typeof formatter>
/** Comments with their replies, and a form for a new one. */
export const CommentList: FC<Props> = ({ of: { items, total, part, isOne }, ...shown }) => {
  const format = formatter()
  const { here, form } = shown
  return (
    <Section id="comments" title={total ? count(total, 'comment') : say('No comments yet')}>
      {isOne ? (
        <p class="small">
          <a href={`${here}#comments`}>{say('All comments')}</a>
        </p>
      ) : (
        part.pager(total)
      )}
      <ul class="rows">
        {items.map((thread) => (
          <Item thread={thread} format={format} {...shown} />
        ))}
      </ul>
      {form('comments')}
    </Section>
  )
}

type ItemProps = Omit<Props, 'of'> & { format: Format }
const Item: FC<ItemProps & { thread: Thread }> = ({ thread, ...shown }) => {
  const { here, form } = shown
  return (
    <li class="stack">
      <One comment={thread} {...shown} />
      {thread.replies.length ? (
        <ul class="rows inset">
          {thread.replies.map((reply) => (
            <li>
              <One comment={reply} {...shown} />
            </li>
          ))}
        </ul>
      ) : null}
      {thread.reply_count > thread.replies.length ? (
        <p class="inset small">
          <a href={`${here}&thread=${thread.id}#comments`}>
            {say('All {counted}', { counted: count(thread.reply_count, 'reply', 'replies') })}
          </a>
        </p>
      ) : null}
      <div class="buttons inset">
        {form('reply', { of: thread, by: 'parent_id' })}
        {form(thread.resolved_at ? 'reopen' : 'resolve', { of: thread, about: aboutOf(thread) })}
      </div>
    </li>
  )
}

const aboutOf = ({ author }: Comment) =>
  say('the comment of {name}', { name: author?.name ?? say('somebody who left') })

const One: FC<ItemProps & { comment: Comment }> = ({ comment, kind, person, organization, format, form }) => {
  const isOwn = comment.author?.user_id === person.id
  const options = { of: comment, about: aboutOf(comment) }
  return (
    <div class="close">
      <p class="facts">
        <strong>{comment.author?.name ?? say('Somebody who left')}</strong>
        <Moment at={comment.created_at} />
        {comment.edited_at ? <span>{say('edited')}</span> : null}
        {'is_internal' in comment && comment.is_internal ? (
          <Badge kind="warn">{say('internal')}</Badge>
        ) : null}
        {comment.resolved_at ? <Badge kind="good">{say('resolved')}</Badge> : null}
      </p>
      {comment.body === null ? (
        <p class="muted">{say('Deleted.')}</p>
      ) : (
        <>
          <div class="prose">{format(comment.body)}</div>
          <div class="buttons">
            {isOwn ? form('change-comment', options) : null}
            {isOwnOr(organization, operations[kind].remove, isOwn) ? form('delete-comment', options) : null}
          </div>
        </>
      )}
    </div>
  )
}
