import { sql } from 'drizzle-orm'
import { area, read } from '../../kit/operation.ts'
import { answer, me } from '../../kit/sql.ts'
import { User } from './schemas.ts'

export default area('session', 'Session and account', {}, [
  read({
    id: 'getMe', does: 'Tell who is signed in', at: 'GET ~/auth/me', role: 'signed_in', reach: 'any',
    tool: ['whoami', 'get_context'], returns: User,
    run: () => answer(sql`app.user_json(${me}, (select app.key_id()))`),
  }),
])
