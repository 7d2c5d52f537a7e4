import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { settingsOf } from '../kit/config.ts'
import { addHeaders, type App } from '../kit/http.ts'

const exposed = [
  'WWW-Authenticate',
  'Mcp-Session-Id',
  'X-Request-ID',
  'Idempotency-Replayed',
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

/** The API, which any page may call with a bearer token; its answers to cookies are for our own pages. */
const api = /^\/(?:api\/v1(?:$|\/(?!oauth\/))|health$|ready$|version$)/

/**
 * Cookies cross origins only towards the host that serves the pages and the service's own. A browser hands no other
 * page an answer to a request with cookies where the origin allowed is `*`.
 */
export const crossOrigin: MiddlewareHandler<App> = async (c, next) => {
  const { path, method } = c.req
  if (path === forNobody) return next()
  const { webOrigin, baseUrl } = settingsOf(c.env, c.req.url)
  const origin = c.req.header('origin')
  const own = origin !== undefined && (origin === webOrigin || origin === new URL(baseUrl).origin)
  const anybody = open.test(path) || (api.test(path) && !own)
  if (method === 'OPTIONS')
    return (anybody ? forEverybody : cors({ origin: own ? origin : webOrigin, credentials: true, ...rules }))(
      c,
      next,
    )
  await next()
  // What the library would do, without making a response before there is one.
  if (anybody) addHeaders(c, forAnybody)
  else addHeaders(c, own ? { ...forPages, [allowed]: origin } : forPages)
  if (!open.test(path)) c.res.headers.append('vary', 'Origin')
}

const allowed = 'access-control-allow-origin'
const forAnybody = { [allowed]: '*', 'access-control-expose-headers': exposed.join() }
const forPages = {
  'access-control-allow-credentials': 'true',
  'access-control-expose-headers': exposed.join(),
}
