import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { settingsOf } from './config.ts'
import type { App } from './http.ts'

const exposed = [
  'WWW-Authenticate',
  'Mcp-Session-Id',
  'X-Request-ID',
  'Retry-After',
  'ETag',
  'Server-Timing',
  'X-Impersonation',
]

/** Endpoints without cookies, which any page may call. */
const open = /^\/(?:\.well-known\/|api\/v1\/oauth\/(?:register|token|revoke)$|mcp$)/

/** People are sent there by their browser; no script has business with it (RFC 9700 section 2.6). */
const forNobody = '/api/v1/oauth/authorize'

const forEverybody = cors({ origin: '*', exposeHeaders: exposed, maxAge: 3600 })

/** Cookies cross origins only towards the host that serves the pages. */
export const crossOrigin: MiddlewareHandler<App> = (c, next) => {
  if (c.req.path === forNobody) return next()
  if (open.test(c.req.path)) return forEverybody(c, next)
  const pages = new URL(settingsOf(c.env, c.req.url).webUrl).origin
  return cors({ origin: pages, credentials: true, exposeHeaders: exposed, maxAge: 3600 })(c, next)
}
