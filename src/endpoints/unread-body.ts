import type { MiddlewareHandler } from 'hono'
import type { App } from '../kit/http.ts'

const atMost = 2 ** 20

/**
 * Reads what nobody read of a body, up to 1 MiB: after a refusal that came before the body, the runtime would reset the next
 * request on the same connection. Of a longer one the connection ends.
 */
export const discardUnreadBody: MiddlewareHandler<App> = async (c, next) => {
  await next()
  const { body, bodyUsed } = c.req.raw
  let size = Number(c.req.header('content-length') ?? 0)
  if (!body || bodyUsed || size > atMost) return
  const reader = body.getReader()
  for (let read = await reader.read(); !read.done && size <= atMost; read = await reader.read())
    size += read.value.byteLength
}
