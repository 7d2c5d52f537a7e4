import { asOwner, type Caller, type Json } from './client.ts'
import { clientRow } from './contracts.ts'
import { workspace } from './makers.ts'
import { codedRefusal } from './refusals.ts'

/** Status, code and message of an error. */

export const stages = [
  { name: 'Qualified', probability: 20 },
  { name: 'Proposal', probability: 50, rotting_days: 14 },
  { name: 'Negotiation', probability: 80 },
]

/** A workspace with a pipeline of three stages; `stage` has their ids by name. */
export async function sales() {
  const ws = await workspace()
  const pipeline = await ws.owner.ok('POST', `${ws.base}/pipelines`, { name: 'New business', stages })
  const stage = stageIds(pipeline)
  const at = `${ws.base}/deals`
  const client = await clientRow(ws)
  const draft = (more: object = {}, who: Caller = ws.owner): Promise<Json> =>
    who.ok('POST', at, { title: 'Web site', value_minor: 1001, client_id: client, ...more })
  const get = (id: string, who: Caller = ws.owner): Promise<Json> => who.ok('GET', `${at}/${id}`)
  const act = (id: string, action: string, body: object = {}): Promise<Json> =>
    ws.owner.ok('POST', `${at}/${id}/${action}`, body)
  const tryAction = async (id: string, action: string, body: object = {}, who: Caller = ws.owner) =>
    codedRefusal(await who.call('POST', `${at}/${id}/${action}`, body))
  /** Oldest first. */
  const history = async (id: string): Promise<Json[]> =>
    (await ws.owner.ok('GET', `${at}/${id}/history?limit=200`)).items.toReversed()
  /** The titles of the deals in a stage, in the order of the board. */
  const board = async (stage_id: string): Promise<string[]> =>
    (await ws.owner.ok('GET', `${at}?stage_id=${stage_id}&sort=position&limit=200`)).items.map(
      ({ title }: Json) => title,
    )
  return { ws, pipeline, stage, client, at, draft, get, act, tryAction, history, board }
}
export type Sales = Awaited<ReturnType<typeof sales>>

export const stageIds = (pipeline: Json): Record<string, string> =>
  Object.fromEntries(pipeline.stages.map(({ name, id }: Json) => [name, id]))

/** Another pipeline of the workspace. */
export const anotherPipeline = ({ ws }: Sales, draft: object = {}): Promise<Json> =>
  ws.owner.ok('POST', `${ws.base}/pipelines`, { name: 'Renewals', stages, ...draft })

/** Moves everything that happened to a deal `seconds` into the past. */
export const age = (id: string, seconds: number) =>
  asOwner(`begin; set local session_replication_role = replica;
    update deals set created_at = created_at - interval '${seconds} seconds',
      stage_entered_at = stage_entered_at - interval '${seconds} seconds',
      closed_at = closed_at - interval '${seconds} seconds' where id = '${id}';
    update deal_history set changed_at = changed_at - interval '${seconds} seconds' where deal_id = '${id}'; commit`)
