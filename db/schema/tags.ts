import { sql } from 'drizzle-orm'
import { foreignKey, index, pgTable, primaryKey, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core'
import {
  authored,
  inOrganization,
  moment,
  orgKey,
  orgPolicy,
  projectPolicy,
  tenant,
  versioned,
} from './columns.ts'
import { projects } from './projects.ts'
import { tasks } from './tasks.ts'

export const tags = pgTable(
  'tags',
  {
    ...tenant(),
    project_id: uuid(),
    name: varchar({ length: 50 }).notNull(),
    color: varchar({ length: 7 }).notNull().default('#64748b'),
    description: varchar({ length: 200 }),
    ...authored(),
    ...versioned(),
    deleted_at: moment(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('tags_name')
      .on(
        t.org_id,
        sql`coalesce(${t.project_id}, '00000000-0000-0000-0000-000000000000')`,
        sql`lower(${t.name})`,
      )
      .where(sql`${t.deleted_at} is null`),
    foreignKey({
      name: 'tags_project',
      columns: [t.org_id, t.project_id],
      foreignColumns: [projects.org_id, projects.id],
    }).onDelete('cascade'),
    projectPolicy(t),
  ],
)

export const taskTags = pgTable(
  'task_tags',
  {
    ...inOrganization(),
    task_id: uuid().notNull(),
    tag_id: uuid().notNull(),
    added_by: uuid().default(sql`app.user_id()`),
    created_at: moment().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.task_id, t.tag_id] }),
    index('task_tags_tag').on(t.org_id, t.tag_id),
    foreignKey({
      name: 'task_tags_task',
      columns: [t.org_id, t.task_id],
      foreignColumns: [tasks.org_id, tasks.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'task_tags_tag_id',
      columns: [t.org_id, t.tag_id],
      foreignColumns: [tags.org_id, tags.id],
    }).onDelete('cascade'),
    orgPolicy(t),
  ],
)
