import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BodyTooLarge, json, readBody, serve } from './http.ts'
import type { Answer, Controls } from './http.ts'
import { connectRedis, RedisError } from './redis-client.ts'
import type { Redis, Reply } from './redis-client.ts'
import { startMemory } from './redis-memory.ts'

const LIMIT_BYTES = 10_485_760

export type RedisGatewayOptions = { token: string; redisUrl?: string; delayMs?: number }

/** A running gateway; `fault` and `delayMs` may be changed at any time. */
export type RedisGateway = Controls & {
  /** How many commands of the month are left, beyond which they are refused as Upstash does; null without a quota. */
  left: number | null
  url: string
  port: number
  token: string
  engine: 'redis' | 'memory'
  requests(): number
  stop(): Promise<void>
}

/**
 * Serves the Upstash REST protocol: in front of the Redis at `redisUrl` if given, else of one in this
 * process's memory. Rejects if the address is not a redis:// one.
 */
export async function startRedisGateway(options: RedisGatewayOptions): Promise<RedisGateway> {
  const memory = options.redisUrl ? null : await startMemory()
  const redis = connectRedis(options.redisUrl ?? memory!.url)
  /*
   * The first script loads Lua; doing it here keeps the limiter, which waits at most 250 ms, from timing out.
   */
  if (memory) await redis.run([['EVAL', 'return 0', '0']])
  const controls: Controls & { left: number | null } = {
    fault: null,
    delayMs: options.delayMs ?? 0,
    left: null,
  }
  const spend = (count: number) => {
    if (controls.left === null) return
    if (controls.left < count) throw new RedisError(exceeded)
    controls.left -= count
  }
  const service = await serve(0, controls, (request) => answer(redis, options.token, request, spend))
  return Object.assign(controls, {
    url: `http://127.0.0.1:${service.port}`,
    port: service.port,
    token: options.token,
    engine: memory ? ('memory' as const) : ('redis' as const),
    requests: () => service.requests(),
    stop: async () => {
      await service.stop()
      redis.stop()
      await memory?.stop()
    },
  })
}

const exceeded =
  'ERR max requests limit exceeded. Limit: 500000, Usage: 500000. See https://upstash.com/docs/redis/troubleshooting/max_requests_limit for details'

type Spend = (commands: number) => void
async function answer(redis: Redis, token: string, request: IncomingMessage, spend: Spend): Promise<Answer> {
  try {
    const body = await readBody(request, LIMIT_BYTES)
    if (!isAllowed(request, token)) return json(401, { error: 'WRONGPASS invalid or missing auth token' })
    if (request.method !== 'POST') return json(405, { error: 'ERR only POST is served' })
    const isBase64 = request.headers['upstash-encoding'] === 'base64'
    return await route(redis, request.url ?? '/', body, isBase64, spend)
  } catch (error) {
    if (error instanceof RedisError) return json(400, { error: error.message })
    if (error instanceof BodyTooLarge) return json(413, { error: `ERR ${error.message}` })
    return json(500, { error: `ERR ${error instanceof Error ? error.message : String(error)}` })
  }
}

function isAllowed(request: IncomingMessage, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${token}`))
}

async function route(
  redis: Redis,
  path: string,
  body: string,
  base64: boolean,
  spend: Spend,
): Promise<Answer> {
  if (path === '/') {
    const command = commandOf(parse(body, 'command'), 'command')
    spend(1)
    const [reply = null] = await redis.run([command])
    return json(reply instanceof Error ? 400 : 200, entryOf(reply, base64))
  }
  if (path !== '/pipeline' && path !== '/multi-exec') return json(404, { error: `ERR no such path: ${path}` })
  const list = parse(body, 'pipeline')
  const commands = list.map((one) => commandOf(one, 'pipeline'))
  spend(commands.length)
  const replies = path === '/pipeline' ? await redis.run(commands) : await redis.transaction(commands)
  return json(
    200,
    replies.map((reply) => entryOf(reply, base64)),
  )
}

function parse(body: string, what: string): unknown[] {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    value = null
  }
  if (Array.isArray(value) && value.length > 0) return value
  throw new RedisError(`ERR failed to parse ${what}: expected a JSON array`)
}

const UNAVAILABLE = new Set(
  'SUBSCRIBE PSUBSCRIBE SSUBSCRIBE MONITOR MULTI EXEC DISCARD WATCH AUTH HELLO SELECT QUIT SHUTDOWN CLIENT'
    .concat(' BLPOP BRPOP BLMOVE BRPOPLPUSH BLMPOP BZPOPMIN BZPOPMAX BZMPOP WAIT SYNC PSYNC RESET')
    .split(' '),
)

function commandOf(value: unknown, what: string): string[] {
  if (!Array.isArray(value) || value.length === 0) {
    throw new RedisError(`ERR failed to parse ${what}: expected a JSON array of commands`)
  }
  const words = value.map((word) => (typeof word === 'string' ? word : JSON.stringify(word)))
  const name = words[0] as string
  if (UNAVAILABLE.has(name.toUpperCase())) throw new RedisError(`ERR Command is not available: '${name}'`)
  return words
}

type Entry = { result: unknown } | { error: string }

function entryOf(reply: Reply, base64: boolean): Entry {
  if (reply instanceof Error) return { error: reply.message }
  return { result: resultOf(reply, base64) }
}

function resultOf(reply: Reply, base64: boolean): unknown {
  if (reply === null || typeof reply === 'number') return reply
  if (Array.isArray(reply)) return reply.map((one) => resultOf(one, base64))
  const bytes = Buffer.from(reply instanceof Error ? reply.message : (reply as Buffer))
  // Upstash sends this status as it is, and its client accepts it in any encoding.
  return base64 && bytes.toString() !== 'OK' ? bytes.toString('base64') : bytes.toString()
}
