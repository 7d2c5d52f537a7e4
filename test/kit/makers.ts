import { uuidv7 } from '../../src/kit/id.ts'
import { asOwner, type Caller, type Json, person } from './client.ts'

export type Workspace = { owner: Caller; org: Json; base: string }

/** An organization of its own for a test, with the person who owns it. */
export async function workspace(): Promise<Workspace> {
  const owner = await person()
  const org = await owner.ok('POST', '/api/v1/organizations', { name: 'Ada & Co' })
  return { owner, org, base: `/api/v1/organizations/${org.id}` }
}

/** Another person with a role in the organization. */
export async function join({ org }: Workspace, role: string, name = 'Grace Hopper'): Promise<Caller> {
  const member = await person(name)
  await asOwner('insert into organization_members (org_id, user_id, role) values ($1, $2, $3)', [org.id, member.id, role])
  return member
}

export const project = ({ owner, base }: Workspace, fields: Json = {}): Promise<Json> =>
  owner.ok('POST', `${base}/projects`, { name: `Project ${uuidv7()}`, ...fields })

/** A task, straight into the table; number and rank follow on those that the project has. */
export async function task(ws: Workspace, { id: projectId }: Json, fields: Json = {}): Promise<Json> {
  const [made] = await asOwner(`with next as (update projects set task_counter = task_counter + 1 where id = $2
      returning task_counter as number)
    insert into tasks (org_id, project_id, number, title, rank, reporter_id, created_by)
    select $1, $2, number, 'Task ' || number, 'a' || lpad(number::text, 6, '0') || 'V', $3, $3 from next
    returning *`, [ws.org.id, projectId, ws.owner.id])
  const names = Object.keys(fields)
  if (!names.length) return made
  const sets = names.map((name, i) => `${name} = $${i + 2}`).join(', ')
  return (await asOwner(`update tasks set ${sets} where id = $1 returning *`, [made.id, ...Object.values(fields)]))[0]
}
