import { createHash } from 'node:crypto'
import type { Reply } from './redis-client.ts'

const UPSTASH_FLAG = 'allow-key-locking'
const SHEBANG = /^#!lua flags=([\w,-]+)[ \t]*(?=\n)/

/**
 * Makes scripts written for Upstash run on a real Redis, which rejects a flag that only Upstash knows: the
 * flag is removed, and the hash of the client's text is mapped to that of the text in Redis.
 */
export class ScriptFlags {
  private readonly hashes = new Map<string, string>()

  /** Returns the command to send to Redis for a client's command. */
  toRedis(words: string[]): string[] {
    const [name = '', first = '', ...rest] = words
    if (/^eval(_ro)?$/i.test(name)) return [name, this.adapt(first), ...rest]
    if (/^evalsha(_ro)?$/i.test(name)) return [name, this.hashFor(first), ...rest]
    if (!/^script$/i.test(name)) return words
    if (/^load$/i.test(first)) return [name, first, ...rest.map((text) => this.adapt(text))]
    return /^exists$/i.test(first) ? [name, first, ...rest.map((hash) => this.hashFor(hash))] : words
  }

  /** Returns the reply for the client: after SCRIPT LOAD, the hash of the text as the client sent it. */
  fromRedis(words: string[], reply: Reply): Reply {
    const [name = '', verb = '', text = ''] = words
    const loaded = /^script$/i.test(name) && /^load$/i.test(verb) && Buffer.isBuffer(reply)
    return loaded ? sha1(text) : reply
  }

  private adapt(text: string): string {
    const flags = SHEBANG.exec(text)?.[1]?.split(',') ?? []
    if (!flags.includes(UPSTASH_FLAG)) return text
    const remaining = flags.filter((flag) => flag !== UPSTASH_FLAG)
    const adapted = text.replace(SHEBANG, remaining.length > 0 ? `#!lua flags=${remaining.join(',')}` : '')
    this.hashes.set(sha1(text), sha1(adapted))
    return adapted
  }

  private hashFor(hash: string): string {
    return this.hashes.get(hash.toLowerCase()) ?? hash
  }
}

function sha1(text: string): string {
  return createHash('sha1').update(text).digest('hex')
}
