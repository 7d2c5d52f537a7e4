import { sql } from 'drizzle-orm'
import { boolean, check, index, text, uuid, varchar } from 'drizzle-orm/pg-core'
import { entity, isKindTaking } from './entity.ts'
import { person } from './scopes.ts'
import { users } from './accounts.ts'
import { moment, orgKey, tenant, versioned } from './columns.ts'
import { rank } from './values.ts'

/** A person's notes. Nobody else can read them, whatever their role. */
export const notes = entity(
  'notes',
  {
    kind: 'note',
    called: (t) => ({ name: t.title }),
    scope: person,
    history: 'audited',
    conflicts: { notes_empty: 'body: a note needs a title or a body' },
    private: true,
    trash: { days: 30 },
    item: (t) => ({
      title: t.title,
      body: t.body,
      person: t.user_id,
      archived: t.archived_at,
      follows: ['title', 'body', 'archived_at', 'deleted_at'],
    }),
  },
  {
    ...tenant(),
    user_id: uuid()
      .notNull()
      .default(sql`app.user_id()`)
      .references(() => users.id),
    title: varchar({ length: 200 }).notNull().default(''),
    body: text().notNull().default(''),
    color: varchar({ length: 7 }),
    is_pinned: boolean().notNull().default(false),
    labels: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    rank: rank().notNull(),
    linked_type: text(),
    linked_id: uuid(),
    ...versioned(),
    archived_at: moment(),
    deleted_at: moment(),
  },
  (t) => [
    orgKey(t),
    index('notes_list')
      .on(t.org_id, t.user_id, t.is_pinned.desc().nullsLast(), t.rank, t.id)
      .where(sql`${t.deleted_at} is null`),
    index('notes_linked')
      .on(t.org_id, t.linked_type, t.linked_id)
      .where(sql`${t.linked_id} is not null`),
    index('notes_labels').using('gin', t.labels),
    index('notes_trash')
      .on(t.org_id, t.deleted_at)
      .where(sql`${t.deleted_at} is not null`),
    check('notes_empty', sql`${t.title} <> '' or ${t.body} ~ '[^[:space:]]'`),
    check('notes_body', sql`length(${t.body}) <= 100000`),
    check('notes_labels_few', sql`cardinality(${t.labels}) <= 10`),
    check(
      'notes_linked_type',
      sql`${isKindTaking('links', t.linked_type)}
        and (${t.linked_type} is null) = (${t.linked_id} is null)`,
    ),
  ],
)
