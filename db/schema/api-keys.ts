import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, text, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core'
import { entity } from './entity.ts'
import { organization } from './scopes.ts'
import { bytes, users } from './accounts.ts'
import { globalId, moment, reference, tenant } from './columns.ts'
import { organizations } from './organizations.ts'
import { projects } from './projects.ts'

/**
 * Personal access tokens. They act with their person's current role. A key that an admin offers to a member, or that a
 * member requests, has no token until the member agrees.
 */
export const apiKeys = entity(
  'api_keys',
  { scope: organization, history: 'audited', label: 'name', derived: ['last_used_at'] },
  {
    ...tenant(),
    id: globalId(),
    user_id: uuid()
      .notNull()
      .references(() => users.id)
      .default(sql`app.user_id()`),
    name: varchar({ length: 80 }).notNull(),
    token_hash: bytes(),
    hint: varchar({ length: 24 }).notNull(),
    project_id: uuid(),
    /** The connected application that created it; disconnecting the application revokes it. */
    oauth_authorization_id: uuid().default(sql`app.family()`),
    read_only: boolean().notNull().default(false),
    /** The key of an app: which areas it may read or write, such as tasks:write; null for keys of people. */
    scopes: text().array(),
    expires_at: moment(),
    last_used_at: moment(),
    revoked_at: moment(),
    /** When the member requested it, and the admin who offered it to them; both null for one's own. */
    requested_at: moment(),
    offered_by: uuid().references(() => users.id),
    /** The deadline for answering the request, and then the offer. */
    answer_until: moment(),
    agreed_at: moment(),
    declined_at: moment(),
  },
  (t) => [
    uniqueIndex('api_keys_token').on(t.token_hash),
    index('api_keys_application')
      .on(t.oauth_authorization_id)
      .where(sql`${t.oauth_authorization_id} is not null`),
    index('api_keys_org').on(t.org_id, t.created_at),
    index('api_keys_user').on(t.user_id, t.created_at),
    check('api_keys_agreed', sql`${t.token_hash} is not null or ${t.answer_until} is not null`),
    foreignKey({ name: 'api_keys_org_id', columns: [t.org_id], foreignColumns: [organizations.id] }),
    reference('api_keys_project', t, t.project_id, projects).onDelete('cascade'),
  ],
)
