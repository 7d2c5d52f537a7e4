import type { Bytes, Storage } from '../../shared/files/storage.ts'

/** Objects as one stream, each opened when the previous one has been read. */
export function joined(files: Storage, keys: string[]): Bytes {
  const remaining = [...keys]
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      for (;;) {
        const key = reader ? undefined : remaining.shift()
        if (!reader && !key) return controller.close()
        reader ??= (await files.get(key!)).getReader()
        const { done, value } = await reader.read()
        if (!done) return controller.enqueue(value)
        reader = undefined
      }
    },
    cancel: (reason) => reader?.cancel(reason),
  })
}
