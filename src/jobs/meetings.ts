import { sql } from 'drizzle-orm'
import type { Consumer } from './consumer.ts'

/**
 * Ends a room at its provider, or puts one connection out of it; given up after ten minutes. Without a room it looks for who
 * may not stay in those of the organization.
 */
export const roomCalls: Consumer = {
  topic: 'meeting.room',
  action: 'meeting.room_closed',
  whenSuspended: true,
  async react({ payload }, database, _files, _keys, { rooms } = {}) {
    const { room, identity, sid, until } = payload as Call
    if (!room) return [sql`select app.put_out_of_rooms()`]
    if (!rooms?.livekit || new Date(until) <= new Date()) return []
    const [due] = await database.batch([sql`select app.is_to_leave_room(${room}, ${sid ?? null})::text`])
    if (due === 'true') await rooms.putOut({ room, identity }, new Date())
    return []
  },
}
type Call = { room?: string; identity?: string; sid?: string; until: string }

/** Puts somebody whose account is locked out of the rooms of each organization. */
export const lockedOut: Consumer = {
  topic: 'account.locked',
  action: 'meeting.room_closed',
  whenSuspended: true,
  async react({ payload }, database) {
    const memberships = sql`app.memberships_of(${payload.user_id}::uuid)`
    const [orgs] = await database.batch([sql`select json_agg(m.org_id)::text from ${memberships} m`])
    return (JSON.parse(orgs ?? '[]') as string[]).flatMap((org) => [
      sql`select app.enter_system(${org}::uuid, 'meeting.room_closed', 'account-locked')`,
      sql`select app.put_out_of_rooms()`,
    ])
  },
}

/** Ends meetings whose host never did. */
export const meetingEnds: Consumer = {
  topic: 'meeting.close',
  action: 'meeting.ended',
  react: async () => [sql`select app.close_meetings()`],
}
