import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  customType,
  index,
  pgPolicy,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { entity, isKindTaking } from './entity.ts'
import { person, ofOrganization, projectVisible } from './scopes.ts'
import { inOrganization, moment } from './columns.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/**
 * One row per findable object, kept by triggers from the view app.searchable. Only reached through functions:
 * row-level security would prevent use of the word index.
 */
export const searchEntries = entity(
  'search_entries',
  { scope: null, history: 'none', access: 'functions' },
  {
    ...inOrganization(),
    entity_type: text().notNull(),
    entity_id: uuid().notNull(),
    project_id: uuid(),
    /** Only this person may find it. */
    owner_user_id: uuid(),
    min_rank: smallint().notNull(),
    /** A comment's subject: whoever can find the subject can find the comment, wherever it moves. */
    subject_type: text(),
    subject_id: uuid(),
    archived: boolean().notNull(),
    title: text().notNull(),
    body: text().notNull(),
    words: tsvector().generatedAlwaysAs(sql`app.search_words(org_id, title, body)`),
  },
  (t) => [
    primaryKey({ columns: [t.org_id, t.entity_type, t.entity_id] }),
    index('search_entries_subject')
      .on(t.org_id, t.subject_type, t.subject_id)
      .where(sql`${t.subject_id} is not null`),
    index('search_entries_words').using('gin', t.org_id, t.words),
    index('search_entries_titles')
      .using('gin', sql`app.spelled(${t.org_id}, ${t.title}) gin_trgm_ops`)
      .where(sql`${t.title} <> ''`),
    pgPolicy('search', {
      to: 'svc_app',
      using: sql`${ofOrganization(t)} and ${projectVisible(t.project_id)} and ${t.min_rank} <= (select app.rank())
        and (${t.owner_user_id} is null or ${t.owner_user_id} = (select app.user_id()))`,
    }),
  ],
)

/** Recently opened objects per person. */
export const recentItems = entity(
  'recent_items',
  { scope: person, history: 'none', access: 'functions' },
  {
    ...inOrganization(),
    user_id: uuid().notNull(),
    entity_type: text().notNull(),
    entity_id: uuid().notNull(),
    opened_at: moment().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.org_id, t.user_id, t.entity_type, t.entity_id] }),
    index('recent_items_latest').on(t.org_id, t.user_id, t.opened_at.desc()),
    check('recent_items_type', isKindTaking('visits', t.entity_type)),
  ],
)
