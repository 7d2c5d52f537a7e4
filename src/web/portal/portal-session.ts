import { say } from '../kit/say.ts'
import { generateCookie, getCookie } from 'hono/cookie'
import type { Api } from '../kit/api.ts'
import { bodyOf, PageError, Redirect, type PageRequest } from '../kit/page-request.ts'
import type { Me } from './portal-frame.tsx'

const cookie = 'portal_session'
/** The maximum lifetime of a session, in seconds. */
const sevenDays = 7 * 24 * 3600

/** The Set-Cookie header with the token of a session, separate from that of members; an empty token clears it. */
export const sessionCookie = ({ settings }: PageRequest, token: string) =>
  generateCookie(cookie, token, {
    httpOnly: true,
    sameSite: 'Lax',
    secure: settings.secureCookies,
    path: '/portal',
    maxAge: token ? sevenDays : 0,
  })

/** The session has ended; unless the page handles it, this redirects to the entry page. */
export class SessionEnded extends Redirect {
  constructor() {
    super('/portal')
  }
}

/** The API as the contact of the browser's portal session calls it; null without one. A malformed id is not found. */
export function contactApi(request: PageRequest): Api | null {
  const { c, api } = request
  const token = getCookie(c, cookie)
  if (!token) return null
  const call: Api['call'] = async <T>(
    method: string,
    path: string,
    sent: Parameters<Api['call']>[2] = {},
  ) => {
    const headers = { ...sent.headers, authorization: `Bearer ${token}` }
    const reply = await api.send<T>(method, path, { ...sent, headers })
    if (reply.status === 401) throw new SessionEnded()
    if (reply.status === 404 || (method === 'GET' && reply.status === 422))
      throw new PageError(404, say('Not found'), say('It is gone, or the address is incomplete.'))
    return reply
  }
  return { ...api, call }
}

/** The contact who requests a page. */
export const meIn = async ({ api, here }: PageRequest) =>
  bodyOf(await api.call<Me>('GET', '/api/v1/portal/me'), here)
