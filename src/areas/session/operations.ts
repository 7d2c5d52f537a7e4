import { sql } from 'drizzle-orm'
import { area, read } from '../../kit/operation.ts'
import { answer, me } from '../../kit/sql.ts'
import { MeAnswer } from './schemas.ts'

export default area('session', 'Session and account', {}, [
  read({
    id: 'getMe',
    summary: 'Tell who is signed in and in which organizations',
    at: 'GET ~/auth/me',
    role: 'signed_in',
    allowsProjectKeys: true,
    allows: ['suspended'],
    tool: ['whoami', 'get_context'],
    returns: MeAnswer,
    run: () => answer(sql`app.me_json(${me}, (select app.key_id()))`),
  }),
])
