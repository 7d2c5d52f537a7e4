import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { settingsOf } from '../base/config.ts'
import type { App } from '../kit/http.ts'
import { addHeaders } from '../platform/request-context.ts'

const exposedHeaders = [
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
const publicPaths = /^\/(?:\.well-known\/|api\/v1\/oauth\/(?:register|token|revoke)$|mcp$)/

/** Browsers navigate there; scripts must not call it (RFC 9700 section 2.6). */
const withoutCors = '/api/v1/oauth/authorize'

const rules = { exposeHeaders: exposedHeaders, maxAge: 3600 }
const anyOriginCors = cors({ origin: '*', ...rules })

/** The API, which any page may call with a bearer token, but only our own pages with cookies. */
const api = /^\/(?:api\/v1(?:$|\/(?!oauth\/))|health$|ready$|version$)/

/**
 * Cookies cross origins only for the host that serves the pages and the service's own. A browser gives no other
 * page the response to a request with cookies if the allowed origin is `*`.
 */
export const crossOrigin: MiddlewareHandler<App> = async (c, next) => {
  const { path, method } = c.req
  if (path === withoutCors) return next()
  const { webOrigin, baseUrl } = settingsOf(c.env, c.req.url)
  const origin = c.req.header('origin')
  const isOwn = origin !== undefined && (origin === webOrigin || origin === new URL(baseUrl).origin)
  const isPublic = publicPaths.test(path) || (api.test(path) && !isOwn)
  if (method === 'OPTIONS')
    return (
      isPublic ? anyOriginCors : cors({ origin: isOwn ? origin : webOrigin, credentials: true, ...rules })
    )(c, next)
  await next()
  // Does what the library would, without creating a response before there is one.
  if (isPublic) addHeaders(c, publicHeaders)
  else addHeaders(c, isOwn ? { ...credentialHeaders, [allowed]: origin } : credentialHeaders)
  if (!publicPaths.test(path)) c.res.headers.append('vary', 'Origin')
}

const allowed = 'access-control-allow-origin'
const publicHeaders = { [allowed]: '*', 'access-control-expose-headers': exposedHeaders.join() }
const credentialHeaders = {
  'access-control-allow-credentials': 'true',
  'access-control-expose-headers': exposedHeaders.join(),
}
