import { generateCookie, getCookie } from 'hono/cookie'
import type { Reply } from './client.ts'
import type { Me } from './portal-frame.tsx'
import { Away, Trouble, troubleOf, type Visit } from './visit.ts'

const cookie = 'portal_session'
/** As long as a session may last at all. */
const sevenDays = 7 * 24 * 3600

/** The Set-Cookie header that keeps the token of a session, apart from that of members; without one it ends. */
export const sessionCookie = ({ settings }: Visit, token: string) =>
  generateCookie(cookie, token, {
    httpOnly: true,
    sameSite: 'Lax',
    secure: settings.secureCookies,
    path: '/portal',
    maxAge: token ? sevenDays : 0,
  })

/** A contact who asks for a page, and the API as they may call it. */
export type Customer = {
  visit: Visit
  me: () => Promise<Me>
  /** The answer, whatever it is, unless the session has ended. */
  ask: <T>(
    method: string,
    path: string,
    sent?: { body?: object; once?: string | undefined },
  ) => Promise<Reply<T>>
  get: <T>(path: string) => Promise<T>
}
/** The session is over; a page that cannot say so itself ends with how to get in. */
export class Ended extends Away {
  constructor() {
    super('/portal')
  }
}

export function customerOf(visit: Visit): Customer | null {
  const token = getCookie(visit.c, cookie)
  if (!token) return null
  let known: Promise<Me> | undefined
  const ask: Customer['ask'] = async <T>(
    method: string,
    path: string,
    sent: { body?: object; once?: string | undefined } = {},
  ) => {
    const headers = { authorization: `Bearer ${token}`, ...(sent.once && { 'idempotency-key': sent.once }) }
    const reply = await visit.api.send<T>(method, `/api/v1/portal${path}`, {
      ...(sent.body && { body: sent.body }),
      headers,
    })
    if (reply.status === 401) throw new Ended()
    return reply
  }
  const get = async <T>(path: string) => contentOf(await ask<T>('GET', path))
  return { visit, ask, get, me: () => (known ??= get<Me>('/me')) }
}

/** What an answer tells; an address that is wrong is not found. */
export function contentOf<T>(reply: Reply<T>): T {
  if (reply.status < 300) return reply.body
  if (reply.status === 404 || reply.status === 422)
    throw new Trouble(404, 'Not found', 'It is gone, or the address is not complete.')
  throw troubleOf(reply)
}
