import { type Caller, type Json, type Reply } from './client.ts'
import { type Workspace, workspace } from './makers.ts'

export const dayFromNow = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Operations on objectives as one person; periods are a hundred days around today unless said. */
export const goals = (ws: Workspace, as: Caller = ws.owner) => {
  const at = `${ws.base}/okr/objectives`
  const period = { period_start: dayFromNow(-49), period_end: dayFromNow(50) }
  const draft = (more: object) => ({ title: 'Grow', ...period, ...more })
  return {
    at,
    period,
    try: (more: object = {}): Promise<Reply> => as.call('POST', at, draft(more)),
    create: (more: object = {}): Promise<Json> => as.ok('POST', at, draft(more)),
    get: (id: string): Promise<Json> => as.ok('GET', `${at}/${id}`),
    change: (id: string, body: object): Promise<Reply> => as.call('PATCH', `${at}/${id}`, body),
    close: (id: string, body: object): Promise<Reply> => as.call('POST', `${at}/${id}/close`, body),
    remove: (id: string, query = ''): Promise<Reply> => as.call('DELETE', `${at}/${id}${query}`),
    measure: (id: string, more: object = {}): Promise<Json> =>
      as.ok('POST', `${at}/${id}/key-results`, numeric(more)),
    tryMeasure: (id: string, more: object = {}): Promise<Reply> =>
      as.call('POST', `${at}/${id}/key-results`, numeric(more)),
    redefine: (id: string, body: object): Promise<Reply> =>
      as.call('PATCH', `${ws.base}/okr/key-results/${id}`, body),
    tryCheckIn: (id: string, body: object): Promise<Reply> =>
      as.call('POST', `${ws.base}/okr/key-results/${id}/check-ins`, body),
    checkIn: (id: string, value: number | string, more: object = {}): Promise<Json> =>
      as.ok('POST', `${ws.base}/okr/key-results/${id}/check-ins`, { value, ...more }),
    checkIns: (id: string): Promise<Json> => as.ok('GET', `${ws.base}/okr/key-results/${id}/check-ins`),
  }
}

/** A key result from 0 to 100, unless a type with a definition of its own is sent. */
const numeric = (more: object) => ({
  title: 'Visitors',
  metric_type: 'number',
  ...('metric_type' in more || 'direction' in more ? {} : { target_value: 100 }),
  ...more,
})

/** An organization with its objectives. */
export const planning = async () => {
  const ws = await workspace()
  return { ws, ...goals(ws) }
}
