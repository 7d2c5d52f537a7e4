import { asOwner, type Caller, person } from './client.ts'
import { uuidv7 } from '../../src/kit/id.ts'

export type Workspace = { owner: Caller; org: { id: string; slug: string; name: string }; base: string }
export type Project = { id: string; key: string; name: string }

/** An organization of its own for a test, with its owner. */
export async function workspace(name = 'Ada & Co'): Promise<Workspace> {
  const owner = await person()
  const org = await owner.ok('POST', '/api/v1/organizations', { name })
  return { owner, org, base: `/api/v1/organizations/${org.id}` }
}

/** A new person with a role in the workspace. */
export async function join({ org }: Workspace, role = 'member', name = 'Grace Hopper'): Promise<Caller> {
  const one = await person(name)
  await asOwner(`insert into organization_members (org_id, user_id, role) values ($1, $2, $3)`, [org.id, one.id, role])
  return one
}

let projects = 0
/** A project of the workspace; private ones are open to its members and to admins. */
export async function project(ws: Workspace, given: { key?: string; visibility?: string } = {}): Promise<Project> {
  const key = given.key ?? `P${(++projects).toString(36).toUpperCase()}`
  const [made] = await asOwner<Project>(
    `insert into projects (org_id, key, name, visibility, created_by) values ($1, $2, $3, $4, $5) returning id, key, name`,
    [ws.org.id, key, `Project ${key}`, given.visibility ?? 'organization', ws.owner.id])
  return made!
}

/** A task of the project, with its columns as given. */
export async function task(ws: Workspace, project_id: string, columns: Record<string, unknown> = {}): Promise<{ id: string }> {
  const [{ n }] = await asOwner(`update projects set task_counter = task_counter + 1 where id = $1
    returning task_counter as n`, [project_id]) as [{ n: number }]
  const row = {
    id: uuidv7(), org_id: ws.org.id, project_id, number: n, title: `Task ${n}`, rank: `a${String(n).padStart(4, '0')}`,
    created_by: ws.owner.id, reporter_id: ws.owner.id, ...columns,
  }
  const names = Object.keys(row)
  await asOwner(`insert into tasks (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
    Object.values(row))
  return { id: row.id }
}

/** The actions in the audit trail of the workspace, oldest first. */
export const actions = async ({ org }: { org: { id: string } }): Promise<string[]> =>
  (await asOwner<{ action: string }>('select action from audit_log where org_id = $1 order by id', [org.id]))
    .map(({ action }) => action)
