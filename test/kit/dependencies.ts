import type { Json, Reply } from './client.ts'
import { project, workspace, type Workspace } from './makers.ts'

export type Graph = {
  ws: Workspace
  tasks: Json[]
  at: (task: Json) => string
  add: (task: Json, type: string, task_id: string, more?: object) => Promise<Reply>
  get: (task: Json) => Promise<Json>
}

/** A project with `count` tasks, without dependencies. */
export async function graph(count: number): Promise<Graph> {
  const ws = await workspace()
  const { id } = await project(ws)
  const drafts = Array.from({ length: count }, (_, n) => ({ title: `Task ${n + 1}` }))
  const { items } = await ws.owner.ok('POST', `${ws.base}/projects/${id}/tasks/bulk`, { items: drafts })
  const at = (task: Json) => `${ws.base}/tasks/${task.id}/dependencies`
  return {
    ws,
    tasks: items,
    at,
    add: (task, type, task_id, more = {}) => ws.owner.call('POST', at(task), { task_id, type, ...more }),
    get: (task) => ws.owner.ok('GET', `${ws.base}/tasks/${task.id}`),
  }
}
