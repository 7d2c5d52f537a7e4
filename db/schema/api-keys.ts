import { sql } from 'drizzle-orm'
import { boolean, foreignKey, index, pgTable, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core'
import { bytes, users } from './accounts.ts'
import { moment, orgPolicy, tenant } from './columns.ts'
import { organizations } from './organizations.ts'
import { projects } from './projects.ts'

/** Personal access tokens. The role is the creator's current one at every call. */
export const apiKeys = pgTable(
  'api_keys',
  {
    ...tenant(),
    user_id: uuid()
      .notNull()
      .references(() => users.id)
      .default(sql`app.user_id()`),
    name: varchar({ length: 80 }).notNull(),
    token_hash: bytes().notNull(),
    hint: varchar({ length: 24 }).notNull(),
    project_id: uuid(),
    read_only: boolean().notNull().default(false),
    expires_at: moment(),
    last_used_at: moment(),
    revoked_at: moment(),
  },
  (t) => [
    uniqueIndex('api_keys_token').on(t.token_hash),
    index('api_keys_org').on(t.org_id, t.created_at),
    foreignKey({ name: 'api_keys_org_id', columns: [t.org_id], foreignColumns: [organizations.id] }),
    foreignKey({
      name: 'api_keys_project',
      columns: [t.org_id, t.project_id],
      foreignColumns: [projects.org_id, projects.id],
    }).onDelete('cascade'),
    orgPolicy(t),
  ],
)
