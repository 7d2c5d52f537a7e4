import { asOwner, type Caller, type Json } from './client.ts'
import { stageIds, stages } from './deals.ts'
import { settled } from './inbox.ts'
import { join, project, task, type Workspace, workspace } from './makers.ts'
import { desk } from './tickets.ts'

export type Rule = Json

/** A rule of the workspace, created by its owner. */
export const rule = (ws: Workspace, draft: object): Promise<Rule> =>
  ws.owner.ok('POST', `${ws.base}/automations`, { name: 'A rule', ...draft })

/** The runs of a rule, oldest first, once all pending work is done. */
export async function runs(ws: Workspace, { id }: Rule): Promise<Json[]> {
  await settled(ws)
  const { items } = await ws.owner.ok('GET', `${ws.base}/automations/${id}/runs?limit=200`)
  return items.toReversed()
}
export const statuses = async (ws: Workspace, rule: Rule): Promise<string[]> =>
  (await runs(ws, rule)).map(({ status }) => status)

/** A workspace with a project, a task of the owner, and colleagues. */
export async function automationSetup() {
  const ws = await workspace()
  const [ada, bob] = [await join(ws, 'member', 'Ada'), await join(ws, 'member', 'Bob')]
  const home = await project(ws)
  const item = await task(ws, home.id, { title: 'Fix it' })
  const path = `${ws.base}/tasks/${item.id}`
  const get = () => ws.owner.ok('GET', path)
  return {
    ws,
    owner: ws.owner,
    ada,
    bob,
    home,
    item,
    path,
    get,
    patch: (body: object, who: Caller = ws.owner, at = path) => who.ok('PATCH', at, body),
    /** The task once all pending work is done. */
    after: async () => {
      await settled(ws)
      return get()
    },
    tag: (name = 'bug', project_id: string | null = home.id): Promise<Json> =>
      ws.owner.ok('POST', `${ws.base}/tags`, { name, project_id }),
  }
}

/** A workspace with support, deals, a project, colleagues and a manager. */
export async function office(name?: string) {
  const supportDesk = await desk(name)
  const { ws } = supportDesk
  const [ada, bob] = [await join(ws, 'member', 'Ada'), await join(ws, 'member', 'Bob')]
  const boss = await join(ws, 'manager', 'Boss')
  const home = await project(ws)
  const pipeline: Json = await ws.owner.ok('POST', `${ws.base}/pipelines`, { name: 'New business', stages })
  const deal = (draft: object = {}): Promise<Json> =>
    ws.owner.ok('POST', `${ws.base}/deals`, {
      title: 'Web site',
      value_minor: 100_000,
      client_id: supportDesk.client,
      ...draft,
    })
  const dealAction = (id: string, name: string, body: object = {}): Promise<Json> =>
    ws.owner.ok('POST', `${ws.base}/deals/${id}/${name}`, body)
  const lead = (draft: object = {}): Promise<Json> =>
    ws.owner.ok('POST', `${ws.base}/leads`, { name: 'Mary Somerville', ...draft })
  const setLead = (id: string, body: object): Promise<Json> =>
    ws.owner.ok('PATCH', `${ws.base}/leads/${id}`, body)
  return {
    ...supportDesk,
    owner: ws.owner,
    ada,
    bob,
    boss,
    home,
    pipeline,
    stage: stageIds(pipeline),
    deal,
    dealAction,
    lead,
    setLead,
    /** A record once all pending work is done. */
    after: async (path: string): Promise<Json> => {
      await settled(ws)
      return ws.owner.ok('GET', `${ws.base}/${path}`)
    },
    tasks: async (): Promise<Json[]> => {
      await settled(ws)
      return (await ws.owner.ok('GET', `${ws.base}/projects/${home.id}/tasks`)).items
    },
  }
}
export type Office = Awaited<ReturnType<typeof office>>

export const on = (event: string, params: object = {}) => ({ trigger: { event, params } })
export const act = (type: string, params: object = {}) => ({ action: { type, params } })

/** The outbox rows of an organization, except those that seal its audit log. */
export const outboxRows = (org: string) =>
  asOwner<{ topic: string; done_at: Date | null }>(
    `select topic, done_at from outbox where org_id = $1 and topic <> 'audit.seal' order by id`,
    [org],
  )

export const requeue = (org: string) =>
  asOwner(
    `update outbox set done_at = null, available_at = now() - interval '1 second'
      where org_id = $1 and topic in ('automate', 'automate.records')`,
    [org],
  )
