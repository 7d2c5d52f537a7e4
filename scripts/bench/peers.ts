import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import type { Client } from 'pg'
import { freePort } from '../stack/ports.ts'
import { type Tenant, turn } from './data.ts'
import type { Shot } from './fire.ts'
import { type Part, serving } from './parts.ts'

export type Peer = {
  name: string
  part: Part
  list: () => Shot
  create?: (n: number) => Shot
  setStatus?: (n: number) => Shot
}
type Place = { folder: string; database: string; ownerUrl: string; appUrl: string }

const json = { 'content-type': 'application/json' }

/**
 * Installs a peer into its own folder, once per Node version; its packages are no dependencies of the
 * project.
 */
function install(folder: string, packages: string[], step: (text: string) => void, overrides = {}) {
  const mark = join(folder, 'installed')
  const manifest = JSON.stringify({ private: true, type: 'module', overrides })
  const fingerprint = [...packages, process.version, manifest].join('\n')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === fingerprint) return
  rmSync(join(folder, 'node_modules'), { recursive: true, force: true })
  step(`installing ${packages.join(', ')} (some minutes, once)`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), manifest)
  /* Native modules are compiled or chosen for the Node that will run them, which is ours. */
  const npm = spawnSync('npm', ['install', '--no-audit', '--no-fund', ...packages], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, PATH: dirname(process.execPath) + delimiter + process.env.PATH },
  })
  if (npm.status !== 0)
    throw new Error(`${packages.join(', ')} could not be installed:\n${npm.stderr.slice(-2000)}`)
  writeFileSync(mark, fingerprint)
}

/**
 * PostGraphile 5 with row-level security: the role of the service, and the settings that our policies read.
 */
export async function postgraphile(
  { folder, appUrl }: Place,
  tenant: Tenant,
  step: (text: string) => void,
): Promise<Peer> {
  const home = join(folder, 'postgraphile')
  install(home, ['postgraphile@5', 'pg'], step)
  const port = await freePort()
  writeFileSync(
    join(home, 'graphile.config.mjs'),
    `import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'
import { makePgService } from 'postgraphile/adaptors/pg'
export default {
  extends: [PostGraphileAmberPreset],
  disablePlugins: ['PgIndexBehaviorsPlugin'],
  pgServices: [makePgService({ connectionString: ${JSON.stringify(appUrl)}, schemas: ['public'], max: 20 })],
  grafast: { context: () => ({ pgSettings: { 'app.org_id': '${tenant.org}', 'app.user_id': '${tenant.user}',
    'app.rank': '50', 'app.hidden_projects': '{}', 'app.action': 'task.changed', 'app.actor_type': 'user' } }) },
  grafserv: { port: ${port}, host: '127.0.0.1', graphiql: false, watch: false },
  gather: { pgStrictFunctions: true },
}
`,
  )
  const part = await serving(process.execPath, [join(home, 'node_modules/postgraphile/dist/cli-run.js')], {
    port,
    cwd: home,
    env: { NODE_ENV: 'production', GRAPHILE_ENV: 'production' },
  })
  const ask = (query: string): Shot => ({
    method: 'POST',
    url: `${part.url}/graphql`,
    headers: json,
    body: JSON.stringify({ query }),
  })
  const list = `{ allTasks(first: 50, condition: {orgId: "${tenant.org}", projectId: "${tenant.project}", deletedAt: null, archivedAt: null}, orderBy: [RANK_ASC]) { totalCount nodes {
    rowId number title description status priority type estimatePoints estimateMinutes spentMinutes progressPercent startDate dueDate
    startedAt completedAt cancelledAt commentCount attachmentCount childCount doneChildCount openBlockerCount version createdAt updatedAt
    userByAssigneeId { rowId name } userByReporterId { rowId name } projectByOrgIdAndProjectId { rowId key name } boardColumnByOrgIdAndColumnId { rowId name }
    taskTagsByOrgIdAndTaskId { nodes { tagByOrgIdAndTagId { rowId name color } } } } } }`
  return { name: 'PostGraphile 5', part, list: () => ask(list) }
}

