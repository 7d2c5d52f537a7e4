import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgPolicy,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { entity } from './entity.ts'
import { organization, internalPolicy } from './scopes.ts'
import { users } from './accounts.ts'
import { inOrganization, moment, orgKey, tenant, versioned, reference } from './columns.ts'
import { documents, ofPrivateDocument } from './documents.ts'
import { tasks } from './tasks.ts'
import { known, oneOf } from './values.ts'

/** Comments on tasks and documents, in two-level threads: a root and its replies. */
export const comments = entity(
  'comments',
  {
    kind: 'comment',
    scope: organization,
    history: 'audited',
    private: ofPrivateDocument,
    derived: ['reply_count', 'last_reply_at', 'anchor_state', 'anchor_start'],
    trash: { days: 30, erase: 'purge_expired_comments' },
    item: (t) => ({
      projectKeys: true,
      title: sql`''`,
      body: t.body,
      leastLevel: sql`case when ${t.is_internal} then 20 else 10 end`,
      subject: {
        kind: sql`case when ${t.task_id} is null then 'document' else 'task' end`,
        id: sql`coalesce(${t.task_id}, ${t.document_id})`,
      },
      where: sql`${t.body} is not null`,
      follows: ['body', 'is_internal', 'deleted_at'],
    }),
  },
  {
    ...tenant(),
    task_id: uuid(),
    document_id: uuid(),
    parent_id: uuid(),
    /** Null once a deleted comment's text was erased. */
    body: text(),
    /** The task event that it is about. */
    event_id: bigint({ mode: 'number' }),
    mentions: uuid().array().notNull().default([]),
    author_id: uuid()
      .default(sql`app.user_id()`)
      .references(() => users.id),
    author_type: oneOf(['user', 'automation']).notNull().default('user'),
    /** Who wrote it where it was imported from, if that is no member here, and what it is called there. */
    imported_author: varchar({ length: 200 }),
    external_id: varchar({ length: 64 }),
    is_internal: boolean().notNull().default(false),
    edited_at: moment(),
    resolved_at: moment(),
    resolved_by: uuid(),
    reply_count: integer().notNull().default(0),
    last_reply_at: moment(),
    /** The quoted passage of a document and where it is now: {version, quote, prefix, suffix}. */
    anchor: jsonb(),
    anchor_state: oneOf(['none', 'attached', 'orphaned']).notNull().default('none'),
    anchor_start: integer(),
    ...versioned(),
    deleted_at: moment(),
    deleted_by: uuid(),
  },
  (t) => [
    orgKey(t),
    index('comments_roots')
      .on(t.org_id, t.task_id, t.created_at, t.id)
      .where(sql`${t.parent_id} is null`),
    index('comments_replies')
      .on(t.org_id, t.parent_id, t.created_at, t.id)
      .where(sql`${t.parent_id} is not null`),
    index('comments_task').on(t.org_id, t.task_id),
    uniqueIndex('comments_external')
      .on(t.org_id, t.task_id, t.external_id)
      .where(sql`${t.external_id} is not null`),
    index('comments_document')
      .on(t.org_id, t.document_id, t.created_at, t.id)
      .where(sql`${t.document_id} is not null`),
    index('comments_deleted')
      .on(t.org_id, t.deleted_at)
      .where(sql`${t.deleted_at} is not null`),
    reference('comments_task', t, t.task_id, tasks).onDelete('cascade'),
    reference('comments_document', t, t.document_id, documents).onDelete('cascade'),
    foreignKey({
      name: 'comments_parent_id',
      columns: [t.org_id, t.parent_id],
      foreignColumns: rootOf(t),
    }).onDelete('cascade'),
    check('comments_body', sql`length(${t.body}) between 1 and 20000`),
    check('comments_text', sql`${t.body} is not null or ${t.deleted_at} is not null`),
    known('comments_author_type', t.author_type),
    check('comments_resolved', sql`${t.parent_id} is null or ${t.resolved_at} is null`),
    check('comments_subject', sql`num_nonnulls(${t.task_id}, ${t.document_id}) = 1`),
    known('comments_anchor_state', t.anchor_state),
    check(
      'comments_anchored',
      sql`case when ${t.anchor} is null then ${t.anchor_state} = 'none'
        else ${t.anchor_state} <> 'none' and ${t.document_id} is not null and ${t.parent_id} is null end`,
    ),
    internalPolicy(sql`${t.is_internal}`),
    pgPolicy('document', {
      as: 'restrictive',
      to: 'svc_app',
      using: sql`${t.document_id} is null or exists (select from documents d
        where d.org_id = ${t.org_id} and d.id = ${t.document_id})`,
    }),
  ],
)

function rootOf(t: { org_id: AnyPgColumn; id: AnyPgColumn }): [AnyPgColumn, AnyPgColumn] {
  return [t.org_id, t.id]
}

export const commentReactions = entity(
  'comment_reactions',
  { scope: organization, history: 'audited' },
  {
    ...inOrganization(),
    comment_id: uuid().notNull(),
    user_id: uuid()
      .notNull()
      .default(sql`app.user_id()`)
      .references(() => users.id),
    emoji: varchar({ length: 16 }).notNull(),
    created_at: moment().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.comment_id, t.user_id, t.emoji] }),
    index('comment_reactions_comment').on(t.org_id, t.comment_id),
    reference('comment_reactions_comment_id', t, t.comment_id, comments).onDelete('cascade'),
  ],
)
