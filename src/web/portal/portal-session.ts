import { generateCookie, getCookie } from 'hono/cookie'
import type { Reply } from '../kit/api.ts'
import type { Me } from './portal-frame.tsx'
import { Redirect, PageError, pageErrorOf, type Visit } from '../kit/visit.ts'

const cookie = 'portal_session'
/** The maximum lifetime of a session, in seconds. */
const sevenDays = 7 * 24 * 3600

/** The Set-Cookie header with the token of a session, separate from that of members; an empty token clears it. */
export const sessionCookie = ({ settings }: Visit, token: string) =>
  generateCookie(cookie, token, {
    httpOnly: true,
    sameSite: 'Lax',
    secure: settings.secureCookies,
    path: '/portal',
    maxAge: token ? sevenDays : 0,
  })

/** A contact who requests a page, and the API as they may call it. */
export type Contact = {
  visit: Visit
  me: () => Promise<Me>
  /** Returns any response; throws only if the session has ended. */
  call: <T>(
    method: string,
    path: string,
    sent?: { body?: object; once?: string | undefined },
  ) => Promise<Reply<T>>
  get: <T>(path: string) => Promise<T>
}
/** The session has ended; unless the page handles it, this redirects to the entry page. */
export class SessionEnded extends Redirect {
  constructor() {
    super('/portal')
  }
}

export function contactOf(visit: Visit): Contact | null {
  const token = getCookie(visit.c, cookie)
  if (!token) return null
  let known: Promise<Me> | undefined
  const call: Contact['call'] = async <T>(
    method: string,
    path: string,
    sent: { body?: object; once?: string | undefined } = {},
  ) => {
    const headers = { authorization: `Bearer ${token}`, ...(sent.once && { 'idempotency-key': sent.once }) }
    const reply = await visit.api.send<T>(method, `/api/v1/portal${path}`, {
      ...(sent.body && { body: sent.body }),
      headers,
    })
    if (reply.status === 401) throw new SessionEnded()
    return reply
  }
  const get = async <T>(path: string) => contentOf(await call<T>('GET', path))
  return { visit, call, get, me: () => (known ??= get<Me>('/me')) }
}

/** The body of a response; a malformed id counts as not found. */
export function contentOf<T>(reply: Reply<T>): T {
  if (reply.status < 300) return reply.body
  if (reply.status === 404 || reply.status === 422)
    throw new PageError(404, 'Not found', 'It is gone, or the address is incomplete.')
  throw pageErrorOf(reply)
}
