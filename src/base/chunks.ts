/**
 * The bytes of a stream, in pieces of up to `size`. By default streams of a request give some 4 kB at a time, which takes ten
 * times the processor; those that cannot fill a buffer (Node's, of a text) give what they have.
 */
export async function* chunksOf(stream: ReadableStream<Uint8Array>, size: number) {
  const next = fillsBuffers(stream) ? filling(stream.getReader({ mode: 'byob' }), size) : giving(stream)
  for (let read = await next(); !read.done; read = await next()) yield read.value as Uint8Array<ArrayBuffer>
}

const filling = (reader: ReadableStreamBYOBReader, size: number) => () => reader.read(new Uint8Array(size))

function giving(stream: ReadableStream<Uint8Array>) {
  const reader = stream.getReader()
  return () => reader.read()
}

function fillsBuffers(stream: ReadableStream) {
  try {
    stream.getReader({ mode: 'byob' }).releaseLock()
    return true
  } catch {
    return false
  }
}
