import type { FC } from 'hono/jsx'
import { isUuid } from '../../kit/id.ts'
import type { formatter } from '../kit/markdown.ts'
import type { Part } from '../kit/pager.tsx'
import { Badge, count, Hidden } from '../kit/parts.tsx'
import { Text } from '../kit/inputs.tsx'
import type { Form, Problems, Visit } from '../kit/visit.ts'
import { Moment } from '../kit/time.tsx'

export type CommentData = {
  id: string
  body: string | null
  author: { name: string } | null
  created_at: string
  edited_at: string | null
  resolved_at: string | null
  is_internal?: boolean
}
export type Thread = CommentData & { replies: CommentData[]; reply_count: number }
/** The threads of one part of the page, or the one in its query with all replies. */
export async function threadsOf(
  { query: { thread = '' } }: Visit,
  get: <T>(path: string) => Promise<T>,
  at: string,
  part: Part,
): Promise<{ items: Thread[]; total: number }> {
  if (!isUuid(thread)) return get(`${at}?${part.query}&replies=10&order=desc`)
  return { items: [await get<Thread>(`${at}/${thread}`)], total: 1 }
}

type Props = {
  items: Thread[]
  total: number
  part: Part
  /** The page, with all comments. */
  page: string
  /** Whether the page shows one thread with all its replies. */
  one: boolean
  /** Where comments are posted; omitted if the reader may not comment. */
  action?: string | undefined
  values: Form
  problems: Problems
  format: Format
}
type Format = ReturnType<typeof formatter>

/** Comments with their replies, and a form for a new one. */
export const Threads: FC<Props> = ({
  items,
  total,
  part,
  page,
  one: isOne,
  action,
  values,
  problems,
  format,
}) => (
  <section class="card stack" aria-labelledby="comments">
    <h2 id="comments">{total ? count(total, 'comment') : 'No comments yet'}</h2>
    {isOne ? (
      <p class="small">
        <a href={`${page}#comments`}>All comments</a>
      </p>
    ) : (
      part.pager(total)
    )}
    <ul class="rows">
      {items.map((thread) => (
        <Item {...{ thread, page, action, problems, format }} />
      ))}
    </ul>
    {action ? (
      <form class="stack" method="post" action={action}>
        <Text
          name="body"
          label="New comment"
          value={values.parent_id ? '' : values.body}
          problems={problems}
          rows={4}
          hint="Markdown. Mention somebody with @ and their name: @Grace Hopper."
        />
        <button>Comment</button>
      </form>
    ) : null}
  </section>
)

type ItemProps = Pick<Props, 'page' | 'action' | 'problems' | 'format'> & { thread: Thread }
const Item: FC<ItemProps> = ({ thread, page, action, problems, format }) => (
  <li class="stack">
    <Comment comment={thread} format={format} />
    {thread.replies.length ? (
      <ul class="rows inset">
        {thread.replies.map((reply) => (
          <li>
            <Comment comment={reply} format={format} />
          </li>
        ))}
      </ul>
    ) : null}
    {thread.reply_count > thread.replies.length ? (
      <p class="inset small">
        <a href={`${page}&thread=${thread.id}#comments`}>
          {`All ${count(thread.reply_count, 'reply', 'replies')}`}
        </a>
      </p>
    ) : null}
    {action ? <Reply to={thread} action={action} problems={problems} /> : null}
  </li>
)

const Comment: FC<{ comment: CommentData; format: Format }> = ({ comment, format }) => (
  <div class="close">
    <p class="facts">
      <strong>{comment.author?.name ?? 'Somebody who left'}</strong>
      <Moment at={comment.created_at} />
      {comment.edited_at ? <span>edited</span> : null}
      {comment.is_internal ? <Badge kind="warn">internal</Badge> : null}
      {comment.resolved_at ? <Badge kind="good">resolved</Badge> : null}
    </p>
    {comment.body === null ? <p class="muted">Deleted.</p> : <div class="prose">{format(comment.body)}</div>}
  </div>
)

const Reply: FC<{ to: CommentData; action: string; problems: Problems }> = ({ to, action, problems }) => (
  <details class="more small inset">
    <summary>Reply</summary>
    <form class="stack" method="post" action={action}>
      <Hidden fields={{ parent_id: to.id }} />
      <Text name="body" id={`reply-${to.id}`} label="Reply" problems={{ ...problems, fields: {} }} rows={3} />
      <button class="slim">Reply</button>
    </form>
  </details>
)
