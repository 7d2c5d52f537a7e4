import { asOwner, type Caller, type Json } from './client.ts'
import type { Workspace } from './makers.ts'

export const secret = 's3cr3t-päss of the vault'

export const addCredential = (ws: Workspace, draft: object = {}, who: Caller = ws.owner): Promise<Json> =>
  who.ok('POST', `${ws.base}/vault/credentials`, { name: 'Server', kind: 'password', secret, ...draft })
export const atCredential = (ws: Workspace, id: string) => `${ws.base}/vault/credentials/${id}`
export const revealing = (ws: Workspace, id: string, who: Caller = ws.owner, body: object = {}) =>
  who.call('POST', `${atCredential(ws, id)}/reveal`, { reason: 'Moving the server', ...body })
export const accessLog = async (ws: Workspace, id: string): Promise<Json[]> =>
  (await ws.owner.ok('GET', `${atCredential(ws, id)}/access-log?limit=200`)).items
/** The sign-in of a person was so long ago. */
export const signedInSince = ({ id }: Caller, minutes: number) =>
  asOwner(`update sessions set created_at = now() - $2 * interval '1 minute' where user_id = $1`, [
    id,
    minutes,
  ])
/** A person with a key or a token instead of their session. */
export const bearer = (who: Caller, token: string): Caller => ({
  ...who,
  call: (method, path, body) =>
    who.call(method, path, body, { cookie: '', authorization: `Bearer ${token}` }),
})
