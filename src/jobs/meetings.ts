import { sql } from 'drizzle-orm'
import type { Consumer } from './consumer.ts'

/** Ends a room at its provider, or puts somebody out of it; given up after ten minutes, when tokens are over too. */
export const roomCalls: Consumer = {
  topic: 'meeting.room',
  action: 'meeting.room_closed',
  whenSuspended: true,
  async react({ payload }, _database, _files, _keys, { rooms } = {}) {
    const { room, identity, until } = payload as { room: string; identity?: string; until: string }
    if (new Date(until) > new Date()) await rooms?.putOut({ room, identity }, new Date())
    return []
  },
}

/** Ends meetings whose host never did. */
export const meetingEnds: Consumer = {
  topic: 'meeting.close',
  action: 'meeting.ended',
  react: async () => [sql`select app.close_meetings()`],
}
