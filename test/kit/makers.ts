import { uuidv7 } from '../../src/base/id.ts'
import { asOwner, type Caller, type Json, person } from './client.ts'

export type Workspace = { owner: Caller; org: { id: string; slug: string; name: string }; base: string }
export type Project = { id: string; key: string; name: string; columns: Record<string, string> }

/** A new organization with its owner. */
export async function workspace(name = 'Ada & Co'): Promise<Workspace> {
  const owner = await person()
  const org = await owner.ok('POST', '/api/v1/organizations', { name })
  return { owner, org, base: `/api/v1/organizations/${org.id}` }
}

/** A new person with a role in the workspace. */
export async function join({ org }: Workspace, role = 'member', name = 'Grace Hopper'): Promise<Caller> {
  const user = await person(name)
  await asOwner(`insert into organization_members (org_id, user_id, role) values ($1, $2, $3)`, [
    org.id,
    user.id,
    role,
  ])
  return user
}

let made = 0
/** A number of its own, with leading zeros: names made of them sort in the order in which they were made. */
export const serial = () => String(++made).padStart(5, '0')

type ProjectOptions = { key?: string; name?: string; visibility?: string; settings?: object }

/** A project with three board columns; `columns` has their ids by status. */
export async function project(ws: Workspace, overrides: ProjectOptions = {}): Promise<Project> {
  const key = overrides.key ?? `P${serial()}`
  const [row] = await asOwner<Project>(
    `insert into projects (org_id, key, name, visibility, settings, created_by) values ($1, $2, $3, $4, $5, $6)
      returning id, key, name`,
    [
      ws.org.id,
      key,
      overrides.name ?? `Project ${key}`,
      overrides.visibility ?? 'organization',
      overrides.settings ?? {},
      ws.owner.id,
    ],
  )
  const columns = await asOwner<{ id: string; status: string }>(
    `insert into board_columns (org_id, project_id, name, status, rank) values ($1, $2, 'To do', 'todo', 'a0'),
      ($1, $2, 'In progress', 'in_progress', 'a1'), ($1, $2, 'Done', 'done', 'a2') returning id, status`,
    [ws.org.id, row!.id],
  )
  return { ...row!, columns: Object.fromEntries(columns.map(({ id, status }) => [status, id])) }
}

/** A task of the project, created by the owner of the workspace. */
export const task = (ws: Workspace, projectId: string, draft: object = {}): Promise<Json> =>
  ws.owner.ok('POST', `${ws.base}/projects/${projectId}/tasks`, { title: `Task ${serial()}`, ...draft })

/** Inserts a task with the given columns, for states that no operation can create. */
export async function taskRow(ws: Workspace, project_id: string, columns: Record<string, unknown> = {}) {
  const [{ n }] = (await asOwner(
    `update projects set task_counter = task_counter + 1 where id = $1
    returning task_counter as n`,
    [project_id],
  )) as [{ n: number }]
  const row = {
    id: uuidv7(),
    org_id: ws.org.id,
    project_id,
    number: n,
    title: `Task ${n}`,
    rank: `a${String(n).padStart(4, '0')}`,
    created_by: ws.owner.id,
    reporter_id: ws.owner.id,
    ...columns,
  }
  const names = Object.keys(row)
  const places = names.map((_, place) => `$${place + 1}`)
  await asOwner(`insert into tasks (${names.join(', ')}) values (${places.join(', ')})`, Object.values(row))
  return { id: row.id }
}

/** The actions in the audit log of the workspace, oldest first. */
export const actions = async ({ org }: { org: { id: string } }): Promise<string[]> =>
  (
    await asOwner<{ action: string }>('select action from audit_log where org_id = $1 order by id', [org.id])
  ).map(({ action }) => action)
