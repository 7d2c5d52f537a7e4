import { type SQL, sql } from 'drizzle-orm'
import { projectRepositories, repositoryConnections } from '../../../db/schema/repositories.ts'
import { projectKeyAliases, projects } from '../../../db/schema/projects.ts'
import { taskKeyAliases, tasks } from '../../../db/schema/tasks.ts'
import { type Carried, sealedJson, sealedValues } from '../../shared/sealing/sealed.ts'
import {
  all,
  answer,
  targetId,
  inOrg,
  insert,
  json,
  one,
  type Ref,
  ensure,
  ensureFields,
  shape,
  update,
  visible,
} from '../../kit/sql.ts'
import { type Target, referencesIn } from '../../kit/targets.ts'
import { projectState } from '../../../db/schema/scopes.ts'
import type { Repository } from './providers/provider.ts'
import { Integration, ProjectRepository } from './schemas.ts'

const connections = repositoryConnections
const links = projectRepositories

export const linkTarget: Target = {
  kind: 'repository_link',
  noun: 'repository',
  table: links,
  notDeleted: sql`${links.project_id} = ${targetId('project')}`,
  project: links.project_id,
  state: projectState(links),
}

const disconnected = Object.fromEntries(Object.keys(Integration.shape).map((name) => [name, null]))
const integration = shape(Integration, connections, { connected: sql`true` })

export const getIntegration = answer(sql`coalesce(
  (select ${integration.answer} from ${connections} where ${inOrg(connections)}),
  ${json({ ...disconnected, connected: sql`false` })})`)

const connected = sql`exists (select from ${connections} where ${inOrg(connections)})`
export const requireConnection = ensure(connected, 'WM409', 'not connected')

/** The connection for internal use, with its encrypted token. */
const internalConnection = sql`(select ${json({
  id: connections.id,
  org_id: connections.org_id,
  provider: connections.provider,
  base_url: connections.base_url,
  status: connections.status,
  retry_at: connections.retry_at,
  sealed: sealedJson(connections),
})} from ${connections} where ${inOrg(connections)})`

/** For operations that call the host: the connection and the query. */
export const withConnection = (query: object = {}) => [
  requireConnection,
  answer(json({ connection: internalConnection, query: sql`${JSON.stringify(query)}::json` })),
]

/** The row that a token is encrypted for, and how many tokens it has had. */
export const nextVersion = (id: string) =>
  answer(sql`coalesce((select json_build_object('id', ${connections.id}, 'version', ${connections.secret_version})
    from ${connections} where ${inOrg(connections)}), json_build_object('id', ${id}::text, 'version', 0))`)

export type ConnectionDraft = {
  id: string
  provider: string
  base_url: string
  sealed: Carried
  token_hint: string
  scopes: string[]
  account: string
}

const requireUnchanged = (condition: SQL) =>
  ensure(
    sql`exists (select from ${connections} where ${inOrg(connections)} and ${condition})`,
    'WM409',
    'the connection was changed at the same moment; try again',
  )

/**
 * Stores a verified token unless another was stored in the meantime; a different host unlinks the
 * repositories.
 */
export const connect = ({ sealed, scopes, ...row }: ConnectionDraft) => {
  const columns = {
    ...row,
    ...sealedValues(sealed),
    scopes: sql`${`{${scopes.map(quoted).join(',')}}`}::text[]`,
  }
  const values = {
    ...columns,
    status: 'active',
    last_verified_at: sql`now()`,
    last_error: null,
    retry_at: null,
  }
  const changes = Object.keys(values).filter((name) => name !== 'id')
  return [
    sql`delete from ${links} l using ${connections} c where l.org_id = (select app.org_id()) and c.org_id = l.org_id
      and (c.provider, c.base_url) is distinct from (${row.provider}::text, ${row.base_url}::text)
      and c.secret_version = ${sealed.secret_version - 1}`,
    sql`${insert(connections, values)} on conflict (org_id) do update
      set ${sql.join(
        changes.map((name) => sql`${sql.identifier(name)} = excluded.${sql.identifier(name)}`),
        sql`, `,
      )} where ${connections.secret_version} = excluded.secret_version - 1`,
    requireUnchanged(sql`${connections.iv} = decode(${sealed.iv}, 'hex')`),
    getIntegration,
  ]
}
const quoted = (scope: string) => `"${scope.replaceAll(/["\\]/g, '')}"`

