/** A short status such as OK, which Redis tells apart from a stored string. */
export class Status {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** An error that Redis answers, such as `ERR value is not an integer or out of range`. */
export class RedisError extends Error {}

export type Reply = Status | RedisError | Buffer | string | number | null | Reply[]

/** What runs Redis commands, either a real server or the engine in memory. */
export type Engine = {
  kind: 'redis' | 'memory'
  run(commands: string[][]): Promise<Reply[]>
  transaction(commands: string[][]): Promise<Reply[] | RedisError>
  stop(): void
}

/** Gives one command in the form Redis reads. */
export function encodeCommand(words: string[]): Buffer {
  const parts = words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`)
  return Buffer.from(`*${words.length}\r\n${parts.join('')}`, 'utf8')
}

type Parsed = { reply: Reply; next: number }

/** Collects bytes from a connection and gives each reply (RESP2) once it is whole. */
export class ReplyReader {
  private rest: Buffer = Buffer.alloc(0)

  /** Takes the bytes that came and gives the replies they complete. */
  push(bytes: Buffer): Reply[] {
    this.rest = this.rest.length === 0 ? bytes : Buffer.concat([this.rest, bytes])
    const replies: Reply[] = []
    let at = 0
    for (let found = parse(this.rest, at); found !== null; found = parse(this.rest, at)) {
      replies.push(found.reply)
      at = found.next
    }
    this.rest = this.rest.subarray(at)
    return replies
  }
}

function parse(bytes: Buffer, at: number): Parsed | null {
  const end = bytes.indexOf('\r\n', at)
  if (end === -1) return null
  const mark = String.fromCharCode(bytes[at] as number)
  const line = bytes.toString('utf8', at + 1, end)
  const next = end + 2
  if (mark === '+') return { reply: new Status(line), next }
  if (mark === '-') return { reply: new RedisError(line), next }
  if (mark === ':') return { reply: Number(line), next }
  if (mark === '$') return parseBulk(bytes, next, Number(line))
  if (mark === '*') return parseArray(bytes, next, Number(line))
  throw new Error(`Redis sent something that is not RESP2: ${mark}${line.slice(0, 40)}`)
}

function parseBulk(bytes: Buffer, at: number, length: number): Parsed | null {
  if (length < 0) return { reply: null, next: at }
  if (bytes.length < at + length + 2) return null
  return { reply: Buffer.from(bytes.subarray(at, at + length)), next: at + length + 2 }
}

function parseArray(bytes: Buffer, at: number, length: number): Parsed | null {
  if (length < 0) return { reply: null, next: at }
  const items: Reply[] = []
  let next = at
  for (let index = 0; index < length; index += 1) {
    const found = parse(bytes, next)
    if (found === null) return null
    items.push(found.reply)
    next = found.next
  }
  return { reply: items, next }
}
