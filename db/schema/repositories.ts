import { index, text, unique, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core'
import { entity } from './entity.ts'
import { organization, project } from './scopes.ts'
import { authored, moment, orgKey, sealed, tenant, versioned, reference } from './columns.ts'
import { projects } from './projects.ts'
import { known, oneOf } from './values.ts'

/** An organization's account at a repository host, with its sealed token. */
export const repositoryConnections = entity(
  'repository_connections',
  { scope: organization, history: 'audited', derived: ['kek_id', 'wrapped_dek', 'dek_iv', 'retry_at'] },
  {
    ...tenant(),
    provider: oneOf(['github', 'gitlab', 'gitea']).notNull(),
    base_url: varchar({ length: 300 }).notNull(),
    ...sealed(),
    token_hint: varchar({ length: 4 }).notNull(),
    scopes: text().array().notNull().default([]),
    account: varchar({ length: 120 }).notNull(),
    status: oneOf(['active', 'invalid', 'rate_limited']).notNull().default('active'),
    last_verified_at: moment().notNull().defaultNow(),
    last_error: varchar({ length: 300 }),
    /** No requests to the host until then. */
    retry_at: moment(),
    ...authored(),
    ...versioned(),
  },
  (t) => [
    orgKey(t),
    unique('repository_connections_one').on(t.org_id),
    known('repository_connections_provider', t.provider),
    known('repository_connections_status', t.status),
  ],
)

export const projectRepositories = entity(
  'project_repositories',
  {
    scope: project,
    history: 'audited',
    conflicts: { project_repositories_twice: 'this repository is linked to the project already' },
  },
  {
    ...tenant(),
    project_id: uuid().notNull(),
    connection_id: uuid().notNull(),
    external_id: varchar({ length: 64 }).notNull(),
    full_name: varchar({ length: 200 }).notNull(),
    default_branch: varchar({ length: 255 }),
    web_url: varchar({ length: 500 }),
    ...authored(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('project_repositories_twice').on(t.org_id, t.project_id, t.external_id),
    index('project_repositories_connection').on(t.org_id, t.connection_id),
    reference('project_repositories_project', t, t.project_id, projects).onDelete('cascade'),
    reference('project_repositories_connection', t, t.connection_id, repositoryConnections).onDelete(
      'cascade',
    ),
  ],
)
