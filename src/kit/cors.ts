import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { settingsOf } from './config.ts'
import type { App } from './http.ts'

const exposed = ['WWW-Authenticate', 'Mcp-Session-Id', 'X-Request-ID', 'Retry-After', 'ETag', 'Server-Timing']

/** Endpoints without cookies, which any page may call. */
const open = /^\/(?:\.well-known\/|api\/v1\/oauth\/(?:register|token|revoke)$|mcp$)/

const forEverybody = cors({ origin: '*', exposeHeaders: exposed, maxAge: 3600 })

/** Cookies cross origins only towards the host that serves the pages. */
export const crossOrigin: MiddlewareHandler<App> = (c, next) => {
  if (open.test(c.req.path)) return forEverybody(c, next)
  const pages = new URL(settingsOf(c.env, c.req.url).webUrl).origin
  return cors({ origin: pages, credentials: true, exposeHeaders: exposed, maxAge: 3600 })(c, next)
}
