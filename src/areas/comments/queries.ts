import { type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { commentReactions, taskComments } from '../../../db/schema/comments.ts'
import { projects } from '../../../db/schema/projects.ts'
import { tasks } from '../../../db/schema/tasks.ts'
import {
  alias,
  all,
  answer,
  at,
  inOrg,
  json,
  mergeable,
  one,
  page,
  person,
  rank,
  type Ref,
  requireFields,
  shape,
} from '../../kit/sql.ts'
import type { Target } from '../../kit/targets.ts'
import { Comment, type CommentDraft, type CommentFilter, CommentThread } from './schemas.ts'

type Columns = typeof taskComments
const replies = alias(taskComments, 'reply')

const live = ({ deleted_at }: Columns) => sql`${deleted_at} is null`
/** Internal comments are not for viewers. */
const readable = ({ is_internal }: Columns) => sql`(${rank} >= 20 or not ${is_internal})`

/** The live replies to a comment that the caller may read. */
const repliesTo = ({ id }: Columns) => sql`from ${taskComments} as ${replies}
  where ${all(inOrg(replies), sql`${replies.parent_id} = ${id}`, live(replies), readable(replies))}`

/** A deleted root stays, without text and author, as long as it holds a thread. */
const tombstone = sql`(${taskComments.parent_id} is null and ${taskComments.deleted_at} is not null
  and exists (select ${repliesTo(taskComments)}))`

const ofTask = sql`${taskComments.task_id} = ${at('task')}`

export const commentTarget: Target = {
  kind: 'comment',
  what: 'comment',
  table: taskComments,
  live: all(ofTask, live(taskComments), readable(taskComments)),
  trashed: all(ofTask, tombstone, readable(taskComments)),
  owner: taskComments.author_id,
  state: sql`(select case when p.archived_at is not null then 'project is archived' end
    from ${tasks} t join ${projects} p on p.org_id = t.org_id and p.id = t.project_id
    where t.org_id = ${taskComments.org_id} and t.id = ${taskComments.task_id})`,
}

/** What is left of a comment once it was deleted is its place. */
const computed = (c: Columns) => ({
  body: sql`case when ${live(c)} then ${c.body} end`,
  author: sql`case when ${live(c)} then ${person(c.author_id)} end`,
  mentions: sql`case when ${live(c)} then ${c.mentions} else '{}' end`,
  deleted: sql`not (${live(c)})`,
  resolved_by: person(c.resolved_by),
  reply_count: sql`case when ${rank} >= 20 then ${c.reply_count} else (select count(*) ${repliesTo(c)}) end`,
  last_reply_at: sql`app.utc(case when ${rank} >= 20 then ${c.last_reply_at}
    else (select max(${replies.created_at}) ${repliesTo(c)}) end)`,
  reactions: sql`case when ${live(c)} then app.reactions_of(${c.id}) else '[]' end`,
})
const comment = shape(Comment, taskComments, computed(taskComments))
const reply = shape(Comment, replies, {
  ...computed(replies),
  reply_count: sql`0`,
  last_reply_at: null,
})

/** A comment with its first replies, or with all of them. */
const thread = (most: number | null) =>
  shape(CommentThread, taskComments, {
    ...computed(taskComments),
    replies: sql`(select coalesce(json_agg(x.answer order by x.created_at, x.id), '[]') from (
      select ${reply.answer} as answer, ${replies.created_at}, ${replies.id} ${repliesTo(taskComments)}
      order by ${replies.created_at}, ${replies.id} limit ${most}::int) x)`,
  })

/** The threads of a task: live roots, and deleted ones that still hold replies. */
export const listThreads = (
  task: Ref,
  { resolved, replies: most, order, ...asked }: z.output<typeof CommentFilter>,
) =>
  page({ ...asked, sort: [{ key: 'created_at', descending: order === 'desc' }] }, thread(most), {
    where: all(
      inOrg(taskComments),
      sql`${taskComments.task_id} = ${task} and ${taskComments.parent_id} is null`,
      readable(taskComments),
      sql`(${live(taskComments)} or ${tombstone})`,
      resolved !== undefined &&
        (resolved ? sql`${taskComments.resolved_at} is not null` : sql`${taskComments.resolved_at} is null`),
    ),
    sorts: { created_at: taskComments.created_at },
  })

const byId = (id: Ref) => all(inOrg(taskComments), sql`${taskComments.id} = ${id}`)

export const getThread = (id: Ref) => one(thread(null), byId(id))
const getComment = (id: Ref) => one(comment, byId(id))
/** A comment with what the statements before had to tell beside it. */
const written = (id: Ref) => sql`select app.json_with(${comment.answer}, app.told())::text as answer
  from ${taskComments} where ${byId(id)}`

/** Holds the task of a comment: threads and counts of a task change one after another. */
export const holdTask = (row: SQL) => sql`select 1 from ${tasks} where ${inOrg(tasks)} and ${tasks.id} =
  (select ${taskComments.task_id} from ${taskComments} where ${inOrg(taskComments)} and ${row}) for no key update`

export const addComment = (id: string, task: Ref, draft: z.output<typeof CommentDraft>) => [
  sql`select app.add_comment(${task}::uuid, ${JSON.stringify({ id, ...draft })}::jsonb)`,
  written(id),
]

export const editComment = (id: Ref, body: string, seen: number | undefined) => [
  ...mergeable('task_comments', id, seen, { body }),
  sql`select app.edit_comment(${id}::uuid, ${body})`,
  written(id),
]

export const deleteComment = (id: Ref) =>
  sql`update ${taskComments} set deleted_at = now(), deleted_by = app.user_id() where ${byId(id)}`

const isRoot = (id: Ref) =>
  requireFields({
    'path.comment_id': [
      sql`exists (select from ${taskComments} where ${byId(id)} and ${taskComments.parent_id} is null)`,
      'a reply; name the first comment of its thread',
    ],
  })

export const resolveThread = (id: Ref) => [
  ...isRoot(id),
  sql`update ${taskComments} set resolved_at = now(), resolved_by = app.user_id()
    where ${byId(id)} and ${taskComments.resolved_at} is null`,
  getComment(id),
]

export const reopenThread = (id: Ref) => [
  ...isRoot(id),
  sql`update ${taskComments} set resolved_at = null, resolved_by = null
    where ${byId(id)} and ${taskComments.resolved_at} is not null`,
  getComment(id),
]

export const react = (id: Ref, emoji: Ref) => [
  sql`insert into ${commentReactions} (comment_id, emoji) values (${id}, ${emoji}) on conflict do nothing`,
  answer(json({ reactions: sql`app.reactions_of(${id}::uuid)` })),
]

export const unreact = (id: Ref, emoji: Ref) => sql`delete from ${commentReactions}
  where ${inOrg(commentReactions)} and ${commentReactions.comment_id} = ${id}
  and ${commentReactions.user_id} = (select app.user_id()) and ${commentReactions.emoji} = ${emoji}`
