import { settingsOf } from '../base/config.ts'
import { forbidden } from '../kit/errors.ts'
import type { Context } from '../kit/http.ts'
import type { Operation } from '../kit/operation.ts'

export function refuseForeignOrigin(c: Context) {
  const { webUrl, baseUrl } = settingsOf(c.env, c.req.url)
  const origin = c.req.header('origin')
  if (origin !== undefined) {
    if (origin === new URL(webUrl).origin || origin === new URL(baseUrl).origin) return
    throw forbidden('this origin may not act with the session cookie')
  }
  const site = c.req.header('sec-fetch-site')
  if (site === 'cross-site') throw forbidden('a cross-site request may not act with the session cookie')
}

/** Browsers also send cookies with cross-site requests; a write by cookie must come from our own pages. */
export function guardCookieWrite(c: Context, { role, write }: Operation) {
  if (role !== 'public' && write && c.req.header('authorization') === undefined) refuseForeignOrigin(c)
}
