import { asOwner, type Caller, type Json, person } from './client.ts'

export type Workspace = { owner: Caller; org: { id: string; slug: string; name: string }; base: string }
export type Project = { id: string; key: string; name: string; columns: Record<string, string> }

/** An organization of its own for a test, with its owner. */
export async function workspace(name = 'Ada & Co'): Promise<Workspace> {
  const owner = await person()
  const org = await owner.ok('POST', '/api/v1/organizations', { name })
  return { owner, org, base: `/api/v1/organizations/${org.id}` }
}

/** A new person with a role in the workspace. */
export async function join({ org }: Workspace, role = 'member', name = 'Grace Hopper'): Promise<Caller> {
  const one = await person(name)
  await asOwner(`insert into organization_members (org_id, user_id, role) values ($1, $2, $3)`, [
    org.id,
    one.id,
    role,
  ])
  return one
}

let projects = 0
type Given = { key?: string; name?: string; visibility?: string; settings?: object }

/** A project of the workspace with its three board columns, by name of their status in `columns`. */
export async function project(ws: Workspace, given: Given = {}): Promise<Project> {
  const key = given.key ?? `P${(++projects).toString(36).toUpperCase()}`
  const [made] = await asOwner<Project>(
    `insert into projects (org_id, key, name, visibility, settings, created_by) values ($1, $2, $3, $4, $5, $6)
      returning id, key, name`,
    [
      ws.org.id,
      key,
      given.name ?? `Project ${key}`,
      given.visibility ?? 'organization',
      given.settings ?? {},
      ws.owner.id,
    ],
  )
  const columns = await asOwner<{ id: string; status: string }>(
    `insert into board_columns (org_id, project_id, name, status, rank) values ($1, $2, 'To do', 'todo', 'a0'),
      ($1, $2, 'In progress', 'in_progress', 'a1'), ($1, $2, 'Done', 'done', 'a2') returning id, status`,
    [ws.org.id, made!.id],
  )
  return { ...made!, columns: Object.fromEntries(columns.map(({ id, status }) => [status, id])) }
}

let tasks = 0
/** A task of the project, created by the owner of the workspace. */
export const task = (ws: Workspace, projectId: string, draft: object = {}): Promise<Json> =>
  ws.owner.ok('POST', `${ws.base}/projects/${projectId}/tasks`, { title: `Task ${++tasks}`, ...draft })
