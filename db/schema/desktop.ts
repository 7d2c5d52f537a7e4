import { sql } from 'drizzle-orm'
import { check, integer, jsonb, primaryKey, uuid, varchar } from 'drizzle-orm/pg-core'
import { entity } from './entity.ts'
import { person } from './scopes.ts'
import { users } from './accounts.ts'
import { inOrganization, moment, versioned } from './columns.ts'

/** A person's desktop in an organization: values opaque to the server. */
export const desktopStates = entity(
  'desktop_states',
  { scope: person, history: 'none' },
  {
    ...inOrganization(),
    user_id: uuid()
      .notNull()
      .default(sql`app.user_id()`)
      .references(() => users.id),
    key: varchar({ length: 64 }).notNull(),
    value: jsonb().notNull(),
    size_bytes: integer().notNull(),
    ...versioned(),
    updated_at: moment().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.org_id, t.user_id, t.key] }),
    check('desktop_states_key', sql`${t.key} ~ '^[a-z0-9][a-z0-9._-]*$'`),
    check('desktop_states_size', sql`${t.size_bytes} <= 65536`),
  ],
)
