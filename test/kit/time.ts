import type { Caller, Json } from './client.ts'
import { asOwner } from './client.ts'
import { join, type Workspace, workspace } from './makers.ts'

export const hour = { work_date: '2026-01-15', duration_seconds: 3600 }

/** A workspace with a member and a manager. */
export async function office() {
  const ws = await workspace()
  const [ada, boss] = [await join(ws, 'member', 'Ada'), await join(ws, 'manager', 'Boss')]
  const at = `${ws.base}/time-entries`
  const log = (draft: object = {}, who: Caller = ada): Promise<Json> =>
    who.ok('POST', at, { ...hour, ...draft })
  return { ws, ada, boss, at, log }
}
export const set = (table: string, columns: string, id: string) =>
  asOwner(`update ${table} set ${columns} where id = $1`, [id])
export const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
export const spentOn = async ({ owner, base }: Workspace, { id }: Json) =>
  (await owner.ok('GET', `${base}/tasks/${id}`)).spent_minutes
