import { createClient, ErrorReply, RESP_TYPES } from '@redis/client'
import { ScriptFlags } from './redis-flags.ts'

/** A Redis reply; text comes as bytes, a short status such as OK as a string. */
export type Reply = Buffer | string | number | null | ErrorReply | Reply[]

export type Redis = {
  run(commands: string[][]): Promise<Reply[]>
  transaction(commands: string[][]): Promise<Reply[]>
  stop(): void
}

const bytes = { typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } }

/**
 * Sends commands to the Redis at `redis://[:password@]host:port[/database]`. It connects on first use and
 * after a lost connection; commands in flight then reject.
 */
export function connectRedis(url: string): Redis {
  if (!/^rediss?:/.test(url)) throw new Error('REDIS_URL must start with redis:// or rediss://')
  const client = createClient({ url, RESP: 2, socket: { reconnectStrategy: false } })
  client.on('error', () => undefined) // The commands reject as well.
  const flags = new ScriptFlags()
  let connecting: Promise<unknown> | undefined
  const connect = () => (connecting ??= client.connect().finally(() => (connecting = undefined)))
  const send = async (words: string[]): Promise<Reply> => {
    try {
      return flags.fromRedis(words, await client.sendCommand<Reply>(flags.toRedis(words), bytes))
    } catch (error) {
      if (error instanceof ErrorReply) return error
      throw error
    }
  }
  const run = async (commands: string[][]) => {
    if (!client.isReady) await connect()
    return Promise.all(commands.map(send))
  }
  return {
    run,
    transaction: async (commands) => {
      const done = (await run([['MULTI'], ...commands, ['EXEC']])).at(-1)
      if (done instanceof ErrorReply) throw done
      return done as Reply[]
    },
    stop: () => client.isOpen && client.destroy(),
  }
}
