import { addressOf, type Context } from '../../kit/http.ts'
import { uuidv7 } from '../../base/id.ts'
import { hashOf, makeToken } from '../../base/tokens.ts'
import { outsideOf } from '../../shared/outside.ts'

export const refreshDays = 30

/** A session to open: ids, the refresh token and its stored hash. */
export function newSession(c: Context) {
  const token = makeToken('svc_rt_', outsideOf(c.env).cell)
  return {
    session: uuidv7(),
    token,
    refresh: hashOf(token),
    expires_at: inDays(refreshDays, new Date()),
    ip: addressOf(c),
    agent: c.req.header('user-agent'),
  }
}

export const inDays = (days: number, now: Date) =>
  new Date(now.getTime() + days * 24 * 3600 * 1000).toISOString()
