import Client from 'ioredis'
import { ScriptFlags } from './redis-flags.ts'

/** A Redis reply; text comes as bytes, and an error of a command as a value. */
export type Reply = Buffer | string | number | null | Error | Reply[]

/** Redis refused a command or transaction. */
export class RedisError extends Error {}

export type Redis = {
  run(commands: string[][]): Promise<Reply[]>
  transaction(commands: string[][]): Promise<Reply[]>
  stop(): void
}

/* Replies are passed on as Redis sent them, where ioredis would make objects of lists. */
Client.Command.setReplyTransformer('hgetall', (reply: unknown) => reply)

/**
 * Sends commands to the Redis at `redis://[:password@]host:port[/database]`. It connects on first use and
 * after a lost connection; commands in flight then reject.
 */
export function connectRedis(url: string): Redis {
  if (!/^rediss?:/.test(url)) throw new Error('REDIS_URL must start with redis:// or rediss://')
  const client = new Client(url, { lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0 })
  const flags = new ScriptFlags()
  let connecting: Promise<unknown> | undefined
  /** Rejects with the cause, which ioredis only gives as an event. */
  const open = () =>
    new Promise<void>((resolve, reject) => {
      client.once('error', reject)
      client.connect().then(resolve, reject)
    })
  client.on('error', () => undefined) // The commands reject as well.
  const connect = () => (connecting ??= open().finally(() => (connecting = undefined)))
  const send = async (words: string[]): Promise<Reply> => {
    const [name, ...args] = flags.toRedis(words)
    try {
      return flags.fromRedis(words, (await client.callBuffer(name!, ...args)) as Reply)
    } catch (error) {
      if (error instanceof Error && error.name === 'ReplyError') return error
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
      if (done instanceof Error) throw new RedisError(done.message)
      return done as Reply[]
    },
    stop: () => client.disconnect(),
  }
}
