import { Refusal, unavailable } from '../../kit/errors.ts'

export type Bytes = ReadableStream<Uint8Array>
type Range = { offset: number; length: number }
type Listed = { objects: { key: string; uploaded: Date }[]; truncated: boolean; cursor?: string }

/** The part of an R2 bucket that the service uses. */
export type Bucket = {
  put(key: string, value: Bytes | Uint8Array): Promise<unknown>
  get(key: string, options?: { range: Range }): Promise<{ body: Bytes } | null>
  head(key: string): Promise<object | null>
  delete(keys: string[]): Promise<void>
  list(options: { prefix: string; cursor?: string }): Promise<Listed>
}

/** The file storage. Where it fails, or stands still for too long, the caller is told 503. */
export type Storage = {
  /** Whether there is one at all. */
  configured: boolean
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Stores a stream of exactly that many bytes without holding them; one that breaks leaves nothing. */
  stream(key: string, bytes: Bytes, size: number): Promise<void>
  get(key: string, range?: Range): Promise<Bytes>
  /** What is stored there, or null where there is nothing. */
  find(key: string): Promise<Bytes | null>
  /** Throws 503 where there is no such object, as `get` does. */
  head(key: string): Promise<void>
  delete(keys: string[]): Promise<void>
  /** The keys under a prefix that were stored before a moment, page by page. */
  older(prefix: string, than: Date): AsyncGenerator<string[]>
}

const away = () => unavailable('the file storage did not answer; try again')

export function openStorage(bucket: Bucket | undefined, patience: number): Storage {
  const ask = async <T>(work: (bucket: Bucket) => Promise<T>): Promise<T> => {
    if (!bucket) throw unavailable('no file storage is set up')
    const { stopped, stop } = watch(patience)
    try {
      return await Promise.race([work(bucket), stopped])
    } catch (error) {
      throw error instanceof Refusal ? error : away()
    } finally {
      stop()
    }
  }
  return {
    configured: Boolean(bucket),
    put: async (key, bytes) => void (await ask((files) => files.put(key, bytes))),
    stream: (key, bytes, size) =>
      bucket ? streamed(bucket, key, bytes, size, patience) : ask(async () => {}),
    get: async (key, range) => present(await ask((files) => files.get(key, range && { range }))).body,
    find: async (key) => (await ask((files) => files.get(key)))?.body ?? null,
    head: async (key) => void present(await ask((files) => files.head(key))),
    delete: (keys) => ask((files) => files.delete(keys)),
    async *older(prefix, than) {
      for (let cursor: string | undefined, more = true; more;) {
        const page = await ask((files) => files.list({ prefix, ...(cursor ? { cursor } : {}) }))
        yield page.objects.flatMap(({ key, uploaded }) => (uploaded < than ? [key] : []))
        cursor = page.cursor
        more = page.truncated
      }
    },
  }
}

const present = <T>(found: T | null): T => {
  if (found === null) throw away()
  return found
}

/** A promise that is refused when nothing was noticed for `patience` milliseconds. */
function watch(patience: number) {
  let refuse: (why: Refusal) => void
  const stopped = new Promise<never>((_, reject) => (refuse = reject))
  const start = () => setTimeout(() => refuse(away()), patience)
  let timer = start()
  const stop = () => clearTimeout(timer)
  const noticed = () => {
    stop()
    timer = start()
  }
  return { stopped, stop, noticed }
}

async function streamed(bucket: Bucket, key: string, bytes: Bytes, size: number, patience: number) {
  const { stopped, stop, noticed } = watch(patience)
  const giveUp = new AbortController()
  const watched = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      noticed()
      controller.enqueue(chunk)
    },
  })
  try {
    const passing = ofLength(bytes.pipeThrough(watched, { signal: giveUp.signal }), size)
    await Promise.race([bucket.put(key, passing), stopped])
  } catch (error) {
    giveUp.abort()
    throw error instanceof Refusal ? error : away()
  } finally {
    stop()
  }
}

type Fixed = { FixedLengthStream?: new (size: number) => TransformStream<Uint8Array, Uint8Array> }

/** R2 takes only streams whose length is known; the edge runtime has a class for them. */
function ofLength(bytes: Bytes, size: number): Bytes {
  const { FixedLengthStream } = globalThis as Fixed
  return FixedLengthStream ? bytes.pipeThrough(new FixedLengthStream(size)) : bytes
}
