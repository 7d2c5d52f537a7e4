import type { MiddlewareHandler } from 'hono'
import type { App } from '../kit/http.ts'

const atMost = 2 ** 20

/**
 * Reads a body of up to 1 MiB that nobody read: after a refusal that came before the body, the runtime would reset the next
 * request on the same connection. After a longer one, or one of unknown length, the connection ends.
 */
export const discardUnreadBody: MiddlewareHandler<App> = async (c, next) => {
  await next()
  const { body, bodyUsed } = c.req.raw
  const size = Number(c.req.header('content-length') ?? Infinity)
  // A client that is gone meanwhile changes nothing about the answer.
  if (body && !bodyUsed && size <= atMost) await body.pipeTo(new WritableStream()).catch(() => {})
}