export const disconnect = [
  ensure(connected, 'WM404', 'repository integration not found'),
  sql`delete from ${connections} where ${inOrg(connections)}`,
]

export type Verdict = {
  id: string
  version: number
  status: string
  error: string | null
  seconds: number | null
  account?: string
  scopes?: string[]
}

export const recordVerdict = ({ id, version, status, error, seconds, account, scopes }: Verdict) => [
  update(
    connections,
    {
      status,
      last_error: error,
      last_verified_at: sql`now()`,
      retry_at: sql`now() + make_interval(secs => ${seconds})`,
      account,
      scopes: scopes && sql`${`{${scopes.map(quoted).join(',')}}`}::text[]`,
    },
    all(inOrg(connections), sql`${connections.id} = ${id} and ${connections.secret_version} = ${version}`),
  ),
  requireConnection,
  getIntegration,
]

const link = shape(ProjectRepository, links, {})
const inProject = (project: Ref) =>
  all(inOrg(links), sql`${links.project_id} = ${project}`, visible(links.project_id))

export const listLinks = (project: Ref) =>
  answer(
    json({
      items: sql`(select coalesce(json_agg(${link.answer} order by lower(${links.full_name}), ${links.id}), '[]')
        from ${links} where ${inProject(project)})`,
    }),
  )

const maxLinks = 20

export const createLink = (id: string, project: Ref, connection: TokenVersion, found: Repository) => {
  const { is_private: _, ...row } = found
  return [
    requireUnchanged(
      sql`(${connections.id}, ${connections.secret_version}) = (${connection.id}::uuid, ${connection.version}::int)`,
    ),
    ensure(
      sql`(select count(*) from ${links} where ${inProject(project)}) < ${maxLinks}`,
      'WM409',
      `a project has at most ${maxLinks} repositories`,
    ),
    insert(links, { id, project_id: project, connection_id: connection.id, ...row }),
    one(link, all(inOrg(links), sql`${links.id} = ${id}`)),
  ]
}
export type TokenVersion = { id: string; version: number }

export const deleteLink = (id: Ref) => sql`delete from ${links} where ${inOrg(links)} and ${links.id} = ${id}`

const linksOf = (project: Ref, repositoryId?: string) => sql`(select coalesce(json_agg(${json({
  id: links.id,
  external_id: links.external_id,
  full_name: links.full_name,
})} order by ${links.id}), '[]') from ${links} where ${inProject(project)}
  ${repositoryId ? sql`and ${links.id} = ${repositoryId}` : sql``})`

/** What is needed to show the activity in the repositories of a project. */
export const development = (
  project: Ref,
  { repository_id: repositoryId, ...query }: { repository_id?: string | undefined },
) => [
  ...ensureFields(referencesIn({ repository_id: linkTarget }, { repository_id: repositoryId }, 'query')),
  requireConnection,
  answer(
    json({
      connection: internalConnection,
      links: linksOf(project, repositoryId),
      prefixes: sql`app.task_prefixes()`,
      query: sql`${JSON.stringify(query)}::json`,
    }),
  ),
]

const ofTask = (task: Ref, value: ReturnType<typeof sql>) =>
  sql`(select ${value} from ${tasks} join ${projects} on ${inOrg(projects)} and ${projects.id} = ${tasks.project_id}
    where ${inOrg(tasks)} and ${tasks.id} = ${task})`

/** The same for one task: by its current key, former keys of its project, and its own former keys. */
export const taskDevelopment = (task: Ref, query: object) => [
  requireConnection,
  answer(
    json({
      connection: internalConnection,
      links: linksOf(ofTask(task, sql`${tasks.project_id}`)),
      prefixes: sql`app.task_prefixes()`,
      keys: ofTask(
        task,
        sql`(select json_agg(k) from (select ${projects.key} || '-' || ${tasks.number} as k
          union select a.key || '-' || ${tasks.number} from ${projectKeyAliases} a
            where a.org_id = ${tasks.org_id} and a.project_id = ${tasks.project_id}
          union select t.key from ${taskKeyAliases} t where t.org_id = ${tasks.org_id} and t.task_id = ${tasks.id}) x)`,
      ),
      branch_name: ofTask(
        task,
        sql`app.branch_name(${projects.key} || '-' || ${tasks.number}, ${tasks.title})`,
      ),
      query: sql`${JSON.stringify(query)}::json`,
    }),
  ),
]
