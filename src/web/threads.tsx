import type { FC } from 'hono/jsx'
import type { formatter } from './markdown.ts'
import { Badge, count, Hidden } from './parts.tsx'
import { Text } from './task-form.tsx'
import type { Form, Problems } from './visit.ts'
import { Moment } from './time.tsx'

export type CommentData = {
  id: string
  body: string | null
  author: { name: string } | null
  created_at: string
  edited_at: string | null
  resolved_at: string | null
  is_internal?: boolean
}
export type Thread = CommentData & { replies: CommentData[] }
type Props = {
  items: Thread[]
  total: number
  /** Where comments are posted; omitted if the reader may not comment. */
  action?: string | undefined
  values: Form
  problems: Problems
  format: Format
}
type Format = ReturnType<typeof formatter>

/** Comments with their replies, and a form for a new one. */
export const Threads: FC<Props> = ({ items, total, action, values, problems, format }) => (
  <section class="card stack" aria-labelledby="comments">
    <h2 id="comments">{total ? count(total, 'comment') : 'No comments yet'}</h2>
    {total > items.length ? <p class="muted small">{`The latest ${items.length} are shown.`}</p> : null}
    {items.length ? (
      <ul class="rows">
        {items.map((one) => (
          <li class="stack">
            <Comment comment={one} format={format} />
            {one.replies.length ? (
              <ul class="rows inset">
                {one.replies.map((reply) => (
                  <li>
                    <Comment comment={reply} format={format} />
                  </li>
                ))}
              </ul>
            ) : null}
            {action ? <Reply to={one} action={action} problems={problems} /> : null}
          </li>
        ))}
      </ul>
    ) : null}
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
