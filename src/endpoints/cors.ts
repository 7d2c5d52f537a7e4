import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { settingsOf } from '../kit/config.ts'
import { addHeaders, type App } from '../kit/http.ts'

const exposed = [
  'WWW-Authenticate',
  'Mcp-Session-Id',
  'X-Request-ID',
  'Retry-After',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'ETag',
  'Server-Timing',
  'X-Impersonation',
]

/** Endpoints without cookies, which any page may call. */
const open = /^\/(?:\.well-known\/|api\/v1\/oauth\/(?:register|token|revoke)$|mcp$)/

/** People are sent there by their browser; no script has business with it (RFC 9700 section 2.6). */
const forNobody = '/api/v1/oauth/authorize'

const rules = { exposeHeaders: exposed, maxAge: 3600 }
const forEverybody = cors({ origin: '*', ...rules })

/** Cookies cross origins only towards the host that serves the pages. */
export const crossOrigin: MiddlewareHandler<App> = async (c, next) => {
  const { path, method } = c.req
  if (path === forNobody) return next()
  const anybody = open.test(path)
  const { webOrigin } = settingsOf(c.env, c.req.url)
  if (method === 'OPTIONS')
    return (anybody ? forEverybody : cors({ origin: webOrigin, credentials: true, ...rules }))(c, next)
  await next()
  // What the library would do, without making a response before there is one.
  if (anybody) return addHeaders(c, forAnybody)
  addHeaders(c, c.req.header('origin') === webOrigin ? { ...forPages, [allowed]: webOrigin } : forPages)
  c.res.headers.append('vary', 'Origin')
}

const allowed = 'access-control-allow-origin'
const forAnybody = { [allowed]: '*', 'access-control-expose-headers': exposed.join() }
const forPages = {
  'access-control-allow-credentials': 'true',
  'access-control-expose-headers': exposed.join(),
}
