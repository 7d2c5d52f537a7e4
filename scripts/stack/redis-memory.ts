import { createRedisCommandExecutor, RedisServerState, Resp2Server } from 'js-redis-server/core'
import { once } from 'node:events'

/**
 * Starts an in-memory Redis in this process. Its library would listen on all interfaces; this one listens on
 * loopback only.
 */
export async function startMemory(): Promise<{ url: string; port: number; stop(): Promise<void> }> {
  const memory = new Resp2Server({ server: new RedisServerState(), executor: createRedisCommandExecutor() })
  memory.server.listen(0, '127.0.0.1')
  await once(memory.server, 'listening')
  return { url: `redis://${memory.getAddress()}`, port: memory.getPort(), stop: () => memory.close() }
}
