import { Refusal, unavailable } from '../../kit/errors.ts'

export type Bytes = ReadableStream<Uint8Array>
type Range = { offset: number; length: number }
type Listed = { objects: { key: string; uploaded: Date }[]; truncated: boolean }

/** The part of an R2 bucket that the service uses. */
export type Bucket = {
  put(key: string, value: Bytes | Uint8Array): Promise<unknown>
  get(key: string, options?: { range: Range }): Promise<{ body: Bytes } | null>
  head(key: string): Promise<object | null>
  delete(keys: string[]): Promise<void>
  list(options: { prefix: string; startAfter?: string }): Promise<Listed>
}

/** The file storage. If it fails or stalls for too long, the caller gets 503. */
export type Storage = {
  /** Whether the deployment has one. */
  configured: boolean
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Stores a stream of exactly `size` bytes without buffering it; a broken stream stores nothing. */
  stream(key: string, bytes: Bytes, size: number): Promise<void>
  get(key: string, range?: Range): Promise<Bytes>
  /** The stored bytes, or null if there are none. */
  find(key: string): Promise<Bytes | null>
  /** Throws 503 if there is no such object, as `get` does. */
  head(key: string): Promise<void>
  delete(keys: string[]): Promise<void>
  /**
   * The keys of a page under a prefix that were stored before a moment. It begins after a key; `last` is its last one, null if
   * no page follows.
   */
  page(prefix: string, than: Date, after: string | null): Promise<{ keys: string[]; last: string | null }>
  /** The keys under a prefix that were stored before a moment, page by page. */
  older(prefix: string, than: Date): AsyncGenerator<string[]>
}

const unavailableError = () => unavailable('the file storage did not answer; try again')

export function openStorage(bucket: Bucket | undefined, timeout: number): Storage {
  const call = async <T>(work: (bucket: Bucket) => Promise<T>): Promise<T> => {
    if (!bucket) throw unavailable('no file storage is set up')
    const { stopped, stop } = watch(timeout)
    try {
      return await Promise.race([work(bucket), stopped])
    } catch (error) {
      throw error instanceof Refusal ? error : unavailableError()
    } finally {
      stop()
    }
  }
  const page: Storage['page'] = async (prefix, than, after) => {
    const listed = await call((files) => files.list({ prefix, ...(after ? { startAfter: after } : {}) }))
    const keys = listed.objects.flatMap(({ key, uploaded }) => (uploaded < than ? [key] : []))
    return { keys, last: listed.truncated ? (listed.objects.at(-1)?.key ?? null) : null }
  }
  return {
    configured: Boolean(bucket),
    put: async (key, bytes) => void (await call((files) => files.put(key, bytes))),
    stream: (key, bytes, size) =>
      bucket ? streamed(bucket, key, bytes, size, timeout) : call(async () => {}),
    get: async (key, range) => present(await call((files) => files.get(key, range && { range }))).body,
    find: async (key) => (await call((files) => files.get(key)))?.body ?? null,
    head: async (key) => void present(await call((files) => files.head(key))),
    delete: (keys) => call((files) => files.delete(keys)),
    page,
    older: pagesOf(page),
  }
}

/** All pages under a prefix, by what gets one of them. */
export const pagesOf = (page: Storage['page']): Storage['older'] =>
  async function* older(prefix, than) {
    for (let after: string | null = null; ;) {
      const { keys, last } = await page(prefix, than, after)
      yield keys
      if (!last) return
      after = last
    }
  }

const present = <T>(found: T | null): T => {
  if (found === null) throw unavailableError()
  return found
}

/** A promise that rejects after `timeout` milliseconds without progress. */
function watch(timeout: number) {
  let fail: (error: Refusal) => void
  const stopped = new Promise<never>((_, reject) => (fail = reject))
  const start = () => setTimeout(() => fail(unavailableError()), timeout)
  let timer = start()
  const stop = () => clearTimeout(timer)
  const progress = () => {
    stop()
    timer = start()
  }
  return { stopped, stop, progress }
}

async function streamed(bucket: Bucket, key: string, bytes: Bytes, size: number, timeout: number) {
  const { stopped, stop, progress } = watch(timeout)
  const giveUp = new AbortController()
  const watched = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      progress()
      controller.enqueue(chunk)
    },
  })
  try {
    const sized = ofLength(bytes.pipeThrough(watched, { signal: giveUp.signal }), size)
    await Promise.race([bucket.put(key, sized), stopped])
  } catch (error) {
    giveUp.abort()
    throw error instanceof Refusal ? error : unavailableError()
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
