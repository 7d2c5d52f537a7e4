import type { Json, Reply } from './client.ts'
import { project, workspace, type Workspace } from './makers.ts'

export type Given = {
  ws: Workspace
  tasks: Json[]
  at: (one: Json) => string
  add: (one: Json, type: string, task_id: string, more?: object) => Promise<Reply>
  get: (one: Json) => Promise<Json>
}

/** So many tasks in a project, without a dependency yet. */
export async function graph(count: number): Promise<Given> {
  const ws = await workspace()
  const { id } = await project(ws)
  const drafts = Array.from({ length: count }, (_, n) => ({ title: `Task ${n + 1}` }))
  const { items } = await ws.owner.ok('POST', `${ws.base}/projects/${id}/tasks/bulk`, { items: drafts })
  const at = (one: Json) => `${ws.base}/tasks/${one.id}/dependencies`
  return {
    ws,
    tasks: items,
    at,
    add: (one, type, task_id, more = {}) => ws.owner.call('POST', at(one), { task_id, type, ...more }),
    get: (one) => ws.owner.ok('GET', `${ws.base}/tasks/${one.id}`),
  }
}
