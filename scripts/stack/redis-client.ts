import { Command, Redis as Client, ReplyError } from 'ioredis'
import { ScriptFlags } from './redis-flags.ts'

/** A Redis reply; text comes as bytes. */
export type Reply = Buffer | string | number | null | ReplyError | Reply[]

export type Redis = {
  run(commands: string[][]): Promise<Reply[]>
  transaction(commands: string[][]): Promise<Reply[]>
  stop(): void
}

/* Replies are passed on as Redis sent them, where ioredis would make objects of lists. */
Command.setReplyTransformer('hgetall', (reply: unknown) => reply)

/**
 * Sends commands to the Redis at `redis://[:password@]host:port[/database]`. It connects on first use and
 * after a lost connection; commands in flight then reject.
 */
export function connectRedis(url: string): Redis {
  if (!/^rediss?:/.test(url)) throw new Error('REDIS_URL must start with redis:// or rediss://')
  const client = new Client(url, { lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0 })
  client.on('error', () => undefined) // The commands reject as well.
  const flags = new ScriptFlags()
  let connecting: Promise<unknown> | undefined
  const connect = () => (connecting ??= client.connect().finally(() => (connecting = undefined)))
  const send = async (words: string[]): Promise<Reply> => {
    const [name, ...args] = flags.toRedis(words)
    try {
      return flags.fromRedis(words, (await client.callBuffer(name!, ...args)) as Reply)
    } catch (error) {
      if (error instanceof ReplyError) return error
      throw error
    }
  }
  const run = async (commands: string[][]) => {
    if (client.status !== 'ready') await connect()
    return Promise.all(commands.map(send))
  }
  return {
    run,
    transaction: async (commands) => {
      const done = (await run([['MULTI'], ...commands, ['EXEC']])).at(-1)
      if (done instanceof ReplyError) throw done
      return done as Reply[]
    },
    stop: () => client.disconnect(),
  }
}
