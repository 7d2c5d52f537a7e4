import { drain } from '../../src/jobs/outbox.ts'
import { asOwner, type Caller, type Json } from './client.ts'
import { database } from './inbox.ts'
import { join, project, task, workspace } from './makers.ts'

export const inHours = (hours: number) => new Date(Date.now() + hours * 36e5).toISOString()
/** The date `days` days from today. */
export const day = (days: number) => new Date(Date.now() + days * 864e5).toISOString().slice(0, 10)

/** A workspace with a member, a project and a task with a due date. */
export async function reminderSetup(draft: object = {}) {
  const ws = await workspace()
  const ada = await join(ws, 'member', 'Ada')
  const home = await project(ws)
  const item = await task(ws, home.id, { title: 'Print the flyers', due_date: day(10), ...draft })
  const path = `${ws.base}/reminders`
  return {
    ws,
    ada,
    home,
    item,
    path,
    remind: (body: object, who: Caller = ada): Promise<Json> => who.ok('POST', path, body),
    get: (id: string): Promise<Json> => ada.ok('GET', `${path}/${id}`),
    errorOf: async (body: object) => {
      const reply = await ada.call('POST', path, body)
      return [reply.status, reply.body.error?.message]
    },
    notices: async (who: Caller = ada): Promise<Json[]> =>
      (await who.ok('GET', `${ws.base}/notifications?reason=reminder`)).items,
  }
}

/** Makes a reminder due now. */
export const makeDue = (id: string) =>
  asOwner(
    `update reminders set next_fire_at = now()::timestamptz(3) where id = $1 and next_fire_at is not null`,
    [id],
  )
export const drainOutbox = () => drain(database())
export const jobs = (id: string): Promise<{ at: string }[]> =>
  asOwner(
    `select app.utc(available_at) as at from outbox where topic = 'reminder.due' and done_at is null
      and payload->>'reminder_id' = $1`,
    [id],
  )
