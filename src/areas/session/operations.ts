import { sql } from 'drizzle-orm'
import { pageOf } from '../../kit/fields.ts'
import { area, read, write } from '../../kit/operation.ts'
import { answer, jsonb, me } from '../../kit/sql.ts'
import { MeAnswer, Paging, ProfileChange, Session } from './schemas.ts'
import { withDevices } from './sessions.ts'

const getMe = answer(sql`app.me_json(${me}, (select app.key_id()))`)

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
    run: () => getMe,
  }),
  write({
    id: 'updateMe',
    summary: 'Change my name, language or time zone',
    at: 'PATCH ~/auth/me',
    role: 'signed_in',
    not: ['api_key', 'oauth'],
    audit: 'account.updated',
    body: ProfileChange,
    returns: MeAnswer,
    details: 'With null the language or time zone is that of each organization again.',
    example: { body: { name: 'Ada King', locale: 'en-GB', timezone: 'Europe/London' } },
    run: ({ body }) => [sql`select app.change_profile(${jsonb(body)})`, getMe],
  }),
  read({
    id: 'listSessions',
    summary: 'List where I am signed in: this session first, then the last used',
    at: 'GET ~/auth/sessions',
    role: 'signed_in',
    not: ['api_key', 'oauth', 'impersonation'],
    query: Paging,
    returns: pageOf(Session),
    run: ({ query: { limit, offset } }) => answer(sql`app.my_sessions(${limit}, ${offset})`),
    transform: withDevices,
  }),
  write({
    id: 'endOtherSessions',
    summary: 'Sign out everywhere but here',
    at: 'DELETE ~/auth/sessions',
    role: 'signed_in',
    not: ['api_key', 'oauth'],
    audit: 'account.sessions_ended',
    status: 204,
    details: 'API keys and connected applications stay; they end where they are listed.',
    example: {},
    run: () => sql`select app.end_my_other_sessions()`,
  }),
  write({
    id: 'endSession',
    summary: 'End one of my sessions: its cookies work no more',
    at: 'DELETE ~/auth/sessions/{session_id}',
    role: 'signed_in',
    not: ['api_key', 'oauth'],
    audit: 'account.session_ended',
    status: 204,
    example: {},
    run: ({ params: { session_id } }) => sql`select app.end_my_session(${session_id}::uuid)`,
  }),
])
