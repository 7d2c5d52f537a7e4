import { sql } from 'drizzle-orm'
import { index, integer, jsonb, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { moment } from './columns.ts'
import { entity } from './entity.ts'
import { known, oneOf } from './values.ts'

/** Exports of a person's own data, available to that person for seven days. */
export const accountExports = entity(
  'account_exports',
  { scope: null, history: 'none', access: 'functions' },
  {
    id: uuid().primaryKey(),
    user_id: uuid()
      .notNull()
      .references(() => users.id),
    state: oneOf(['preparing', 'ready']).notNull().default('preparing'),
    /** Progress: the section, and the organization and row after which to resume. */
    place: jsonb().notNull().default({}),
    /** Sizes of the stored parts in bytes. */
    sizes: integer()
      .array()
      .notNull()
      .default(sql`'{}'`),
    created_at: moment().notNull().defaultNow(),
    ready_at: moment(),
    expires_at: moment(),
  },
  (t) => [index('account_exports_user').on(t.user_id, t.created_at), known('account_exports_state', t.state)],
)
