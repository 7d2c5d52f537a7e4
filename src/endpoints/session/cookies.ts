import type { Context } from '../../kit/http.ts'
import { getCookie, setCookie } from 'hono/cookie'
import { settingsOf } from '../../base/config.ts'
import { forbidden } from '../../kit/errors.ts'
import { signSession } from '../../kit/credentials.ts'
import { rememberDevice } from './devices.ts'
import { refreshDays } from './new-session.ts'

/** For the reference. */
export const cookies = {
  'Set-Cookie':
    'access_token (JWT, 15 minutes), refresh_token (opaque, 30 days, rotating) and device (JWT, 400 days)',
}

const options = (c: Context, maxAge: number) => ({
  httpOnly: true,
  sameSite: 'Lax' as const,
  secure: settingsOf(c.env, c.req.url).secureCookies,
  path: '/',
  maxAge,
})

type Opened = { user: string; email: string; session: string; refresh: string }

/** Sets both session cookies, a JWT of 15 minutes and the refresh token of 30 days, and marks the device. */
export async function setSession(c: Context, { user, email, session, refresh }: Opened, now: Date) {
  setCookie(c, 'access_token', await signSession(c.env.JWT_KEYS, { user, session }, now), options(c, 15 * 60))
  setCookie(c, 'refresh_token', refresh, options(c, refreshDays * 24 * 3600))
  await rememberDevice(c, email, options(c, 0).secure, now)
}

export function clearSession(c: Context) {
  setCookie(c, 'access_token', '', options(c, 0))
  setCookie(c, 'refresh_token', '', options(c, 0))
}

/** Refuses to open or end sessions while an impersonation cookie is set. */
export function refuseImpersonation(c: Context) {
  if (getCookie(c, 'impersonation')) {
    throw forbidden('impersonation only reads; end it at /api/v1/auth/impersonation/exit')
  }
}
