import type { Json } from './client.ts'
import type { Workspace } from './makers.ts'

const minute = 60_000
/** A moment so many minutes from now, to the second. */
export const inMinutes = (minutes: number) =>
  new Date(Math.floor((Date.now() + minutes * minute) / 1000) * 1000).toISOString()

/** A meeting in two hours, for an hour, of the owner of the workspace. */
export const addMeeting = (ws: Workspace, draft: object = {}, who = ws.owner): Promise<Json> =>
  who.ok('POST', `${ws.base}/meetings`, {
    title: 'Review',
    starts_at: inMinutes(120),
    ends_at: inMinutes(180),
    ...draft,
  })
export const atMeeting = (ws: Workspace, id: string) => `${ws.base}/meetings/${id}`
