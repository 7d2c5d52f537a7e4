import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { ScriptFlags } from './redis-flags.ts'
import { ReplyReader, RedisError, encodeCommand } from './resp.ts'
import type { Engine, Reply } from './resp.ts'

type Waiting = { resolve(reply: Reply): void; reject(error: Error): void }

type Connection = { socket: Socket; waiting: Waiting[] }

/**
 * Gives an engine that sends commands to the Redis at `redis://[:password@]host:port[/database]`.
 * It connects when first used and again after a lost connection; commands in flight then reject.
 */
export function connectRedis(redisUrl: string): Engine {
  const url = new URL(redisUrl)
  if (url.protocol !== 'redis:') throw new Error(`REDIS_URL must start with redis://, not ${url.protocol}//`)
  const flags = new ScriptFlags()
  let current: Connection | null = null
  const send = async (commands: string[][]): Promise<Reply[]> => {
    const connection = current ?? open(url, () => (current = null))
    current = connection
    const replies = await sendAll(
      connection,
      commands.map((words) => flags.toRedis(words)),
    )
    return replies.map((reply, at) => flags.fromRedis(commands[at] as string[], reply))
  }
  return {
    kind: 'redis',
    run: send,
    transaction: async (commands) => execReply(await send([['MULTI'], ...commands, ['EXEC']])),
    stop: () => current?.socket.destroy(),
  }
}

function execReply(replies: Reply[]): Reply[] | RedisError {
  const last = replies.at(-1)
  if (last instanceof RedisError) return last
  return Array.isArray(last) ? last : new RedisError('EXECABORT Transaction discarded')
}

function open(url: URL, onClose: () => void): Connection {
  const socket = connect({ host: url.hostname, port: Number(url.port || 6379), noDelay: true })
  const connection: Connection = { socket, waiting: [] }
  const reader = new ReplyReader()
  let cause = 'connection to Redis closed'
  socket.on('data', (bytes) => {
    try {
      for (const reply of reader.push(bytes)) connection.waiting.shift()?.resolve(reply)
    } catch (error) {
      socket.destroy(error as Error)
    }
  })
  socket.on(
    'error',
    (error) => (cause = `Redis at ${url.host} cannot be used: ${error.message || error.name}`),
  )
  socket.on('close', () => {
    onClose()
    for (const one of connection.waiting.splice(0)) one.reject(new Error(cause))
  })
  greet(connection, url)
  return connection
}

function greet(connection: Connection, url: URL): void {
  const commands: string[][] = []
  const password = decodeURIComponent(url.password)
  if (password) commands.push(['AUTH', ...(url.username ? [decodeURIComponent(url.username)] : []), password])
  if (url.pathname.length > 1) commands.push(['SELECT', url.pathname.slice(1)])
  const failed = (reason: string) => connection.socket.destroy(new Error(reason))
  sendAll(connection, commands).then(
    (replies) => replies.forEach((one) => one instanceof RedisError && failed(one.message)),
    () => undefined,
  )
}

function sendAll(connection: Connection, commands: string[][]): Promise<Reply[]> {
  if (commands.length === 0) return Promise.resolve([])
  const replies = commands.map(
    () => new Promise<Reply>((resolve, reject) => connection.waiting.push({ resolve, reject })),
  )
  connection.socket.write(Buffer.concat(commands.map(encodeCommand)))
  return Promise.all(replies)
}
