import { asOwner, type Caller, type Json } from './client.ts'
import { office } from './leave.ts'
import { project, type Workspace } from './makers.ts'

export const workforcePath = (ws: Workspace, path = '') => `${ws.base}/workforce${path}`
export const allocate = (ws: Workspace, who: Caller, draft: object) =>
  who.call('POST', workforcePath(ws, '/allocations'), { from: '2026-11-23', percent: 50, ...draft })
export const capacity = async (ws: Workspace, who: Caller, query: string): Promise<Json> =>
  who.ok('GET', workforcePath(ws, `/capacity?${query}`))

/** The office with Grace as a manager by role too, and a project. */
export async function plan(person: object = {}, type: object = { requires_approval: false }) {
  const all = await office(type, person)
  await asOwner(`update organization_members set role = 'manager' where org_id = $1 and user_id = $2`, [
    all.ws.org.id,
    all.boss.id,
  ])
  const web = await project(all.ws)
  const on = (draft: object = {}) => ({ employee_id: all.worker.id, project_id: web.id, ...draft })
  /** The only bucket of Ada. */
  const bucket = async (from: string, to: string, unit = 'week'): Promise<Json> => {
    const query = `from=${from}&to=${to}&bucket=${unit}&employee_id=${all.worker.id}`
    const { items } = await capacity(all.ws, all.boss, query)
    return items[0].buckets[0]
  }
  return { ...all, web, on, bucket }
}
export const lead = (ws: Workspace, project_id: string, who: Caller) =>
  asOwner(
    `insert into project_members (org_id, project_id, user_id, role, added_by) values ($1, $2, $3, 'lead', $3)`,
    [ws.org.id, project_id, who.id],
  )
