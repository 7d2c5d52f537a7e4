import { uuidv7 } from '../../src/base/id.ts'
import { hashOf, makeToken } from '../../src/base/tokens.ts'
import { asOwner, call, type Caller, person, type Reply } from './client.ts'

export const activate = (token: string) => call('GET', `/api/v1/auth/impersonation/activate?token=${token}`)
export const cookieOf = (reply: Reply) =>
  reply.headers.getSetCookie().find((line) => line.startsWith('impersonation='))

/** A platform operator. */
export async function operator(name = 'Olga Operator'): Promise<Caller> {
  const user = await person(name)
  await asOwner('insert into platform_admins (user_id) values ($1)', [user.id])
  return user
}

/** A token as the platform issues it, for an operator to impersonate a person. */
export async function issued(target: Caller, changes: Record<string, unknown> = {}) {
  const admin = await operator()
  const token = makeToken('svc_imp_', 'a')
  const row = {
    id: uuidv7(),
    admin_user_id: admin.id,
    target_user_id: target.id,
    reason: 'ticket 4711: cannot see a project',
    token_hash: Buffer.from(hashOf(token), 'hex'),
    token_expires_at: new Date(Date.now() + 300_000),
    ...changes,
  }
  const names = Object.keys(row)
  await asOwner(
    `insert into impersonation_sessions (${names.join(', ')})
    values (${names.map((_, place) => `$${place + 1}`).join(', ')})`,
    Object.values(row),
  )
  return { operator: admin, token, id: row.id }
}

/** An operator who impersonates the person. */
export async function impersonating(target: Caller) {
  const session = await issued(target)
  const reply = await activate(session.token)
  const cookie = cookieOf(reply)!.split(';')[0]!
  const send = (method: string, path: string, operatorCookie = session.operator.headers.cookie) =>
    call(method, path, {
      headers: { cookie: `${operatorCookie}; ${cookie}` },
      ...(method === 'GET' ? {} : { body: {} }),
    })
  return { ...session, reply, cookie, send }
}
