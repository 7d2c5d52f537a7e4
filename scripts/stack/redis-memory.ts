import { createRedisCommandExecutor, RedisServerState, Resp2Server } from 'js-redis-server/core'
import { once } from 'node:events'

/** Starts a Redis in this process's memory. Its library would listen on every network; this one listens here alone. */
export async function startMemory(): Promise<{ url: string; port: number; stop(): Promise<void> }> {
  const memory = new Resp2Server({ server: new RedisServerState(), executor: createRedisCommandExecutor() })
  memory.server.listen(0, '127.0.0.1')
  await once(memory.server, 'listening')
  return { url: `redis://${memory.getAddress()}`, port: memory.getPort(), stop: () => memory.close() }
}
