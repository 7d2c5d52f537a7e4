import { createApp } from './app.ts'
import { daily } from './jobs/clock.ts'
import type { Env } from './kit/config.ts'

export { Clock } from './jobs/clock.ts'
export { McpSession } from './mcp/session.ts'

const app = createApp()

export default {
  fetch: app.fetch,
  scheduled: (_: unknown, env: Env, context: { waitUntil(work: Promise<unknown>): void }) =>
    context.waitUntil(daily(env)),
}
