import { sql } from 'drizzle-orm'
import { index, primaryKey, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core'
import { entity } from './entity.ts'
import { organization, project } from './scopes.ts'
import { authored, inOrganization, moment, orgKey, tenant, versioned, reference } from './columns.ts'
import { projects } from './projects.ts'
import { tasks } from './tasks.ts'

export const tags = entity(
  'tags',
  {
    kind: 'tag',
    called: (t) => ({ name: t.name, project: t.project_id }),
    scope: project,
    history: 'audited',
    conflicts: { tags_name: 'a tag of this name already exists in this scope' },
    label: 'name',
    trash: { days: 30 },
  },
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
        sql`app.folded(${t.name})`,
      )
      .where(sql`${t.deleted_at} is null`),
    reference('tags_project', t, t.project_id, projects).onDelete('cascade'),
  ],
)

export const taskTags = entity(
  'task_tags',
  { scope: organization, history: 'audited' },
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
    reference('task_tags_task', t, t.task_id, tasks).onDelete('cascade'),
    reference('task_tags_tag_id', t, t.tag_id, tags).onDelete('cascade'),
  ],
)