/** Directus 11 on the same tables: a member with its own policy and a static token. */
export async function directus(
  { folder, ownerUrl }: Place,
  tenant: Tenant,
  owner: Client,
  step: (text: string) => void,
): Promise<Peer> {
  const home = join(folder, 'directus')
  /* The version that Directus requires has no binary for this Node, and does not compile for it. */
  install(home, ['directus@11', 'pg'], step, { 'isolated-vm': '6.1.2' })
  const port = await freePort()
  const { hostname, port: dbPort, username, password, pathname } = new URL(ownerUrl)
  const env = {
    DB_CLIENT: 'pg',
    DB_HOST: hostname,
    DB_PORT: dbPort,
    DB_USER: username,
    DB_PASSWORD: password,
    DB_DATABASE: pathname.slice(1),
    SECRET: 'bench',
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: 'bench-bench',
    ADMIN_TOKEN: 'bench-admin-token',
    HOST: '127.0.0.1',
    PORT: String(port),
    LOG_LEVEL: 'error',
    CACHE_ENABLED: 'false',
    TELEMETRY: 'false',
    RATE_LIMITER_ENABLED: 'false',
    NODE_ENV: 'production',
  }
  const cli = join(home, 'node_modules/directus/cli.js')
  const boot = spawnSync(process.execPath, [cli, 'bootstrap'], {
    cwd: home,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
  if (boot.status !== 0)
    throw new Error(`Directus did not bootstrap:\n${(boot.stdout + boot.stderr).slice(-3000)}`)
  const part = await serving(process.execPath, [cli, 'start'], { port, cwd: home, env, seconds: 120 })
  const token = await member(part.url, owner)
  const headers = { ...json, authorization: `Bearer ${token}` }
  const fields =
    'id,number,title,description,status,priority,type,estimate_points,estimate_minutes,spent_minutes,progress_percent,start_date,due_date,started_at,completed_at,cancelled_at,comment_count,attachment_count,child_count,done_child_count,open_blocker_count,version,created_at,updated_at,assignee_id,reporter_id,project_id,column_id'
  const filter = encodeURIComponent(
    JSON.stringify({
      org_id: { _eq: tenant.org },
      project_id: { _eq: tenant.project },
      deleted_at: { _null: true },
      archived_at: { _null: true },
    }),
  )
  let created = Math.floor(Math.random() * 1e9)
  const draft = (n: number) => ({
    id: randomUUID(),
    org_id: tenant.org,
    project_id: tenant.inbox,
    title: `Task ${n}`,
    number: 1_000_000 + (created += 1),
    rank: `z${randomUUID()}`,
    created_by: tenant.user,
    reporter_id: tenant.user,
  })
  return {
    name: 'Directus 11',
    part,
    list: () => ({
      method: 'GET',
      url: `${part.url}/items/tasks?limit=50&sort=rank&meta=filter_count&fields=${fields}&filter=${filter}`,
      headers,
    }),
    create: (n) => ({
      method: 'POST',
      url: `${part.url}/items/tasks?fields=${fields}`,
      headers,
      body: JSON.stringify(draft(n)),
    }),
    setStatus: () => {
      const { task, status } = turn(tenant)
      const url = `${part.url}/items/tasks/${task}?fields=${fields}`
      return { method: 'PATCH', url, headers, body: JSON.stringify({ status }) }
    },
  }
}

/** A Directus user with a role, a policy that allows the task tables, and a static token. */
async function member(url: string, owner: Client): Promise<string> {
  const send = async (path: string, body: unknown) => {
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { ...json, authorization: 'Bearer bench-admin-token' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`Directus ${path}: ${answer.status} ${await answer.text()}`)
    return (answer.status === 204 ? null : ((await answer.json()) as { data: { id: string } }).data)!
  }
  const token = randomUUID()
  const policy = await send('/policies', { name: `bench ${token}`, app_access: false, admin_access: false })
  const role = await send('/roles', { name: `bench ${token}` })
  await send('/access', { role: role.id, policy: policy.id })
  for (const action of ['read', 'create', 'update'])
    await send('/permissions', {
      policy: policy.id,
      collection: 'tasks',
      action,
      fields: ['*'],
      permissions: {},
      validation: {},
    })
  await send('/users', { email: `${token}@example.com`, password: 'bench-bench', role: role.id, token })
  await owner.query('select 1')
  return token
}
