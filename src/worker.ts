import type { ExecutionContext } from 'hono'
import { createApp } from './app.ts'
import { withCookiesOfPort } from './endpoints/loopback-cookies.ts'
import { daily } from './jobs/clock.ts'
import type { Env } from './base/config.ts'

export { Clock } from './jobs/clock.ts'
export { McpSession } from './mcp/session.ts'
export { Live } from './shared/live/object.ts'

const app = createApp()

export default {
  fetch: (request: Request, env: Env, context: ExecutionContext) =>
    withCookiesOfPort(request, async (own) => app.fetch(own, env, context)),
  scheduled: (_: unknown, env: Env, context: { waitUntil(work: Promise<unknown>): void }) =>
    context.waitUntil(daily(env)),
}
