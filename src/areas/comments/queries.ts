import { aliasedTable, type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { commentReactions, comments } from '../../../db/schema/comments.ts'
import { documents } from '../../../db/schema/documents.ts'
import { taskEvents } from '../../../db/schema/tasks.ts'
import {
  all,
  answer,
  type AnyColumn,
  targetId,
  inOrg,
  insert,
  json,
  jsonb,
  jsonIf,
  one,
  page,
  Prepared,
  roleLevel,
  type Ref,
  rejectStale,
  ensureFields,
  shape,
  update,
} from '../../kit/sql.ts'
import { person } from '../../shared/people.ts'
import type { Target } from '../../kit/targets.ts'
import { visibleEvent } from '../../shared/activity.ts'
import { documentTarget, taskTarget } from '../../shared/targets.ts'
import { Comment, type CommentFilter, CommentThread, DocumentComment, DocumentThread } from './schemas.ts'

type Columns = typeof comments
type Answer = { shape: Record<string, unknown> }
/** What comments are attached to, and the schemas of its comments and threads. */
export type Subject = { target: Target; column: AnyColumn; comment: Answer; thread: Answer }
export const onTask: Subject = {
  target: taskTarget,
  column: comments.task_id,
  comment: Comment,
  thread: CommentThread,
}
export const onDocument: Subject = {
  target: documentTarget,
  column: comments.document_id,
  comment: DocumentComment,
  thread: DocumentThread,
}

const replies = aliasedTable(comments, 'reply')

const live = ({ deleted_at }: Columns) => sql`${deleted_at} is null`
/** Viewers cannot read internal comments. */
const readable = ({ is_internal }: Columns) => sql`(${roleLevel} >= 20 or not ${is_internal})`

/** The live replies to a comment that the caller can read. */
const repliesTo = ({ id }: Columns) => sql`from ${comments} as ${replies}
  where ${all(inOrg(replies), sql`${replies.parent_id} = ${id}`, live(replies), readable(replies))}`

/** A deleted root stays, without text and author, while its thread has replies. */
const tombstone = sql`(${comments.parent_id} is null and ${comments.deleted_at} is not null
  and exists (select ${repliesTo(comments)}))`

export const commentTarget = ({ target, column }: Subject): Target => {
  const here = sql`${column} = ${targetId(target.kind)}`
  return {
    kind: 'comment',
    noun: 'comment',
    table: comments,
    notDeleted: all(here, live(comments), readable(comments)),
    trashed: all(here, tombstone, readable(comments)),
    owner: comments.author_id,
    state: sql`(select ${target.state!} from ${target.table}
      where ${inOrg(target.table)} and ${target.table.id} = ${column})`,
  }
}

/** Only the position of a deleted comment is kept. */
const computed = (c: Columns) => ({
  body: sql`case when ${live(c)} then ${c.body} end`,
  author: sql`case when ${live(c)} then ${person(c.author_id)} end`,
  imported_author: sql`case when ${live(c)} then ${c.imported_author} end`,
  mentions: sql`case when ${live(c)} then ${c.mentions} else '{}' end`,
  deleted: sql`not (${live(c)})`,
  resolved_by: person(c.resolved_by),
  reply_count: sql`case when ${roleLevel} >= 20 then ${c.reply_count} else (select count(*) ${repliesTo(c)}) end`,
  last_reply_at: sql`app.utc(case when ${roleLevel} >= 20 then ${c.last_reply_at}
    else (select max(${replies.created_at}) ${repliesTo(c)}) end)`,
  reactions: sql`case when ${live(c)} then app.reactions_of(${c.id}) else '[]' end`,
  anchor: jsonIf(sql`${c.anchor} is not null`, {
    version: sql`(${c.anchor}->>'version')::int`,
    quote: sql`${c.anchor}->>'quote'`,
    prefix: sql`${c.anchor}->>'prefix'`,
    suffix: sql`${c.anchor}->>'suffix'`,
    start: c.anchor_start,
  }),
})
const commentOf = (on: Subject) => shape(on.comment, comments, computed(comments))
const replyOf = (on: Subject) =>
  shape(on.comment, replies, { ...computed(replies), reply_count: sql`0`, last_reply_at: null })

/** A comment with its first replies, or with all of them. */
const threadOf = (on: Subject, max: number | null) =>
  shape(on.thread, comments, {
    ...computed(comments),
    replies: sql`(select coalesce(json_agg(x.answer order by x.created_at, x.id), '[]') from (
      select ${replyOf(on).answer} as answer, ${replies.created_at}, ${replies.id} ${repliesTo(comments)}
      order by ${replies.created_at}, ${replies.id} limit ${max}::int) x)`,
  })

/** The threads of a task or document: live roots, and deleted ones that still hold replies. */
export const listThreads = (
  on: Subject,
  subject: Ref,
  { resolved, replies: max, order, ...query }: z.output<typeof CommentFilter>,
) =>
  page({ ...query, sort: [{ key: 'created_at', descending: order === 'desc' }] }, threadOf(on, max), {
    where: all(
      inOrg(comments),
      sql`${on.column} = ${subject} and ${comments.parent_id} is null`,
      readable(comments),
      sql`(${live(comments)} or ${tombstone})`,
      resolved !== undefined &&
        (resolved ? sql`${comments.resolved_at} is not null` : sql`${comments.resolved_at} is null`),
    ),
    materialize: true,
    sorts: { created_at: comments.created_at },
  })

const row = (id: Ref) => all(inOrg(comments), sql`${comments.id} = ${id}`)

export const getThread = (on: Subject, id: Ref) => one(threadOf(on, null), row(id))
const getComment = (on: Subject, id: Ref) => one(commentOf(on), row(id))
const writtenComment = (on: Subject, id: Ref, mentioned: SQL) =>
  new Prepared(sql`select app.merge_json(${commentOf(on).answer},
    json_build_object('mentioned', ${mentioned}))::text as answer from ${comments} where ${row(id)}`)

/** Locks the subject of a comment, which serializes changes of its threads and counts. */
export const lockSubject =
  ({ target: { table }, column }: Subject) =>
  (comment: SQL) =>
    sql`select 1 from ${table} where ${inOrg(table)} and ${table.id} =
  (select ${column} from ${comments} where ${inOrg(comments)} and ${comment}) for no key update`

type Draft = { body: string; anchor?: object | undefined; event_id?: number | undefined }

/** The columns for the passage of a document that a comment is about. */
const anchorColumns = (document: Ref, anchor: object | undefined) =>
  anchor && {
    anchor: sql`jsonb_build_object('version', (select ${documents.current_version} from ${documents}
      where ${inOrg(documents)} and ${documents.id} = ${document})) || ${jsonb(anchor)}`,
    anchor_start: sql`app.check_anchor(${document}, ${jsonb(anchor)})`,
    anchor_state: 'attached',
  }

const isChangeOf = (task: Ref, event: number) => sql`exists (select from ${taskEvents} e
  where e.org_id = (select app.org_id()) and e.task_id = ${task} and e.id = ${event} and ${visibleEvent(sql`e.new_value`)})`

export const addComment = (on: Subject, id: string, subject: Ref, { anchor, ...draft }: Draft) => [
  sql`select app.check_comment(${draft.body})`,
  ...ensureFields({
    'body.event_id':
      draft.event_id === undefined
        ? undefined
        : [isChangeOf(subject, draft.event_id), 'not a change of the task'],
  }),
  insert(comments, { id, [`${on.target.kind}_id`]: subject, ...draft, ...anchorColumns(subject, anchor) }),
  writtenComment(on, id, sql`app.mentions_json(${comments}, ${comments.mentions})`),
]

export const editComment = (on: Subject, id: Ref, body: string, expectedVersion: number | undefined) => [
  ...rejectStale('comments', id, expectedVersion, { body }),
  sql`select app.check_comment(${body}, ${id})`,
  update(
    comments,
    { body, edited_at: sql`now()` },
    sql`${row(id)} and ${comments.body} is distinct from ${body}`,
  ),
  writtenComment(on, id, sql`app.saved_fields() -> 'mentioned'`),
]

export const deleteComment = (id: Ref) =>
  sql`update ${comments} set deleted_at = now(), deleted_by = app.user_id() where ${row(id)}`

const requireRoot = (id: Ref) =>
  ensureFields({
    'path.comment_id': [
      sql`exists (select from ${comments} where ${row(id)} and ${comments.parent_id} is null)`,
      'a reply; name the first comment of its thread',
    ],
  })

export const resolveThread = (on: Subject, id: Ref) => [
  ...requireRoot(id),
  sql`update ${comments} set resolved_at = now(), resolved_by = app.user_id()
    where ${row(id)} and ${comments.resolved_at} is null`,
  getComment(on, id),
]

export const reopenThread = (on: Subject, id: Ref) => [
  ...requireRoot(id),
  sql`update ${comments} set resolved_at = null, resolved_by = null
    where ${row(id)} and ${comments.resolved_at} is not null`,
  getComment(on, id),
]

export const react = (id: Ref, emoji: Ref) => [
  sql`insert into ${commentReactions} (comment_id, emoji) values (${id}, ${emoji}) on conflict do nothing`,
  answer(json({ reactions: sql`app.reactions_of(${id}::uuid)` })),
]

export const unreact = (id: Ref, emoji: Ref) => sql`delete from ${commentReactions}
  where ${inOrg(commentReactions)} and ${commentReactions.comment_id} = ${id}
  and ${commentReactions.user_id} = (select app.user_id()) and ${commentReactions.emoji} = ${emoji}`
